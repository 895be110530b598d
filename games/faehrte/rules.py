"""The course of a game of Auf falscher Fährte: deals, tricks, trump, scores. Knows no player's mind and no screen."""

from dataclasses import dataclass, field
from operator import add
from random import Random
from typing import Final

from games.cards import ALONE, JOKER, Card, Cards, Colour, Deal, Play, colour_of, deal, left_of, remove, shuffled
from games.core import CHANCE, CHANCE_ALONE, NOBODY, Event, IllegalAction, Outcome, Seat, Step
from games.faehrte.actions import PLAYERS, ChanceAction, FaehrteAction, Hide, Pile, SeatAction, Trump
from games.faehrte.events import CardTurned, KindDecided, RoundScored, TrickTaken, TrumpNamed, TrumpStays
from games.faehrte.table import Table, doing_worst, points
from games.faehrte.view import FaehrteView
from games.values import put

FaehrteStep = Step[FaehrteAction, FaehrteView]

LAST_TURN: Final = 5
"""The trick after which the last hidden card is turned. Source: RULES.md 2.5."""
CHANGE_AFTER: Final = 8
"""The trick after which four cards are left. Source: RULES.md 4.2."""
CHANGING_JOKERS: Final = 2
"""So many jokers of a round let their players change trump. Source: RULES.md 6.8."""

_EVERYONE: Final = {seats: frozenset(map(Seat, range(seats))) for seats in PLAYERS}


@dataclass(slots=True)
class FaehrteState:
    """A match of Auf falscher Fährte at one moment.

    Shape: `hands` and `hidden` have one entry a seat, empty and None between rounds; `hidden` stays when the card has
    been turned. `pile` are the hidden cards face down, the next to be turned first. `_shown` is the latest view: the
    one from which an action was chosen checks it too.
    """

    table: Table
    hands: tuple[Cards, ...]
    hidden: tuple[Card | None, ...]
    pile: tuple[Card, ...]
    _shown: FaehrteView | None = field(default=None, compare=False, repr=False)

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
        shown = self._shown
        if shown is not None and shown.seat == seat:
            return shown
        table = self.table
        if seat is None or seat == CHANCE:
            return FaehrteView(None, 0, None, 0, table)
        hand = self.hands[seat]
        playable = table.playable(hand) if seat in table.to_act else 0
        self._shown = shown = FaehrteView(seat, hand, self.hidden[seat], playable, table)
        return shown

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
                return Pile(tuple(shuffled(_laid(self.hidden), rng)))
        raise ValueError("there is nothing to deal or to mix")

    def apply(self, seat: Seat, action: FaehrteAction) -> FaehrteStep:
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

    def _chance(self, action: FaehrteAction) -> FaehrteStep:
        match self.table.phase, action:
            case "deal", Deal():
                return self._deal(action)
            case "pile", Pile(cards):
                return self._stack(cards)
        verb, *_ = action.to_text().split(" ")
        raise IllegalAction.impossible(
            "Chance has no {verb} to bring in the phase {phase}.", verb=verb, phase=self.table.phase
        )

    def _deal(self, dealt: Deal) -> FaehrteStep:
        """Source: RULES.md 1.2, 1.3, 3.1."""
        table, seats = self.table, self.table.seats
        dealt.check(table.next_dealer, seats, table.hand_size, table.deck)
        after = table.copy()
        after.to_act = _EVERYONE[seats]
        after.decision += 1
        after.phase = "hide"
        after.dealer = dealt.dealer
        after.leftover = dealt.leftover
        after.turned = ()
        after.leader = left_of(dealt.dealer, seats)
        after.taken = ()
        return Step(FaehrteState(after, dealt.hands, self.hidden, ()), ())

    def _hide(self, seat: Seat, card: Card) -> FaehrteStep:
        """Source: RULES.md 2.1."""
        after = self.table.copy()
        after.to_act -= ALONE[seat]
        if not after.to_act:
            after.to_act = CHANCE_ALONE
            after.decision += 1
            after.phase = "pile"
        hands = put(self.hands, seat, remove(self.hands[seat], card))
        return Step(FaehrteState(after, hands, put(self.hidden, seat, card), ()), ())

    def _stack(self, cards: tuple[Card, ...]) -> FaehrteStep:
        """Source: RULES.md 2.2, 3.1."""
        if sorted(cards) != sorted(_laid(self.hidden)):
            raise IllegalAction.impossible("The pile has the {seats} hidden cards, each once.", seats=self.table.seats)
        after = self.table.copy()
        after.to_act = ALONE[after.leader]
        after.decision += 1
        after.phase = "play"
        return Step(FaehrteState(after, self.hands, self.hidden, cards), ())

    def _play(self, seat: Seat, card: Card) -> FaehrteStep:
        """Source: RULES.md 3.1, 6.5, 6.6."""
        after = self.table.copy()
        after.decision += 1
        after.trick += (card,)
        if after.led is None and card != JOKER:
            after.led = colour_of(card)
        hands = put(self.hands, seat, remove(self.hands[seat], card))
        if len(after.trick) == len(hands):
            return self._go_on(after, hands, _take(after))
        after.to_act = ALONE[(seat + 1) % len(hands)]
        return Step(FaehrteState(after, hands, self.hidden, self.pile), ())

    def _name_trump(self, seat: Seat, colour: Colour | None) -> FaehrteStep:
        """Source: RULES.md 4.2, 6.8, 6.9."""
        after = self.table.copy()
        after.decision += 1
        after.changers = after.changers[1:]
        if colour is not None:
            after.trump = colour
        named = TrumpNamed(seat, after.trump, changed=colour is not None)
        after.trump_news += (named,)
        return self._go_on(after, self.hands, (named,))

    def _go_on(self, after: Table, hands: tuple[Cards, ...], events: tuple[Event, ...]) -> FaehrteStep:
        """What follows a trick that is taken: changes of trump, a hidden card, the next lead or the scores.

        Source: RULES.md 2.5, 3.5, 4.2, 6.12.
        """
        pile = self.pile
        if after.changers:
            after.phase = "trump"
            after.to_act = ALONE[after.changers[0]]
            return Step(FaehrteState(after, hands, self.hidden, pile), events)
        if pile and len(after.taken) > LAST_TURN - len(hands):
            events += _turn(after, pile[0])
            pile = pile[1:]
        if not any(hands):
            scored = _score(after)
            return Step(between_rounds(after), (*events, scored))
        after.phase = "play"
        after.to_act = ALONE[after.leader]
        return Step(FaehrteState(after, hands, self.hidden, pile), events)


def between_rounds(table: Table) -> FaehrteState:
    """A match in which nobody holds a card."""
    return FaehrteState(table, (0,) * table.seats, (None,) * table.seats, ())


def _laid(hidden: tuple[Card | None, ...]) -> list[Card]:
    return [card for card in hidden if card is not None]


# The table that these are given has just been copied: they change it, and say what everyone sees.


def _take(after: Table) -> tuple[Event, ...]:
    """Ends the trick. Source: RULES.md 3.4, 3.5, 4.2, 4.3, 6.7, 6.8."""
    taken = TrickTaken(after.leader, after.trick, after.taking)
    if taken.winner is not None:
        after.leader = taken.winner
    after.trick = ()
    after.led = None
    after.taken += (taken,)
    after.last_trick = taken
    after.trump_news = ()
    if after.jokers:
        after.changers = _joker_players(after)
    elif len(after.taken) == CHANGE_AFTER:
        assert after.kind is not None  # all hidden cards have been turned by now
        worst = doing_worst(after.kind, after.tricks)
        if len(worst) > 1:
            after.trump_news = (TrumpStays(worst),)
            return (taken, *after.trump_news)
        after.changers = worst
    return (taken,)


def _joker_players(table: Table) -> tuple[Seat, ...]:
    """Who may change trump after the last trick, in order. Source: RULES.md 6.8, 6.9."""
    last = table.taken[-1]
    if JOKER not in last.cards:
        return ()
    left = CHANGING_JOKERS - sum(taken.cards.count(JOKER) for taken in table.taken[:-1])
    players = [left_of(last.leader, table.seats, place) for place, card in enumerate(last.cards) if card == JOKER]
    return tuple(players[: max(left, 0)])


def _turn(after: Table, card: Card) -> tuple[Event, ...]:
    """Turns a hidden card. Source: RULES.md 2.3, 2.5."""
    after.turned += (card,)
    turned = CardTurned(card)
    return (turned,) if after.kind is None else (turned, KindDecided(after.kind, after.total))


def _score(after: Table) -> RoundScored:
    """Ends the round, and the match after the last one. Source: RULES.md 5.1-5.5."""
    kind = after.kind
    assert kind is not None  # all hidden cards have been turned long since
    tricks = after.tricks
    gained = points(kind, tricks)
    totals = tuple(map(add, after.totals, gained))
    scored = RoundScored(after.round, kind, after.turned, after.total, tricks, gained, totals)
    after.results += (scored,)
    if len(after.results) < after.rounds:
        after.phase = "deal"
        after.to_act = CHANCE_ALONE
    else:
        after.phase = "over"
        after.to_act = NOBODY
    return scored
