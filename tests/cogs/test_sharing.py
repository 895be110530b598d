"""The result that players read, with the match's turning point, and *Share*, which shows it to everyone."""

import pytest

from bot.interactions.client import Finte
from bot.pages.page import Picture
from bot.pictures.highlight import Highlight
from bot.tables.table import Place
from cogs.table.endings import picture
from localcord import Localcord, Person
from tests.cogs.replaying import BROKEN_OFF, Stored, page
from tests.cogs.tables import player
from tests.end_to_end.tables import EPHEMERAL, labels, said, set_up, text_of

pytestmark = pytest.mark.slow

SHORT = "1 Ana's 8 × star was 8 dice short, and 2 Ben had won.\n1: 1, 1, 2, 3, 4 · 2: 3, 3, 3, 3\n"


@pytest.fixture
async def number(ana: Person, ben: Person, stored: Stored) -> int:
    """The number of a match that Ana has played to its end with Ben, who has won."""
    return await stored(player(ana), player(ben))


async def shown(bot: Finte, number: int, person: Person) -> str:
    """The description of the picture on somebody's panel; "" without one."""
    parts = bot.pages.panel(await bot.matches.get(number), int(person.id), "en-US").parts
    return next((part.alt for part in parts if isinstance(part, Picture)), "")


async def share(person: Person, number: int) -> str:
    """The private answer to *Share*; "" if it was posted."""
    if not person.messages():
        await person.command("replay", {"match": number})
    answer = await person.raw_click(page(person), f"f1|share|{number}|0|")
    return said(answer) if answer.message and answer.message["flags"] & EPHEMERAL else ""


async def test_winner_and_loser_read_the_turning_point_also_after_a_restart(
    bot: Finte, ana: Person, ben: Person, number: int
) -> None:
    told = await shown(bot, number, ana)
    assert told == f"{SHORT}1. 2 Ben · 4 🏆\n2. 1 Ana · 0"

    bot.matches.drop_all()

    assert await shown(bot, number, ben) == told


async def test_a_match_that_was_broken_off_tells_nothing(bot: Finte, ana: Person, ben: Person, stored: Stored) -> None:
    number = await stored(player(ana), player(ben), log=BROKEN_OFF, phase="settled")

    assert await shown(bot, number, ana) == ""
    assert "played to the end" in await share(ana, number)


async def test_the_turning_point_is_drawn_with_everyones_dice(bot: Finte, number: int) -> None:
    match = await bot.matches.get(number)
    drawing = picture(match, bot.game_uis["bluff"], bot.pages._say(match.table)).drawing  # type: ignore[attr-defined]

    assert isinstance(drawing, Highlight)
    assert [len(group.faces) for group in drawing.scene] == [5, 4]
    assert drawing.draw().width


async def test_share_posts_the_result_for_everyone(ana: Person, ben: Person, number: int) -> None:
    assert await share(ana, number) == ""

    public = page(ben)
    assert not public["flags"] & EPHEMERAL
    assert "**Ben** wins!" in text_of(public)
    assert labels(public) == ["Replay"]
    assert public["mentions"] == []


async def test_only_who_sat_there_can_share(discord: Localcord, number: int) -> None:
    assert "not at this table" in await share(discord.person("Dora"), number)


async def test_nobody_shares_a_match_of_somebody_who_keeps_theirs_private(
    ana: Person, ben: Person, number: int
) -> None:
    await set_up(ben, "stats", "private")

    assert "keeps their matches private" in await share(ana, number)


async def test_a_match_of_another_server_is_not_shared_here(ana: Person, ben: Person, stored: Stored) -> None:
    elsewhere = await stored(player(ana), player(ben), place=Place(4711, 4712))

    assert "on the server where it was played" in await share(ana, elsewhere)
