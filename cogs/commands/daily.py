"""`/daily`: a match a day for each game, the same for everyone, with one try; and how one did compared with others."""

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.errors import NotAllowed
from bot.interactions.client import Finte
from bot.interactions.interactions import UNKNOWN_BUTTON, Click, Private, Reply, reply
from bot.tables.periods import has_closed, streak
from bot.words import phrase
from cogs.commands.lookups import MOST_LOOKUPS, lookup_limit
from cogs.table.answers import for_everyone, person, place, say_to
from cogs.table.daily import NO_SERVER, DailyOutcome, Overview, ServerDay, best_of, daily_reply, outcome
from games.catalogue import GAMES
from games.core import MalformedAction

LAST_DAY = 2**31 - 1
"""The largest day that the database takes."""


class DailyCommand:
    """Answers the command and the clicks around daily matches. Moves in them are handled like those at any table."""

    def __init__(self, bot: Finte) -> None:
        self._bot = bot
        self._limit = lookup_limit(bot, MOST_LOOKUPS)
        for verb, handler in {
            "daily": lambda click: self.show(click.interaction),
            "dailyplay": self.play,
            "dailygo": self.go_on,
            "dailyend": self.result,
            "dailyshare": self.share,
            "dailybest": self.best,
        }.items():
            bot.router.on(verb, handler)

    async def show(self, interaction: discord.Interaction, game: str | None = None) -> Private:
        """Shows today's dailies, or the reader's match of one game."""
        if game is not None:
            return await self._take(interaction, game)
        self._limit.take(interaction.user.id)
        store, user_id, today = self._bot.store.dailies, interaction.user.id, self._bot.matches.dailies.today
        tries, ended = await store.tries(user_id, today), await store.days(user_id)
        fields = {
            game: await store.field(today, game, user_id, found.score)
            for game, found in tries.items()
            if found.score is not None
        }
        shown = Overview(
            day=today,
            tries=tries,
            fields=fields,
            streak=streak(ended, max([self._bot.matches.dailies.earliest_open, *ended[:1]])),  # yesterday may be open
            here=await self._here(interaction),
            late=[
                found
                for found in (await store.tries(user_id, today - 1)).values()
                if found.score is None and found.match_id is not None
            ],
            is_past=has_closed(today - 1, self._bot.clock()),
            with_best=await store.with_best(today - 1),
            game_uis=self._bot.game_uis,
            say=say_to(interaction),
        )
        return Private(shown.page())

    async def play(self, click: Click) -> Reply:
        """Begins today's match, or goes on with it. A page of another day leads to today's dailies."""
        day, game = _about(click.id.text)
        if day != self._bot.matches.dailies.today:
            say, shown = say_to(click.interaction), await self.show(click.interaction)
            return Private(shown.page.with_notice(say("That day is over. Here are today's dailies.")))
        return await self._take(click.interaction, game)

    async def go_on(self, click: Click) -> Reply:
        """Goes on with a match in which the computer players have been interrupted."""
        match = await self._bot.matches.dailies.resume(click.id.match_id, click.interaction.user.id)
        return await daily_reply(self._bot, click.interaction, match)

    async def result(self, click: Click) -> Reply:
        """Shows what the reader's own match came to."""
        return Private((await self._own(click)).page())

    async def share(self, click: Click) -> Reply:
        """Posts the reader's own line for everyone."""
        page = (await self._own(click)).public(click.interaction.user.display_name)
        return for_everyone(self._bot, click.interaction, page)

    async def best(self, click: Click) -> Reply:
        """Shows a decision of a day's best match."""
        self._limit.take(click.interaction.user.id)
        text = click.chosen or click.id.text
        day, game = _about(text)
        at = text.split(" ")[2:3]
        return await best_of(self._bot, click.interaction, day, game, int(at[0]) if at and at[0].isdecimal() else 0)

    async def _take(self, interaction: discord.Interaction, game: str) -> Private:
        match = await self._bot.matches.dailies.take(game, place=place(interaction), player=person(interaction))
        return await daily_reply(self._bot, interaction, match)

    async def _here(self, interaction: discord.Interaction) -> ServerDay:
        """Today on the reader's server."""
        here, store, today = place(interaction), self._bot.store.dailies, self._bot.matches.dailies.today
        if here.is_private:
            return NO_SERVER
        found, hides = await store.finishers(today, here.guild_id), self._bot.preferences.hides_stats
        run = streak(await store.days_of_server(here.guild_id), today)
        return ServerDay(run, {one.user_id: one.name for one in found if not hides(one.user_id)})

    async def _own(self, click: Click) -> DailyOutcome:
        """Raises: NotAllowed if the reader hasn't finished this daily."""
        interaction = click.interaction
        self._limit.take(interaction.user.id)
        day, game = _about(click.id.text)
        found = (await self._bot.store.dailies.tries(interaction.user.id, day)).get(game)
        if found is None or found.score is None:
            raise NotAllowed("You haven't finished this daily. Type /daily for today's.")
        return await outcome(self._bot, interaction, found, found.score)


def _about(text: str) -> tuple[int, str]:
    """The day and the game that a button names. Raises: MalformedAction if it was forged."""
    day, game = (text.split(" ") + [""] * 2)[:2]
    if not (day.isascii() and day.isdecimal() and int(day) <= LAST_DAY and game in GAMES):
        raise MalformedAction(UNKNOWN_BUTTON)
    return int(day), game


async def setup(bot: Finte) -> None:
    """Adds the command and registers the handlers."""
    dailies = DailyCommand(bot)

    @bot.tree.command(
        name="daily", description=phrase("The daily match: the same for everyone, one try, alone against the computer")
    )
    @app_commands.describe(game=phrase("Which game (default: a list of all)"))
    @app_commands.choices(game=[Choice(name=bot.game_uis[key].title, value=key) for key in GAMES])
    async def daily(interaction: discord.Interaction[Finte], game: str | None = None) -> None:
        await reply(interaction, dailies.show(interaction, game))
