"""Names in pictures: six letters always fit, and longer names are shortened sensibly."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import bot.pictures.canvas
from bot.pages.page import Picture
from bot.pictures.drawing import Drawing
from bot.pictures.ranking import RankingLine, RankingTable
from bot.pictures.scores import FinalPlace, Podium, ScoreLine, ScoreSheet
from bot.pictures.type import ELLIPSIS, LEAST_OF_NAME, Lettering, fit_name, lettering, width
from bot.tables.table import Person
from bot.words import ENGLISH
from cogs.catalogue import GAME_UIS
from games.catalogue import GAMES
from games.core import CHANCE, State
from tests.cogs.tables import seated

NAMES = ("Wiebke", "Magnus", "Jürgen", "Momoko", "Ömmele", "Wendla")
"""Names of six letters, some of them wide."""

DECISIONS = 130
TABLES = [(game, seats) for game, listing in GAMES.items() for seats in listing.game.seats]


def states(game: str, seats: int) -> Iterator[State[Any, Any]]:
    """The first positions of a match."""
    rng, listing = Random(1), GAMES[game]
    state: State[Any, Any] = listing.game.start(seats, {})
    for _ in range(DECISIONS):
        if CHANCE not in state.to_act:
            yield state
        if not state.to_act:
            return
        seat = min(state.to_act)
        action = state.sample_chance(rng) if seat == CHANCE else listing.computers["random"](state.view(seat), rng)
        state = state.apply(seat, action).state


def written(drawing: Drawing, monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """Every line of text in a picture, with its size; the smallest size if it's there twice."""
    found: dict[str, float] = {}

    def noting(line: str, size: int, anchor: str) -> Lettering:
        found[line] = min(size, found.get(line, 1000))
        return lettering(line, size, anchor)

    with monkeypatch.context() as patch:
        patch.setattr(bot.pictures.canvas, "lettering", noting)
        drawing.draw()
    return found


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_names_of_six_letters_are_whole_on_every_board(game: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    table = seated(*(Person(seat + 1, NAMES[seat]) for seat in range(seats)))
    first: dict[type, Drawing] = {}
    for state in states(game, seats):
        for part in GAME_UIS[game].board(table, state.view(None), ENGLISH):
            if isinstance(part, Picture):
                first.setdefault(type(part.drawing), part.drawing)

    assert first
    for drawing in first.values():
        lines = written(drawing, monkeypatch)
        assert {name for name in NAMES[:seats] if name not in lines} == set(), type(drawing)
        assert min(lines[name] for name in NAMES[:seats]) >= LEAST_OF_NAME


@pytest.mark.parametrize("seats", range(2, 7))
def test_names_of_six_letters_are_whole_on_every_sheet(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    names = NAMES[:seats]
    sheet = ScoreSheet(names, (ScoreLine("1.", (100,) * seats),), (100,) * seats)
    podium = Podium(tuple(FinalPlace(1, seat, name, "100", has_won=True) for seat, name in enumerate(names)))

    for drawing in (sheet, podium):
        assert {name for name in names if name not in written(drawing, monkeypatch)} == set()


def test_names_of_six_letters_are_whole_and_large_in_a_ranking(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = (RankingLine(4711, name, ("1204?", "1000", "10000", "10000"), is_own=True) for name in NAMES)
    table = RankingTable(("Rating", "Wins", "Points", "Matches"), 0, tuple(lines))

    found = written(table, monkeypatch)

    assert {name: found.get(name) for name in NAMES} == dict.fromkeys(NAMES, 34)


def test_a_name_that_cannot_be_drawn_leaves_no_empty_line_in_a_ranking(monkeypatch: pytest.MonkeyPatch) -> None:
    table = RankingTable(("Rating",), 0, (RankingLine(1, "日本", ("1000",)),))

    assert ELLIPSIS in written(table, monkeypatch)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_becomes_smaller_before_it_is_cut_off(name: str) -> None:
    assert fit_name(name, 32, width(name, 24)) == (name, 24)


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Maximiliane von der Wartburg", "Maximiliane"),
        ("Anne-Sophie de la Fontaine", "Anne-Sophie"),
        ("Iris · hard", "Iris"),
        ("Mademoiselle-Bartholomea", "Mademoiselle"),
    ],
)
def test_a_long_name_keeps_its_first_words(name: str, short: str) -> None:
    assert fit_name(name, 28, width(short, 28)) == (short, 28)


def test_a_name_is_not_shortened_to_an_article() -> None:
    shown, size = fit_name("Der Bartholomäus", 28, 100)

    assert shown.startswith("Der B")
    assert shown.endswith("…")
    assert size == LEAST_OF_NAME


def test_no_name_is_wider_than_its_room() -> None:
    for name in ("W" * 32, "Maximiliane von der Wartburg", "- - -", "", "A" * 6):
        for room in (10, 60, 120, 300):
            shown, size = fit_name(name, 30, room)
            assert width(shown, size) <= room
