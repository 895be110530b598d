"""What a search of Bluff takes its opponents for: how they play, and what lies under their cups. Knows only a view."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, chain
from math import exp, log
from operator import add
from random import Random
from typing import Final, NamedTuple

from games.bluff.actions import STAR, Dice, roll
from games.bluff.events import BidMade
from games.bluff.ranks import COUNTED, DOUBT, FACE, NO_BID, NOTHING, NUMBER, Counted, count_shown, plus
from games.bluff.styles import STYLES, Facing, Style
from games.bluff.table import EndedRound
from games.bluff.view import BluffView
from games.core import Seat

_SAME_FACE: Final = 0.35
_OTHER_FACE: Final = 0.1
_OTHERWISE: Final = 0.06
"""How often somebody makes another bid than their style says, on the same face or another, or doubts instead."""

_CAUTION: Final = 0.3
"""However well some styles explain what an opponent has done, all together keep this chance: people change."""

_TEMPER: Final = 0.7
"""What is done counts with this power, since nobody plays exactly by a style."""

_GUESSES: Final = 4
"""Guesses about each opponent that every world adds to those before it."""


_ASSUMED: Final = 0.4
_USUAL: Final = 0.5
_USUAL_DICE: Final = 30.0
"""How often a die counts for the number that its owner has bid on last: by the styles, and among people; so many dice
are counted as seen before the first cup is lifted.
"""


class Choice(NamedTuple):
    """What a player did, and what they faced. Shape: `shown` counts all dice that lay open."""

    seat: Seat
    facing: Facing
    shown: Counted
    answer: int


class Guess(NamedTuple):
    """How an opponent may play, and what counts of the dice under their cup."""

    style: Style
    cup: Counted


def choices(dice_counts: Sequence[int], bids: Iterable[BidMade]) -> Mapping[Seat, tuple[Choice, ...]]:
    """Every bid since its player's dice were last rolled."""
    found: dict[Seat, tuple[Choice, ...]] = {}
    facing, shown = Facing(NO_BID, 0, [0] * len(dice_counts), dice_counts, sum(dice_counts)), NOTHING
    for made in bids:
        choice = Choice(made.seat, facing, shown, NUMBER[made.bid.quantity, made.bid.face])
        found[made.seat] = () if made.exposed else (*found.get(made.seat, ()), choice)
        facing = _after(facing, made)
        shown = plus(shown, count_shown(made.exposed))
    return found


def facing_after(dice_counts: Sequence[int], bids: Iterable[BidMade]) -> Facing:
    """What everybody can see after these bids."""
    facing = Facing(NO_BID, 0, [0] * len(dice_counts), dice_counts, sum(dice_counts))
    for made in bids:
        facing = _after(facing, made)
    return facing


def _after(facing: Facing, made: BidMade) -> Facing:
    named, under_cup = [*facing.named], [*facing.under_cup]
    named[made.seat] = 0 if made.exposed else named[made.seat] | 1 << made.bid.face
    under_cup[made.seat] -= len(made.exposed)
    return Facing(NUMBER[made.bid.quantity, made.bid.face], made.seat, named, under_cup, facing.dice)


def likelihood(style: Style, cup: Counted, choice: Choice) -> float:
    """How likely somebody with this style and these dice under the cup does this, compared with other styles."""
    held = plus(cup, choice.shown)
    honest = _likeness(style.answer(choice.seat, held, choice.facing), choice.answer)
    if not style.lies:
        return honest
    lie = _likeness(style.answer(choice.seat, held, choice.facing, lying=True), choice.answer)
    return style.lies * lie + (1 - style.lies) * honest


def _likeness(expected: int, answer: int) -> float:
    if expected == answer:
        return 1.0
    if DOUBT in (expected, answer):
        return _OTHERWISE
    return _SAME_FACE if FACE[expected] == FACE[answer] else _OTHER_FACE


def manner(ended: Sequence[EndedRound], seat: Seat) -> list[float]:
    """How likely a player has each of the styles, by the rounds in which their cup was lifted in the end."""
    sums = [0.0] * len(STYLES)
    for one in ended:
        sums = [*map(add, sums, _explained(one, seat))]
    highest = max(sums)
    shares = [exp(_TEMPER * (logarithm - highest)) for logarithm in sums]
    whole = sum(shares)
    return [(1 - _CAUTION) * share / whole + _CAUTION / len(STYLES) for share in shares]


@lru_cache(maxsize=1 << 8)
def _explained(ended: EndedRound, seat: Seat) -> tuple[float, ...]:
    """How well each style explains what a player did in this round. Shape: logarithms; 0 where nothing was done."""
    lifted = ended.lifted
    dice_counts = [len(cup) + len(exposed) for cup, exposed in zip(lifted.cups, lifted.exposed, strict=True)]
    done = choices(dice_counts, ended.bids).get(seat, ())
    if seat == lifted.doubter:
        shown = count_shown(tuple(chain.from_iterable(lifted.exposed)))
        done = (*done, Choice(seat, facing_after(dice_counts, ended.bids), shown, DOUBT))
    cup = COUNTED[lifted.cups[seat]]
    return tuple(sum(log(likelihood(style, cup, choice)) for choice in done) for style in STYLES)


def truthfulness(ended: Iterable[EndedRound], seat: Seat) -> float:
    """How often a die under this player's cup counts for a bid on the number they have bid on last."""
    hits, dice = _USUAL * _USUAL_DICE, _USUAL_DICE
    for bids, lifted in ((one.bids, one.lifted) for one in ended):
        face = next((made.bid.face for made in reversed(bids) if made.seat == seat and not made.exposed), STAR)
        if face != STAR:
            hits += COUNTED[lifted.cups[seat]][face]
            dice += len(lifted.cups[seat])
    return hits / dice


class Opponent:
    """Guesses about one opponent. The more of them, the more those count that explain the opponent's bids."""

    def __init__(self, view: BluffView, seat: Seat) -> None:
        self._dice = view.table.under_cup(seat)
        self._choices = choices(view.table.dice_counts, view.table.bids).get(seat, ())
        self._styles = [*accumulate(manner(view.table.ended, seat))]
        odds = truthfulness(view.table.ended, seat)
        self._truth = odds / (1 - odds) / (_ASSUMED / (1 - _ASSUMED))
        self._guesses: list[Guess] = []
        self._weights: list[float] = []

    def guess(self, rng: Random) -> Guess:
        """One of the guesses, the better it explains the bids the likelier."""
        if not self._choices:
            return self._guess(rng)
        for _ in range(_GUESSES):
            guess = self._guess(rng)
            weight = self._weights[-1] if self._weights else 0.0
            self._guesses.append(guess)
            self._weights.append(weight + self._explains(guess))
        return rng.choices(self._guesses, cum_weights=self._weights)[0]

    def _guess(self, rng: Random) -> Guess:
        dice: Dice = roll(rng, self._dice)
        return Guess(rng.choices(STYLES, cum_weights=self._styles)[0], COUNTED[dice])

    def _explains(self, guess: Guess) -> float:
        explained = 1.0
        for choice in self._choices:
            explained *= likelihood(guess.style, guess.cup, choice)
        face = FACE[self._choices[-1].answer]
        return explained if face == STAR else explained * self._truth ** guess.cup[face]
