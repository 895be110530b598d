"""Routes about the bot itself, other users, and direct messages."""

from localcord import refusals
from localcord.rest.call import Call, Reply, Routes


def show_me(call: Call) -> Reply:
    """GET /users/@me: the first request of a client."""
    return Reply(call.world.bot.to_json() | {"verified": True, "mfa_enabled": False, "locale": "en-US"})


def show_user(call: Call) -> Reply:
    """GET /users/{user_id}."""
    user = call.world.users.get(call.path["user_id"])
    if user is None:
        raise refusals.unknown_user()
    return Reply(user.to_json())


def list_my_guilds(call: Call) -> Reply:
    """GET /users/@me/guilds."""
    after, limit = int(call.query.get("after", 0)), int(call.query.get("limit", 200))
    found = sorted(
        (guild for guild in call.world.guilds.values() if int(guild.id) > after), key=lambda one: int(one.id)
    )
    return Reply([guild.to_json() for guild in found[:limit]])


def open_dm(call: Call) -> Reply:
    """POST /users/@me/channels: opens the direct messages with one person."""
    user = call.world.users.get(str(call.body.get("recipient_id")))
    if user is None or user.bot:
        raise refusals.dms_closed()
    return Reply(call.world.dm_channel(user).to_json(call.world.bot.id))


ROUTES: Routes = {
    ("GET", "/users/@me"): show_me,
    ("GET", "/users/@me/guilds"): list_my_guilds,
    ("POST", "/users/@me/channels"): open_dm,
    ("GET", "/users/{user_id}"): show_user,
}
