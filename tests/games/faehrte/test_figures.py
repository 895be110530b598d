"""What Auf falscher Fährte counts: tricks by the kind of a round, and what the hidden cards pulled towards."""

import pytest

from games.catalogue import GAMES
from games.faehrte.rules import FaehrteState
from tests.games.counted import Counted, by_default, counted
from tests.games.faehrte.tables import FOUR, THREE, start

FAEHRTE = GAMES["faehrte"]

IN_PLUS, IN_MINUS = ("r9", "y9", "g9", "b9"), ("r1", "y1", "g1", "b1")
"""Hidden cards with FOUR, where the first player holds all trumps, and so takes all twelve tricks."""


def after_round(state: FaehrteState) -> Counted:
    """The figures of the rest of a round, played by default actions."""
    return counted(FAEHRTE, state, *by_default(state))


@pytest.mark.parametrize(("hidden", "key"), [(IN_PLUS, "tricks_plus"), (IN_MINUS, "tricks_minus")])
def test_tricks_count_for_the_kind_of_their_round(hidden: tuple[str, ...], key: str) -> None:
    figures = after_round(start(FOUR, *hidden))

    assert [set(found) for found in figures[:4]] == [{key, "steered"}] * 4
    assert [found[key] for found in figures[:4]] == [(12, 1), (0, 1), (0, 1), (0, 1)]


@pytest.mark.parametrize(
    ("deal", "hidden", "steered"),
    [
        (THREE, ("r4", "y4", "b4"), (1, 1, 1)),  # 12: Minus
        (THREE, ("r5", "g5", "b5"), (1, 1, 1)),  # 15: Plus
        (THREE, ("r9", "y3", "b1"), (0, 1, 1)),  # 13: Minus
        (THREE, ("r9", "y4", "b1"), (1, 0, 0)),  # 14: Plus
        (FOUR, ("r5", "y5", "g5", "b5"), (1, 1, 1, 1)),  # 20: Minus
        (FOUR, ("r6", "y6", "g6", "b6"), (1, 1, 1, 1)),  # 24: Plus
        (FOUR, ("r12", "y6", "g0", "b5"), (0, 0, 1, 1)),  # 23: Minus
        (FOUR, ("r12", "y6", "g1", "b5"), (1, 1, 0, 0)),  # 24: Plus
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) and isinstance(value[0], str) else "",
)
def test_a_hidden_card_steers_if_the_round_becomes_what_it_pulls_towards(
    deal: str, hidden: tuple[str, ...], steered: tuple[int, ...]
) -> None:
    figures = after_round(start(deal, *hidden))

    assert [found["steered"] for found in figures[: len(hidden)]] == [(right, 1) for right in steered]


def test_a_round_that_breaks_off_counts_no_tricks() -> None:
    state = start(FOUR, *IN_PLUS)
    turned = by_default(state)[: 5 * 4]

    assert not any(counted(FAEHRTE, state, *turned[:-1]))
    assert counted(FAEHRTE, state, *turned)[:4] == ({"steered": (1, 1)},) * 4
