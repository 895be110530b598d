"""What every game in the catalogue promises, without exception."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st

from games.catalogue import Listing
from games.core import (
    CHANCE,
    CHANCE_ALONE,
    NOBODY,
    Action,
    Game,
    IllegalAction,
    MalformedAction,
    Move,
    Seat,
    State,
    play_out,
    replay,
)
from games.record import read, to_line, to_record
from games.search import after
from tests.contract.strategies import MOST_MOVES, anything, every_game, every_listing, playthroughs

pytestmark = pytest.mark.slow


def refusal(state: State[Any, Any], seat: Seat, action: Action) -> str | None:
    """Why `seat` can't take `action`; None if it can."""
    try:
        state.apply(seat, action)
    except IllegalAction as error:
        return str(error)
    return None


@every_game
@anything
def test_everyone_knows_who_is_to_act_until_there_is_an_outcome(game: Game[Any, Any], data: st.DataObject) -> None:
    match = data.draw(playthroughs(game))
    state, views = match.state, [match.state.view(seat) for seat in match.everyone]

    assert (state.to_act == NOBODY) == (state.outcome is not None)
    for view in views:
        assert (view.to_act, view.outcome) == (state.to_act, state.outcome)
        assert (view.rounds_over, view.still_in) == (views[-1].rounds_over, views[-1].still_in)
        assert view.public_actions == views[-1].public_actions


@every_game
@anything
def test_exactly_those_who_are_to_act_have_legal_actions(game: Game[Any, Any], data: st.DataObject) -> None:
    match = data.draw(playthroughs(game))
    legal = {seat: found for seat in match.everyone if (found := match.state.view(seat).legal_actions)}

    assert legal.keys() == match.state.to_act - {CHANCE}
    for seat, actions in legal.items():
        assert seat is not None
        assert match.state.default_action(seat) in actions
        assert {*match.state.view(seat).public_actions} <= {*actions}
        assert max(len(action.to_text()) for action in actions) <= 60, "it has to fit into a button"


@every_listing
@anything
def test_computer_players_act_legally_and_by_what_their_seat_knows(listing: Listing, data: st.DataObject) -> None:
    state = data.draw(playthroughs(listing.game)).state

    for seat in state.to_act - {CHANCE}:
        view = state.view(seat)
        elsewhere = listing.game.redeal(view, Random(2)).view(seat)
        for level in listing.levels:
            chosen, other = (listing.choose(level, known, Random(1), after(1)) for known in (view, elsewhere))
            assert chosen in view.legal_actions
            assert chosen == other


@every_game
@anything
def test_exactly_the_legal_actions_are_accepted(game: Game[Any, Any], data: st.DataObject) -> None:
    match = data.draw(playthroughs(game))
    before = replay(game, match.seats, match.options, match.log)

    for seat in map(Seat, range(match.seats)):
        view = match.state.view(seat)
        reasons = {action: refusal(match.state, seat, action) for action in match.candidates}
        legal = {action for action, reason in reasons.items() if reason is None}
        assert legal == {*match.candidates} & {*view.legal_actions}
        assert all(refusal(match.state, seat, action) is None for action in view.legal_actions)
        for action in match.candidates:
            if action not in legal:
                with pytest.raises(IllegalAction) as refused:
                    view.check(action)
                assert str(refused.value) == reasons[action]
    assert match.state == before


@every_game
@anything
def test_the_decision_goes_up_when_others_are_to_choose(game: Game[Any, Any], data: st.DataObject) -> None:
    match = data.draw(playthroughs(game))

    for seat in match.state.to_act - {CHANCE}:
        for action in match.state.view(seat).legal_actions:
            after = match.state.apply(seat, action).state
            assert after.decision > match.state.decision or after.to_act < match.state.to_act


@every_game
@anything
def test_a_text_is_one_action_or_malformed(game: Game[Any, Any], data: st.DataObject) -> None:
    match = data.draw(playthroughs(game, finished=True))
    text = data.draw(st.text() | spoiled(match.log))

    assert all(game.parse_action(action.to_text()) == action for action in match.candidates)
    try:
        action = game.parse_action(text)
    except MalformedAction:
        return
    assert action.to_text() == text


@st.composite
def spoiled(draw: st.DrawFn, log: Sequence[Move]) -> str:
    """The text of a move, with a part cut out and something put in its place."""
    text = draw(st.sampled_from(log)).text
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, len(text)))
    return text[:start] + draw(st.text(max_size=5) | st.sampled_from(text.split())) + text[end:]


@every_listing
def test_every_match_of_computer_players_ends(listing: Listing) -> None:
    for name, computer in listing.computers.items():
        for seats in {listing.game.seats[0], listing.game.seats[-1]}:
            log = play_out(listing.game, seats, {}, computer, Random(f"{name} {seats}"))
            assert len(log) <= MOST_MOVES


@every_game
@anything
def test_a_finished_match_is_its_record_and_places_every_seat(game: Game[Any, Any], data: st.DataObject) -> None:
    match = data.draw(playthroughs(game, finished=True))
    outcome = match.state.outcome
    record = read(to_line(to_record(game, match.seats, match.options, match.log, legal=True)).encode())

    assert record == (game.key, match.seats, match.options, match.log, outcome)
    assert outcome
    assert outcome.places == tuple(1 + sum(other < own for other in outcome.places) for own in outcome.places)
    assert len(outcome.places) == len(outcome.scores) == match.seats


@every_game
@anything
def test_what_others_hide_cannot_be_seen(game: Game[Any, Any], data: st.DataObject) -> None:
    match = data.draw(playthroughs(game))
    rng = Random(data.draw(st.integers(0, 1000)))

    for seat in match.everyone:
        view = match.state.view(seat)
        other = game.redeal(view, rng)
        assert other.view(seat) == view
        assert other.view(seat).legal_actions == view.legal_actions
        if seat is not None:
            assert [refusal(other, seat, action) for action in match.candidates] == [
                refusal(match.state, seat, action) for action in match.candidates
            ]


@every_game
@anything
def test_how_hard_a_decision_looks_depends_on_what_is_public(game: Game[Any, Any], data: st.DataObject) -> None:
    """Computer players seem to think so long about it, and must not betray a hand by that."""
    match = data.draw(playthroughs(game))
    elsewhere = game.redeal(match.state.view(None), Random(data.draw(st.integers(0, 1000))))

    (looks,) = {state.view(seat).hardness for state in (match.state, elsewhere) for seat in match.everyone}

    assert 0 <= looks <= 1


@every_game
@anything
def test_a_redealt_match_can_be_played_on(game: Game[Any, Any], data: st.DataObject) -> None:
    match = data.draw(playthroughs(game))
    rng = Random(data.draw(st.integers(0, 1000)))

    state = game.redeal(match.state.view(data.draw(st.sampled_from(match.everyone))), rng)
    while state.to_act:
        mover = min(state.to_act)
        action = state.sample_chance(rng) if mover == CHANCE else state.default_action(mover)
        state = state.apply(mover, action).state
    assert state.outcome


@every_game
def test_a_match_begins_with_everyone_and_with_nothing_unknown(game: Game[Any, Any]) -> None:
    for seats in game.seats:
        view = game.start(seats, {}).view(None)
        assert view.still_in == {*map(Seat, range(seats))}
        assert (view.rounds_over, view.continues_turn) == (0, False)
    for seats in (game.seats[0] - 1, game.seats[-1] + 1):
        with pytest.raises(ValueError, match="players"):
            game.start(seats, {})
    with pytest.raises(ValueError, match="unknown option colour"):
        game.start(game.seats[0], {"colour": True})


@every_game
@anything
def test_after_a_round_chance_is_next_and_whoever_is_out_stays_out(game: Game[Any, Any], data: st.DataObject) -> None:
    states = data.draw(playthroughs(game, finished=True)).states
    seen = [state.view(None) for state in states]

    assert seen[-1].rounds_over > 0
    for before, view in pairwise(seen):
        assert view.rounds_over - before.rounds_over in {0, 1}
        if view.rounds_over > before.rounds_over:
            assert view.to_act in {CHANCE_ALONE, NOBODY}
        if view.continues_turn:
            assert view.to_act == before.to_act
            assert len(view.to_act) == 1
        assert view.still_in <= before.still_in
        assert view.to_act - CHANCE_ALONE <= view.still_in
