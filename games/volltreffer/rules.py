"""The course of a game of Volltreffer: buying, melds, tricks, the end. Knows no player's mind and no screen."""

from dataclasses import dataclass, replace

from games.cards import Card, Play, colour_of
from games.chance import Chance
from games.core import CHANCE, Seat, Step
from games.turns import ALONE, AtTable, left_of, put
from games.volltreffer import deck, moves
from games.volltreffer.actions import Buy, Deck, Declare, LayRow, SeatAction, Swap, VolltrefferAction
from games.volltreffer.events import RowLaid
from games.volltreffer.market import PRICES, Row, opening_rows
from games.volltreffer.table import OpenTable
from games.volltreffer.view import VolltrefferView

VolltrefferStep = Step[VolltrefferAction, VolltrefferView]


@dataclass(frozen=True, slots=True)
class VolltrefferState(AtTable):
    """A match of Volltreffer at one moment.

    Shape: the next card of the `deck` is the one that `table.deck_left` counts from its end; `declared` has what each
    seat has decided to meld while others have not.
    """

    table: OpenTable
    deck: tuple[Card, ...]
    declared: tuple[Declare | None, ...]

    def view(self, seat: Seat | None) -> VolltrefferView:
        """The open table and what `seat` has decided itself; chance knows no more than a spectator."""
        if seat is None or seat == CHANCE:
            return VolltrefferView(None, self.table)
        return VolltrefferView(seat, self.table, self.declared[seat])

    def default_action(self, seat: Seat) -> SeatAction:
        """Takes the free card, shows the best melds, plays the lowest card, and leaves the row alone if it can."""
        legal = self.view(seat).legal_actions
        return legal[-1] if self.table.phase == "buy" else legal[0]

    def sample_chance(self, chance: Chance) -> Deck:
        """A fairly shuffled deck. Raises: ValueError where chance is not to act."""
        return deck.drawn(self.table, chance)

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
        table = self.table
        nothing = (0,) * table.seats
        after = replace(
            table,
            to_act=ALONE[left_of(drawn.first_buyer, table.seats, -1)],
            decision=table.decision + 1,
            phase="row",
            round=table.round + 1,
            first_buyer=drawn.first_buyer,
            trump_card=drawn.trump_card,
            row=rows[0],
            deck_left=len(drawn.cards) - len(PRICES),
            bought=nothing,
            hands=nothing,
            tricks=nothing,
            leader=None,
        )
        state = VolltrefferState(after, drawn.cards, self.declared)
        return state._open_market(rows[0]) if len(rows) == 1 else Step(state, ())

    def _open_market(self, row: Row) -> VolltrefferStep:
        return Step(VolltrefferState(moves.open_market(self.table, row), self.deck, self.declared), (RowLaid(row),))

    def _buy(self, seat: Seat, card: Card) -> VolltrefferStep:
        after = moves.buy(self.table, seat, card, self.deck[-self.table.deck_left])
        assert after.last_bought is not None
        if after.row:
            state = VolltrefferState(after, self.deck, self.declared)
            return Step(state, (after.last_bought, RowLaid(after.row)))
        closing = RowLaid(put(self.table.row, self.table.row.index(card), None))
        return Step(VolltrefferState(after, (), self.declared), (after.last_bought, closing))

    def _swap(self, seat: Seat, swap: Swap) -> VolltrefferStep:
        after = moves.swap(self.table, seat, *swap.cards)
        return Step(VolltrefferState(after, self.deck, self.declared), (RowLaid(after.row),))

    def _declare(self, seat: Seat, declare: Declare) -> VolltrefferStep:
        """Source: RULES.md 4.5."""
        declared = put(self.declared, seat, declare)
        if waiting := self.to_act - {seat}:
            return Step(VolltrefferState(replace(self.table, to_act=waiting), self.deck, declared), ())
        after = moves.show_melds(self.table, tuple([declare.melds for declare in declared if declare]))
        assert after.last_melds is not None
        assert after.last_smallest is not None
        return Step(VolltrefferState(after, self.deck, (None,) * after.seats), (after.last_melds, after.last_smallest))

    def _play(self, seat: Seat, card: Card) -> VolltrefferStep:
        after = moves.play(self.table, seat, card)
        if after.trick:
            return Step(VolltrefferState(after, self.deck, self.declared), ())
        assert after.last_trick is not None
        if after.hands[seat]:
            return Step(VolltrefferState(after, self.deck, self.declared), (after.last_trick,))
        over = moves.end_round(after)
        assert over.last_round is not None
        return Step(VolltrefferState(over, self.deck, self.declared), (after.last_trick, over.last_round))
