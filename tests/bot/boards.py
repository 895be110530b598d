"""A channel with one table and its board, and a person who sees it."""

from dataclasses import dataclass

from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.messages.boards import Boards
from bot.messages.painter import Painter
from bot.pages.page import Page
from bot.store.store import Store
from bot.tables.table import Table
from localcord import Localcord, Person
from localcord.people import PATIENCE_SECONDS
from tests.bot.answering import Answering, page, seen
from tests.bot.people import ANA, BEN
from tests.clock import Clock
from tests.drawings import pictured


class Names:
    """Board pages that say who sits at the table and whether it's closed."""

    def board(self, match: Match, watching: int = 0) -> Page:  # noqa: ARG002
        names = ", ".join(person.name for person in match.table.people)
        return page(names if match.table.is_open else f"{names}: closed")

    def moved(self, table: Table) -> Page:
        return page(f"moved to {table.board_id}")

    def way_in(self, match: Match) -> Page:
        names = ", ".join(person.name for person in match.table.people)
        return page(f"{names}: {'in the thread' if match.table.is_open else 'result'}")

    def thread_name(self, table: Table) -> str:
        return ", ".join(person.name for person in table.people)


class Pictures(Names):
    """Board pages with one red picture."""

    def board(self, _match: Match, watching: int = 0) -> Page:  # noqa: ARG002
        return pictured("red")


def nobody_has_a_panel(_match_id: int, _user_id: int) -> bool:
    """No panel follows any match."""
    return False


def boards_of(client: Answering, matches: Matches, painter: Painter, clock: Clock, pages: Names) -> Boards:
    """The boards of a client at whose tables nobody has a panel."""
    return Boards(
        client,
        matches=matches,
        painter=painter,
        renderer=client.renderer,
        preferences=client.preferences,
        pages=pages,
        clock=clock,
        reaches=nobody_has_a_panel,
        watching=lambda _: 0,
    )


@dataclass
class Channel:
    """A channel with one table, and Ana, who sees it."""

    boards: Boards
    painter: Painter
    matches: Matches
    match_id: int
    local: Localcord
    ana: Person
    clock: Clock
    client: Answering
    store: Store

    async def post(self) -> None:
        """Has the board posted, and waits until it's there."""
        self.boards.post((await self.matches.get(self.match_id)).table)
        await self.painter.settle(PATIENCE_SECONDS)

    async def ben_joins(self) -> None:
        """Changes the table, and waits until the board shows it."""
        await self.matches.lobby.join(self.match_id, BEN)
        await self.painter.settle(PATIENCE_SECONDS)

    async def cancel(self) -> None:
        """Closes the table, and waits until the board shows it."""
        await self.matches.seats.cancel(self.match_id, ANA.user_id, "lobby", moderator=False)
        await self.painter.settle(PATIENCE_SECONDS)

    async def board_id(self) -> str:
        """The id of the board, as the bot has stored it."""
        return str((await self.matches.get(self.match_id)).table.board_id)

    def delete_board(self) -> None:
        """Deletes the board, as a moderator would."""
        self.local.messages.delete(self.local.world.messages[self.ana.messages()[0]["id"]])

    @property
    def seen(self) -> list[tuple[str, str]]:
        return seen(self.ana)
