"""A player with a panel, for tests that repaint it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.interactions.interactions import Private
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.messages.painter import Painter
from bot.messages.panels import Panels
from bot.messages.sending import Posted
from bot.pages.page import Page
from bot.store.panels import PanelStore
from bot.tables.table import Person as Player
from bot.tables.table import Place
from localcord import Person
from localcord.people import PATIENCE_SECONDS
from tests.bot.answering import Answering, Way, page, seen
from tests.bot.people import BEN
from tests.clock import Clock


def draw(match: Match, user_id: int, language: str, show: str = "") -> Page:
    """A panel that says whose it is, its language, who sits at the table, and what it should show."""
    names = ", ".join(person.name for person in match.table.people)
    return page(" ".join(filter(None, (str(user_id), language, names, show))))


class Pages:
    """Panels as `draw` draws them; nobody watches."""

    def panel(self, match: Match, user_id: int, language: str, show: str = "") -> Page:
        return draw(match, user_id, language, show)

    def watch(self, match: Match, language: str) -> Page:
        raise NotImplementedError

    def unwatched(self, match: Match, language: str) -> Page:
        raise NotImplementedError


async def nobody_asks(_user_id: int, _place: Place) -> bool:
    """Nobody watches."""
    raise NotImplementedError


@dataclass
class Hand:
    """Ben at Ana's table, with a panel that the bot repaints, by the bot's clock."""

    panels: Panels
    painter: Painter
    matches: Matches
    store: PanelStore
    match_id: int
    client: Answering
    ben: Person
    clock: Clock
    start_anew: Callable[[], Awaitable[Panels]]

    async def click(self, way: Way = "command", language: str = "en-US") -> None:
        """Ben presses a button for a panel."""
        match = await self.matches.get(self.match_id)
        shown = draw(match, BEN.user_id, language)

        async def on_posted(posted: Posted) -> None:
            await self.panels.posted(match, BEN.user_id, language, posted, shown)

        await self.client.do(self.ben, way, Private(shown, on_posted))

    async def joins(self, player: Player) -> None:
        """Seats a player, and waits until the panel shows it."""
        await self.matches.lobby.join(self.match_id, player)
        await self.painter.settle(PATIENCE_SECONDS)

    @property
    def seen(self) -> list[str]:
        """The texts of Ben's panels."""
        return [text for _, text in seen(self.ben)]

    async def kept(self) -> int:
        """The number of stored tokens."""
        return len(await self.store.fresh(0))
