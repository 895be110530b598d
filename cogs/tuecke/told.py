"""Sentences that the board and the panels of Mit List und Tücke share. Pure: from what lies open to words."""

from collections.abc import Iterable

from bot.tables.table import Table
from bot.words import Words
from cogs.parts.cards import card, cards, colour, sign
from cogs.parts.names import badge, name
from cogs.parts.tricks import by_badges, crowns_of
from cogs.parts.turns import card_from
from games.cards import colour_of
from games.core import Seat
from games.tuecke.actions import ALL_COLOURS, COLOURS_IN, ColourSet
from games.tuecke.events import RoundEnded
from games.tuecke.scoring import Pile
from games.tuecke.view import TueckeView


def turn(table: Table, view: TueckeView, say: Words) -> str:
    """Who is to do what."""
    open_table = view.table
    (seat,) = open_table.to_act
    who = name(table, seat, say)
    if open_table.phase == "take":
        return say.many("▶ {name}: take {n} card from the trick", "▶ {name}: take {n} cards from the trick",
                        open_table.half, name=who)  # fmt: skip
    if open_table.phase == "keep":
        return say("▶ {name}: keep two of the four colours", name=who)
    return card_from(table, seat, colour_of(open_table.trick[0]) if open_table.trick else None, say)


def colours(view: TueckeView, say: Words) -> str:
    """What is trump in this trick, and which colour can no longer be played to it."""
    open_table = view.table
    if not open_table.trick:
        return say("The colour led will be trump for this trick.")
    led = colour(colour_of(open_table.trick[0]), say)
    if open_table.closed is None:
        return say("Trump for this trick: {led}", led=led)
    return say("Trump for this trick: {led} · closed: {closed}", led=led, closed=colour(open_table.closed, say))


def piles(view: TueckeView, seat: Seat, say: Words) -> str:
    """The colours in front of a player, their counts where they are open, and what was given up."""
    so_far = view.table.round
    pile = view.pile(seat)
    counts = pile.open if pile else {}
    colours = ", ".join(f"{sign(each)}{f' {counts[each]}' if each in counts else ''}" for each in so_far.before(seat))
    if not colours or not so_far.kept[seat]:
        return colours and say("has {colours}", colours=colours)
    given_up = "".join(sign(each) for each in so_far.given_up(seat))
    return say("keeps {colours}, discarded {given_up}", colours=colours, given_up=f"~~{given_up}~~")


def played_to_last_trick(view: TueckeView, say: Words) -> str:
    """Who has played what to the last trick, which the picture shows until a card is led."""
    last = view.table.round.last_trick
    assert last is not None
    crowns = crowns_of(last.first, last.second)
    return say("Played to the last trick: {cards}",
               cards=by_badges(view.table.round.seats, last.leader, last.cards, crowns))  # fmt: skip


def kept(colours: ColourSet, say: Words) -> str:
    """Which colours a player has chosen to keep, and which were given up by that."""
    shown, given_up = (map(sign, COLOURS_IN[each]) for each in (colours, ALL_COLOURS & ~colours))
    return say("keeps {colours}, discarded {given_up}", colours=", ".join(shown), given_up=f"~~{''.join(given_up)}~~")


def last_trick(view: TueckeView, say: Words) -> list[str]:
    """Who took what of the last trick, be it of the round before, in a small line; who played what is in the picture.

    Shape: empty beside a later trick that was broken off, of which `ended` tells, and while cards are taken.
    """
    so_far = view.table.round
    last = so_far.last_trick
    is_newest = so_far.tricks or not so_far.ended or so_far.ended[-1].blocked is None
    if not last or not is_newest or view.table.phase == "take":
        return []
    first = {"first": badge(last.first), "cards": cards(last.first_takes)}
    if last.second is None:
        return [say("-# Last trick: {first} took {cards} · out of the round: {removed}", removed=cards(last.removed),
                    **first)]  # fmt: skip
    return [say("-# Last trick: {first} took {cards} · {second} took {others}", second=badge(last.second),
                others=cards(last.second_takes), **first)]  # fmt: skip


def ended(table: Table, last: RoundEnded, say: Words) -> list[str]:
    """How a round has ended, what everyone's piles were worth, and everyone's points since the first round.

    Shape: a line, then a line a seat, and perhaps a footnote.
    """
    first = say("**Round {round}**", round=last.round)
    if last.blocked is not None:
        played = " · ".join(f"{badge(seat)} {card(each)}" for seat, each in last.blocked.trick)
        first = say("**Round {round}** ended at once: {played}, and {name} had none of these three colours.",
                    round=last.round, played=played, name=name(table, last.blocked.seat, say))  # fmt: skip
    lines = [first]
    for seat, pile in enumerate(last.piles):
        worth_it = formula(pile).replace(" ", "")  # so that no line breaks in a formula
        so_far = f" → {last.totals[seat]}" if last.round > 1 else ""
        lines.append(f"{name(table, Seat(seat), say)} {worth_it}{so_far}")
    return [*lines, *footnote(last.piles, say)]


def footnote(piles: Iterable[Pile], say: Words) -> list[str]:
    """That points are rounded down, if something of what these piles are worth is. Shape: a line, or none."""
    rounded = say("÷ is rounded down")
    return [f"-# {rounded}"] if any(map(_is_rounded, piles)) else []


def formula(pile: Pile) -> str:
    """What a pile is worth, and why. Source: RULES.md 6.2-6.6."""
    score = pile.score
    largest = sorted(pile.open.items(), key=lambda held: held[1], reverse=True)[:2]
    factors = [f"{sign(each)} {count}" for each, count in largest]
    product = " × ".join((*factors, "0", "0")[:2])
    return f"{product} ÷ {score.rest} = **{score.points}**" if score.rest else f"{product} = **{score.points}**"


def worth(pile: Pile, say: Words) -> str:
    """What a pile is worth, and why, also where something was rounded away. Source: RULES.md 6.5."""
    rounded = say("(rounded down)")
    return f"{formula(pile)} {rounded}" if _is_rounded(pile) else formula(pile)


def own_worth(last: RoundEnded, seat: Seat, say: Words) -> str:
    """What a player's piles were worth in a round, and their points so far."""
    return say("Your piles: {formula} · points in this match: {total}", formula=worth(last.piles[seat], say),
               total=last.totals[seat])  # fmt: skip


def worths(last: RoundEnded, say: Words) -> str:
    """What everyone's piles were worth, by badges and without spaces, so that no line breaks in a formula."""
    worths = [f"{badge(Seat(seat))} {formula(pile).replace(' ', '')}" for seat, pile in enumerate(last.piles)]
    rounding = [say("÷ is rounded down")] if any(map(_is_rounded, last.piles)) else []
    return " · ".join((*worths, *rounding))


def _is_rounded(pile: Pile) -> bool:
    score = pile.score
    return bool(score.rest and score.one * score.other % score.rest)
