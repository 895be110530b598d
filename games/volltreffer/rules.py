"""The course of a game of Volltreffer: buying, melds, tricks, the end. Knows no player's mind and no screen."""

from random import Random

from games.cards import Card, Play, colour_of
from games.core import CHANCE, Outcome, Seat, Step
from games.turns import ALONE
from games.values import put, value
from games.volltreffer import deck, moves
from games.volltreffer.actions import Buy, Deck, Declare, LayRow, SeatAction, Swap, VolltrefferAction
from games.volltreffer.events import RowLaid
from games.volltreffer.market import PRICES, Row, opening_rows
from games.volltreffer.table import Table
from games.volltreffer.view import VolltrefferView

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
        after = self.table.copy()
        moves.open_market(after, row)
        return Step(VolltrefferState(after, self.deck, self.declared), (RowLaid(row),))

    def _buy(self, seat: Seat, card: Card) -> VolltrefferStep:
        after = self.table.copy()
        bought = moves.buy(after, seat, card, self.deck[-after.deck_left])
        if after.row:
            return Step(VolltrefferState(after, self.deck, self.declared), (bought, RowLaid(after.row)))
        closing = RowLaid(put(self.table.row, self.table.row.index(card), None))
        return Step(VolltrefferState(after, (), self.declared), (bought, closing))

    def _swap(self, seat: Seat, swap: Swap) -> VolltrefferStep:
        after = self.table.copy()
        moves.swap(after, seat, *swap.cards)
        return Step(VolltrefferState(after, self.deck, self.declared), (RowLaid(after.row),))

    def _declare(self, seat: Seat, declare: Declare) -> VolltrefferStep:
        """Source: RULES.md 4.5."""
        declared = put(self.declared, seat, declare)
        after = self.table.copy()
        after.to_act = after.to_act - {seat}
        if after.to_act:
            return Step(VolltrefferState(after, self.deck, declared), ())
        events = moves.show_melds(after, tuple([declare.melds for declare in declared if declare]))
        return Step(VolltrefferState(after, self.deck, (None,) * after.seats), events)

    def _play(self, seat: Seat, card: Card) -> VolltrefferStep:
        after = self.table.copy()
        taken = moves.play(after, seat, card)
        state = VolltrefferState(after, self.deck, self.declared)
        if taken is None:
            return Step(state, ())
        if after.hands[seat]:
            return Step(state, (taken,))
        return Step(state, (taken, moves.end_round(after)))
