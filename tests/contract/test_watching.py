"""What people who watch are shown, in every game: what the board shows, and of rounds that are over what all know."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.matches.history import Replayed, replay_of_ended_rounds
from bot.tables.table import RevealPause, Table
from bot.words import ENGLISH
from cogs.catalogue import GAME_UIS
from cogs.commands.replay import ReplayPage
from games.core import CHANCE, Game, Move
from localcord.wire import JsonObject
from tests.contract.strategies import MATCHES, Playthrough, every_game, playthrough
from tests.contract.test_rendering import match_of, pages, settled, table_of
from tests.contract.test_replays import DICE, looks_alike, sorted_group
from tests.pages import message

pytestmark = pytest.mark.slow

WATCHED = range(0, MATCHES, MATCHES // 10)
"""The numbers of the matches that are watched here."""

MOMENTS = 8
"""How often a match is looked at."""

TRIES = 60
"""How often other hidden things are tried in a match, of which so many worlds are compared at most."""

WORLDS = 3


@every_game
def test_a_watchers_page_is_the_board_and_depends_on_nothing_hidden(game: Game[Any, Any]) -> None:
    for number in WATCHED:
        watch(playthrough(game, number), MOMENTS)


@every_game
def test_rounds_that_are_over_show_watchers_nothing_that_a_player_could_not_know(game: Game[Any, Any]) -> None:
    matches = [playthrough(game, number) for number in WATCHED]
    assert sum(map(look_back, matches)) > 0 or not any(map(deals_of, matches))


def watch(played: Playthrough, moments: int) -> None:
    """Watches a match: whenever one looks, the page has what the board has, whatever lies hidden."""
    rng = Random(len(played.log))
    for number in sorted(rng.sample(range(1, len(played.states)), min(moments, len(played.log)))):
        before, state = played.states[number - 1], played.states[number]
        is_scored = state.view(None).rounds_over > before.view(None).rounds_over
        match = match_of(played, state if is_scored else settled(state, rng))
        if is_scored and CHANCE in state.to_act:
            match = replace(match, table=replace(match.table, hold=RevealPause(2**33)))
        page, board = pages().watch(match, "en-US"), pages().board(match)
        assert page.parts == board.parts if state.outcome else page.parts[:-1] == board.parts[:-1]
        other = replace(match, state=played.game.redeal(match.view(None), rng))
        assert message(pages().watch(other, "en-US")) == message(page)


def look_back(played: Playthrough) -> int:
    """Steps through a match as watchers may, in other worlds, too. Shape: how many of those there were.

    Another world has the same public record; only other things were hidden.
    """
    rng, found = Random(len(played.log)), 0
    table = replace(table_of(played.game, played.seats, played.options, "playing"), shows_rounds=True)
    for first, log in other_worlds(played, rng):
        if looks_alike(played, first, log, None):
            here, there = (Replayed(table, replay_of_ended_rounds(table, one)) for one in (played.log, log))
            stops = [stop for stop in here.replay.stops if stop > first]
            for stop in {*stops[:2], *rng.sample(stops, min(4, len(stops)))}:
                assert looked_back(table, here, stop) == looked_back(table, there, stop)
            found += 1
        if found == WORLDS:
            break
    return found


def looked_back(table: Table, replayed: Replayed, stop: int) -> JsonObject:
    """The page of a moment of a round that's over."""
    sight = replayed.watchers_sight(stop)
    page = ReplayPage(replayed, stop, sight, (sight,), GAME_UIS[table.game], ENGLISH, "rounds")
    return message(page.own(may_post=False, may_record=False))


def deals_of(played: Playthrough) -> list[int]:
    """The numbers of the moves that deal to several players."""
    return [at for at, move in enumerate(played.log) if move.seat == CHANCE and " / " in move.text]


def other_worlds(played: Playthrough, rng: Random) -> Iterator[tuple[int, tuple[Move, ...]]]:
    """Logs in which something else was dealt or rolled, and the number of that move.

    Two cards that nobody played change places, and so do those that players hid; or a die shows another number.
    """
    log = played.log
    deals = deals_of(played)
    for _ in range(TRIES if deals else 0):
        at = rng.choice(deals)
        end = next((later for later in deals if later > at), len(log))
        words = log[at].text.split(" ")
        lay_open = {word for move in log[at:end] if move.seat != CHANCE and not move.text.startswith("hide")
                    for word in move.text.split(" ")}  # fmt: skip
        loose = [place for place, word in enumerate(words) if place and word not in lay_open and word != "/"]
        dice = [place for place, word in enumerate(words) if word in DICE]
        if {*words[1:]} <= {*DICE, "/", "-"} and dice:
            words[rng.choice(dice)] = rng.choice(DICE)
            yield at, (*log[:at], Move(CHANCE, tidied(" ".join(words))), *log[at + 1 :])
        elif len(loose) > 1:
            one, other = rng.sample(loose, 2)
            swapped = {words[one]: words[other], words[other]: words[one]}
            secret = [at, *(number for number in range(at, end) if log[number].text.startswith("hide"))]
            changed = {number: " ".join(swapped.get(word, word) for word in log[number].text.split(" "))
                       for number in secret}  # fmt: skip
            yield (
                at,
                tuple(
                    Move(move.seat, tidied(changed[number])) if number in changed else move
                    for number, move in enumerate(log)
                ),
            )


def tidied(text: str) -> str:
    """A move with every hand and cup in its order; decks have none."""
    verb, _, rest = text.partition(" ")
    return text if verb == "deck" else f"{verb} {' / '.join(map(sorted_group, rest.split(' / ')))}"
