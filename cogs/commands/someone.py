"""What `/stats` and `/history` share: the person they are about, who may see them, and the menu of games."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import discord

from bot.errors import NotAllowed
from bot.interactions.client import Finte
from bot.interactions.limits import Limit
from bot.messages.screens import Screens
from bot.pages.custom_id import CustomId
from bot.pages.page import Choice, Select
from bot.store import PersonQuery
from bot.store.sums import schema
from bot.words import Words, phrase
from cogs.commands.ranking_pages import ACCENT
from cogs.commands.ranking_query import ALL_GAMES
from cogs.table.answers import place
from games.catalogue import GAMES

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

    def custom_id(self, verb: str, *more: str | int) -> str:
        """The custom_id of a button about this person and game."""
        return CustomId(verb, text=" ".join(map(str, (self.user_id, self.game, *more)))).to_text()

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
        """What to ask the store. The community is always the one in which somebody asks."""
        game = schema.ALL_GAMES if self.game == ALL_GAMES else self.game
        return PersonQuery(place(interaction).community_id, self.user_id, game)


def lookup_limit(bot: Finte, most: int) -> Limit:
    """Keeps people from asking for pages faster than they can read. Units: `most` pages within `LOOKUP_SECONDS`."""
    sentence = phrase("That was quick! Wait a few seconds, then try again.")
    limit = Limit(bot.clock, most=most, seconds=LOOKUP_SECONDS, sentence=sentence)
    bot.forgetting.on_forgotten.append(limit.forget)
    return limit


def asked_for(
    interaction: discord.Interaction, user: discord.User | discord.Member | None, game: str | None
) -> Someone:
    """Whom a command is about. Raises: NotAllowed for a bot."""
    if user is not None and user.bot:
        raise NotAllowed("Bots and computer players have no statistics.")
    return Someone((user or interaction.user).id).of_game(game or ALL_GAMES)


def check_visible(bot: Finte, interaction: discord.Interaction, someone: Someone) -> None:
    """Raises: NotAllowed if this person keeps their statistics to themselves, and somebody else asks."""
    if someone.user_id != interaction.user.id and bot.preferences.hides_stats(someone.user_id):
        raise NotAllowed("This player keeps their statistics and matches to themselves.")


def title_of(game: str, screens: Mapping[str, Screens], say: Words) -> str:
    """The name of a game, or of all games together."""
    return say("All games") if game == ALL_GAMES else say(screens[game].title)


def accent_of(game: str, screens: Mapping[str, Screens]) -> int:
    """The colour of a page about this game, or about all games."""
    return ACCENT if game == ALL_GAMES else screens[game].accent


def game_menu(someone: Someone, verb: str, screens: Mapping[str, Screens], say: Words) -> Select:
    """The menu that shows the same page for another game."""
    choices = (Choice(title_of(game, screens, say), game, chosen=game == someone.game) for game in (ALL_GAMES, *GAMES))
    return Select(say("Choose a game"), someone.custom_id(verb), tuple(choices))
