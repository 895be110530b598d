"""The hard player of Bluff: as it is solved between two with few dice, elsewhere by trying actions in likely worlds.

In each world every opponent has a style of their own, and dice with which that style would have bid what was bid. By
these styles the round is played to its end, and the dice that are left to everyone say how good the action was.
"""

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from games.bluff.actions import LIFT, Bid, BluffAction, Expose, SeatAction
from games.bluff.facing import facing_after
from games.bluff.greedy import open_dice
from games.bluff.medium import medium
from games.bluff.opponents import opponents
from games.bluff.ranks import (
    COUNTED,
    COUNTS,
    DOUBT,
    NUMBER,
    ROLLED,
    SHIFT,
    SURE,
    Counted,
    count_shown,
    tails,
)
from games.bluff.rounds import End, Stage, World, chance_to_win, following, left_after, play_out, stage
from games.bluff.solved import is_solved, solved
from games.bluff.styles import SOUND, PolicyState
from games.bluff.view import BluffView
from games.core import TimeUp
from games.search import Judged, best_of, candidates, judge

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
    """Plays the solved strategy where there is one, else like `medium`, unless something else does clearly better.

    What does better is found by trying it against all that the others may be.
    """
    if is_solved(view):
        return solved(view, rng)
    if len(view.legal_actions) == 1:
        return view.legal_actions[0]
    usual = medium(view, rng)
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
    """What actions are worth. Units: the share of the match that this seat wins."""
    worlds = _Worlds(view, rng)
    after = following(view.table.dice_counts)
    plans = [_plan(view, action, after) for action in candidates(_promising(view), among, kept)]
    is_kept = next((plan for plan in plans if plan.action == kept), None)
    judged = judge(plans, worlds.draw, worlds.worth, is_time_up, _HALVED_AFTER, kept=is_kept)
    return tuple(Judged(one.action.action, *one[1:]) for one in judged)


def _promising(view: BluffView) -> tuple[SeatAction, ...]:
    """What is worth trying: whatever dice can be shown; otherwise a doubt, and every bid that may well hold."""
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
    """What one action makes of the round.

    Shape: this seat gives `answer` on this `stage`; what counts of the dice under its cup is `own`, or they are
    `rolled` anew: one of these.
    """

    action: SeatAction
    stage: Stage
    answer: int
    own: Counted
    rolled: Sequence[Counted]


def _plan(view: BluffView, action: SeatAction, after: Sequence[int]) -> Plan:
    """What is played out for this action. Whoever shows dice, or none, makes the bid before it in the same breath."""
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
        self._worth: dict[End, float] = {}

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
        worth = self._worth.get(end)
        if worth is None:
            worth = self._worth[end] = chance_to_win(left_after(self._dice_counts, end), seat)
        return worth
