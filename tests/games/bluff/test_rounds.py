"""Rounds as Bluff's search plays them out, compared with the rules."""

from itertools import chain
from random import Random

import pytest

from games.bluff import GAME
from games.bluff.actions import LIFT, PATH, Bid, roll
from games.bluff.rules import BluffState
from games.bluff.search import World, chance_to_win, following, left_after, play_out, stage
from games.bluff.styles import COUNTED, DOUBT, NUMBER, STYLES, PolicyState, facing_after, moods_of
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


@pytest.mark.parametrize("seed", range(60))
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


def test_the_last_player_has_won() -> None:
    assert [chance_to_win((0, 2, 0), seat) for seat in range(3)] == [0, 1, 0]
