"""One interaction: what a person did, and what the bot made of it. Knows nothing of how it travels."""

import asyncio
from dataclasses import dataclass, field
from enum import IntEnum

from localcord.commands import command_name
from localcord.entities import Channel, Message, User
from localcord.wire import JsonObject


class InteractionKind(IntEnum):
    """What a person did."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class AnswerKind(IntEnum):
    """How the bot may answer first."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


ON_A_MESSAGE = frozenset({AnswerKind.DEFERRED_UPDATE, AnswerKind.UPDATE})
REPLIES = frozenset({AnswerKind.MESSAGE, AnswerKind.DEFERRED_MESSAGE})

POSSIBLE_ANSWERS = {
    InteractionKind.COMMAND: REPLIES | {AnswerKind.MODAL},
    InteractionKind.COMPONENT: REPLIES | ON_A_MESSAGE | {AnswerKind.MODAL},
    InteractionKind.AUTOCOMPLETE: frozenset({AnswerKind.CHOICES}),
    InteractionKind.MODAL: REPLIES | ON_A_MESSAGE,
}

COMMAND_REPLY = 20
REPLY = 19


@dataclass(eq=False)
class Interaction:
    """One thing a person did, and what came of it.

    Units: created in seconds since 1970.
    """

    id: str
    token: str
    kind: InteractionKind
    user: User
    channel: Channel
    data: JsonObject
    source: Message | None
    created: float
    cause: "Interaction | None" = None
    """For a modal's submission: the interaction that was answered with the modal."""
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
    def choices(self) -> list[JsonObject]:
        """The choices the bot answered an autocomplete with."""
        return [] if self.answer is None else list(self.answer.get("choices") or [])

    @property
    def error(self) -> str | None:
        """What the person's client shows if the interaction failed."""
        if not self.failed:
            return None
        if self.kind is InteractionKind.COMMAND:
            return "The application did not respond"
        return "This interaction failed"

    @property
    def metadata(self) -> JsonObject:
        """The `interaction_metadata` of messages that answer it."""
        shown: JsonObject = {
            "id": self.id,
            "type": int(self.kind),
            "user": self.user.to_json(),
            "authorizing_integration_owners": {"0": self.channel.guild_id or "0"},
        }
        if self.kind is InteractionKind.COMMAND:
            return shown | {"name": command_name(self.data), "command_type": 1}
        if self.cause is not None:
            return shown | {"triggering_interaction_metadata": self.cause.metadata}
        return shown if self.source is None else shown | {"interacted_message_id": self.source.id}
