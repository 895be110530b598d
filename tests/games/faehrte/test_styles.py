"""The cheap players that `hard` reckons with at Auf falscher Fährte."""

from random import Random

import pytest

from games.cards import NAMES, OF_COLOUR, Colour, parse, parse_card
from games.faehrte.judgement import BEATING
from games.faehrte.styles import (
    ANY,
    BY_HAND,
    DUCKING,
    GRABBING,
    GREEDY,
    HIGHEST,
    LOWEST,
    greedy,
    to_hide_by,
    wants_tricks,
)


def plays(cards: str, *, best: str = "J", unseen: str = "r5 y4 y6 y8 g6 g7 g8", wants: bool, last: bool = False) -> str:
    """What is played where red is trump and `best` takes the trick so far."""
    beating = BEATING[Colour.RED][parse_card(best)]
    return NAMES[greedy(parse(cards), parse(unseen), beating, OF_COLOUR[Colour.RED], wants=wants, last=last)]


@pytest.mark.parametrize(
    ("cards", "best", "wants", "last", "played"),
    [
        ("y3 y7 y9", "y5", True, False, "y9"),  # as surely as can be, because others are to come
        ("y3 y7 y9", "y5", True, True, "y7"),  # as cheaply as can be
        ("y3 y4", "y5", True, False, "y3"),  # nothing to win
        ("y3 y4 y9", "y5", False, False, "y4"),  # the strongest that loses
        ("y7 y9", "y5", False, False, "y7"),  # may still be beaten
        ("y7 y9", "y5", False, True, "y9"),  # taken anyway
        ("r2 r6 g1", "y5", True, False, "r6"),
        ("r2 r6 g1", "y5", True, True, "r2"),
        ("g1 g9 b2", "y5", False, False, "b2"),  # nobody else has blue cards
        ("g1 J", "y5", False, False, "g1"),
        ("r9 J", "y5", False, False, "J"),
        ("g1 J", "y5", True, False, "J"),
        ("y3 g9", "J", True, False, "g9"),  # leads what fewest can beat
        ("y3 g9", "J", False, False, "y3"),  # leads what most can beat
    ],
)
def test_a_greedy_player_looks_at_this_trick_alone(
    cards: str, best: str, *, wants: bool, last: bool, played: str
) -> None:
    assert plays(cards, best=best, wants=wants, last=last) == played


def test_a_greedy_player_wants_tricks_where_plus_is_likelier() -> None:
    assert [wants_tricks(GREEDY, plus) for plus in (0, 4, 5, 8)] == [False, False, True, True]
    assert [wants_tricks(style, 4) for style in (GRABBING, DUCKING)] == [True, False]


def test_players_hide_by_habit() -> None:
    hand = parse("r0 r3 y2 y9 g12 J")

    assert NAMES[to_hide_by(HIGHEST, 4, hand, Colour.RED, Random(1))] == "g12"
    assert NAMES[to_hide_by(LOWEST, 4, hand, Colour.RED, Random(1))] == "r0"
    assert NAMES[to_hide_by(BY_HAND, 4, parse("r11 y10 y11 g12"), Colour.RED, Random(1))] == "g12"
    anything = {NAMES[to_hide_by(ANY, 4, hand, Colour.RED, Random(seed))] for seed in range(60)}
    assert anything == {"r0", "r3", "y2", "y9", "g12"}
