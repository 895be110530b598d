"""`hard` at Auf falscher Fährte, and the rounds that it plays out."""

from collections import Counter
from random import Random

import pytest

from games.cards import PLAYS, Card, Colour, parse_card, value_of
from games.core import CHANCE, Options, Seat
from games.faehrte import GAME
from games.faehrte.actions import CHANGES, KEEP, FaehrteAction, Hide
from games.faehrte.medium import medium
from games.faehrte.playout import Round
from games.faehrte.rules import FaehrteState
from games.faehrte.search import evaluate, gain, hard, unlike
from games.faehrte.styles import DUCKING, GRABBING, HIGHEST, LOWEST, STYLES, habit_chances
from games.faehrte.unseen import Dealt
from games.faehrte.view import FaehrteView
from games.faehrte.worlds import Worlds
from games.search import after, best_of
from tests.games.faehrte.tables import FOUR, act, play, playing, start
from tests.games.faehrte.test_computer import FIVE_EACH, MINUS, PLUS
from tests.games.switches import with_every_switch

MIXED = (
    "deal 0 / r1 r2 r3 y1 y2 y3 g1 g2 g3 b1 b2 b3 b4 / r10 r11 r12 y5 y6 y10 g4 g5 g10 b0 b5 b10 b11"
    " / r0 r4 r5 y0 y4 y7 y11 g0 g6 g11 b6 b7 b12 / r6 r7 r8 r9 y8 y9 y12 g7 g8 g9 g12 b8 b9"
)
"""Everyone has some of each colour; the second player leads."""


def names(text: str) -> list[Card]:
    return list(map(parse_card, text.split()))


def step(state: FaehrteState, rng: Random) -> FaehrteState:
    """The state after `medium` or chance has acted."""
    seat = min(state.to_act)
    action = state.sample_chance(rng) if seat == CHANCE else medium(state.view(seat), rng)
    stepped = state.apply(seat, action).state
    assert isinstance(stepped, FaehrteState)
    return stepped


def thinks(view: FaehrteView, rng: Random) -> FaehrteAction:
    return hard(view, rng, after(3))


@with_every_switch(GAME)
@pytest.mark.parametrize("seats", GAME.seats)
def test_a_round_played_out_ends_as_by_the_rules(seats: int, switches: Options) -> None:
    rng = Random(seats)
    for _ in range(20):
        state = GAME.start(seats, {"rounds": 1, **switches})
        ends = set()
        while not state.outcome:
            if state.table.phase in {"play", "trump"} and rng.random() < 0.3:
                ends.add(Round(state).finish())
            state = step(state, rng)
        assert ends <= {state.table.results[-1].points}


@pytest.mark.parametrize("seats", GAME.seats)
def test_tricks_played_in_one_go_are_as_card_by_card(seats: int) -> None:
    rng = Random(seats)
    for _ in range(12):
        state = GAME.start(seats, {"rounds": 1})
        while not state.outcome:
            if state.table.phase == "play" and rng.random() < 0.3:
                at_once, slowly = Round(state), Round(state)
                at_once.styles = slowly.styles = tuple(rng.choices(STYLES, k=seats))
                points = at_once.finish()
                while slowly.goes_on():
                    slowly.play(slowly.choice())
                assert (points, at_once.tricks) == (slowly.finish(), slowly.tricks)
            state = step(state, rng)


def test_nobody_takes_a_trick_of_jokers_when_a_round_is_played_out() -> None:
    state = playing("J / J / J", turned="r9 y9 g9", tricks=(4, 5, 3), jokers_gone=2)

    assert Round(state).finish() == play(state, "J J J").table.results[-1].points


@pytest.mark.slow
@with_every_switch(GAME)
@pytest.mark.parametrize("seats", GAME.seats)
def test_whatever_hard_does_is_legal(seats: int, switches: Options) -> None:
    rng = Random(seats)
    for _ in range(2):
        state = GAME.start(seats, {"rounds": 1, **switches})
        while not state.outcome:
            for seat in state.to_act - {CHANCE}:
                view = state.view(seat)
                view.check(thinks(view, rng))
            state = step(state, rng)


@pytest.mark.parametrize(("turned", "better"), [(PLUS, "y9"), (MINUS, "y1")])
def test_an_action_is_judged_by_how_the_round_ends(turned: str, better: str) -> None:
    state = play(playing("y7 g1 / y6 b1 / y5 b4 / y1 y9", turned=turned, tricks=(2, 3, 2, 3)), "y7 y6 y5")
    gains = {name: gain(Round(state), PLAYS[parse_card(name)], Seat(3)) for name in ("y1", "y9")}

    assert max(gains, key=gains.__getitem__) == better


def test_a_trump_is_judged_by_how_the_round_ends() -> None:
    state = play(playing(FIVE_EACH, turned=PLUS, tricks=(2, 0, 3, 2)), "b1 b2 b3 b4")
    gains = {change: gain(Round(state), change, Seat(1)) for change in CHANGES[Colour.RED]}

    assert gains[CHANGES[Colour.RED][2]] > gains[KEEP]


def test_every_action_that_differs_is_judged_and_the_best_one_played() -> None:
    view = start(MIXED, "b4", "b0", "r0", "b9").view(Seat(1))
    judged = evaluate(view, Random(1), after(30))

    assert [one.action for one in judged] == list(unlike(view))
    assert all(one.samples > 0 and 0 <= one.error < 3 for one in judged)
    assert hard(view, Random(1), after(30)) == best_of(judged)


def test_hard_hides_a_high_card_from_a_strong_hand() -> None:
    hidden = hard(start(FOUR).view(Seat(0)), Random(1), after(20))

    assert isinstance(hidden, Hide)
    assert hidden.card >= 6


def test_others_are_held_to_have_hidden_what_a_player_of_some_habit_would() -> None:
    view = start(MIXED, "b4", "b0", "r0", "b9").view(Seat(0))
    worlds, laid = Worlds(view, Random(1)), Counter[int]()

    for _ in range(200):
        dealt = worlds.likely()
        laid.update(value_of(card) for card in dealt.hidden[1:] if card is not None)

    assert 0.5 < (laid[11] + laid[12]) / laid.total() < 0.8
    assert 0.15 < (laid[0] + laid[1]) / laid.total() < 0.5
    assert 0 < sum(laid[value] for value in range(3, 9)) / laid.total() < 0.2


def test_where_low_cards_are_turned_others_are_held_to_have_hidden_low_ones() -> None:
    low, high = (habit_chances(4, cards) for cards in (names("r0 y1"), names("r12 y11")))

    assert low[0][LOWEST] > 100 * low[0][HIGHEST]
    assert high[0][HIGHEST] > 100 * high[0][LOWEST]
    assert low[1] > habit_chances(4, [])[1] > habit_chances(4, names("r0 y12"))[1]


def tried(state: FaehrteState, seat: int) -> list[str]:
    return [action.to_text() for action in unlike(state.view(Seat(seat)))]


def test_of_cards_next_to_each_other_one_is_tried() -> None:
    state = playing("y1 y2 y4 g2 J / b1 b2 b3 b4 b5 / b6 b7 b8 b9 J", turned="r0 g0 b0", jokers_gone=1)

    assert tried(state, 0) == ["play y1", "play y4", "play g2", "play J"]


def test_a_card_in_the_trick_comes_between_others() -> None:
    state = playing("y2 b1 b2 b3 / y1 y3 y4 g2 / b6 b7 b8 b9", turned="r0 g0 b0")

    assert tried(play(state, "y2"), 1) == ["play y1", "play y3"]


def truth(state: FaehrteState) -> Dealt:
    """Where all cards do lie."""
    return Dealt(state.hands, state.hidden, state.pile)


@with_every_switch(GAME)
@pytest.mark.parametrize("seats", GAME.seats)
def test_a_world_in_which_all_do_as_one_style_would_is_likely(seats: int, switches: Options) -> None:
    rng = Random(seats)
    for _ in range(2):
        state = GAME.start(seats, {"rounds": 2, **switches})
        while not state.outcome:
            for seat in state.to_act - {CHANCE}:
                assert Worlds(state.view(seat), rng).explain(truth(state))[0] >= len(STYLES) ** (1 - seats)
            state = step(state, rng)


def explained(state: FaehrteState, seat: int) -> tuple[float, tuple[int, ...]]:
    """What this seat makes of the world as it is."""
    return Worlds(state.view(Seat(seat)), Random(1)).explain(truth(state))


def test_a_card_that_no_style_would_play_makes_a_world_unlikely() -> None:
    state = start(MIXED, "b4", "b0", "r0", "b9")

    assert explained(act(state, "play y10"), 0)[0] < explained(act(state, "play r12"), 0)[0] < 1


def test_of_cards_with_none_between_them_it_does_not_matter_which_is_played() -> None:
    state = start(MIXED, "b4", "b0", "r0", "b9")

    assert explained(act(state, "play r11"), 0) == explained(act(state, "play r12"), 0)
    assert explained(act(state, "play y10"), 0) != explained(act(state, "play r12"), 0)


def test_who_leads_the_strongest_cards_is_likelier_to_grab_tricks_than_to_duck() -> None:
    state = play(start(MIXED, "b4", "b0", "r0", "b9"), "r12 r5 r9 r3", "r11 r4 r8 r2")
    worlds = Worlds(state.view(Seat(0)), Random(1))

    styles = Counter(worlds.explain(truth(state))[1][1] for _ in range(400))

    assert styles[GRABBING] > 2 * styles[DUCKING] > 0


def test_a_world_less_likely_than_most_counts_in_full_or_not_at_all() -> None:
    rng = Random(1)
    state = step(start(FOUR, "r12", "y12", "g12", "b12"), rng)
    for _ in range(6):
        state = act(state, rng.choice(state.view(min(state.to_act)).legal_actions).to_text())
    worlds = Worlds(state.view(min(state.to_act)), rng)

    weights = [worlds.draw()[1] for _ in range(60)]

    assert min(weights) == 0
    assert weights.count(0) < 50


def test_what_lies_in_a_likely_world_is_what_the_view_knows() -> None:
    rng = Random(7)
    for number in range(8):
        state = GAME.start(3 + number % 2, {"jokers": number % 4 > 1, "rounds": 1})
        while not state.outcome:
            for seat in state.to_act - {CHANCE}:
                view = state.view(seat)
                world = FaehrteState(view.table, *Worlds(view, rng).likely())
                assert world.view(seat) == view
                sizes = [hand.bit_count() for hand in world.hands]
                assert view.table.phase == "hide" or sizes == [hand.bit_count() for hand in state.hands]
            state = step(state, rng)
