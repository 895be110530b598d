"""How a review says how much something was worth: shares as percentage points, points as points (pts). Pure."""

from bot.words import Words, phrase
from games.review import Unit, interval

UNITS = {
    "match": phrase("Percentage points measure your chance of winning the match."),
    "round": phrase("Percentage points measure your chance of winning a round; those of several rounds are added up."),
    "points": phrase("Points are the ones scored in the match."),
}

WHOLE = 10
"""From this many points on, nobody needs decimals."""


def unit_of(unit: Unit) -> str:
    """What the figures of a review are, as a gettext key."""
    return UNITS[unit]


def about(middle: float, error: float, unit: Unit, say: Words) -> str:
    """An amount as the range that it almost certainly lies in: "about 4 to 9 percentage points"."""
    low, high = (max(0.0, end) if middle >= 0 else end for end in interval(middle, error))
    if unit == "points":
        below, above = _decimal(low, say), _decimal(high, say)
        if below == above:
            return say("about {amount} pts", amount=below)
        return say("about {low} to {high} pts", low=below, high=above)
    if unit == "match" and middle <= 1:  # several mistakes can together cost more than the whole match
        high = min(high, 1.0)
    least, most = round(100 * low), round(100 * high)
    if least == most:
        return say.many("about {n} percentage point", "about {n} percentage points", most)
    return say.many("about {low} to {n} percentage points", "about {low} to {n} percentage points", most, low=least)


def gained(amount: float, unit: Unit, say: Words) -> str:
    """How much more or less than a fair share somebody got in the end."""
    size = _size(amount, unit, say)
    if unit == "points":
        if amount >= 0:
            return say("You ended **{amount}** above the others' average.", amount=size)
        return say("You ended **{amount}** below the others' average.", amount=size)
    if amount >= 0:
        return say("You ended **{amount}** above an even share.", amount=size)
    return say("You ended **{amount}** below an even share.", amount=size)


def signed_amount(amount: float, unit: Unit, say: Words) -> str:
    """An amount with its sign: "+12 percentage points"."""
    return f"{'−' if amount < 0 else '+'}{_size(amount, unit, say)}"


def _size(amount: float, unit: Unit, say: Words) -> str:
    if unit == "points":
        return say("{amount} pts", amount=_decimal(abs(amount), say))
    return say.many("{n} percentage point", "{n} percentage points", round(100 * abs(amount)))


def _decimal(amount: float, say: Words) -> str:
    """A number with one decimal, unless it is large."""
    if abs(amount) >= WHOLE:
        return str(round(amount)).replace("-", "−")
    tenths = round(10 * abs(amount))
    number = say("{whole}.{tenths}", whole=tenths // 10, tenths=tenths % 10)
    return f"−{number}" if amount < 0 and tenths else number
