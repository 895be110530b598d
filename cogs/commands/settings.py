"""`/settings`: a person's own pictures, pings and quiet hours, where they're listed, and who sees their statistics."""

from collections.abc import Mapping

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot.errors import NotAllowed
from bot.interactions.client import Finte
from bot.interactions.interactions import Reply, Sentence, reply
from bot.messages.sending import known_everywhere
from bot.store import Ping
from bot.tables.clock import DAY_SECONDS, Quiet
from bot.words import Words, phrase
from cogs.commands.server import SHOWN
from cogs.table.answers import say_to

CALLS: dict[Ping, str] = {
    "now": phrase("as soon as it's my turn"),
    "later": phrase("after 45 seconds without a move"),
    "never": phrase("never"),
}

CALLED: dict[Ping, str] = {
    "now": phrase("You get a ping as soon as it's your turn and others are waiting for you."),
    "later": phrase("You get a ping after 45 seconds without a move, if others are waiting for you."),
    "never": phrase("You get no ping when it's your turn."),
}

LISTED = {"on": phrase("list me"), "off": phrase("don't list me")}
STATS = {"open": phrase("open to everyone"), "private": phrase("only for me")}
"""The people who may see somebody's statistics and matches."""

MOST_QUIET_HOURS = 12
"""The others have to wait: with this limit, a day for a move takes at most two."""

MINUTES_OF_A_DAY = DAY_SECONDS // 60


def quiet_hours(begins: int, ends: int, utc_offset: float) -> Quiet | None:
    """Quiet hours from hours of a person's own day; None if they're equal. Raises: NotAllowed if they last too long."""
    if (ends - begins) % 24 > MOST_QUIET_HOURS:
        raise NotAllowed("Quiet hours can last at most {hours} hours a day.", hours=MOST_QUIET_HOURS)
    shift = round(utc_offset * 60)
    first, last = ((hour * 60 - shift) % MINUTES_OF_A_DAY for hour in (begins, ends))
    return None if first == last else Quiet(first, last)


def summary(bot: Finte, user_id: int, say: Words) -> str:
    """Everything that this person has chosen, each with the command that changes it."""
    preferences = bot.preferences
    messages = say("Your private panels are text only. You get all the same information.")
    if preferences.likes_pictures(user_id):
        messages = say("Your private panels have pictures.")
    listed = say("Leaderboards across all servers don't list you.")
    if preferences.is_listed_everywhere(user_id):
        listed = say("Leaderboards across all servers list you by your Discord name.")
    stats = say("Everyone on the same server can see your /stats and /history.")
    if preferences.hides_stats(user_id):
        stats = say("Only you can see your /stats and /history. Boards and the leaderboard still show your results.")
    chosen = {
        "messages": messages,
        "ping": say(CALLED[preferences.ping(user_id)]),
        "quiet_from quiet_until utc_offset": _when_quiet(bot, user_id, say),
        "everywhere": listed,
        "stats": stats,
    }
    lines = [f"`/settings {options}` · {sentence}" for options, sentence in chosen.items()]
    return "\n".join((*lines, say("-# To change a setting, type the command in front of it.")))


def _when_quiet(bot: Finte, user_id: int, say: Words) -> str:
    quiet = bot.preferences.quiet(user_id)
    if quiet is None:
        return say("In correspondence matches your clock runs day and night.")
    midnight = int(bot.clock()) // DAY_SECONDS * DAY_SECONDS
    begins, ends = (midnight + minute * 60 for minute in (quiet.begins, quiet.ends))
    return say("In correspondence matches your clock stops from <t:{begins}:t> to <t:{ends}:t>.",
               begins=begins, ends=ends)  # fmt: skip


Hours = tuple[int | None, int | None, float | None]
"""When quiet hours begin and end, and how far the person's day is ahead of UTC; None for what wasn't typed."""


async def apply_changes(
    bot: Finte, interaction: discord.Interaction[Finte], hours: Hours, chosen: Mapping[str, str | None]
) -> Reply:
    """Stores what the person typed, and answers with all their settings. Raises: NotAllowed for half of a time span."""
    user_id, preferences, (begins, ends, offset) = interaction.user.id, bot.preferences, hours
    if (begins is None) != (ends is None) or (begins is None and offset is not None):
        raise NotAllowed("Give both hours: when your quiet time starts and when it ends.")
    if begins is not None and ends is not None:
        await preferences.choose_quiet(user_id, quiet_hours(begins, ends, offset or 0))
    if messages := chosen["messages"]:
        await preferences.like_pictures(user_id, pictures=messages == "on")
        bot.panels.redraw(user_id)
    if everywhere := chosen["everywhere"]:
        await preferences.list_everywhere(known_everywhere(interaction.user), listed=everywhere == "on")
        bot.leaderboard.drop()
    if stats := chosen["stats"]:
        await preferences.hide_stats(user_id, hides=stats == "private")
    for known in CALLS:
        if chosen["ping"] == known:
            await preferences.choose_ping(user_id, known)
    if chosen["ping"] or begins is not None:
        await bot.reschedule_pings(user_id)
    return Sentence(summary(bot, user_id, say_to(interaction)))


async def setup(bot: Finte) -> None:
    """Adds the command."""

    @bot.tree.command(
        name="settings", description=phrase("Your own settings: pictures, pings, quiet hours, and who sees what")
    )
    @app_commands.describe(
        messages=phrase("Your private panels: with pictures or text only"),
        ping=phrase("When to ping you while others are waiting for you"),
        quiet_from=phrase("In correspondence matches, your clock stops from this hour …"),
        quiet_until=phrase("… until this hour (the same hour twice: it never stops)"),
        utc_offset=phrase("How many hours your time zone is ahead of UTC, such as 1 or -5 (default: 0)"),
        everywhere=phrase("Whether leaderboards across all servers list you by your Discord name (default: no)"),
        stats=phrase("Who can see your /stats and /history"),
    )
    @app_commands.choices(
        messages=[Choice(name=name, value=key) for key, name in SHOWN.items()],
        ping=[Choice(name=name, value=key) for key, name in CALLS.items()],
        everywhere=[Choice(name=name, value=key) for key, name in LISTED.items()],
        stats=[Choice(name=name, value=key) for key, name in STATS.items()],
    )
    async def settings(  # noqa: PLR0917 - one parameter for each option
        interaction: discord.Interaction[Finte],
        messages: str | None = None,
        ping: str | None = None,
        quiet_from: Range[int, 0, 23] | None = None,
        quiet_until: Range[int, 0, 23] | None = None,
        utc_offset: Range[float, -12, 14] | None = None,
        everywhere: str | None = None,
        stats: str | None = None,
    ) -> None:
        hours = (quiet_from, quiet_until, utc_offset)
        chosen = {"messages": messages, "ping": ping, "everywhere": everywhere, "stats": stats}
        await reply(interaction, apply_changes(bot, interaction, hours, chosen))
