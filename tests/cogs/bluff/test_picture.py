"""Bluff's pictures: what they show, their alt texts, and that they can always be drawn."""

from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.pages.page import Picture
from bot.pages.size import MOST_ALT_CHARACTERS
from bot.pictures.encode import png
from bot.tables.table import Person, Sitter
from bot.words import ENGLISH
from cogs.bluff.board import board
from cogs.bluff.picture import HEIGHT, Cup, Lifted, Path, Reveal
from games.bluff import GAME
from games.bluff.rules import BluffState
from games.core import State, draws
from tests.cogs.tables import ANA, BEN, CLEO, LONGEST_NAMES, seated
from tests.contract.strategies import Playthrough, playthroughs
from tests.games.bluff.tables import act, table

THREE = "1 2 * / 3 3 5 5 / 4 * *"
MOST_BYTES = 40 * 1024
ALL_DICE = " / ".join(["1 2 3 4 *"] * 6)
SIX = tuple(Person(seat + 1, name) for seat, name in enumerate(LONGEST_NAMES))


def pictures(state: BluffState, *sitters: Sitter) -> list[Picture]:
    parts = board(seated(*sitters), state.view(None), ENGLISH)
    return [part for part in parts if isinstance(part, Picture)]


def settled(state: State[Any, Any]) -> BluffState:
    """The state that people see, after any roll that is due."""
    for draw in draws(state, Random(1)):
        state = draw.step.state
    assert isinstance(state, BluffState)
    return state


def test_the_path_shows_the_bid_and_everyones_dice() -> None:
    state = act(table("1 2 * / 3 3 5 5 / -", reroll=True), "bid 2x3", "expose *", "reroll 1 4")
    (path,) = pictures(state, ANA, BEN, CLEO)

    assert path.drawing == Path(
        (
            Cup("Ana", ("die_star",), 2),
            Cup("Ben", (), 4, is_asked=True),
            Cup("Cleo", (), 0, place=3),
        ),
        space=3,
        quantity=2,
        face="die_3",
        bidder=0,
    )


def test_earlier_bids_leave_a_mark_of_their_seat_on_the_path() -> None:
    (path,) = pictures(act(table(THREE), "bid 2x3", "bid 2x4", "bid 2x*"), ANA, BEN, CLEO)

    assert isinstance(path.drawing, Path)
    assert path.drawing.earlier == ((3, 0), (3, 1))
    assert png(path.drawing) != png(replace(path.drawing, earlier=()))


def test_before_the_first_bid_there_is_no_marker() -> None:
    (path,) = pictures(table("1 2 / 3"), ANA, BEN)

    assert path.drawing == Path((Cup("Ana", (), 2, is_asked=True), Cup("Ben", (), 1)))


def test_the_path_is_read_aloud() -> None:
    state = act(table("1 2 * / 3 3 5 5 / -", reroll=True), "bid 2x3", "expose *", "reroll 1 4")
    (path,) = pictures(state, ANA, BEN, CLEO)

    assert path.alt.splitlines() == [
        "1 Ana bid 2 × 3",
        "1 Ana: star, and 2 hidden dice",
        "2 Ben: 4 hidden dice",
        "3 Cleo is out · 3rd place",
        "2 Ben's turn: raise 2 × 3 or doubt",
    ]


def test_the_reveal_shows_every_die_those_that_count_first() -> None:
    state = act(table(THREE), "bid 5x1", "lift", "roll 1 1 / 2 2 2 2 / 3 3 3")
    (reveal,) = pictures(state, ANA, BEN, CLEO)

    assert reveal.drawing == Reveal(
        bidder=0,
        quantity=5,
        face="die_1",
        count=4,
        cups=(
            Lifted(0, "Ana", ("die_1", "die_star", "die_2"), hits=2, lost=1),
            Lifted(1, "Ben", ("die_3", "die_3", "die_5", "die_5"), hits=0, lost=0),
            Lifted(2, "Cleo", ("die_star", "die_star", "die_4"), hits=2, lost=0),
        ),
        winner=1,
        doubter=1,
        doubted_by="doubted by",
    )


def test_the_bidder_wins_when_the_bid_held() -> None:
    (reveal,) = pictures(act(table(THREE), "bid 4x1", "lift", "roll 1 1 1 / 2 2 2 / 3 3"), ANA, BEN, CLEO)

    assert isinstance(reveal.drawing, Reveal)
    assert reveal.drawing.winner == reveal.drawing.bidder


def test_the_reveal_is_read_aloud() -> None:
    (reveal,) = pictures(act(table(THREE), "bid 5x1", "lift", "roll 1 1 / 2 2 2 2 / 3 3 3"), ANA, BEN, CLEO)

    assert reveal.alt.splitlines() == [
        "2 Ben doubted 1 Ana's 5 × 1: there are 4 (1 × 1 + 3 × star).",
        "1 Ana: 1, star, 2; 2 of them count",
        "2 Ben: 3, 3, 5, 5; 0 of them count",
        "3 Cleo: star, star, 4; 2 of them count",
        "5 − 4 = 1: 1 Ana loses 1 die.",
    ]


@settings(max_examples=15)
@given(played=playthroughs(GAME), seed=st.integers(0, 1000))
def test_no_picture_depends_on_hidden_dice(played: Playthrough, seed: int) -> None:
    state, people = settled(played.state), SIX[: played.seats]
    other = GAME.redeal(state.view(None), Random(seed))

    drawn = [picture.drawing for picture in pictures(state, *people)]
    assert [picture.drawing for picture in pictures(other, *people)] == drawn
    assert [hash(picture.drawing) for picture in pictures(other, *people)] == list(map(hash, drawn))


@settings(max_examples=15)
@given(played=playthroughs(GAME))
def test_every_position_can_be_drawn(played: Playthrough) -> None:
    for picture in pictures(settled(played.state), *SIX[: played.seats]):
        assert picture.drawing.draw().width == 960


def test_the_path_keeps_its_height() -> None:
    assert {Path(tuple(Cup("Ana", (), 5) for _ in range(seats))).draw().height for seats in GAME.seats} == {HEIGHT}


def test_the_marker_goes_round_a_third_time() -> None:
    cups = (Cup("Ana", (), 5),) * 6

    assert Path(cups, 89, 30, "die_star", 0).draw() != Path(cups, 29, 30, "die_star", 0).draw()


def test_the_largest_pictures_are_small_files() -> None:
    states = act(table(ALL_DICE), "bid 30x*"), settled(act(table(ALL_DICE), "bid 12x4", "lift"))

    for picture in (picture for state in states for picture in pictures(state, *SIX)):
        assert len(png(picture.drawing)) <= MOST_BYTES


def test_the_longest_words_for_a_picture_fit() -> None:
    wide = tuple(Person(seat + 1, "𝕎" * 32) for seat in range(6))

    for picture in pictures(settled(act(table(ALL_DICE), "bid 12x4", "lift")), *wide):
        assert len(picture.alt) <= MOST_ALT_CHARACTERS


def test_the_bids_before_the_last_are_read_aloud_too() -> None:
    (path,) = pictures(act(table(THREE), "bid 2x3", "bid 2x4", "bid 2x*"), ANA, BEN, CLEO)

    assert path.alt.splitlines()[0] == "3 Cleo bid 2 × star"
    assert path.alt.splitlines()[-1] == "Bids before that: 1 Ana bid 2 × 3, 2 Ben bid 2 × 4"
