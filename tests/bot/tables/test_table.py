"""The names of computer players."""

from bot.pictures.type import writable
from bot.tables.table import NAMES, Person, Robot, name_robots
from docs.screens import LONG_NAMES
from docs.screens import NAMES as PEOPLE
from tests.bot.people import ANA


def test_there_are_enough_names_and_all_are_short_and_nobodys_in_the_gallery() -> None:
    assert len(set(NAMES)) == len(NAMES) >= 30
    assert all(name.isalpha() and name.istitle() and len(name) <= 6 and writable(name) == name for name in NAMES)
    assert not set(NAMES) & {word for name in (*PEOPLE, *LONG_NAMES) for word in name.split()}


def test_a_computer_player_that_has_a_name_keeps_it() -> None:
    iris, other = name_robots([Robot("hard", "Iris"), Robot("easy")], [ANA], "seed")
    assert iris == Robot("hard", "Iris")
    assert other.name not in ("", "Iris")
    assert len({name_robots([Robot("easy")] * 3, [ANA], str(seed)) for seed in range(20)}) > 15


def test_nobody_at_the_table_has_the_name_of_another() -> None:
    people = [Person(number, name.upper()) for number, name in enumerate(NAMES[1:])]
    assert name_robots([Robot("easy")], people, "seed") == (Robot("easy", NAMES[0]),)
