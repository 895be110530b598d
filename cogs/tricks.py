"""The trick on the table as a row of players, alike in every game that has one. Pure, and knows no game."""

from collections.abc import Mapping, Sequence, Set

from bot.pictures.trick import Crown, Place
from bot.table import Table
from bot.words import Words
from cogs.cards import card_face
from cogs.names import plain_name
from games.cards import Card
from games.core import Seat


def trick_row(
    table: Table, say: Words, *, leader: Seat, cards: Sequence[Card], crowns: Mapping[Seat, Crown], to_act: Set[Seat]
) -> tuple[Place, ...]:
    """Everyone with the card he has played. Shape: `cards` from the leader's on."""
    count = len(table.sitters)
    played = {Seat((leader + place) % count): card_face(card) for place, card in enumerate(cards)}
    return tuple(
        Place(
            plain_name(sitter, say),
            played.get(Seat(seat), ""),
            leads=seat == leader,
            crown=crowns.get(Seat(seat), ""),
            is_asked=seat in to_act,
        )
        for seat, sitter in enumerate(table.sitters)
    )
