"""`hard` at Bluff: its opponents, rounds played to their end, and what it chooses."""

from dataclasses import replace
from itertools import chain
from random import Random

import pytest

from games.bluff import GAME, search
from games.bluff.actions import LIFT, PATH, STAR, Bid, BluffAction, SeatAction, roll
from games.bluff.computer import medium
from games.bluff.rules import BluffState
from games.bluff.search import (
    World,
    chance_to_win,
    evaluate,
    following,
    hard,
    left_after,
    play_out,
    stage,
)
from games.bluff.solved import solved
from games.bluff.styles import (
    COUNTED,
    DOUBT,
    NUMBER,
    STYLES,
    PolicyState,
    facing_after,
    moods_of,
)
from games.core import Seat
from games.search import Judged, after, best_of
from tests.games.bluff.tables import act, on_turn, table

MOODS = tuple(chain.from_iterable(moods_of(style)[0] for style in STYLES))


def dealt(rng: Random) -> BluffState:
    """A round at a table of some size, with one bid."""
    counts = [rng.randint(0, 5) for _ in range(4)] + [2, 3]
    rng.shuffle(counts)
    opener = rng.choice([seat for seat, dice in enumerate(counts) if dice])
    cups = " / ".join(GAME.parse_action(f"roll {' '.join('1' * dice) or '-'}").to_text()[5:] for dice in counts)
    state = table(cups, opener=opener)
    return BluffState(state.table, tuple(roll(rng, dice) for dice in counts))


def finish(state: BluffState, players: tuple[PolicyState, ...]) -> tuple[int, ...]:
    """The dice that are left when these players have ended the round by the rules."""
    while state.table.phase == "bid":
        seat = on_turn(state)
        last, hidden, dice, known = facing_after(state.table.dice_counts, state.table.bids).standpoint(seat)
        number = players[seat].answer(COUNTED[state.cups[seat]] + known[players[seat].trusts], last, hidden, dice)
        state = act(state, (LIFT if number == DOUBT else PATH[number]).to_text())
    return state.table.dice_counts


@pytest.mark.parametrize("seed", range(30))
def test_a_round_ends_as_it_does_by_the_rules(seed: int) -> None:
    rng = Random(seed)
    state = dealt(rng)
    players = tuple(rng.choices(MOODS, k=6))
    first = rng.choice([action for action in state.view(on_turn(state)).legal_actions if isinstance(action, Bid)])
    held = [COUNTED[cup] for cup in state.cups]
    counts = state.table.dice_counts
    opening = stage(facing_after(counts, ()), following(counts))

    end = play_out(opening, World(players, held, sum(held)), on_turn(state), NUMBER[first.quantity, first.face])

    assert left_after(counts, end) == finish(act(state, first.to_text()), players)


def test_chances_to_win_are_shared_out() -> None:
    counts = (5, 0, 3, 1, 1)

    assert sum(chance_to_win(counts, seat) for seat in range(5)) == pytest.approx(1)
    assert (
        chance_to_win(counts, 0) > chance_to_win(counts, 2) > chance_to_win(counts, 3) > chance_to_win(counts, 1) == 0
    )


@pytest.mark.parametrize(
    ("ahead", "error", "is_taken"), [(0.03, 0.02, True), (0.03, 0.04, False), (0.005, 0.0, False), (0.02, 0.0, True)]
)
def test_hard_leaves_what_medium_does_only_for_what_is_clearly_better(
    monkeypatch: pytest.MonkeyPatch,
    ahead: float,
    error: float,
    is_taken: bool,
) -> None:
    view = act(table("1 2 5 / 3 4 5 5 / 5 5"), "bid 2x5").view(Seat(1))
    usual = medium(view, Random(1))
    other = next(action for action in view.legal_actions if action != usual)

    def evaluate(*_: object, kept: BluffAction) -> tuple[Judged[BluffAction], ...]:
        assert kept == usual
        return Judged(usual, 0.3, 0.01, 9, 0.0, 0.0), Judged(other, 0.3 + ahead, 0.01, 9, ahead, error)

    monkeypatch.setattr(search, "evaluate", evaluate)

    assert hard(view, Random(1), never) == (other if is_taken else usual)


@pytest.mark.parametrize(
    ("cups", "bid", "action", "least", "most"),
    [
        ("3 3 / 5 5", "bid 3x2", LIFT, 1.0, 1.0),  # nobody can hold as many
        ("3 3 / 5 5", "bid 2x5", LIFT, 0.0, 0.0),  # it holds already
        ("3 3 / 5 5", "bid 2x5", Bid(4, STAR), 0.0, 0.0),  # nothing is higher
        ("3 3 3 3 3 / 5 5 5 5 5 / 1 1 1 1 1", "bid 1x1", Bid(1, 2), 0.9, 1.0),
    ],
    ids=["a sure doubt", "a hopeless doubt", "the highest bid", "a low bid"],
)
def test_it_tells_how_often_a_doubt_is_right_or_a_bid_is_raised(
    cups: str, bid: str, action: SeatAction, least: float, most: float
) -> None:
    view = act(table(cups), bid).view(Seat(1))
    (found,) = evaluate(view, Random(1), after(20), among=(action,))
    assert found.success is not None
    assert least <= found.success <= most


def test_a_single_action_is_not_thought_about() -> None:
    assert hard(act(table("1 / 1 / 1"), "bid 3x*").view(Seat(1)), Random(1), never) == LIFT


def never() -> bool:
    raise AssertionError("there is nothing to think about")


def doubt_after(cups: str) -> tuple[float, BluffAction]:
    """What doubting `5 × 5` is worth to player 2, and what `hard` does, if player 1 has bid that with these cups."""
    state = table("1 1 2 2 3 / 1 2 3 4 5 / 1 2 3 3 4")
    for _ in range(8):
        ended = act(table(cups), "bid 5x5", "lift").table.ended
        state = BluffState(replace(state.table, ended=(*state.table.ended, *ended)), state.cups)
    view = act(state, "bid 5x5").view(Seat(1))
    judged = evaluate(view, Random(1), after(150))
    return next(one.value for one in judged if one.action == LIFT), best_of(judged)


def test_a_serial_bluffer_is_doubted_and_an_honest_bidder_is_not() -> None:
    lied_to, doubts = doubt_after("1 1 2 3 4 / 1 2 3 4 4 / 1 2 3 4 4")
    told_the_truth, raises = doubt_after("5 5 5 5 * / 1 2 3 4 4 / 1 2 3 4 4")

    assert lied_to > told_the_truth + 0.05
    assert doubts == LIFT
    assert raises != LIFT


def test_between_two_with_few_dice_medium_and_hard_play_as_it_is_solved() -> None:
    view = act(table("1 2 5 / 3 *"), "bid 2x5").view(Seat(1))

    assert medium(view, Random(5)) == hard(view, Random(5), never) == solved(view, Random(5))
