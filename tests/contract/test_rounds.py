"""At the end of a round, everyone knows that it's over, and nothing of the next one has been dealt."""

from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

from games.core import CHANCE_ALONE, NOBODY, Game, Seat
from tests.contract.strategies import anything, every_game, playthroughs


@every_game
def test_a_match_begins_with_everyone_no_round_over_and_no_turn_begun(game: Game[Any, Any]) -> None:
    for seats in game.seats:
        view = game.start(seats, {}).view(None)

        assert view.still_in == set(map(Seat, range(seats)))
        assert view.rounds_over == 0
        assert not view.continues_turn


@every_game
@anything
def test_a_round_that_is_scored_is_followed_by_chance_or_the_end(game: Game[Any, Any], data: st.DataObject) -> None:
    states = data.draw(playthroughs(game)).states

    assert states[0].view(None).rounds_over == 0
    for before, after in pairwise(states):
        scored = after.view(None).rounds_over - before.view(None).rounds_over
        assert scored in {0, 1}
        if scored:
            assert after.to_act in {CHANCE_ALONE, NOBODY}


@every_game
@anything
def test_a_match_that_is_over_has_scored_a_round(game: Game[Any, Any], data: st.DataObject) -> None:
    match = data.draw(playthroughs(game))

    if match.state.outcome:
        assert match.state.view(None).rounds_over > 0


@every_game
@anything
def test_everyone_knows_how_many_rounds_are_over(game: Game[Any, Any], data: st.DataObject) -> None:
    match = data.draw(playthroughs(game))

    counted = {match.state.view(seat).rounds_over for seat in match.everyone}
    assert len(counted) == 1


@every_game
@anything
def test_what_continues_a_turn_is_the_same_seats_to_do(game: Game[Any, Any], data: st.DataObject) -> None:
    states = data.draw(playthroughs(game)).states

    for before, after in pairwise(states):
        if after.view(None).continues_turn:
            assert after.to_act == before.to_act
            assert len(after.to_act) == 1


@every_game
@anything
def test_a_player_who_is_out_is_never_asked_again(game: Game[Any, Any], data: st.DataObject) -> None:
    seen = [state.view(None) for state in data.draw(playthroughs(game)).states]

    assert all(after.still_in <= before.still_in for before, after in pairwise(seen))
    assert all(view.to_act - CHANCE_ALONE <= view.still_in for view in seen)


@every_game
@anything
def test_everyone_knows_who_is_still_in(game: Game[Any, Any], data: st.DataObject) -> None:
    match = data.draw(playthroughs(game))

    assert len({match.state.view(seat).still_in for seat in match.everyone}) == 1
