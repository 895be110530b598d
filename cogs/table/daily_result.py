"""The result of a daily match for its player: the answer to its last click, and to the buttons that lead back to it."""

import asyncio
from contextlib import suppress

import discord

from bot.errors import MatchOver, NotAllowed
from bot.interactions.client import Finte
from bot.interactions.replies import Private
from bot.matches.dailies import decisions, under_name
from bot.matches.match import Match
from bot.pages.page import Part
from bot.store.dailies import Ranked, Try
from bot.tables.dailies import DailyScore, has_closed, streak
from cogs.parts.names import sitter_name
from cogs.table.answers import panel_reply, place, say_to
from cogs.table.daily_best_page import best_page
from cogs.table.daily_result_page import DailyOutcome

MOST_LISTED = 5
"""How many of a server's best are listed."""

LOOKED_AT = 25
"""How many of them are read from disk: some keep their statistics to themselves."""


async def daily_reply(bot: Finte, interaction: discord.Interaction, match: Match) -> Private:
    """The match while it is played, and then what it came to."""
    table, user_id = match.table, interaction.user.id
    if match.table.is_decided and table.day is not None and table.host_id == user_id:
        found = (await bot.store.dailies.tries(user_id, table.day)).get(table.game)
        if found is not None and found.score is not None:
            await bot.panels.forget(table.id, user_id)  # its message shows something else from now on
            return Private((await outcome(bot, interaction, found, found.score)).page())
    return panel_reply(bot, interaction, match)


async def outcome(bot: Finte, interaction: discord.Interaction, tried: Try, score: DailyScore) -> DailyOutcome:
    """Everything that is said about somebody's own result."""
    seen = await _board(bot, interaction, tried)
    store, reader_id, today = bot.store.dailies, interaction.user.id, bot.matches.dailies.today
    return DailyOutcome(
        day=tried.day,
        game=tried.game,
        score=score,
        seen=seen,
        field=await store.field(tried.day, tried.game, reader_id, score),
        streak=streak(await store.days(reader_id), tried.day),
        best=await _best_here(bot, interaction, tried),
        reader_id=reader_id,
        is_today=tried.day == today,
        screens=bot.screens,
        say=say_to(interaction),
        is_closed=has_closed(tried.day, bot.clock()),
        match_id=tried.match_id if seen else None,
    )


async def best_of(bot: Finte, interaction: discord.Interaction, day: int, game: str, at: int) -> Private:
    """One decision of a day's best match. Its player is named only to people who could see them listed anyway.

    Raises: NotAllowed while the day's matches can still be played, or if there is no best one.
    """
    if not has_closed(day, bot.clock()):
        raise NotAllowed("This daily is still open, so nobody can see how others played it.")
    tried = await bot.store.dailies.best(day, game)
    if tried is None or tried.score is None or tried.match_id is None:
        raise NotAllowed("Nobody has finished this daily, or it's no longer stored.")
    table, say, screens = (await bot.matches.get(tried.match_id)).table, say_to(interaction), bot.screens[game]
    if table.phase == "outdated":
        raise NotAllowed("This match was played under older rules and can no longer be shown.")
    is_own = tried.user_id == interaction.user.id
    is_here = table.place.community_id == place(interaction).community_id
    is_named = is_own or (is_here and not bot.preferences.hides_stats(tried.user_id))
    if not is_named:
        table = under_name(table, say("Best player"))
    name = sitter_name(table.people[0], say)
    line = await asyncio.to_thread(decisions, table, await bot.store.log(table.id))
    return Private(best_page(tried, tried.score, (table, line), at=at, name=name, screens=screens, say=say))


async def _board(bot: Finte, interaction: discord.Interaction, tried: Try) -> tuple[Part, ...]:
    """The board at the end of the match. Shape: empty if its moves are no longer kept."""
    with suppress(MatchOver):
        match = await bot.matches.get(tried.match_id or 0)
        if match.state is not None and match.table.is_decided:
            return bot.screens[tried.game].board(match.table, match.view(None), say_to(interaction))
    return ()


async def _best_here(bot: Finte, interaction: discord.Interaction, tried: Try) -> list[Ranked]:
    """The best on the reader's server, without those who keep their statistics to themselves."""
    here = place(interaction)
    if here.is_private:
        return []
    found = await bot.store.dailies.best_in(tried.day, tried.game, here.guild_id, LOOKED_AT)
    hides = bot.preferences.hides_stats
    listed = [line for line in found if line.user_id == interaction.user.id or not hides(line.user_id)]
    return listed[:MOST_LISTED]
