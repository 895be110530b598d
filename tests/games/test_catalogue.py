"""What the catalogue says about each game's computer players."""

from hashlib import sha256
from random import Random
from typing import Any

import pytest

from games.catalogue import GAMES, HARD, Listing
from games.core import CHANCE, Options, draws, play_out
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


def is_first(listing: Listing, level: str, seats: int, rng: Random) -> bool:
    """Whether this level in a random seat wins against `random` in all others."""
    own, state = rng.randrange(seats), listing.game.start(seats, {})
    while not state.outcome:
        seat = min(state.to_act)
        player = listing.computers[level if seat == own else "random"]
        action = state.sample_chance(rng) if seat == CHANCE else player(state.view(seat), rng)
        state = state.apply(seat, action).state
    return state.outcome.places[own] == 1


@pytest.mark.parametrize("level", ["easy", "steady", "medium"])
@pytest.mark.parametrize("key", GAMES)
def test_every_level_beats_random(key: str, level: str) -> None:
    rng, seats = Random(1), [*GAMES[key].game.seats] * 20

    assert sum(is_first(GAMES[key], level, number, rng) for number in seats[:20]) >= 17


def digest(listing: Listing, level: str, matches: list[tuple[int, Options]], worlds: int) -> str:
    """The digest of all moves of these matches: how many seats play, and with which options."""
    moves = [
        f"{move.seat} {move.text}"
        for seats, options in matches
        for move in play_out(
            listing.game,
            seats,
            options,
            lambda view, rng: listing.choose(level, view, rng, after(worlds)),
            Random(seats),
        )
    ]
    return sha256("\n".join(moves).encode()).hexdigest()[:8]


def with_all_switches(listing: Listing) -> Options:
    options = listing.game.options(listing.game.seats[0])
    return {option.key: True for option in options if option.default is False and not option.for_lessons}


RATED = {
    "bluff": {"steady": "04f95577", "easy": "c63fa1b8", "medium": "5f61f3f0", "hard": "fe050497"},
    "faehrte": {"steady": "c26fd62c", "easy": "61a0c923", "medium": "e803a7c7"},
    "tuecke": {"steady": "d06b3027", "easy": "bc609430"},
    "volltreffer": {"steady": "187ff80b", "easy": "5a1a750a", "medium": "68712ca8", "hard": "7984b5a6"},
}
"""What each level plays. If this changes, so may its strength: measure it by `bench.levels`, and note the new digest. A
new switch changes these too, since half of the matches turn all switches on: first see that they're the same without.

The sums of numpy, with which some levels think, differ from processor to processor.
"""

SHORT: dict[str, Options] = {"bluff": {}, "volltreffer": {"max_rounds": 2}}


@pytest.mark.parametrize(("key", "level"), [(key, level) for key, levels in RATED.items() for level in levels])
def test_every_level_plays_as_it_did_when_it_was_rated(key: str, level: str) -> None:
    listing, seats = GAMES[key], GAMES[key].game.seats
    if level == HARD:
        matches = [(seats[1], SHORT[key]), (seats[1], {**SHORT[key], **with_all_switches(listing)})]
    else:
        matches = [(number, options) for number in seats for options in ({}, with_all_switches(listing))]

    assert digest(listing, level, matches, worlds=3) == RATED[key][level]


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
