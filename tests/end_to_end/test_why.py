"""*Why not*: the button that explains why something on the panel isn't allowed."""

from bot.interactions.client import Finte
from localcord import Person
from tests.end_to_end.tables import Table, labelled, said, text_of


async def test_the_panel_says_why_and_stays_what_it_is(table: Table, asked: Person) -> None:
    before = table.panel(asked)
    assert before

    answer = await table.tap(asked, "Why not?")

    assert answer.message is not None
    assert text_of(answer.message).startswith("ℹ️ ")
    assert answer.message["id"] == before["id"]
    assert table.moves(asked)


async def test_an_old_why_brings_the_panel_as_it_is_now(table: Table, asked: Person, other: Person) -> None:
    panel = table.panel(asked)
    assert panel
    old = labelled(panel, "Why not?")
    await table.move(asked)
    await table.until(lambda: table.moves(other))

    assert (await table.forge(asked, old)).startswith("## Not your turn")


async def test_a_player_who_is_not_asked_is_told_no_reason(table: Table, asked: Person, other: Person) -> None:
    panel = table.panel(asked)
    assert panel

    answer = await table.forge(other, labelled(panel, "Why not?"))

    assert "ℹ️" not in answer


async def test_a_player_who_has_left_is_told_no_reason(bot: Finte, table: Table, asked: Person) -> None:
    panel = table.panel(asked)
    assert panel
    why = labelled(panel, "Why not?")
    await bot.matches.seats.quit(int(table.match_id), int(asked.id))
    decision = (await bot.matches.get(int(table.match_id))).decision
    forged = "|".join((*why.split("|")[:3], str(decision), *why.split("|")[4:]))

    answer = await table.forge(asked, forged)

    assert "ℹ️" not in answer


async def test_a_stranger_is_told_no_reason(table: Table, asked: Person) -> None:
    panel = table.panel(asked)
    assert panel
    stranger = table.discord.person("Dora")

    answer = said(await stranger.raw_click(table.board, labelled(panel, "Why not?")))

    assert answer == "You're watching this table. Type /play to open your own."
