"""Cards, hidden cards and tricks of Auf falscher Fährte without options, by their numbers in RULES.md."""

from collections import Counter
from random import Random

import pytest

from games.cards import COLOURED, listed, to_text
from games.core import Seat
from games.dealing import Deal
from games.faehrte import GAME
from games.faehrte.actions import Pile
from games.faehrte.events import Kind
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
)


def deal(seats: int) -> Deal:
    dealt = GAME.start(seats, {}).sample_chance(Random(1))
    assert isinstance(dealt, Deal)
    return dealt


@pytest.mark.parametrize(("seats", "highest"), [(3, 9), (4, 12)])
def test_every_colour_goes_from_nought_to_the_highest(seats: int, highest: int) -> None:
    """Rule 1.1."""
    names = [f"{colour}{value}" for colour in "rygb" for value in range(highest + 1)]

    assert to_text(GAME.start(seats, {}).table.deck) == " ".join(names)


def test_three_or_four_play() -> None:
    """Rule 1.1."""
    assert list(GAME.seats) == [3, 4]


@pytest.mark.parametrize("seats", GAME.seats)
def test_everyone_gets_thirteen_cards(seats: int) -> None:
    """Rule 1.2."""
    assert [hand.bit_count() for hand in deal(seats).hands] == [13] * seats


def test_three_players_leave_one_card_over() -> None:
    """Rule 1.2."""
    assert (deal(3).leftover is None, deal(4).leftover is None) == (False, True)


def test_the_card_left_over_is_shown_to_all() -> None:
    """Rule 1.2."""
    table = start(THREE).view(None).table

    assert table.leftover is not None
    assert not table.unseen >> table.leftover & 1


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


def test_all_choose_a_hidden_card_at_the_same_time() -> None:
    """Rule 2.1."""
    some = act(start(FOUR), "hide b5", "hide r3")

    assert (sorted(start(FOUR).to_act), sorted(some.to_act)) == ([0, 1, 2, 3], [1, 2])
    assert some.decision == start(FOUR).decision


def test_one_hides_one_card_only() -> None:
    """Rule 2.1."""
    assert refused(act(start(FOUR), "hide r3"), "hide r4", 0) == (
        "Your hidden card lies already. Players still to choose: 3 of 4."
    )


def test_everyone_sees_who_has_chosen_and_nobody_what() -> None:
    """Rule 2.1."""
    low, high = act(start(FOUR), "hide r0"), act(start(FOUR), "hide r12")

    assert low.view(None).table.has_hidden(Seat(0))
    assert low.view(Seat(1)) == high.view(Seat(1))


def test_hidden_cards_are_mixed() -> None:
    """Rule 2.2."""
    hidden, rng = act(start(FOUR), "hide r0", "hide y1", "hide g2", "hide b3"), Random(1)

    piles = Counter(hidden.sample_chance(rng).to_text() for _ in range(960))

    assert len(piles) == 24
    assert all(15 < times < 70 for times in piles.values())


def test_the_pile_is_made_of_the_hidden_cards() -> None:
    """Rule 2.2."""
    hidden = act(start(FOUR), "hide r0", "hide y1", "hide g2", "hide b3")

    assert refused(hidden, "pile r0 y1 g2 b4") == "The pile has the 4 hidden cards, each once."


def test_one_knows_ones_own_hidden_card() -> None:
    """Rule 2.2."""
    view = start(FOUR, "r3", "y3", "g3", "b3").view(Seat(1))

    assert view.hidden == listed(GAME.start(4, {}).table.deck)[16]
    assert start(FOUR, "r3", "y3", "g3", "b3").view(None).hidden is None


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


def test_nothing_is_decided_while_a_card_lies_face_down() -> None:
    """Rule 2.3."""
    assert start(FOUR, "r12", "y12", "g12", "b12").table.kind is None


@pytest.mark.parametrize(("kind", "expected"), [("plus", (4, 3, 2, 0)), ("minus", (0, 2, 3, 4))])
def test_most_tricks_are_best_in_plus_and_fewest_in_minus(kind: Kind, expected: tuple[int, ...]) -> None:
    """Rule 2.4."""
    assert points(kind, (6, 3, 2, 1)) == expected


def test_with_three_players_cards_are_turned_after_tricks_three_to_five() -> None:
    """Rule 2.5."""
    state = start(THREE, "r9", "y9", "g8")
    turned = [len(state.table.turned)]
    for trick in ("y3 b0 y0", "y4 b1 y1", "y5 b2 y2", "y6 b3 r0", "r1 g0 b4", "r2 g1 b5"):
        state = play(state, trick)
        turned.append(len(state.table.turned))

    assert turned == [0, 0, 0, 1, 2, 3, 3]


def test_with_four_players_cards_are_turned_after_tricks_two_to_five() -> None:
    """Rule 2.5."""
    state = start(FOUR, "r12", "y12", "g12", "b12")
    turned = []
    for value in range(7):
        turned.append(len(state.table.turned))
        trick = [f"{colour}{value}" for colour in "rygb"]
        state = play(state, " ".join(trick if value else trick[1:] + trick[:1]))

    assert turned == [0, 0, 1, 2, 3, 4, 4]


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
    state = start(FOUR, "r12", "y12", "g12", "b12")
    order = []
    for card in ("y0", "g0", "b0", "r0"):
        order.append(on_turn(state))
        state = play(state, card)

    assert order == [1, 2, 3, 0]


def test_the_colour_led_must_be_followed() -> None:
    """Rule 3.2."""
    state = play(playing("y1 y2 g9 / r9 y3 y7 / g1 g2 g3"), "y1")

    assert legal(state) == "y3 y7"
    assert refused(state, "play r9") == "You have yellow, so you must follow. You can play: y3 y7."


def test_a_player_who_cannot_follow_may_play_anything() -> None:
    """Rule 3.3."""
    assert legal(play(playing("y1 y2 / r9 g1 b4 / g2 g3"), "y1")) == "r9 g1 b4"


@pytest.mark.parametrize(
    ("trick", "winner"),
    [("y3 y10 b12 y8", 1), ("g12 g2 g5 r0", 3), ("r1 y12 r5 r4", 2), ("y0 b12 g12 b11", 0), ("b1 r2 b12 r1", 1)],
)
def test_the_highest_trump_takes_a_trick_else_the_highest_of_the_colour_led(trick: str, winner: int) -> None:
    """Rule 3.4."""
    cards = trick.split()
    state = playing(" / ".join(cards), tricks=(3, 3, 3, 2))
    taken = play(state, trick).table.last_trick

    assert taken is not None
    assert taken.winner == winner


def test_it_shows_who_would_take_the_trick_as_it_lies() -> None:
    """Rule 3.4."""
    state = playing("y3 b1 / y10 b2 / r0 b3 / y8 b4")
    taking = [state.table.taking]
    for card in ("y3", "y10", "r0"):
        state = play(state, card)
        taking.append(state.table.taking)

    assert taking == [None, 0, 1, 2]


def test_a_player_who_takes_a_trick_leads_the_next() -> None:
    """Rule 3.5."""
    state = play(playing("y3 b1 / y10 b2 / y4 b3 / y8 b4"), "y3 y10 y4 y8")

    assert (on_turn(state), state.table.tricks) == (1, (0, 1, 0, 0))


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_round_has_twelve_tricks(seats: int) -> None:
    """Rule 3.5."""
    assert GAME.start(seats, {}).table.tricks_in_round == 12


def test_a_deck_without_jokers_has_none() -> None:
    """Rule 6.13."""
    assert not GAME.start(4, {}).table.deck & ~COLOURED
    assert not GAME.start(4, {}).table.jokers


def test_chance_mixes_nothing_while_players_are_to_act() -> None:
    """Rule 2.2."""
    with pytest.raises(ValueError, match="nothing"):
        start(FOUR).sample_chance(Random(1))
    assert refused(start(FOUR), "pile r0 y0 g0 b0", -1) == "Chance has no pile to bring in the phase hide."
    assert isinstance(act(start(FOUR), "hide r0", "hide y1", "hide g2", "hide b3").sample_chance(Random(1)), Pile)
