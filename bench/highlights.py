"""Turning points of random matches, for a reader to judge: `python -m bench.highlights [--matches 10] [--seed 1]`."""

import argparse
from random import Random

from bench.strength import within
from bot.pages.faces import plain
from bot.words import words
from cogs.catalogue import GAME_UIS
from games.catalogue import GAMES, LEVELS
from games.core import CHANCE, Outcome, Seat
from games.figures import Played, RunningFigures
from games.highlights import Moment, turning_point

NAMES = ("Ana", "Ben", "Cleo", "Dario", "Emil", "Fay")


def play(game: str, rng: Random, seconds: float) -> tuple[list[str], Outcome, tuple[Moment, ...]]:
    """The levels of the players of a random match, its result, and its moments."""
    listing = GAMES[game]
    levels = rng.choices(LEVELS, k=rng.choice(listing.game.seats))
    state = listing.game.start(len(levels), {})
    figures = RunningFigures.start(len(levels))
    while to_act := state.to_act:
        seat = min(to_act)
        if seat == CHANCE:
            action = state.sample_chance(rng)
        else:
            action = listing.choose(levels[seat], state.view(seat), rng, within(seconds))
        step = state.apply(seat, action)
        figures = figures.after(listing.observe, [Played(state, seat, action, step)])
        state = step.state
    assert state.outcome is not None
    return levels, state.outcome, figures.moments


def main() -> None:
    """Prints a sentence for each match."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=10, help="matches of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=0.02, help="how long a hard player thinks")
    parser.add_argument("--language", default="en")
    given = parser.parse_args()
    print("| game | seats | won by | turning point |\n| --- | --- | --- | --- |")
    for game in GAMES:
        rng = Random(f"{game} {given.seed}")
        for _ in range(given.matches):
            levels, outcome, moments = play(game, rng, given.seconds)
            won = [Seat(seat) for seat, place in enumerate(outcome.places) if place == 1]
            moment = turning_point(moments, won)
            told, _ = GAME_UIS[game].moment(moment, NAMES.__getitem__, words(given.language)) if moment else ("–", ())
            seats = ", ".join(f"{NAMES[seat]} {level}" for seat, level in enumerate(levels))
            winners = ", ".join(NAMES[seat] for seat in won)
            print(f"| {game} | {seats} | {winners} | {plain(told)} |", flush=True)


if __name__ == "__main__":
    main()
