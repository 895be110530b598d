"""The course of a game of Volltreffer: buying, melds, tricks, the end. Knows no player's mind and no screen."""

from random import Random
from typing import Final

from games.cards import ALONE, Card, Play, colour_of, left_of
from games.core import CHANCE, CHANCE_ALONE, NOBODY, Outcome, Seat, Step
from games.values import put, value
from games.volltreffer import deck, track
from games.volltreffer.actions import Buy, Deck, Declare, LayRow, SeatAction, Swap, VolltrefferAction
from games.volltreffer.events import CardBought, MeldsShown, RoundOver, RowLaid, SmallestTotal
from games.volltreffer.market import PRICES, Row, opening_rows, refilled, swapped
from games.volltreffer.melds import laid_out, points, total
from games.volltreffer.table import PLAYERS, Table
from games.volltreffer.view import VolltrefferView

HAND: Final = 8
"""Cards that each player buys. Source: RULES.md 3.6."""

SMALLEST: Final = 5
TRICK: Final = 5
"""What the smallest total and a trick score, in squares. Source: RULES.md 5.1, 6.3."""

_EVERYONE: Final = {seats: frozenset(map(Seat, range(seats))) for seats in PLAYERS}

VolltrefferStep = Step[VolltrefferAction, VolltrefferView]


@value
class VolltrefferState:
    """A match of Volltreffer at one moment.

    Shape: the next card of the `deck` is the one that `table.deck_left` counts from its end; `declared` has what each
    seat has decided to meld while others have not.
    """

    table: Table
    deck: tuple[Card, ...]
    declared: tuple[Declare | None, ...]

    @property
    def to_act(self) -> frozenset[Seat]:
        return self.table.to_act

    @property
    def decision(self) -> int:
        return self.table.decision

    @property
    def outcome(self) -> Outcome | None:
        return self.table.outcome

    def view(self, seat: Seat | None) -> VolltrefferView:
        """The open table and what `seat` has decided itself; chance knows no more than a spectator."""
        if seat is None or seat == CHANCE:
            return VolltrefferView(None, self.table)
        return VolltrefferView(seat, self.table, self.declared[seat])

    def default_action(self, seat: Seat) -> SeatAction:
        """Takes the free card, shows the best melds, plays the lowest card; leaves the row as it lies if it can."""
        legal = self.view(seat).legal_actions
        return legal[-1] if self.table.phase == "buy" else legal[0]

    def sample_chance(self, rng: Random) -> Deck:
        """A fairly shuffled deck. Raises: ValueError where chance is not to act."""
        return deck.shuffled(self.table, rng)

    def apply(self, seat: Seat, action: VolltrefferAction) -> VolltrefferStep:
        """The state after `action`, and what everyone saw. Raises: IllegalAction."""
        if seat == CHANCE:
            return self._shuffle(action)
        self.view(seat).check(action)
        match action:
            case Buy():
                return self._buy(seat, action.card)
            case Play():
                return self._play(seat, action.card)
            case LayRow():
                return self._open_market(action.cards)
            case Swap():
                return self._swap(seat, action)
            case _:
                assert isinstance(action, Declare)
                return self._declare(seat, action)

    def _shuffle(self, action: VolltrefferAction) -> VolltrefferStep:
        """Starts a round. Source: RULES.md 2.1, 2.2, 3.1, 3.2."""
        drawn = deck.check(self.table, action)
        rows = opening_rows(drawn.cards[: len(PRICES)], colour_of(drawn.trump_card))
        after = self.table.copy()
        after.decision += 1
        after.round += 1
        after.first_buyer = drawn.first_buyer
        after.trump_card = drawn.trump_card
        after.row = rows[0]
        after.deck_left = len(drawn.cards) - len(PRICES)
        after.bought = after.hands = after.tricks = (0,) * after.seats
        after.leader = None
        state = VolltrefferState(after, drawn.cards, self.declared)
        if len(rows) == 1:
            return state._open_market(rows[0])
        after.phase = "row"
        after.to_act = ALONE[after.dealer]
        return Step(state, ())

    def _open_market(self, row: Row) -> VolltrefferStep:
        """Source: RULES.md 3.3."""
        after = self.table.copy()
        after.decision += 1
        after.phase = "buy"
        after.to_act = ALONE[after.buying_order[0]]
        after.row = row
        return Step(VolltrefferState(after, self.deck, self.declared), (RowLaid(row),))

    def _buy(self, seat: Seat, card: Card) -> VolltrefferStep:
        """Source: RULES.md 3.3-3.6, 9.2-9.4."""
        table = self.table
        place = table.row.index(card)
        price = PRICES[place]
        after = table.copy()
        after.decision += 1
        after.last_bought = CardBought(seat, card, price)
        after.bought = after.hands = put(table.hands, seat, table.hands[seat] | 1 << card)
        if price:
            after.markers = put(table.markers, seat, table.markers[seat] - price)
        if after.bought[seat].bit_count() == HAND and seat == table.dealer:
            closing = RowLaid(put(table.row, place, None))
            after.row, after.deck_left = (), 0
            after.phase = "declare"
            after.to_act = _EVERYONE[table.seats]
            return Step(VolltrefferState(after, (), self.declared), (after.last_bought, closing))
        turned = self.deck[-table.deck_left]
        after.deck_left -= 1
        if table.variant:
            after.row = put(table.row, place, turned)
            after.phase = "swap"
        else:
            after.row = refilled(table.row, place, turned, table.trump)
            after.to_act = ALONE[left_of(seat, len(table.hands))]
        return Step(VolltrefferState(after, self.deck, self.declared), (after.last_bought, RowLaid(after.row)))

    def _swap(self, seat: Seat, swap: Swap) -> VolltrefferStep:
        """Source: RULES.md 9.3."""
        after = self.table.copy()
        after.decision += 1
        after.phase = "buy"
        after.to_act = ALONE[left_of(seat, after.seats)]
        after.row = swapped(after.row, *swap.cards)
        return Step(VolltrefferState(after, self.deck, self.declared), (RowLaid(after.row),))

    def _declare(self, seat: Seat, declare: Declare) -> VolltrefferStep:
        """Source: RULES.md 4.5."""
        declared = put(self.declared, seat, declare)
        after = self.table.copy()
        after.to_act = after.to_act - {seat}
        state = VolltrefferState(after, self.deck, declared)
        return Step(state, ()) if after.to_act else state._show_melds()

    def _show_melds(self) -> VolltrefferStep:
        """Scores the melds and the smallest total. Source: RULES.md 4.5, 5.1-5.3."""
        table = self.table
        melds = tuple(declare.melds for declare in self.declared if declare)
        shown = MeldsShown(melds, tuple(laid_out(*pair) or () for pair in zip(table.hands, melds, strict=True)))
        smallest = _smallest(table)
        after = table.copy()
        after.decision += 1
        after.phase = "play"
        after.to_act = ALONE[smallest.lead]
        after.markers = tuple(
            track.advance(square, points(melds[seat]) + (SMALLEST if seat in smallest.seats else 0))
            for seat, square in enumerate(table.markers)
        )
        after.leader = smallest.lead
        after.last_melds = shown
        after.last_smallest = smallest
        return Step(VolltrefferState(after, self.deck, (None,) * table.seats), (shown, smallest))

    def _play(self, seat: Seat, card: Card) -> VolltrefferStep:
        """Source: RULES.md 6.1-6.4."""
        table = self.table
        after = table.copy()
        after.decision += 1
        after.hands = put(table.hands, seat, table.hands[seat] ^ 1 << card)
        after.trick = (*table.trick, card)
        state = VolltrefferState(after, self.deck, self.declared)
        seats = len(after.hands)
        if len(after.trick) < seats:
            after.to_act = ALONE[left_of(seat, seats)]
            return Step(state, ())
        taken = after.taken
        after.to_act = ALONE[taken.winner]
        after.leader = taken.winner
        after.trick = ()
        after.markers = put(table.markers, taken.winner, track.advance(table.markers[taken.winner], TRICK))
        after.tricks = put(table.tricks, taken.winner, table.tricks[taken.winner] + 1)
        after.last_trick = taken
        if after.hands[seat]:
            return Step(state, (taken,))
        step = state._end_round()
        return Step(step.state, (taken, *step.events))

    def _end_round(self) -> VolltrefferStep:
        """Ends the match if it can. Source: RULES.md 7.1-7.5, 8.1, 8.2."""
        table = self.table
        places = track.places(table.markers, table.zone)
        if places is None and table.round == table.max_rounds:
            places = track.places_without_zone(table.markers)
        winners = () if places is None else tuple(Seat(seat) for seat, place in enumerate(places) if place == 1)
        over = RoundOver(table.round, table.markers, winners)
        after = table.copy()
        after.phase = "over" if places else "deal"
        after.to_act = NOBODY if places else CHANCE_ALONE
        after.last_round = over
        after.outcome = Outcome(table.markers, places) if places else None
        return Step(VolltrefferState(after, self.deck, self.declared), (over,))


def _smallest(table: Table) -> SmallestTotal:
    """Source: RULES.md 5.1-5.3."""
    sums = tuple(map(total, table.bought))
    least = min(sums)
    seats = tuple([Seat(seat) for seat, own in enumerate(sums) if own == least])
    return SmallestTotal(sums, seats, lead=min(seats, key=table.buying_order.index))
