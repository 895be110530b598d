"""Rules 4 and 5 of Volltreffer: melds and the smallest total, by their numbers in RULES.md."""

from itertools import combinations

import pytest

from games.cards import listed, to_text
from games.core import IllegalAction, Seat
from games.volltreffer import GAME
from games.volltreffer.actions import Declare
from games.volltreffer.events import SmallestTotal
from games.volltreffer.melds import DECK, MELDS, OF_VALUE, laid_out, points, possible, total
from games.volltreffer.rules import VolltrefferState
from tests.games.volltreffer.tables import act, bought, held, legal, on_turn, refused, standing, watch

NINES = "y9 g9 b9 v9 y10 g10 b10 v10"
LOW = "r1 y1 g1 b1 v1 y2 g2 b2"
MIXED = "r2 v2 y3 g4 b5 v6 y7 g8"
"""Five colours and no other meld; it totals 37."""

MELDING, MIXING = bought(NINES, LOW, MIXED), bought(MIXED, LOW, NINES)
TIED = ("y1 g1 b1 v1 y5 g5 b5 v5", "y3 g3 b3 v3 y6 g6 b6 v6", "y2 g2 b2 v2 y4 g4 b4 v4")


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
        ("r1 y2 g3 b4 v5 r6 y7 g8", "colours", 5),
        ("r1 r2 y2 y3 g3 g4 b4 b5", "", 0),
    ],
)
def test_equal_cards_score_by_their_number_and_five_colours_5(hand: str, best: str, score: int) -> None:
    """Rules 4.1 and 4.2."""
    assert sets(hand)[0] == best
    assert points(possible(held(hand))[0]) == score


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("r7 y7 g7 b1 b2 v3 v4 v5", ["colours", "three:7", ""]),
        ("r7 y7 g7 b7 v7 r1 r2 r3", ["five:7", "four:7", "colours", "three:7", ""]),
        ("y9 g9 b9 v9 y1 g2 b3 v4", ["four:9", "three:9", ""]),
    ],
)
def test_a_card_serves_in_one_meld_only_and_less_may_be_melded(hand: str, expected: list[str]) -> None:
    """Rules 4.3 and 4.4."""
    assert sets(hand) == expected


def test_nobody_must_meld() -> None:
    """Rule 4.4."""
    assert legal(MELDING)[-1] == "declare -"
    assert act(MELDING, *["declare -"] * 3).table.markers == (25, 30, 25)


def test_the_most_declarations_are_twelve() -> None:
    fours = (cards for one, other in combinations(OF_VALUE.values(), 2) for cards in hands_of_eight(one | other))

    assert max(len(possible(cards)) for cards in fours) == 12


def hands_of_eight(ten: int) -> list[int]:
    """Every hand of eight of these ten cards."""
    return [ten & ~(1 << one | 1 << other) for one, other in combinations(listed(ten), 2)]


@pytest.mark.parametrize(
    ("state", "text", "reason"),
    [
        (MIXING, "declare three:8", "This meld needs 3 cards with the number 8: you have 1."),
        (MIXING, "declare colours five:1", "This meld needs 5 cards with the number 1: you have 0."),
        (MELDING, "declare colours", "This meld needs all 5 colours: you have cards of 4."),
        (
            bought("r3 y3 g3 b1 b2 v4 v5 v6", NINES, "r1 y1 g1 v1 r2 y2 g2 v2"),
            "declare colours three:3",
            "A card counts in one meld only, so you can't show all of colours three:3: show fewer.",
        ),
    ],
)
def test_a_meld_without_the_cards_is_refused(state: VolltrefferState, text: str, reason: str) -> None:
    """Rules 4.1, 4.2 and 4.3."""
    assert refused(state, text) == reason


def test_melds_are_named_in_their_order() -> None:
    """Rule 4.3."""
    assert legal(MELDING)[0] == "declare four:10 four:9"
    with pytest.raises(IllegalAction):
        MELDING.apply(Seat(0), Declare(tuple(reversed(possible(held(NINES))[0]))))


def test_all_choose_their_melds_at_the_same_time_and_once() -> None:
    """Rule 4.5."""
    step = MELDING.apply(Seat(1), GAME.parse_action("declare three:1"))

    assert MELDING.to_act == {0, 1, 2}
    assert step.state.to_act == {0, 2}
    assert (step.state.decision, step.events) == (MELDING.decision, ())
    with pytest.raises(IllegalAction, match="Players still to choose: 2 of 3"):
        step.state.apply(Seat(1), GAME.parse_action("declare -"))


def test_everyone_sees_who_has_chosen_and_nobody_what() -> None:
    """Rule 4.5."""
    one, other = act(MELDING, "declare four:9"), act(MELDING, "declare -")

    assert one.view(Seat(1)) == other.view(Seat(1))
    assert one.view(None) == other.view(None)
    assert one.view(Seat(0)).declared == GAME.parse_action("declare four:9")
    assert [one.view(None).table.has_declared(seat) for seat in range(3)] == [True, False, False]


def test_melds_are_shown_and_scored_when_all_have_chosen() -> None:
    """Rule 4.5."""
    state, (shown, _) = watch(act(MELDING, "declare four:10 four:9", "declare three:1 three:2"), "declare colours")

    assert shown.to_record() == {
        "event": "melds",
        "shown": [
            [["y10", "g10", "b10", "v10"], ["y9", "g9", "b9", "v9"]],
            [["r1", "y1", "g1"], ["y2", "g2", "b2"]],
            [["r2", "y3", "g4", "b5", "v2"]],
        ],
    }
    assert (state.table.markers, state.table.last_melds) == ((45, 40, 30), shown)


def test_melds_show_the_first_cards_that_leave_the_others_possible() -> None:
    """Rule 4.3."""
    hand = held("r7 y7 g7 b7 y3 g3 b3 v3")
    melds = {" ".join(meld.text for meld in melds): melds for melds in possible(hand)}

    assert [
        [to_text(cards) for cards in laid_out(hand, melds[name]) or ()]
        for name in ("colours three:7", "colours three:3")
    ] == [["r7 y3 g3 b3 v3", "y7 g7 b7"], ["r7 y7 g7 b7 v3", "y3 g3 b3"]]
    assert laid_out(held(MIXED), MELDS[-1:]) is None


def test_a_total_counts_all_cards() -> None:
    """Rule 5.1."""
    assert [total(cards) for cards in (held(LOW), held(MIXED), held(NINES), DECK)] == [11, 37, 76, 5 * 55]


def test_the_smallest_total_always_scores_5_and_leads() -> None:
    """Rules 5.1 and 5.3."""
    state, events = watch(act(MELDING, "declare -", "declare five:1"), "declare -")

    assert (state.table.markers, on_turn(state)) == ((25, 45, 25), 1)
    assert events[-1].to_record() == {"event": "smallest", "sums": [76, 11, 37], "seats": [1], "lead": 1}


@pytest.mark.parametrize(("first_buyer", "lead"), [(0, 0), (1, 2), (2, 2)])
def test_all_with_the_smallest_total_score_5_and_the_first_to_buy_leads(first_buyer: int, lead: int) -> None:
    """Rules 5.2 and 5.3."""
    state, events = watch(act(bought(*TIED, first_buyer=first_buyer), *["declare -"] * 2), "declare -")

    assert (state.table.markers, on_turn(state)) == ((30, 25, 30), lead)
    assert events[-1] == SmallestTotal(sums=(24, 36, 24), seats=(Seat(0), Seat(2)), lead=Seat(lead))


def test_a_gain_from_melds_goes_round_the_track() -> None:
    """Rule 1.3."""
    state = act(standing(MELDING, 65, 78, 80), "declare four:10 four:9", "declare -", "declare -")

    assert state.table.markers == (45, 43, 80)
