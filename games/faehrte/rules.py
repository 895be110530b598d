"""The course of a game of Auf falscher Fährte: deals, tricks, trump, scores."""

from dataclasses import dataclass, replace
from operator import add
from typing import Final

from games.cards import JOKER, Card, Cards, Colour, Play, colour_of, remove, taker
from games.chance import Chance, shuffled
from games.core import CHANCE, CHANCE_ALONE, NOBODY, Event, IllegalAction, Seat, Step
from games.dealing import Deal, deal
from games.faehrte.actions import ChanceAction, FaehrteAction, Hide, Pile, SeatAction, Trump
from games.faehrte.events import CardTurned, KindDecided, RoundScored, TrickTaken, TrumpNamed, TrumpStays
from games.faehrte.table import OpenTable, doing_worst, points
from games.faehrte.view import FaehrteView
from games.turns import ALONE, EVERYONE, AtTable, left_of, not_due, put

FaehrteStep = Step[FaehrteAction, FaehrteView]

LAST_TURN: Final = 5
"""The trick after which the last hidden card is turned. Source: RULES.md 2.5."""
CHANGE_AFTER: Final = 8
"""The trick after which four cards are left. Source: RULES.md 4.2."""
CHANGING_JOKERS: Final = 2
"""So many jokers of a round let their players change trump. Source: RULES.md 6.8."""


@dataclass(frozen=True, slots=True)
class FaehrteState(AtTable):
    """A match of Auf falscher Fährte at one moment.

    `hands` and `hidden` have one entry a seat, empty and None between rounds; `hidden` stays when the card has
    been turned. `pile` are the hidden cards face down, the next to be turned first.
    """

    table: OpenTable
    hands: tuple[Cards, ...]
    hidden: tuple[Card | None, ...]
    pile: tuple[Card, ...]

    def view(self, seat: Seat | None) -> FaehrteView:
        """Everything open and what `seat` holds; chance knows no more than a spectator."""
        table = self.table
        if seat is None or seat == CHANCE:
            return FaehrteView(None, 0, None, 0, table)
        hand = self.hands[seat]
        playable = table.playable(hand) if seat in table.to_act else 0
        return FaehrteView(seat, hand, self.hidden[seat], playable, table)

    def default_action(self, seat: Seat) -> SeatAction:
        """The first card that is legal; keeps trump."""
        return self.view(seat).legal_actions[0]

    def sample_chance(self, chance: Chance) -> ChanceAction:
        """A shuffled deck, or the hidden cards mixed. Raises: ValueError where chance is not to act."""
        table = self.table
        match table.phase:
            case "deal":
                return deal(table.next_dealer, table.seats, table.hand_size, table.deck, chance)
            case "pile":
                return Pile(tuple(shuffled(_laid(self.hidden), chance)))
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
        raise not_due(action, self.table.phase)

    def _deal(self, dealt: Deal) -> FaehrteStep:
        """Source: RULES.md 1.2, 1.3, 3.1."""
        table, seats = self.table, self.table.seats
        dealt.check(table.next_dealer, seats, table.hand_size, table.deck)
        after = replace(
            table,
            to_act=EVERYONE[seats],
            decision=table.decision + 1,
            phase="hide",
            dealer=dealt.dealer,
            leftover=dealt.leftover,
            turned=(),
            leader=left_of(dealt.dealer, seats),
            taken=(),
        )
        return Step(FaehrteState(after, dealt.hands, self.hidden, ()), ())

    def _hide(self, seat: Seat, card: Card) -> FaehrteStep:
        """Source: RULES.md 2.1."""
        table = self.table
        if waiting := table.to_act - ALONE[seat]:
            after = replace(table, to_act=waiting)
        else:
            after = replace(table, to_act=CHANCE_ALONE, decision=table.decision + 1, phase="pile")
        hands = put(self.hands, seat, remove(self.hands[seat], card))
        return Step(FaehrteState(after, hands, put(self.hidden, seat, card), ()), ())

    def _stack(self, cards: tuple[Card, ...]) -> FaehrteStep:
        """Source: RULES.md 2.2, 3.1."""
        table = self.table
        if sorted(cards) != sorted(_laid(self.hidden)):
            raise IllegalAction.impossible("The pile has the {seats} hidden cards, each once.", seats=table.seats)
        after = replace(table, to_act=ALONE[table.leader], decision=table.decision + 1, phase="play")
        return Step(FaehrteState(after, self.hands, self.hidden, cards), ())

    def _play(self, seat: Seat, card: Card) -> FaehrteStep:
        """Source: RULES.md 3.1, 6.5, 6.6."""
        table = self.table
        held = list(self.hands)
        held[seat] = remove(held[seat], JOKER) if card == JOKER else held[seat] ^ 1 << card
        hands, trick = tuple(held), (*table.trick, card)
        led = colour_of(card) if table.led is None and card != JOKER else table.led
        if len(trick) == len(hands):
            after, events = _take(table, trick, led)
            return self._go_on(after, hands, events)
        next_player = ALONE[(seat + 1) % len(hands)]
        after = replace(table, to_act=next_player, decision=table.decision + 1, trick=trick, led=led)
        return Step(FaehrteState(after, hands, self.hidden, self.pile), ())

    def _name_trump(self, seat: Seat, colour: Colour | None) -> FaehrteStep:
        """Source: RULES.md 4.2, 6.8, 6.9."""
        table = self.table
        named = TrumpNamed(seat, table.trump if colour is None else colour, changed=colour is not None)
        after = replace(
            table,
            to_act=ALONE[table.leader],
            decision=table.decision + 1,
            phase="play",
            trump=named.trump,
            changers=table.changers[1:],
            trump_news=(*table.trump_news, named),
        )
        return self._go_on(after, self.hands, (named,))

    def _go_on(self, after: OpenTable, hands: tuple[Cards, ...], events: tuple[Event, ...]) -> FaehrteStep:
        """Goes on after a trick is taken: changes of trump, a hidden card, the scores, or else the next lead.

        Source: RULES.md 2.5, 3.5, 4.2, 6.12.
        """
        pile = self.pile
        if after.changers:
            after = replace(after, phase="trump", to_act=ALONE[after.changers[0]])
            return Step(FaehrteState(after, hands, self.hidden, pile), events)
        if pile and len(after.taken) > LAST_TURN - len(hands):
            after = replace(after, turned=(*after.turned, pile[0]))
            events += _turned(after)
            pile = pile[1:]
        if not any(hands):
            after, scored = _score(after)
            return Step(between_rounds(after), (*events, scored))
        return Step(FaehrteState(after, hands, self.hidden, pile), events)


def between_rounds(table: OpenTable) -> FaehrteState:
    """A match in which nobody holds a card."""
    return FaehrteState(table, (0,) * table.seats, (None,) * table.seats, ())


def _laid(hidden: tuple[Card | None, ...]) -> list[Card]:
    return [card for card in hidden if card is not None]


def _take(table: OpenTable, trick: tuple[Card, ...], led: Colour | None) -> tuple[OpenTable, tuple[Event, ...]]:
    """The table after a trick, and what everyone sees. Source: RULES.md 3.4, 3.5, 4.2, 4.3, 6.7, 6.8."""
    winner = None if led is None else left_of(table.leader, table.seats, taker(trick, led, table.trump))
    taken = TrickTaken(table.leader, trick, winner)
    leader = table.leader if winner is None else winner
    after = replace(
        table,
        to_act=ALONE[leader],
        decision=table.decision + 1,
        changers=_joker_players(table, taken) if table.jokers else (),
        leader=leader,
        trick=(),
        led=None,
        taken=(*table.taken, taken),
        last_trick=taken,
        trump_news=(),
    )
    if table.jokers or len(after.taken) != CHANGE_AFTER:
        return after, (taken,)
    assert after.kind is not None  # all hidden cards have been turned by now
    worst = doing_worst(after.kind, after.tricks)
    if len(worst) == 1:
        return replace(after, changers=worst), (taken,)
    stays = TrumpStays(worst)
    return replace(after, trump_news=(stays,)), (taken, stays)


def _joker_players(table: OpenTable, last: TrickTaken) -> tuple[Seat, ...]:
    """Seats that may change trump after the last trick, in order. Source: RULES.md 6.8, 6.9."""
    if JOKER not in last.cards:
        return ()
    left = CHANGING_JOKERS - sum(taken.cards.count(JOKER) for taken in table.taken)
    players = [left_of(last.leader, table.seats, place) for place, card in enumerate(last.cards) if card == JOKER]
    return tuple(players[: max(left, 0)])


def _turned(after: OpenTable) -> tuple[Event, ...]:
    """Events of the hidden card that was turned last. Source: RULES.md 2.3, 2.5."""
    turned = CardTurned(after.turned[-1])
    return (turned,) if after.kind is None else (turned, KindDecided(after.kind, after.total))


def _score(table: OpenTable) -> tuple[OpenTable, RoundScored]:
    """Ends the round, and the match after the last one. Source: RULES.md 5.1-5.5."""
    kind = table.kind
    assert kind is not None  # all hidden cards have been turned long since
    tricks = table.tricks
    gained = points(kind, tricks)
    totals = tuple(map(add, table.totals, gained))
    scored = RoundScored(table.round, kind, table.turned, table.total, tricks, gained, totals)
    results = (*table.results, scored)
    if len(results) < table.rounds:
        return replace(table, results=results, phase="deal", to_act=CHANCE_ALONE), scored
    return replace(table, results=results, phase="over", to_act=NOBODY), scored
