"""The course of a game of Auf falscher Fährte: deals, tricks, trump, scores. Knows no player's mind and no screen."""

from operator import add
from random import Random
from typing import Final, NamedTuple, TypeVar

from games.cards import ALONE, JOKER, Card, Cards, Colour, Deal, Play, deal, jokers_in, left_of, remove
from games.core import CHANCE, CHANCE_ALONE, NOBODY, Event, IllegalAction, Outcome, Seat, Step
from games.faehrte.actions import PLAYERS, ChanceAction, FaehrteAction, Hide, Pile, SeatAction, Trump
from games.faehrte.table import (
    CardTurned,
    KindDecided,
    RoundScored,
    Table,
    TrickTaken,
    TrumpNamed,
    TrumpStays,
    doing_worst,
    points,
)
from games.faehrte.view import FaehrteView

T = TypeVar("T")

_LAST_TURN: Final = 5
"""The trick after which the last hidden card is turned. Source: RULES.md 2.5."""
_CHANGE_AFTER: Final = 8
"""The trick after which four cards are left. Source: RULES.md 4.2."""
_CHANGING_JOKERS: Final = 2
"""So many jokers of a round let their players change trump. Source: RULES.md 6.8."""

_EVERYONE: Final = {seats: frozenset(map(Seat, range(seats))) for seats in PLAYERS}


class FaehrteState(NamedTuple):
    """A match of Auf falscher Fährte at one moment.

    Shape: `hands` and `hidden` have one entry a seat, empty and None between rounds; `hidden` stays when the card has
    been turned. `pile` are the hidden cards face down, the next to be turned first.
    """

    table: Table
    hands: tuple[Cards, ...]
    hidden: tuple[Card | None, ...]
    pile: tuple[Card, ...]

    @property
    def to_act(self) -> frozenset[Seat]:
        return self.table.to_act

    @property
    def decision(self) -> int:
        return self.table.decision

    @property
    def outcome(self) -> Outcome | None:
        return self.table.outcome

    def view(self, seat: Seat | None) -> FaehrteView:
        """What lies open and what `seat` holds; chance knows no more than a spectator."""
        if seat is None or seat == CHANCE:
            return FaehrteView(None, 0, None, self.table)
        return FaehrteView(seat, self.hands[seat], self.hidden[seat], self.table)

    def default_action(self, seat: Seat) -> SeatAction:
        """The first card that is legal; keeps trump."""
        return self.view(seat).legal_actions[0]

    def sample_chance(self, rng: Random) -> ChanceAction:
        """A shuffled deck, or the hidden cards mixed. Raises: ValueError where chance is not to act."""
        table = self.table
        match table.phase:
            case "deal":
                return deal(table.next_dealer, table.seats, table.hand_size, table.deck, rng)
            case "pile":
                return Pile(tuple(rng.sample(_laid(self.hidden), table.seats)))
        raise ValueError("there is nothing to deal or to mix")

    def apply(self, seat: Seat, action: FaehrteAction) -> Step[FaehrteAction, FaehrteView]:
        """The state after `action`, and what everyone saw. Raises: IllegalAction."""
        if seat == CHANCE:
            return self._chance(action)
        self.view(seat).check(action)
        if isinstance(action, Play):
            return self._play(seat, action.card)
        if isinstance(action, Hide):
            return self._hide(seat, action.card)
        assert isinstance(action, Trump)  # a view allows nothing else
        return self._name_trump(seat, action.colour)

    def _chance(self, action: FaehrteAction) -> Step[FaehrteAction, FaehrteView]:
        match self.table.phase, action:
            case "deal", Deal():
                return self._deal(action)
            case "pile", Pile(cards):
                return self._stack(cards)
        verb, *_ = action.to_text().split(" ")
        raise IllegalAction("Chance has no {verb} to bring in the phase {phase}.", verb=verb, phase=self.table.phase)

    def _deal(self, dealt: Deal) -> Step[FaehrteAction, FaehrteView]:
        """Source: RULES.md 1.2, 1.3, 3.1."""
        table, seats = self.table, self.table.seats
        dealt.check(table.next_dealer, seats, table.hand_size, table.deck)
        after = table._replace(
            to_act=_EVERYONE[seats],
            decision=table.decision + 1,
            played=0,
            voids=(0,) * seats,
            phase="hide",
            leader=left_of(dealt.dealer, seats),
            tricks=(0,) * seats,
            tricks_done=0,
            turned=(),
            round=table.round + 1,
            dealer=dealt.dealer,
            leftover=dealt.leftover,
        )
        return Step(FaehrteState(after, dealt.hands, self.hidden, ()), ())

    def _hide(self, seat: Seat, card: Card) -> Step[FaehrteAction, FaehrteView]:
        """Source: RULES.md 2.1."""
        table = self.table
        if waiting := table.to_act - {seat}:
            after = table._replace(to_act=waiting)
        else:
            after = table._replace(to_act=CHANCE_ALONE, decision=table.decision + 1, phase="pile")
        hands = _put(self.hands, seat, remove(self.hands[seat], card))
        return Step(FaehrteState(after, hands, _put(self.hidden, seat, card), ()), ())

    def _stack(self, cards: tuple[Card, ...]) -> Step[FaehrteAction, FaehrteView]:
        """Source: RULES.md 2.2, 3.1."""
        table = self.table
        if sorted(cards) != sorted(_laid(self.hidden)):
            raise IllegalAction("The pile has the {seats} hidden cards, each once.", seats=table.seats)
        after = table._replace(to_act=ALONE[table.leader], decision=table.decision + 1, phase="play")
        return Step(self._replace(table=after, pile=cards), ())

    def _play(self, seat: Seat, card: Card) -> Step[FaehrteAction, FaehrteView]:
        table = self.table.with_card(seat, card)
        hands = _put(self.hands, seat, remove(self.hands[seat], card))
        after = FaehrteState(table, hands, self.hidden, self.pile)
        return after._take() if len(table.trick) == len(hands) else Step(after, ())

    def _take(self) -> Step[FaehrteAction, FaehrteView]:
        """Source: RULES.md 3.4, 3.5, 6.7."""
        table = self.table
        winner = table.taking
        taken = TrickTaken(table.leader, table.trick, winner)
        leader = table.leader if winner is None else winner
        after = table._replace(
            to_act=ALONE[leader],
            trick=(),
            led=None,
            leader=leader,
            tricks=table.tricks if winner is None else _put(table.tricks, winner, table.tricks[winner] + 1),
            tricks_done=table.tricks_done + 1,
            last_trick=taken,
        )
        if table.jokers:
            return self._settle(after._replace(changers=_joker_players(table)), taken)
        if after.tricks_done == _CHANGE_AFTER:
            assert after.kind is not None  # all hidden cards have been turned by now
            worst = doing_worst(after.kind, after.tricks)
            if len(worst) > 1:
                return self._settle(after, taken, TrumpStays(worst))
            after = after._replace(changers=worst)
        return self._settle(after, taken)

    def _name_trump(self, seat: Seat, colour: Colour | None) -> Step[FaehrteAction, FaehrteView]:
        """Source: RULES.md 4.2, 6.8, 6.9."""
        table = self.table
        trump = table.trump if colour is None else colour
        after = table._replace(
            to_act=ALONE[table.leader],
            decision=table.decision + 1,
            phase="play",
            trump=trump,
            changers=table.changers[1:],
        )
        return self._settle(after, TrumpNamed(seat, trump, changed=colour is not None))

    def _settle(self, table: Table, *events: Event) -> Step[FaehrteAction, FaehrteView]:
        """What follows a trick that is taken: changes of trump, a hidden card, the scores or the next lead.

        Source: RULES.md 2.5, 4.2, 6.12.
        """
        if table.changers:
            after = table._replace(to_act=ALONE[table.changers[0]], phase="trump")
            return Step(self._replace(table=after), events)
        pile = self.pile
        if pile and table.tricks_done > _LAST_TURN - table.seats:
            table = table._replace(turned=(*table.turned, pile[0]))
            events += (CardTurned(pile[0]),)
            pile = pile[1:]
            if kind := table.kind:
                events += (KindDecided(kind, table.total),)
        if table.tricks_left:
            return Step(FaehrteState(table, self.hands, self.hidden, pile), events)
        return self._score(table, events)

    def _score(self, table: Table, events: tuple[Event, ...]) -> Step[FaehrteAction, FaehrteView]:
        """Source: RULES.md 5.1-5.5."""
        assert table.kind is not None  # all hidden cards have been turned long since
        gained = points(table.kind, table.tricks)
        totals = tuple(map(add, table.totals, gained))
        scored = RoundScored(table.round, table.kind, table.total, table.tricks, gained, totals)
        over = table.round == table.rounds
        places = tuple(1 + sum(other > own for other in totals) for own in totals)
        after = table._replace(
            to_act=NOBODY if over else CHANCE_ALONE,
            phase="over" if over else "deal",
            results=(*table.results, scored),
            outcome=Outcome(totals, places) if over else None,
        )
        return Step(between_rounds(after), (*events, scored))


def _laid(hidden: tuple[Card | None, ...]) -> list[Card]:
    return [card for card in hidden if card is not None]


def between_rounds(table: Table) -> FaehrteState:
    """A match in which nobody holds a card."""
    return FaehrteState(table, (0,) * table.seats, (None,) * table.seats, ())


def _joker_players(table: Table) -> tuple[Seat, ...]:
    """Who may change trump at the end of the trick that lies, in order. Source: RULES.md 6.8, 6.9."""
    players = [left_of(table.leader, table.seats, place) for place, card in enumerate(table.trick) if card == JOKER]
    earlier = jokers_in(table.played) - len(players)
    return tuple(players[: max(_CHANGING_JOKERS - earlier, 0)])


def _put(row: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    return (*row[:seat], value, *row[seat + 1 :])
