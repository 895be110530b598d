"""The pool of styles: they play by the rules, alike from one seed, and unlike each other. And its cross table."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

import bench.pool
from bench.pool import BEGINNER, __main__, styles_of
from bench.pool.__main__ import ALONE, MIXED, CrossTable, Plan, played
from games.catalogue import GAMES, LEVELS
from games.core import CHANCE, Move, Option, Options

FOLDER = Path(bench.pool.__file__).parent
POOLS = {key: styles_of(key) for key in GAMES if styles_of(key)}
RULES = ("actions", "view", "table", "scoring", "melds", "market", "track")
"""What a stranger knows of a game: its rules, as modules of its package."""

SHORT: Mapping[str, int] = {"rounds": 1, "max_rounds": 1}
"""Options that keep a match short, wherever a game has them."""


def settings(key: str, seats: int) -> Iterator[Options]:
    """Every combination of a game's switches, in short matches."""
    options: tuple[Option, ...] = GAMES[key].game.options(seats)
    switches = [option.key for option in options if isinstance(option.default, bool)]
    short = {option.key: SHORT[option.key] for option in options if option.key in SHORT}
    for values in product((False, True), repeat=len(switches)):
        yield short | dict(zip(switches, values, strict=True))


def log_of(key: str, seats: int, options: Options, first: int) -> list[Move]:
    """A match between the styles from this one on. Raises: IllegalAction if a style breaks a rule."""
    styles, rng = [*POOLS[key].values()], Random(f"{key}, {seats}, {first}")
    state, log = GAMES[key].game.start(seats, options), []
    while to_act := state.to_act:
        seat = min(to_act)
        if seat == CHANCE:
            action = state.sample_chance(rng)
        else:
            action = styles[(first + seat) % len(styles)](state.view(seat), rng)
        log.append(Move(seat, action.to_text()))
        state = state.apply(seat, action).state
    return log


def tables(key: str, seats: int, options: Options) -> list[list[Move]]:
    """As many matches as it takes for every style to play in one."""
    return [log_of(key, seats, options, first) for first in range(0, len(POOLS[key]), seats)]


@pytest.mark.parametrize("key", POOLS)
def test_every_style_plays_by_the_rules_to_the_end(key: str) -> None:
    for seats in GAMES[key].game.seats[:: len(GAMES[key].game.seats) - 1]:
        all_off, *_, all_on = settings(key, seats)
        assert all(log for options in (all_off, all_on) for log in tables(key, seats, options))


@pytest.mark.parametrize("key", POOLS)
def test_every_style_plays_alike_from_the_same_seed(key: str) -> None:
    seats = GAMES[key].game.seats[0]
    options = [*settings(key, seats)][-1]
    assert tables(key, seats, options) == tables(key, seats, options)


@cache
def positions(key: str) -> tuple[Any, ...]:
    """Views of players who had a choice, from matches between beginners at tables of every size."""
    beginner, rng, found = styles_of(key)[BEGINNER], Random(key), []
    game = GAMES[key].game
    for seats, _ in product(game.seats, range(2)):
        options = [*settings(key, seats)][-1]
        state = game.start(seats, options)
        while to_act := state.to_act:
            seat = min(to_act)
            view = state.view(seat)
            action = state.sample_chance(rng) if seat == CHANCE else beginner(view, rng)
            if seat != CHANCE and len(view.legal_actions) > 1:
                found.append(view)
            state = state.apply(seat, action).state
    return tuple(found)


@pytest.mark.parametrize("key", POOLS)
def test_any_two_styles_differ_in_at_least_one_choice_of_twenty(key: str) -> None:
    views = Random(key).sample(positions(key), 150)
    choices = {
        name: [style(view, Random(number)).to_text() for number, view in enumerate(views)]
        for name, style in POOLS[key].items()
    }
    alike = [
        (one, other)
        for one, other in combinations(choices, 2)
        if sum(a != b for a, b in zip(choices[one], choices[other], strict=True)) < len(views) / 20
    ]
    assert alike == []


@pytest.mark.parametrize("key", POOLS)
def test_a_game_has_a_beginner_and_ten_other_styles_not_called_like_a_level(key: str) -> None:
    names = {*POOLS[key]}
    assert BEGINNER in names
    assert len(names) > 10
    assert not names & {*GAMES[key].levels}


@pytest.mark.parametrize("key", POOLS)
def test_styles_know_the_rules_of_their_game_and_not_how_its_computer_players_think(key: str) -> None:
    texts = [path.read_text() for path in FOLDER.glob(f"{key}*.py")]
    names = {name for text in texts for name in re.findall(r"^(?:from|import) (games[\w.]*)", text, re.MULTILINE)}
    own = {name for name in names if name.startswith(f"games.{key}")}
    assert own <= {f"games.{key}.{module}" for module in RULES}
    assert names - own <= {"games.cards", "games.core", "games.turns"}


def plan(game: str, seats: int, *styles: str) -> Plan:
    """A plan for levels that answer at once."""
    return Plan(game, seats, {}, LEVELS[1::-1], styles, matches=seats, seconds=0.001, clock="cpu", seed=1, count="wins")


def test_a_cross_table_has_a_row_for_each_style_and_says_what_they_come_to() -> None:
    wanted = plan("bluff", 3, "plain", "contrary", BEGINNER)
    table = CrossTable(wanted, played(wanted.contests(), processes=1))
    rows = {row[0]: row for row in table.rows()}

    assert [*rows][:4] == ["plain", "contrary", BEGINNER, MIXED]
    assert {len(row) for row in rows.values()} == {len(table.head())}
    assert rows["contrary"][-1] == "yes"
    assert table.mean("easy").mean == (table.found["plain", "easy"].mean + table.found["contrary", "easy"].mean) / 2
    assert rows["**worst row of the pool**"][1].endswith(("(plain)", "(contrary)"))


def test_a_cross_table_plays_the_same_deals_in_every_column_and_others_in_every_row() -> None:
    wanted = plan("bluff", 3, "plain", "contrary")
    deals: dict[tuple[str, str], set[int]] = {}
    for meeting in wanted.contests():
        deals.setdefault(meeting.cell, set()).add(meeting.deal)

    assert deals["plain", "medium"] == deals["plain", "easy"] == deals["plain", ALONE]
    assert not deals["plain", "medium"] & deals["contrary", "medium"]


def test_no_two_rivals_share_a_style_at_mixed_tables_and_no_beginner_sits_there() -> None:
    wanted = plan("bluff", 4, *styles_of("bluff"))
    mixed = [meeting.contest.rivals for meeting in wanted.contests() if meeting.cell[0] == MIXED]

    assert mixed
    assert all(len({*rivals} - {BEGINNER}) == 3 for rivals in mixed)


def test_the_command_prints_the_table_and_refuses_strangers(capsys: pytest.CaptureFixture[str]) -> None:
    call = ["bluff", "--seats", "2", "--matches", "1", "--levels", "medium", "--styles", "plain", "--processes", "1"]
    __main__.main(call)
    assert "| plain " in capsys.readouterr().out

    with pytest.raises(SystemExit):
        __main__.main([*call, "--styles", "nobody"])
    assert "style nobody is not one of plain" in capsys.readouterr().err
