"""Pings: one short message to a player whom others wait for, if they want it, deleted once they have moved."""

from dataclasses import dataclass
from typing import Literal

import discord
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

import bot.background.pings
from bot.background.pings import RETRY_SECONDS, Pings
from bot.background.posts import Posts
from bot.interactions.interactions import Public
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.messages.preferences import PING_SECONDS, Preferences
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Page, Row, Text
from bot.store.preferences import PreferenceStore
from bot.tables.clock import DAY_SECONDS, POSTING
from bot.tables.table import Place, Table
from localcord import Localcord, Person
from tests.bot.answering import Answering, seen
from tests.bot.people import ANA, BEN, lobby, play, to_act
from tests.clock import Clock

LATER = PING_SECONDS["later"] or 0


class PagesOfPings:
    """Makes the pages of pings."""

    def ping(self, table: Table, user_id: int) -> Page:
        button = Button("Press", CustomId("hand", table.id).to_text())
        return Page((Text(f"<@{user_id}>, move at {table.id}!"), Row((button,))), accent=0)

    def waiting(self, table: Table, user_id: int) -> Page:
        button = Button("Press", CustomId("hand", table.id, text=str(user_id)).to_text())
        return Page((Text(f"{table.id} waits for somebody who isn't here."), Row((button,))), accent=0)


@dataclass
class Scene:
    """A channel in which Ana and Ben play, and a person who watches."""

    pings: Pings
    preferences: Preferences
    matches: Matches
    match: Match
    onlooker: Person
    local: Localcord
    clock: Clock

    async def after(self, seconds: float) -> list[str]:
        """The channel's messages after this much more time."""
        self.clock.now += seconds
        await self.pings.tick()
        return [text for _, text in seen(self.onlooker)]

    async def move(self) -> None:
        self.match = await self.matches.get(self.match.table.id)
        self.match = await play(self.matches, self.match, self.next_bid())

    def next_bid(self) -> str:
        seat = self.match.table.seat_of(to_act(self.match).user_id)
        return str(self.match.view(seat).legal_actions[0].to_text())

    @property
    def call(self) -> str:
        return f"<@{to_act(self.match).user_id}>, move at {self.match.table.id}!"


@pytest.fixture
async def scene(local: Localcord, client: Answering, matches: Matches, engine: AsyncEngine, clock: Clock) -> Scene:
    preferences = Preferences(PreferenceStore(engine))
    pings = Pings(Posts(client, preferences, client.renderer, client.limiter, clock), matches, PagesOfPings())
    matches.on_change.append(pings.watch)
    onlooker = local.person("Dora")
    table = await lobby(matches, BEN, place=Place(int(local.guild_id), int(local.channel_id)))
    return Scene(pings, preferences, matches, await matches.lobby.start(table.id, 1), onlooker, local, clock)


async def test_after_a_long_time_offline_pings_come_a_few_at_a_time(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.background.pings, "AT_ONCE", 1)
    table = await lobby(scene.matches, BEN, place=scene.match.table.place)
    await scene.matches.lobby.start(table.id, 1)

    assert [len(await scene.after(seconds)) for seconds in (LATER, 0, 0)] == [1, 2, 2]


async def test_whoever_thinks_long_is_called_once_a_turn_until_they_move(scene: Scene) -> None:
    for _ in range(2):
        assert await scene.after(LATER - 1) == []
        assert await scene.after(1) == [scene.call]
        assert await scene.after(LATER) == [scene.call]
        await scene.move()
        assert await scene.after(0) == []
    assert [clock.ping_id for clock in (await scene.matches.get(1)).table.clocks] == [None, None]


async def test_no_board_is_deleted_for_a_call_because_of_a_players_name(scene: Scene, client: Answering) -> None:
    person = to_act(scene.match)
    seat = scene.match.table.seat_of(person.user_id)
    assert seat is not None
    asked_at = scene.match.table.clock(seat).asked_at
    assert asked_at
    label = f"Replace <@{person.user_id}>"
    board = Page((Text("The board"), Row((Button(label, CustomId("replace", 1).to_text()),))), accent=0)
    await client.do(scene.onlooker, "command", Public(board))
    before = await scene.after(0)

    await scene.matches.seats.note_ping(1, seat, asked_at, POSTING)  # the bot is killed before it posts the call
    await scene.move()
    assert await scene.after(0) == before


@pytest.mark.parametrize(("choice", "seconds", "calls"), [("now", 0, 1), ("never", 100 * LATER, 0)])
async def test_each_player_chooses_when_to_be_pinged(
    scene: Scene, choice: Literal["now", "never"], seconds: int, calls: int
) -> None:
    await scene.preferences.choose("person", to_act(scene.match).user_id, ping=choice)
    scene.pings.watch(scene.match)
    assert len(await scene.after(seconds)) == calls


async def test_nobody_is_pinged_in_their_quiet_hours(scene: Scene) -> None:
    table = await scene.matches.lobby.open(
        "bluff", options={}, capacity=2, place=scene.match.table.place, host=ANA, pace="correspondence"
    )
    await scene.matches.seats.cancel(scene.match.table.id, 1, "playing", moderator=False)
    now = int(scene.clock.now) % DAY_SECONDS // 60
    for person in (ANA, BEN):
        await scene.preferences.choose("person", person.user_id, quiet_begins=now, quiet_ends=now + 60)
    await scene.matches.lobby.join(table.table.id, BEN)
    await scene.matches.lobby.start(table.table.id, ANA.user_id)

    assert await scene.after(LATER) == []
    assert len(await scene.after(3600)) == 1


async def test_a_player_who_moves_while_being_pinged_is_not_pinged(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    send = discord.PartialMessageable.send

    async def moved_meanwhile(channel: discord.PartialMessageable, **page: object) -> discord.Message:
        message = await send(channel, **page)  # type: ignore[call-overload]
        await scene.move()
        return message  # type: ignore[no-any-return]

    monkeypatch.setattr(discord.PartialMessageable, "send", moved_meanwhile)
    assert await scene.after(LATER) == []


async def test_if_it_is_unknown_whether_a_channel_is_a_private_thread_the_ping_comes_later(scene: Scene) -> None:
    scene.local.fail_next("GET", f"/channels/{scene.local.channel_id}", status=503)

    assert await scene.after(LATER) == []
    assert len(await scene.after(RETRY_SECONDS)) == 1
