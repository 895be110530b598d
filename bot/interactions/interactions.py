"""Interactions on their way to an answer.

`Admission` takes each once, while this process holds the lease. `ComponentRouter` finds the handler of a click by its
custom_id. `Reception` handles a limited number at once, with servers taking turns. `reply` acknowledges what takes
long, answers, and is the one error boundary: handlers return their answer as a value.
"""

import asyncio
import logging
import time
from asyncio import Future
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Mapping
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from math import inf
from typing import Any, Protocol, TypeVar, cast

import aiohttp
import discord
from discord import ui
from discord.utils import DISCORD_EPOCH
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnection

from bot.background.lease_holder import LeaseHolder
from bot.errors import Busy, Full, MatchOver, StaleClick
from bot.logs import outline
from bot.messages import sending
from bot.messages.preferences import Preferences
from bot.messages.renderer import PageRenderer, ReadyPage
from bot.messages.sending import SILENT, TOKEN_SECONDS, OnPosted, Posted, custom_id_of, mentioning, payload_of
from bot.ops.metrics import Kind, Metrics, Outcome
from bot.pages.custom_id import CustomId
from bot.pages.page import Page
from bot.requests.error_codes import ALREADY_ACKNOWLEDGED, INVALID_WEBHOOK_TOKEN, UNKNOWN_MESSAGE
from bot.tables.table import Place
from bot.words import phrase, words
from games.core import MalformedAction, PlayerError

log = logging.getLogger(__name__)

T = TypeVar("T")


def kind_of(interaction: discord.Interaction) -> Kind:
    """Kind of interaction."""
    match interaction.type:
        case discord.InteractionType.component:
            return "click"
        case discord.InteractionType.modal_submit:
            return "form"
        case _:
            return "command"


def sent_at(interaction: discord.Interaction) -> float:
    """When Discord made the interaction. Units: seconds since 1970."""
    return ((interaction.id >> 22) + DISCORD_EPOCH) / 1000


def outcome_of(error: PlayerError) -> Outcome:
    """The outcome of an interaction that was answered with this error's sentence."""
    if isinstance(error, Busy | Full):
        return "busy"
    return "stale" if isinstance(error, StaleClick | MatchOver) else "refused"


def error_kind(error: BaseException) -> str:
    """A label for an error: "database", "discord", "timeout", "system" or "bug"."""
    while isinstance(error, discord.app_commands.CommandInvokeError):
        error = error.original
    if isinstance(error, SQLAlchemyError):
        return "database"
    if isinstance(error, discord.DiscordException | aiohttp.ClientError):
        return "discord"
    if isinstance(error, TimeoutError):
        return "timeout"
    return "system" if isinstance(error, OSError) else "bug"


HANDLER_SECONDS = 120.0
"""Longer than any handler waits for the database or for Discord; an answer can still be sent for 15 minutes."""


def handler_timeout() -> asyncio.Timeout:
    """The timeout of one handler, which begins now."""
    return asyncio.timeout(HANDLER_SECONDS)


async def bounded(work: Awaitable[T]) -> T:
    """Does a handler's work, and cancels it if it hangs. The match is then read from the database again.

    What it has stored stays, and a commit under way takes effect whole or not at all.
    Raises: Busy if it hung; what the work raises.
    """
    try:
        async with handler_timeout() as limit:
            return await work
    except TimeoutError as error:
        if not limit.expired():
            raise
        where = error.__context__ or error  # the cancellation; until Python 3.11.4 it isn't the cause
        log.error("gave up on an answer because its handler hung: %s", outline(where))
        raise Busy from error


AT_ONCE = 32
"""How many interactions are handled at once. With more, all would be slow, instead of the first ones being quick."""

AT_ONCE_A_SERVER = 8
"""How many of those may come from one server."""

MOST_WAITING = 2000
"""About as many as are handled in ten seconds. Beyond that, people are asked to try again."""

ANSWER_WITHIN_SECONDS = 1.5
"""Work that takes longer than this is acknowledged first. Discord waits 3 s for the first answer."""

CALM_WITHIN_SECONDS = 1.0
"""How long edits of messages wait while interactions are queued."""

LAG_SECONDS = 600.0
"""How long the smallest lag is remembered, since the difference between the two clocks drifts."""


class Reception:
    """The queue of interactions. Shape: servers by id, direct messages by their channel's."""

    def __init__(
        self,
        *,
        at_once: int = AT_ONCE,
        a_server: int = AT_ONCE_A_SERVER,
        most_waiting: int = MOST_WAITING,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._at_once = at_once
        self._a_server = a_server
        self._most_waiting = most_waiting
        self._inside: Counter[int] = Counter()
        self._queues: OrderedDict[int, deque[Future[None]]] = OrderedDict()  # the next server first
        self._clock = clock
        self._least, self._least_at = inf, 0.0
        self._number_inside = 0
        self._waiting = 0
        self._is_calm = asyncio.Event()
        self._is_calm.set()

    @property
    def waiting(self) -> int:
        """How many interactions are queued."""
        return self._waiting

    def arrived(self, sent: float) -> None:
        """Notes that an interaction has just arrived. The smallest recent difference between the clocks counts as 0.

        Shape: `sent` is when Discord created it, by Discord's clock. The bot's starts elsewhere, but is never set.
        Units: seconds.
        """
        now = self._clock()
        lag = now - sent
        if lag < self._least or now - self._least_at > LAG_SECONDS:
            self._least, self._least_at = lag, now

    def seconds_left(self, sent: float) -> float:
        """How long an interaction that has arrived can still wait before it has to be acknowledged.

        Units: seconds; `sent` as above.
        """
        late = max(0.0, self._clock() - sent - self._least)
        return max(0.0, ANSWER_WITHIN_SECONDS - late)

    async def calm(self) -> None:
        """Waits while interactions are queued, but at most `CALM_WITHIN_SECONDS`."""
        if self._waiting:
            with suppress(TimeoutError):
                async with asyncio.timeout(CALM_WITHIN_SECONDS):
                    await self._is_calm.wait()

    async def admit(self, server: int, work: Coroutine[Any, Any, T]) -> T:
        """Does the work when its turn comes. Raises: Full if too many are waiting; what `bounded` raises."""
        try:
            await self._turn(server)
        except BaseException:
            work.close()
            raise
        try:
            return await bounded(work)
        finally:
            self._leave(server)

    async def _turn(self, server: int) -> None:
        if not self._queues and self._has_room(server):
            self._enter(server)
            return
        if self._waiting >= self._most_waiting:
            self._refuse_one(server)
        turn = asyncio.get_running_loop().create_future()
        self._queues.setdefault(server, deque()).append(turn)
        self._wait(1)
        self._call_next()
        try:
            await turn
        except Full:
            raise
        except BaseException:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._leave(server)  # it was cancelled just as its turn came
            else:
                self._give_up(server, turn)
            raise

    def _refuse_one(self, server: int) -> None:
        """Refuses the newest interaction of the server with the longest queue to admit this one.

        Raises: Full if that would be this server's own.
        """
        longest = max(self._queues, key=lambda one: len(self._queues[one]), default=server)
        if len(self._queues.get(longest, ())) <= len(self._queues.get(server, ())) + 1:
            raise Full
        last = self._queues[longest][-1]
        self._give_up(longest, last)
        if not last.done():
            last.set_exception(Full())

    def _has_room(self, server: int) -> bool:
        return self._number_inside < self._at_once and self._inside[server] < self._a_server

    def _wait(self, more: int) -> None:
        self._waiting += more
        if self._waiting:
            self._is_calm.clear()
        else:
            self._is_calm.set()

    def _enter(self, server: int) -> None:
        self._inside[server] += 1
        self._number_inside += 1

    def _leave(self, server: int) -> None:
        self._number_inside -= 1
        self._inside[server] -= 1
        if not self._inside[server]:
            del self._inside[server]
        self._call_next()

    def _give_up(self, server: int, turn: "Future[None]") -> None:
        if turn not in self._queues.get(server, ()):
            return
        self._queues[server].remove(turn)
        self._wait(-1)
        if not self._queues[server]:
            del self._queues[server]

    def _call_next(self) -> None:
        """Starts as many as there is room for, one per server in turn."""
        while (server := next((one for one in self._queues if self._has_room(one)), None)) is not None:
            queue = self._queues.pop(server)
            turn = queue.popleft()
            self._wait(-1)
            if queue:
                self._queues[server] = queue  # at the end
            if not turn.done():  # else its task has just been cancelled
                self._enter(server)
                turn.set_result(None)


FIELD = "text"
"""The custom_id of the line. Only the window's own says what the text is for."""


@dataclass(frozen=True, slots=True)
class TextModal:
    """A window with one line. Shape: `custom_id` as a button's; at most `most` characters, `value` at first."""

    title: str
    label: str
    custom_id: str
    most: int
    value: str = ""


def modal(form: TextModal) -> ui.Modal:
    """The window as discord.py sends it."""
    line = ui.TextInput[ui.Modal](custom_id=FIELD, required=False, max_length=form.most, default=form.value)
    window = ui.Modal(title=form.title, custom_id=form.custom_id)
    window.add_item(ui.Label(text=form.label, component=line))
    window.stop()  # discord.py need not keep it: the router reads what comes back
    return window


def typed_in(interaction: discord.Interaction) -> str | None:
    """Text typed into the line of a window; None if no window was sent."""
    if interaction.type is not discord.InteractionType.modal_submit:
        return None
    return next(_values(payload_of(interaction).get("components")), "")


def _values(components: object) -> Iterator[str]:
    """The texts in these components of a window, and in those within them."""
    for component in components if isinstance(components, list) else ():
        if isinstance(component, Mapping):
            if component.get("custom_id") == FIELD:
                yield str(component.get("value") or "")
            yield from _values([component.get("component")])
            yield from _values(component.get("components"))


MOST_DEFERRED = 500
"""Pages whose pictures are still being drawn. Beyond that, the oldest stay in words."""


class DeferredAttachments:
    """Edits answers once their pictures are drawn, unless they show another page by then."""

    def __init__(self, renderer: PageRenderer) -> None:
        self._renderer = renderer
        self._waiting: OrderedDict[int, Page] = OrderedDict()  # by message

    def let_go(self, message_id: int) -> None:
        """Gives up the pictures of the page that this message shows. Call it before it shows another."""
        self._waiting.pop(message_id, None)

    def follow(self, interaction: discord.Interaction, page: Page) -> OnPosted:
        """Callback for when this page is posted: adds its late pictures."""

        async def on_posted(posted: Posted) -> None:
            if not posted.is_whole:
                await self._complete(interaction, posted, page)

        return on_posted

    async def _complete(self, interaction: discord.Interaction, posted: Posted, page: Page) -> None:
        self._waiting[posted.message_id] = page
        if len(self._waiting) > MOST_DEFERRED:
            self._waiting.popitem(last=False)
        ready = await self._renderer.whole(page)
        if self._waiting.get(posted.message_id) is not page:
            return
        del self._waiting[posted.message_id]
        if ready.is_whole:
            try:
                await edit_answer(interaction, posted, ready)
            except discord.HTTPException as error:  # the same is there in words
                log.info("a page stays without its picture: %s", outline(error))


async def edit_answer(interaction: discord.Interaction, posted: Posted, ready: ReadyPage) -> None:
    """Puts another page into the message with which an interaction was answered."""
    await sending.edit_by_token(interaction.client, posted.token, posted.handle, ready)


PAUSE_SECONDS = 4.0
"""Pause between two edits of a live answer."""

MOST_FOLLOWED = 200
"""Answers kept up to date at a time. Beyond that, the oldest stay as they are."""

Draw = Callable[[], Awaitable[tuple[Page, bool]]]
"""Makes the page as it should be now, and tells whether it will still change."""


class LiveAnswer:
    """Edits answers every few seconds until nothing changes any more, or they show something else."""

    def __init__(self, renderer: PageRenderer, *, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._renderer = renderer
        self._sleep = sleep
        self._tasks: dict[int, asyncio.Task[None]] = {}  # by message, oldest first

    def let_go(self, interaction: discord.Interaction) -> None:
        """Leaves the message that was clicked as it is. Call it before the click is answered."""
        if interaction.message is not None:
            self._drop(interaction.message.id)

    def follow(self, interaction: discord.Interaction, page: Page, draw: Draw) -> OnPosted:
        """Callback for when this page is posted: keeps it up to date."""

        async def on_posted(posted: Posted) -> None:
            self._drop(posted.message_id)
            task = asyncio.create_task(self._keep(interaction, posted, page, draw))
            self._tasks[posted.message_id] = task
            task.add_done_callback(lambda done: self._forget(posted.message_id, done))
            if len(self._tasks) > MOST_FOLLOWED:
                self._drop(next(iter(self._tasks)))

        return on_posted

    async def _keep(self, interaction: discord.Interaction, posted: Posted, shown: Page, draw: Draw) -> None:
        for _ in range(int(TOKEN_SECONDS / PAUSE_SECONDS)):
            await self._sleep(PAUSE_SECONDS)
            try:
                page, goes_on = await draw()
                if page != shown:
                    await self._edit(interaction, posted, page)
                    shown = page
            except PlayerError:
                return  # its person, or the match, is gone
            except Exception as error:  # noqa: BLE001 - the same page comes when its reader asks again
                log.info("an answer is no longer kept up to date: %s", outline(error))
                return
            if not goes_on:
                return

    async def _edit(self, interaction: discord.Interaction, posted: Posted, page: Page) -> None:
        await self._renderer.put(
            lambda: self._renderer.whole(page), lambda ready: edit_answer(interaction, posted, ready)
        )

    def _drop(self, message_id: int) -> None:
        if task := self._tasks.pop(message_id, None):
            task.cancel()

    def _forget(self, message_id: int, task: asyncio.Task[None]) -> None:
        if self._tasks.get(message_id) is task:
            del self._tasks[message_id]


async def defer(interaction: discord.Interaction) -> None:
    """Acknowledges an interaction, so that it can be answered within 15 minutes.

    A click is acknowledged silently; a command, or a click on a message that is gone, shows "thinking".
    """
    if interaction.type is discord.InteractionType.component:
        with (
            suppress(MessageGone),
            accept_duplicate(interaction, discord.InteractionResponseType.deferred_message_update),
        ):
            await interaction.response.defer()
    if not has_answer(interaction):
        with accept_duplicate(interaction, discord.InteractionResponseType.deferred_channel_message):
            await interaction.response.defer(ephemeral=True, thinking=True)


@asynccontextmanager
async def acknowledged_in_time(interaction: discord.Interaction, reception: Reception) -> AsyncIterator[None]:
    """Wraps the work on an answer. If it takes too long, the interaction is acknowledged meanwhile.

    Raises: what `defer` raises, unless the work has raised something else.
    """
    begun: list[asyncio.Task[None]] = []

    def begin() -> None:
        begun.append(asyncio.create_task(_acknowledge(interaction)))

    timer = asyncio.get_running_loop().call_later(reception.seconds_left(sent_at(interaction)), begin)
    try:
        yield
    finally:
        timer.cancel()
        if begun:
            await asyncio.wait(begun)
        failures = [acknowledging.exception() for acknowledging in begun]  # asyncio logs those that nobody looks at
    for failure in filter(None, failures):
        raise failure


async def _acknowledge(interaction: discord.Interaction) -> None:
    if not has_answer(interaction):  # a claimed click is acknowledged already
        await defer(interaction)


FIRST_ANSWER = "first answer"
"""The key in `Interaction.extras` of the kind of answer that Discord has although its sending failed."""


def first_answer(interaction: discord.Interaction) -> discord.InteractionResponseType | None:
    """The kind of answer that Discord already has; None if it has none."""
    return interaction.response.type or interaction.extras.get(FIRST_ANSWER)


def has_answer(interaction: discord.Interaction) -> bool:
    """Whether Discord already has an answer, so that further ones are messages or edits."""
    return first_answer(interaction) is not None


def is_gone(error: Exception) -> bool:
    """Whether Discord no longer accepts this answer: it came too late, or the message is gone."""
    is_dead = isinstance(error, discord.HTTPException) and error.code == INVALID_WEBHOOK_TOKEN
    return is_dead or isinstance(error, discord.NotFound)


class MessageGone(Exception):
    """The message that was clicked no longer exists."""


@contextmanager
def accept_duplicate(interaction: discord.Interaction, kind: discord.InteractionResponseType) -> Iterator[None]:
    """Wraps the sending of a first answer. Ignores Discord saying that it already has one. Raises: MessageGone."""
    try:
        yield
    except discord.HTTPException as error:
        if error.code == UNKNOWN_MESSAGE:
            raise MessageGone from error
        if error.code != ALREADY_ACKNOWLEDGED:
            raise
        log.info("Discord already has an answer that seemed to have failed")
        interaction.extras[FIRST_ANSWER] = kind


ORIGINAL = "@original"
"""How a token's routes name the first answer, or the clicked message. After `/play`, that's the public message."""

APOLOGY = phrase(
    "Something went wrong (reference {reference}). Check the table to see if your move counted, then try again."
)


class Client(Protocol):
    """The parts of the client that answers need."""

    renderer: PageRenderer
    deferred_attachments: DeferredAttachments
    preferences: Preferences
    metrics: Metrics
    reception: Reception
    admission: "Admission"


OnLost = Callable[[], None]


def nothing_lost() -> None:
    """Does nothing: nobody misses this answer if it is lost."""


@dataclass(frozen=True, slots=True)
class Private:
    """A page for the person who clicked. It replaces the private message they clicked, or becomes a new one.

    Shape: without `on_posted`, late pictures follow by themselves. `on_lost` is called if the page could not be shown
    although the click has counted. `in_new_message` never replaces the clicked message. `outcome` is for the metrics.
    """

    page: Page
    on_posted: OnPosted | None = None
    on_lost: OnLost = nothing_lost
    in_new_message: bool = False
    outcome: Outcome = "answered"


@dataclass(frozen=True, slots=True)
class Public:
    """A new message for everyone, and optionally a private page beside it.

    Shape: `mentions` are the people whom it may notify; the rest as for `Private`.
    """

    page: Page
    on_posted: OnPosted | None = None
    aside: Private | None = None
    on_lost: OnLost = nothing_lost
    mentions: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """No answer of its own: the painter shows what has changed."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A line of text for the person who clicked. Shape: `outcome` as for `Private`."""

    text: str
    outcome: Outcome = "answered"


Reply = Private | Public | NoAnswer | Sentence | TextModal


async def refuse(error: PlayerError) -> Reply:
    """Has the error's sentence shown. Raises: the error."""
    raise error


async def reply(interaction: discord.Interaction, work: Coroutine[Any, Any, Reply]) -> None:
    """Does the work when its turn has come, and answers with its result or with what went wrong."""
    client, server = cast("Client", interaction.client), interaction.guild_id or interaction.channel_id or 0
    answering = client.metrics.arrived(kind_of(interaction), sent_at(interaction))
    answer: Reply = NoAnswer()
    try:
        async with acknowledged_in_time(interaction, client.reception):
            answer = await _sentence_for_refusal(interaction, client.reception.admit(server, work))
        await _Sender(interaction).send(answer)
        answering.ended(answer.outcome if isinstance(answer, Private | Sentence) else "answered")
    except Exception as error:  # noqa: BLE001 - the boundary: whatever went wrong, the player gets an answer
        if is_gone(error):
            answering.ended("lost")
            log.warning("an interaction was gone before its answer: %s", outline(error))
        else:
            await apologise(interaction, error)
        _report_loss(answer)


async def send_after(interaction: discord.Interaction, answer: Private) -> None:
    """Shows one more private page below the answer. Raises: what Discord's refusal or an outage raises."""
    await _Sender(interaction).send_beside(answer.page)


def _report_loss(answer: Reply) -> None:
    """Tells the handler that its answer was not shown."""
    if isinstance(answer, Public | Private):
        answer.on_lost()
    if isinstance(answer, Public) and answer.aside:
        answer.aside.on_lost()


async def _sentence_for_refusal(interaction: discord.Interaction, work: Awaitable[Reply]) -> Reply:
    try:
        return await work
    except PlayerError as error:
        return Sentence(words(str(interaction.locale)).error(error), outcome_of(error))
    except NoConnection as error:
        return _busy(interaction, error)


def _busy(interaction: discord.Interaction, error: NoConnection) -> Sentence:
    log.warning("the database gave no answer to a click: %s", outline(error))
    return Sentence(words(str(interaction.locale)).error(Busy()), "busy")


async def apologise(interaction: discord.Interaction, error: Exception) -> None:
    """Says that something went wrong, with a reference that is also in the log, or that the database is busy."""
    metrics, reference = cast("Client", interaction.client).metrics, "-"
    if isinstance(error, NoConnection):  # the page is shown, but where it was posted couldn't be stored
        metrics.count(kind_of(interaction), "busy")
        sentence = _busy(interaction, error)
    else:
        metrics.failed(kind_of(interaction), error_kind(error))
        reference, line = metrics.report(outline(error))
        if line:
            log.error("%s", line)
        sentence = Sentence(words(str(interaction.locale))(APOLOGY, reference=reference))
    try:
        await _Sender(interaction).send(sentence)
    except Exception as second:  # noqa: BLE001 - even the apology failed
        level = logging.WARNING if is_gone(second) else logging.ERROR
        log.log(level, "reference %s: no answer possible: %s", reference, outline(second))


class _Sender:
    """Sends the answer to one interaction, whether it was deferred or not."""

    def __init__(self, interaction: discord.Interaction) -> None:
        self._interaction = interaction
        self._client = cast("Client", interaction.client)
        message = interaction.message
        self._clicked = message.id if message and message.flags.ephemeral and message.flags.components_v2 else 0

    async def send(self, answer: Reply) -> None:
        match answer:
            case Private():
                await self._on_posted(answer)(await self._private(answer))
            case Public():
                await self._public(answer)
            case NoAnswer():
                if not has_answer(self._interaction):
                    await defer(self._interaction)
                if self._thinks:
                    await self._interaction.delete_original_response()
            case Sentence(text):
                await self._sentence(text)
            case TextModal():
                await self._ask(answer)

    async def send_beside(self, page: Page) -> None:
        await self._new(page, ephemeral=True)

    @property
    def _thinks(self) -> bool:
        """Whether a private "thinking" message is waiting for its content."""
        return first_answer(self._interaction) is discord.InteractionResponseType.deferred_channel_message

    def _on_posted(self, answer: Public | Private) -> OnPosted:
        return answer.on_posted or self._client.deferred_attachments.follow(self._interaction, answer.page)

    async def _public(self, answer: Public) -> None:
        messages: list[tuple[Public | Private, bool]] = [(answer, False)]
        if answer.aside:
            messages.append((answer.aside, True))
        if self._thinks:
            messages.reverse()  # the first message replaces "thinking", which is private
        for message, ephemeral in messages:
            mentions = SILENT if ephemeral else mentioning(answer.mentions)
            await self._on_posted(message)(await self._new(message.page, ephemeral=ephemeral, mentions=mentions))

    async def _private(self, answer: Private) -> Posted:
        if self._clicked and not answer.in_new_message and not self._thinks:
            try:
                return await self._update(answer.page)
            except MessageGone:
                log.info("a panel was gone when its click was answered: a new one is sent")
        return await self._new(answer.page, ephemeral=True)

    async def _new(self, page: Page, *, ephemeral: bool, mentions: discord.AllowedMentions = SILENT) -> Posted:
        interaction = self._interaction

        async def send(ready: ReadyPage) -> Posted:
            if not has_answer(interaction):
                message_id = None
                with accept_duplicate(interaction, discord.InteractionResponseType.channel_message):
                    sent = await interaction.response.send_message(
                        view=ready.view, files=ready.files, ephemeral=ephemeral, allowed_mentions=mentions
                    )
                    message_id = sent.message_id
                if message_id is None:
                    message_id = (await interaction.original_response()).id
                return Posted(message_id, interaction.token, ORIGINAL, interaction.id, ready.is_whole)
            message = await interaction.followup.send(
                view=ready.view, files=ready.files, ephemeral=ephemeral, allowed_mentions=mentions, wait=True
            )
            return Posted(message.id, interaction.token, str(message.id), interaction.id, ready.is_whole)

        return await self._put(page, send, ephemeral=ephemeral)

    async def _update(self, page: Page) -> Posted:
        """Puts the page on the private message that was clicked."""
        interaction = self._interaction
        self._client.deferred_attachments.let_go(self._clicked)

        async def update(ready: ReadyPage) -> Posted:
            with accept_duplicate(interaction, discord.InteractionResponseType.message_update):
                if has_answer(interaction):
                    await sending.edit_by_token(interaction.client, interaction.token, ORIGINAL, ready)
                else:
                    await interaction.response.edit_message(
                        view=ready.view, attachments=ready.files, allowed_mentions=SILENT
                    )
            return Posted(self._clicked, interaction.token, ORIGINAL, interaction.id, ready.is_whole)

        return await self._put(page, update, ephemeral=True)

    async def _put(self, page: Page, send: Callable[[ReadyPage], Awaitable[Posted]], *, ephemeral: bool) -> Posted:
        interaction, renderer, preferences = self._interaction, self._client.renderer, self._client.preferences
        if ephemeral:
            pictures = preferences.likes_pictures(interaction.user.id)
        else:
            pictures = preferences.shows_pictures(Place(interaction.guild_id or 0, interaction.channel_id or 0))

        return await renderer.put(lambda: renderer.for_answer(page, pictures=pictures), send)

    async def _ask(self, form: TextModal) -> None:
        if has_answer(self._interaction):  # Discord opens a window only as the first answer
            await self._sentence(words(str(self._interaction.locale))("That took too long. Press the button again."))
        else:
            with accept_duplicate(self._interaction, discord.InteractionResponseType.modal):
                await self._interaction.response.send_modal(modal(form))

    async def _sentence(self, text: str) -> None:
        interaction, text = self._interaction, self._client.renderer.faces.text(text)
        if has_answer(interaction):
            await interaction.followup.send(text, ephemeral=True, allowed_mentions=SILENT)
        else:
            with accept_duplicate(interaction, discord.InteractionResponseType.channel_message):
                await interaction.response.send_message(text, ephemeral=True, allowed_mentions=SILENT)


UNKNOWN_BUTTON = phrase("This button no longer works. Type /table to get your table back.")


@dataclass(frozen=True, slots=True)
class Click:
    """Somebody's click.

    Shape: `chosen` is the value chosen in a select, "" for a button; `values` are all of several. `typed` is the text
    of a window, None for others.
    """

    interaction: discord.Interaction
    id: CustomId
    chosen: str
    typed: str | None = None
    values: tuple[str, ...] = ()


Handler = Callable[[Click], Awaitable[Reply]]

Answering = Callable[[int, int], AbstractContextManager[None]]
"""Makes the context in which a click is answered, from match id (0 for no match) and user id."""


class ComponentRouter:
    """Maps each verb of a custom_id to its handler."""

    def __init__(self, answering: Answering) -> None:
        """Shape: `answering` wraps every answer to a click at a table."""
        self._answering = answering
        self._handlers: dict[str, Handler] = {}

    def on(self, verb: str, handler: Handler) -> None:
        """Registers the handler for every click with this verb."""
        self._handlers[verb] = handler

    async def clicked(self, interaction: discord.Interaction) -> None:
        """Answers a component interaction, or a window that was sent off; also what the bot has never asked for."""
        custom_id = custom_id_of(interaction)
        with self._answering(custom_id.match_id if custom_id else 0, interaction.user.id):
            await reply(interaction, self._answer(interaction, custom_id))

    async def _answer(self, interaction: discord.Interaction, custom_id: CustomId | None) -> Reply:
        handler = self._handlers.get(custom_id.verb) if custom_id else None
        if custom_id is None or handler is None:
            raise MalformedAction(UNKNOWN_BUTTON)
        found = payload_of(interaction).get("values")
        values = tuple(map(str, found)) if isinstance(found, list) else ()
        chosen = values[0] if values else ""
        return await handler(Click(interaction, custom_id, chosen, typed_in(interaction), values))


HELD_BACK_SECONDS = 2.5
"""How long an interaction waits for a lease in doubt. Discord gives up after 3 seconds."""

REMEMBERED_SECONDS = 30.0
"""How long an admitted interaction is remembered: longer than a second delivery takes."""

LAST_ANSWERS_SECONDS = 3.0
"""How long the end waits for answers under way; Discord waits no longer either."""

CANCEL_SECONDS = 1.0
"""How long it waits for answers that are cut off: a commit that has begun takes effect whole or not at all."""


class Admission:
    """Check that every interaction passes first."""

    def __init__(self, lease_holder: LeaseHolder, clock: Callable[[], float] = time.monotonic) -> None:
        self._lease_holder, self._clock = lease_holder, clock
        self._taken: OrderedDict[int, float] = OrderedDict()
        self._answers: set[asyncio.Task[object]] = set()
        self._is_closed = False

    async def admits(self, interaction: discord.Interaction) -> bool:
        """Whether this process answers the interaction. Raises: nothing."""
        client = cast("Client", interaction.client)
        client.reception.arrived(sent_at(interaction))
        if self._is_closed or self._is_taken(interaction):
            client.metrics.count(kind_of(interaction), "left")
            return False
        if task := asyncio.current_task():
            self.track(task)
        if await self._lease_holder.is_sure_within(HELD_BACK_SECONDS):
            return True
        if not self._is_closed:
            await reply(interaction, refuse(Busy()))
        return False

    def track(self, task: asyncio.Task[object]) -> None:
        """Has the end wait for this task, which answers an interaction."""
        self._answers.add(task)
        task.add_done_callback(self._answers.discard)

    def close(self) -> None:
        """Admits nothing more: another process may answer it."""
        self._is_closed = True

    async def finish(self) -> None:
        """Admits nothing more, and waits for the answers under way. The slow ones are cut off."""
        self.close()
        await self._until_done(LAST_ANSWERS_SECONDS)
        if self._answers:
            log.warning("answers that are cut off because they take too long: %d", len(self._answers))
            for answer in self._answers:
                answer.cancel()
            await self._until_done(CANCEL_SECONDS)

    async def _until_done(self, seconds: float) -> None:
        if self._answers:
            await asyncio.wait(self._answers, timeout=seconds)

    def _is_taken(self, interaction: discord.Interaction) -> bool:
        """Whether it has been delivered before. If not, it's remembered."""
        now = self._clock()
        while self._taken and next(iter(self._taken.values())) < now - REMEMBERED_SECONDS:
            self._taken.popitem(last=False)
        if interaction.id in self._taken:
            log.warning("Discord has delivered an interaction twice: the second is dropped")
            return True
        self._taken[interaction.id] = now
        return False
