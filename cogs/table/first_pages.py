"""Things that people have done for the first time, on the pages of the match in which they did. Pure."""

from bot.matches.match import Match
from bot.messages.screens import Screens
from bot.pages.page import Part, Text
from bot.words import Words
from cogs.parts.firsts import first_line
from cogs.parts.names import name
from cogs.parts.titles import short_title


def first_parts(match: Match, screens: Screens, say: Words) -> tuple[Part, ...]:
    """Everyone's firsts, for the board. Shape: empty if there are none."""
    table = match.table
    lines = [
        say("{name}: {first}", name=name(table, seat, say), first=first)
        for seat, person in zip(table.seats_of_people, table.people, strict=True)
        for first in own_firsts(match, person.user_id, screens, say)
    ]
    return (Text("\n".join(lines)),) if lines else ()


def own_firsts(match: Match, user_id: int, screens: Screens, say: Words) -> list[str]:
    """A person's firsts in this match. Shape: one line each."""
    title = short_title(screens.title, say)
    return [first_line(first.kind, title, say) for first in match.firsts.get(user_id, ())]
