"""Every mention of a long evening: whom the bot's requests let a message notify, and why."""

from random import Random

from bot.background.calls import LACKING_SECONDS
from bot.interactions.client import Finte
from localcord import Localcord
from localcord.api import SeenRequest
from localcord.wire import JsonObject
from tests.clock import Clock
from tests.end_to_end.tables import Table, custom_ids, verb_of
from tests.end_to_end.test_calls import asks, later
from tests.end_to_end.test_invitations import choose, opened


def messages_in(request: SeenRequest) -> list[JsonObject]:
    """The message that a request posts or edits, if it's about one."""
    body = request.body if isinstance(request.body, dict) else {}
    return [
        one for one in (body, body.get("data")) if isinstance(one, dict) and ("components" in one or "content" in one)
    ]


def allowed(message: JsonObject) -> set[str]:
    """The ids of the people whom it may notify. Raises: AssertionError if it may notify others as well."""
    named = message["allowed_mentions"]
    assert named["parse"] == []
    assert not named.get("roles")
    assert not named.get("replied_user")
    return set(map(str, named.get("users") or ()))


async def test_every_mention_of_an_evening_was_due(bot: Finte, discord: Localcord, clock: Clock) -> None:
    ana, ben, chloe, dora, emil, fritz = map(discord.person, ("Ana", "Ben", "Chloé", "Dora", "Emil", "Fritz"))
    names = {one.id: one.user.name for one in discord.people}
    await asks(dora, games="bluff")
    private = await opened(discord, ana, seats=4, guest=ben, private=True)  # Ben is mentioned
    await private.press(ben, "Join")
    await choose(private, ana, chloe)  # Chloé is
    await private.press(emil, "Join")
    await private.forge(emil, f"f1|called|{private.match_id}|0|")
    await private.forge(emil, f"f1|invite|{private.match_id}|0|")
    await later(bot, clock)  # nobody is called to a private table
    await private.press(chloe, "Not now")
    await private.forge(ana, f"f1|cancel|{private.match_id}|0|")

    public = await Table.opened(discord, fritz, seats=3, thread=True)
    await later(bot, clock, LACKING_SECONDS)  # Dora is
    public = await public.joined_by(emil)
    await public.tap(fritz, "Start")  # Fritz and Emil are, in the thread
    await public.play_on(Random(2))

    due: list[tuple[str, set[str]]] = []
    for request in discord.requests:
        for message in messages_in(request):
            users = allowed(message)
            verbs = {verb_of(one) for one in custom_ids({"components": message.get("components", [])})}
            assert not users or request.method == "POST"
            if users:
                due.append(("call" if "called" in verbs else "board", {names[one] for one in users}))
    assert due == [
        ("board", {"Ben"}),
        ("board", {"Chloé"}),
        ("call", {"Dora"}),
        ("board", {"Emil", "Fritz"}),
    ]
