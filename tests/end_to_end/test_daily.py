"""`/daily` in Discord: a whole daily match of every game, alone and in private, and what is shown of it afterwards."""

import json
from random import Random

import pytest

from bot.interactions.client import Finte
from bot.tables.clock import DAY_SECONDS
from bot.tables.periods import GRACE_SECONDS, closes_at, day_begins
from games.catalogue import GAMES
from localcord import Localcord, Person
from localcord.wire import JsonObject
from tests.bot.daily_matches import finish
from tests.clock import Clock
from tests.end_to_end.tables import EPHEMERAL, enabled, labelled, labels, said, text_of

MOST_CLICKS = 300
SHARE = "Share"


@pytest.fixture
def ana(discord: Localcord, bot: Finte) -> Person:  # noqa: ARG001 - it answers them
    """A person who has never played."""
    return discord.person("Ana")


@pytest.fixture
def ben(discord: Localcord, bot: Finte) -> Person:  # noqa: ARG001 - it answers them
    """Another one."""
    return discord.person("Ben")


def page(player: Person) -> JsonObject:
    """The latest message on the player's screen."""
    return player.messages()[-1]


async def play_on(player: Person, rng: Random) -> str:
    """Plays to the end, and returns what the last page says."""
    for _ in range(MOST_CLICKS):
        shown = page(player)
        if SHARE in labels(shown):
            return text_of(shown)
        moves = enabled(shown, "play") or enabled(shown, "show")
        await player.click(shown, rng.choice(moves)["custom_id"])
    raise AssertionError(text_of(page(player)))


async def done(bot: Finte, player: Person, game: str = "faehrte") -> str:
    """What the page says once the player has finished today's match. Its moves aren't clicked, which is quicker."""
    await player.command("daily", {"game": game})
    day = bot.matches.dailies.today
    found = (await bot.store.dailies.tries(int(player.id), day))[game]
    await finish(bot.matches, await bot.matches.get(found.match_id or 0))
    return said(await player.command("daily", {"game": game}))


@pytest.mark.parametrize("game", GAMES)
async def test_a_daily_match_is_played_to_its_end_in_one_private_message(
    ana: Person, discord: Localcord, game: str
) -> None:
    assert "📅 Daily" in said(await ana.command("daily", {"game": game}))

    end = await play_on(ana, Random(1))

    assert "You're the first to finish this daily!" in end
    assert "🔥 Streak: 1 day in a row" in end
    assert len(ana.messages()) == 1
    assert page(ana)["flags"] & EPHEMERAL
    assert discord.person("Ben").messages() == []


async def test_the_list_says_what_is_done_and_what_is_not(ana: Person, bot: Finte) -> None:
    await done(bot, ana)
    await ana.command("daily", {"game": "tuecke"})

    listed = said(await ana.command("daily", {}))

    assert listed.count("not played yet") == len(GAMES) - 2
    assert listed.count("begun") == 1
    assert "place of 4" in listed
    assert labels(page(ana)).count("Play") == len(GAMES) - 2


async def test_two_people_are_compared_and_listed(ana: Person, ben: Person, bot: Finte) -> None:
    for person in (ana, ben):
        end = await done(bot, person)

    assert "1 other player has finished this daily" in end
    assert "1 player did exactly as well" in end
    assert "**The best on this server**\n1\\. Ana" in end
    assert "\n1\\. **Ben**" in end


async def test_somebody_who_hides_their_statistics_is_not_listed(ana: Person, ben: Person, bot: Finte) -> None:
    await ana.command("settings", {"stats": "private"})
    await done(bot, ana)

    assert "1\\. **Ben**" in await done(bot, ben)
    assert "Ana" not in text_of(page(ben)).partition("The best on this server")[2]


async def test_the_shared_line_says_nothing_about_the_deal(ana: Person, ben: Person, bot: Finte) -> None:
    await done(bot, ana, "bluff")

    await ana.click(page(ana), labelled(page(ana), SHARE))

    (shared,) = ben.messages()
    line = text_of(shared)
    assert line.startswith("**Ana** · Finte daily <t:")
    assert line.endswith("streak 1")
    assert "×" not in line
    assert "Score" not in line
    assert not labels(shared)


async def test_a_result_keeps_the_streak_of_its_own_day(
    ana: Person, bot: Finte, clock: Clock, discord: Localcord
) -> None:
    await done(bot, ana)
    panel, share = page(ana), labelled(page(ana), SHARE)
    result = share.replace("dailyshare", "dailyend")

    for days in (3, 1):
        clock.now += days * DAY_SECONDS
        await ana.raw_click(panel, share)
        assert text_of(discord.public_messages[-1]).endswith("streak 1")
        await done(bot, ana, "bluff")
    assert "🔥 Streak: 2 days in a row" in text_of(page(ana))
    assert "🔥 Streak: 1 day in a row" in said(await ana.raw_click(page(ana), result))


async def test_a_streak_goes_on_until_a_day_has_closed_without_a_match(ana: Person, bot: Finte, clock: Clock) -> None:
    await done(bot, ana)
    next_day = bot.matches.dailies.today + 1
    clock.now = day_begins(next_day) + 60
    await ana.command("daily", {"game": "bluff"})
    last_moment = closes_at(next_day)

    clock.now = last_moment - 1
    assert "🔥 Streak: 1 day in a row" in said(await ana.command("daily", {}))

    clock.now = last_moment
    assert "Streak" not in said(await ana.command("daily", {}))


async def test_of_a_closed_deal_nobody_is_told_to_look_again(ana: Person, bot: Finte, clock: Clock) -> None:
    assert "Look again later" in await done(bot, ana)
    result = labelled(page(ana), SHARE).replace("dailyshare", "dailyend")
    clock.now = closes_at(bot.matches.dailies.today)

    assert "Nobody else has finished this daily." in said(await ana.raw_click(page(ana), result))


async def test_nobody_can_share_or_see_the_result_of_somebody_else(ana: Person, ben: Person, bot: Finte) -> None:
    await done(bot, ana)
    ids = [labelled(page(ana), SHARE), labelled(page(ana), SHARE).replace("dailyshare", "dailyend")]
    await ben.command("daily", {})

    for custom_id in ids:
        assert "You haven't finished this daily." in said(await ben.raw_click(page(ben), custom_id))
    assert not [message for message in ana.messages() if "Finte daily" in text_of(message)]


@pytest.mark.parametrize("text", ["", "1", "-1 bluff", "99999999999999999999 bluff", "1 chess", "١ bluff", "x bluff"])
async def test_a_forged_button_gets_a_sentence(ana: Person, text: str) -> None:
    await ana.command("daily", {})

    assert "This button no longer works." in said(await ana.raw_click(page(ana), f"f1|dailyend|0|0|{text}"))


async def test_nobody_can_open_or_play_somebody_elses_match(ana: Person, ben: Person) -> None:
    await ana.command("daily", {"game": "bluff"})
    move = enabled(page(ana), "play")[0]["custom_id"]
    number = move.split("|")[2]
    await ben.command("daily", {})

    for forged in (move, f"f1|dailygo|{number}|0|"):
        assert "You're not at this table." in said(await ben.raw_click(page(ben), forged))
    assert "📅 Daily" not in said(await ben.raw_click(page(ben), f"f1|hand|{number}|0|"))


async def test_a_second_try_shows_the_result_of_the_first(ana: Person, bot: Finte) -> None:
    end = await done(bot, ana)

    assert said(await ana.command("daily", {"game": "faehrte"})) == end


async def test_a_page_of_yesterday_leads_to_todays_deals(ana: Person, bot: Finte) -> None:
    await ana.command("daily", {})
    yesterday = bot.matches.dailies.today - 1

    assert "## 📅 Daily" in said(await ana.raw_click(page(ana), f"f1|dailyplay|0|0|{yesterday} bluff"))
    assert not await bot.store.dailies.tries(int(ana.id), yesterday)


async def test_in_a_direct_message_nobody_else_is_listed(ana: Person, bot: Finte) -> None:
    await done(bot, ana)
    answer = await ana.command("daily", {"game": "faehrte"}, channel_id=ana.dm_channel_id)

    assert SHARE in labels(ana.messages(ana.dm_channel_id)[-1])
    assert "The best on this server" not in said(answer)


async def test_yesterdays_best_match_is_stepped_through_without_its_players_name_elsewhere(
    ana: Person, ben: Person, bot: Finte, clock: Clock
) -> None:
    await done(bot, ana)
    clock.now = day_begins(bot.matches.dailies.today + 1) + GRACE_SECONDS
    await ben.command("daily", {}, channel_id=ben.dm_channel_id)
    shown = ben.messages(ben.dm_channel_id)[-1]
    yesterday = bot.matches.dailies.today - 1

    first = said(await ben.select(shown, "f1|dailybest|0|0|", [f"{yesterday} faehrte 0"]))
    last = said(await ben.raw_click(shown, f"f1|dailybest|0|0|{yesterday} faehrte 999"))

    assert "Best player" in first
    assert "Decision 1 of " in first
    assert "**Next move:**" in first
    assert "Ana" not in first + last
    assert last != first


@pytest.mark.parametrize("game", GAMES)
async def test_every_decision_of_the_best_match_can_be_shown(ana: Person, bot: Finte, clock: Clock, game: str) -> None:
    await done(bot, ana, game)
    clock.now = day_begins(bot.matches.dailies.today + 1) + GRACE_SECONDS
    yesterday = bot.matches.dailies.today - 1
    await ana.command("daily", {})
    answer = said(await ana.select(page(ana), "f1|dailybest|0|0|", [f"{yesterday} {game} 0"]))
    count = 1
    while buttons := [one for one in enabled(page(ana), "dailybest") if one["label"] == "▶"]:
        clock.now += 1
        answer = said(await ana.click(page(ana), buttons[0]["custom_id"]))
        count += 1

    assert f"Decision {count} of {count}" in answer
    assert "Ana" in answer


async def test_nobody_sees_how_others_play_a_deal_that_can_still_be_played(
    ana: Person, ben: Person, bot: Finte, clock: Clock
) -> None:
    await done(bot, ana)
    await ben.command("daily", {"game": "tuecke"})
    today = bot.matches.dailies.today
    for later in (clock.now, day_begins(today + 1) + GRACE_SECONDS - 1):
        clock.now = later
        answer = said(await ben.raw_click(page(ben), f"f1|dailybest|0|0|{today} faehrte 0"))
        assert "This daily is still open" in answer


async def test_a_match_of_yesterday_can_be_finished_from_todays_list(ana: Person, bot: Finte, clock: Clock) -> None:
    await ana.command("daily", {"game": "tuecke"})
    clock.now = day_begins(bot.matches.dailies.today + 1)

    listed = said(await ana.command("daily", {}))
    assert "Yesterday's matches can be finished until" in listed
    answer = said(await ana.click(page(ana), labelled(page(ana), "Mit List und Tücke")))

    assert "One try, until" in answer


async def test_the_list_still_opens_when_yesterdays_open_matches_are_no_longer_kept(
    ana: Person, bot: Finte, clock: Clock
) -> None:
    for game in ("tuecke", "faehrte"):
        await ana.command("daily", {"game": game})
    await bot.forgetting.forget(int(ana.id))
    clock.now = day_begins(bot.matches.dailies.today + 1)

    assert "Yesterday's matches can be finished until" in said(await ana.command("daily", {}))
    assert not enabled(page(ana), "dailygo")


async def test_yesterdays_best_matches_are_offered_where_there_are_some(ana: Person, bot: Finte, clock: Clock) -> None:
    assert "Yesterday" not in said(await ana.command("daily", {}))
    assert "dailybest" not in json.dumps(page(ana))
    await done(bot, ana)
    clock.now = day_begins(bot.matches.dailies.today + 1) + GRACE_SECONDS

    await ana.command("daily", {})

    shown = json.dumps(page(ana))
    assert f"{bot.matches.dailies.today - 1} faehrte 0" in shown
    assert f"{bot.matches.dailies.today - 1} bluff 0" not in shown


async def test_without_a_best_match_a_sentence_says_so(ana: Person, bot: Finte) -> None:
    await ana.command("daily", {})

    answer = said(await ana.raw_click(page(ana), f"f1|dailybest|0|0|{bot.matches.dailies.today - 2} bluff 0"))

    assert "Nobody has finished this daily" in answer


@pytest.mark.parametrize(("locale", "words"), [("de", "Tagespartien"), ("fr", "Parties du jour")])
async def test_the_pages_are_in_the_readers_language(ana: Person, bot: Finte, locale: str, words: str) -> None:
    ana.choose_locale(locale)
    assert words in said(await ana.command("daily", {}))

    assert "📅" in await done(bot, ana)
