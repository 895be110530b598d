"""The score sheet and the final standings, in pictures and in words, alike in every game. Pure."""

from collections.abc import Sequence

from bot.pages import Part, Picture, Text
from bot.pictures.scores import Line, Podium, ScoreSheet, Standing
from bot.table import Table
from bot.words import Words
from cogs.names import badge, name, plain_name
from cogs.spoken import pictured
from games.core import Outcome, Seat

SHOWN_ROUNDS = 8
"""The latest rounds of a score sheet; the totals below count them all."""


Rounds = Sequence[tuple[str, Sequence[int]]]
"""Every round so far. Shape: a label, and one number of points a seat."""


def scores(table: Table, rounds: Rounds, totals: Sequence[int], say: Words, *, is_fresh: bool) -> tuple[Part, ...]:
    """The sheet when it is news, and otherwise the totals in a line; nothing before the first round has ended."""
    if not rounds:
        return ()
    if is_fresh:
        return (_sheet(table, rounds, totals, say),)
    of_each = " · ".join(f"{badge(Seat(seat))} {points}" for seat, points in enumerate(totals))
    return (Text(say("-# Points: {points}", points=of_each)),)


def _sheet(table: Table, rounds: Rounds, totals: Sequence[int], say: Words) -> Picture:
    names = tuple(plain_name(sitter, say) for sitter in table.sitters)
    lines = [
        (f"{number} · {label}" if label else f"{number}.", tuple(points))
        for number, (label, points) in enumerate(rounds, 1)
    ]
    shown = lines[-SHOWN_ROUNDS:]
    drawing = ScoreSheet(names, tuple(Line(label, points) for label, points in shown), tuple(totals))
    read = (f"{label} {', '.join(map(str, points))}" for label, points in (*shown, ("Σ", totals)))
    return Picture(drawing, "\n".join((", ".join(names), *read)), (Text(_columns(shown, totals)),))


def _columns(lines: Rounds, totals: Sequence[int]) -> str:
    """Points by round and seat in columns, under the seats' numbers."""
    shown = [("", range(1, len(totals) + 1)), *lines, ("Σ", totals)]
    width = max(len(label) for label, _ in shown)
    rows = (f"{label:<{width}}" + "".join(f"{number:>4}" for number in numbers) for label, numbers in shown)
    return "\n".join(("```", *rows, "```"))


def standings(table: Table, outcome: Outcome, say: Words) -> Picture:
    """Everyone by place, with his score."""
    ranking = sorted(range(len(outcome.places)), key=lambda seat: outcome.places[seat])
    drawing = Podium(
        tuple(
            Standing(outcome.places[seat], seat, plain_name(table.sitters[seat], say), str(outcome.scores[seat]))
            for seat in ranking
        )
    )
    lines = (f"{outcome.places[seat]}. {name(table, Seat(seat), say)} · {outcome.scores[seat]}" for seat in ranking)
    return pictured(drawing, (Text("\n".join(lines)),), say)


def winners(table: Table, outcome: Outcome, say: Words) -> str:
    """Who has won, several where they share the first place."""
    return " · ".join(name(table, Seat(seat), say) for seat, place in enumerate(outcome.places) if place == 1)
