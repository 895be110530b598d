"""Routes about the application and its commands."""

from localcord import refusals
from localcord.limits import check_commands
from localcord.rest.call import Call, Reply, Routes
from localcord.wire import JsonObject, picked
from localcord.world import CommandScope, Event

CHAT_INPUT = 1

COMMAND_FIELDS = (
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "options",
    "default_member_permissions",
    "dm_permission",
    "contexts",
    "integration_types",
    "nsfw",
    "type",
)


def show_application(call: Call) -> Reply:
    """GET /oauth2/applications/@me and /applications/@me."""
    world = call.world
    return Reply(
        {
            "id": world.application_id,
            "name": world.bot.name,
            "icon": None,
            "description": "",
            "summary": "",
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "0" * 64,
            "flags": 0,
            "team": None,
            "hook": True,
            "redirect_uris": [],
            "interactions_endpoint_url": None,
            "role_connections_verification_url": None,
            "privacy_policy_url": world.privacy_policy_url,
            "terms_of_service_url": world.terms_of_service_url,
            "integration_types_config": {"0": {}, "1": {}} if world.has_user_install else {"0": {}},
            "approximate_guild_count": len(world.guilds),
            "owner": world.bot.to_json(),
            "bot": world.bot.to_json(),
        }
    )


def _scope(call: Call) -> CommandScope:
    if call.path["application_id"] != call.world.application_id:
        raise refusals.unknown_application()
    guild_id = call.path.get("guild_id")
    return None if guild_id is None else call.world.guild(guild_id).id


def _key(command: JsonObject) -> tuple[int, str]:
    return command.get("type", CHAT_INPUT), command["name"]


def _stored(call: Call, scope: CommandScope, sent: JsonObject, command_id: str) -> JsonObject:
    world = call.world
    defaults: JsonObject = {"type": CHAT_INPUT, "description": "", "default_member_permissions": None, "nsfw": False}
    place = {} if scope is None else {"guild_id": scope}
    owned = {"id": command_id, "application_id": world.application_id, "version": world.snowflakes.new()}
    return defaults | picked(sent, COMMAND_FIELDS) | owned | place


def _of(call: Call, scope: CommandScope) -> dict[str, JsonObject]:
    return call.world.commands.setdefault(scope, {})


def _id_of(commands: dict[str, JsonObject], wanted: JsonObject) -> str | None:
    return next((found for found, command in commands.items() if _key(command) == _key(wanted)), None)


def _changed(call: Call) -> None:
    call.world.tell(Event("COMMANDS", {}))


def list_commands(call: Call) -> Reply:
    """GET .../commands."""
    return Reply(list(_of(call, _scope(call)).values()))


def replace_commands(call: Call) -> Reply:
    """PUT .../commands: removes commands that aren't in the list; the others keep their ids."""
    scope, content = _scope(call), call.sent.content
    if not isinstance(content, list):
        raise refusals.bad_field("_errors", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
    sent = [command for command in content if isinstance(command, dict)]
    check_commands(sent)
    old = _of(call, scope)
    new = [_stored(call, scope, c, _id_of(old, c) or call.world.snowflakes.new()) for c in sent]
    call.world.commands[scope] = {command["id"]: command for command in new}
    _changed(call)
    return Reply(new)


def add_command(call: Call) -> Reply:
    """POST .../commands: overwrites one of the same name."""
    scope = _scope(call)
    check_commands([call.body])
    commands = _of(call, scope)
    present = _id_of(commands, call.body)
    stored = _stored(call, scope, call.body, present or call.world.snowflakes.new())
    commands[stored["id"]] = stored
    _changed(call)
    return Reply(stored, 201 if present is None else 200)


def _command(call: Call) -> JsonObject:
    commands = _of(call, _scope(call))
    if call.path["command_id"] not in commands:
        raise refusals.unknown_command()
    return commands[call.path["command_id"]]


def show_command(call: Call) -> Reply:
    """GET .../commands/{command_id}."""
    return Reply(_command(call))


def edit_command(call: Call) -> Reply:
    """PATCH .../commands/{command_id}."""
    scope, command = _scope(call), _command(call)
    changed = command | picked(call.body, COMMAND_FIELDS)
    check_commands([picked(changed, COMMAND_FIELDS)])
    stored = _stored(call, scope, changed, command["id"])
    _of(call, scope)[command["id"]] = stored
    _changed(call)
    return Reply(stored)


def remove_command(call: Call) -> Reply:
    """DELETE .../commands/{command_id}."""
    del _of(call, _scope(call))[_command(call)["id"]]
    _changed(call)
    return Reply()


GLOBAL = "/applications/{application_id}/commands"
LOCAL = "/applications/{application_id}/guilds/{guild_id}/commands"

ROUTES: Routes = {
    ("GET", "/oauth2/applications/@me"): show_application,
    ("GET", "/applications/@me"): show_application,
    **{("GET", base): list_commands for base in (GLOBAL, LOCAL)},
    **{("PUT", base): replace_commands for base in (GLOBAL, LOCAL)},
    **{("POST", base): add_command for base in (GLOBAL, LOCAL)},
    **{("GET", f"{base}/{{command_id}}"): show_command for base in (GLOBAL, LOCAL)},
    **{("PATCH", f"{base}/{{command_id}}"): edit_command for base in (GLOBAL, LOCAL)},
    **{("DELETE", f"{base}/{{command_id}}"): remove_command for base in (GLOBAL, LOCAL)},
}
