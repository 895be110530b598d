"""The hard player of Bluff: as it is solved between two with few dice, elsewhere by trying actions in likely worlds.

In each world every opponent has a style of their own, and dice with which that style would have bid what was bid. By
these styles the round is played to its end, and the dice that are left to everyone say how good the action was.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from games.bluff.actions import LIFT, Bid, BluffAction, Dice, Expose, SeatAction, roll
from games.bluff.greedy import open_dice
from games.bluff.medium import medium
from games.bluff.opponents import Guess, Opponent, facing_after
from games.bluff.ranks import COUNTED, DOUBT, NOTHING, NUMBER, SURE, Counted, count_shown, plus, tails
from games.bluff.rounds import Table, chance_to_win, following, play_out
from games.bluff.solved import is_solved, solved
from games.bluff.styles import SOUND, Facing
from games.bluff.view import BluffView
from games.core import Seat, TimeUp
from games.search import Judged, best_of, candidates, judge
from games.values import put

_HALVED_AFTER: Final = 20
"""The worse half of the actions is given up each time this many worlds have been tried."""

_WORTH_IT: Final = 0.04
"""By how large a share of the match an action must be better for `hard` not to do what `medium` would do."""

_HOPELESS: Final = 0.02
"""Bids are not tried if they hold less often than this, even if somebody else has one more such die than is fair."""


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
    values = {one.action: one.value for one in judged}
    best = best_of(judged)
    return usual if values[usual] > values[best] - _WORTH_IT else best


def evaluate(
    view: BluffView,
    rng: Random,
    is_time_up: TimeUp,
    *,
    among: Sequence[SeatAction] | None = None,
    kept: SeatAction | None = None,
) -> tuple[Judged[SeatAction], ...]:
    """What actions are worth. Units: the share of the match that this seat wins."""
    opponents = {seat: Opponent(view, seat) for seat in view.opponents}
    plans = {action: _plan(view, action) for action in candidates(_promising(view), among, kept)}
    after = following(view.table.dice_counts)
    return judge(
        tuple(plans),
        lambda: ({seat: opponent.guess(rng) for seat, opponent in opponents.items()}, 1.0),
        lambda guesses, action: _worth(view, plans[action], after, guesses, rng),
        is_time_up,
        _HALVED_AFTER,
        kept=kept,
    )


class Plan(NamedTuple):
    """What one action makes of the round.

    Shape: this seat gives `answer` to what it is `facing`; under its cup are `own` dice, or that many `rolled` anew;
    `shown` is what counts of all dice that lie open.
    """

    facing: Facing
    answer: int
    own: Dice
    rolled: int
    shown: Counted


def _promising(view: BluffView) -> tuple[SeatAction, ...]:
    """What is worth trying: whatever dice can be shown; otherwise a doubt, and every bid that may well hold."""
    if view.table.phase == "expose":
        return view.legal_actions
    held = plus(COUNTED[view.own_dice], count_shown(open_dice(view)))
    tail = tails(sum(map(view.table.under_cup, view.opponents)))
    bids = [action for action in view.legal_actions if isinstance(action, Bid)]
    hopeful = [bid for bid in bids if tail[bid.face][SURE + bid.quantity - held[bid.face] - 1] > _HOPELESS]
    return (*(hopeful or bids[:1]), *([LIFT] if view.table.bids else []))


def _plan(view: BluffView, action: SeatAction) -> Plan:
    """What is played out for this action. Whoever shows dice, or none, makes the bid before it in the same breath."""
    table, shown = view.table, count_shown(open_dice(view))
    if table.phase == "bid":
        answer = _number(action) if isinstance(action, Bid) else DOUBT
        return Plan(facing_after(table.dice_counts, table.bids), answer, view.own_dice, 0, shown)
    assert view.seat is not None
    *earlier, made = table.bids
    facing, answer = facing_after(table.dice_counts, earlier), _number(made.bid)
    if not isinstance(action, Expose):
        return Plan(facing, answer, view.own_dice, 0, shown)
    left = len(view.own_dice) - len(action.faces)
    facing = facing._replace(under_cup=put(tuple(facing.under_cup), view.seat, left))
    return Plan(facing, answer, (), left, plus(shown, count_shown(action.faces)))


def _number(bid: Bid) -> int:
    return NUMBER[bid.quantity, bid.face]


def _worth(view: BluffView, plan: Plan, after: tuple[int, ...], guesses: Mapping[Seat, Guess], rng: Random) -> float:
    """How likely this seat wins the match with that plan if the opponents are those of the guesses."""
    assert view.seat is not None
    dice_counts = view.table.dice_counts
    cups, players = [NOTHING] * len(dice_counts), [SOUND] * len(dice_counts)
    cups[view.seat] = COUNTED[roll(rng, plan.rolled) if plan.rolled else plan.own]
    counted = plus(plan.shown, cups[view.seat])
    for seat, (style, cup) in guesses.items():
        players[seat], cups[seat] = style, cup
        counted = plus(counted, cup)
    held = [plus(cup, plan.shown) for cup in cups] if any(plan.shown) else cups
    table = Table(dice_counts, held, counted, players, after)
    return chance_to_win(play_out(table, plan.facing, view.seat, plan.answer, rng), view.seat)
