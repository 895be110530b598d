"""What people and servers can choose: their language, and text instead of pictures."""

from random import Random

import pytest

from bot.interactions.client import Finte
from bot.pages.faces import plain
from bot.pages.page import Picture
from games.catalogue import GAMES
from localcord import Localcord, Permission, Person
from localcord.components import buttons
from localcord.permissions import EVERYONE
from localcord.wire import JsonObject
from tests.end_to_end.short import short_options
from tests.end_to_end.tables import Table, said, text_of, verb_of

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture
def moderator(discord: Localcord) -> Person:
    """Someone who may set up the server."""
    return discord.person("Mona", permissions=EVERYONE | Permission.MANAGE_GUILD)


async def press(table: Table, person: Person, verb: str) -> None:
    """Presses the board's button with this verb, whatever its label."""
    await table.until(lambda: _of(table.board, verb))
    assert (await person.click(table.board, _of(table.board, verb)[0])).answered


def _of(message: JsonObject, verb: str) -> list[str]:
    """The custom_ids of the enabled buttons with this verb."""
    ids = [found["custom_id"] for found in buttons(message) if not found.get("disabled")]
    return [custom_id for custom_id in ids if verb_of(custom_id) == verb]


def says(message: JsonObject | None, text: str) -> bool:
    return message is not None and text in text_of(message)


async def test_everyone_reads_their_own_language_at_a_table_in_the_servers(
    discord: Localcord, moderator: Person
) -> None:
    ana, ben = discord.person("Ana", locale="de"), discord.person("Ben", locale="en-US")
    assert said(await moderator.command("server language", {"language": "fr"})).endswith("Français.")
    table = await Table.opened(discord, ana, "faehrte", seats=3, bots=1, rounds=1)
    assert "· hôte" in text_of(table.board)
    await press(table, ben, "join")
    await table.tap(ana, "Starten")
    await table.until(lambda: "manche\u00a01/1" in text_of(table.board))
    await table.until(lambda: says(table.panel(ana), "Wähl deine verdeckte Karte"))
    await table.until(lambda: says(table.panel(ben), "Choose your hidden card"))


async def test_a_board_that_stands_changes_its_language(discord: Localcord, moderator: Person) -> None:
    ana = discord.person("Ana")
    table = await Table.opened(discord, ana, "bluff", seats=2)
    await moderator.command("server language", {"language": "de"})
    await table.until(lambda: "Plätze besetzt" in text_of(table.board))
    await moderator.command("server language", {"language": "auto"})
    await table.until(lambda: "seats taken" in text_of(table.board))


async def test_a_panel_that_stands_loses_its_pictures(discord: Localcord) -> None:
    ana = discord.person("Ana")
    await ana.command("daily", {"game": "faehrte"})
    await ana.wait_for(lambda shown: bool(shown[0]["attachments"]))
    await ana.command("settings", {"messages": "off"})
    await ana.wait_for(lambda shown: not shown[0]["attachments"])


async def test_only_who_runs_the_server_is_offered_its_settings(discord: Localcord, moderator: Person) -> None:
    assert "server" in {command["name"] for command in moderator.commands()}
    assert "server" not in {command["name"] for command in discord.person("Ana").commands()}


@pytest.mark.parametrize("game", GAMES)
async def test_a_match_in_words_alone_has_no_picture_and_all_that_the_pictures_say(
    bot: Finte, discord: Localcord, moderator: Person, game: str
) -> None:
    ana = discord.person("Ana")
    await moderator.command("server pictures", {"boards": "off"})
    await ana.command("settings", {"messages": "off"})
    seats = GAMES[game].game.seats.start
    table = await Table.started(discord, [ana], game, bots=seats - 1, **short_options(game))
    await table.play_on(Random(1))
    match = await bot.matches.get(int(table.match_id))
    pictures = [part for part in bot.pages.board(match).parts if isinstance(part, Picture)]

    assert pictures
    assert all(not message["attachments"] for message in (*discord.public_messages, *ana.messages()))
    for picture in pictures:
        assert all(plain(text.content) in text_of(table.board) for text in picture.instead)
