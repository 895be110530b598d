"""Replays of every game: they can always be drawn, and show nobody what they may not see."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import assume
from hypothesis import strategies as st

from bot.matches.history import Replayed, Sight
from bot.messages.game_ui import GameUI
from bot.pages.page import Page
from bot.tables.table import Phase
from bot.words import words
from cogs.catalogue import GAME_UIS
from cogs.commands.replay import ReplayPage, parse_sight, sight_text
from games.cards import CARD_OF_NAME
from games.core import CHANCE, Game, Move, PlayerError, Seat
from games.steps import Replay
from tests.contract.strategies import Playthrough, anything, every_game, playthroughs
from tests.contract.test_rendering import LANGUAGES, check, table_of
from tests.pages import as_text

pytestmark = pytest.mark.slow

STRANGER = 1
"""Somebody who has no seat."""

LOOKS = 3
"""How many moments before the end of a match that was broken off are compared, besides one of the others."""


def replayed(played: Playthrough, log: Sequence[Move], phase: Phase) -> Replayed:
    """This log as the bot has it once the match is closed."""
    table = table_of(played.game, played.seats, played.options, phase)
    return Replayed(table, Replay(played.game, played.seats, played.options, log))


def broken_off(game: Game[Any, Any], data: st.DataObject) -> Playthrough:
    """A match up to any moment at which the bot may have stored it: never between a move and the roll that follows."""
    played = data.draw(playthroughs(game))
    assume(played.log)
    is_over = played.state.view(None).rounds_over > played.states[-2].view(None).rounds_over
    assume(CHANCE not in played.state.to_act or is_over)
    return played


def page(found: Replayed, stop: int, user_id: int, wanted: str, language: str = "en-US") -> Page:
    """The page that this person gets when they ask for this sight."""
    sights = found.sights(user_id)
    look: GameUI = GAME_UIS[found.table.game]
    shown = ReplayPage(found, stop, parse_sight(wanted, sights), sights, look, words(language))
    return shown.own(may_post=True, may_record=True)


def every_sight(found: Replayed) -> list[str]:
    """What a menu may offer, and what only a forged choice asks for."""
    seats = map(Seat, range(len(found.table.sitters)))
    every: tuple[Sight, ...] = (None, "all", *seats)
    return [*map(sight_text, every), "", "9", "nonsense"]


@every_game
@anything
def test_discord_takes_every_page_of_a_replay(game: Game[Any, Any], data: st.DataObject) -> None:
    played = data.draw(playthroughs(game, finished=True))
    found = replayed(played, played.log, "over")
    stop = data.draw(st.sampled_from(found.replay.stops))

    for language in LANGUAGES:
        check(page(found, stop, STRANGER, "all", language))
    check(page(found, stop, STRANGER, data.draw(st.sampled_from(every_sight(found)))))


@every_game
@anything
def test_each_stop_leads_to_the_next_and_back(game: Game[Any, Any], data: st.DataObject) -> None:
    played = broken_off(game, data)
    replay = replayed(played, played.log, "deserted").replay

    assert replay.stops == tuple(sorted({*replay.stops}))
    assert replay.stops[-1] == len(played.log)
    assert {*replay.rounds} <= {*replay.stops}
    assert replay.rounds[0] == replay.stops[0]
    done = [action for stop in replay.stops for action in replay.turn(stop).done]
    assert [Move(seat, action.to_text()) for seat, action in done] == list(played.log)
    assert [replay.state(move) for move in replay.stops] == [played.states[move] for move in replay.stops]


@every_game
@anything
def test_no_stop_leaves_a_roll_or_a_choice_of_several_half_done(game: Game[Any, Any], data: st.DataObject) -> None:
    played = data.draw(playthroughs(game, finished=True))
    replay = replayed(played, played.log, "over").replay

    for stop in replay.stops:
        turn = replay.turn(stop)
        assert CHANCE not in turn.after.to_act or turn.ends_round
        assert not turn.after.view(None).continues_turn
        if turn.is_simultaneous:
            assert {seat for seat, _ in turn.by_players} == turn.before.to_act


@every_game
@anything
def test_a_match_that_was_broken_off_shows_no_hand_but_ones_own(game: Game[Any, Any], data: st.DataObject) -> None:
    played = broken_off(game, data)
    rng = Random(data.draw(st.integers(0, 1000)))
    reader = data.draw(st.sampled_from(played.everyone))
    other = twin(played, reader, rng)
    assume(other is not None)
    assert other is not None
    here, there = replayed(played, played.log, "deserted"), replayed(played, other, "deserted")
    user_id = STRANGER if reader is None else here.table.people[reader].user_id

    latest = here.replay.stops[-LOOKS:]
    for stop in {*latest, data.draw(st.sampled_from(here.replay.stops))}:
        for wanted in ("all", "", data.draw(st.sampled_from(every_sight(here)))):
            assert page(here, stop, user_id, wanted) == page(there, stop, user_id, wanted)


@every_game
@anything
def test_only_a_match_that_was_played_out_lies_open(game: Game[Any, Any], data: st.DataObject) -> None:
    played = data.draw(playthroughs(game, finished=True))
    found = replayed(played, played.log, "over")
    first = found.replay.stops[0]
    open_hands = as_text(page(found, first, STRANGER, "all").parts)

    for phase in ("settled", "deserted", "cancelled"):
        closed = replace(found, table=replace(found.table, phase=phase))
        assert as_text(page(closed, first, STRANGER, "all").parts) != open_hands
        assert closed.sights(STRANGER) == (None,)
        assert closed.sights(found.table.people[1].user_id) == (1, None)


TRIES = 60
"""How many other deals are tried for one that a reader can't tell from what was dealt."""

DICE = ("1", "2", "3", "4", "5", "*")


def twin(played: Playthrough, reader: Seat | None, rng: Random) -> tuple[Move, ...] | None:
    """The log of another world that looks the same to this reader at every moment; None if none is found."""
    changed = [*_other_choices(played, rng), *_other_deals(played, rng)]
    return next((log for number, log in changed if looks_alike(played, number, log, reader)), None)


def looks_alike(played: Playthrough, first: int, log: tuple[Move, ...], reader: Seat | None) -> bool:
    """Whether every state from this move on, the first one that differs, shows the reader the same."""
    if log == played.log:
        return False
    state = played.states[first]
    for move, same in zip(log[first:], played.states[first + 1 :], strict=True):
        try:
            state = state.apply(move.seat, played.game.parse_action(move.text)).state
        except PlayerError:
            return False
        if state.view(reader) != same.view(reader) or state.view(None) != same.view(None):
            return False
    return True


def _other_deals(played: Playthrough, rng: Random) -> Iterator[tuple[int, tuple[Move, ...]]]:
    """The same moves, with two cards of the last deal changed over, or another die under some cup."""
    deals = [number for number, move in enumerate(played.log) if move.seat == CHANCE]
    for number in reversed(deals[-2:]):
        words = played.log[number].text.split(" ")
        for _ in range(TRIES):
            yield number, _with(played.log, number, _changed(words, rng))


def _changed(words: Sequence[str], rng: Random) -> str:
    """The text of another deal. Shape: hands are sorted, decks and piles not."""
    verb, *dealt = words
    things = [number for number, word in enumerate(dealt) if word not in {"/", "-", "+"}]
    one, other = rng.choice(things), rng.choice(things[-8:])
    dealt[one], dealt[other] = dealt[other], dealt[one]
    if {*dealt} <= {*DICE, "/", "-"}:
        dealt[one] = rng.choice(DICE)
    groups = " ".join(dealt).split(" / ")
    return f"{verb} {' / '.join(groups if verb in {'deck', 'pile'} else map(sorted_group, groups))}"


def sorted_group(group: str) -> str:
    words = group.split(" ")
    if {*words} <= {*CARD_OF_NAME}:
        return " ".join(sorted(words, key=lambda word: CARD_OF_NAME[word]))
    return " ".join(sorted(words, key=DICE.index)) if {*words} <= {*DICE} else group


def _other_choices(played: Playthrough, rng: Random) -> Iterator[tuple[int, tuple[Move, ...]]]:
    """The same moves, with another choice of somebody who chose at the same time as others."""
    latest = range(max(len(played.log) - 5, 0), len(played.log))
    for number in latest:
        move, state = played.log[number], played.states[number]
        if move.seat != CHANCE and len(state.to_act) > 1:
            action = rng.choice(state.view(move.seat).legal_actions)
            yield number, _with(played.log, number, action.to_text())


def _with(log: tuple[Move, ...], number: int, text: str) -> tuple[Move, ...]:
    return (*log[:number], Move(log[number].seat, text), *log[number + 1 :])
