"""The only module that answers interactions, and the error boundary: every click and command gets an answer in time.

Handlers return their answer as a value. Knows nothing of what a page shows.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Protocol, cast

import discord
from sqlalchemy.exc import TimeoutError as NoConnection

from bot.errors import Busy
from bot.interactions.deferred_attachments import DeferredAttachments
from bot.interactions.outcomes import error_kind, kind_of, outcome_of, sent_at
from bot.interactions.reception import Reception
from bot.interactions.text_modal import TextModal, modal
from bot.logs import outline
from bot.messages import sending
from bot.messages.preferences import Preferences
from bot.messages.renderer import PageRenderer, ReadyPage
from bot.messages.sending import SILENT, OnPosted, Posted
from bot.ops.metrics import Metrics, Outcome
from bot.pages.page import Page
from bot.requests.error_codes import ALREADY_ACKNOWLEDGED, INVALID_WEBHOOK_TOKEN, UNKNOWN_MESSAGE
from bot.tables.table import Place
from bot.words import phrase, words
from games.core import PlayerError


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


log = logging.getLogger(__name__)

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
    """A new message for everyone, and optionally a private page beside it. Shape: the rest as for `Private`."""

    page: Page
    on_posted: OnPosted | None = None
    aside: Private | None = None
    on_lost: OnLost = nothing_lost


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """No answer of its own: the painter shows what has changed."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A line of text for the person who clicked. Shape: `outcome` as for `Private`."""

    text: str
    outcome: Outcome = "answered"


Reply = Private | Public | NoAnswer | Sentence | TextModal


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
        self._clicked = message.id if message and message.flags.ephemeral else 0  # the private message

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
            await self._on_posted(message)(await self._new(message.page, ephemeral=ephemeral))

    async def _private(self, answer: Private) -> Posted:
        if self._clicked and not answer.in_new_message and not self._thinks:
            try:
                return await self._update(answer.page)
            except MessageGone:
                log.info("a panel was gone when its click was answered: a new one is sent")
        return await self._new(answer.page, ephemeral=True)

    async def _new(self, page: Page, *, ephemeral: bool) -> Posted:
        interaction = self._interaction

        async def send(ready: ReadyPage) -> Posted:
            if not has_answer(interaction):
                message_id = None
                with accept_duplicate(interaction, discord.InteractionResponseType.channel_message):
                    sent = await interaction.response.send_message(
                        view=ready.view, files=ready.files, ephemeral=ephemeral, allowed_mentions=SILENT
                    )
                    message_id = sent.message_id
                if message_id is None:
                    message_id = (await interaction.original_response()).id
                return Posted(message_id, interaction.token, ORIGINAL, interaction.id, ready.is_whole)
            message = await interaction.followup.send(
                view=ready.view, files=ready.files, ephemeral=ephemeral, allowed_mentions=SILENT, wait=True
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
