"""Values: every one of the games' is frozen to the type checker, and another like it is quick to make."""

import ast
from pathlib import Path

import pytest

from games.catalogue import GAMES
from games.values import maker, put, replace, replacer, value

FOLDER = Path(__file__).parents[2] / "games"

CHANGED_IN_PLACE = {"tuecke/choice.py": {"Piles"}}
"""What is no value: piles that a simulation adds to."""


@value
class Pair:
    """Two numbers."""

    one: int
    other: int = 0


def test_what_a_maker_makes_is_what_the_class_makes() -> None:
    make = maker(Pair)

    assert make(1, 2) == Pair(1, 2)
    assert make(one=1) == Pair(1)


def test_a_replaced_field_leaves_the_others_and_the_old_value() -> None:
    old = Pair(1, 2)

    assert replace(old, other=3) == Pair(1, 3)
    assert old == Pair(1, 2)


def test_a_replacer_changes_the_fields_it_was_made_for() -> None:
    assert replacer(Pair, "other", "one")(Pair(1, 2), one=3, other=4) == Pair(3, 4)


def test_what_is_no_field_cannot_be_replaced() -> None:
    with pytest.raises(TypeError, match="Pair has no field another"):
        replacer(Pair, "one", "another")
    with pytest.raises(TypeError, match="Pair has no field another"):
        replace(Pair(1), another=1)  # type: ignore[call-arg]


def test_an_entry_of_a_row_is_replaced() -> None:
    assert put((1, 2, 3), 1, 5) == (1, 5, 3)


def test_equal_values_are_one_key() -> None:
    assert {Pair(1, 2): "found"}[Pair(1, 2)] == "found"


def decorators(node: ast.ClassDef) -> set[str]:
    return {ast.unparse(each) for each in node.decorator_list}


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.py")), ids=lambda path: str(path.relative_to(FOLDER)))
def test_every_dataclass_of_the_games_is_frozen(path: Path) -> None:
    known = CHANGED_IN_PLACE.get(str(path.relative_to(FOLDER)), set())
    classes = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ClassDef)]
    marks = {node.name: " ".join(decorators(node)) for node in classes if node.name not in known}
    assert not [name for name, mark in marks.items() if "dataclass" in mark and "frozen=True" not in mark]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_an_open_table_a_view_and_a_state_that_are_values(game: str) -> None:
    found = {
        node.name
        for name in ("table", "view", "rules", "events")
        for node in ast.walk(ast.parse((FOLDER / game / f"{name}.py").read_text()))
        if isinstance(node, ast.ClassDef) and "value" in decorators(node)
    }
    assert found >= {"OpenTable", f"{game.capitalize()}View", f"{game.capitalize()}State"}
