"""Sentences that the board and the panels of Mit List und Tücke share. Pure: from what lies open to words."""

from collections.abc import Iterable

from bot.tables.table import Table
from bot.words import Words
from cogs.parts.cards import card, cards, colour, sign
from cogs.parts.names import badge, name
from cogs.parts.tricks import by_badges, crowns_of
from cogs.parts.turns import card_from
from games.cards import Colour, colour_of
from games.core import Seat
from games.tuecke.actions import ALL_COLOURS, COLOURS_IN, ColourSet
from games.tuecke.events import RoundEnded
from games.tuecke.scoring import Pile
from games.tuecke.view import TueckeView


def turn(table: Table, view: TueckeView, say: Words) -> str:
    """The player whose turn it is, and their task."""
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
    """The trump of this trick, and the colour that can no longer be played to it."""
    open_table = view.table
    if not open_table.trick:
        return say("The colour led will be trump for this trick.")
    led = colour(colour_of(open_table.trick[0]), say)
    if open_table.closed is None:
        return say("Trump for this trick: {led}", led=led)
    return say("Trump for this trick: {led} · closed: {closed}", led=led, closed=colour(open_table.closed, say))


def piles(view: TueckeView, seat: Seat, who: str, say: Words) -> str:
    """The colours in front of a player, their counts where they are open, and what was given up.

    Shape: `who` is the player's name or badge; "" if they have nothing.
    """
    so_far = view.table.round
    pile = view.pile(seat)
    counts = pile.open if pile else {}
    colours = ", ".join(f"{sign(each)}{f' {counts[each]}' if each in counts else ''}" for each in so_far.before(seat))
    if not colours:
        return ""
    if so_far.kept[seat]:
        return _keeps(who, colours, so_far.given_up(seat), say)
    return say("{name} has {colours}", name=who, colours=colours)


def played_to_last_trick(view: TueckeView, say: Words) -> str:
    """Everyone's card in the last trick, which the picture shows until a card is led."""
    last = view.table.round.last_trick
    assert last is not None
    crowns = crowns_of(last.first, last.second)
    return say("In the last trick: {cards}",
               cards=by_badges(view.table.round.seats, last.leader, last.cards, crowns))  # fmt: skip


def kept(who: str, colours: ColourSet, say: Words) -> str:
    """The colours that a player has chosen to keep, and those given up by that."""
    return _keeps(who, ", ".join(map(sign, COLOURS_IN[colours])), COLOURS_IN[ALL_COLOURS & ~colours], say)


def pair(colours: ColourSet) -> str:
    """Two colours to keep, by their symbols."""
    return " + ".join(map(sign, COLOURS_IN[colours]))


def _keeps(who: str, colours: str, given_up: Iterable[Colour], say: Words) -> str:
    return say("{name} keeps {colours} and discards {given_up}", name=who, colours=colours,
               given_up=f"~~{''.join(map(sign, given_up))}~~")  # fmt: skip


def last_trick(view: TueckeView, say: Words) -> list[str]:
    """The takers of the last trick, be it of the round before, in a small line; who played what is in the picture.

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


def rounding(piles: Iterable[Pile], say: Words) -> list[str]:
    """A note that points are rounded down. Shape: one, or none if what these piles are worth isn't."""
    return [say("÷ is rounded down")] if any(map(_is_rounded, piles)) else []


def footnote(piles: Iterable[Pile], say: Words) -> list[str]:
    """The same in a small line."""
    return [f"-# {note}" for note in rounding(piles, say)]


def formula(pile: Pile) -> str:
    """The worth of a pile, and why. Source: RULES.md 6.2-6.6."""
    score = pile.score
    largest = sorted(pile.open.items(), key=lambda held: held[1], reverse=True)[:2]
    factors = [f"{sign(each)} {count}" for each, count in largest]
    product = " × ".join((*factors, "0", "0")[:2])
    return f"{product} ÷ {score.rest} = **{score.points}**" if score.rest else f"{product} = **{score.points}**"


def own_worth(last: RoundEnded, seat: Seat, say: Words) -> str:
    """The worth of a player's piles in a round, and their points so far."""
    told = say("Your piles: {formula} · points in this match: {total}", formula=formula(last.piles[seat]),
               total=last.totals[seat])  # fmt: skip
    return " · ".join((told, *rounding(last.piles[seat : seat + 1], say)))


def worths(last: RoundEnded, say: Words) -> str:
    """The worth of everyone's piles, by badges and without spaces, so that no line breaks in a formula."""
    worths = [f"{badge(Seat(seat))} {formula(pile).replace(' ', '')}" for seat, pile in enumerate(last.piles)]
    return " · ".join((*worths, *rounding(last.piles, say)))


def _is_rounded(pile: Pile) -> bool:
    score = pile.score
    return bool(score.rest and score.one * score.other % score.rest)
