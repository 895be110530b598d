"""Turns what a person types into a command's data, as Discord's client does. Knows nothing of the server's side."""

from collections.abc import Iterable, Mapping

from localcord.entities import Channel, User
from localcord.permissions import Permission
from localcord.wire import JsonObject
from localcord.world import World

CHAT_INPUT = 1
SUBCOMMAND = 1
GROUP = 2
STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER = 3, 4, 5, 6, 7, 8, 9, 10

GUILD_CONTEXT, BOT_DM_CONTEXT = 0, 1

PYTHON_TYPES: Mapping[int, tuple[type, ...]] = {STRING: (str,), INTEGER: (int,), BOOLEAN: (bool,), NUMBER: (int, float)}


class ClientRefuses(Exception):
    """A person's client would not let them do this, so nothing is sent."""


def offered(world: World, user: User, channel: Channel) -> list[JsonObject]:
    """The commands that this person's client lists in this channel."""
    context = BOT_DM_CONTEXT if channel.guild_id is None else GUILD_CONTEXT
    return [c for c in world.commands_for(channel.guild_id) if _fits(c, context) and _may_use(c, user, context)]


def _fits(command: JsonObject, context: int) -> bool:
    contexts = command.get("contexts")
    if contexts is None:
        return context == GUILD_CONTEXT or command.get("dm_permission") is not False
    return context in contexts


def _may_use(command: JsonObject, user: User, context: int) -> bool:
    needed = command.get("default_member_permissions")
    if needed is None or context != GUILD_CONTEXT or Permission.ADMINISTRATOR in user.permissions:
        return True
    return int(needed) != 0 and int(needed) & ~int(user.permissions) == 0


def command_data(
    world: World,
    listed: list[JsonObject],
    name: str,
    values: Mapping[str, object],
    focused: str | None = None,
) -> JsonObject:
    """The `data` of a command interaction: `play bluff` names a subcommand.

    Raises: ClientRefuses when there is no such command or a value does not fit its option.
    """
    first, *path = name.removeprefix("/").split()
    command = next((c for c in listed if c["name"] == first and c.get("type", CHAT_INPUT) == CHAT_INPUT), None)
    if command is None:
        raise ClientRefuses(f"there is no command /{first} here")
    steps = [command]
    for word in path:
        steps.append(_below(steps[-1], word))
    known = [option for option in steps[-1].get("options") or [] if option["type"] > GROUP]
    if len(known) != len(steps[-1].get("options") or []):
        raise ClientRefuses(f"/{name} needs a subcommand")
    options = _filled(known, values, focused)
    for step in reversed(steps[1:]):
        options = [{"name": step["name"], "type": step["type"], "options": options}]
    shown = {"id": command["id"], "name": command["name"], "type": CHAT_INPUT, "options": options}
    behind = resolved(world, ((option["type"], str(values.get(option["name"]))) for option in known))
    place = {"guild_id": command["guild_id"]} if "guild_id" in command else {}
    return shown | place | behind


def command_name(data: JsonObject) -> str:
    """The command as a person types it, with its group and subcommand."""
    words = [data["name"]]
    while (options := data.get("options")) and options[0].get("type") in (SUBCOMMAND, GROUP):
        data = options[0]
        words.append(data["name"])
    return " ".join(words)


def _below(step: JsonObject, word: str) -> JsonObject:
    for option in step.get("options") or []:
        if option["name"] == word and option["type"] in (SUBCOMMAND, GROUP):
            return dict(option)
    raise ClientRefuses(f"{step['name']} has no subcommand {word}")


def _filled(known: list[JsonObject], values: Mapping[str, object], focused: str | None) -> list[JsonObject]:
    unknown = values.keys() - {option["name"] for option in known}
    if unknown:
        raise ClientRefuses(f"no such options: {', '.join(sorted(unknown))}")
    filled = []
    for option in known:
        name = option["name"]
        if name == focused:
            filled.append({"name": name, "type": option["type"], "value": values[name], "focused": True})
        elif name in values:
            filled.append({"name": name, "type": option["type"], "value": _fitting(option, values[name])})
        elif option.get("required") and focused is None:
            raise ClientRefuses(f"the option {name} is required")
    return filled


def _fitting(option: JsonObject, value: object) -> object:
    """The value as it is sent.

    Raises: ClientRefuses when it does not fit the option.
    """
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


def resolved(world: World, kind_and_ids: Iterable[tuple[int, str]]) -> JsonObject:
    """The users, members and channels behind the ids, each with the option type it was given for.

    Shape: `resolved` with only the parts that are not empty; an empty object when all are, as discord.py takes an
    empty `resolved` of a select for its values.
    """
    found: JsonObject = {}
    guild = next(iter(world.guilds.values()))
    for kind, entity_id in kind_and_ids:
        if kind in (USER, MENTIONABLE) and entity_id in world.users:
            user = world.users[entity_id]
            found.setdefault("users", {})[entity_id] = user.to_json()
            member = user.member_json(guild) | {"permissions": str(int(user.permissions))}
            found.setdefault("members", {})[entity_id] = member
        elif kind == CHANNEL and entity_id in world.channels:
            channel = world.channels[entity_id].to_json(world.bot.id)
            found.setdefault("channels", {})[entity_id] = channel | {"permissions": str(int(Permission.VIEW_CHANNEL))}
    return {"resolved": found} if found else {}
