"""The private panel of each player: repainted by the token of their newest click for as long as that lives."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

import discord

from bot.logs import outline
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.messages.painter import Painter
from bot.messages.posted import SILENT, Posted
from bot.messages.preferences import Preferences
from bot.messages.studio import Dressed, Studio
from bot.pages.page import Page
from bot.store import PanelStore, PanelToken
from bot.words import words

log = logging.getLogger(__name__)

TOKEN_SECONDS = 15 * 60 - 20
"""A token lives 15 minutes; the last seconds are not worth a failed request."""

KEPT_SECONDS = 60
"""By so much the token on the disk may be older than the newest one: that spares most clicks a transaction."""

DOZE_SECONDS = 75
"""So long before its end a panel's token is used for the last time."""

EDIT_SECONDS = 10
"""A panel that cannot be edited within this time is let go: these routes sleep through any rate limit."""

DrawPanel = Callable[[Match, int, str, str], Page]
"""From match, user id, language, and what its own buttons have asked to see, to the page."""


@dataclass(frozen=True, slots=True)
class _Panel:
    """One player's private message, as the painter sees it."""

    panels: "Panels"
    match_id: int
    user_id: int

    async def draw(self) -> Page | None:
        return await self.panels.page(self.match_id, self.user_id)

    async def send(self, page: Page) -> None:
        await self.panels.repaint(self.match_id, self.user_id, page)


class Panels:
    """All private panels that can still be reached."""

    def __init__(
        self,
        client: discord.Client,
        *,
        matches: Matches,
        store: PanelStore,
        painter: Painter,
        studio: Studio,
        preferences: Preferences,
        draw_page: DrawPanel,
        clock: Callable[[], float],
    ) -> None:
        self._client = client
        self._matches = matches
        self._store = store
        self._painter = painter
        self._studio = studio
        self._preferences = preferences
        self._draw_page = draw_page
        self._clock = clock
        self._tokens: dict[tuple[int, int], PanelToken] = {}  # in the order of their clicks
        self._kept: dict[tuple[int, int], PanelToken] = {}  # those on the disk
        self._readers: defaultdict[int, set[int]] = defaultdict(set)  # whose tokens there are, by match
        self._answering: dict[tuple[int, int], bool] = {}  # whether there is something to draw afterwards
        self._chosen: dict[tuple[int, int], tuple[int | None, str]] = {}  # the decision it was for, and what to show

    async def restore(self) -> list[tuple[int, int]]:
        """After a start: takes the tokens that still reach a panel. Shape: the match and user id of each."""
        tokens = await self._store.fresh(int(self._clock()) - TOKEN_SECONDS)
        for token in sorted(tokens, key=lambda token: token.clicked_at):
            self._take(token)
            self._kept[token.match_id, token.user_id] = token
        return [(token.match_id, token.user_id) for token in tokens]

    def wake(self, match_id: int, user_id: int) -> None:
        """Has one panel drawn anew, if it can be reached."""
        if self._fresh(match_id, user_id):
            self._paint(match_id, user_id)

    def paint(self, match: Match) -> None:
        """Has every panel of a table drawn anew, also of those who have just left it."""
        for user_id in list(self._readers.get(match.table.id, ())):
            key = (match.table.id, user_id)
            if key in self._answering:
                self._answering[key] = True
            elif self._fresh(*key):
                self._paint(*key)

    def redraw(self, user_id: int) -> None:
        """Has every panel of a player drawn anew: they have changed how they see the same pages."""
        for match_id in [match_id for match_id, reader in self._tokens if reader == user_id]:
            if self._fresh(match_id, user_id):
                self._painter.forget(("panel", match_id, user_id))
                self._paint(match_id, user_id)

    async def doze(self) -> None:
        """Says on panels that will soon be out of reach that they sleep; to be called once a minute."""
        soon = self._clock() - TOKEN_SECONDS + DOZE_SECONDS
        for token in list(takewhile(lambda token: token.clicked_at < soon, self._tokens.values())):
            key = (token.match_id, token.user_id)
            match = await self._matches.get(token.match_id)
            if match.table.is_open and match.waits(token.user_id):
                say = words(token.language)
                sleeps = say("This panel has gone to sleep. Press Refresh when you think it's your turn.")
                page = self._draw_page(match, token.user_id, token.language, "")
                await self.repaint(*key, page.topped(sleeps))
            self._painter.forget(("panel", *key))
            self._drop(key)

    async def drop_dead(self) -> None:
        """Removes the tokens from the disk that Discord honours no more."""
        await self._store.drop(int(self._clock()) - TOKEN_SECONDS)

    @contextmanager
    def answering(self, match_id: int, user_id: int) -> Iterator[None]:
        """While a click of this player is answered, their panel is left to the answer, which spares an edit.

        An answer that is not their panel leaves it to be drawn afterwards, if the match has changed meanwhile.
        """
        key = (match_id, user_id)
        if not match_id or key in self._answering:  # the outer of two clicks at once draws what is to be drawn
            yield
            return
        self._answering[key] = False
        try:
            yield
        finally:
            if self._answering.pop(key) and self._fresh(*key):
                self._paint(*key)

    async def posted(
        self, match: Match, user_id: int, language: str, posted: Posted, page: Page, *, show: str = ""
    ) -> None:
        """A click's answer was this panel of the match: from now on it is the player's, and an older one goes.

        Shape: `show` is what its own buttons have asked to see; it stays as long as `Match.keeps` says.
        """
        match_id = match.table.id
        if (match_id, user_id) in self._answering:
            self._answering[match_id, user_id] = False
        old = self._fresh(match_id, user_id)
        self._chosen.pop((match_id, user_id), None)
        if show:
            self._chosen[match_id, user_id] = match.decision if match.state else None, show
        now = int(self._clock())
        token = PanelToken(match_id, user_id, posted.message_id, posted.token, posted.handle, language, now)
        self._take(token)
        if posted.is_whole:
            self._painter.shown(("panel", match_id, user_id), page)
        if old and old.message_id != token.message_id:
            await self._remove(old)
        await self._keep(token)
        if not posted.is_whole or await self._matches.get(match_id) != match:
            self._paint(match_id, user_id)  # a picture is missing, or the match has moved on meanwhile

    def lost(self, match_id: int, user_id: int) -> None:
        """A click's answer has not arrived: the token of the click before it may still reach the panel."""
        self._paint(match_id, user_id)

    async def forget(self, match_id: int, user_id: int) -> None:
        """Lets a player's panel go: its message shows something else from now on."""
        if self._fresh(match_id, user_id):
            self._drop((match_id, user_id))
        await self._store.forget(match_id, user_id)

    async def page(self, match_id: int, user_id: int) -> Page | None:
        """What the player's panel ought to show now; None when it cannot be reached any more."""
        token = self._fresh(match_id, user_id)
        if token is None:
            return None
        return self._draw(await self._matches.get(match_id), user_id, token.language)

    async def repaint(self, match_id: int, user_id: int, page: Page) -> None:
        """Puts the page on the player's panel; a token that is refused is forgotten."""
        token = self._fresh(match_id, user_id)
        if token is None:
            return
        pictures = self._preferences.likes_pictures(user_id)

        async def edit(dressed: Dressed) -> None:
            async with asyncio.timeout(EDIT_SECONDS):
                await self._webhook(token).edit_message(
                    handle(token), view=dressed.view, attachments=dressed.files, allowed_mentions=SILENT
                )

        try:
            await self._studio.put(lambda: self._studio.whole(page, pictures=pictures), edit)
        except (discord.HTTPException, TimeoutError) as error:
            if isinstance(error, discord.DiscordServerError):
                raise
            log.info("table %d: a panel cannot be reached any more: %s", match_id, outline(error))
            if self._tokens.get((match_id, user_id)) is token:
                self._drop((match_id, user_id))
                await self._store.forget(match_id, user_id)

    def _draw(self, match: Match, user_id: int, language: str) -> Page:
        """The panel with what its player has chosen to see: what others do meanwhile does not undo that."""
        decision, show = self._chosen.get((match.table.id, user_id), (None, ""))
        if not match.keeps(user_id, decision):
            show = ""
        return self._draw_page(match, user_id, language, show)

    def _paint(self, match_id: int, user_id: int) -> None:
        """After the board: nobody reads in their panel what has not been seen on it."""
        surface = _Panel(self, match_id, user_id)
        self._painter.paint(("panel", match_id, user_id), surface, after=("board", match_id))

    def _fresh(self, match_id: int, user_id: int) -> PanelToken | None:
        token = self._tokens.get((match_id, user_id))
        if token and self._is_dead(token):
            self._drop((match_id, user_id))
            return None
        return token

    def _is_dead(self, token: PanelToken) -> bool:
        return token.clicked_at < self._clock() - TOKEN_SECONDS

    def _take(self, token: PanelToken) -> None:
        """Goes by this token from now on; those that have died meanwhile are let go, or they would pile up."""
        key = (token.match_id, token.user_id)
        self._tokens.pop(key, None)
        self._tokens[key] = token
        self._readers[token.match_id].add(token.user_id)
        for other in list(takewhile(lambda other: self._is_dead(self._tokens[other]), self._tokens)):
            self._drop(other)

    async def _keep(self, token: PanelToken) -> None:
        """Writes the token for the next start, unless one that does as well is on the disk."""
        key = (token.match_id, token.user_id)
        kept = self._kept.get(key)
        if kept is None or not _does_as_well(kept, token):
            await self._store.remember(token)
            self._kept[key] = token

    def _drop(self, key: tuple[int, int]) -> None:
        match_id, user_id = key
        self._readers[match_id].discard(user_id)
        if not self._readers[match_id]:
            del self._readers[match_id]
        for known in (self._tokens, self._kept, self._chosen):
            known.pop(key, None)

    async def _remove(self, token: PanelToken) -> None:
        """Takes an older panel away, so that a player has one."""
        try:
            async with asyncio.timeout(EDIT_SECONDS):
                await self._webhook(token).delete_message(handle(token))
        except (discord.HTTPException, TimeoutError) as error:
            log.debug("table %d: an old panel stays: %s", token.match_id, outline(error))

    def _webhook(self, token: PanelToken) -> discord.Webhook:
        assert self._client.application_id is not None
        return discord.Webhook.partial(self._client.application_id, token.token, client=self._client)


def _does_as_well(kept: PanelToken, token: PanelToken) -> bool:
    """Whether a restart misses next to nothing without the newer token: it is the same panel's, and not much newer."""
    is_same_panel = (kept.message_id, kept.language) == (token.message_id, token.language)
    return is_same_panel and token.clicked_at < kept.clicked_at + KEPT_SECONDS


def handle(token: PanelToken) -> Any:  # noqa: ANN401 - discord.py's types know only numbers here
    """What the token's routes call the panel."""
    return token.handle
