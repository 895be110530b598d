"""What every game in the catalogue promises, without exception."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st

from games.catalogue import Listing
from games.core import CHANCE, NOBODY, Action, Game, IllegalAction, MalformedAction, Move, Seat, State, play_out, replay
from games.record import read, to_line, to_record
from games.search import after
from tests.contract.strategies import MOST_MOVES, anything, every_game, every_listing, playthroughs

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


def refusal(state: State[Any, Any], seat: Seat, action: Action) -> str | None:
    """Why `seat` can't take `action`; None if it can."""
    try:
        state.apply(seat, action)
    except IllegalAction as error:
        return str(error)
    return None


@every_game
@anything
def test_someone_is_to_act_until_there_is_an_outcome(game: Game[Any, Any], data: st.DataObject) -> None:
    state = data.draw(playthroughs(game)).state

    assert (state.to_act == NOBODY) == (state.outcome is not None)


@every_game
@anything
def test_everyone_knows_who_is_to_act_and_how_it_ended(game: Game[Any, Any], data: st.DataObject) -> None:
    state = data.draw(playthroughs(game)).state

    seen = state.view(None)

    assert (seen.to_act, seen.outcome) == (state.to_act, state.outcome)


@every_game
@anything
def test_exactly_those_who_are_to_act_have_legal_actions(game: Game[Any, Any], data: st.DataObject) -> None:
    match = data.draw(playthroughs(game))

    able = {seat for seat in match.everyone if match.state.view(seat).legal_actions}

    assert able == match.state.to_act - {CHANCE}


@every_game
@anything
def test_the_default_action_is_legal(game: Game[Any, Any], data: st.DataObject) -> None:
    state = data.draw(playthroughs(game)).state

    for seat in state.to_act - {CHANCE}:
        assert state.default_action(seat) in state.view(seat).legal_actions


@every_listing
@anything
def test_computer_players_act_legally(listing: Listing, data: st.DataObject) -> None:
    state = data.draw(playthroughs(listing.game)).state

    for seat in state.to_act - {CHANCE}:
        view = state.view(seat)
        for level in listing.levels:
            assert listing.choose(level, view, Random(1), after(1)) in view.legal_actions


@every_listing
@anything
def test_computer_players_choose_by_what_their_seat_knows(listing: Listing, data: st.DataObject) -> None:
    state = data.draw(playthroughs(listing.game)).state

    for seat in state.to_act - {CHANCE}:
        elsewhere = listing.game.redeal(state.view(seat), Random(2))
        for level in listing.levels:
            chosen = [listing.choose(level, one.view(seat), Random(1), after(1)) for one in (state, elsewhere)]
            assert chosen[0] == chosen[1]


@every_game
@anything
def test_exactly_the_legal_actions_are_accepted(game: Game[Any, Any], data: st.DataObject) -> None:
    match = data.draw(playthroughs(game))

    for seat in range(match.seats):
        view = match.state.view(Seat(seat))
        accepted = {action for action in match.candidates if refusal(match.state, Seat(seat), action) is None}
        assert accepted == set(match.candidates) & set(view.legal_actions)
        assert all(refusal(match.state, Seat(seat), action) is None for action in view.legal_actions)


@every_game
@anything
def test_the_view_refuses_what_the_match_refuses(game: Game[Any, Any], data: st.DataObject) -> None:
    match = data.draw(playthroughs(game))

    for seat in range(match.seats):
        for action in match.candidates:
            reason = refusal(match.state, Seat(seat), action)
            if reason is not None:
                with pytest.raises(IllegalAction) as refused:
                    match.state.view(Seat(seat)).check(action)
                assert str(refused.value) == reason


@every_game
@anything
def test_a_refused_action_changes_nothing(game: Game[Any, Any], data: st.DataObject) -> None:
    match = data.draw(playthroughs(game))
    before = replay(game, match.seats, match.options, match.log)

    for seat in (*range(match.seats), CHANCE):
        for action in match.candidates:
            refusal(match.state, Seat(seat), action)

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
def test_an_action_is_its_text(game: Game[Any, Any], data: st.DataObject) -> None:
    match = data.draw(playthroughs(game))

    for action in match.candidates:
        assert game.parse_action(action.to_text()) == action


@every_game
@anything
def test_the_text_of_a_players_action_fits_a_button(game: Game[Any, Any], data: st.DataObject) -> None:
    state = data.draw(playthroughs(game)).state

    for seat in state.to_act - {CHANCE}:
        assert max(len(action.to_text()) for action in state.view(seat).legal_actions) <= 60


@every_game
@anything
def test_a_text_is_one_action_or_malformed(game: Game[Any, Any], data: st.DataObject) -> None:
    text = data.draw(st.text() | spoiled(data.draw(playthroughs(game, finished=True)).log))

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


@every_game
@anything
def test_the_log_leads_to_the_same_state(game: Game[Any, Any], data: st.DataObject) -> None:
    match = data.draw(playthroughs(game))

    assert replay(game, match.seats, match.options, match.log) == match.state


@every_listing
def test_every_match_of_computer_players_ends(listing: Listing) -> None:
    for name, computer in listing.computers.items():
        for seats in listing.game.seats:
            log = play_out(listing.game, seats, {}, computer, Random(f"{name} {seats}"))
            assert len(log) <= MOST_MOVES


@every_game
@anything
def test_an_outcome_places_every_seat(game: Game[Any, Any], data: st.DataObject) -> None:
    match = data.draw(playthroughs(game, finished=True))

    assert match.state.outcome is not None
    places = match.state.outcome.places
    assert places == tuple(1 + sum(other < own for other in places) for own in places)
    assert len(places) == len(match.state.outcome.scores) == match.seats


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

    looks = {state.view(seat).hardness for state in (match.state, elsewhere) for seat in match.everyone}

    assert len(looks) == 1
    assert 0 <= looks.pop() <= 1


@every_game
@anything
def test_a_redealt_match_can_be_played_on(game: Game[Any, Any], data: st.DataObject) -> None:
    match = data.draw(playthroughs(game))
    rng = Random(data.draw(st.integers(0, 1000)))

    for seat in match.everyone:
        state = game.redeal(match.state.view(seat), rng)
        while state.to_act:
            mover = min(state.to_act)
            action = state.sample_chance(rng) if mover == CHANCE else state.default_action(mover)
            state = state.apply(mover, action).state
        assert state.outcome is not None


@every_game
@anything
def test_a_public_message_offers_the_same_to_everyone(game: Game[Any, Any], data: st.DataObject) -> None:
    match = data.draw(playthroughs(game))
    offered = match.state.view(None).public_actions

    assert all(match.state.view(seat).public_actions == offered for seat in match.everyone)


@every_game
@anything
def test_what_is_offered_publicly_is_legal(game: Game[Any, Any], data: st.DataObject) -> None:
    state = data.draw(playthroughs(game)).state

    for seat in state.to_act - {CHANCE}:
        assert set(state.view(seat).public_actions) <= set(state.view(seat).legal_actions)


@every_game
@anything
def test_a_finished_match_is_its_record(game: Game[Any, Any], data: st.DataObject) -> None:
    match = data.draw(playthroughs(game, finished=True))

    record = read(to_line(to_record(game, match.seats, match.options, match.log, legal=True)).encode())

    assert record == (game.key, match.seats, match.options, match.log, match.state.outcome)


@every_game
def test_a_seat_or_an_option_too_many_is_refused(game: Game[Any, Any]) -> None:
    for seats in (game.seats[0] - 1, game.seats[-1] + 1):
        with pytest.raises(ValueError, match="players"):
            game.start(seats, {})
    with pytest.raises(ValueError, match="unknown option colour"):
        game.start(game.seats[0], {"colour": True})
