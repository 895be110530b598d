"""The hard player of Bluff: as it is solved between two with few dice, elsewhere by trying actions in likely worlds.

In each world every opponent has a style of their own, and dice with which that style would have bid what was bid. By
these styles the round is played to its end, and the dice that are left to everyone say how good the action was.
"""

from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from math import exp, log
from operator import add, mul
from random import Random
from typing import Final, NamedTuple

from games.bluff.actions import LIFT, STAR, Bid, BluffAction, Expose, SeatAction
from games.bluff.computer import medium, open_dice
from games.bluff.events import BidMade
from games.bluff.rules import lost_by
from games.bluff.solved import is_solved
from games.bluff.styles import (
    ALL,
    BELIEVABLE,
    COUNTED,
    COUNTS,
    DOUBT,
    FACE,
    KEY,
    LAST,
    NUMBER,
    ONE,
    ONE_OF,
    QUANTITY,
    ROLLED,
    SHIFT,
    SOUND,
    STYLES,
    SURE,
    Counted,
    InfoSet,
    PlayStyle,
    PolicyState,
    PublicState,
    count_shown,
    facing_after,
    key_of,
    moods_of,
    prospects,
    tails,
)
from games.bluff.table import EndedRound
from games.bluff.view import BluffView
from games.core import Seat, TimeUp
from games.search import Judged, best_of, candidates, judge

_SAME_FACE: Final = 0.23
_OTHER_FACE: Final = 0.04
_OTHERWISE: Final = 0.012
"""How often somebody makes another bid than their style says, on the same face or another, or doubts instead."""

_ANY_OF: Final = 4.0
"""A player who makes any safe bid makes one of so many as surely as others make the bid that their style says."""

_ALIKE: Final = 0.7
"""How often an opponent has the style of the whole table: people who play together play alike."""

_CAUTION: Final = 0.15
"""However well some styles explain what an opponent has done, all together keep this chance: people change."""

_TEMPER: Final = 0.6
"""Power with which actions count, since nobody plays exactly by a style."""

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
    """A player of this style."""
    moods, often = moods_of(style)
    return Player(style, moods, tuple(accumulate(often[:-1])))


PLAYERS: Final = tuple(map(player, STYLES))


class Reply(NamedTuple):
    """Answer of a player, and what they faced."""

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
    """How well each style explains what a player has done. The sum is 1."""
    sums = [0.0] * len(STYLES)
    for one in ended:
        sums = [*map(add, sums, _explained(one, seat))]
    highest = max(sums)
    shares = [exp(_TEMPER * (logarithm - highest)) for logarithm in sums]
    whole = sum(shares)
    return [share / whole for share in shares]


@lru_cache(maxsize=1 << 8)
def _explained(ended: EndedRound, seat: Seat) -> tuple[float, ...]:
    """How well each style explains what a player did in this round. Logarithms; 0 where nothing was done."""
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


_WORTH: Final = {
    2: (0.0, 1.0, 1.4, 3.0, 6.5, 13.0),
    3: (0.0, 1.0, 2.2, 4.8, 11.0, 20.0),
    4: (0.0, 1.0, 3.2, 8.6, 18.4, 37.0),
}
"""A player wins in proportion to this, by the players left and their own dice; fitted to matches of mixed styles."""


class End(NamedTuple):
    """How a round ends. `surplus` is how many more dice there are than the `last` bid said; below 0, fewer."""

    bidder: int
    doubter: int
    surplus: int
    last: int


class Stage(NamedTuple):
    """A round at one moment, as everybody sees it.

    For each seat, `hidden` has the dice under other cups, `keys` what `key_of` makes of them, and `following`
    who is to act next.
    """

    facing: PublicState
    believed: Counted
    hidden: tuple[int, ...]
    keys: tuple[int, ...]
    following: Sequence[int]


def stage(facing: PublicState, following: Sequence[int]) -> Stage:
    """The stage for a round that everybody sees like this."""
    cups = sum(facing.under_cup)
    hidden = tuple([cups - own for own in facing.under_cup])
    keys = tuple([key_of(0, dice, facing.dice) for dice in hidden])
    return Stage(facing, facing.believed, hidden, keys, following)


class World(NamedTuple):
    """The hidden part of a round.

    Each seat's mood; what counts of its own dice and all that are shown; what counts of all dice.
    """

    players: Sequence[PolicyState]
    held: Sequence[Counted]
    counted: Counted


def play_out(stage: Stage, world: World, seat: int, answer: int) -> End:
    """How the round ends if `seat` answers this and everybody goes on by their mood."""
    facing, believed, hidden, keys, following = stage
    players, held, counted = world
    last, bidder, earlier, under_cup, dice, _ = facing
    named = [*earlier]
    while answer != DOUBT:
        face = FACE[answer]
        if not named[seat] >> face & 1:
            named[seat] |= 1 << face
            if under_cup[seat] >= BELIEVABLE:
                believed += ONE[face]
        last, bidder, seat = answer, seat, following[seat]
        mood, known = players[seat], held[seat]
        if mood.trusts == LAST:
            if under_cup[bidder] >= BELIEVABLE:
                known += ONE[face]
        elif mood.trusts == ALL:
            known += believed
            if under_cup[seat] >= BELIEVABLE:
                known -= ONE_OF[named[seat]]
        key = (known << KEY) + keys[seat] + last
        found = mood.answers.get(key)
        answer = mood.find(key, known, prospects(last, hidden[seat], dice)) if found is None else found
    return End(bidder, seat, (counted >> SHIFT[FACE[last]] & COUNTS) - QUANTITY[last], last)


def left_after(dice_counts: tuple[int, ...], end: End) -> tuple[int, ...]:
    """How many dice everyone has left after a round that ends like this."""
    lost = lost_by(dice_counts, Seat(end.bidder), Seat(end.doubter), end.surplus)
    return tuple([had - gone for had, gone in zip(dice_counts, lost, strict=True)])


def following(dice_counts: Sequence[int]) -> tuple[int, ...]:
    """Seat that is to act after each seat. Source: RULES.md 2.2."""
    seats = len(dice_counts)
    return tuple(
        next(other % seats for other in range(seat + 1, seat + seats + 1) if dice_counts[other % seats])
        for seat in range(seats)
    )


def chance_to_win(dice_counts: Sequence[int], seat: int) -> float:
    """How likely this seat wins a match in which everyone has this many dice."""
    left = sum(map(bool, dice_counts))
    if left == 1:
        return float(dice_counts[seat] > 0)
    worth = _WORTH[min(left, max(_WORTH))]
    return worth[dice_counts[seat]] / sum([worth[dice] for dice in dice_counts])


_HALVED_AFTER: Final = 20
"""The worse half of the actions is given up each time this many worlds have been tried."""

_ERRORS: Final = 1.0
_WORTH_IT: Final = 0.01
"""By how many standard errors an action must be ahead, and by how large a share of the match, for `hard` not to do what
`medium` would do.
"""

_HOPELESS: Final = 0.02
"""Bids are not tried if they hold less often than this, even if somebody else has one more such die than is fair."""

_SOUND: Final = PolicyState(SOUND)


def hard(view: BluffView, rng: Random, is_time_up: TimeUp) -> BluffAction:
    """Plays like `medium`, unless something else does clearly better against all that the others may be."""
    usual = medium(view, rng)
    if is_solved(view) or len(view.legal_actions) == 1:
        return usual
    judged = evaluate(view, rng, is_time_up, kept=usual)
    best = best_of(judged)
    ahead, error = next((one.ahead, one.ahead_error) for one in judged if one.action == best)
    return best if ahead > max(_ERRORS * error, _WORTH_IT) else usual


def evaluate(
    view: BluffView,
    rng: Random,
    is_time_up: TimeUp,
    *,
    among: Sequence[SeatAction] | None = None,
    kept: SeatAction | None = None,
) -> tuple[Judged[SeatAction], ...]:
    """Judges actions by the share of the match that this seat wins."""
    worlds = _Worlds(view, rng)
    after = following(view.table.dice_counts)
    plans = [_plan(view, action, after) for action in candidates(_promising(view), among, kept)]
    is_kept = next((plan for plan in plans if plan.action == kept), None)
    judged = judge(plans, worlds.draw, worlds.worth, is_time_up, _HALVED_AFTER, kept=is_kept)
    return tuple(
        Judged(one.action.action, *one[1:-1], 1 - worlds.failed[one.action.action] / one.samples) for one in judged
    )


def _promising(view: BluffView) -> tuple[SeatAction, ...]:
    """Actions worth trying: any dice that can be shown; otherwise a doubt, and every bid that may well hold."""
    if view.table.phase == "expose":
        return view.legal_actions
    held = COUNTED[view.own_dice] + count_shown(open_dice(view))
    tail = tails(sum(map(view.table.under_cup, view.opponents)))
    bids = [action for action in view.legal_actions if isinstance(action, Bid)]
    hopeful = [
        bid for bid in bids if tail[bid.face][SURE + bid.quantity - (held >> SHIFT[bid.face] & COUNTS) - 1] > _HOPELESS
    ]
    return (*(hopeful or bids[:1]), *([LIFT] if view.table.bids else []))


class Plan(NamedTuple):
    """Course of the round after one action.

    This seat gives `answer` on this `stage`; what counts of the dice under its cup is `own`, or they are
    `rolled` anew: one of these.
    """

    action: SeatAction
    stage: Stage
    answer: int
    own: Counted
    rolled: Sequence[Counted]


def _plan(view: BluffView, action: SeatAction, after: Sequence[int]) -> Plan:
    """Plan to be played out for this action. Who shows dice, or none, makes the bid before it at the same time."""
    table, own = view.table, COUNTED[view.own_dice]
    if table.phase == "bid":
        answer = NUMBER[action.quantity, action.face] if isinstance(action, Bid) else DOUBT
        return Plan(action, stage(facing_after(table.dice_counts, table.bids), after), answer, own, ())
    *earlier, made = table.bids
    facing, answer = facing_after(table.dice_counts, earlier), NUMBER[made.bid.quantity, made.bid.face]
    if not isinstance(action, Expose):
        return Plan(action, stage(facing, after), answer, own, ())
    left = len(view.own_dice) - len(action.faces)
    under_cup = tuple(left if seat == view.seat else dice for seat, dice in enumerate(facing.under_cup))
    facing = facing._replace(under_cup=under_cup, shown=facing.shown + count_shown(action.faces))
    return Plan(action, stage(facing, after), answer, 0, ROLLED[left])


class _Worlds:
    """Draws worlds for one choice, and finds what a plan is worth in them."""

    def __init__(self, view: BluffView, rng: Random) -> None:
        assert view.seat is not None
        self._seat, self._rng, self._dice_counts = view.seat, rng, view.table.dice_counts
        self._opponents = opponents(view).items()
        self._worth: dict[tuple[int, ...], float] = {}
        self.failed = Counter[SeatAction]()

    def draw(self) -> tuple[World, float]:
        """A world without this seat's own dice. All count alike."""
        players, cups = [_SOUND] * len(self._dice_counts), [0] * len(self._dice_counts)
        for seat, opponent in self._opponents:
            player, cups[seat] = opponent.guess(self._rng)
            players[seat] = player.mood(self._rng)
        return World(players, cups, sum(cups)), 1.0

    def worth(self, world: World, plan: Plan) -> float:
        """How likely this seat wins the match with that plan in that world."""
        players, cups, counted = world
        _, stage, answer, own, rolled = plan
        seat, shown = self._seat, stage.facing.shown
        if rolled:
            own = rolled[int(self._rng.random() * len(rolled))]
        held = [cup + shown for cup in cups]
        held[seat] = own + shown
        end = play_out(stage, World(players, held, counted + own + shown), seat, answer)
        if end.surplus >= 0 if answer == DOUBT else end.last == answer:
            self.failed[plan.action] += 1
        worth = self._worth.get(end[:3])
        if worth is None:
            worth = self._worth[end[:3]] = chance_to_win(left_after(self._dice_counts, end), seat)
        return worth
