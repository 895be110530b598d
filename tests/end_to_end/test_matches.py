"""Whole matches, from /play to /leaderboard."""

import asyncio
import re
from collections.abc import Iterable
from random import Random

import pytest

from bot.background.computers import LEAST_SECONDS
from bot.interactions.client import Finte
from games.catalogue import GAMES
from localcord import Localcord, Person
from tests.clock import WHOLE_TURN_SECONDS, Clock
from tests.end_to_end.fast_timeouts import draw_dots
from tests.end_to_end.leaderboard import Line, leaderboard, rank
from tests.end_to_end.short import all_options, short_options
from tests.end_to_end.tables import Table, labels, text_of
from tests.end_to_end.time import pass_by

pytestmark = pytest.mark.usefixtures("bot")

NAMES = ("Ana", "Ben", "Chloé")

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

    A point for each person who finished behind.
    """
    people = [(place, name) for place, name in places if name in names]
    best = min(place for place, _ in people)
    lines = [(name, sum(place < other for other, _ in people), int(place == best), 1) for place, name in people]
    return sorted(lines, key=rank)


@pytest.mark.parametrize("game", GAMES)
async def test_a_match_with_every_option_is_played_to_its_end_and_counted_once(discord: Localcord, game: str) -> None:
    bots = max(1, GAMES[game].game.seats[0] - 2)
    players = everyone(discord, 2)
    options = all_options(game) | short_options(game)
    table = await Table.started(discord, players, game, bots=bots, level="easy", **options)
    clicks = await table.play_on(Random(2))
    places = places_on(table)
    assert all(click.answered for click in clicks)
    assert len(places) == 2 + bots
    assert await leaderboard(players[0], "people") == counted(places, NAMES[:2])
    assert await leaderboard(players[0], "computer") == []


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


async def test_one_person_plays_in_a_direct_message_and_has_a_rematch_at_once(
    discord: Localcord, bot: Finte, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.jobs._thinker, "_seconds", LEAST_SECONDS)
    (ana,) = everyone(discord, 1)
    answer = await ana.command("play bluff", {"seats": 2, "bots": 1, "level": "hard"}, channel_id=ana.dm_channel_id)
    assert answer.message is not None, answer.error
    table = Table.shown_by(answer.message, discord, ana)
    await pass_by(bot, clock, 3 * WHOLE_TURN_SECONDS)  # nobody waits, so no clock runs
    await table.play_on(Random(6))
    asked = await table.press(ana, "Rematch")
    assert asked.message is not None
    await Table.shown_by(asked.message, discord, ana).play_on(Random(6))

    ((name, _, _, matches),) = await leaderboard(ana, "computer", channel_id=ana.dm_channel_id)
    assert (name, matches) == ("Ana", 2)
