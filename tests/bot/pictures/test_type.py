"""The pictures' typeface: the letters that it has, and how much text fits."""

import pytest

from bot.pictures.type import ELLIPSIS, shorten, width, writable


@pytest.mark.parametrize("name", ["Ana", "Jürgen Wörthersee-Müller", "Ķristiāns", "Ωμέγα", "Иван", "x_X-7!"])
def test_names_in_the_typefaces_scripts_are_written(name: str) -> None:
    assert writable(name) == name


@pytest.mark.parametrize(
    ("name", "shown"), [("🤖 Steady", "Steady"), ("✨🌸Ana🌸✨ ❤️", "Ana"), ("👩‍👩‍👧‍👦", ""), ("", "")]
)
def test_emojis_are_left_out_of_a_name(name: str, shown: str) -> None:
    assert writable(name) == shown


@pytest.mark.parametrize("name", ["שלום", "王小明", "Ana 王", "𝕎𝕎", "ㅤ"])
def test_a_name_with_letters_that_are_missing_is_not_written(name: str) -> None:
    assert writable(name) == ""


def test_what_fits_is_left_as_it_is() -> None:
    assert shorten("Jürgen", 32, width("Jürgen", 32)) == "Jürgen"


@pytest.mark.parametrize("room", [0, 20, 60, 100])
def test_what_does_not_fit_is_cut_with_an_ellipsis(room: int) -> None:
    cut = shorten("Jürgen Wörthersee", 32, room)

    assert width(cut, 32) <= room
    assert not cut or cut.endswith(ELLIPSIS)
