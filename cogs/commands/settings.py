"""`/settings`: a page on which a person chooses what they see and when they're pinged, all by pressing.

A new setting is one more `Setting` in `SETTINGS`: its title, what can be chosen, what is chosen, and how to store it.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

import discord

from bot.interactions.client import Finte
from bot.interactions.interactions import UNKNOWN_BUTTON, Click, Private, Reply, reply
from bot.messages.sending import known_everywhere
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Page, Part, Row, Select, SelectOption, Text
from bot.tables.clock import DAY_SECONDS
from bot.words import Words, phrase
from cogs.commands.server import SHOWN
from cogs.parts.names import ACCENT
from cogs.table.answers import back_to_hub, say_to
from cogs.table.table_pages import calls_button
from games.core import MalformedAction

MOST_QUIET_HOURS = 12
"""The others have to wait: with this limit, a day for a move takes at most two."""

TIME_ZONES = range(-11, 13)
"""Hours ahead of UTC, one for each time of day. Where the clocks differ by half an hour, the next one will do."""

HOUR_MINUTES = 60
MINUTES_OF_A_DAY = DAY_SECONDS // 60


@dataclass(frozen=True, slots=True)
class Setting:
    """One choice of a person. Shape: `choices` are phrases by the value that a menu sends."""

    title: str
    choices: Mapping[str, str]
    chosen: Callable[[Finte, int], str]
    choose: Callable[[Finte, discord.Interaction, str], Awaitable[None]]


async def _like_pictures(bot: Finte, interaction: discord.Interaction, value: str) -> None:
    await bot.preferences.choose("person", interaction.user.id, pictures=value == "on")
    bot.panels.redraw(interaction.user.id)


async def _choose_ping(bot: Finte, interaction: discord.Interaction, value: str) -> None:
    await bot.preferences.choose("person", interaction.user.id, ping=value)
    await bot.reschedule_pings(interaction.user.id)


async def _hide_stats(bot: Finte, interaction: discord.Interaction, value: str) -> None:
    await bot.preferences.choose("person", interaction.user.id, hides_stats=value == "private")


async def _choose_inviters(bot: Finte, interaction: discord.Interaction, value: str) -> None:
    await bot.preferences.choose("person", interaction.user.id, invites=value)


async def _list_everywhere(bot: Finte, interaction: discord.Interaction, value: str) -> None:
    await bot.preferences.list_everywhere(known_everywhere(interaction.user), listed=value == "on")
    bot.leaderboard.drop()


SETTINGS: Mapping[str, Setting] = {
    "messages": Setting(
        phrase("My private panels"),
        SHOWN,
        lambda bot, user_id: "on" if bot.preferences.likes_pictures(user_id) else "off",
        _like_pictures,
    ),
    "ping": Setting(
        phrase("Ping me"),
        {
            "now": phrase("as soon as it's my turn"),
            "later": phrase("after 45 seconds without a move"),
            "never": phrase("never"),
        },
        lambda bot, user_id: bot.preferences.ping(user_id),
        _choose_ping,
    ),
    "invites": Setting(
        phrase("Who may invite me"),
        {
            "everyone": phrase("everyone here"),
            "known": phrase("people I've played with"),
            "nobody": phrase("nobody"),
        },
        lambda bot, user_id: bot.preferences.inviters(user_id),
        _choose_inviters,
    ),
    "stats": Setting(
        phrase("My /stats and /history"),
        {"open": phrase("open to everyone"), "private": phrase("only for me")},
        lambda bot, user_id: "private" if bot.preferences.hides_stats(user_id) else "open",
        _hide_stats,
    ),
    "everywhere": Setting(
        phrase("Leaderboards across servers"),
        {"on": phrase("list me"), "off": phrase("don't list me")},
        lambda bot, user_id: "on" if bot.preferences.is_listed_everywhere(user_id) else "off",
        _list_everywhere,
    ),
}


class SettingsCommand:
    """Answers the command and the clicks on its pages."""

    def __init__(self, bot: Finte) -> None:
        self._bot = bot
        for verb, handler in {
            "settings": lambda click: self.show(click.interaction),
            "setting": self.choose,
            "quiet": self.ask_quiet,
            "quietset": self.choose_quiet,
        }.items():
            bot.router.on(verb, handler)

    async def show(self, interaction: discord.Interaction) -> Private:
        """Shows a menu for each setting, with what is chosen."""
        say, user_id = say_to(interaction), interaction.user.id
        menus = (_menu(key, setting, setting.chosen(self._bot, user_id), say) for key, setting in SETTINGS.items())
        parts: tuple[Part, ...] = (
            Text(say("## Your settings")),
            *menus,
            Text(self._when_quiet(user_id, say)),
            Row((Button(say("Quiet hours…"), CustomId("quiet").to_text()), calls_button(say), back_to_hub(say))),
        )
        return Private(Page(parts, ACCENT))

    async def choose(self, click: Click) -> Reply:
        """Stores a choice, and shows all settings."""
        setting = SETTINGS.get(click.id.text)
        if setting is None or click.chosen not in setting.choices:
            raise MalformedAction(UNKNOWN_BUTTON)
        await setting.choose(self._bot, click.interaction, click.chosen)
        return await self.show(click.interaction)

    async def ask_quiet(self, click: Click) -> Reply:
        """Asks for the time where the person is, then for the first and the last of their quiet hours."""
        say, answers = say_to(click.interaction), _hours(click)
        is_new = not answers
        parts: list[Part] = [Text(say("## Quiet hours\nIn correspondence matches, your clock stops meanwhile."))]
        if is_new:
            parts.append(
                Select(say("What time is it where you are?"), CustomId("quiet").to_text(), times_now(self._bot))
            )
        elif len(answers) == 1:
            hours = tuple(SelectOption(clock_time(hour), f"{answers[0]} {hour}") for hour in range(24))
            parts.append(Select(say("From when?"), CustomId("quiet").to_text(), hours))
        else:
            ends = ((answers[1] + hours) % 24 for hours in range(1, MOST_QUIET_HOURS + 1))
            choices = tuple(SelectOption(clock_time(hour), f"{answers[0]} {answers[1]} {hour}") for hour in ends)
            parts += [
                Text(say("From {hour}", hour=clock_time(answers[1]))),
                Select(say("Until when?"), CustomId("quietset").to_text(), choices),
            ]
        none = Button(say("No quiet hours"), CustomId("quietset", text="none").to_text())
        parts.append(Row((*((none,) if is_new else ()), Button(say("Back"), CustomId("settings").to_text()))))
        return Private(Page(tuple(parts), ACCENT))

    async def choose_quiet(self, click: Click) -> Reply:
        """Stores the quiet hours, and shows all settings."""
        interaction, answers = click.interaction, _hours(click)
        if click.id.text != "none" and len(answers) != 3:
            raise MalformedAction(UNKNOWN_BUTTON)
        begins, ends = quiet_hours(*answers) if answers else (None, None)
        await self._bot.preferences.choose("person", interaction.user.id, quiet_begins=begins, quiet_ends=ends)
        await self._bot.reschedule_pings(interaction.user.id)
        return await self.show(interaction)

    def _when_quiet(self, user_id: int, say: Words) -> str:
        quiet = self._bot.preferences.quiet(user_id)
        if quiet is None:
            return say("In correspondence matches your clock runs day and night.")
        midnight = int(self._bot.clock()) // DAY_SECONDS * DAY_SECONDS
        begins, ends = (midnight + minute * 60 for minute in (quiet.begins, quiet.ends))
        return say("In correspondence matches your clock stops from <t:{begins}:t> to <t:{ends}:t>.",
                   begins=begins, ends=ends)  # fmt: skip


def _menu(key: str, setting: Setting, chosen: str, say: Words) -> Select:
    title = say(setting.title)
    return Select(
        title,
        CustomId("setting", text=key).to_text(),
        tuple(
            SelectOption(say("{setting}: {choice}", setting=title, choice=say(name)), value, value == chosen)
            for value, name in setting.choices.items()
        ),
    )


def _hours(click: Click) -> list[int]:
    """What was answered so far: how far the time zone is ahead of UTC, and the first and last of the quiet hours.

    Raises: MalformedAction if it was forged.
    """
    try:
        answers = [int(word) for word in click.chosen.split(" ")] if click.chosen else []
    except ValueError as error:
        raise MalformedAction(UNKNOWN_BUTTON) from error
    if answers[:1] and (answers[0] not in TIME_ZONES or any(hour not in range(24) for hour in answers[1:])):
        raise MalformedAction(UNKNOWN_BUTTON)
    if len(answers) > 2 and not 0 < (answers[2] - answers[1]) % 24 <= MOST_QUIET_HOURS:
        raise MalformedAction(UNKNOWN_BUTTON)
    return answers


def clock_time(hour: int) -> str:
    """A whole hour of the day as a clock shows it."""
    return f"{hour:02}:00"


def quiet_hours(utc_offset: int, begins: int, ends: int) -> tuple[int, int]:
    """The begin and end of quiet hours from hours of a person's own day. Units: minutes of the day in UTC."""
    first, last = (((hour - utc_offset) * HOUR_MINUTES) % MINUTES_OF_A_DAY for hour in (begins, ends))
    return first, last


def times_now(bot: Finte) -> tuple[SelectOption, ...]:
    """The time now in each time zone. The value is how many hours it's ahead of UTC."""
    minute = int(bot.clock()) // 60
    return tuple(
        SelectOption("{:02}:{:02}".format(*divmod((minute + zone * HOUR_MINUTES) % MINUTES_OF_A_DAY, HOUR_MINUTES)),
                     str(zone))
        for zone in TIME_ZONES
    )  # fmt: skip


async def setup(bot: Finte) -> None:
    """Adds the command and registers the handlers."""
    settings = SettingsCommand(bot)

    @bot.tree.command(
        name="settings", description=phrase("Your own settings: pictures, pings, quiet hours, and who sees what")
    )
    async def show(interaction: discord.Interaction[Finte]) -> None:
        await reply(interaction, settings.show(interaction))
