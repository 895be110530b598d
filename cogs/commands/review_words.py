"""How a review says how much something was worth: shares as percentages, points as points (pts). Pure."""

from bot.words import Words, phrase
from games.review import Unit, interval

UNITS: dict[Unit, str] = {
    "match": phrase("100% is one match won; players of equal strength start with equal shares."),
    "round": phrase("100% is one round won."),
    "points": phrase("Points are the ones scored in the match."),
}
"""The meaning of a review's figures, as gettext keys."""

CHANCES: dict[Unit, str] = {
    "match": phrase("-# After that, your chance to win was about {amount}."),
    "round": phrase("-# After that, your chance to win the round was about {amount}."),
    "points": phrase("-# After that, you could expect about {amount}."),
}
"""The value of a decision, as gettext keys."""

WHOLE = 10
"""From this many points on, nobody needs decimals."""


def about(middle: float, error: float, unit: Unit, say: Words) -> str:
    """The range that an amount almost certainly lies in: "4 to 9%"."""
    low, high = (max(0.0, end) if middle >= 0 else end for end in interval(middle, error))
    if unit == "match" and middle <= 1:  # several mistakes can together cost more than the whole match
        high = min(high, 1.0)
    least, most = _number(low, unit, say), _number(high, unit, say)
    if least == most:
        return _amount(most, unit, say)
    if unit == "points":
        return say("{low} to {high} pts", low=least, high=most)
    return say("{low} to {high}%", low=least, high=most)


def _amount(number: str, unit: Unit, say: Words) -> str:
    return say("{amount} pts", amount=number) if unit == "points" else say("{amount}%", amount=number)


def _number(amount: float, unit: Unit, say: Words) -> str:
    """Points with one decimal, unless they are many; shares in percent."""
    if unit != "points" or abs(amount) >= WHOLE:
        return str(round(amount if unit == "points" else 100 * amount)).replace("-", "−")
    tenths = round(10 * abs(amount))
    number = say("{whole}.{tenths}", whole=tenths // 10, tenths=tenths % 10)
    return f"−{number}" if amount < 0 and tenths else number
