"""The score sheet and the final standings, alike in every game. Pure."""

from collections.abc import Iterable, Sequence

from bot.table import Table
from bot.words import Words
from cogs.names import name
from games.core import Outcome, Seat

SHOWN_ROUNDS = 8
"""The latest rounds of a score sheet; the totals below count them all."""


def score_sheet(rounds: Iterable[tuple[str, Sequence[int]]], totals: Sequence[int]) -> str:
    """Points by round and seat in columns. Shape: a label and one number a seat for each round."""
    lines = [(f"{number}. {label}".strip(), points) for number, (label, points) in enumerate(rounds, 1)]
    shown = [("", range(1, len(totals) + 1)), *lines[-SHOWN_ROUNDS:], ("Σ", totals)]
    width = max(len(label) for label, _ in shown)
    rows = (f"{label:<{width}}" + "".join(f"{number:>4}" for number in numbers) for label, numbers in shown)
    return "\n".join(("```", *rows, "```"))


def standings(table: Table, outcome: Outcome, say: Words) -> str:
    """Everyone by place. Shape: one line a seat, with its score."""
    ranking = sorted(range(len(outcome.places)), key=lambda seat: outcome.places[seat])
    return "\n".join(
        f"{outcome.places[seat]}. {name(table, Seat(seat), say)} · {outcome.scores[seat]}" for seat in ranking
    )


def winners(table: Table, outcome: Outcome, say: Words) -> str:
    """Who has won, several where they share the first place."""
    return " · ".join(name(table, Seat(seat), say) for seat, place in enumerate(outcome.places) if place == 1)
