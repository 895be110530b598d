"""The course of a game of Volltreffer: buying, melds, tricks, the end."""

from dataclasses import dataclass, replace

from games.cards import Card, Play, colour_of, listed
from games.chance import Chance, below, shuffled
from games.core import CHANCE, CHANCE_ALONE, NOBODY, IllegalAction, Outcome, Seat, Step
from games.turns import ALONE, EVERYONE, AtTable, left_of, not_due, put
from games.volltreffer import track
from games.volltreffer.actions import Buy, Deck, Declare, LayRow, SeatAction, Swap, VolltrefferAction
from games.volltreffer.events import CardBought, MeldsShown, RoundOver, RowLaid, SmallestTotal
from games.volltreffer.market import PRICES, Row, opening_rows, refilled, swapped
from games.volltreffer.melds import DECK, Melds, laid_out, points, total
from games.volltreffer.table import HAND, SMALLEST, TRICK, OpenTable
from games.volltreffer.view import VolltrefferView

VolltrefferStep = Step[VolltrefferAction, VolltrefferView]


@dataclass(frozen=True, slots=True)
class VolltrefferState(AtTable):
    """A match of Volltreffer at one moment.

    The next card of the `deck` is the one that `table.deck_left` counts from its end; `declared` has what each
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
        if CHANCE not in self.to_act:
            raise ValueError("no deck is due")
        trump_card, *others = shuffled(listed(DECK), chance)
        buyers = _next_buyers(self.table)
        return Deck(Seat(buyers[below(len(buyers), chance)]), trump_card, tuple(others))

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
                return self._swap(seat, action.cards)
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
        """The first purchase of a round, from this row. Source: RULES.md 3.3."""
        table = self.table
        buyer = ALONE[table.buying_order[0]]
        after = replace(table, to_act=buyer, decision=table.decision + 1, phase="buy", row=row)
        return Step(replace(self, table=after), (RowLaid(row),))

    def _buy(self, seat: Seat, card: Card) -> VolltrefferStep:
        """Takes a card and turns the next; none after the very last purchase. Source: RULES.md 3.3-3.6, 9.2-9.4."""
        table = self.table
        place = table.row.index(card)
        bought = CardBought(seat, card, PRICES[place])
        hands = put(table.hands, seat, table.hands[seat] | 1 << card)
        after = replace(
            table,
            decision=table.decision + 1,
            markers=put(table.markers, seat, table.markers[seat] - bought.price),
            deck_left=table.deck_left - 1,
            bought=hands,
            hands=hands,
            last_bought=bought,
        )
        if hands[seat].bit_count() == HAND and seat == table.dealer:
            after = replace(after, to_act=EVERYONE[table.seats], phase="declare", row=(), deck_left=0)
            return Step(replace(self, table=after, deck=()), (bought, RowLaid(put(table.row, place, None))))
        turned = self.deck[-table.deck_left]
        if table.variant:
            after = replace(after, phase="swap", row=put(table.row, place, turned))
        else:
            row = refilled(table.row, place, turned, table.trump)
            after = replace(after, to_act=ALONE[left_of(seat, table.seats)], row=row)
        return Step(replace(self, table=after), (bought, RowLaid(after.row)))

    def _swap(self, seat: Seat, cards: tuple[Card, Card]) -> VolltrefferStep:
        """Lets two cards of the row change places. Source: RULES.md 9.3."""
        table, row = self.table, swapped(self.table.row, *cards)
        buyer = ALONE[left_of(seat, table.seats)]
        after = replace(table, to_act=buyer, decision=table.decision + 1, phase="buy", row=row)
        return Step(replace(self, table=after), (RowLaid(row),))

    def _declare(self, seat: Seat, declare: Declare) -> VolltrefferStep:
        """Source: RULES.md 4.5."""
        declared = put(self.declared, seat, declare)
        if waiting := self.to_act - {seat}:
            return Step(replace(self, table=replace(self.table, to_act=waiting), declared=declared), ())
        after = show_melds(self.table, tuple([declare.melds for declare in declared if declare]))
        assert after.last_melds is not None
        assert after.last_smallest is not None
        state = VolltrefferState(after, self.deck, (None,) * after.seats)
        return Step(state, (after.last_melds, after.last_smallest))

    def _play(self, seat: Seat, card: Card) -> VolltrefferStep:
        """Plays a card; the trick that it completes is taken at once. Source: RULES.md 6.1-6.4."""
        table, seats = self.table, self.table.seats
        hands = put(table.hands, seat, table.hands[seat] ^ 1 << card)
        after = replace(table, decision=table.decision + 1, hands=hands, trick=(*table.trick, card))
        if len(after.trick) < seats:
            return Step(replace(self, table=replace(after, to_act=ALONE[left_of(seat, seats)])), ())
        taken = after.taken
        winner = taken.winner
        after = replace(
            after,
            to_act=ALONE[winner],
            markers=put(table.markers, winner, track.advance(table.markers[winner], TRICK)),
            leader=winner,
            trick=(),
            tricks=put(table.tricks, winner, table.tricks[winner] + 1),
            last_trick=taken,
        )
        if any(hands):
            return Step(replace(self, table=after), (taken,))
        after, over = _end_round(after)
        return Step(replace(self, table=after), (taken, over))


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


def _end_round(table: OpenTable) -> tuple[OpenTable, RoundOver]:
    """Ends the match if it can. Source: RULES.md 7.1-7.5, 8.1, 8.2."""
    places = table.ending(table.markers)
    winners = () if places is None else tuple(Seat(seat) for seat, place in enumerate(places) if place == 1)
    over = RoundOver(table.round, table.markers, table.tricks, winners)
    if places is None:
        return replace(table, to_act=CHANCE_ALONE, phase="deal", last_round=over), over
    outcome = Outcome(table.markers, places)
    return replace(table, to_act=NOBODY, phase="over", last_round=over, outcome=outcome), over


def _smallest(table: OpenTable) -> SmallestTotal:
    """Source: RULES.md 5.1-5.3."""
    sums = tuple(map(total, table.bought))
    least = min(sums)
    seats = tuple([Seat(seat) for seat, own in enumerate(sums) if own == least])
    return SmallestTotal(sums, seats, lead=min(seats, key=table.buying_order.index))
