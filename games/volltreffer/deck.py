"""The deck of Volltreffer: shuffled by chance, checked, and as far as nobody has seen it. Knows no player's mind."""

from typing import Final

from games.cards import Cards, gather, listed
from games.chance import Chance, below, shuffled
from games.core import CHANCE, IllegalAction, Seat
from games.turns import left_of, not_due
from games.volltreffer.actions import Deck, VolltrefferAction
from games.volltreffer.melds import DECK
from games.volltreffer.table import OpenTable

_CARDS: Final = listed(DECK)


def drawn(table: OpenTable, chance: Chance) -> Deck:
    """A fair deck for the next round. Raises: ValueError where none is due."""
    if CHANCE not in table.to_act:
        raise ValueError("no deck is due")
    trump_card, *others = shuffled(_CARDS, chance)
    buyers = _next_buyers(table)
    return Deck(Seat(buyers[below(len(buyers), chance)]), trump_card, tuple(others))


def check(table: OpenTable, action: VolltrefferAction) -> Deck:
    """Raises: IllegalAction unless `action` is a deck that may come now."""
    if CHANCE not in table.to_act or not isinstance(action, Deck):
        raise not_due(action, table.phase)
    due = _next_buyers(table)
    if action.first_buyer not in due:
        raise IllegalAction.impossible(
            "Player {player} does not buy first, but one of: {due}.",
            player=action.first_buyer + 1,
            due=", ".join(str(seat + 1) for seat in due),
        )
    if sorted((action.trump_card, *action.cards)) != _CARDS:
        raise IllegalAction.impossible("A deck has each of the 50 cards once, the one that makes trump among them.")
    return action


def unseen(table: OpenTable) -> Cards:
    """The cards that still lie in the deck. Source: RULES.md 3.7."""
    seen = gather(table.row) if table.trump_card is None else gather((table.trump_card, *table.row))
    for cards in table.bought:
        seen |= cards
    return DECK & ~seen


def _next_buyers(table: OpenTable) -> range:
    """The seats of which one buys first in the next round. Source: RULES.md 2.2."""
    if table.first_buyer is None:
        return range(table.seats)
    following = left_of(table.first_buyer, table.seats)
    return range(following, following + 1)
