"""What a search of Bluff takes its opponents for: how they play, and what lies under their cups. Knows only a view."""

from bisect import bisect
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from math import exp, log
from operator import add, mul
from random import Random
from typing import Final, NamedTuple

from games.bluff.actions import STAR
from games.bluff.events import BidMade
from games.bluff.facing import InfoSet, facing_after
from games.bluff.ranks import COUNTED, COUNTS, DOUBT, FACE, NUMBER, ROLLED, SHIFT, Counted, prospects
from games.bluff.styles import STYLES, PlayStyle, PolicyState, moods_of
from games.bluff.table import EndedRound
from games.bluff.view import BluffView
from games.core import Seat

_SAME_FACE: Final = 0.23
_OTHER_FACE: Final = 0.04
_OTHERWISE: Final = 0.012
"""How often somebody makes another bid than their style says, on the same face or another, or doubts instead."""

_ANY_OF: Final = 4.0
"""Who makes any bid that is safe makes one of so many as surely as others make the bid that their style says."""

_ALIKE: Final = 0.7
"""How often an opponent has the style of the whole table: people who play together play alike."""

_CAUTION: Final = 0.15
"""However well some styles explain what an opponent has done, all together keep this chance: people change."""

_TEMPER: Final = 0.6
"""What is done counts with this power, since nobody plays exactly by a style."""

_GUESSES: Final = 150
_MORE_GUESSES: Final = 1
"""Guesses about an opponent before the first world, and those that every world adds."""

_ASSUMED: Final = 0.4
_USUAL: Final = 0.5
_USUAL_DICE: Final = 30.0
_COMMON_DICE: Final = 30.0
"""How often a die counts for the number that its owner has bid on last: by the styles, and among people. So many dice
are counted as seen before the first cup is lifted; and so many, for each player, as true as those of all of them.
"""


class Player(NamedTuple):
    """A style, the moods in which it can be, and how often it is in each of them or an earlier one."""

    style: PlayStyle
    moods: tuple[PolicyState, ...]
    often: tuple[float, ...]

    def mood(self, rng: Random) -> PolicyState:
        """The mood of a round."""
        moods = self.moods
        return moods[0] if len(moods) == 1 else moods[bisect(self.often, rng.random())]


def player(style: PlayStyle) -> Player:
    """Whoever has this style."""
    moods, often = moods_of(style)
    return Player(style, moods, tuple(accumulate(often[:-1])))


PLAYERS: Final = tuple(map(player, STYLES))


class Reply(NamedTuple):
    """What a player did, and what they faced."""

    standpoint: InfoSet
    answer: int


class Guess(NamedTuple):
    """How an opponent may play, and what counts of the dice under their cup."""

    player: Player
    cup: Counted


def choices(dice_counts: Sequence[int], bids: Iterable[BidMade]) -> Mapping[Seat, tuple[Reply, ...]]:
    """Every bid since its player's dice were last rolled."""
    found: dict[Seat, tuple[Reply, ...]] = {}
    facing = facing_after(dice_counts, ())
    for made in bids:
        choice = Reply(facing.standpoint(made.seat), NUMBER[made.bid.quantity, made.bid.face])
        found[made.seat] = () if made.exposed else (*found.get(made.seat, ()), choice)
        facing = facing.after(made)
    return found


def likelihood(player: Player, cup: Counted, choice: Reply) -> float:
    """How likely somebody with this style and these dice under the cup does this, compared with other styles."""
    style, moods, _ = player
    (last, hidden, dice, known), answer = choice
    counted = cup + known[style.trusts]
    expected = moods[0].answer(counted, last, hidden, dice)
    if len(moods) == 1:
        return _likeness(expected, answer)
    if style.lies:
        lie = _likeness(moods[1].answer(counted, last, hidden, dice), answer)
        return style.lies * lie + (1 - style.lies) * _likeness(expected, answer)
    safe = prospects(last, hidden, dice).safe(counted, style.safe)
    if DOUBT in (expected, answer) or not safe:
        return _likeness(expected, answer)
    return min(1.0, _ANY_OF / len(safe)) if answer in safe else _OTHERWISE


def _likeness(expected: int, answer: int) -> float:
    if expected == answer:
        return 1.0
    if DOUBT in (expected, answer):
        return _OTHERWISE
    return _SAME_FACE if FACE[expected] == FACE[answer] else _OTHER_FACE


def manners(ended: Sequence[EndedRound], seats: Iterable[Seat]) -> Mapping[Seat, list[float]]:
    """How likely each of these has each of the styles, by the rounds in which cups were lifted in the end.

    What one has done also speaks for the style that the others may have in common with them.
    """
    own = {seat: _explaining(ended, seat) for seat in seats}
    alike = {seat: [_ALIKE * share * len(STYLES) + 1 - _ALIKE for share in shares] for seat, shares in own.items()}
    found = {}
    for seat, shares in own.items():
        common = [1.0] * len(STYLES)
        for other, likely in alike.items():
            if other != seat:
                common = [*map(mul, common, likely)]
        scale = _ALIKE * len(STYLES) / sum(common)
        joint = [share * (scale * one + 1 - _ALIKE) for share, one in zip(shares, common, strict=True)]
        whole = sum(joint)
        found[seat] = [(1 - _CAUTION) * share / whole + _CAUTION / len(STYLES) for share in joint]
    return found


def _explaining(ended: Sequence[EndedRound], seat: Seat) -> list[float]:
    """How well each style explains what a player has done. Shape: the sum is 1."""
    sums = [0.0] * len(STYLES)
    for one in ended:
        sums = [*map(add, sums, _explained(one, seat))]
    highest = max(sums)
    shares = [exp(_TEMPER * (logarithm - highest)) for logarithm in sums]
    whole = sum(shares)
    return [share / whole for share in shares]


@lru_cache(maxsize=1 << 8)
def _explained(ended: EndedRound, seat: Seat) -> tuple[float, ...]:
    """How well each style explains what a player did in this round. Shape: logarithms; 0 where nothing was done."""
    lifted = ended.lifted
    dice_counts = [len(cup) + len(exposed) for cup, exposed in zip(lifted.cups, lifted.exposed, strict=True)]
    done = choices(dice_counts, ended.bids).get(seat, ())
    if seat == lifted.doubter:
        done = (*done, Reply(facing_after(dice_counts, ended.bids).standpoint(seat), DOUBT))
    cup = COUNTED[lifted.cups[seat]]
    return tuple(sum([log(likelihood(player, cup, choice)) for choice in done]) for player in PLAYERS)


def truthfulness(ended: Sequence[EndedRound], seats: Iterable[Seat]) -> Mapping[Seat, float]:
    """How often a die under each of these cups counts for a bid on the number that its owner has bid on last."""
    found = {seat: _truths(ended, seat) for seat in seats}
    hits, dice = map(sum, zip((_USUAL * _USUAL_DICE, _USUAL_DICE), *found.values(), strict=True))
    usual = hits / dice
    return {seat: (usual * _COMMON_DICE + own) / (_COMMON_DICE + all_own) for seat, (own, all_own) in found.items()}


def _truths(ended: Iterable[EndedRound], seat: Seat) -> tuple[float, float]:
    """How many dice counted for the number that their owner had bid on last, and how many dice there were."""
    hits = dice = 0
    for bids, lifted in ((one.bids, one.lifted) for one in ended):
        face = next((made.bid.face for made in reversed(bids) if made.seat == seat and not made.exposed), STAR)
        if face != STAR:
            hits += COUNTED[lifted.cups[seat]] >> SHIFT[face] & COUNTS
            dice += len(lifted.cups[seat])
    return hits, dice


class OpponentModel:
    """Guesses about one opponent. The more of them, the more those count that explain the opponent's bids."""

    def __init__(self, view: BluffView, seat: Seat, manner: Sequence[float], odds: float) -> None:
        self._rolls = ROLLED[view.table.under_cup(seat)]
        self._choices = choices(view.table.dice_counts, view.table.bids).get(seat, ())
        self._styles = [*accumulate(manner)]
        face = FACE[self._choices[-1].answer] if self._choices else STAR
        self._truth = odds / (1 - odds) / (_ASSUMED / (1 - _ASSUMED)) if face != STAR else 1.0
        self._shift = SHIFT[face]
        self._guesses: list[Guess] = []
        self._weights: list[float] = []

    def guess(self, rng: Random) -> Guess:
        """One of the guesses, the better it explains the bids the likelier."""
        for _ in range(_MORE_GUESSES if self._guesses else _GUESSES):
            guess = self._guess(rng)
            weight = self._weights[-1] if self._weights else 0.0
            self._guesses.append(guess)
            self._weights.append(weight + self._explains(guess))
        return self._guesses[bisect(self._weights, rng.random() * self._weights[-1])]

    def _guess(self, rng: Random) -> Guess:
        rolls, styles = self._rolls, self._styles
        player = PLAYERS[bisect(styles, rng.random() * styles[-1])]
        return Guess(player, rolls[int(rng.random() * len(rolls))])

    def _explains(self, guess: Guess) -> float:
        player, cup = guess
        explained = self._truth ** (cup >> self._shift & COUNTS)
        for choice in self._choices:
            explained *= likelihood(player, cup, choice)
        return explained


def opponents(view: BluffView) -> Mapping[Seat, OpponentModel]:
    """Everybody else, as far as the rounds that are over have shown them."""
    manner, truth = manners(view.table.ended, view.opponents), truthfulness(view.table.ended, view.opponents)
    return {seat: OpponentModel(view, seat, manner[seat], truth[seat]) for seat in view.opponents}
