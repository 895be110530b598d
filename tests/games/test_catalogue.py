"""What the catalogue says about each game's computer players."""

from random import Random
from typing import Any

import pytest

from games.catalogue import GAMES, HARD, Listing
from games.core import draws
from games.search import after


def first_view(listing: Listing, seats: int) -> Any:  # noqa: ANN401 - its game's own
    """The view of the first seat to act after chance."""
    *_, last = draws(listing.game.start(seats, {}), Random(1))
    state = last.step.state
    return state.view(min(state.to_act))


def is_asked_for_time(listing: Listing, level: str, view: Any) -> bool:  # noqa: ANN401 - its game's own
    """Whether this computer player asks for its time. Its choice must be legal either way."""
    asked: list[None] = []

    def is_time_up() -> bool:
        asked.append(None)
        return True

    view.check(listing.choose(level, view, Random(1), is_time_up))
    return bool(asked)


@pytest.mark.parametrize("key", GAMES)
def test_the_hard_player_alone_searches(key: str) -> None:
    listing = GAMES[key]
    view = first_view(listing, listing.game.seats[-1])

    assert [level for level in listing.levels if is_asked_for_time(listing, level, view)] == [HARD]


@pytest.mark.parametrize("key", GAMES)
def test_every_level_has_a_rating_of_which_medium_is_the_measure(key: str) -> None:
    listing = GAMES[key]

    assert listing.ratings.keys() == set(listing.levels)
    assert listing.ratings["random"] <= listing.ratings["easy"] < listing.ratings["medium"] == 25


@pytest.mark.parametrize("key", GAMES)
def test_each_game_judges_what_it_is_asked_about(key: str) -> None:
    listing = GAMES[key]
    view = first_view(listing, listing.game.seats[0])
    first, *_, last = view.legal_actions

    judged = listing.evaluate(view, Random(1), after(4), among=(first,), kept=last)

    assert [one.action for one in judged] == [first, last]
    assert [(one.ahead, one.ahead_error) for one in judged if one.action == last] == [(0, 0)]
    assert judged[0].ahead == pytest.approx(judged[0].value - judged[1].value)


@pytest.mark.parametrize("key", GAMES)
def test_each_game_judges_what_is_to_be_kept_and_all_that_is_worth_trying(key: str) -> None:
    listing = GAMES[key]
    view = first_view(listing, listing.game.seats[0])
    for kept in (view.legal_actions[0], view.legal_actions[-1]):
        judged = {one.action: one for one in listing.evaluate(view, Random(1), after(30), kept=kept)}

        assert len(judged) > 2
        assert judged[kept].samples >= max(one.samples for one in judged.values()) / 2
