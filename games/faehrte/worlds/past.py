"""What others have played in a round of Auf falscher Fährte, and what lay open then. Knows no hand."""

from typing import NamedTuple

from games.cards import COLOURED, JOKER, Card, Cards, add, value_of
from games.core import Seat
from games.faehrte.judgement import BEATING, COLOUR_OF
from games.faehrte.rules import CHANGE_AFTER, LAST_TURN
from games.faehrte.table import OpenTable
from games.faehrte.view import FaehrteView


class Past(NamedTuple):
    """A card that somebody else has played, and what lay open then.

    Shape: `later` are the cards that the seat has played since, this one included. `live` are the coloured cards that
    had not been open to all, `led` those to follow, 0 before there were any, and `best` took the trick, a joker where
    none did. The hidden cards `turned` so far had this `total`.
    """

    seat: Seat
    card: Card
    later: Cards
    live: Cards
    led: Cards
    best: Card
    to_come: int
    joking: bool
    turned: tuple[Card, ...]
    total: int
    tricks_left: int


def past_of(view: FaehrteView) -> list[Past]:
    """What the others have played since trump may last have changed, oldest first."""
    table, found = view.table, []
    since, later = _last_change(table), [0] * table.seats
    live = table.unseen
    tricks = table.tricks_played
    for number in range(len(tricks) - 1, since - 1, -1):
        leader, cards = tricks[number]
        turned = table.turned[: max(number - LAST_TURN + table.seats, 0)]
        for card in table.turned[len(turned) :]:
            live |= 1 << card
        for place in range(len(cards) - 1, -1, -1):
            seat, card, before = Seat((leader + place) % table.seats), cards[place], cards[:place]
            later[seat] = add(later[seat], card)
            live |= 1 << card & COLOURED
            if seat != view.seat:
                led, best = _so_far(before, table.trump)
                found.append(
                    Past(
                        seat=seat,
                        card=card,
                        later=later[seat],
                        live=live & COLOURED,
                        led=led,
                        best=best,
                        to_come=table.seats - 1 - place,
                        joking=JOKER in before,
                        turned=turned,
                        total=sum(map(value_of, turned)),
                        tricks_left=table.tricks_in_round - number,
                    )
                )
    return found[::-1]


def _so_far(trick: tuple[Card, ...], trump: int) -> tuple[Cards, Card]:
    """The colour to follow and the card that takes the trick, so far."""
    led, best = 0, JOKER
    for card in trick:
        if card != JOKER and 1 << card & BEATING[trump][best]:
            best = card
            led = led or COLOUR_OF[card]
    return led, best


def _last_change(table: OpenTable) -> int:
    """After how many tricks trump may last have changed: a table does not tell what it was before."""
    if not table.jokers:
        return CHANGE_AFTER if table.tricks_done >= CHANGE_AFTER else 0
    return max((number for number, taken in enumerate(table.taken, 1) if JOKER in taken.cards), default=0)
