"""Interactions from a person's click to the bot's answers and the end of their tokens."""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from localcord import refusals
from localcord.entities import Channel, Message, MessageFlag, User
from localcord.limits import check_answer, check_message
from localcord.messages import MAX_FILE_BYTES, Messages, Upload
from localcord.refusals import Refused
from localcord.wire import JsonObject
from localcord.world import Event, World

ANSWER_SECONDS = 3.0
"""How long Discord waits for a first answer."""

TOKEN_SECONDS = 15 * 60.0
"""https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages"""

SUBCOMMAND = 1


class InteractionKind(IntEnum):
    """Kind of interaction."""

    COMMAND = 2
    COMPONENT = 3
    MODAL = 5


class AnswerKind(IntEnum):
    """How the bot may answer first."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    MODAL = 9


ON_A_MESSAGE = frozenset({AnswerKind.DEFERRED_UPDATE, AnswerKind.UPDATE})
REPLIES = frozenset({AnswerKind.MESSAGE, AnswerKind.DEFERRED_MESSAGE})

POSSIBLE_ANSWERS = {
    InteractionKind.COMMAND: REPLIES | {AnswerKind.MODAL},
    InteractionKind.COMPONENT: REPLIES | ON_A_MESSAGE | {AnswerKind.MODAL},
    InteractionKind.MODAL: REPLIES | ON_A_MESSAGE,
}

COMMAND_REPLY = 20


@dataclass(eq=False)
class Interaction:
    """One thing a person did, and what came of it. Units: created in seconds since 1970."""

    id: str
    token: str
    kind: InteractionKind
    user: User
    channel: Channel
    data: JsonObject
    source: Message | None
    created: float
    failed: bool = False
    callback_type: AnswerKind | None = None
    answer: JsonObject | None = None
    """The `data` of the bot's first answer."""
    original: Message | None = None
    """The message that `@original` stands for."""
    followups: list[Message] = field(default_factory=list)
    timer: asyncio.TimerHandle | None = None
    settled: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def answered(self) -> bool:
        """Whether the bot has answered in time."""
        return self.callback_type is not None

    @property
    def message(self) -> JsonObject | None:
        """The message that `@original` stands for, as it is now."""
        return None if self.original is None else self.original.body

    @property
    def modal(self) -> JsonObject | None:
        """The modal the bot answered with."""
        return self.answer if self.callback_type is AnswerKind.MODAL else None

    @property
    def error(self) -> str | None:
        """The sentence of the person's client if the interaction failed; None if it didn't."""
        is_command = self.kind is InteractionKind.COMMAND
        said = "The application did not respond" if is_command else "This interaction failed"
        return said if self.failed else None

    @property
    def metadata(self) -> JsonObject:
        """The `interaction_metadata` of messages that answer it."""
        owners = {"0": self.channel.guild_id or "0"}
        user = self.user.to_json()
        shown = {"id": self.id, "type": int(self.kind), "user": user, "authorizing_integration_owners": owners}
        return shown | {"name": command_name(self.data)} if self.kind is InteractionKind.COMMAND else shown


def command_name(data: JsonObject) -> str:
    """The command as a person types it, with its subcommand."""
    words = [data["name"]]
    while (options := data.get("options")) and options[0].get("type") == SUBCOMMAND:
        data = options[0]
        words.append(data["name"])
    return " ".join(words)


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
    ) -> Interaction:
        """Sends an interaction to the bot. It fails at once without a bot, and later without an answer in time."""
        interaction_id, now = self._world.snowflakes.new(), self._world.clock()
        token = secrets.token_urlsafe(48)
        opened = Interaction(interaction_id, token, kind, user, channel, data, source, now)
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
        """Takes the bot's first answer. Raises: Refused (50035 malformed, 10062 unknown or late, 40060 second)."""
        opened = self._by_id.get(interaction_id)
        if opened is None or opened.token != token:
            raise Refused(*refusals.UNKNOWN_INTERACTION)
        editing = None if opened.source is None else opened.source.body
        check_answer(body, editing=editing, file_names=[upload.name for upload in uploads])
        if opened.answered:
            raise Refused(*refusals.ALREADY_ANSWERED)
        if opened.failed or self._is_late(opened):
            self._fail(opened)
            raise Refused(*refusals.UNKNOWN_INTERACTION)
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
                raise Refused(*refusals.UNKNOWN_MESSAGE)
            if kind is AnswerKind.UPDATE:
                self._messages.edit(opened.source, data, uploads)
            opened.original = opened.source

    def reply(
        self, opened: Interaction, data: JsonObject, uploads: Sequence[Upload], *, loading: bool = False
    ) -> Message:
        """Posts a message that answers it; ephemeral if its flags say so. Raises: Refused (10003)."""
        channel = self._world.channel(opened.channel.id)
        is_private = MessageFlag.EPHEMERAL in MessageFlag(data.get("flags") or 0)
        owner_id = opened.user.id if is_private else None
        more: JsonObject = {
            "application_id": self._world.application_id,
            "webhook_id": self._world.application_id,
            "interaction_metadata": opened.metadata,
            "type": COMMAND_REPLY if opened.kind is InteractionKind.COMMAND else 0,
        }
        if loading:
            data = {}
            flags = MessageFlag.LOADING | (MessageFlag.EPHEMERAL if is_private else MessageFlag(0))
            more |= {"flags": int(flags)}
        return self._messages.post(channel, self._world.bot, data, uploads, owner_id=owner_id, more=more)

    def by_token(self, token: str) -> Interaction:
        """The interaction whose webhook this is. Raises: Refused (10015 before an answer, 50027 after its end)."""
        opened = self._by_token.get(token)
        if opened is None or self._world.clock() - opened.created > TOKEN_SECONDS:
            raise Refused(*refusals.DEAD_TOKEN)
        if not opened.answered:
            raise Refused(*refusals.UNKNOWN_WEBHOOK)
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
        raise Refused(*refusals.UNKNOWN_MESSAGE)

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
    """Edits a message, if Discord's limits allow it. Raises: Refused (50035 and others) from the limits."""
    check_message(body, editing=message.body, file_names=[upload.name for upload in uploads])
    return messages.edit(message, body, uploads)
