"""What the table looks like after each move. Checks nothing: whether a move is legal is for the view to say."""

from dataclasses import replace
from typing import Final

from games.cards import Card, colour_of, taker
from games.core import CHANCE_ALONE, NOBODY, Outcome, Seat
from games.turns import ALONE, EVERYONE, left_of, put
from games.volltreffer import track
from games.volltreffer.events import CardBought, MeldsShown, RoundOver, SmallestTotal, TrickTaken
from games.volltreffer.market import PRICES, Row, refilled, swapped
from games.volltreffer.melds import Melds, laid_out, points, total
from games.volltreffer.table import OpenTable

HAND: Final = 8
"""Cards that each player buys. Source: RULES.md 3.6."""

SMALLEST: Final = 5
TRICK: Final = 5
"""What the smallest total and a trick score, in squares. Source: RULES.md 5.1, 6.3."""


def open_market(table: OpenTable, row: Row) -> OpenTable:
    """The first purchase of a round, from this row. Source: RULES.md 3.3."""
    return replace(table, to_act=ALONE[table.buying_order[0]], decision=table.decision + 1, phase="buy", row=row)


def buy(table: OpenTable, seat: Seat, card: Card, turned: Card) -> OpenTable:
    """Takes a card and turns the next; none after the very last purchase. Source: RULES.md 3.3-3.6, 9.2-9.4."""
    place = table.row.index(card)
    price = PRICES[place]
    hands = put(table.hands, seat, table.hands[seat] | 1 << card)
    to_act, phase, row, deck_left = table.to_act, table.phase, table.row, table.deck_left - 1
    if hands[seat].bit_count() == HAND and seat == table.dealer:
        to_act, phase, row, deck_left = EVERYONE[len(hands)], "declare", (), 0
    elif table.variant:
        phase, row = "swap", put(row, place, turned)
    else:
        to_act, row = ALONE[left_of(seat, len(hands))], refilled(row, place, turned, table.trump)
    return replace(
        table,
        to_act=to_act,
        decision=table.decision + 1,
        phase=phase,
        markers=put(table.markers, seat, table.markers[seat] - price) if price else table.markers,
        row=row,
        deck_left=deck_left,
        bought=hands,
        hands=hands,
        last_bought=CardBought(seat, card, price),
    )


def swap(table: OpenTable, seat: Seat, one: Card, other: Card) -> OpenTable:
    """Lets two cards of the row change places. Source: RULES.md 9.3."""
    next_player = ALONE[left_of(seat, table.seats)]
    row = swapped(table.row, one, other)
    return replace(table, to_act=next_player, decision=table.decision + 1, phase="buy", row=row)


def show_melds(table: OpenTable, melds: tuple[Melds, ...]) -> OpenTable:
    """Scores the melds and the smallest total. Source: RULES.md 4.5, 5.1-5.3."""
    laid = tuple([laid_out(*pair) or () for pair in zip(table.hands, melds, strict=True)])
    smallest = _smallest(table)
    markers = [
        track.advance(square, points(melds[seat]) + (SMALLEST if seat in smallest.seats else 0))
        for seat, square in enumerate(table.markers)
    ]
    return replace(
        table,
        to_act=ALONE[smallest.lead],
        decision=table.decision + 1,
        phase="play",
        markers=tuple(markers),
        leader=smallest.lead,
        last_melds=MeldsShown(melds, laid),
        last_smallest=smallest,
    )


def play(table: OpenTable, seat: Seat, card: Card) -> OpenTable:
    """Plays a card; the trick that it completes is taken at once. Source: RULES.md 6.1-6.4."""
    hands = put(table.hands, seat, table.hands[seat] ^ 1 << card)
    trick = (*table.trick, card)
    seats = len(hands)
    if len(trick) < seats:
        next_player = ALONE[(seat + 1) % seats]
        return replace(table, to_act=next_player, decision=table.decision + 1, hands=hands, trick=trick)
    assert table.leader is not None
    winner = left_of(table.leader, seats, taker(trick, colour_of(trick[0]), table.trump))
    return replace(
        table,
        to_act=ALONE[winner],
        decision=table.decision + 1,
        markers=put(table.markers, winner, track.advance(table.markers[winner], TRICK)),
        hands=hands,
        leader=winner,
        trick=(),
        tricks=put(table.tricks, winner, table.tricks[winner] + 1),
        last_trick=TrickTaken(table.leader, trick, winner),
    )


def end_round(table: OpenTable) -> OpenTable:
    """Ends the match if it can. Source: RULES.md 7.1-7.5, 8.1, 8.2."""
    places = table.ending(table.markers)
    winners = () if places is None else tuple(Seat(seat) for seat, place in enumerate(places) if place == 1)
    return replace(
        table,
        to_act=NOBODY if places else CHANCE_ALONE,
        phase="over" if places else "deal",
        last_round=RoundOver(table.round, table.markers, table.tricks, winners),
        outcome=Outcome(table.markers, places) if places else None,
    )


def _smallest(table: OpenTable) -> SmallestTotal:
    """Source: RULES.md 5.1-5.3."""
    sums = tuple(map(total, table.bought))
    least = min(sums)
    seats = tuple([Seat(seat) for seat, own in enumerate(sums) if own == least])
    return SmallestTotal(sums, seats, lead=min(seats, key=table.buying_order.index))
