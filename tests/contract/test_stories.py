"""What has happened, in every game: it can always be told, gives nothing away, and fits into Discord's messages."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st

from bot.matches.history import Round, rounds_seen
from bot.pages.custom_id import CustomId
from bot.pages.page import Page
from bot.tables.table import Table
from bot.words import words
from cogs.catalogue import GAME_UIS
from cogs.table.story_page import LAST, Spot, story
from games.core import CHANCE, Action, Game, IllegalAction, MalformedAction, Move, Seat, State, Step
from tests.contract.strategies import Playthrough, anything, every_game, playthroughs
from tests.contract.test_rendering import LANGUAGES, LONGEST_NOTICE, check, table_of
from tests.pages import as_text, custom_ids, enabled

pytestmark = pytest.mark.slow

OFFERS = 4
"""Other moves of each kind that are tried in place of one, to find one that looks the same to everyone."""


MOVES, MOMENTS = 150, 8
"""How many moves of each match are played, and at how many moments stories are compared."""


def table(played: Playthrough) -> Table:
    return table_of(played.game, played.seats, played.options, "over" if played.state.outcome else "playing")


def told(match: Table, rounds: Sequence[Round[Any]], language: str = "en-US") -> Iterator[Page]:
    """Every page of a story, from the first."""
    spot: Spot | None = Spot(1)
    while spot and rounds:
        page = story(match, rounds, GAME_UIS[match.game], words(language), spot, idle_seconds=60)
        yield page
        found = [CustomId.from_text(text) for text in enabled(page.parts)]
        spot = next((Spot.from_text(each.text) for each in found if each and each.text.startswith("later")), None)


@every_game
@anything
def test_discord_takes_every_page_of_a_story(game: Game[Any, Any], data: st.DataObject) -> None:
    played = data.draw(playthroughs(game))
    match, language = table(played), data.draw(st.sampled_from(LANGUAGES))

    for page in told(match, rounds_seen(match, played.log), language):
        check(page.with_notice(LONGEST_NOTICE))
        ids = custom_ids(page.parts)
        assert len(set(ids)) == len(ids)


@every_game
@anything
def test_every_round_is_told_and_the_newest_page_is_the_last(game: Game[Any, Any], data: st.DataObject) -> None:
    played = data.draw(playthroughs(game))
    match = table(played)
    rounds = rounds_seen(match, played.log)
    pages = [as_text(page.parts) for page in told(match, rounds)]

    assert sum(map(len, rounds)) == len(played.log)
    assert {number for page in pages for number in [int(page.partition("round ")[2].split("\n")[0])]} == {
        number for number, _ in enumerate(rounds, 1)
    }
    if rounds:
        newest = story(match, rounds, GAME_UIS[game.key], words("en-US"), idle_seconds=60)
        assert pages[-1] == as_text(newest.parts)
        assert newest == story(
            match, rounds, GAME_UIS[game.key], words("en-US"), Spot(len(rounds), LAST), idle_seconds=60
        )


@dataclass(frozen=True, slots=True)
class Twins:
    """Two matches of which everyone has seen the same so far. Shape: `differ` if somebody knows which of them it is."""

    table: Table
    logs: tuple[tuple[Move, ...], tuple[Move, ...]]
    differ: bool


def twins(played: Playthrough, rng: Random) -> Iterator[Twins]:
    """The match at every moment, and beside it one that looks the same to everyone, as long as there is one."""
    parse, log = played.game.parse_action, []
    one: State[Any, Any] = played.game.start(played.seats, played.options)
    other = one
    for at, move in enumerate(played.log[:MOVES], 1):
        step = one.apply(move.seat, parse(move.text))
        found = next(_unseen(step, other, move.seat, _offers(played.game, move, other, rng)), None)
        if found is None:
            return
        one, (action, other) = step.state, found
        log.append(Move(move.seat, action.to_text()))
        yield Twins(table(played), (played.log[:at], tuple(log)), one != other)


def _offers(game: Game[Any, Any], move: Move, other: State[Any, Any], rng: Random) -> Iterator[Action]:
    """What might be done in the other match in place of this move: half of the time something else, if that goes."""
    if rng.random() < 0.5 and move.seat in other.to_act:
        if move.seat == CHANCE:
            yield from (other.sample_chance(rng) for _ in range(OFFERS))
            yield from _mixed(game, move, rng)
        else:
            legal = other.view(move.seat).legal_actions
            yield from rng.sample(legal, min(OFFERS, len(legal)))
    yield game.parse_action(move.text)


def _mixed(game: Game[Any, Any], move: Move, rng: Random) -> Iterator[Action]:
    """What chance drew, with two words of its text in each other's place, as far as that's an action."""
    for _ in range(OFFERS):
        words = move.text.split(" ")
        one, other = rng.randrange(1, len(words)), rng.randrange(1, len(words))
        words[one], words[other] = words[other], words[one]
        with suppress(MalformedAction):
            yield game.parse_action(" ".join(words))


def _unseen(
    step: Step[Any, Any], other: State[Any, Any], seat: Seat, offers: Iterable[Action]
) -> Iterator[tuple[Action, State[Any, Any]]]:
    """Those of the actions that look to everyone like the move of this step, with what each leads to."""
    for action in offers:
        with suppress(IllegalAction):
            after = other.apply(seat, action)
            if after.events == step.events and after.state.view(None) == step.state.view(None):
                yield action, after.state


@every_game
@anything
def test_a_story_knows_no_more_than_everyone(game: Game[Any, Any], data: st.DataObject) -> None:
    played = data.draw(playthroughs(game, finished=True))
    rng = Random(data.draw(st.integers(0, 1000)))

    pairs = [pair for pair in twins(played, rng) if pair.differ]
    for pair in rng.sample(pairs, min(MOMENTS, len(pairs))):
        one, other = ([*told(pair.table, rounds_seen(pair.table, log))] for log in pair.logs)
        assert one == other


@every_game
def test_there_are_matches_that_look_alike_and_differ(game: Game[Any, Any]) -> None:
    """Otherwise the test before this one would show nothing."""
    log: list[Move] = []
    state, rng = game.start(game.seats[0], {}), Random(1)
    while len(log) < 20 and state.to_act:
        seat = min(state.to_act)
        action = state.sample_chance(rng) if seat == CHANCE else rng.choice(state.view(seat).legal_actions)
        log.append(Move(seat, action.to_text()))
        state = state.apply(seat, action).state
    options = {option.key: option.default for option in game.options(game.seats[0])}
    played = Playthrough(game, game.seats[0], options, tuple(log), (state,), ())

    assert any(pair.differ for seed in range(20) for pair in twins(played, Random(seed)))
