"""The trick on the table, in a picture and in words, and whose turn it is in it. Pure; knows no game."""

from collections.abc import Mapping, Sequence, Set

from bot.pages.page import Text
from bot.pictures.trick import Crown, TrickPlace
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.cards import card, card_face, colour
from cogs.parts.names import badge, name, plain_name
from games.cards import Card, Colour
from games.core import Seat


def trick_row(
    table: Table,
    say: Words,
    *,
    leader: Seat,
    cards: Sequence[Card],
    crowns: Mapping[Seat, Crown],
    to_act: Set[Seat],
    is_past: bool,
) -> tuple[TrickPlace, ...]:
    """Everyone with the card they have played. Shape: `cards` start with the leader's; `is_past` once it was taken."""
    count = len(table.sitters)
    played = {Seat((leader + place) % count): card_face(laid) for place, laid in enumerate(cards)}
    return tuple(
        TrickPlace(
            plain_name(sitter, say),
            played.get(Seat(seat), ""),
            leads=seat == leader,
            crown=crowns.get(Seat(seat), ""),
            is_asked=seat in to_act,
            is_past=is_past,
        )
        for seat, sitter in enumerate(table.sitters)
    )


SIGNS: Mapping[Crown, str] = {"": "", "first": " 👑", "second": " 🥈"}


def trick_lines(
    table: Table,
    say: Words,
    *,
    leader: Seat,
    cards: Sequence[Card],
    crowns: Mapping[Seat, Crown],
    before: Sequence[str] = (),
) -> tuple[Text, ...]:
    """The trick so far in words: who has played what, and who would take it; the one `before` while none lies."""
    if not cards:
        return (Text("\n".join(before)),) if before else ()
    return (Text(say("In the trick: {cards}", cards=by_badges(len(table.sitters), leader, cards, crowns))),)


def last_trick(table: Table, leader: Seat, trick: Sequence[Card], winner: Seat | None, say: Words) -> str:
    """The last trick in a small line: who played what, the leader first, and who took it."""
    played = by_badges(len(table.sitters), leader, trick, crowns_of(winner))
    if winner is None:
        return say("-# Last trick: {cards} · nobody took it", cards=played)
    return say("-# Last trick: {cards}", cards=played)


def by_badges(seats: int, leader: Seat, trick: Sequence[Card], crowns: Mapping[Seat, Crown]) -> str:
    """Everyone's card in a trick, by badges, the leader first."""
    played = ((Seat((leader + place) % seats), laid) for place, laid in enumerate(trick))
    return "\u2002".join(f"{badge(seat)} {card(laid)}{SIGNS[crowns.get(seat, '')]}" for seat, laid in played)


def numbered_trick(
    number: int,
    leader: Seat,
    trick: Sequence[Card],
    seats: int,
    *,
    first: Seat | None = None,
    second: Seat | None = None,
) -> str:
    """One trick of several in a line, by badges: its number, who played what, and who took it."""
    return f"**{number}.** {by_badges(seats, leader, trick, crowns_of(first, second))}"


def crowns_of(first: Seat | None, second: Seat | None = None) -> dict[Seat, Crown]:
    """Marks for the player who takes a trick, and for the one who takes the rest of it. Shape: None for nobody."""
    marks: dict[Seat | None, Crown] = {second: "second", first: "first"}
    return {seat: mark for seat, mark in marks.items() if seat is not None}


def own_card(led: Colour | None, say: Words) -> str:
    """The title of the panel from which a card is played. Shape: `led` is None if any card leads."""
    if led is None:
        return say("## Your turn · lead a card")
    return say("## Your turn · {colour} was led", colour=colour(led, say))


def card_from(table: Table, seat: Seat, led: Colour | None, say: Words) -> str:
    """The line that this player is to play a card. Shape: as for `own_card`."""
    who = name(table, seat, say)
    if led is None:
        return say("▶ {name}: lead a card", name=who)
    return say("▶ {name}: play a card · {colour} was led", name=who, colour=colour(led, say))
