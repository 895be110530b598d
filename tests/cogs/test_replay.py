"""`/replay` and `/record`, as people see them: which match, who may look, from which seat, and what everyone sees."""

from random import Random
from typing import Any

import pytest

from bot.interactions.client import Finte
from bot.tables.table import Place, Robot
from games.record import read
from localcord import Localcord, Person
from localcord.components import selects
from tests.cogs.replaying import BROKEN_OFF, LOG, Stored, click, opened, page
from tests.cogs.tables import player
from tests.end_to_end.tables import EPHEMERAL, labelled, labels, said, set_up, text_of
from tests.end_to_end.tables import Table as Seats

pytestmark = pytest.mark.slow

ANAS, BENS = "1 1 2 3 ★", "2 2 4 5 5"
"""What lay under their cups in the first round."""

HIDES = "Somebody in this match keeps their matches private."
NOT_HERE = "Only people who can see the channel of this match can replay it."


@pytest.fixture
async def number(ana: Person, ben: Person, stored: Stored) -> int:
    """The number of a match that Ana has played to its end with Ben."""
    return await stored(player(ana), player(ben))


async def look(person: Person, sight: str) -> str:
    """The text of the page with the hands that the menu names."""
    await person.select(page(person), selects(page(person))[0]["custom_id"], [sight])
    return text_of(page(person))


async def test_a_replay_begins_with_ones_own_dice_and_steps_to_the_result(bot: Finte, ana: Person, number: int) -> None:
    text = await opened(ana, number)
    assert text.startswith("↳ A new round begins.\n-# Bluff · round 1 · 10 dice\n")
    assert ANAS in text
    assert BENS not in text
    assert f"Match {number} · step 1 of 7" in text
    assert "⏮" not in labels(page(ana))

    bot.matches.replays._kept.pop(number, None)  # as a restart does
    assert "**Ben**: Bid 3 × 2" in await click(ana, "▶")
    assert "**Ana**: Bid 4 × 2" in await click(ana, "▶")
    over = await click(ana, "▶")
    assert "round 1 is over" in over
    assert "**Ben**: Doubt" in over
    assert "step 3 of 7" in await click(ana, "◀")
    assert "A new round begins." in await click(ana, "Round ▶")
    assert ANAS in await click(ana, "◀ Round")
    assert "🏆" in await click(ana, "⏭")
    assert "▶" not in labels(page(ana))
    assert len(ana.messages()) == 1


@pytest.mark.parametrize("phase", ["settled", "deserted", "cancelled"])
async def test_a_match_that_was_broken_off_shows_only_ones_own_dice(
    discord: Localcord, ana: Person, ben: Person, stored: Stored, phase: str
) -> None:
    number = await stored(player(ana), player(ben), log=BROKEN_OFF, phase=phase)
    dora = discord.person("Dora")

    await opened(ana, number)
    assert [option["label"] for option in selects(page(ana))[0]["options"]] == ["As Ana sees it", "As a spectator"]
    assert "3 3 3 3" not in await click(ana, "⏭")
    for forged in ("1", "all", "7", ""):
        await ana.raw_click(page(ana), f"f1|replayto|{number}|6|{forged} on")
        assert "3 3 3 3" not in text_of(page(ana))
    assert "Record" not in labels(page(ana))
    assert "broken off" in said(await ana.command("record", {"match": number}))

    await opened(dora, number)
    assert not selects(page(dora))
    assert "1 1 2 3 4" not in await click(dora, "⏭")
    await click(dora, "◀ Round")
    assert "there are **4**" in await click(dora, "◀")  # the doubt of the first round has shown them


async def test_forged_moves_and_steps_show_some_moment_of_the_match(ana: Person, number: int) -> None:
    await opened(ana, number)

    for forged in (f"replayto|{number}|999999|0 on", f"replayto|{number}|3|0 nonsense", f"replayto|{number}|0|"):
        await ana.raw_click(page(ana), f"f1|{forged}")
        assert f"Match {number} · step " in text_of(page(ana))


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({"is_lesson": True}, "Lessons can't be replayed."),
        ({"log": (), "phase": "cancelled"}, "This match never began, so there's nothing to replay."),
        ({"rules_version": 0}, "This match was played under older rules and can no longer be shown."),
    ],
)
async def test_matches_that_cannot_be_replayed_say_why(
    ana: Person, stored: Stored, facts: dict[str, Any], told: str
) -> None:
    number = await stored(player(ana), Robot("steady", "Iris"), **facts)

    assert await opened(ana, number) == told
    assert "as a file" not in said(await ana.command("record", {"match": number}))


@pytest.mark.usefixtures("bot")
async def test_the_button_on_a_result_opens_a_replay_for_whoever_clicks(
    discord: Localcord, ana: Person, ben: Person
) -> None:
    table = await Seats.started(discord, (ana, ben))
    assert await opened(ana, table.match_id) == "This match isn't over yet."
    assert "match" in said(await ana.command("record", {"match": int(table.match_id)}))
    await table.play_on(Random(1))

    answer = await table.press(ben, "Replay")

    assert "step 1 of" in said(answer)
    assert "As Ben sees it" in str(selects(answer.message or {})[0])
    assert "step 1 of" in said(await table.press(discord.person("Dora"), "Replay"))


async def test_show_everyone_posts_the_page_without_its_navigation(ana: Person, ben: Person, number: int) -> None:
    await opened(ana, number)
    await look(ana, "all")

    await ana.click(page(ana), labelled(page(ana), "Show everyone"))

    public = page(ben)
    assert not public["flags"] & EPHEMERAL
    assert BENS in text_of(public)
    assert labels(public) == ["Replay"]
    assert not selects(public)
    assert BENS in said(await ben.click(public, labelled(public, "Replay")))
    assert public == next(message for message in ben.messages() if message["id"] == public["id"])


async def test_nobody_posts_a_match_of_somebody_who_keeps_theirs_to_themselves(
    discord: Localcord, ana: Person, ben: Person, number: int
) -> None:
    dora = discord.person("Dora")
    await opened(ana, number)
    await opened(dora, number)
    old, doras = page(ana), page(dora)
    await set_up(ben, "stats", "private")

    assert "You can only show a match to everyone" in said(await ana.click(old, labelled(old, "Show everyone")))
    assert "step 1 of" in await opened(ana, number)
    assert "Show everyone" not in labels(page(ana))
    assert await opened(dora, number) == HIDES
    assert said(await dora.click(doras, labelled(doras, "▶"))) == HIDES
    assert "step 1 of" in await opened(ben, number)


async def test_a_match_of_another_server_is_shown_to_its_players_alone(
    discord: Localcord, ana: Person, ben: Person, stored: Stored
) -> None:
    elsewhere = await stored(player(ana), player(ben), place=Place(4711, 4712))

    assert await opened(discord.person("Dora"), elsewhere) == NOT_HERE
    assert "step 1 of" in await opened(ana, elsewhere)
    assert "Show everyone" not in labels(page(ana))
    forged = await ana.raw_click(page(ana), f"f1|replayall|{elsewhere}|2|all")
    assert "You can only show a match to everyone" in said(forged)


async def test_a_forgotten_player_has_no_name(bot: Finte, ana: Person, ben: Person, number: int) -> None:
    assert "Ben: 5 hidden dice" in await opened(ana, number)

    await bot.forgetting.forget(int(ben.id))

    text = await opened(ana, number)
    assert "Ben" not in text
    assert "a former player: 5 hidden dice" in text


async def test_the_record_is_one_that_the_rules_confirm_and_its_players_alone_get_it(
    discord: Localcord, ana: Person, number: int
) -> None:
    await opened(ana, number)

    answer = await ana.click(page(ana), labelled(page(ana), "Record"))

    assert "as a file" in said(answer)
    assert answer.message is not None
    (file,) = answer.message["attachments"]
    assert file["filename"] == f"finte-{number}.jsonl"
    assert read(discord.file(file["url"])).log == LOG
    dora = discord.person("Dora")
    refused = "Only people who played in a match can download its record."
    assert said(await dora.command("record", {"match": number})) == refused
    await opened(dora, number)
    assert "Record" not in labels(page(dora))


@pytest.mark.parametrize("command", ["replay", "record", "verify", "review"])
async def test_without_a_number_it_is_ones_latest_match_and_a_number_may_be_wrong(
    ana: Person, ben: Person, stored: Stored, bot: Finte, command: str
) -> None:
    async def asked(**options: int) -> str:
        return said(await ana.command(command, options))

    assert "You haven't played a match to the end yet." in await asked()
    gone = await stored(player(ana), player(ben))
    number = await stored(player(ana), player(ben))
    await stored(player(ben))
    await bot.jobs.retention._store.delete_matches([gone])

    assert await asked() == await asked(match=number)
    assert await asked(match=gone) == "This match is no longer stored."
    assert await asked(match=number + 9) == f"There's no match {number + 9}."
    await bot.reviews.stop()
