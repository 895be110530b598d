"""Routes that show guilds, their channels, members and roles. None changes them."""

from localcord import refusals
from localcord.entities import Guild
from localcord.rest.call import Call, Reply, Routes


def _guild(call: Call) -> Guild:
    return call.world.guild(call.path["guild_id"])


def show_guild(call: Call) -> Reply:
    """GET /guilds/{guild_id}."""
    return Reply(_guild(call).to_json() | {"approximate_member_count": len(call.world.users)})


def list_channels(call: Call) -> Reply:
    """GET /guilds/{guild_id}/channels: without threads."""
    guild, world = _guild(call), call.world
    channels = [c for c in world.channels.values() if c.guild_id == guild.id and c.thread is None]
    return Reply([channel.to_json(world.bot.id) for channel in channels])


def list_active_threads(call: Call) -> Reply:
    """GET /guilds/{guild_id}/threads/active."""
    guild, world = _guild(call), call.world
    threads = [c for c in world.channels.values() if c.guild_id == guild.id and c.thread and not c.thread.archived]
    return Reply({"threads": [thread.to_json(world.bot.id) for thread in threads], "members": []})


def list_roles(call: Call) -> Reply:
    """GET /guilds/{guild_id}/roles."""
    return Reply(_guild(call).roles_json())


def list_members(call: Call) -> Reply:
    """GET /guilds/{guild_id}/members."""
    guild, world = _guild(call), call.world
    after, limit = int(call.query.get("after", 0)), int(call.query.get("limit", 1))
    users = sorted((u for u in world.users.values() if int(u.id) > after), key=lambda user: int(user.id))
    return Reply([world.member_json(user, guild) for user in users[:limit]])


def show_member(call: Call) -> Reply:
    """GET /guilds/{guild_id}/members/{user_id}."""
    guild, world = _guild(call), call.world
    user_id = world.bot.id if call.path["user_id"] == "@me" else call.path["user_id"]
    if user_id not in world.users:
        raise refusals.unknown_member()
    return Reply(world.member_json(world.users[user_id], guild))


ROUTES: Routes = {
    ("GET", "/guilds/{guild_id}"): show_guild,
    ("GET", "/guilds/{guild_id}/channels"): list_channels,
    ("GET", "/guilds/{guild_id}/threads/active"): list_active_threads,
    ("GET", "/guilds/{guild_id}/roles"): list_roles,
    ("GET", "/guilds/{guild_id}/members"): list_members,
    ("GET", "/guilds/{guild_id}/members/{user_id}"): show_member,
}
