"""The pages shown after a round, while people read its result. Pure; knows no game by name."""

from bot.matches.match import Match
from bot.messages.screens import Screens
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Part, Row, Text
from bot.words import Words, phrase
from cogs.parts.names import name
from cogs.parts.titles import short_title
from cogs.parts.why import rules
from cogs.table.story_page import story_button
from games.core import Seat

NEXT_ROUND = phrase("The next round begins in a moment.")


def held_board(match: Match, screens: Screens, say: Words) -> tuple[Part, ...]:
    """The public message while the result stands."""
    follows = (Text(f"-# {say(NEXT_ROUND)}"),) if match.table.hold_ends is not None else ()
    return (_title(match, screens, say), *screens.scored(match.table, match.view(None), say), *follows)


def held_panel(match: Match, seat: Seat, screens: Screens, say: Words) -> tuple[Part, ...]:
    """A player's panel while the result stands, with the button to go on."""
    table = match.table
    assert table.hold is not None
    has_read = seat in table.hold.gone_on
    button = Button(
        say("Go on"), CustomId("go", table.id, match.decision).to_text(), "plain" if has_read else "primary",
        disabled=has_read,
    )  # fmt: skip
    return (
        _title(match, screens, say),
        *screens.scored(table, match.view(seat), say),
        *(
            (Text(f"-# {_waits(match, say) if has_read else _begins(match, say)}"),)
            if table.hold_ends is not None
            else ()
        ),
        Row((button, story_button(table.id, say), rules(table, say))),
    )


def _title(match: Match, screens: Screens, say: Words) -> Text:
    return Text(
        say("## {title} · round {round} is over", title=short_title(screens.title, say), round=match.rounds_over)
    )


def _begins(match: Match, say: Words) -> str:
    if len(match.readers) > 1:
        return say("The next round begins in a moment, or as soon as everyone presses *Go on*.")
    return say(NEXT_ROUND)


def _waits(match: Match, say: Words) -> str:
    table = match.table
    assert table.hold is not None
    names = [name(table, other, say) for other in sorted(match.readers - set(table.hold.gone_on))]
    return say(
        "The next round begins in a moment, or as soon as these players press *Go on*: {names}", names=" · ".join(names)
    )
