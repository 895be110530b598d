"""The trick on the table, as a row of players and in words, the same for every game with tricks. Knows no game."""

from collections.abc import Mapping, Sequence, Set

from bot.pages.page import Text
from bot.pictures.trick import Crown, Place
from bot.tables.table import Table
from bot.words import Words
from cogs.parts.cards import card, card_face, cards
from cogs.parts.names import badge, name, plain_name
from games.cards import Card
from games.core import Seat


def trick_row(
    table: Table,
    say: Words,
    *,
    leader: Seat,
    cards: Sequence[Card],
    crowns: Mapping[Seat, Crown],
    to_act: Set[Seat],
    is_past: bool = False,
) -> tuple[Place, ...]:
    """Everyone with the card they have played. Shape: `cards` start with the leader's; `is_past` once it was taken."""
    count = len(table.sitters)
    played = {Seat((leader + place) % count): card_face(laid) for place, laid in enumerate(cards)}
    return tuple(
        Place(
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


def trick_line(table: Table, say: Words, *, leader: Seat, cards: Sequence[Card], crowns: Mapping[Seat, Crown]) -> Text:
    """The trick so far in words: who has played what, and who would take it. Shape: as for `trick_row`."""
    count = len(table.sitters)
    played = ((Seat((leader + place) % count), laid) for place, laid in enumerate(cards))
    line = " · ".join(f"{name(table, seat, say)} {card(laid)}{SIGNS[crowns.get(seat, '')]}" for seat, laid in played)
    return Text(say("In the trick: {cards}", cards=line))


def last_trick(table: Table, leader: Seat, trick: Sequence[Card], winner: Seat, say: Words) -> str:
    """The last trick in words: its cards in the order played, who led it, and who took it."""
    shown, by = cards(trick), name(table, leader, say)
    if leader == winner:
        return say("-# Last trick: {cards} · led and taken by {name}", cards=shown, name=by)
    return say("-# Last trick: {cards} · led by {leader}, taken by {winner}", cards=shown, leader=by,
               winner=name(table, winner, say))  # fmt: skip


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
    by = (Seat((leader + place) % seats) for place in range(len(trick)))
    crowns: dict[Seat | None, str] = {second: SIGNS["second"], first: SIGNS["first"]}
    played = (f"{badge(seat)} {card(laid)}{crowns.get(seat, '')}" for seat, laid in zip(by, trick, strict=True))
    return f"**{number}.** {' · '.join(played)}"
