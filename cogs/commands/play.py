"""`/play`: opens a table. It has one subcommand for each game, made from the game's own options and its `GameUI`."""

from collections.abc import Mapping
from inspect import Parameter, Signature
from typing import Any, cast

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot.interactions.client import Finte
from bot.interactions.interactions import Reply, reply
from bot.messages.access import Guest
from bot.messages.game_ui import GameUI
from bot.tables.clock import Pace
from bot.tables.table import Person, Robot
from bot.words import phrase
from cogs.parts.names import LEVEL_NAMES
from cogs.table.answers import board_locale, check_rights, new_table, opens_thread, person, place, say_to
from cogs.table.invitations import judged, notices
from games.catalogue import GAMES, LEVELS
from games.core import Game, Option

SHARED_HELP = {
    "seats": phrase("Number of seats (default: as many as the game allows)"),
    "bots": phrase("Number of computer players (default: 0)"),
    "level": phrase("How strong the computer players are (default: medium)"),
    "pace": phrase("Time to think before the computer moves for you (default: live)"),
    "thread": phrase("Play in a thread (default: as the server wants it)"),
}
"""Help for the options that every game has."""

GUESTS = {"guest_1": "with", **{f"guest_{number}": f"with_{number}" for number in range(2, 6)}}
"""Names of the options for people to invite, by their parameters: `with` is a word of Python's."""

GUESTS_HELP = {
    "guest_1": phrase("Invite somebody: a seat is kept for ten minutes"),
    **dict.fromkeys(list(GUESTS)[1:], phrase("Invite one more")),
    "private": phrase("Only people you invite can sit down (default: no)"),
}

LAST_CARD_HELP = {"last_card": phrase("Play the last card of a hand automatically (default: yes)")}
"""Help for the option of card games whose last card can be played without asking."""

DEFAULT_LEVEL = "medium"

DEFAULT_PACE = "live"

PACE_CHOICES = [
    Choice(name=phrase("Live: 1 minute per move, plus 3 minutes in reserve per match"), value="live"),
    Choice(name=phrase("Blitz: 20 seconds per move"), value="blitz"),
    Choice(name=phrase("Relaxed: 10 minutes per move"), value="relaxed"),
    Choice(name=phrase("By correspondence: 1 day per move"), value="correspondence"),
]

LEVEL_CHOICES = [Choice(name=LEVEL_NAMES[level], value=level) for level in LEVELS]

RANGE: Any = Range
"""discord.py's annotation for a number within limits. The type checker accepts it only with literal limits."""


def play_command(game: Game[Any, Any], ui: GameUI) -> app_commands.Command[app_commands.Group, ..., None]:
    """Makes the subcommand of `/play` for one game."""

    async def play(interaction: discord.Interaction[Finte], **chosen: Any) -> None:  # noqa: ANN401 - see `parameters`
        await reply(interaction, open_table(interaction, game.key, chosen))

    own = tuple(option for option in game.options(game.seats[-1]) if not option.for_lessons)
    vars(play)["__signature__"] = Signature(parameters(game.seats, own, has_last_card=ui.has_last_card))
    texts = {**SHARED_HELP, **GUESTS_HELP, **ui.option_help, **(LAST_CARD_HELP if ui.has_last_card else {})}
    app_commands.describe(**texts)(play)
    app_commands.choices(level=LEVEL_CHOICES, pace=PACE_CHOICES)(play)
    app_commands.rename(**GUESTS)(play)
    return app_commands.Command(name=game.key, description=ui.pitch, callback=play)


def parameters(seats: range, own: tuple[Option, ...], *, has_last_card: bool) -> list[Parameter]:
    """The parameters of a subcommand; discord.py reads the options from them, and shows them in this order.

    Shape: a game's `own` options are None if not chosen, since their defaults can depend on the number of seats.
    """
    most = seats[-1]
    last_card = {"last_card": (bool, True)} if has_last_card else {}
    found: Mapping[str, tuple[Any, Any]] = {
        "seats": (RANGE[int, seats[0], most], most),
        "bots": (RANGE[int, 0, most - 1], 0),
        **{option.key: (_chosen(option) | None, None) for option in own},
        **last_card,
        "level": (str, DEFAULT_LEVEL),
        "pace": (str, DEFAULT_PACE),
        **dict.fromkeys(GUESTS, (discord.User | None, None)),
        "private": (bool, False),
        "thread": (bool | None, None),
    }
    first = Parameter("interaction", Parameter.POSITIONAL_ONLY)
    options = (
        Parameter(name, Parameter.KEYWORD_ONLY, annotation=kind, default=default)
        for name, (kind, default) in found.items()
    )
    return [first, *options]


def _chosen(option: Option) -> Any:  # noqa: ANN401 - what discord.py takes for an annotation
    """The annotation for an option: a switch, or a number within its limits."""
    return bool if isinstance(option.default, bool) else RANGE[int, option.low, option.high]


async def open_table(interaction: discord.Interaction[Finte], game: str, chosen: dict[str, Any]) -> Reply:
    """Answers `/play <game>` with the table's message and the host's panel; a full table starts at once."""
    check_rights(interaction)
    seats, bots, level, pace, thread = (chosen.pop(key) for key in SHARED_HELP)
    plays_forced, is_private = chosen.pop("last_card", True), chosen.pop("private")
    users = {user.id: user for key in GUESTS if (user := chosen.pop(key)) is not None}
    asked = [Person(user.id, user.display_name) for user in users.values()]
    answers = await judged(interaction.client, interaction, place(interaction), asked) if asked else []
    match = await interaction.client.matches.lobby.open(
        game,
        options={key: value for key, value in chosen.items() if value is not None},
        capacity=seats,
        place=place(interaction),
        host=person(interaction),
        robots=[Robot(level)] * bots,
        pace=cast("Pace", pace),  # `check_playable` checks it
        plays_forced=plays_forced,
        locale=board_locale(interaction),
        opened_by=interaction.id,
        invited=[answer.person for answer in answers if isinstance(answer, Guest)],
        is_invite_only=is_private,
        in_thread=opens_thread(interaction.client, interaction, thread),
    )
    notice = " ".join(notices(answers, say_to(interaction)))
    return new_table(interaction.client, interaction, match, notice)


async def setup(bot: Finte) -> None:
    """Adds the command."""
    play = app_commands.Group(name="play", description=phrase("Open a table in this channel"))
    for key, listing in GAMES.items():
        play.add_command(play_command(listing.game, bot.game_uis[key]))
    bot.tree.add_command(play)
