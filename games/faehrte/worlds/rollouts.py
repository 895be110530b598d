"""Which action does best over many worlds, some of them tried at a time. Knows no clock."""

from collections.abc import Sequence
from math import inf, sqrt
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.cards import Play
from games.core import TimeUp
from games.faehrte.actions import Hide, SeatAction, Trump
from games.faehrte.view import FaehrteView
from games.faehrte.worlds.bitsets import SUITS, Numbers, Sets, packed_card
from games.faehrte.worlds.dealing import Dealer, DealtWorlds
from games.faehrte.worlds.evidence import Evidence
from games.faehrte.worlds.rounds import Rounds
from games.search import Judged, best_of

Gains = NDArray[np.float64]

_ROUNDS: Final = 512
"""How many rounds are played at a time: with fewer, numpy's own costs count; with more, time is up in between."""
_GROWS_AFTER: Final = 6
_MOST_GROWTH: Final = 4
"""With time for many lots they grow, up to so many times: four times as many rounds take only twice as long."""
_FEWEST_WORLDS: Final = 16
_MOST_WORLDS: Final = 192
_DRAWN: Final = 2
"""How many worlds are drawn for each one that is tried: the likelier ones are."""
_FINALISTS: Final = 3
"""When this few actions are left, the choice is close: all of them are tried to the end."""


def judged(
    view: FaehrteView,
    actions: Sequence[SeatAction],
    rng: Random,
    is_time_up: TimeUp,
    *,
    kept: SeatAction | None = None,
) -> tuple[Judged[SeatAction], ...]:
    """What each action gains on average, all tried in the same worlds: as `games.search.judge` tells.

    After each lot of worlds the worse half of the actions is given up, but never the action `kept`. Whether time is up
    is asked as often as worlds have been tried.
    """
    worlds = Worlds(view, rng)
    gains: list[list[Gains]] = [[] for _ in actions]
    left, size, lots = [*range(len(actions))], _FEWEST_WORLDS, 0
    while True:
        found = worlds.gains([actions[number] for number in left], size)
        for number, gain in zip(left, found, strict=True):
            gains[number].append(gain)
        if any(is_time_up() for _ in range(size)):
            return _judged(actions, [*map(np.concatenate, gains)], kept)
        if len(left) >= 2 * _FINALISTS:
            worse = sorted(left, key=lambda number: sum(gain.sum() for gain in gains[number]))[: len(left) // 2]
            left = [number for number in left if number not in worse or actions[number] == kept]
        lots += 1
        growth = min(_MOST_GROWTH, 1 + lots // _GROWS_AFTER)
        size = growth * min(_MOST_WORLDS, max(_FEWEST_WORLDS, _ROUNDS // len(left)))


def _judged(
    actions: Sequence[SeatAction], gains: Sequence[Gains], kept: SeatAction | None
) -> tuple[Judged[SeatAction], ...]:
    """What the gains in all worlds say. Shape: an action that was given up has no gains in later worlds."""
    found = [Judged(action, *_mean(gained), len(gained)) for action, gained in zip(actions, gains, strict=True)]
    number = actions.index(best_of(found) if kept is None else kept)
    aheads = [_mean(gained - gains[number][: len(gained)]) for gained in gains]
    aheads[number] = 0.0, 0.0
    return tuple(
        one._replace(ahead=ahead, ahead_error=error) for one, (ahead, error) in zip(found, aheads, strict=True)
    )


def _mean(values: Gains) -> tuple[float, float]:
    """The mean of the values and its standard error."""
    return float(values.mean()), float(values.std()) / sqrt(len(values)) if len(values) > 1 else inf


class Worlds:
    """Likely worlds of one view, and what actions gain in them."""

    def __init__(self, view: FaehrteView, rng: Random) -> None:
        assert view.seat is not None
        self._table: Final = view.table
        self._seat: Final = view.seat
        self._rng: Final = rng
        self._dealer: Final = Dealer(view, rng)
        self._evidence: Final = Evidence(view, rng)

    def draw(self, count: int) -> tuple[DealtWorlds, Numbers]:
        """Worlds as often as they are likely, and the styles that the others have in them."""
        dealt = self._dealer.deal(_DRAWN * count)
        weight, styles = self._evidence.explain(dealt)
        reached = weight.cumsum()
        steps = (np.arange(count) + self._rng.random()) * reached[-1] / count
        chosen = np.minimum(reached.searchsorted(steps), len(weight) - 1)
        return dealt.of(chosen), styles[:, chosen]

    def gains(self, actions: Sequence[SeatAction], count: int) -> Gains:
        """What this seat scores more than the others on average. Shape: by action and world."""
        dealt, styles = self.draw(count)
        scored = self._after(actions, dealt, styles).finish()
        gains: Gains = scored[self._seat] - (scored.sum(axis=0) - scored[self._seat]) / (self._table.seats - 1)
        return gains.reshape(len(actions), count)

    def _after(self, actions: Sequence[SeatAction], dealt: DealtWorlds, styles: Numbers) -> Rounds:
        """The rounds after each of the actions in each world. Shape: all worlds of the first action come first."""
        worlds = dealt.hands.shape[1]
        lots = np.tile(np.arange(worlds), len(actions))
        many, styles = dealt.of(lots), np.ascontiguousarray(styles[:, lots])
        cards = np.array([packed_card(one.card) for one in actions if not isinstance(one, Trump)], np.uint64)
        if isinstance(actions[0], Hide):
            return Rounds(self._table, self._hidden(many, np.repeat(cards, worlds)), styles)
        rounds = Rounds(self._table, many, styles)
        if isinstance(actions[0], Play):
            rounds.play(np.repeat(cards, worlds))
        else:
            trump = self._table.trump
            named = [one.colour for one in actions if isinstance(one, Trump)]
            rounds.name(np.repeat(SUITS[[trump if colour is None else colour for colour in named]], worlds))
        return rounds

    def _hidden(self, dealt: DealtWorlds, cards: Sets) -> DealtWorlds:
        """The same worlds once this seat has hidden a card in each; it lies in the middle of the pile."""
        hands, hidden = dealt.hands.copy(), dealt.hidden.copy()
        hands[self._seat] ^= cards
        hidden[self._seat] = cards
        pile = np.insert(dealt.pile, self._table.seats // 2, self._seat, axis=0)
        return DealtWorlds(hands, dealt.jokers, hidden, pile)
