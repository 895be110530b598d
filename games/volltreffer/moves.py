"""What every move does to a table. Changes the table it is given: whoever calls has copied it. Checks nothing."""

from typing import Final

from games.cards import Card
from games.core import CHANCE_ALONE, NOBODY, Outcome, Seat
from games.turns import ALONE, left_of
from games.values import put
from games.volltreffer import track
from games.volltreffer.events import CardBought, MeldsShown, RoundOver, SmallestTotal, TrickTaken
from games.volltreffer.market import PRICES, Row, refilled, swapped
from games.volltreffer.melds import Melds, laid_out, points, total
from games.volltreffer.table import PLAYERS, Table

HAND: Final = 8
"""Cards that each player buys. Source: RULES.md 3.6."""

SMALLEST: Final = 5
TRICK: Final = 5
"""What the smallest total and a trick score, in squares. Source: RULES.md 5.1, 6.3."""

_EVERYONE: Final = {seats: frozenset(map(Seat, range(seats))) for seats in PLAYERS}


def open_market(table: Table, row: Row) -> None:
    """Source: RULES.md 3.3."""
    table.decision += 1
    table.phase = "buy"
    table.to_act = ALONE[table.buying_order[0]]
    table.row = row


def buy(table: Table, seat: Seat, card: Card, turned: Card) -> CardBought:
    """Takes a card and turns the next; none after the very last purchase. Source: RULES.md 3.3-3.6, 9.2-9.4."""
    place = table.row.index(card)
    price = PRICES[place]
    table.decision += 1
    table.last_bought = bought = CardBought(seat, card, price)
    table.bought = table.hands = put(table.hands, seat, table.hands[seat] | 1 << card)
    if price:
        table.markers = put(table.markers, seat, table.markers[seat] - price)
    if table.bought[seat].bit_count() == HAND and seat == table.dealer:
        table.row, table.deck_left = (), 0
        table.phase = "declare"
        table.to_act = _EVERYONE[table.seats]
        return bought
    table.deck_left -= 1
    if table.variant:
        table.row = put(table.row, place, turned)
        table.phase = "swap"
    else:
        table.row = refilled(table.row, place, turned, table.trump)
        table.to_act = ALONE[left_of(seat, len(table.hands))]
    return bought


def swap(table: Table, seat: Seat, one: Card, other: Card) -> None:
    """Source: RULES.md 9.3."""
    table.decision += 1
    table.phase = "buy"
    table.to_act = ALONE[left_of(seat, table.seats)]
    table.row = swapped(table.row, one, other)


def show_melds(table: Table, melds: tuple[Melds, ...]) -> tuple[MeldsShown, SmallestTotal]:
    """Scores the melds and the smallest total. Source: RULES.md 4.5, 5.1-5.3."""
    table.last_melds = MeldsShown(
        melds, tuple([laid_out(*pair) or () for pair in zip(table.hands, melds, strict=True)])
    )
    table.last_smallest = smallest = _smallest(table)
    table.decision += 1
    table.phase = "play"
    table.to_act = ALONE[smallest.lead]
    table.markers = tuple(
        [
            track.advance(square, points(melds[seat]) + (SMALLEST if seat in smallest.seats else 0))
            for seat, square in enumerate(table.markers)
        ]
    )
    table.leader = smallest.lead
    return table.last_melds, smallest


def play(table: Table, seat: Seat, card: Card) -> TrickTaken | None:
    """Plays a card; the trick that it completes, if it does. Source: RULES.md 6.1-6.4."""
    table.decision += 1
    table.hands = put(table.hands, seat, table.hands[seat] ^ 1 << card)
    table.trick = (*table.trick, card)
    seats = len(table.hands)
    if len(table.trick) < seats:
        table.to_act = ALONE[left_of(seat, seats)]
        return None
    table.last_trick = taken = table.taken
    winner = taken.winner
    table.to_act = ALONE[winner]
    table.leader = winner
    table.trick = ()
    table.markers = put(table.markers, winner, track.advance(table.markers[winner], TRICK))
    table.tricks = put(table.tricks, winner, table.tricks[winner] + 1)
    return taken


def end_round(table: Table) -> RoundOver:
    """Ends the match if it can. Source: RULES.md 7.1-7.5, 8.1, 8.2."""
    places = track.places(table.markers, table.zone)
    if places is None and table.round == table.max_rounds:
        places = track.places_without_zone(table.markers)
    winners = () if places is None else tuple(Seat(seat) for seat, place in enumerate(places) if place == 1)
    table.last_round = over = RoundOver(table.round, table.markers, table.tricks, winners)
    table.phase = "over" if places else "deal"
    table.to_act = NOBODY if places else CHANCE_ALONE
    table.outcome = Outcome(table.markers, places) if places else None
    return over


def _smallest(table: Table) -> SmallestTotal:
    """Source: RULES.md 5.1-5.3."""
    sums = tuple(map(total, table.bought))
    least = min(sums)
    seats = tuple([Seat(seat) for seat, own in enumerate(sums) if own == least])
    return SmallestTotal(sums, seats, lead=min(seats, key=table.buying_order.index))
