"""`/server digest`: once a day, what became of the latest daily that is over, for everyone in a channel."""

import asyncio
import logging
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot.background.digests import mark
from bot.errors import MatchOver
from bot.interactions.client import Finte
from bot.interactions.interactions import Reply, Sentence, reply
from bot.logs import outline
from bot.matches.dailies import under_name
from bot.matches.match import replay_of
from bot.matches.reviews import past_of, reviewer_of
from bot.messages.game_ui import GameUI
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Divider, Page, Part, Row, Text
from bot.pages.size import joined
from bot.store.digests import NO_POST, Digest
from bot.tables.clock import DAY_SECONDS
from bot.tables.periods import streak
from bot.tables.table import Table
from bot.words import Words, phrase, words
from cogs.commands.review import about
from cogs.parts.names import ACCENT, escape, short_title, sitter_name
from cogs.parts.one_page import one_page
from cogs.table.answers import NO_RIGHT_TO_POST, board_locale, check_rights, place, say_to
from cogs.table.daily import ServerDay, date
from games.catalogue import GAMES
from games.review import CERTAINTY, Decision, Look, Rival

log = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
"""How long each decision is looked at; less where a review's time isn't enough for all of them."""

MOST_NAMED = 10
"""How many of those who played are named."""

USUAL_HOUR = 9

SWITCHES = {"on": phrase("in this channel"), "off": phrase("off")}

STATES = {
    "on": phrase("A silent message about the latest daily that is over comes to {channel} every day at {time}."),
    "off": phrase("There's no digest on this server."),
    "refused": phrase("The digest is off: I wasn't allowed to post it in {channel}."),
}


@dataclass(frozen=True, slots=True)
class BestMove:
    """The best move of the match that went best on a day.

    Shape: `seen` is a spectator's view before it. `next_best` is the best other move, None if the move wasn't judged.
    """

    table: Table
    user_id: int
    decision: Decision
    seen: Any
    next_best: Rival | None


def digest_page(day: int, here: ServerDay, best: BestMove | None, ui: GameUI | None, say: Words) -> Page:
    """The post about a day, dated today if nobody played. Shape: `best` is without a name that may not be shown."""
    lines = [*_played(here, say)]
    title = say("## 📅 Daily · {date}", date=date(day if lines else day + 1))
    parts: list[Part] = [*joined(_best(day, best, ui, say))] if best and ui else [Text(title)]
    if lines:
        parts += (Divider(), Text("\n".join(lines)))
    dailies = Button(say("Today's dailies"), mark(day), "primary")
    buttons = Row((dailies, Button(say("Today's puzzles"), CustomId("puzzle").to_text())))
    return Page((*parts, buttons), ui.accent if ui else ACCENT)


def _best(day: int, best: BestMove, ui: GameUI, say: Words) -> Sequence[Part]:
    game, action = GAMES[best.table.game], best.decision.played
    title = say("### 📅 Daily · {date} · {game}", date=date(day), game=short_title(ui.title, say))
    move = ui.action_label(action, say) or action.to_text()
    lines = [title, say("Best move: {name}, {move}", name=sitter_name(best.table.people[0], say), move=move)]
    rival = best.next_best
    if rival is not None and -rival.ahead > CERTAINTY * rival.error:
        amount = about(-rival.ahead, rival.error, game.stakes.unit, say)
        lines.append(say("-# About {amount} better than any other", amount=amount))
    page = one_page(ui.board(best.table, best.seen, say))
    below = Text("\n".join(filter(None, (ui.hand_line(best.decision.view, say), f"-# {page.place}"))))
    return (Text("\n".join(lines)), *page.table, below)


def _played(here: ServerDay, say: Words) -> Sequence[str]:
    lines, names = [], [escape(name) for name in here.names.values()]
    if names:
        more = "…" if len(names) > MOST_NAMED else ""
        listed = ", ".join(names[:MOST_NAMED]) + more
        lines.append(
            say.many("👥 {n} of you played: {names}", "👥 {n} of you played: {names}", len(names), names=listed)
        )
    if days := here.run.days:
        lines.append("🔥 " + say.many("This server's streak: {n} day", "This server's streak: {n} days", days))
    return lines


class DigestPages:
    """Makes the posts of all servers."""

    def __init__(self, bot: Finte) -> None:
        self._bot = bot
        self._best: dict[tuple[int, int], BestMove | None] = {}  # by day and match, of the latest day asked for
        bot.forgetting.on_forgotten.append(lambda _: self._best.clear())

    async def page(self, digest: Digest, day: int) -> Page:
        """The post for a server about a day that is over."""
        bot, store = self._bot, self._bot.store.dailies
        say = words(bot.preferences.chosen_language(digest.place) or digest.locale)
        found = [
            one for one in await store.finishers(day, digest.guild_id) if not bot.preferences.hides_stats(one.user_id)
        ]
        run = streak(await store.days_of_server(digest.guild_id), day)
        here = ServerDay(run, {one.user_id: one.name for one in found})
        games = await self._games(day, {one.game for one in found})
        best = await self._best_move(day, games[day % len(games)]) if games else None
        if best is None:
            return digest_page(day, here, None, None, say)
        is_named = best.table.place.guild_id == digest.guild_id and not bot.preferences.hides_stats(best.user_id)
        table = best.table if is_named else under_name(best.table, say("Best player"))
        shown = BestMove(table, best.user_id, best.decision, best.seen, best.next_best)
        return digest_page(day, here, shown, bot.game_uis[table.game], say)

    async def _games(self, day: int, played: Collection[str]) -> list[str]:
        """The games with a best match, those alone that were played here if there are any."""
        kept = await self._bot.store.dailies.with_best(day)
        games = [game for game in GAMES if game in kept]
        return [game for game in games if game in played] or games

    async def _best_move(self, day: int, game: str) -> BestMove | None:
        """The best move of a day's best match, found once for all servers. Shape: None if it's no longer kept."""
        while True:  # its player may be forgotten while its moves are judged
            tried = await self._bot.store.dailies.best(day, game)
            if tried is None or tried.match_id is None:
                return None
            key = (day, tried.match_id)
            if key in self._best:
                return self._best[key]
            self._best = {one: best for one, best in self._best.items() if one[0] == day}
            self._best[key] = await self._find(tried.match_id, tried.user_id)

    async def _find(self, match_id: int, user_id: int) -> BestMove | None:
        bot, table = self._bot, None
        with suppress(MatchOver):
            table = (await bot.matches.get(match_id)).table
        if table is None or table.phase != "over":
            return None
        moves, seat = await bot.store.log(table.id), table.seats_of_people[0]
        past = await asyncio.to_thread(past_of, table, moves, seat, ())
        if not past.decisions:
            return None
        decision, rival = await self._furthest_ahead(table.game, past.decisions)
        state = await asyncio.to_thread(replay_of, table, moves[: decision.number])
        return BestMove(table, user_id, decision, state.view(None), rival)

    async def _furthest_ahead(self, game: str, decisions: Sequence[Decision]) -> tuple[Decision, Rival | None]:
        """The decision that was best by most, as reviews judge it; the last one if none is judged."""
        best: tuple[Decision, Rival | None] = (decisions[-1], None)
        reviewer = reviewer_of(self._bot.settings.review_seconds)
        if reviewer is None:
            return best
        seconds = min(LOOK_SECONDS, reviewer.seconds / len(decisions))
        try:
            for decision in decisions:
                rivals = (await reviewer.judge(game, Look(decision, seconds))).rivals
                if rivals and (best[1] is None or rivals[0].ahead < best[1].ahead):
                    best = (decision, rivals[0])
        except Exception as error:  # noqa: BLE001 - a digest is posted also if the search fails
            log.warning("the moves of a daily were not all judged: %s", outline(error))
        finally:
            reviewer.rest()
        return best


async def choose(
    bot: Finte, interaction: discord.Interaction, switch: str | None, hour: int | None, utc_offset: float
) -> Reply:
    """Switches the digest on in this channel or off, and says what is chosen. Raises: NotAllowed without the rights."""
    store, here, say = bot.jobs.digests.store, place(interaction), say_to(interaction)
    if switch == "off":
        await store.stop(here.guild_id)
    elif switch == "on" or hour is not None:
        check_rights(interaction, NO_RIGHT_TO_POST, also=("attach_files", "read_message_history"))
        minute = round((USUAL_HOUR if hour is None else hour) * 60 - utc_offset * 60) % (DAY_SECONDS // 60)
        digest = Digest(here.guild_id, here.channel_id, minute, board_locale(interaction), 0, NO_POST)
        await store.choose(digest.from_now(bot.clock()))
    found = await store.one(here.guild_id)
    if found is None:
        return Sentence(say(STATES["off"]))
    due = f"<t:{found.due_at(bot.clock()) + DAY_SECONDS}:t>"
    state = "refused" if found.is_refused else "on"
    return Sentence(say(STATES[state], channel=f"<#{found.channel_id}>", time=due))


def add_digest(bot: Finte, server: app_commands.Group) -> None:
    """Adds the command, and has the bot post."""
    bot.jobs.digests.make = DigestPages(bot).page

    @server.command(
        name="digest", description=phrase("A silent message a day in this channel about the latest daily that is over")
    )
    @app_commands.describe(
        post=phrase("In this channel or nowhere (default: say what is chosen)"),
        hour=phrase("At this hour (default: 9)"),
        utc_offset=phrase("How many hours your time zone is ahead of UTC, such as 1 or -5 (default: 0)"),
    )
    @app_commands.choices(post=[Choice(name=name, value=key) for key, name in SWITCHES.items()])
    async def digest(
        interaction: discord.Interaction[Finte],
        post: str | None = None,
        hour: Range[int, 0, 23] | None = None,
        utc_offset: Range[float, -12, 14] = 0,
    ) -> None:
        await reply(interaction, choose(bot, interaction, post, hour, utc_offset))
