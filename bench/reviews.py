"""How well reviews find mistakes: `python -m bench.reviews GAME --matches N --seconds S`, S a match.

One seat is played by a good player, but now and then makes a random move instead. A review should find those that cost
something, and leave the good player's own moves alone. Whether a random move cost something is judged by a second look
in other worlds that takes longer.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from time import process_time
from typing import Any, NamedTuple

from bench.report import machine, print_table
from bench.strength import CERTAINTY, options_of, within
from games.catalogue import GAMES
from games.core import CHANCE, Options, Seat
from games.review import Decision, Look, Verdict, examine, latest, next_look

SURE_SECONDS = 3.0
"""Time of the second look."""

COSTLY = 2
"""A blunder costs this many times what a mistake must cost at least: the figures are about those worth finding."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Setup to play and review.

    Shape: in one seat `player`, with a share of `blunders`; `rivals` elsewhere. Units: `seconds` of a processor for a
    review; `thinking` for a move of the player.
    """

    game: str
    seats: int
    options: Options
    player: str
    rivals: str
    blunders: float
    seconds: float
    thinking: float


class Choice(NamedTuple):
    """A decision of the reviewed seat, and whether it was a random one."""

    decision: Decision
    is_planted: bool


class Found(NamedTuple):
    """Verdict of a review on one choice; `is_costly` is what the second look says of a planted one."""

    is_planted: bool
    is_costly: bool
    is_flagged: bool


def choices(plan: Plan, match: int) -> list[Choice]:
    """Plays one match."""
    listing, rng = GAMES[plan.game], Random(match)
    state, own = listing.game.start(plan.seats, plan.options), Seat(match % plan.seats)
    found: list[Choice] = []
    while to_act := state.to_act:
        seat = min(to_act)
        if seat == CHANCE:
            action = state.sample_chance(rng)
        else:
            view = state.view(seat)
            level = plan.player if seat == own else plan.rivals
            action = listing.choose(level, view, rng, within(plan.thinking))
            if seat == own and len(view.legal_actions) > 1:
                planted = rng.random() < plan.blunders
                if planted:
                    action = rng.choice([other for other in view.legal_actions if other != action])
                found.append(Choice(Decision(len(found), view, action), planted))
        state = state.apply(seat, action).state
    return found


def look(plan: Plan, due: Look, seed: str) -> Verdict:
    """Verdict of one look."""
    evaluate: Any = GAMES[plan.game].evaluate
    return examine(evaluate, due.decision, Random(seed), lambda share: within(share * due.seconds))


def reviewed(plan: Plan, match: int) -> tuple[float, list[Found]]:
    """Verdicts of the review of one match, and how long it took. Units: seconds of a processor."""
    every = choices(plan, match)
    decisions = [choice.decision for choice in every]
    least, verdicts, begun = GAMES[plan.game].stakes.least, list[Verdict](), process_time()
    while due := next_look(decisions, verdicts, least, plan.seconds):
        verdicts.append(look(plan, due, f"{match} {due.seconds}"))
    took, now, found = process_time() - begun, latest(verdicts), []
    for choice in every:
        is_costly = choice.is_planted and look(plan, Look(choice.decision, SURE_SECONDS), f"{match}, again").is_mistake(
            COSTLY * least
        )
        found.append(Found(choice.is_planted, is_costly, now[choice.decision.number].is_mistake(least)))
    return took, found


def share(found: Sequence[Found]) -> str:
    """How many of these were flagged, with a 95 % interval."""
    if not found:
        return "–"
    part = sum(one.is_flagged for one in found) / len(found)
    half = CERTAINTY * sqrt(part * (1 - part) / len(found))
    return f"{100 * part:.0f} ± {100 * half:.0f}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Plays, reviews and prints."""
    parser = argparse.ArgumentParser(prog="python -m bench.reviews", description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the number of the first match (0)")
    parser.add_argument("--seconds", type=float, default=30.0, help="a review (30)")
    parser.add_argument("--player", default="hard")
    parser.add_argument("--against", default="medium", help="who sits in all other seats (medium)")
    parser.add_argument("--thinking", type=float, default=0.2, help="a move of a player that thinks (0.2)")
    parser.add_argument("--blunders", type=float, default=0.1, help="the share of random moves (0.1)")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    chosen = parser.parse_args(arguments)
    options = options_of(chosen.game, chosen.option)
    plan = Plan(
        chosen.game, chosen.seats, options, chosen.player, chosen.against, chosen.blunders, chosen.seconds,
        chosen.thinking,
    )  # fmt: skip
    numbers = range(chosen.first, chosen.first + chosen.matches)
    reviews = [reviewed(plan, match) for match in numbers]
    found = [one for _, choices in reviews for one in choices]
    planted = [one for one in found if one.is_planted]
    costly = [one for one in planted if one.is_costly]
    own = [one for one in found if not one.is_planted]
    head = ("player", "random moves", "flagged, %", "costly ones", "found, %", "own moves", "flagged, %", "s at most")
    row = (
        plan.player, str(len(planted)), share(planted), str(len(costly)), share(costly), str(len(own)), share(own),
        f"{max(took for took, _ in reviews):.1f}",
    )  # fmt: skip
    print(machine())
    print_table(f"{plan.game}, {plan.seats} seats: {plan.seconds:g} s a review", head, [row])


if __name__ == "__main__":
    main()
