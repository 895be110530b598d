"""The rules of Auf falscher Fährte without options, by their numbers in RULES.md."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from games.cards import COLOURED, to_text
from games.core import Seat
from games.dealing import Deal
from games.faehrte import GAME
from games.faehrte.events import Kind, RoundScored, TrumpStays
from games.faehrte.table import points
from tests.games.faehrte.tables import (
    FOUR,
    SECOND_DEAL,
    THREE,
    act,
    legal,
    on_turn,
    play,
    playing,
    records,
    refused,
    start,
    watch,
)

FIVE_EACH = "r1 r2 r3 r4 b1 / y1 y2 y3 y4 b2 / g1 g2 g3 g4 b3 / b4 b5 b6 b7 b8"
"""Hands before the eighth trick. Whatever is led, the last player can take it."""


@pytest.mark.parametrize(("seats", "highest"), [(3, 9), (4, 12)])
def test_three_or_four_have_colours_from_nought_to_the_highest(seats: int, highest: int) -> None:
    """Rule 1.1."""
    names = [f"{colour}{value}" for colour in "rygb" for value in range(highest + 1)]

    assert list(GAME.seats) == [3, 4]
    assert to_text(GAME.start(seats, {}).table.deck) == " ".join(names)


@pytest.mark.parametrize("seats", GAME.seats)
def test_everyone_gets_thirteen_cards_and_three_players_leave_one_over(seats: int) -> None:
    """Rule 1.2."""
    dealt = GAME.start(seats, {}).sample_chance(Random(1))

    assert isinstance(dealt, Deal)
    assert [hand.bit_count() for hand in dealt.hands] == [13] * seats
    assert (dealt.leftover is None) == (seats == 4)


def test_the_first_dealer_is_drawn() -> None:
    """Rule 1.3."""
    rng = Random(1)
    dealers = Counter(GAME.start(3, {}).sample_chance(rng).to_text().split()[1] for _ in range(300))

    assert all(75 < dealers[seat] < 125 for seat in "012")


def test_a_player_who_led_the_first_trick_deals_next() -> None:
    """Rule 1.3."""
    led = start(FOUR, "r0", "y0", "g0", "b0", rounds=2)
    worst = play(led, "y1 g1 b1 r1", *(f"r{value} y{value} g{value} b{value}" for value in range(2, 9)))
    ended = play(act(worst, "trump keep"), *(f"r{value} y{value} g{value} b{value}" for value in range(9, 13)))

    assert on_turn(led) == 1
    assert refused(ended, FOUR, -1) == "Player 1 does not deal."
    assert act(ended, SECOND_DEAL).table.dealer == 1


def test_all_choose_one_hidden_card_at_the_same_time() -> None:
    """Rule 2.1."""
    some = act(start(FOUR), "hide b5", "hide r3")

    assert (sorted(start(FOUR).to_act), sorted(some.to_act)) == ([0, 1, 2, 3], [1, 2])
    assert some.decision == start(FOUR).decision
    assert refused(some, "hide r4", 0) == "Your hidden card lies already. Players still to choose: 2 of 4."


def test_everyone_sees_who_has_chosen_and_nobody_what() -> None:
    """Rule 2.1."""
    low, high = act(start(FOUR), "hide r0"), act(start(FOUR), "hide r12")

    assert low.view(None).table.has_hidden(Seat(0))
    assert low.view(Seat(1)) == high.view(Seat(1))


def test_hidden_cards_are_mixed_when_all_lie() -> None:
    """Rule 2.2."""
    hidden, rng = act(start(FOUR), "hide r0", "hide y1", "hide g2", "hide b3"), Random(1)

    piles = Counter(hidden.sample_chance(rng).to_text() for _ in range(960))

    assert len(piles) == 24
    assert all(15 < times < 70 for times in piles.values())
    assert refused(hidden, "pile r0 y1 g2 b4") == "The pile has the 4 hidden cards, each once."
    assert refused(start(FOUR), "pile r0 y0 g0 b0", -1) == "Chance has no pile to bring in the phase hide."
    with pytest.raises(ValueError, match="nothing"):
        start(FOUR).sample_chance(rng)


def test_one_knows_ones_own_hidden_card() -> None:
    """Rule 2.2."""
    state = start(FOUR, "r3", "y3", "g3", "b3")

    assert (state.view(Seat(1)).hidden, state.view(None).hidden) == (state.hidden[1], None)


@pytest.mark.parametrize(
    ("hidden", "total", "kind"),
    [
        ("r4 y9 g0", 13, "minus"),
        ("r5 y9 g0", 14, "plus"),
        ("r12 y11 g0 b0", 23, "minus"),
        ("r12 y12 g0 b0", 24, "plus"),
    ],
)
def test_the_total_of_the_hidden_cards_decides(hidden: str, total: int, kind: Kind) -> None:
    """Rule 2.3."""
    table = playing(" / ".join(["r1"] * len(hidden.split())), turned=hidden).table

    assert (table.total, table.kind) == (total, kind)
    assert start(FOUR, "r12", "y12", "g12", "b12").table.kind is None  # while a card lies face down


@pytest.mark.parametrize(
    ("deal", "hidden", "tricks", "expected"),
    [
        (
            THREE,
            ("r9", "y9", "g8"),
            ["y3 b0 y0", "y4 b1 y1", "y5 b2 y2", "y6 b3 r0", "r1 g0 b4", "r2 g1 b5"],
            [0, 0, 1, 2, 3, 3],
        ),
        (
            FOUR,
            ("r12", "y12", "g12", "b12"),
            ["y0 g0 b0 r0", *(f"r{value} y{value} g{value} b{value}" for value in range(1, 6))],
            [0, 1, 2, 3, 4, 4],
        ),
    ],
    ids=["three", "four"],
)
def test_hidden_cards_are_turned_until_the_fifth_trick(
    deal: str, hidden: tuple[str, ...], tricks: list[str], expected: list[int]
) -> None:
    """Rule 2.5."""
    state, turned = start(deal, *hidden), []
    for trick in tricks:
        state = play(state, trick)
        turned.append(len(state.table.turned))

    assert turned == expected


def test_what_is_turned_and_decided_is_told() -> None:
    """Rule 2.5."""
    state = play(start(THREE, "r9", "y9", "g8"), "y3 b0 y0", "y4 b1 y1", "y5 b2 y2", "y6 b3 r0", "r1 g0")

    assert records(state, "play b4") == [
        {"event": "trick", "winner": 0},
        {"event": "reveal", "card": "g8"},
        {"event": "kind", "kind": "plus", "total": 26},
    ]


def test_the_left_of_the_dealer_leads_and_the_others_follow_clockwise() -> None:
    """Rule 3.1."""
    state, order = start(FOUR, "r12", "y12", "g12", "b12"), []
    for card in ("y0", "g0", "b0", "r0"):
        order.append(on_turn(state))
        state = play(state, card)

    assert order == [1, 2, 3, 0]


def test_the_colour_led_must_be_followed_if_one_can() -> None:
    """Rules 3.2 and 3.3."""
    state = play(playing("y1 y2 g9 / r9 y3 y7 / g1 g2 g3"), "y1")

    assert legal(state) == "y3 y7"
    assert refused(state, "play r9") == "You have yellow, so you must follow. You can play: y3 y7."
    assert legal(play(state, "y3")) == "g1 g2 g3"


@pytest.mark.parametrize(
    ("trick", "winner"),
    [("y3 y10 b12 y8", 1), ("g12 g2 g5 r0", 3), ("r1 y12 r5 r4", 2), ("y0 b12 g12 b11", 0), ("b1 r2 b12 r1", 1)],
)
def test_the_highest_trump_takes_a_trick_else_the_highest_of_the_colour_led(trick: str, winner: int) -> None:
    """Rule 3.4."""
    taken = play(playing(" / ".join(trick.split()), tricks=(3, 3, 3, 2)), trick).table.last_trick

    assert taken is not None
    assert taken.winner == winner


def test_a_player_who_takes_a_trick_leads_the_next_of_twelve() -> None:
    """Rule 3.5."""
    state = play(playing("y3 b1 / y10 b2 / y4 b3 / y8 b4"), "y3 y10 y4 y8")

    assert (on_turn(state), state.table.tricks) == (1, (0, 1, 0, 0))
    assert [GAME.start(seats, {}).table.tricks_in_round for seats in GAME.seats] == [12, 12]


def test_red_is_trump_first_and_a_round_begins_with_the_trump_of_the_last_one() -> None:
    """Rule 4.1."""
    ended = play(playing("y1 / y2 / y3 / y4", trump="blue", tricks=(3, 3, 3, 2), rounds=2), "y1 y2 y3 y4")

    assert start(FOUR).table.trump.word == "red"
    assert act(ended, FOUR).table.trump.word == "blue"


@pytest.mark.parametrize(
    ("turned", "tricks", "changer"),
    [
        ("r12 y12 g0 b0", (3, 2, 2, 0), 3),
        ("r12 y12 g0 b0", (1, 2, 2, 2), 0),
        ("r0 y0 g0 b0", (1, 4, 2, 0), 1),
        ("r0 y0 g0 b0", (1, 2, 2, 2), 3),
    ],
    ids=["fewest in plus", "fewest in plus, not the last taker", "most in minus", "most in minus by this trick"],
)
def test_with_four_cards_left_the_one_doing_worst_may_change_trump(
    turned: str, tricks: tuple[int, ...], changer: int
) -> None:
    """Rule 4.2."""
    state = play(playing(FIVE_EACH, turned=turned, tricks=tricks), "b1 b2 b3 b4")

    assert (on_turn(state), state.table.phase) == (changer, "trump")
    assert legal(state) == "keep yellow green blue"


@pytest.mark.parametrize(("named", "then"), [("blue", "blue"), ("keep", "red")])
def test_trump_is_another_colour_from_now_on_or_kept(named: str, then: str) -> None:
    """Rule 4.2."""
    state = play(playing(FIVE_EACH, tricks=(1, 4, 2, 0)), "b1 b2 b3 b4")
    changed = act(state, f"trump {named}")

    assert (changed.table.trump.word, changed.table.phase, on_turn(changed)) == (then, "play", 3)
    assert refused(state, "trump red") == "Trump is red already: name another colour, or keep it."
    assert refused(changed, "trump green").startswith("Trump cannot be changed now.")


def test_where_several_do_worst_nobody_may_change_trump() -> None:
    """Rule 4.3."""
    before = play(playing(FIVE_EACH, turned="r12 y12 g0 b0", tricks=(1, 1, 2, 3)), "b1 b2 b3")
    state, events = watch(before, "play b4")

    assert (state.table.phase, on_turn(state)) == ("play", 3)
    assert events[1:] == (TrumpStays((Seat(0), Seat(1))),)


@pytest.mark.parametrize(
    ("kind", "tricks", "expected"),
    [
        ("plus", (6, 3, 2, 1), (4, 3, 2, 0)),
        ("minus", (6, 3, 2, 1), (0, 2, 3, 4)),
        ("minus", (0, 2, 10), (3, 2, 0)),
        ("plus", (2, 6, 4), (0, 3, 2)),
        ("minus", (2, 2, 3, 5), (4, 4, 2, 0)),
        ("plus", (5, 3, 3, 1), (4, 3, 3, 0)),
        ("plus", (5, 5, 2), (3, 3, 0)),
        ("plus", (6, 4, 1, 1), (4, 3, 0, 0)),
        ("plus", (3, 3, 3, 3), (0, 0, 0, 0)),
        ("minus", (0, 4, 4, 4), (4, 0, 0, 0)),
    ],
)
def test_points_go_by_place_shared_places_score_alike_and_the_worst_nothing(
    kind: Kind, tricks: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    """Rules 2.4, 5.1, 5.2 and 5.3."""
    assert points(kind, tricks) == expected


def test_there_are_twice_as_many_rounds_as_players_unless_the_match_is_shortened() -> None:
    """Rule 5.4."""
    last = playing("y1 / y2 / y3 / y4", tricks=(3, 3, 3, 2), rounds=1)

    assert [GAME.start(seats, {}).table.rounds for seats in GAME.seats] == [6, 8]
    assert (last.outcome, play(last, "y1 y2 y3 y4").outcome is None) == (None, False)
    for rounds in (0, 25):
        with pytest.raises(ValueError, match="option rounds takes a number from 1 to 24"):
            GAME.start(3, {"rounds": rounds})


def test_the_highest_total_wins_and_equal_totals_share() -> None:
    """Rule 5.5."""
    last = playing("y1 / y2 / y3 / y4", turned="r12 y12 g0 b0", tricks=(4, 3, 3, 1), rounds=2)
    results = (RoundScored(1, "plus", (), 24, (), (), (0, 3, 4, 3)),)
    outcome = play(replace(last, table=replace(last.table, results=results)), "y1 y2 y3 y4").outcome

    assert outcome is not None
    assert (outcome.scores, outcome.places) == ((4, 6, 7, 3), (3, 2, 1, 4))


def test_a_deck_without_jokers_has_none() -> None:
    """Rule 6.13."""
    assert not GAME.start(4, {}).table.deck & ~COLOURED
    assert not GAME.start(4, {}).table.jokers
