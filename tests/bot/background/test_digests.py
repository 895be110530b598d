"""A server's digest: once a day at its hour, about the right day, whatever happens to the process or at Discord."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from itertools import cycle

import discord
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.background.digests import Digests, mark
from bot.background.posts import Posts
from bot.messages.preferences import Preferences
from bot.pages.page import Button, Page, Row, Text
from bot.store.digests import LATE_SECONDS, Digest, DigestStore
from bot.store.preferences import PreferenceStore
from bot.tables.clock import DAY_SECONDS
from bot.tables.periods import has_closed
from localcord import Localcord, Permission
from localcord.permissions import EVERYONE
from localcord.wire import JsonObject
from tests.bot.answering import Answering
from tests.clock import Clock

HOURS = {-8.0: 16, 0.0: 9, 5.5: 6}
"""How far servers are ahead of UTC, and the hours that they choose, two of them shortly after midnight in UTC."""


class Killed(BaseException):
    """The process ends here."""


class Fragile(DigestStore):
    """A store whose process is killed at a line."""

    dies_at = ""

    async def claim(self, digest: Digest, day: int) -> bool:
        if self.dies_at == "before the claim":
            raise Killed
        done = await super().claim(digest, day)
        if self.dies_at == "after the claim":
            raise Killed
        return done

    async def note_posted(self, digest: Digest, message_id: int) -> None:
        if self.dies_at == "after the post":
            raise Killed
        await super().note_posted(digest, message_id)


LINES = ("before the claim", "after the claim", "after the post")


async def make(_digest: Digest, day: int) -> Page:
    return Page((Text(f"about {day}"), Row((Button("Play", mark(day)),))), accent=0)


class Scene:
    """Servers that want a digest, and the process that posts them."""

    def __init__(self, local: Localcord, client: Answering, engine: AsyncEngine, clock: Clock) -> None:
        self.local, self.client, self.engine, self.clock = local, client, engine, clock
        self.digests = self.started()

    def started(self, dies_at: str = "") -> Digests:
        """A new process, which may be killed."""
        store = Fragile(self.engine)
        store.dies_at = dies_at
        preferences = Preferences(PreferenceStore(self.engine))
        posts = Posts(self.client, preferences, self.client.renderer, self.client.limiter, self.clock)
        self.digests = Digests(posts, store)
        self.digests.make = make
        return self.digests

    async def choose(self, guild_id: int, channel_id: str, hour: float = 9, utc_offset: float = 0) -> None:
        minute = round((hour - utc_offset) * 60) % (24 * 60)
        new = Digest(guild_id, int(channel_id), minute, "en-US", 0)
        await self.digests.store.choose(new.from_now(self.clock.now))

    async def after(self, seconds: float) -> list[str]:
        """What the home channel has after this much more time."""
        self.clock.now += seconds
        await self.digests.post_due()
        return [text for text, _ in self.posts(self.local.channel_id)]

    def posts(self, channel_id: str) -> Iterator[tuple[str, JsonObject]]:
        for message in self.local.person("Dora").messages(channel_id):
            if message["components"]:
                yield message["components"][0]["components"][0]["content"], message


@pytest.fixture
def scene(local: Localcord, client: Answering, engine: AsyncEngine, clock: Clock) -> Scene:
    clock.now = datetime(2027, 2, 1, 12, tzinfo=UTC).timestamp()
    return Scene(local, client, engine, clock)


async def test_for_a_month_every_server_gets_one_a_day_at_its_hour_about_the_last_day_that_is_over(
    scene: Scene,
) -> None:
    channels = {offset: scene.local.add_channel(f"at {offset}") for offset in HOURS}
    for number, (offset, hour) in enumerate(HOURS.items(), 1):
        scene.local.person("Dora").say("Good morning!", channels[offset])
        await scene.choose(number, channels[offset], hour, offset)
    dies = cycle((*LINES, ""))

    for half_hour in range(2 * 24 * 28):
        scene.clock.now += 1800
        if half_hour % 7 == 0:
            scene.started(next(dies))
        try:
            await scene.digests.post_due()
        except Killed:
            scene.clock.now += 300  # longer than Discord remembers a nonce
            await scene.started().post_due()
            scene.clock.now -= 300

    for offset, hour in HOURS.items():
        here = timezone(timedelta(hours=offset))
        posts = [*scene.posts(channels[offset])]
        moments = [discord.utils.snowflake_time(int(message["id"])).astimezone(here) for _, message in posts]
        assert [(moment.hour, moment.minute // 10) for moment in moments] == [(hour, 0)] * 28
        assert len({moment.date() for moment in moments}) == 28
        days = [int(text.removeprefix("about ")) for text, _ in posts]
        assert days == list(range(days[0], days[0] + 28))
        for day, moment in zip(days, moments, strict=True):
            assert has_closed(day, moment.timestamp())
            assert not has_closed(day + 1, moment.replace(minute=0, second=0).timestamp())
        assert all(message["flags"] & discord.MessageFlags.suppress_notifications.flag for _, message in posts)


@pytest.mark.parametrize("line", LINES)
async def test_a_post_during_which_the_process_is_killed_comes_once(scene: Scene, line: str) -> None:
    await scene.choose(1, scene.local.channel_id)
    scene.local.person("Dora").say("Good morning!")
    scene.started(line)
    with pytest.raises(Killed):
        await scene.after(21 * 3600)
    scene.started()

    assert len([text for text in await scene.after(3600) if text.startswith("about")]) == 1


async def test_after_an_outage_it_comes_late_but_not_once_half_the_day_is_over(scene: Scene) -> None:
    await scene.choose(1, scene.local.channel_id)

    first = await scene.after(21 * 3600 + LATE_SECONDS)
    second = await scene.after(DAY_SECONDS + 1)
    third = await scene.after(DAY_SECONDS - LATE_SECONDS)

    assert [len(first), len(second), len(third)] == [1, 1, 2]


async def test_a_post_that_failed_is_tried_again(scene: Scene) -> None:
    await scene.choose(1, scene.local.channel_id)
    scene.local.person("Dora").say("Good morning!")
    scene.local.fail_next("POST", "/messages", status=503)

    assert await scene.after(21 * 3600) == []
    assert len(await scene.after(60)) == 1


@pytest.mark.parametrize("is_gone", [True, False])
async def test_where_it_may_not_be_posted_it_is_off_until_it_is_chosen_again(scene: Scene, *, is_gone: bool) -> None:
    await scene.choose(1, "999" if is_gone else scene.local.channel_id)
    if not is_gone:
        scene.local.set_bot_permissions(scene.local.channel_id, Permission.VIEW_CHANNEL)

    await scene.after(21 * 3600)
    assert await scene.digests.store.every() == []
    found = await scene.digests.store.one(1)
    assert found
    assert found.is_refused
    requests = len(scene.local.requests)
    await scene.after(DAY_SECONDS)
    assert len(scene.local.requests) == requests

    scene.local.set_bot_permissions(scene.local.channel_id, EVERYONE)
    await scene.choose(1, scene.local.channel_id)
    assert len(await scene.after(DAY_SECONDS)) == 1


async def test_another_hour_brings_no_second_one_about_the_same_day(scene: Scene) -> None:
    await scene.choose(1, scene.local.channel_id)
    await scene.choose(1, scene.local.channel_id, hour=8)  # nothing has been posted yet, so it isn't a second one
    await scene.after(20 * 3600)
    for hour in (11, 12):
        await scene.choose(1, scene.local.channel_id, hour=hour)

    assert len(await scene.after(4 * 3600)) == 1
    assert len(await scene.after(DAY_SECONDS)) == 2


async def test_two_processes_post_it_once(scene: Scene) -> None:
    await scene.choose(1, scene.local.channel_id)
    one, other = scene.started(), scene.started()

    async def wait_for_the_other(digest: Digest, day: int) -> Page:
        await other.post_due()
        scene.clock.now += 3600  # longer than Discord remembers a nonce
        return await make(digest, day)

    one.make = wait_for_the_other
    scene.clock.now += 21 * 3600
    await one.post_due()

    assert len(await scene.after(0)) == 1
