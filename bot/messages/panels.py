"""Private panels of players and watchers: edited with the token of the newest click, while Discord accepts it."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import Any, cast

import discord

from bot.errors import MatchOver
from bot.logs import outline
from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.messages import sending
from bot.messages.game_ui import PanelPages
from bot.messages.painter import EditableMessage, Painter, may_pass
from bot.messages.preferences import Preferences
from bot.messages.renderer import PageRenderer, ReadyPage
from bot.messages.sending import EDIT_SECONDS, TOKEN_SECONDS, Posted, webhook
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Page, Row
from bot.store.panels import PanelStore, PanelToken
from bot.tables.table import Place
from bot.words import words

KEPT_SECONDS = 60
"""How much older the token on disk may be than the newest one. This saves a transaction for most clicks."""


class Panel(EditableMessage):
    """One player's private message, as long as a token can edit it.

    Shape: it's edited after the board, since nobody should learn from it what the board does not show yet.
    """

    def __init__(self, panels: "Panels", painter: Painter, token: PanelToken) -> None:
        super().__init__(painter, ("panel", token.match_id, token.user_id), after=("board", token.match_id))
        self._panels = panels
        self.token = token
        self.on_disk: PanelToken | None = None
        self.chosen: tuple[int | None, str] = (None, "")
        """The decision at which its player last chose what to show, and that choice."""
        self.click = 0
        """The number of the click whose token this is; 0 if an earlier run has answered it."""
        self.dozes = False
        """Whether its watcher is to press *Refresh* soon."""

    async def draw(self) -> Page | None:
        """The page that it should show now; None if it can no longer be reached."""
        return await self._panels.page(self)

    async def send(self, page: Page) -> bool:
        """Shows the page. Shape: whether it is whole."""
        return await self._panels.repaint(self, page)


def is_good_enough(kept: PanelToken, token: PanelToken) -> bool:
    """Whether the token on disk is as good after a restart: it is for the same panel, and not much older."""
    is_same_panel = replace(kept, token=token.token, handle=token.handle, clicked_at=token.clicked_at) == token
    return is_same_panel and token.clicked_at < kept.clicked_at + KEPT_SECONDS


async def edit_panel(client: discord.Client, panel: PanelToken, ready: ReadyPage) -> bool:
    """Puts this page on the panel. Shape: whether it's whole. Raises: discord.HTTPException, TimeoutError."""
    async with asyncio.timeout(EDIT_SECONDS):
        await sending.edit_by_token(client, panel.token, panel.handle, ready)
    return ready.is_whole


async def delete_panel(client: discord.Client, panel: PanelToken) -> None:
    """Deletes an older panel, so that a player has only one."""
    handle = cast("Any", panel.handle)  # discord.py's types know only numbers here
    try:
        async with asyncio.timeout(EDIT_SECONDS):
            await webhook(client, panel.token).delete_message(handle)
    except (discord.HTTPException, TimeoutError) as error:
        log.debug("table %d: an old panel stays: %s", panel.match_id, outline(error))


log = logging.getLogger(__name__)

DOZE_SECONDS = 75
"""How long before a token's end a panel is marked as asleep."""

MOST_WATCHING = 20
"""How many people can follow a table live without playing. Others press *Refresh*."""

TRUSTED_SECONDS = 60
"""How long after a click its person is taken to see the place. Later edits of a watcher's panel ask Discord, which is
asked once a minute at most: somebody who loses sight of a channel sees its board that long, and no hand."""

StillSees = Callable[[int, Place], Awaitable[bool]]
"""Asks Discord whether a person can see a place; no if Discord doesn't say."""


class Panels:
    """All private panels that the bot can still edit."""

    def __init__(
        self,
        client: discord.Client,
        *,
        matches: Matches,
        store: PanelStore,
        painter: Painter,
        renderer: PageRenderer,
        preferences: Preferences,
        pages: PanelPages,
        still_sees: StillSees,
        clock: Callable[[], float],
    ) -> None:
        self._client = client
        self._matches = matches
        self._store = store
        self._painter = painter
        self._renderer = renderer
        self._preferences = preferences
        self._pages = pages
        self._still_sees = still_sees
        self._clock = clock
        self._reached: dict[tuple[int, int], Panel] = {}  # ordered by click, oldest first
        self._readers: defaultdict[int, set[int]] = defaultdict(set)  # the users with a token, by match
        self._answering: dict[tuple[int, int], bool] = {}  # whether the panel must be drawn afterwards

    async def restore(self) -> None:
        """Loads the tokens that still work after a start."""
        tokens = await self._store.fresh(int(self._clock()) - TOKEN_SECONDS)
        for token in sorted(tokens, key=lambda token: token.clicked_at):
            self._take(token).on_disk = token

    def wake(self, match_id: int, user_id: int) -> None:
        """Queues an edit of one panel, if it can be reached: after a start, or after an answer did not arrive."""
        if panel := self._fresh(match_id, user_id):
            panel.paint()

    def paint(self, match: Match) -> None:
        """Queues an edit of every panel of a table, including those of players who have just left it."""
        for user_id in list(self._readers.get(match.table.id, ())):
            key = (match.table.id, user_id)
            if key in self._answering:
                self._answering[key] = True
            elif panel := self._fresh(*key):
                panel.paint()

    def redraw(self, user_id: int) -> None:
        """Queues an edit of all of a player's panels, because they have changed how pages look to them."""
        for key in [key for key in self._reached if key[1] == user_id]:
            self.redraw_one(*key)

    def redraw_one(self, match_id: int, user_id: int) -> None:
        """Queues an edit of one panel even if the page is the same, if it can be reached."""
        if panel := self._fresh(match_id, user_id):
            panel.forget()
            panel.paint()

    def reaches(self, match_id: int, user_id: int) -> bool:
        """Whether this person has a panel at the table that can be edited."""
        return self._fresh(match_id, user_id) is not None

    def watching(self, match_id: int) -> int:
        """How many people follow a table without playing there."""
        here = list(self._readers.get(match_id, ()))
        return sum(panel.token.watches for one in here if (panel := self._fresh(match_id, one)))

    def has_room(self, match_id: int, user_id: int) -> bool:
        """Whether this person can follow a table without playing there, or already does."""
        panel = self._fresh(match_id, user_id)
        return self.watching(match_id) < MOST_WATCHING + (panel is not None and panel.token.watches)

    @property
    def reached(self) -> list[tuple[int, int]]:
        """The match and user id of every panel whose token may still work. Shape: by their latest clicks."""
        return list(self._reached)

    async def mark_expiring(self) -> None:
        """Marks panels that will soon be out of reach as asleep. Call it once a minute."""
        soon = self._clock() - TOKEN_SECONDS + DOZE_SECONDS
        for panel in list(takewhile(lambda one: one.token.clicked_at < soon, self._reached.values())):
            token = panel.token
            if self._fresh(token.match_id, token.user_id) is not panel or token.clicked_at >= soon:
                continue  # dead, or clicked meanwhile
            if token.watches:  # in a task of its own, since Discord may have to be asked
                panel.dozes = True
                panel.paint()
                continue
            match = await self._match(token.match_id)
            if match and match.table.is_open and match.waits(token.user_id):
                say = words(token.language)
                sleeps = say("This panel has gone to sleep. Press *Refresh* when you think it's your turn.")
                page = self._pages.panel(match, token.user_id, token.language).with_notice(sleeps)
                wake = Row((Button(say("Refresh"), CustomId("hand", token.match_id).to_text()),))
                await self.repaint(panel, Page((*page.parts, wake), page.accent))
            if panel.token is token:
                self._drop((token.match_id, token.user_id))
            else:  # it was clicked meanwhile, and nobody knows which of the two pages came last
                self.redraw_one(token.match_id, token.user_id)

    async def purge_expired(self) -> None:
        """Deletes tokens from disk that Discord no longer accepts."""
        await self._store.drop(int(self._clock()) - TOKEN_SECONDS)

    @contextmanager
    def answering(self, match_id: int, user_id: int) -> Iterator[None]:
        """Leaves a player's panel alone while their click is answered: the answer is often the panel itself.

        If it was not, and the match has changed in the meantime, the panel is edited afterwards.
        """
        key = (match_id, user_id)
        if not match_id or key in self._answering:  # of two clicks at once, the first draws for both
            yield
            return
        self._answering[key] = False
        try:
            yield
        finally:
            if self._answering.pop(key) and (panel := self._fresh(*key)):
                panel.paint()

    async def posted(
        self,
        match: Match,
        user_id: int,
        language: str,
        posted: Posted,
        page: Page,
        *,
        show: str = "",
        watches: bool = False,
    ) -> None:
        """Notes that a click's answer was this panel. It replaces the player's older panel, which is deleted.

        If a later click has been answered in the meantime, this panel is the older one.
        Shape: `show` is what the panel's own buttons asked to show; it stays for as long as `Match.keeps` allows.
        `watches` if they don't play there; where too many do, the panel stays as it is.
        """
        if watches and not self.has_room(match.table.id, user_id):
            return
        match_id, key = match.table.id, (match.table.id, user_id)
        before = self._fresh(*key)
        old = before.token if before else None
        now = int(self._clock())
        token = PanelToken(match_id, user_id, posted.message_id, posted.token, posted.handle, language, now, watches)
        if before and posted.click < before.click:
            await self._let_go(token, before)
            return
        if key in self._answering:
            self._answering[key] = False
        panel = self._take(token, click=posted.click, chosen=(match.decision if match.state else None, show))
        panel.shown(page, is_whole=posted.is_whole)
        if old and old.message_id != token.message_id:
            await delete_panel(self._client, old)
        if not self._store.serves(match.table.place.guild_id):  # the process that does knows when it changes
            self._drop(key)
            await self._store.hand_on(token, is_choosing=bool(show))
            return
        await self._keep(panel)
        if key not in self._reached:  # forgotten meanwhile
            await self._store.forget(match_id, user_id)
        elif await self._match(match_id) != match:
            panel.paint()  # it has moved on in the meantime

    async def take_on(self, match_id: int, *, is_choosing: bool) -> None:
        """Takes the panels that another process has shown for one of this process's tables.

        Shape: they're drawn, in case the table has changed meanwhile, unless somebody `is_choosing` on theirs.
        """
        for token in await self._store.of(match_id):
            before = self._fresh(match_id, token.user_id)
            old = before.token if before else None
            if old and (old.clicked_at > token.clicked_at or old.token == token.token):
                continue
            panel = self._take(token)
            panel.on_disk = token
            if old and old.message_id != token.message_id:
                await delete_panel(self._client, old)
            panel.forget()
            if not is_choosing:
                panel.paint()

    async def _let_go(self, late: PanelToken, newest: Panel) -> None:
        """Gives up a panel whose answer was confirmed after that to a later click."""
        if late.message_id != newest.token.message_id:
            await delete_panel(self._client, late)
        else:
            self.redraw_one(late.match_id, late.user_id)  # nobody knows which of the two pages came last

    async def forget(self, match_id: int, user_id: int) -> None:
        """Forgets a player's panel, because its message now shows something else."""
        if self._fresh(match_id, user_id):
            self._drop((match_id, user_id))
        await self._store.forget(match_id, user_id)

    def forget_person(self, user_id: int) -> None:
        """Forgets all panels of a person: their tokens are no longer on disk."""
        for key in [key for key in self._reached if key[1] == user_id]:
            self._drop(key)

    async def page(self, panel: Panel) -> Page | None:
        """The page that a panel should show now; None if it can no longer be reached.

        Shape: what its player has chosen to show stays for as long as `Match.keeps` allows.
        """
        token, (decision, show) = panel.token, panel.chosen
        match = await self._match(token.match_id) if self._fresh(token.match_id, token.user_id) is panel else None
        if match is None:
            return None
        if not token.watches:
            kept = show if match.keeps(token.user_id, decision) else ""
            return self._pages.panel(match, token.user_id, token.language, kept)
        is_trusted = self._clock() - token.clicked_at < TRUSTED_SECONDS
        if not is_trusted and not await self._still_sees(token.user_id, match.table.home):
            return self._pages.unwatched(match, token.language)
        match = await self._match(token.match_id) or match  # as it is by now
        page, say = self._pages.watch(match, token.language), words(token.language)
        is_left = panel.dozes and match.table.is_open
        return page.with_notice(say("Press *Refresh* to go on watching.")) if is_left else page

    async def _match(self, match_id: int) -> Match | None:
        """The match, or None if it has been deleted."""
        with suppress(MatchOver):
            return await self._matches.get(match_id)
        return None

    async def repaint(self, panel: Panel, page: Page) -> bool:
        """Edits a panel that can be reached. If Discord refuses its token, the panel is forgotten.

        Shape: false if it shows words in place of a picture that wasn't ready in time.
        """
        token = panel.token
        match_id, user_id = token.match_id, token.user_id
        if self._fresh(match_id, user_id) is not panel:
            return True  # its message may show something else by now
        prepare = partial(self._renderer.for_edit, page, pictures=self._preferences.likes_pictures(user_id))
        try:
            return await self._renderer.put(prepare, partial(edit_panel, self._client, token))
        except discord.HTTPException as error:
            if may_pass(error):
                raise  # the painter tries again, for as long as the token lives
            log.info("table %d: a panel cannot be reached any more: %s", match_id, outline(error))
            if panel.token is token and self._fresh(match_id, user_id) is panel:
                self._drop((match_id, user_id))
                await self._store.forget(match_id, user_id)
            return True

    def _fresh(self, match_id: int, user_id: int) -> Panel | None:
        panel = self._reached.get((match_id, user_id))
        if panel and self._is_dead(panel):
            self._drop((match_id, user_id))
            return None
        return panel

    def _is_dead(self, panel: Panel) -> bool:
        return panel.token.clicked_at < self._clock() - TOKEN_SECONDS

    def _take(self, token: PanelToken, *, click: int = 0, chosen: tuple[int | None, str] = (None, "")) -> Panel:
        """Uses this token from now on, and drops tokens that have died in the meantime."""
        key = (token.match_id, token.user_id)
        panel = self._reached.pop(key, None) or Panel(self, self._painter, token)
        panel.token, panel.click, panel.chosen, panel.dozes = token, click, chosen, False
        self._reached[key] = panel
        self._readers[token.match_id].add(token.user_id)
        for other in list(takewhile(lambda other: self._is_dead(self._reached[other]), self._reached)):
            self._drop(other)
        return panel

    async def _keep(self, panel: Panel) -> None:
        """Stores the token for the next start, unless the one on disk is almost as good."""
        token = panel.token
        if panel.on_disk is None or not is_good_enough(panel.on_disk, token):
            panel.on_disk = token if await self._store.remember(token) else None

    def _drop(self, key: tuple[int, int]) -> None:
        match_id, user_id = key
        self._readers[match_id].discard(user_id)
        if not self._readers[match_id]:
            del self._readers[match_id]
        self._reached.pop(key, None)
