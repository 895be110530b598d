"""Names in pictures: six letters always fit, longer names are shortened sensibly, and no letter is a square."""

from typing import Any

import pytest

import bot.pictures.canvas
from bot.pictures.canvas import Canvas, felt
from bot.pictures.drawing import Drawing
from bot.pictures.ranking import RankingLine, RankingTable
from bot.pictures.scores import FinalPlace, Podium, ScoreLine, ScoreSheet
from bot.pictures.type import ELLIPSIS, LEAST_OF_NAME, Lettering, fit_name, lettering, shorten, width, writable
from tests.bot.pictures.boards import NAMES, TABLES, pictures


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
    first: dict[type, Drawing] = {}
    for drawing in pictures(game, NAMES[:seats]):
        first.setdefault(type(drawing), drawing)

    assert first
    for drawing in first.values():
        lines = written(drawing, monkeypatch)
        assert {name for name in NAMES[:seats] if name not in lines} == set(), type(drawing)
        assert min(lines[name] for name in NAMES[:seats]) >= LEAST_OF_NAME


@pytest.mark.parametrize("seats", [2, 6])
def test_names_of_six_letters_are_whole_on_every_sheet(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    names = NAMES[:seats]
    sheet = ScoreSheet(names, (ScoreLine("1.", (100,) * seats),), (100,) * seats)
    podium = Podium(tuple(FinalPlace(1, seat, name, "100", has_won=True) for seat, name in enumerate(names)))
    lines = (RankingLine(4711, name, ("1204?", "1000", "10000", "10000"), is_own=True) for name in names)
    ranking = RankingTable(("Rating", "Wins", "Points", "Matches"), 0, tuple(lines))

    for drawing in (sheet, podium, ranking):
        found = written(drawing, monkeypatch)
        assert {name for name in names if name not in found} == set()
    assert {found[name] for name in names} == {34}  # in the ranking


def test_a_name_that_cannot_be_drawn_leaves_the_felt_as_it_is_but_no_empty_line_in_a_ranking(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    canvas: Any = Canvas(120)
    canvas.person("日本", 400, 60, room=200)

    assert canvas.image == felt(canvas.width, 120)
    assert ELLIPSIS in written(RankingTable(("Rating",), 0, (RankingLine(1, "日本", ("1000",)),)), monkeypatch)


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


def test_a_name_becomes_smaller_before_it_is_cut_off_and_is_not_shortened_to_an_article() -> None:
    shown, size = fit_name("Der Bartholomäus", 28, 100)

    assert (shown[:5], shown[-1], size) == ("Der B", ELLIPSIS, LEAST_OF_NAME)
    assert fit_name("Wiebke", 32, width("Wiebke", 24)) == ("Wiebke", 24)


def test_no_name_or_text_is_wider_than_its_room() -> None:
    assert shorten("Jürgen", 32, width("Jürgen", 32)) == "Jürgen"
    for text in ("W" * 32, "Maximiliane von der Wartburg", "- - -", "", "A" * 6):
        for room in (0, 10, 60, 120, 300):
            shown, size = fit_name(text, 30, room)
            cut = shorten(text, 30, room)
            assert width(shown, size) <= room
            assert width(cut, 30) <= room
            assert cut in {"", text} or cut.endswith(ELLIPSIS)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        *((name, name) for name in ("Jürgen Wörthersee-Müller", "Ķristiāns", "Ωμέγα", "Иван", "x_X-7!")),
        *(("🤖 Steady", "Steady"), ("✨🌸Ana🌸✨ ❤️", "Ana"), ("👩‍👩‍👧‍👦", ""), ("", "")),
        *((name, "") for name in ("שלום", "Ana 王", "𝕎𝕎", "ㅤ")),
    ],
)
def test_a_name_is_written_without_emojis_and_not_at_all_if_a_letter_is_missing(name: str, shown: str) -> None:
    assert writable(name) == shown
