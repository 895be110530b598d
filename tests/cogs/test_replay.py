"""`/replay` and `/record`, as people see them: who may look, from which seat, and what everyone is shown."""

from random import Random

import pytest

from bot.interactions.client import Finte
from bot.tables.table import Person as Player
from bot.tables.table import Place, Robot
from games.catalogue import GAMES
from games.core import play_out
from localcord import Localcord, Person
from localcord.components import selects
from tests.cogs.replaying import BROKEN_OFF, Stored, opened, page
from tests.cogs.tables import LONGEST_NAMES, player
from tests.end_to_end.tables import EPHEMERAL, labelled, labels, said, text_of
from tests.end_to_end.tables import Table as Seats

pytestmark = pytest.mark.slow

ANAS, BENS = "1 1 2 3 ★", "2 2 4 5 5"
"""What lay under their cups in the first round."""

HIDES = "Somebody in this match keeps their matches private."
NOT_HERE = "Only people who can see the channel of this match can replay it."


@pytest.fixture
def stored(bot: Finte, discord: Localcord) -> Stored:
    return Stored(bot, discord)


async def click(person: Person, label: str) -> str:
    """The text of the page after a click on its button."""
    await person.click(page(person), labelled(page(person), label))
    return text_of(page(person))


async def look(person: Person, sight: str) -> str:
    """The text of the page with the hands that the menu names."""
    await person.select(page(person), selects(page(person))[0]["custom_id"], [sight])
    return text_of(page(person))


async def test_a_replay_begins_with_ones_own_dice_and_steps_to_the_result(
    ana: Person, ben: Person, stored: Stored
) -> None:
    number = await stored(player(ana), player(ben))

    text = await opened(ana, number)
    assert text.startswith("↳ A new round begins.\n-# Bluff · round 1 · 10 dice\n")
    assert ANAS in text
    assert BENS not in text
    assert f"Match {number} · step 1 of 7" in text
    assert "⏮" not in labels(page(ana))

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


async def test_a_colon_after_a_name_is_spaced_as_in_french(discord: Localcord, ben: Person, stored: Stored) -> None:
    anouk = discord.person("Anouk", locale="fr")

    assert f"**Anouk**\u00a0: {ANAS}" in await opened(anouk, await stored(player(anouk), player(ben)))
    assert "**Ben**\u00a0: " in await click(anouk, "▶")


async def test_a_match_that_was_played_out_lies_open_to_its_players(ana: Person, ben: Person, stored: Stored) -> None:
    await opened(ana, await stored(player(ana), player(ben)))

    assert ANAS not in (as_ben := await look(ana, "1"))
    assert BENS in as_ben
    both = await look(ana, "all")
    assert ANAS in both
    assert BENS in both
    nobody = await look(ana, "-")
    assert ANAS not in nobody
    assert BENS not in nobody


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

    await opened(dora, number)
    assert not selects(page(dora))
    assert "1 1 2 3 4" not in await click(dora, "⏭")
    await click(dora, "◀ Round")
    assert "there are **4**" in await click(dora, "◀")  # the doubt of the first round has shown them


async def test_forged_moves_and_steps_show_some_moment_of_the_match(ana: Person, ben: Person, stored: Stored) -> None:
    number = await stored(player(ana), player(ben))
    await opened(ana, number)

    for forged in (f"replayto|{number}|999999|0 on", f"replayto|{number}|3|0 nonsense", f"replayto|{number}|0|"):
        await ana.raw_click(page(ana), f"f1|{forged}")
        assert f"Match {number} · step " in text_of(page(ana))


@pytest.mark.usefixtures("bot")
async def test_the_button_on_a_result_opens_a_replay_for_whoever_clicks(
    discord: Localcord, ana: Person, ben: Person
) -> None:
    table = await Seats.started(discord, (ana, ben))
    await table.play_on(Random(1))

    answer = await table.press(ben, "Replay")

    assert "step 1 of" in said(answer)
    assert "As Ben sees it" in str(selects(answer.message or {})[0])
    assert "step 1 of" in said(await table.press(discord.person("Dora"), "Replay"))
    await ana.command("history", {})
    await click(ana, "Result")
    assert "step 1 of" in said(await ana.click(page(ana), labelled(page(ana), "Replay")))


async def test_show_everyone_posts_the_page_without_its_navigation(ana: Person, ben: Person, stored: Stored) -> None:
    number = await stored(player(ana), player(ben))
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
    discord: Localcord, ana: Person, ben: Person, stored: Stored
) -> None:
    number = await stored(player(ana), player(ben))
    dora = discord.person("Dora")
    await opened(ana, number)
    await opened(dora, number)
    old, doras = page(ana), page(dora)
    await ben.command("settings", {"stats": "private"})

    assert "You can only show a replay to everyone" in said(await ana.click(old, labelled(old, "Show everyone")))
    assert "step 1 of" in await opened(ana, number)
    assert "Show everyone" not in labels(page(ana))
    assert await opened(dora, number) == HIDES
    assert said(await dora.click(doras, labelled(doras, "▶"))) == HIDES
    assert "step 1 of" in await opened(ben, number)


async def test_a_match_of_another_server_or_a_hidden_channel_stays_closed(
    discord: Localcord, ana: Person, ben: Person, stored: Stored
) -> None:
    elsewhere = await stored(player(ana), player(ben), place=Place(4711, 4712))
    hidden = await stored(player(ana), player(ben), place=Place(int(discord.guild_id), 4712))
    dora = discord.person("Dora")

    assert await opened(dora, elsewhere) == await opened(dora, hidden) == NOT_HERE
    assert "step 1 of" in await opened(ana, elsewhere)
    assert "Show everyone" not in labels(page(ana))
    forged = await ana.raw_click(page(ana), f"f1|replayall|{elsewhere}|2|all")
    assert "You can only show a replay to everyone" in said(forged)


async def test_in_a_direct_message_there_is_nobody_to_show_it_to(ana: Person, stored: Stored) -> None:
    number = await stored(player(ana), Robot("steady", "Iris"), place=Place(0, int(ana.dm_channel_id)))
    await ana.command("replay", {"match": number}, channel_id=ana.dm_channel_id)

    shown = ana.messages(ana.dm_channel_id)[-1]
    assert "As 🤖 Iris sees it" in [option["label"] for option in selects(shown)[0]["options"]]
    assert "Show everyone" not in labels(shown)


async def test_matches_that_cannot_be_replayed_say_why(discord: Localcord, ana: Person, stored: Stored) -> None:
    me, robot = player(ana), Robot("steady", "Iris")
    table = await Seats.started(discord, (ana,), bots=1)

    assert await opened(ana, table.match_id) == "This match isn't over yet."
    assert await opened(ana, 999_999_999) == "There's no match 999999999."
    assert await opened(ana, await stored(me, robot, is_lesson=True)) == "Lessons can't be replayed."
    never = await stored(me, robot, log=(), phase="cancelled")
    assert await opened(ana, never) == "This match never began, so there's nothing to replay."
    old = await stored(me, robot, rules_version=0)
    assert await opened(ana, old) == "This match was played under older rules and can no longer be shown."
    for number in (table.match_id, never, old):
        assert "match" in said(await ana.command("record", {"match": int(number)}))


async def test_a_forgotten_player_has_no_name(bot: Finte, ana: Person, ben: Person, stored: Stored) -> None:
    number = await stored(player(ana), player(ben))
    assert "Ben: 5 hidden dice" in await opened(ana, number)

    await bot.forgetting.forget(int(ben.id))

    text = await opened(ana, number)
    assert "Ben" not in text
    assert "a former player: 5 hidden dice" in text


async def test_a_replay_survives_a_restart(ana: Person, ben: Person, bot: Finte, stored: Stored) -> None:
    number = await stored(player(ana), player(ben))
    await opened(ana, number)
    for match_id in range(number + 1, number + 100):  # what memory has is gone
        bot.matches.replays.drop(match_id)
    bot.matches.replays.drop(number)

    assert "**Ben**: Bid 3 × 2" in await click(ana, "▶")


async def test_whoever_opens_too_many_has_to_wait(ana: Person, ben: Person, stored: Stored) -> None:
    number = await stored(player(ana), player(ben))
    for _ in range(15):
        await opened(ana, number)

    assert "That was quick!" in await opened(ana, number)


@pytest.mark.parametrize("language", ["en-US", "de", "fr"])
async def test_long_names_fit_into_every_language(discord: Localcord, stored: Stored, language: str) -> None:
    reader = discord.person("Ana", locale=language)
    people = (player(reader), *(Player(number, name) for number, name in enumerate(LONGEST_NAMES[:5], 2)))
    game = GAMES["tuecke"]
    log = play_out(game.game, 6, {}, game.computers["steady"], Random(1))
    number = await stored(*people, log=log, game="tuecke")

    await reader.command("replay", {"match": number})
    await look(reader, "all")
    for label in ("▶", "⏭", "◀"):
        assert str(number) in await click(reader, label)
