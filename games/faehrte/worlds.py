"""Worlds that agree with what a seat at Auf falscher Fährte may know and explain what the others did.

Knows of other hands what redeal knows.
"""

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from games.cards import COLOURED, JOKER, JOKERS, OF_COLOUR, Card, Cards, add, value_of
from games.core import Seat
from games.faehrte.judgement import BEATING, COLOUR_OF, plus_chances
from games.faehrte.medium import to_play
from games.faehrte.playout import Round
from games.faehrte.rules import CHANGE_AFTER, LAST_TURN, FaehrteState
from games.faehrte.styles import COMMONNESS, GREEDY, HABITS, STYLES, greedy, habit_chances, to_hide_by, wants_tricks
from games.faehrte.table import OpenTable
from games.faehrte.unseen import Dealt, Unseen
from games.faehrte.view import FaehrteView
from games.values import replace

_SURPRISE: Final = 0.4
"""How much less likely a style gets by a card that it would not have played, in one world."""

_CAUTION: Final = 0.15
"""How often a seat plays on in any style, whatever speaks against it: people change their minds."""


class _Past(NamedTuple):
    """A card that somebody else has played, and what lay open then.

    Shape: `later` are the cards that the seat has played since, this one included. The hidden cards `turned` so far had
    this `total`. `live`, `best` and `led` are as in `Round`.
    """

    seat: Seat
    card: Card
    later: Cards
    live: Cards
    led: Cards
    best: Card
    to_come: int
    joking: bool
    turned: tuple[Card, ...]
    total: int


class Worlds:
    """Draws worlds for one choice."""

    def __init__(self, view: FaehrteView, rng: Random) -> None:
        self._view: Final = view
        self._rng: Final = rng
        self._total = 0.0
        self._drawn = 0
        self._unseen: Final = Unseen(view)
        self._played: Final = view.table.played
        self._voids: Final = view.table.voids
        first = FaehrteState(view.table, *self._unseen.deal(rng))
        self._round: Final = Round(first)
        others = [card for card in view.table.turned if card != view.hidden]
        self._habits: Final = habit_chances(view.table.seats, others)
        self._past: Final = _past(view, first)

    def draw(self) -> tuple[Round, float]:
        """A world and its weight: one below the mean counts in full or not at all, which spares playing it."""
        dealt = self.likely()
        weight, styles = self.explain(dealt)
        self._drawn += 1
        self._total += weight
        mean = self._total / self._drawn
        if weight < mean:
            weight = mean if self._rng.random() * mean < weight else 0.0
        world = self._round.copy()
        world.place(dealt)
        world.styles = styles
        return world, weight

    def likely(self) -> Dealt:
        """A world in which each of the others has hidden what a player of some habit would hide, as far as can be."""
        rng, table = self._rng, self._view.table
        dealt = self._unseen.deal(rng)
        hands, hidden = list(dealt.hands), list(dealt.hidden)
        habits = self._draw_habits()
        for seat, card in enumerate(hidden):
            if seat == self._view.seat or card in table.turned:
                continue
            laid = 0 if card is None else 1 << card
            chosen = to_hide_by(habits[seat], table.seats, hands[seat] | laid | self._played[seat], table.trump, rng)
            if hands[seat] >> chosen & 1 and not laid & self._voids[seat]:
                hands[seat] ^= laid | 1 << chosen
                hidden[seat] = chosen
        pile = [card for card in hidden if card is not None and card not in table.turned]
        rng.shuffle(pile)
        return Dealt(tuple(hands), tuple(hidden), tuple(pile))

    def _draw_habits(self) -> list[int]:
        """How each seat may have chosen what to hide."""
        rng, seats = self._rng, self._view.table.seats
        chances, shared = self._habits
        if rng.random() < shared:
            return rng.choices(HABITS, chances) * seats
        return rng.choices(HABITS, COMMONNESS, k=seats)

    def explain(self, dealt: Dealt) -> tuple[float, tuple[int, ...]]:
        """How likely the others would have played as they did if this were the world, and a style for each of them."""
        table, rng = self._view.table, self._rng
        odds = [[1.0 / len(STYLES)] * len(STYLES) for _ in range(table.seats)]
        for past in self._past:
            hand = dealt.hands[past.seat] | past.later
            own = odds[past.seat]
            for style, card in enumerate(_would_play(past, hand, dealt.hidden[past.seat], table)):
                if card != past.card and not _alike(card, past.card, past.live & ~hand):
                    own[style] *= _SURPRISE
        weight, styles = 1.0, []
        for seat in range(table.seats):
            if seat == self._view.seat:
                styles.append(GREEDY)
                continue
            weight *= sum(odds[seat])
            cautious = rng.random() < _CAUTION
            styles.append(rng.choice(STYLES) if cautious else rng.choices(STYLES, odds[seat])[0])
        return weight, tuple(styles)


def _would_play(past: _Past, hand: Cards, hidden: Card | None, table: OpenTable) -> Sequence[Card]:
    """What a player of each style would have played. Shape: by style; empty if there was no choice."""
    playable = hand & past.led or hand
    if hand >> JOKER:
        playable = hand & past.led or hand & COLOURED
        if not past.joking:
            playable |= hand & JOKERS
        playable = playable or hand
    if not playable & playable - 1 or hidden is None:
        return ()
    seats, trump, unknown = table.seats, table.trump, table.seats - len(past.turned)
    if hidden in past.turned:
        plus = plus_chances(seats, unknown)[past.total]
    else:
        plus = plus_chances(seats, unknown - 1)[past.total + value_of(hidden)]
    unseen, last = past.live & ~(hand | 1 << hidden), not past.to_come
    beating, trumps = BEATING[trump][past.best], OF_COLOUR[trump]
    grabbed = greedy(playable, unseen, beating, trumps, wants=True, last=last)
    ducked = greedy(playable, unseen, beating, trumps, wants=False, last=last)
    return (
        to_play(playable, unseen, seats=seats, best=past.best, trump=trump, to_come=past.to_come, plus=plus),
        grabbed if wants_tricks(GREEDY, plus) else ducked,
        grabbed,
        ducked,
    )


def _alike(card: Card, played: Card, elsewhere: Cards) -> bool:
    """Whether a card is as good as the one played: both of one colour, with none that others have between them."""
    if JOKER in {card, played} or COLOUR_OF[card] != COLOUR_OF[played]:
        return False
    return not elsewhere & abs((1 << card) - (1 << played))


def _past(view: FaehrteView, world: FaehrteState) -> list[_Past]:
    """What the others have played since trump may last have changed, latest last."""
    table = view.table
    since = _last_change(table)
    tricks = table.tricks_played[since:]
    cards = [((leader + place) % table.seats, card) for leader, cards in tricks for place, card in enumerate(cards)]
    turned = table.turned[: max(since - LAST_TURN + table.seats, 0)]
    then = replace(
        table, phase="play", leader=tricks[0][0], trick=(), led=None, taken=table.taken[:since], turned=turned
    )
    hands = list(world.hands)
    for seat, card in cards:
        hands[seat] = add(hands[seat], card)
    pile = table.turned[len(turned) :] + world.pile
    past, found = Round(FaehrteState(then, tuple(hands), world.hidden, pile)), []
    for number, (seat, card) in enumerate(cards):
        past.goes_on()
        later = sum({1 << other for who, other in cards[number:] if who == seat})
        if seat != view.seat:
            shown = table.turned[: len(table.turned) + len(world.pile) - len(past.pile)]
            found.append(
                _Past(
                    seat=Seat(seat),
                    card=card,
                    later=later,
                    live=past.live,
                    led=past.led,
                    best=past.best,
                    to_come=table.seats - 1 - past.count,
                    joking=bool(past.joking),
                    turned=shown,
                    total=sum(map(value_of, shown)),
                )
            )
        past.play(card)
    return found


def _last_change(table: OpenTable) -> int:
    """After how many tricks trump may last have changed: a table does not tell what it was before."""
    if not table.jokers:
        return CHANGE_AFTER if table.tricks_done >= CHANGE_AFTER else 0
    return max((number for number, taken in enumerate(table.taken, 1) if JOKER in taken.cards), default=0)
