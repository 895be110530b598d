"""The page on which a person chooses for which games, when and how often they're told that somebody wants to play."""

from dataclasses import replace
from functools import partial

from bot.errors import NotAllowed
from bot.interactions.client import Finte
from bot.interactions.interactions import UNKNOWN_BUTTON, Click, Private, Reply
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Page, Part, Row, Select, SelectOption, Text
from bot.store.calls import CallChoice
from bot.words import Words
from cogs.commands.settings import TIME_ZONES, clock_time, times_now
from cogs.parts.names import ACCENT, short_title
from cogs.table.answers import place, say_to
from games.catalogue import GAMES
from games.core import MalformedAction

TIMES = (1, 2, 3, 5)
"""How often a day somebody can be called at most."""


async def calls(bot: Finte, click: Click) -> Reply:
    """Stores what was chosen on the page, and shows it. Raises: NotAllowed in a direct message, or if it's off."""
    say, here = say_to(click.interaction), place(click.interaction)
    if here.is_private:
        raise NotAllowed("Choose this on the server where you want to be told.")
    choice = await bot.calls.of(here.community_id, click.interaction.user.id)
    if click.id.text:
        choice = chosen(choice, click.id.text, click.values)
        await bot.calls.choose(choice)
    is_on = bot.preferences.calls_people(here)
    return Private(Page(parts(bot, choice, say, is_on=is_on), ACCENT))


def chosen(choice: CallChoice, what: str, values: tuple[str, ...]) -> CallChoice:
    """The choice after a select was used. The first one chosen has the other at its default.

    Raises: MalformedAction for what the page doesn't offer.
    """
    if what == "games" and set(values) <= set(GAMES):
        return replace(choice, games=tuple(game for game in GAMES if game in values), most=choice.most or TIMES[0])
    number = next((one for one in range(min(TIME_ZONES), 24) if values == (str(one),)), None)
    match what, number:
        case "most", int(most) if most in {0, *TIMES}:
            return replace(choice, most=most, games=choice.games or tuple(GAMES))
        case "clock", int(offset) if offset in TIME_ZONES:
            return replace(choice, utc_offset=offset)
        case "begins", int(hour) if hour in range(24):
            return replace(choice, begins=hour)
        case "ends", int(hour) if hour in range(24):
            return replace(choice, ends=hour)
    raise MalformedAction(UNKNOWN_BUTTON)


def parts(bot: Finte, choice: CallChoice, say: Words, *, is_on: bool) -> tuple[Part, ...]:
    """The page. The hours follow once somebody is called at all, and begin and end once their clock is known."""
    about = say("When a table on this server lacks people, you're mentioned there.")
    if not is_on:
        about = say("This server has turned this off, so nobody is told.")
    title = say("## Tell me when somebody wants to play")
    games = [SelectOption(short_title(bot.game_uis[game].title, say), game, game in choice.games) for game in GAMES]
    times = [(0, say("Never"))]
    times += [(n, say.many("Once a day at most", "Up to {n} times a day", n)) for n in TIMES]
    found: list[Part] = [
        Text(f"{title}\n{about}"),
        Select(say("Games"), _id("games"), tuple(games), multiple=True),
        _select("most", times, choice.most),
    ]
    if choice.games and choice.most:
        asked = say("Only at certain hours: what time is it where you are?")
        clocks = [
            replace(one, label=say("It's {time} here", time=one.label), chosen=one.value == str(choice.utc_offset))
            for one in times_now(bot)
        ]
        found.append(Select(asked, _id("clock"), tuple(clocks)))
        if choice.utc_offset is not None:
            begins = [(hour, say("From {hour}", hour=clock_time(hour))) for hour in range(24)]
            ends = [(hour, say("Until {hour}", hour=clock_time(hour))) for hour in (*range(1, 24), 0)]
            found += [_select("begins", begins, choice.begins), _select("ends", ends, choice.ends)]
    found.append(Row((Button(say("Back"), CustomId("settings").to_text()),)))
    return tuple(found)


def _select(what: str, options: list[tuple[int, str]], chosen: int) -> Select:
    return Select("", _id(what), tuple(SelectOption(label, str(value), value == chosen) for value, label in options))


def _id(what: str) -> str:
    return CustomId("calls", text=what).to_text()


async def setup(bot: Finte) -> None:
    """Registers the handler."""
    bot.router.on("calls", partial(calls, bot))
