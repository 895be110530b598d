"""The course of a game of Volltreffer: buying, melds, tricks, the end. Knows no player's mind and no screen."""

from dataclasses import dataclass, replace

from games.cards import Card, Play, colour_of, listed, taker
from games.chance import Chance, below, shuffled
from games.core import CHANCE, CHANCE_ALONE, NOBODY, IllegalAction, Outcome, Seat, Step
from games.turns import ALONE, EVERYONE, AtTable, left_of, not_due, put
from games.volltreffer import track
from games.volltreffer.actions import Buy, Deck, Declare, LayRow, SeatAction, Swap, VolltrefferAction
from games.volltreffer.events import CardBought, MeldsShown, RoundOver, RowLaid, SmallestTotal, TrickTaken
from games.volltreffer.market import PRICES, Row, opening_rows, refilled, swapped
from games.volltreffer.melds import DECK, Melds, laid_out, points, total
from games.volltreffer.table import HAND, SMALLEST, TRICK, OpenTable
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
        return _shuffled(self.table, chance)

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
        drawn = _checked(self.table, action)
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
        return Step(VolltrefferState(open_market(self.table, row), self.deck, self.declared), (RowLaid(row),))

    def _buy(self, seat: Seat, card: Card) -> VolltrefferStep:
        after = buy(self.table, seat, card, self.deck[-self.table.deck_left])
        assert after.last_bought is not None
        if after.row:
            state = VolltrefferState(after, self.deck, self.declared)
            return Step(state, (after.last_bought, RowLaid(after.row)))
        closing = RowLaid(put(self.table.row, self.table.row.index(card), None))
        return Step(VolltrefferState(after, (), self.declared), (after.last_bought, closing))

    def _swap(self, seat: Seat, action: Swap) -> VolltrefferStep:
        after = swap(self.table, seat, *action.cards)
        return Step(VolltrefferState(after, self.deck, self.declared), (RowLaid(after.row),))

    def _declare(self, seat: Seat, declare: Declare) -> VolltrefferStep:
        """Source: RULES.md 4.5."""
        declared = put(self.declared, seat, declare)
        if waiting := self.to_act - {seat}:
            return Step(VolltrefferState(replace(self.table, to_act=waiting), self.deck, declared), ())
        after = show_melds(self.table, tuple([declare.melds for declare in declared if declare]))
        assert after.last_melds is not None
        assert after.last_smallest is not None
        return Step(VolltrefferState(after, self.deck, (None,) * after.seats), (after.last_melds, after.last_smallest))

    def _play(self, seat: Seat, card: Card) -> VolltrefferStep:
        after = play(self.table, seat, card)
        if after.trick:
            return Step(VolltrefferState(after, self.deck, self.declared), ())
        assert after.last_trick is not None
        if after.hands[seat]:
            return Step(VolltrefferState(after, self.deck, self.declared), (after.last_trick,))
        over = end_round(after)
        assert over.last_round is not None
        return Step(VolltrefferState(over, self.deck, self.declared), (after.last_trick, over.last_round))


def _shuffled(table: OpenTable, chance: Chance) -> Deck:
    """A fair deck for the next round. Raises: ValueError where none is due."""
    if CHANCE not in table.to_act:
        raise ValueError("no deck is due")
    trump_card, *others = shuffled(listed(DECK), chance)
    buyers = _next_buyers(table)
    return Deck(Seat(buyers[below(len(buyers), chance)]), trump_card, tuple(others))


def _checked(table: OpenTable, action: VolltrefferAction) -> Deck:
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
    if sorted((action.trump_card, *action.cards)) != listed(DECK):
        raise IllegalAction.impossible("A deck has each of the 50 cards once, the one that makes trump among them.")
    return action


def _next_buyers(table: OpenTable) -> range:
    """The seats of which one buys first in the next round. Source: RULES.md 2.2."""
    if table.first_buyer is None:
        return range(table.seats)
    following = left_of(table.first_buyer, table.seats)
    return range(following, following + 1)


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
