"""Interactions from a person's click to the bot's answers and the end of their tokens. Knows nothing of HTTP."""

import asyncio
import secrets
from collections.abc import Callable, Sequence

from localcord import refusals
from localcord.entities import Channel, Message, MessageFlag, User
from localcord.interaction import (
    COMMAND_REPLY,
    ON_A_MESSAGE,
    POSSIBLE_ANSWERS,
    REPLIES,
    REPLY,
    AnswerKind,
    Interaction,
    InteractionKind,
)
from localcord.limits import check_answer, check_message
from localcord.messages import Messages
from localcord.uploads import MAX_FILE_BYTES, Upload
from localcord.wire import JsonObject
from localcord.world import Event, World

ANSWER_SECONDS = 3.0
"""How long Discord waits for a first answer."""

TOKEN_SECONDS = 15 * 60.0
"""https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages"""


class Interactions:
    """Opens interactions, takes the bot's first answers, and finds interactions by token."""

    def __init__(
        self, world: World, messages: Messages, bot_is_there: Callable[[], bool], *, answer_seconds: float
    ) -> None:
        self._world = world
        self._messages = messages
        self._bot_is_there = bot_is_there
        self._answer_seconds = answer_seconds
        self._by_id: dict[str, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}

    def open(
        self,
        kind: InteractionKind,
        user: User,
        channel: Channel,
        data: JsonObject,
        *,
        source: Message | None = None,
        cause: Interaction | None = None,
    ) -> Interaction:
        """Sends an interaction to the bot. It fails at once without a bot, and later without an answer in time."""
        interaction_id, now = self._world.snowflakes.new(), self._world.clock()
        token = secrets.token_urlsafe(48)
        opened = Interaction(interaction_id, token, kind, user, channel, data, source, now, cause)
        self._by_id[interaction_id] = self._by_token[token] = opened
        if not self._bot_is_there():
            self._fail(opened)
            return opened
        self._wait_for_answer(opened)
        self._world.tell(Event("INTERACTION_CREATE", self._payload(opened), channel.guild_id))
        return opened

    def _payload(self, opened: Interaction) -> JsonObject:
        world, user, channel = self._world, opened.user, opened.channel
        held = str(int(world.permissions_of(user, channel)))
        payload: JsonObject = {
            "id": opened.id,
            "application_id": world.application_id,
            "type": int(opened.kind),
            "token": opened.token,
            "version": 1,
            "data": opened.data,
            "channel_id": channel.id,
            "channel": channel.to_json(world.bot.id) | {"permissions": held},
            "locale": user.locale,
            "app_permissions": str(int(world.bot_permissions(channel))),
            "entitlements": [],
            "authorizing_integration_owners": {"0": channel.guild_id or "0"},
            "attachment_size_limit": MAX_FILE_BYTES,
            "context": 1 if channel.guild_id is None else 0,
        }
        if opened.source is not None:
            payload["message"] = opened.source.body
        guild = world.guilds.get(channel.guild_id or "")
        if guild is None:
            return payload | {"user": user.to_json()}
        return payload | {
            "guild_id": guild.id,
            "guild": {"id": guild.id, "locale": guild.locale, "features": [*guild.features]},
            "guild_locale": guild.locale,
            "member": world.member_json(user, guild) | {"permissions": held},
        }

    def clock_moved(self) -> None:
        """Fails every unanswered interaction that is late, after a test's clock has jumped."""
        for opened in self._by_id.values():
            if not opened.answered and not opened.failed and self._is_late(opened):
                self._fail(opened)

    def close(self) -> None:
        """Stops every timer."""
        for opened in self._by_id.values():
            if opened.timer is not None:
                opened.timer.cancel()

    def _wait_for_answer(self, opened: Interaction) -> None:
        """Fails the interaction once it's late by the world's clock; while that stands still, nothing is late."""
        left = self._seconds_left(opened)
        if left <= 0:
            self._fail(opened)
        else:
            opened.timer = asyncio.get_running_loop().call_later(left, self._wait_for_answer, opened)

    def _is_late(self, opened: Interaction) -> bool:
        return self._seconds_left(opened) <= 0

    def _seconds_left(self, opened: Interaction) -> float:
        return opened.created + self._answer_seconds - self._world.clock()

    def _fail(self, opened: Interaction) -> None:
        opened.failed = True
        opened.settled.set()

    # The bot's side

    def take_answer(self, interaction_id: str, token: str, body: JsonObject, uploads: Sequence[Upload]) -> Interaction:
        """Take the bot's first answer.

        Raises: Refused for a malformed one (50035), an unknown or late one (10062), a second one (40060).
        """
        opened = self._by_id.get(interaction_id)
        if opened is None or opened.token != token:
            raise refusals.unknown_interaction()
        editing = None if opened.source is None else opened.source.body
        check_answer(body, editing=editing, file_names=[upload.name for upload in uploads])
        if opened.answered:
            raise refusals.already_answered()
        if opened.failed or self._is_late(opened):
            self._fail(opened)
            raise refusals.unknown_interaction()
        kind = AnswerKind(body["type"])
        if kind not in POSSIBLE_ANSWERS[opened.kind] or (kind in ON_A_MESSAGE and opened.source is None):
            raise refusals.bad_field("type", "INTERACTION_RESPONSE_TYPE_INVALID", "Not an answer to this interaction")
        self._carry_out(opened, kind, body.get("data") or {}, uploads)
        if opened.timer is not None:
            opened.timer.cancel()
        opened.callback_type, opened.answer = kind, body.get("data")
        opened.settled.set()
        return opened

    def _carry_out(self, opened: Interaction, kind: AnswerKind, data: JsonObject, uploads: Sequence[Upload]) -> None:
        if kind in REPLIES:
            loading = kind is AnswerKind.DEFERRED_MESSAGE
            opened.original = self.reply(opened, data, uploads, loading=loading)
        elif kind in ON_A_MESSAGE and opened.source is not None:
            if opened.source.id not in self._world.messages:
                raise refusals.unknown_message()
            if kind is AnswerKind.UPDATE:
                self._messages.edit(opened.source, data, uploads)
            opened.original = opened.source

    def reply(
        self, opened: Interaction, data: JsonObject, uploads: Sequence[Upload], *, loading: bool = False
    ) -> Message:
        """Posts a message that answers the interaction; ephemeral if its flags say so.

        Raises: Refused (10003) if the channel has been deleted.
        """
        channel = self._world.channel(opened.channel.id)
        is_private = MessageFlag.EPHEMERAL in MessageFlag(data.get("flags") or 0)
        owner_id = opened.user.id if is_private else None
        more: JsonObject = {
            "application_id": self._world.application_id,
            "webhook_id": self._world.application_id,
            "interaction_metadata": opened.metadata,
        }
        replied_to = opened.original or opened.source
        if replied_to is None:
            more |= {"type": COMMAND_REPLY if opened.kind is InteractionKind.COMMAND else 0}
        else:
            more |= {"type": REPLY, "message_reference": _reference(replied_to)}
        if loading:
            data = {}
            flags = MessageFlag.LOADING | (MessageFlag.EPHEMERAL if is_private else MessageFlag(0))
            more |= {"flags": int(flags)}
        return self._messages.post(channel, self._world.bot, data, uploads, owner_id=owner_id, more=more)

    def by_token(self, application_id: str, token: str) -> Interaction:
        """The interaction whose webhook this is.

        Raises: Refused (10015) for another application or before the first answer, (50027) for an expired token.
        """
        if application_id != self._world.application_id:
            raise refusals.unknown_webhook()
        opened = self._by_token.get(token)
        if opened is None or self._world.clock() - opened.created > TOKEN_SECONDS:
            raise refusals.dead_token()
        if not opened.answered or opened.kind is InteractionKind.AUTOCOMPLETE:
            raise refusals.unknown_webhook()
        return opened

    def message_of(self, opened: Interaction, message_id: str) -> Message:
        """The message with this id, if the token reaches it: `@original`, a follow-up, or the message that was clicked.

        Raises: Refused (10008) for any other message, and for a deleted one.
        """
        reached = [opened.original, opened.source, *opened.followups]
        wanted = opened.original.id if message_id == "@original" and opened.original is not None else message_id
        for message in reached:
            if message is not None and message.id == wanted and wanted in self._world.messages:
                return message
        raise refusals.unknown_message()

    def follow_up(self, opened: Interaction, body: JsonObject, uploads: Sequence[Upload]) -> Message:
        """Posts a follow-up; the first one after a deferred answer replaces the loading message."""
        original = opened.original
        if original is not None and original.id in self._world.messages and original.has(MessageFlag.LOADING):
            return edit_checked(self._messages, original, body, uploads)
        check_message(body, file_names=[upload.name for upload in uploads])
        message = self.reply(opened, body, uploads)
        opened.followups.append(message)
        return message


def edit_checked(messages: Messages, message: Message, body: JsonObject, uploads: Sequence[Upload]) -> Message:
    """Edits a message, if Discord's limits allow it.

    Raises: Refused (50035 and others) from the limits.
    """
    check_message(body, editing=message.body, file_names=[upload.name for upload in uploads])
    return messages.edit(message, body, uploads)


def _reference(message: Message) -> JsonObject:
    reference = {"type": 0, "message_id": message.id, "channel_id": message.channel_id}
    return reference if message.guild_id is None else reference | {"guild_id": message.guild_id}
