"""Sentences that the board and the panels of Mit List und Tücke share. Pure: from what lies open to words."""

from bot.tables.table import Table
from bot.words import Words
from cogs.parts.cards import card, cards, colour, sign
from cogs.parts.names import badge, name
from cogs.parts.turns import card_from
from games.cards import colour_of
from games.core import Seat
from games.tuecke.actions import ALL_COLOURS, COLOURS_IN, ColourSet
from games.tuecke.events import RoundEnded, TrickTaken
from games.tuecke.scoring import Pile
from games.tuecke.table import by_seat
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


def kept(colours: ColourSet, say: Words) -> str:
    """Which colours a player has chosen to keep, and which were given up by that."""
    shown, given_up = (map(sign, COLOURS_IN[each]) for each in (colours, ALL_COLOURS & ~colours))
    return say("keeps {colours}, discarded {given_up}", colours=", ".join(shown), given_up=f"~~{''.join(given_up)}~~")


def last_trick(table: Table, view: TueckeView, say: Words) -> list[str]:
    """The latest, be it of the round before; not one older than a trick broken off, of which `ended` tells."""
    so_far = view.table.round
    last = so_far.last_trick
    is_newest = so_far.tricks or not so_far.ended or so_far.ended[-1].blocked is None
    return [f"-# {taken(table, last, say)}"] if last and is_newest and view.table.phase != "take" else []


def taken(table: Table, last: TrickTaken, say: Words) -> str:
    """Who played what to a trick, and who took what of it."""
    played = " · ".join(
        f"{badge(seat)} {card(each)}" for seat, each in by_seat(last.cards, last.leader, len(table.sitters))
    )
    first = name(table, last.first, say)
    if last.second is None:
        return say("Last trick, one colour: {played} → {first} took {cards}; out of the round: {removed}",
                   played=played, first=first, cards=cards(last.first_takes), removed=cards(last.removed))  # fmt: skip
    if last.second == last.first:
        return say("Last trick: {played} → {first} took all of it", played=played, first=first)
    return say("Last trick: {played} → {first} took {first_cards}, {second} took {second_cards}", played=played,
               first=first, first_cards=cards(last.first_takes), second=name(table, last.second, say),
               second_cards=cards(last.second_takes))  # fmt: skip


def ended(table: Table, last: RoundEnded, say: Words) -> list[str]:
    """How a round has ended, and what everyone's piles were worth. Shape: a line, then a line a seat."""
    first = say("**Round {round}**", round=last.round)
    if last.blocked is not None:
        trick = last.blocked.trick
        played = " · ".join(f"{badge(seat)} {card(each)}" for seat, each in trick)
        first = say("**Round {round}** ended at once: {played}, and {name} had none of these three colours.",
                    round=last.round, played=played, name=name(table, last.blocked.seat, say))  # fmt: skip
    return [first, *(f"{name(table, Seat(seat), say)} {worth(pile, say)}" for seat, pile in enumerate(last.piles))]


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
