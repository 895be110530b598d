"""Shared by commands that look something up: the person or match it's about, who may see it, how often one may ask."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, replace

import discord
from discord import app_commands

from bot.errors import NotAllowed
from bot.interactions.client import Finte
from bot.interactions.interactions import Click, Reply, reply
from bot.interactions.limits import Limit
from bot.messages.game_ui import GameUI
from bot.pages.custom_id import CustomId
from bot.pages.page import Select, SelectOption
from bot.store import schema
from bot.store.statistics import PersonQuery
from bot.tables.periods import earliest_open
from bot.tables.table import DECIDED_PHASES, Phase
from bot.words import Words, phrase
from cogs.parts.names import ACCENT
from cogs.table.answers import place
from games.catalogue import GAMES

ALL_GAMES = "all"
"""How buttons name all games together."""

MOST_LOOKUPS = 15
"""Pages about people that one person may ask for within `LOOKUP_SECONDS`. Nobody reads faster, and each one costs."""

LOOKUP_SECONDS = 10

LARGEST_ID = 2**63 - 1
"""The largest number that the database takes; no user of Discord has a larger one."""


@dataclass(frozen=True, slots=True)
class Someone:
    """A person and a game, as buttons name them. Shape: `game` is `all` or a game's key."""

    user_id: int
    game: str = ALL_GAMES

    def custom_id(self, verb: str, *more: str | int | None, match_id: int = 0) -> str:
        """The custom_id of a button about this person and game, and perhaps a match."""
        return CustomId(verb, match_id, text=" ".join(map(str, (self.user_id, self.game, *more)))).to_text()

    @classmethod
    def from_text(cls, text: str, reader_id: int) -> "Someone":
        """Parses the text of a button; anything malformed is about the reader and all games."""
        user_id, game = (text.split(" ") + [""] * 2)[:2]
        known = user_id.isascii() and user_id.isdecimal() and 0 < int(user_id) <= LARGEST_ID
        return cls(int(user_id) if known else reader_id, game if game in GAMES else ALL_GAMES)

    def of_game(self, game: str) -> "Someone":
        """The same person and another game; all games if there is none with this key."""
        return replace(self, game=game if game in GAMES else ALL_GAMES)

    def query(self, interaction: discord.Interaction) -> PersonQuery:
        """The query to the store. The community is always the one in which somebody asks."""
        game = schema.ALL_GAMES if self.game == ALL_GAMES else self.game
        return PersonQuery(place(interaction).community_id, self.user_id, game)


def title_of(game: str, game_uis: Mapping[str, GameUI], say: Words) -> str:
    """The name of a game, or of all games together."""
    return say("All games") if game == ALL_GAMES else say(game_uis[game].title)


def lookup_limit(bot: Finte, most: int) -> Limit:
    """Keeps people from asking for pages faster than they can read. Units: `most` pages within `LOOKUP_SECONDS`."""
    sentence = phrase("That was quick! Wait a few seconds, then try again.")
    limit = Limit(bot.clock, most=most, seconds=LOOKUP_SECONDS, sentence=sentence)
    bot.forgetting.on_forgotten.append(limit.forget)
    return limit


PageFor = Callable[[discord.Interaction, Someone, str | None], Awaitable[Reply]]
"""Makes the page about someone. Shape: with what Discord calls the person, if that's known."""


def add_lookup(bot: Finte, command: str, page_for: PageFor, *, description: str, whose: str) -> None:
    """Adds a command about a person and a game, and the menu with which its page goes on to another game."""

    async def choose_game(click: Click) -> Reply:
        someone = Someone.from_text(click.id.text, click.interaction.user.id)
        return await page_for(click.interaction, someone.of_game(click.chosen), None)

    async def answer(interaction: discord.Interaction, user: discord.User | None, game: str | None) -> Reply:
        if user is not None and user.bot:
            raise NotAllowed("Bots and computer players have no statistics.")
        someone = Someone((user or interaction.user).id).of_game(game or ALL_GAMES)
        return await page_for(interaction, someone, user.display_name if user else None)

    bot.router.on(menu_verb(command), choose_game)

    @bot.tree.command(name=command, description=description)
    @app_commands.describe(user=whose, game=phrase("Which game (default: all)"))
    @app_commands.choices(game=[app_commands.Choice(name=bot.game_uis[key].title, value=key) for key in GAMES])
    async def look_up(
        interaction: discord.Interaction[Finte], user: discord.User | None = None, game: str | None = None
    ) -> None:
        await reply(interaction, answer(interaction, user, game))


def menu_verb(command: str) -> str:
    """The verb of the menu of games on the page that a command shows."""
    return f"{command}pick"


def check_visible(bot: Finte, interaction: discord.Interaction, someone: Someone) -> None:
    """Raises: NotAllowed if this person keeps their statistics to themselves, and somebody else asks."""
    if someone.user_id != interaction.user.id and bot.preferences.hides_stats(someone.user_id):
        raise NotAllowed("This player keeps their statistics and matches to themselves.")


def accent_of(game: str, game_uis: Mapping[str, GameUI]) -> int:
    """The colour of a page about this game, or about all games."""
    return ACCENT if game == ALL_GAMES else game_uis[game].accent


def game_menu(someone: Someone, command: str, game_uis: Mapping[str, GameUI], say: Words) -> Select:
    """The menu that shows the page of this command for another game."""
    games = (ALL_GAMES, *GAMES)
    choices = (SelectOption(title_of(game, game_uis, say), game, chosen=game == someone.game) for game in games)
    return Select(say("Choose a game"), someone.custom_id(menu_verb(command)), tuple(choices))


LARGEST_NUMBER = 10**9 - 1
"""The largest number of a match that fits into a custom_id."""

MATCH_HELP = phrase("The number of the match, as its message and /history show it (default: your latest)")

MatchNumber = app_commands.Range[int, 1, LARGEST_NUMBER]


async def number_or_latest(
    bot: Finte, interaction: discord.Interaction, number: int | None, phases: Collection[Phase] = DECIDED_PHASES
) -> int:
    """The number given, or that of this person's latest match that ended in one of these phases. Raises: NotAllowed."""
    if number is not None and number > await bot.store.latest_id():
        raise NotAllowed("There's no match {match}.", match=number)
    found = number or await bot.history.latest(interaction.user.id, phases, before_day=earliest_open(bot.clock()))
    if found is None:
        raise NotAllowed("You haven't played a match to the end yet. Start one with /play!")
    return found
