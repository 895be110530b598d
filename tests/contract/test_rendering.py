"""The pages of every game: they can always be drawn, give nothing away, and stay within Discord's limits."""

import asyncio
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import strategies as st
from pydantic import SecretStr
from sqlalchemy.ext.asyncio import create_async_engine

from bot.matches.match import Match
from bot.matches.play import THEN
from bot.messages.game_ui import TablePages
from bot.pages.custom_id import CustomId
from bot.pages.faces import Faces
from bot.pages.page import Link, Page, Picture, Row
from bot.pictures.faces import FACES
from bot.settings import Settings
from bot.tables.ratings import Change
from bot.tables.table import OPEN_PHASES, Person, Phase, Place, Robot, Table, name_robots
from bot.words import LOCALE
from cogs import EXTENSIONS
from cogs.composition import compose
from games.catalogue import GAMES
from games.core import Game, Seat, State, draws, play_out, replay
from localcord.components import texts, walk
from localcord.limits import check_message
from tests.contract.strategies import Playthrough, anything, every_game, playthroughs
from tests.pages import custom_ids, enabled, message

pytestmark = pytest.mark.slow

LANGUAGES = ("en-US", *sorted(folder.name for folder in LOCALE.iterdir() if folder.is_dir()))

LONG_NAMES = (
    "*_~`|>#<[]():@-\\" * 2,
    "<@123456789012345678> @everyone!",
    "\N{MATHEMATICAL DOUBLE-STRUCK CAPITAL W}" * 32,
    "\N{HEBREW LETTER SHIN}\N{HEBREW LETTER LAMED} " * 10,
    "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{GIRL}" * 10,
    "\N{HANGUL FILLER}" * 32,
)
"""Display names at their worst."""

NASTY_NAMES = (
    "discord.gg/evil",
    "https://discord.com/invite/x",
    "dsc.gg/x www.evil.com",
    "\x1b[31mevil.com/x\x07",
    "A\u202e\u2066\u2028\x85b\u200bc",
)
"""Display names that are links, or that control how a line is written."""

LINK = re.compile(r"(?i)(https?:/|\bwww\.|\w\.(gg|com)\b)")

TURNS = set("\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2028\u2029\x85")

SHOWS = st.just("") | st.from_regex(r"[0-9]{0,2}\.[0-5]{0,5}", fullmatch=True) | st.text(max_size=20)
"""What a panel's buttons ask to see, or a forged one does."""

LONGEST_NOTICE = "x" * 300

UPLOADED = Faces(dict.fromkeys(FACES, 2**63 - 1))
"""Every face as an emoji: its tag is much longer than its twin."""


@cache
def pages() -> TablePages:
    """The bot's pages of all games."""

    async def loaded() -> TablePages:
        settings = Settings(discord_token=SecretStr("none"), _env_file=None)
        async with compose(settings, create_async_engine("sqlite+aiosqlite:///:memory:")) as bot:
            for extension in EXTENSIONS:
                await bot.load_extension(extension)
            return bot.pages

    return asyncio.run(loaded())


def table_of(game: Game[Any, Any], seats: int, options: dict[str, bool | int], phase: Phase) -> Table:
    """A table with the longest names, and the highest numbers that a database has."""
    sitters = tuple(Person(2**63 - 1 - seat, LONG_NAMES[seat % len(LONG_NAMES)]) for seat in range(seats))
    return Table(
        id=10**9 - 1,
        game=game.key,
        rules_version=game.rules_version,
        options=options,
        capacity=seats,
        phase=phase,
        place=Place(2**63 - 1, 2**63 - 1),
        host_id=sitters[0].user_id,
        changed_at=2**33,
        sitters=sitters,
        board_id=2**63 - 1,
    )


def match_of(played: Playthrough, state: State[Any, Any]) -> Match:
    """The match as the bot has it."""
    phase: Phase = "over" if state.outcome else "playing"
    table = table_of(played.game, played.seats, played.options, phase)
    return Match(table, state, len(played.log), changes=changes(table) if state.outcome else {})


def changes(table: Table) -> dict[int, Change]:
    """What a match has done to everyone's rating, at its longest: some lose to people rated below them."""
    people = enumerate(table.people)
    return {
        person.user_id: Change(1000 + seat, 2000 - 1500 * (seat % 2), 10**8, 10**8 - 1, is_provisional=True)
        for seat, person in people
    }


def settled(state: State[Any, Any], rng: Random) -> State[Any, Any]:
    """The state that people see, after any roll or deal that is due."""
    for draw in draws(state, rng):
        state = draw.step.state
    return state


def panels(match: Match, language: str, show: str) -> dict[Seat, Page]:
    """Every player's panel."""
    return {
        Seat(seat): pages().panel(match, person.user_id, language, show)
        for seat, person in enumerate(match.table.people)
    }


def everything_in(body: object) -> Iterator[str]:
    """Every text in a message's body."""
    if isinstance(body, str):
        yield body
    elif isinstance(body, dict | list):
        for one in body.values() if isinstance(body, dict) else body:
            yield from everything_in(one)


def check(page: Page) -> None:
    """Raises: Refused, if Discord would refuse the page as text or with emojis. Checks that no button is missing."""
    for sent in (message(page), message(page, UPLOADED)):
        check_message(sent)
        shown = [part["custom_id"] for part in walk(sent["components"]) if "custom_id" in part]
        assert sorted(shown) == sorted(custom_ids(page.parts))


@every_game
@anything
def test_discord_takes_every_page_of_a_match(game: Game[Any, Any], data: st.DataObject) -> None:
    played = data.draw(playthroughs(game))
    match = match_of(played, settled(played.state, Random(1)))
    link = Row((Link("Go to the table", "https://discord.com/channels/1/2/3"),))

    check(pages().board(match))
    for language in LANGUAGES:
        for page in panels(match, language, data.draw(SHOWS)).values():
            check(page.with_notice(LONGEST_NOTICE))
            check(Page((*page.parts, link), page.accent))
        check(pages().panel(match, 1, language))


@every_game
@pytest.mark.parametrize("typed", NASTY_NAMES)
def test_no_name_is_a_link_or_controls_a_line_on_any_page(game: Game[Any, Any], typed: str) -> None:
    listing, seats = GAMES[game.key], game.seats[0]
    options = {option.key: option.default for option in game.options(seats)}
    log = play_out(game, seats, options, listing.computers["easy"], Random(1))
    for count in range(0, len(log) + 1, 1 + len(log) // 4):
        state = settled(replay(game, seats, options, log[:count]), Random(1))
        named = table_of(game, seats, options, "over" if state.outcome else "playing")
        table = replace(named, sitters=tuple(Person(seat + 1, typed) for seat in range(seats)))
        match = Match(table, state, count)
        for page in (pages().board(match), *panels(match, "en-US", "").values()):
            shown = "".join(
                (*everything_in(message(page)), *(one.alt for one in page.parts if isinstance(one, Picture)))
            )
            assert {one for one in shown if one in TURNS or unicodedata.category(one) == "Cc"} <= {"\n"}
            for content in texts(message(page)["components"]):
                assert not LINK.search(content), content


@every_game
@anything
def test_no_page_depends_on_what_its_reader_cannot_know(game: Game[Any, Any], data: st.DataObject) -> None:
    played = data.draw(playthroughs(game))
    state = settled(played.state, Random(1))
    match, show = match_of(played, state), data.draw(SHOWS)
    rng = Random(data.draw(st.integers(0, 1000)))

    assert pages().board(replace(match, state=game.redeal(state.view(None), rng))) == pages().board(match)
    for seat, page in panels(match, "en-US", show).items():
        other = replace(match, state=game.redeal(state.view(seat), rng))
        assert panels(other, "en-US", show)[seat] == page


@every_game
@anything
def test_every_button_that_plays_is_legal_and_on_boards_public(game: Game[Any, Any], data: st.DataObject) -> None:
    played = data.draw(playthroughs(game))
    state = settled(played.state, Random(1))
    public = {action.to_text() for action in state.view(None).public_actions}

    for text in custom_ids(pages().board(match_of(played, state)).parts):
        custom_id = CustomId.from_text(text)
        assert custom_id
        if custom_id.verb == "play":
            assert set(custom_id.text.split(THEN)) <= public
    for seat, page in panels(match_of(played, state), "en-US", data.draw(SHOWS)).items():
        for text in enabled(page.parts):
            custom_id = CustomId.from_text(text)
            assert custom_id
            if custom_id.verb == "play":
                first, *_ = custom_id.text.split(THEN)
                assert game.parse_action(first) in state.view(seat).legal_actions
                assert custom_id.decision == state.decision


@every_game
@pytest.mark.parametrize("phase", [phase for phase in get_args(Phase) if phase not in {"playing", "over"}])
def test_discord_takes_every_page_of_a_table_that_is_not_played(game: Game[Any, Any], phase: Phase) -> None:
    for seats in {game.seats[0], game.seats[-1]}:
        options: dict[str, bool | int] = {
            option.key: True if isinstance(option.default, bool) else option.high for option in game.options(seats)
        }
        table = table_of(game, seats, options, phase)
        match = Match(table, changes=changes(table))
        check(pages().board(match))
        for language in LANGUAGES:
            for page in panels(match, language, "").values():
                check(page)


@every_game
def test_discord_takes_the_choices_of_a_host(game: Game[Any, Any]) -> None:
    seats = game.seats[-1]
    people = table_of(game, seats, {}, OPEN_PHASES[0])
    robots = name_robots(list(map(Robot, GAMES[game.key].computers)) * seats, people.sitters, "seed")

    for language in LANGUAGES:
        for lobby in (people, replace(people, sitters=(people.sitters[0], *robots[: seats - 1]))):
            for show in ("remove", "cancel"):
                check(pages().panel(Match(lobby), lobby.host_id, language, show))
