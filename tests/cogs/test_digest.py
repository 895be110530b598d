"""`/server digest`: what a server reads about the latest daily that is over, and whom it names."""

from datetime import UTC, datetime

import pytest

from bot.interactions.client import Finte
from bot.tables.clock import DAY_SECONDS
from bot.tables.periods import closes_at
from cogs.table.daily import date
from games.review import Look, Verdict
from localcord import Localcord, Permission, Person
from localcord.permissions import EVERYONE
from localcord.wire import JsonObject
from tests.bot.daily_matches import finish
from tests.bot.judging import Judge
from tests.clock import Clock
from tests.end_to_end.tables import EPHEMERAL, labelled, said, set_up, text_of

GAME = "faehrte"


def host_on(discord: Localcord) -> Person:
    """Somebody who may choose for the server."""
    return discord.person("Host", permissions=EVERYONE | Permission.MANAGE_GUILD)


async def play(bot: Finte, person: Person, which: int = 0, channel_id: str | None = None) -> None:
    """Somebody's whole daily of today, by the first or the last of their moves."""
    await person.command("daily", {"game": GAME}, channel_id=channel_id)
    found = (await bot.store.dailies.tries(int(person.id), bot.matches.dailies.today))[GAME]
    await finish(bot.matches, await bot.matches.get(found.match_id or 0), which)


async def digest_of(bot: Finte, discord: Localcord, clock: Clock) -> JsonObject:
    """The post about the day that is under way now, once it's over."""
    clock.now = closes_at(bot.matches.dailies.today) + 8 * 3600
    before = {message["id"] for message in discord.person("Reader").messages()}
    await bot.jobs.digests.post_due()
    (found,) = [one for one in discord.person("Reader").messages() if one["id"] not in before]
    return found


@pytest.fixture(autouse=True)
async def wanted(bot: Finte, discord: Localcord, clock: Clock) -> None:
    """A digest at 9 in UTC."""
    clock.now = datetime(2027, 2, 1, 12, tzinfo=UTC).timestamp()
    bot.settings.review_seconds = 0
    await host_on(discord).command("server digest", {"post": "on"})


async def test_it_names_the_best_player_and_those_who_played_here_and_show_it(
    bot: Finte, discord: Localcord, ana: Person, ben: Person, clock: Clock
) -> None:
    dora, eve = discord.person("Dora"), discord.person("Eve")
    bot.settings.review_seconds = 0.05
    await set_up(ben, "stats", "private")
    for person, channel_id in ((ana, None), (ben, None), (dora, None), (eve, eve.dm_channel_id)):
        await play(bot, person, channel_id=channel_id)

    shown = await digest_of(bot, discord, clock)
    text = text_of(shown)

    assert text.startswith("### 📅 Daily · <t:")
    assert "Best move: **Ana**, " in text
    assert "👥 2 of you played: Ana, Dora\n🔥 This server's streak: 1 day" in text
    assert "Ben" not in text
    assert "Eve" not in text
    assert shown["attachments"]
    assert shown["flags"] & 1 << 12  # silent
    assert not shown["mentions"]
    answer = await eve.click(shown, labelled(shown, "Today's dailies"))
    assert said(answer).startswith("## 📅 Daily")
    assert answer.message
    assert answer.message["flags"] & EPHEMERAL
    assert "Today's puzzles" in said(await eve.click(shown, labelled(shown, "Today's puzzles")))


async def test_it_looks_at_a_decision_for_a_second_at_most(
    bot: Finte, discord: Localcord, ana: Person, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[float] = []

    class Noting(Judge):
        async def judge(self, game: str, look: Look) -> Verdict:
            looks.append(look.seconds)
            return await super().judge(game, look)

    monkeypatch.setattr("cogs.commands.digest.reviewer_of", lambda _: Noting())
    await play(bot, ana)
    await digest_of(bot, discord, clock)

    assert looks
    assert max(looks) <= 1


@pytest.mark.parametrize("hides", [True, False])
async def test_it_shows_the_best_match_of_all_without_the_name_of_somebody_who_hides_or_played_elsewhere(
    bot: Finte, discord: Localcord, ana: Person, clock: Clock, *, hides: bool
) -> None:
    if hides:
        await set_up(ana, "stats", "private")
    await play(bot, ana, channel_id=None if hides else ana.dm_channel_id)

    shown = await digest_of(bot, discord, clock)

    assert "Best move: **Best player**, " in text_of(shown)
    assert "of you played" not in text_of(shown)
    assert "streak" not in text_of(shown)
    assert "Ana" not in str(shown)


async def test_on_a_day_without_a_match_it_only_leads_to_todays(bot: Finte, discord: Localcord, clock: Clock) -> None:
    shown = await digest_of(bot, discord, clock)

    assert text_of(shown).startswith(f"## 📅 Daily · {date(bot.matches.dailies.today)}")
    assert labelled(shown, "Today's puzzles")


async def test_a_forgotten_player_is_in_no_digest(
    bot: Finte, discord: Localcord, ana: Person, ben: Person, clock: Clock
) -> None:
    await play(bot, ana)
    await play(bot, ben)
    await digest_of(bot, discord, clock)
    await bot.forgetting.forget(int(ana.id))
    other = discord.add_channel("other")
    await host_on(discord).command("server digest", {"hour": 10}, channel_id=other)
    clock.now += 3600

    page = await bot.jobs.digests.make((await bot.jobs.digests.store.every())[0], bot.matches.dailies.today - 1)

    assert "Ana" not in str(page)
    assert "**Ben**" in str(page)


async def test_the_answer_says_where_and_when_it_comes(bot: Finte, discord: Localcord, clock: Clock) -> None:
    host = host_on(discord)
    six_here = datetime(2027, 2, 1, 0, 30, tzinfo=UTC).timestamp()

    answer = said(await host.command("server digest", {"hour": 6, "utc_offset": 5.5}))
    assert f"comes to <#{discord.channel_id}> every day at <t:{six_here + DAY_SECONDS:.0f}:t>" in answer
    assert said(await host.command("server digest")) == answer
    discord.set_bot_permissions(discord.channel_id, Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES)
    refusal = said(await host.command("server digest", {"post": "on"}))
    assert refusal == "I can't post here: I need the *Attach Files* permission in this channel."
    discord.set_bot_permissions(discord.channel_id, Permission.VIEW_CHANNEL)
    clock.now += DAY_SECONDS - 12 * 3600 + 1800
    await bot.jobs.digests.post_due()
    assert said(await host.command("server digest")).startswith("The digest is off: I wasn't allowed to post it in <#")
    assert said(await host.command("server digest", {"post": "off"})) == "There's no digest on this server."
