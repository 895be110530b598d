"""Whole matches, from /play to /leaderboard."""

import asyncio
import re
from collections.abc import Iterable
from random import Random

import pytest

from cogs.parts.scores import PLACES
from games.catalogue import GAMES
from localcord import Localcord, Person
from tests.end_to_end.fast_timeouts import draw_dots
from tests.end_to_end.leaderboard import Line, leaderboard, lines_of, rank
from tests.end_to_end.short import all_options, short_options
from tests.end_to_end.tables import Table, labelled, labels, said, text_of

pytestmark = pytest.mark.usefixtures("bot")

NAMES = ("Ana", "Ben", "Chloé", "Jürgen", "Emil", "Fatou")
SMALLEST = [(game, listing.game.seats[0]) for game, listing in GAMES.items()]
LARGER = [(game, seats) for game, listing in GAMES.items() for seats in listing.game.seats[1:]]
TABLES = [*SMALLEST, *(pytest.param(*table, marks=pytest.mark.thorough) for table in LARGER)]

PLACE = re.compile(r"^(\d)\. (?:[①-⑥] \*\*|\d )(.+?)(?:\*\*)?(?: · \d+)?(?: 🏆)?$", re.MULTILINE)
"""A line of the result, in text or alt text."""


@pytest.fixture(autouse=True)
def dots(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the pictures show is looked at elsewhere."""
    draw_dots(monkeypatch)


def everyone(discord: Localcord, count: int) -> tuple[Person, ...]:
    """This many people."""
    return tuple(discord.person(name) for name in NAMES[:count])


def places_on(table: Table) -> list[tuple[int, str]]:
    """The places and names in the board's result."""
    return [(int(place), name) for place, name in PLACE.findall(text_of(table.board))]


def counted(places: list[tuple[int, str]], names: Iterable[str]) -> list[Line]:
    """The lines of the leaderboard after this match, by its stated rule.

    A point for everyone who finished behind: people or, for one person alone, computer players.
    """
    people = [(place, name) for place, name in places if name in names]
    rivals = people if len(people) > 1 else places
    best = min(place for place, _ in rivals)
    lines = [(name, sum(place < other for other, _ in rivals), int(place == best), 1) for place, name in people]
    return sorted(lines, key=rank)


async def sees(player: Person, line: str) -> None:
    """Waits until one of the player's messages says this."""
    await player.wait_for(lambda messages: any(line in text_of(message) for message in messages))


async def played(discord: Localcord, game: str, people: int, bots: int, options: dict[str, object]) -> None:
    """Plays a whole match, and checks that every click is answered and the result counted once."""
    players = everyone(discord, people)
    table = await Table.started(discord, players, game, bots=bots, **options)
    clicks = await table.play_on(Random(people))
    places = places_on(table)
    field, other = ("people", "computer") if people > 1 else ("computer", "people")
    assert clicks
    assert all(click.answered for click in clicks)
    assert len(places) == people + bots
    assert await leaderboard(players[0], field) == counted(places, NAMES[:people])
    assert await leaderboard(players[0], other) == []


@pytest.mark.parametrize(("game", "seats"), TABLES)
async def test_a_match_of_people_is_played_to_its_end_and_counted_once(
    discord: Localcord, game: str, seats: int
) -> None:
    await played(discord, game, seats, 0, short_options(game))


@pytest.mark.parametrize(("game", "seats"), TABLES)
async def test_a_match_against_computer_players_with_every_option_is_played_to_its_end_and_counted_once(
    discord: Localcord, game: str, seats: int
) -> None:
    people = seats // 2
    await played(discord, game, people, seats - people, {"level": "easy", **all_options(game)})


async def test_every_panel_says_how_the_match_ended(discord: Localcord) -> None:
    players = everyone(discord, 3)
    table = await Table.started(discord, players, bots=1)
    await table.play_on(Random(7))
    by_name = {name: place for place, name in places_on(table)}
    for player in players:
        place = by_name[player.user.name]
        is_best = place == min(by_name[other.user.name] for other in players)
        heading = f"## {PLACES[place]} · best of the people" if is_best else f"## {PLACES[place]} · good game!"
        await sees(player, "## 🏆 You won!" if place == 1 else heading)


async def test_a_rematch_is_opened_by_one_of_the_players_and_joined_by_the_others(discord: Localcord) -> None:
    ana, ben = everyone(discord, 2)
    table = await Table.started(discord, (ana, ben), bots=1, reroll=True)
    await table.play_on(Random(3))
    asked = await table.press(ben, "Rematch")
    assert asked.message is not None
    await table.press(ana, "Rematch")
    again = Table.shown_by(asked.message, discord, ben, ana)
    await again.tap(ben, "Start")
    await again.play_on(Random(4))
    assert [name.endswith(" · medium") for _, name in places_on(again)].count(True) == 1
    assert [matches for *_, matches in await leaderboard(ana, "people")] == [2, 2]


async def test_two_who_ask_for_a_rematch_at_once_get_one_table(discord: Localcord) -> None:
    ana, ben = everyone(discord, 2)
    table = await Table.started(discord, (ana, ben))
    await table.play_on(Random(5))
    await asyncio.gather(table.press(ana, "Rematch"), table.press(ben, "Rematch"))
    lobbies = {message["id"] for message in discord.public_messages if "Leave" in labels(message)}
    assert len(lobbies) == 2  # the first match's, and the rematch's


async def test_a_player_alone_has_a_rematch_at_once(discord: Localcord) -> None:
    (ana,) = everyone(discord, 1)
    table = await Table.started(discord, (ana,), bots=2)
    await table.play_on(Random(6))
    asked = await table.press(ana, "Rematch")
    assert asked.message is not None
    again = Table.shown_by(asked.message, discord, ana)
    await again.play_on(Random(6))
    assert [line[3] for line in await leaderboard(ana, "computer")] == [2]


async def test_the_result_leads_to_the_leaderboard(discord: Localcord) -> None:
    ana, ben = everyone(discord, 2)
    table = await Table.started(discord, (ana, ben))
    await table.play_on(Random(8))
    answer = await table.press(ben, "Leaderboard")
    assert [line[0] for line in lines_of(said(answer))] == [line[0] for line in await leaderboard(ben, "people")]


async def test_a_leaderboard_can_be_shown_to_all(discord: Localcord) -> None:
    ana, ben = everyone(discord, 2)
    table = await Table.started(discord, (ana, ben))
    await table.play_on(Random(9))
    own = await table.press(ben, "Leaderboard")
    assert own.message is not None
    shown = await ben.click(own.message, labelled(own.message, "Show everyone"))
    assert shown.message is not None
    assert shown.message in ana.messages()
    assert lines_of(text_of(shown.message)) == lines_of(text_of(own.message))
