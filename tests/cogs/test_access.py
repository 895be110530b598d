"""Access to what was played: every door to a match asks the same question."""

import asyncio
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pytest

import bot.messages.access
from bot.interactions.client import Finte
from bot.messages.access import KEPT_SECONDS
from bot.tables.clock import SeatClock
from bot.tables.table import Place
from localcord import Interaction, Localcord, Permission, Person
from localcord.entities import ChannelKind
from localcord.permissions import BOT, EVERYONE
from tests.clock import Clock
from tests.cogs.replaying import BROKEN_OFF, Stored, page
from tests.cogs.tables import player
from tests.end_to_end.tables import EPHEMERAL, labelled, said, text_of
from tests.end_to_end.tables import Table as Seats

pytestmark = pytest.mark.slow

VIEW, CONNECT = Permission.VIEW_CHANNEL, Permission.CONNECT
REFUSAL = re.compile(r"Only people who (played in this match or )?can see (the|its) channel")
COUNTED = re.compile(r"/(channels|guilds)/")

DOORS = (
    "story|{id}|0|",
    "past|{id}|0|",
    "replay|{id}|3|",
    "replayto|{id}|3|- on",
    "replayas|{id}|3|-",
    "verify|{id}|0|",
)
"""The custom_ids that lead to what was played."""


@dataclass(frozen=True)
class Scene:
    """Ana and Ben, who play in some place of the server, and Cleo, who asks about it in the lounge."""

    discord: Localcord
    stored: Stored
    ana: Person
    ben: Person
    cleo: Person
    lounge: str

    async def played_in(self, channel_id: str) -> int:
        """The number of their match in this channel or thread."""
        place = Place(int(self.discord.guild_id), int(channel_id))
        return await self.stored(player(self.ana), player(self.ben), place=place)

    async def asks(self, person: Person, command: str, channel_id: str = "", **options: object) -> Interaction:
        return await person.command(command, options, channel_id=channel_id or self.lounge)

    async def doors(self, person: Person, number: int) -> dict[str, bool]:
        """Which doors let this person in."""
        answers = {name: await self.asks(person, name, match=number) for name in ("replay", "verify")}
        await self.asks(person, "rules", game="bluff")
        here = page(person)
        answers |= {door: await person.raw_click(here, f"f1|{door.format(id=number)}") for door in DOORS}
        return {door: not REFUSAL.search(text_of(answer.message or {})) for door, answer in answers.items()}

    def requests(self) -> int:
        """The number of the bot's requests that count towards Discord's limit."""
        return sum(bool(COUNTED.search(request.path)) for request in self.discord.requests)


@pytest.fixture
def scene(stored: Stored, discord: Localcord, ana: Person, ben: Person) -> Scene:
    lounge = next(channel.id for channel in discord.world.channels.values() if channel.name == "lounge")
    return Scene(discord, stored, ana, ben, discord.person("Cleo"), lounge)


def thread(scene: Scene, *members: Person, is_private: bool = True, parent_id: str | None = None) -> str:
    return scene.discord.add_thread("cards", *members, is_private=is_private, parent_id=parent_id)


def hidden(scene: Scene, deny: Permission = VIEW, kind: ChannelKind = ChannelKind.TEXT) -> str:
    channel_id = scene.discord.add_channel("hidden", kind=kind)
    scene.discord.overwrite(channel_id, deny=deny)
    return channel_id


def holding(scene: Scene, held: Permission, *, timed_out: bool = False) -> str:
    scene.discord.person("Cleo", permissions=EVERYONE | held)
    scene.cleo.user.timed_out_until = 4_000_000_000 if timed_out else None
    return thread(scene)


def hidden_but_to_cleo(scene: Scene) -> str:
    channel_id = hidden(scene)
    scene.discord.overwrite(channel_id, scene.cleo, allow=VIEW)
    return channel_id


def closed_to_cleo(scene: Scene) -> str:
    channel_id = scene.discord.add_channel("open")
    scene.discord.overwrite(channel_id, scene.cleo, deny=VIEW)
    return channel_id


def gone(scene: Scene, channel_id: str) -> str:
    scene.discord.world.remove_channel(scene.discord.world.channel(channel_id))
    return channel_id


def owned(scene: Scene) -> str:
    scene.discord.world.guild(scene.discord.guild_id).owner_id = scene.cleo.id
    return thread(scene, parent_id=hidden(scene))


def without_the_bot(scene: Scene) -> str:
    channel_id = scene.discord.add_channel("staff")
    scene.discord.set_bot_permissions(channel_id, BOT & ~VIEW)
    return channel_id


def thread_without_the_bot(scene: Scene) -> str:
    channel_id = thread(scene, scene.cleo)
    del scene.discord.world.channel(channel_id).thread.members[scene.discord.application_id]  # type: ignore[union-attr]
    return channel_id


PLACES: Mapping[str, tuple[Callable[[Scene], str], bool]] = {
    "a channel": (lambda it: it.discord.channel_id, True),
    "a private thread": (thread, False),
    "a private thread that Cleo is in": (lambda it: thread(it, it.cleo), True),
    "a private thread, with Manage Threads": (lambda it: holding(it, Permission.MANAGE_THREADS), True),
    "the same, but timed out": (lambda it: holding(it, Permission.MANAGE_THREADS, timed_out=True), False),
    "a private thread, for an administrator": (lambda it: holding(it, Permission.ADMINISTRATOR), True),
    "a private thread in a hidden channel, for the owner": (owned, True),
    "her private thread in a hidden channel": (lambda it: thread(it, it.cleo, parent_id=hidden(it)), False),
    "a public thread": (lambda it: thread(it, is_private=False), True),
    "a public thread in a hidden channel": (lambda it: thread(it, is_private=False, parent_id=hidden(it)), False),
    "a hidden channel": (hidden, False),
    "a hidden channel that Cleo sees": (hidden_but_to_cleo, True),
    "a channel that all but Cleo see": (closed_to_cleo, False),
    "a voice channel": (lambda it: it.discord.add_channel("voice", kind=ChannelKind.VOICE), True),
    "a voice channel without Connect": (lambda it: hidden(it, CONNECT, ChannelKind.VOICE), False),
    "a stage without Connect": (lambda it: hidden(it, CONNECT, ChannelKind.STAGE), False),
    "a text channel without Connect": (lambda it: hidden(it, CONNECT), True),
    "a deleted channel": (lambda it: gone(it, it.discord.add_channel("gone")), False),
    "a deleted thread": (lambda it: gone(it, thread(it, it.cleo)), False),
    "a channel that the bot can't see": (without_the_bot, False),
    "a private thread that the bot isn't in": (thread_without_the_bot, False),
}
"""Where a match was played, and whether Cleo, who didn't play, may see it."""


@pytest.mark.parametrize("name", PLACES)
async def test_every_door_is_open_to_those_who_see_the_place_and_to_those_who_played(scene: Scene, name: str) -> None:
    make, may_see = PLACES[name]
    number = await scene.played_in(make(scene))

    assert set((await scene.doors(scene.cleo, number)).items()) == {
        (door, may_see) for door in ("replay", "verify", *DOORS)
    }
    assert all((await scene.doors(scene.ana, number)).values())


@pytest.mark.parametrize("status", [403, 503])
async def test_if_discord_does_not_say_who_sees_a_place_only_its_players_do(
    scene: Scene, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.messages.access, "PATIENCE_SECONDS", 0.05)
    number = await scene.played_in(scene.discord.channel_id)
    scene.discord.fail_next("GET", f"/channels/{scene.discord.channel_id}", status=status, times=9)

    assert REFUSAL.match(said(await scene.asks(scene.cleo, "replay", match=number)))
    assert "step 1 of" in said(await scene.asks(scene.ana, "replay", match=number))


async def test_nobody_outside_is_told_of_a_match_under_way(scene: Scene) -> None:
    place = thread(scene, scene.ana, scene.ben)
    answer = await scene.asks(scene.ana, "play bluff", place, seats=2, bots=1)
    table = Seats.shown_by(answer.message or {}, scene.discord, scene.ana)
    await scene.asks(scene.cleo, "rules", game="bluff")

    outside = await scene.cleo.raw_click(page(scene.cleo), f"f1|story|{table.match_id}|0|")
    assert REFUSAL.match(said(outside))
    assert "What happened · round 1" in said(await table.press(scene.ben, "What happened"))


@pytest.mark.parametrize("is_inside", [True, False])
async def test_nobody_outside_joins_a_rematch_in_a_private_thread(scene: Scene, bot: Finte, *, is_inside: bool) -> None:
    number = await scene.played_in(scene.discord.channel_id)
    place = thread(scene, scene.ana, *([scene.ben] if is_inside else []))
    await scene.asks(scene.ana, "rules", place, game="bluff")
    await scene.ana.raw_click(page(scene.ana), f"f1|rematch|{number}|0|")
    await scene.asks(scene.ben, "rules", game="bluff")

    answer = said(await scene.ben.raw_click(page(scene.ben), f"f1|rematch|{number}|0|"))

    (table,) = await bot.store.open_tables_in(int(place))
    assert [sitter.name for sitter in table.people] == (["Ana", "Ben"] if is_inside else ["Ana"])
    assert ("You're not at this table" in answer) != is_inside


async def test_nobody_outside_is_told_who_left_a_match(scene: Scene) -> None:
    clocks = (SeatClock(presence="left"), SeatClock())
    place = Place(int(scene.discord.guild_id), int(thread(scene)))
    number = await scene.stored(
        player(scene.ana), player(scene.ben), place=place, phase="cancelled", clocks=clocks, log=BROKEN_OFF
    )
    await scene.asks(scene.cleo, "rules", game="bluff")
    here = page(scene.cleo)

    for verb in ("hand", "show", "why", "mine"):
        assert "You're not at this table" in said(await scene.cleo.raw_click(here, f"f1|{verb}|{number}|0|"))


@pytest.mark.parametrize("later", [KEPT_SECONDS, -3600], ids=["when an answer is old", "when the clock was set back"])
async def test_a_page_from_a_private_thread_closes_for_those_who_were_taken_out(
    scene: Scene, clock: Clock, later: int
) -> None:
    place = thread(scene, scene.cleo)
    number = await scene.played_in(place)
    assert "step 1 of" in said(await scene.asks(scene.cleo, "replay", match=number))
    assert REFUSAL.match(said(await scene.asks(scene.discord.person("Dora"), "replay", match=number)))
    shown = page(scene.cleo)
    scene.discord.remove_from_thread(place, scene.cleo)
    clock.now += later

    assert REFUSAL.match(said(await scene.cleo.raw_click(shown, f"f1|replayto|{number}|3|- on")))


async def test_a_click_from_a_channel_says_by_itself_who_sees_it(scene: Scene) -> None:
    place = hidden_but_to_cleo(scene)
    number = await scene.played_in(place)
    before = scene.requests()
    await scene.asks(scene.cleo, "replay", place, match=number)
    assert "step 1 of" in text_of(page(scene.cleo))
    scene.discord.overwrite(place, scene.cleo, deny=VIEW)

    assert REFUSAL.match(said(await scene.cleo.raw_click(scene.discord.world.messages_in(place)[-1].body,
                                                         f"f1|replayto|{number}|3|- on")))  # fmt: skip
    assert scene.requests() == before


@pytest.mark.parametrize("may_see", [True, False])
async def test_stepping_through_a_replay_asks_discord_once_a_minute(scene: Scene, clock: Clock, may_see: bool) -> None:
    number = await scene.played_in(thread(scene, scene.cleo) if may_see else without_the_bot(scene))
    await scene.asks(scene.cleo, "rules", game="bluff")
    here, before = page(scene.cleo), scene.requests()

    async def step() -> bool:
        answer = await scene.cleo.raw_click(here, f"f1|replayto|{number}|3|- on")
        return not REFUSAL.search(text_of(answer.message or {}))

    assert await step() == may_see
    asked = scene.requests()
    assert asked > before
    assert {await step() for _ in range(10)} == {may_see}
    assert scene.requests() == asked

    clock.now += KEPT_SECONDS
    assert await step() == may_see
    assert scene.requests() == 2 * asked - before


async def test_many_clicks_at_once_ask_discord_once(scene: Scene) -> None:
    number = await scene.played_in(thread(scene, scene.cleo))
    await scene.asks(scene.cleo, "rules", game="bluff")
    here, before = page(scene.cleo), scene.requests()

    await asyncio.gather(*(scene.cleo.raw_click(here, f"f1|replayto|{number}|3|- on") for _ in range(10)))

    assert scene.requests() == before + len(("the server", "the thread", "its parent", "whether they are in it"))


async def test_what_somebody_sees_is_forgotten_with_them(scene: Scene, bot: Finte) -> None:
    number = await scene.played_in(scene.discord.add_channel("open"))
    await scene.asks(scene.cleo, "replay", match=number)
    before = scene.requests()

    await bot.forgetting.forget(int(scene.cleo.id))

    await scene.asks(scene.cleo, "replay", match=number)
    assert scene.requests() > before


async def test_a_history_lists_only_what_was_played_where_its_reader_sees_it(scene: Scene, bot: Finte) -> None:
    numbers = []
    for place in (scene.discord.channel_id, thread(scene, scene.ana, scene.ben)):
        answer = await scene.asks(scene.ana, "play bluff", place, seats=2)
        table = await Seats.shown_by(answer.message or {}, scene.discord, scene.ana).joined_by(scene.ben)
        await scene.ana.raw_click(table.board, f"f1|start|{table.match_id}|0|")
        await scene.ben.raw_click(table.board, f"f1|quit|{table.match_id}|0|")
        await bot.matches.seats.settle(int(table.match_id), int(scene.ana.id))
        numbers.append(f"Match {table.match_id} ")

    cleos, bens = [said(await scene.asks(one, "history", user=scene.ana)) for one in (scene.cleo, scene.ben)]
    assert [number in cleos for number in numbers] == [True, False]
    assert "-# 1 match isn't listed: it was played where you can't see it." in cleos
    assert [number in bens for number in numbers] == [True, True]
    assert "listed" not in bens


ONLY_THERE = "Some people here can't see where this match was played. You can show it only there."


async def is_shown_to_all(scene: Scene, person: Person, number: int, channel_id: str) -> bool:
    """Presses *Show everyone* in this channel."""
    await scene.asks(person, "replay", channel_id, match=number)
    before = len(scene.discord.public_messages)
    answer = await person.click(page(person), labelled(page(person), "Show everyone"))
    if len(scene.discord.public_messages) > before:
        return True
    assert page(person)["flags"] & EPHEMERAL
    assert said(answer) == ONLY_THERE
    return False


async def test_what_was_played_in_a_private_thread_is_shown_there_alone(scene: Scene) -> None:
    place = thread(scene, scene.ana, scene.cleo)
    number = await scene.played_in(place)

    for person in (scene.ana, scene.cleo):
        places = (scene.lounge, scene.discord.channel_id, place)
        assert [await is_shown_to_all(scene, person, number, one) for one in places] == [False, False, True]


@pytest.mark.parametrize(
    ("make", "is_shown"),
    [
        (hidden_but_to_cleo, False),
        (closed_to_cleo, False),
        (without_the_bot, False),
        (lambda scene: thread(scene, is_private=False), True),
    ],
)
async def test_what_was_played_where_somebody_sees_nothing_is_shown_only_there(
    scene: Scene, make: Callable[[Scene], str], *, is_shown: bool
) -> None:
    number = await scene.played_in(make(scene))

    assert await is_shown_to_all(scene, scene.ana, number, scene.lounge) == is_shown


async def test_a_thread_of_a_hidden_channel_has_no_readers_that_the_channel_lacks(scene: Scene) -> None:
    place = hidden_but_to_cleo(scene)
    number = await scene.played_in(place)

    assert await is_shown_to_all(scene, scene.cleo, number, thread(scene, scene.cleo, parent_id=place))
