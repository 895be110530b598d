"""`hard` at Mit List und Tücke: what it tries, and what it makes of it."""

from random import Random

from games.search import after
from games.tuecke import COMPUTERS
from games.tuecke.rules import TueckeState
from games.tuecke.search import evaluate, hard, unlike
from tests.games.tuecke.tables import act, ending, own_view, play, table


def choice(state: TueckeState, worlds: int = 20) -> str:
    return hard(own_view(state), Random(1), after(worlds)).to_text()


def last_but_one() -> TueckeState:
    return play(ending("r9 b1 / y2 b2 / g3 r4 / b3 b4", taken="r7 / - / r1 r2 r3 y4 y5 y6 / -"), "r9 y2")


def test_every_card_is_judged_by_its_share_of_the_round() -> None:
    follows, ends = evaluate(own_view(last_but_one()), Random(1), after(20))

    assert (ends.action.to_text(), ends.value, ends.error) == ("play g3", 1.0, 0.0)
    assert ends.samples >= 20
    assert follows.action.to_text() == "play r4"
    assert 0 < follows.value < 1


def test_every_card_is_judged_by_its_points_if_they_count() -> None:
    _, ends = evaluate(own_view(last_but_one()), Random(1), after(20), by="points")

    assert (ends.value, ends.error) == (9.0, 0.0)


def test_of_halves_with_the_same_colours_one_is_tried() -> None:
    state = act(table("r9 / r1 / y3 / y4"), "play r9", "play r1", "play y3", "play y4")
    view = own_view(state)

    tried = [action.to_text() for action in unlike(view)]

    assert tried == ["take r1 r9", "take r9 y4", "take y3 y4"]


def choices(state: TueckeState) -> tuple[str, str]:
    return COMPUTERS["medium"](own_view(state), Random(1)).to_text(), choice(state)


def test_the_colours_that_win_most_are_kept() -> None:
    hands, taken = "r9 r2 / r1 r3 / y3 y5 / b4 b5", "r4 r5 r6 g7 g8 g9 b1 / b2 b3 r7 r8 r10 / - / -"
    state = play(ending(hands, taken=taken), "r9 r1 y3 b4, take r9 y3")

    assert choices(state) == ("keep red green", "keep red green")


def test_the_cards_that_win_most_are_taken() -> None:
    hands, taken = "r9 r2 / r1 r3 / g3 g5 / g4 b5", "r4 r5 r6 y7 g8 b9 / b2 b3 r7 r8 r10 / - / -"
    state = act(ending(hands, taken=taken, kept="red yellow / - / - / -"), "play r9", "play r1", "play g3", "play g4")

    assert choices(state) == ("take r1 r9", "take r1 r9")


def test_it_does_not_think_about_an_only_card() -> None:
    assert choice(table("r9 / g1 / r5 / b6"), worlds=0) == "play r9"
