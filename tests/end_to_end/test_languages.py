"""The language of a board: the server's choice, a Community's own, or that of the table's host."""

from pathlib import Path

from localcord import Localcord
from tests.clock import Clock
from tests.end_to_end.here import ready_bot
from tests.end_to_end.tables import Table, custom_ids, text_of, verb_of


def host_in_french(table: Table) -> bool:
    return "Anouk · hôte" in text_of(table.board).replace("*", "")


def rematch_of(table: Table) -> str:
    """The label of the board's rematch button, in any language."""
    (found,) = (custom_id for custom_id in custom_ids(table.board) if verb_of(custom_id) == "rematch")
    return found


async def test_an_ordinary_servers_board_is_in_its_hosts_language_after_a_restart_too(
    discord: Localcord, clock: Clock, tmp_path: Path
) -> None:
    anouk, ben = discord.person("Anouk", locale="fr"), discord.person("Ben", locale="de")
    async with ready_bot(discord, clock, tmp_path):
        table = await Table.opened(discord, anouk, seats=3)
        assert host_in_french(table)
    async with ready_bot(discord, clock, tmp_path):
        (join,) = (found for found in custom_ids(table.board) if verb_of(found) == "join")
        await ben.click(table.board, join)
        await table.until(lambda: "Ben" in text_of(table.board))
        assert host_in_french(table)


async def test_a_rematch_is_in_the_language_of_the_match_before_it(
    discord: Localcord, clock: Clock, tmp_path: Path
) -> None:
    anouk, ben = discord.person("Anouk", locale="fr"), discord.person("Ben", locale="de")
    async with ready_bot(discord, clock, tmp_path) as bot:
        table = await Table.opened(discord, anouk, seats=2)
        (join,) = (found for found in custom_ids(table.board) if verb_of(found) == "join")
        await ben.click(table.board, join)
        await bot.matches.lobby.start(int(table.match_id), int(anouk.id))
        while (match := await bot.matches.get(int(table.match_id))).state and match.table.is_open:
            seat = min(match.state.to_act)
            sitter = anouk if match.table.seat_of(int(anouk.id)) == seat else ben
            action = next(iter(match.view(seat).legal_actions)).to_text()
            await bot.matches.play.move(match.table.id, int(sitter.id), match.decision, action)
        await table.until(lambda: any(verb_of(found) == "rematch" for found in custom_ids(table.board)))
        again = await ben.click(table.board, rematch_of(table))
        assert again.message is not None
        assert "Ben · hôte" in text_of(again.message).replace("*", "")


async def test_a_communitys_board_is_in_the_language_that_it_has_set(
    discord: Localcord, clock: Clock, tmp_path: Path
) -> None:
    discord.set_guild_locale("fr")
    async with ready_bot(discord, clock, tmp_path):
        table = await Table.opened(discord, discord.person("Anouk", locale="de"), seats=2)
        assert host_in_french(table)
