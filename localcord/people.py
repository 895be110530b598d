"""People as tests and the page drive them: what each sees, and what each does as Discord's client lets them."""

import asyncio
from collections.abc import Callable, Mapping, Sequence

from localcord import components
from localcord.entities import Channel, Message, User
from localcord.interactions import SUBCOMMAND, Interaction, InteractionKind, Interactions
from localcord.locales import known_locale
from localcord.messages import Messages
from localcord.permissions import Permission
from localcord.wire import JsonObject, picked
from localcord.world import Event, World

MessageLike = str | Mapping[str, object]
"""A message's JSON, or its id."""

PATIENCE_SECONDS = 60.0
"""How long to wait for something that will come, even on a slow machine; only a bug takes this long."""

CHAT_INPUT, USER_COMMAND = 1, 2
STRING, INTEGER, BOOLEAN, USER, NUMBER = 3, 4, 5, 6, 10
PYTHON_TYPES: Mapping[int, tuple[type, ...]] = {STRING: (str,), INTEGER: (int,), BOOLEAN: (bool,), NUMBER: (int, float)}

GUILD_CONTEXT, BOT_DM_CONTEXT = 0, 1


class ClientRefuses(Exception):
    """A person's client would not let them do this, so nothing is sent."""


class Person:
    """One person with their client, in every guild."""

    def __init__(self, world: World, messages: Messages, interactions: Interactions, user: User, home: Channel) -> None:
        self._world = world
        self._messages = messages
        self._interactions = interactions
        self._home = home
        self.user = user

    @property
    def id(self) -> str:
        """Their snowflake."""
        return self.user.id

    @property
    def mention(self) -> str:
        """How a message mentions them."""
        return f"<@{self.user.id}>"

    @property
    def dm_channel_id(self) -> str:
        """Their direct messages with the bot."""
        return self._world.dm_channel(self.user).id

    @property
    def locale(self) -> str:
        """The language of their client."""
        return self.user.locale

    def choose_locale(self, locale: str) -> None:
        """Sets the language of their client. Raises: ValueError when Discord has no such locale."""
        self._world.set_locale(self.user, known_locale(locale))

    # What they see

    def messages(self, channel_id: str | None = None) -> list[JsonObject]:
        """The messages they see, in one channel or in all, oldest first."""
        shown = self._world.messages_for(self.user.id)
        return [message.body for message in shown if channel_id in (None, message.channel_id)]

    def commands(self, channel_id: str | None = None) -> list[JsonObject]:
        """The application commands their client lists."""
        return offered(self._world, self.user, self._place(channel_id))

    @property
    def pings(self) -> list[JsonObject]:
        """The messages that pinged them on arrival."""
        shown = self._world.messages_for(self.user.id)
        return [message.body for message in shown if self.user.id in message.pinged]

    async def wait_for(self, condition: Callable[[list[JsonObject]], bool], timeout: float = PATIENCE_SECONDS) -> None:  # noqa: ASYNC109
        """Waits until the messages they see fulfil a condition. Raises: TimeoutError after so many seconds."""
        changed = asyncio.Event()

        def note(event: Event) -> None:
            if event.name.startswith("MESSAGE_"):
                changed.set()

        stop = self._world.watch(note)
        try:
            async with asyncio.timeout(timeout):
                while not condition(self.messages()):
                    changed.clear()
                    await changed.wait()
        finally:
            stop()

    # What they do

    def say(self, text: str, channel_id: str | None = None) -> JsonObject:
        """Posts a message."""
        return self._messages.post(self._place(channel_id), self.user, {"content": text}).body

    async def command(
        self, name: str, options: Mapping[str, object] | None = None, *, channel_id: str | None = None
    ) -> Interaction:
        """Uses a slash command, such as `play bluff`. Raises: ClientRefuses if their client doesn't offer that."""
        place = self._place(channel_id)
        values = {key: value.id if isinstance(value, Person) else value for key, value in (options or {}).items()}
        data = command_data(self._world, place, self.commands(place.id), name, values)
        return await self._do(InteractionKind.COMMAND, place, data)

    async def command_on(self, name: str, target: "str | Person", *, channel_id: str | None = None) -> Interaction:
        """Uses a command of the menu of a person, by its English name. Raises: ClientRefuses if there's none."""
        place, target_id = self._place(channel_id), target.id if isinstance(target, Person) else target
        listed = (one for one in self.commands(place.id) if (one["type"], one["name"]) == (USER_COMMAND, name))
        command = next(listed, None)
        if command is None or target_id not in self._world.users:
            raise ClientRefuses(f"there is no {name} in this menu")
        data: JsonObject = {"id": command["id"], "name": name, "type": USER_COMMAND, "target_id": target_id}
        resolved = _resolved(self._world, place, [self._world.users[target_id]])
        return await self._do(InteractionKind.COMMAND, place, data | resolved)

    async def raw_command(self, data: JsonObject, *, channel_id: str | None = None) -> Interaction:
        """Sends a command's data unchecked, as an outdated or forged client would."""
        return await self._do(InteractionKind.COMMAND, self._place(channel_id), {"id": "1", "type": CHAT_INPUT} | data)

    async def raw_submit(self, custom_id: str) -> Interaction:
        """Sends a filled-in modal that the bot hasn't opened."""
        return await self._do(InteractionKind.MODAL, self._home, {"custom_id": custom_id, "components": []})

    async def click(self, message: MessageLike, custom_id: str) -> Interaction:
        """Clicks a button they see. Raises: ClientRefuses if they don't see it or it's disabled."""
        source, component = self._live(message, custom_id)
        if component["type"] != components.BUTTON:
            raise ClientRefuses(f"{custom_id} is no button")
        return await self._use(source, component["type"], custom_id)

    async def select(self, message: MessageLike, custom_id: str, values: Sequence[str]) -> Interaction:
        """Chooses in a select they see. Raises: ClientRefuses if it isn't there, or doesn't offer this choice."""
        source, component = self._live(message, custom_id)
        if component["type"] not in (components.STRING_SELECT, components.USER_SELECT):
            raise ClientRefuses(f"{custom_id} is no select")
        is_of_people = component["type"] == components.USER_SELECT
        offered_values = {*self._world.users} if is_of_people else {one["value"] for one in component["options"]}
        if not set(values) <= offered_values:
            raise ClientRefuses(f"{sorted(set(values) - offered_values)} are not offered by {custom_id}")
        low, high = component.get("min_values"), component.get("max_values")
        if not (1 if low is None else low) <= len(values) <= (1 if high is None else high):
            raise ClientRefuses(f"{custom_id} does not take {len(values)} values")
        return await self._use(source, component["type"], custom_id, values)

    async def raw_click(self, message: MessageLike, custom_id: str, values: Sequence[str] | None = None) -> Interaction:
        """Sends a click with any custom_id on any message, as a forged client would."""
        source = self._world.messages[_id(message)]
        kind = components.BUTTON if values is None else components.STRING_SELECT
        return await self._use(source, kind, custom_id, values)

    async def submit(self, opened: Interaction, values: Mapping[str, object]) -> Interaction:
        """Fills in the modal that answered an interaction. Raises: ClientRefuses if there's none, or it's wrong."""
        if opened.modal is None:
            raise ClientRefuses("this interaction opened no modal")
        data = submission(opened.modal, values)
        return await self._do(InteractionKind.MODAL, opened.channel, data, opened.source)

    def dismiss(self, message: MessageLike) -> None:
        """Dismisses one of their ephemeral messages."""
        found = self._world.messages.get(_id(message))
        if found is not None and found.owner_id == self.user.id:
            self._messages.delete(found)

    def restart_client(self) -> None:
        """Restarts Discord, which makes their ephemeral messages disappear."""
        for message in self._world.messages_for(self.user.id):
            self.dismiss(message.id)

    def _place(self, channel_id: str | None) -> Channel:
        return self._home if channel_id is None else self._world.channel(channel_id)

    def _live(self, message: MessageLike, custom_id: str) -> tuple[Message, JsonObject]:
        source = self._world.messages.get(_id(message))
        if source is None or not self._world.is_shown(source, self.user.id):
            raise ClientRefuses("this message is not in sight")
        component = components.interactive(source.body, custom_id)
        if component is None:
            raise ClientRefuses(f"there is no {custom_id} on this message")
        if component.get("disabled"):
            raise ClientRefuses(f"{custom_id} is disabled")
        return source, component

    async def _use(
        self, source: Message, component_type: int, custom_id: str, values: Sequence[str] | None = None
    ) -> Interaction:
        data: JsonObject = {"component_type": component_type, "custom_id": custom_id}
        component = components.interactive(source.body, custom_id)
        if component is not None:
            data["id"] = component["id"]
        if values is not None:
            data["values"] = list(values)
        if component_type == components.USER_SELECT:
            chosen = [self._world.users[user_id] for user_id in values or ()]
            data |= _resolved(self._world, self._world.channels[source.channel_id], chosen)
        return await self._do(InteractionKind.COMPONENT, self._world.channels[source.channel_id], data, source)

    async def _do(
        self, kind: InteractionKind, place: Channel, data: JsonObject, source: Message | None = None
    ) -> Interaction:
        opened = self._interactions.open(kind, self.user, place, data, source=source)
        await opened.settled.wait()
        return opened


def _id(message: MessageLike) -> str:
    return message if isinstance(message, str) else str(message["id"])


# What a client makes of a command


def offered(world: World, user: User, channel: Channel) -> list[JsonObject]:
    """The commands that this person's client lists in this channel."""
    context = BOT_DM_CONTEXT if channel.guild_id is None else GUILD_CONTEXT
    return [
        c for c in world.commands.values() if context in (c.get("contexts") or (0, 1)) and _may_use(c, user, context)
    ]


def _may_use(command: JsonObject, user: User, context: int) -> bool:
    needed = command.get("default_member_permissions")
    if needed is None or context != GUILD_CONTEXT or Permission.ADMINISTRATOR in user.permissions:
        return True
    return int(needed) != 0 and int(needed) & ~int(user.permissions) == 0


def command_data(
    world: World, channel: Channel, listed: list[JsonObject], name: str, values: Mapping[str, object]
) -> JsonObject:
    """The `data` of a command interaction. Raises: ClientRefuses for a command or a value that isn't offered."""
    first, *path = name.removeprefix("/").split()
    command = next((c for c in listed if (c["type"], c["name"]) == (CHAT_INPUT, first)), None)
    if command is None:
        raise ClientRefuses(f"there is no command /{first} here")
    steps = [command]
    for word in path:
        steps.append(_below(steps[-1], word))
    known = steps[-1].get("options") or []
    if any(option["type"] == SUBCOMMAND for option in known):
        raise ClientRefuses(f"/{name} needs a subcommand")
    options = _filled(known, values)
    for step in reversed(steps[1:]):
        options = [{"name": step["name"], "type": step["type"], "options": options}]
    shown: JsonObject = {"id": command["id"], "name": command["name"], "type": CHAT_INPUT, "options": options}
    users = [str(values.get(option["name"])) for option in known if option["type"] == USER]
    return shown | _resolved(world, channel, [world.users[user_id] for user_id in users if user_id in world.users])


def _below(step: JsonObject, word: str) -> JsonObject:
    for option in step.get("options") or []:
        if option["name"] == word and option["type"] == SUBCOMMAND:
            return dict(option)
    raise ClientRefuses(f"{step['name']} has no subcommand {word}")


def _filled(known: list[JsonObject], values: Mapping[str, object]) -> list[JsonObject]:
    unknown = values.keys() - {option["name"] for option in known}
    if unknown:
        raise ClientRefuses(f"no such options: {', '.join(sorted(unknown))}")
    filled = []
    for option in known:
        name = option["name"]
        if name in values:
            filled.append({"name": name, "type": option["type"], "value": _fitting(option, values[name])})
        elif option.get("required"):
            raise ClientRefuses(f"the option {name} is required")
    return filled


def _fitting(option: JsonObject, value: object) -> object:
    """The value as it is sent. Raises: ClientRefuses when it does not fit the option."""
    kind, name = option["type"], option["name"]
    types = PYTHON_TYPES.get(kind)
    if types is None:
        return str(value)
    if not isinstance(value, types) or (isinstance(value, bool) and kind != BOOLEAN):
        raise ClientRefuses(f"{value!r} is not a value for {name}")
    choices = option.get("choices")
    if choices and value not in [choice["value"] for choice in choices]:
        raise ClientRefuses(f"{value!r} is not among the choices of {name}")
    size = len(value) if isinstance(value, str) else value
    low = option.get("min_length" if kind == STRING else "min_value")
    high = option.get("max_length" if kind == STRING else "max_value")
    if isinstance(size, int | float) and ((low is not None and size < low) or (high is not None and size > high)):
        raise ClientRefuses(f"{value!r} is out of range for {name}")
    return value


def _resolved(world: World, channel: Channel, users: Sequence[User]) -> JsonObject:
    """The `resolved` of these users and their memberships with permissions in a channel; nothing without users."""
    if not users:
        return {}
    resolved: JsonObject = {"users": {user.id: user.to_json() for user in users}}
    if guild := world.guilds.get(channel.guild_id or ""):
        held = {user.id: str(int(world.permissions_of(user, channel))) for user in users}
        resolved["members"] = {user.id: user.member_json(guild) | {"permissions": held[user.id]} for user in users}
    return {"resolved": resolved}


# What a client makes of a modal


def submission(modal: JsonObject, values: Mapping[str, object]) -> JsonObject:
    """The `data` of a filled-in modal. Raises: ClientRefuses for an unknown field, or a text that doesn't fit."""
    labels = components.stored(modal["components"], [])
    unknown = values.keys() - {label["component"]["custom_id"] for label in labels}
    if unknown:
        raise ClientRefuses(f"the modal has no field {', '.join(sorted(unknown))}")
    filled = []
    for label in labels:
        field = label["component"]
        text = _text(field, str(values.get(field["custom_id"], field.get("value") or "")))
        sent = picked(field, ("type", "id", "custom_id")) | {"value": text}
        filled.append(picked(label, ("type", "id")) | {"component": sent})
    return {"custom_id": modal["custom_id"], "components": filled}


def _text(field: JsonObject, text: str) -> str:
    if field.get("required", True) and not text:
        raise ClientRefuses(f"{field['custom_id']} is required")
    if text and not (field.get("min_length") or 0) <= len(text) <= (field.get("max_length") or 4000):
        raise ClientRefuses(f"{field['custom_id']} is too short or too long")
    return text
