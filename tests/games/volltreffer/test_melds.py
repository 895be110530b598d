"""Rules 4 and 5 of Volltreffer: melds and the smallest total, by their numbers in RULES.md."""

from itertools import combinations

import pytest

from games.cards import to_text
from games.core import IllegalAction, Seat
from games.volltreffer import GAME
from games.volltreffer.actions import Declare
from games.volltreffer.events import SmallestTotal
from games.volltreffer.melds import DECK, MELDS, OF_VALUE, laid_out, points, possible, total
from tests.games.volltreffer.tables import act, bought, held, legal, on_turn, refused, standing, watch

NINES = "y9 g9 b9 v9 y10 g10 b10 v10"
LOW = "r1 y1 g1 b1 v1 y2 g2 b2"
MIXED = "r2 v2 y3 g4 b5 v6 y7 g8"
"""Five colours and no other meld; it totals 37."""


def sets(hand: str) -> list[str]:
    """The melds that this hand can declare, the best set first."""
    return [" ".join(meld.text for meld in melds) for melds in possible(held(hand))]


@pytest.mark.parametrize(
    ("hand", "best", "score"),
    [
        ("r7 y7 g7 b1 b2 b3 b4 b5", "three:7", 5),
        ("r7 y7 g7 b7 y1 y2 y3 y4", "four:7", 10),
        ("r7 y7 g7 b7 v7 y1 y2 y3", "five:7", 15),
        ("r7 r8 r9 y7 y8 y9 g7 g8", "three:7 three:8", 10),
        ("y9 y10 g9 g10 b9 b10 v9 v10", "four:10 four:9", 20),
    ],
)
def test_equal_cards_score_by_their_number(hand: str, best: str, score: int) -> None:
    """Rule 4.1."""
    assert sets(hand)[0] == best
    assert points(possible(held(hand))[0]) == score


def test_five_colours_score_5() -> None:
    """Rule 4.2."""
    assert sets("r1 y2 g3 b4 v5 r6 y7 g8") == ["colours", ""]
    assert points(possible(held("r1 y2 g3 b4 v5 r6 y7 g8"))[0]) == 5


def test_four_colours_score_nothing() -> None:
    """Rule 4.2."""
    assert sets("r1 r2 y2 y3 g3 g4 b4 b5") == [""]


def test_a_card_serves_in_one_meld_only() -> None:
    """Rule 4.3."""
    assert "colours three:7" in sets("r7 y7 g7 b7 y1 g2 b3 v4")
    assert sets("r7 y7 g7 b1 b2 v3 v4 v5") == ["colours", "three:7", ""]
    assert sets("r7 y7 g7 b7 v7 r1 r2 r3") == ["five:7", "four:7", "colours", "three:7", ""]


def test_whoever_uses_a_card_twice_is_told_so() -> None:
    """Rule 4.3."""
    state = bought("r3 y3 g3 b1 b2 v4 v5 v6", NINES, "r1 y1 g1 v1 r2 y2 g2 v2")

    assert refused(state, "declare colours three:3") == (
        "A card counts in one meld only, so you can't show all of colours three:3: show fewer."
    )


def test_less_may_be_melded_than_held() -> None:
    """Rule 4.4."""
    assert sets("y9 g9 b9 v9 y1 g2 b3 v4") == ["four:9", "three:9", ""]
    assert sets("r7 y7 g7 b7 v7 y1 y2 y3") == ["five:7", "four:7", "colours", "three:7", ""]


def test_nobody_must_meld() -> None:
    """Rule 4.4."""
    state = bought(NINES, LOW, MIXED)

    assert legal(state)[-1] == "declare -"
    assert act(state, *["declare -"] * 3).table.markers == (25, 30, 25)


@pytest.mark.parametrize("hand", [NINES, LOW, MIXED, "r7 y7 g7 b7 y3 g3 b3 v3", "r7 y7 g7 b7 v7 y3 g3 v3"])
def test_there_are_never_more_than_twelve_declarations(hand: str) -> None:
    assert len(sets(hand)) <= 12


def test_the_most_declarations_are_twelve() -> None:
    fours = (cards for one, other in combinations(OF_VALUE.values(), 2) for cards in hands_of_eight(one | other))

    assert max(len(possible(cards)) for cards in fours) == 12


def hands_of_eight(ten: int) -> list[int]:
    """Every hand of eight of these ten cards."""
    names = to_text(ten).split()
    return [held(" ".join(name for name in names if name not in pair)) for pair in combinations(names, 2)]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("declare three:8", "This meld needs 3 cards with the number 8: you have 1."),
        ("declare four:2", "This meld needs 4 cards with the number 2: you have 2."),
        ("declare colours five:1", "This meld needs 5 cards with the number 1: you have 0."),
    ],
)
def test_a_meld_without_the_cards_is_refused(text: str, reason: str) -> None:
    """Rule 4.1."""
    assert refused(bought(MIXED, LOW, NINES), text) == reason


def test_five_colours_without_one_are_refused() -> None:
    """Rule 4.2."""
    assert refused(bought(NINES, LOW, MIXED), "declare colours") == (
        "This meld needs all 5 colours: you have cards of 4."
    )


def test_melds_are_named_in_their_order() -> None:
    """Rule 4.3."""
    state = bought(NINES, LOW, MIXED)
    best = legal(state)[0]
    melds = tuple(reversed(possible(held(NINES))[0]))

    assert best == "declare four:10 four:9"
    with pytest.raises(IllegalAction):
        state.apply(Seat(0), Declare(melds))


def test_all_choose_their_melds_at_the_same_time() -> None:
    """Rule 4.5."""
    state = bought(NINES, LOW, MIXED)
    step = state.apply(Seat(1), GAME.parse_action("declare three:1"))

    assert state.to_act == {0, 1, 2}
    assert step.state.to_act == {0, 2}
    assert (step.state.decision, step.events) == (state.decision, ())


def test_nobody_sees_what_another_has_chosen() -> None:
    """Rule 4.5."""
    state = bought(NINES, LOW, MIXED)
    one, other = act(state, "declare four:9"), act(state, "declare -")

    assert one.view(Seat(1)) == other.view(Seat(1))
    assert one.view(None) == other.view(None)
    assert one.view(Seat(0)).declared == GAME.parse_action("declare four:9")


def test_everyone_sees_who_has_chosen() -> None:
    """Rule 4.5."""
    table = act(bought(NINES, LOW, MIXED), "declare -").view(None).table

    assert [table.has_declared(seat) for seat in range(3)] == [True, False, False]


def test_a_choice_of_melds_is_final() -> None:
    """Rule 4.5."""
    state = act(bought(NINES, LOW, MIXED), "declare -")

    with pytest.raises(IllegalAction, match="Players still to choose: 2 of 3"):
        state.apply(Seat(0), GAME.parse_action("declare four:9"))


def test_melds_are_shown_and_scored_when_all_have_chosen() -> None:
    """Rule 4.5."""
    state, (shown, _) = watch(
        act(bought(NINES, LOW, MIXED), "declare four:10 four:9", "declare three:1 three:2"), "declare colours"
    )

    assert shown.to_record() == {
        "event": "melds",
        "shown": [
            [["y10", "g10", "b10", "v10"], ["y9", "g9", "b9", "v9"]],
            [["r1", "y1", "g1"], ["y2", "g2", "b2"]],
            [["r2", "y3", "g4", "b5", "v2"]],
        ],
    }
    assert state.table.markers == (45, 40, 30)
    assert state.table.last_melds == shown


def test_melds_show_the_first_cards_that_leave_the_others_possible() -> None:
    """Rule 4.3."""
    hand = held("r7 y7 g7 b7 y3 g3 b3 v3")
    melds = {" ".join(meld.text for meld in melds): melds for melds in possible(hand)}

    assert [to_text(cards) for cards in laid_out(hand, melds["colours three:7"]) or ()] == [
        "r7 y3 g3 b3 v3",
        "y7 g7 b7",
    ]
    assert [to_text(cards) for cards in laid_out(hand, melds["colours three:3"]) or ()] == [
        "r7 y7 g7 b7 v3",
        "y3 g3 b3",
    ]


def test_what_is_not_held_cannot_be_laid_out() -> None:
    """Rule 4.3."""
    assert laid_out(held(MIXED), MELDS[-1:]) is None


def test_a_total_counts_all_eight_cards() -> None:
    """Rule 5.1."""
    assert [total(held(hand)) for hand in (LOW, MIXED, NINES)] == [11, 37, 76]
    assert total(DECK) == 5 * 55


def test_the_smallest_total_always_scores_5() -> None:
    """Rule 5.1."""
    state, events = watch(act(bought(NINES, LOW, MIXED), "declare -", "declare five:1"), "declare -")

    assert state.table.markers == (25, 45, 25)
    assert events[-1].to_record() == {"event": "smallest", "sums": [76, 11, 37], "seats": [1], "lead": 1}


TIED = ("y1 g1 b1 v1 y5 g5 b5 v5", "y3 g3 b3 v3 y6 g6 b6 v6", "y2 g2 b2 v2 y4 g4 b4 v4")


def test_all_with_the_smallest_total_score_5() -> None:
    """Rule 5.2."""
    state, events = watch(act(bought(*TIED), "declare -", "declare -"), "declare -")

    assert state.table.markers == (30, 25, 30)
    assert events[-1] == SmallestTotal(sums=(24, 36, 24), seats=(Seat(0), Seat(2)), lead=Seat(0))


def test_the_smallest_total_leads() -> None:
    """Rule 5.3."""
    assert on_turn(act(bought(NINES, LOW, MIXED), *["declare -"] * 3)) == 1


@pytest.mark.parametrize(("first_buyer", "lead"), [(0, 0), (1, 2), (2, 2)])
def test_of_several_the_first_to_buy_leads(first_buyer: int, lead: int) -> None:
    """Rule 5.3."""
    assert on_turn(act(bought(*TIED, first_buyer=first_buyer), *["declare -"] * 3)) == lead


def test_a_gain_from_melds_goes_round_the_track() -> None:
    """Rule 1.3."""
    state = act(standing(bought(NINES, LOW, MIXED), 65, 78, 80), "declare four:10 four:9", "declare -", "declare -")

    assert state.table.markers == (45, 43, 80)
