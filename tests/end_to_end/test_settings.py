"""What people and servers can choose: their language, and text instead of pictures."""

from random import Random

import pytest

from bot.interactions.client import Finte
from bot.pages.faces import plain
from bot.pages.page import Picture
from localcord import Localcord, Permission, Person
from localcord.permissions import EVERYONE
from tests.end_to_end.tables import Table, enabled, said, set_up, text_of

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture
def moderator(discord: Localcord) -> Person:
    """Someone who may set up the server."""
    return discord.person("Mona", permissions=EVERYONE | Permission.MANAGE_GUILD)


async def test_everyone_reads_their_own_language_at_a_table_in_the_servers(
    discord: Localcord, moderator: Person
) -> None:
    ana, ben = discord.person("Ana", locale="de"), discord.person("Ben", locale="en-US")
    assert said(await moderator.command("server language", {"language": "fr"})).endswith("Français.")
    table = await Table.opened(discord, ana, "faehrte", seats=3, bots=1, rounds=1)
    assert "· hôte" in text_of(table.board)
    assert (await ben.click(table.board, enabled(table.board, "join")[0]["custom_id"])).answered
    await table.tap(ana, "Starten")
    await table.until(lambda: "manche\u00a01/1" in text_of(table.board))
    for person, words in ((ana, "Wähl deine verdeckte Karte"), (ben, "Choose your hidden card")):
        await person.wait_for(lambda shown, words=words: any(words in text_of(one) for one in shown))  # type: ignore[misc]


async def test_a_board_that_stands_changes_its_language(discord: Localcord, moderator: Person) -> None:
    ana = discord.person("Ana")
    table = await Table.opened(discord, ana, "bluff", seats=2)
    await moderator.command("server language", {"language": "de"})
    await table.until(lambda: "Plätze besetzt" in text_of(table.board))
    await moderator.command("server language", {"language": "auto"})
    await table.until(lambda: "seats taken" in text_of(table.board))


async def test_a_match_in_words_alone_has_no_picture_and_all_that_the_pictures_say(
    bot: Finte, discord: Localcord, moderator: Person
) -> None:
    ana = discord.person("Ana")
    await moderator.command("server pictures", {"boards": "off"})
    await set_up(ana, "messages", "off")
    table = await Table.started(discord, [ana], "faehrte", bots=2, rounds=1)
    await table.play_on(Random(1))
    match = await bot.matches.get(int(table.match_id))
    pictures = [part for part in bot.pages.board(match).parts if isinstance(part, Picture)]

    assert pictures
    assert all(not message["attachments"] for message in (*discord.public_messages, *ana.messages()))
    for picture in pictures:
        assert all(plain(text.content) in text_of(table.board) for text in picture.instead)
