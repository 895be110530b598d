"""Draws lines as an SVG, by hand: no library for plots is needed."""

from collections.abc import Mapping, Sequence
from typing import Final
from xml.sax.saxutils import escape

WIDTH: Final = 720
HEIGHT: Final = 400
LEFT, RIGHT, TOP, BOTTOM = 60, 700, 20, 290
"""The edges of the plot; the names of its lines stand below it."""

COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00")
"""Colours that colour-blind people can tell apart. Source: Okabe and Ito."""


def chart(lines: Mapping[str, Sequence[float]], across: str, up: str, mark: float) -> str:
    """Lines over the numbers from 1, between 0 and 1, with a dark level at `mark`. Shape: by their names."""
    longest = max(map(len, lines.values()))
    steps = range(0, longest + 1, max(1, longest // 5))
    drawn = [
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        *(_level(tenth / 10, "#dddddd") for tenth in range(0, 11, 2)),
        *(_text(_x(step, longest), BOTTOM + 18, str(step)) for step in steps),
        *(_text(LEFT - 20, _y(tenth / 10) + 4, f"{tenth / 10}") for tenth in range(0, 11, 2)),
        _level(mark, "#333333"),
        *(_line(at, name, figures, longest) for at, (name, figures) in enumerate(lines.items())),
        _text((LEFT + RIGHT) / 2, BOTTOM + 38, across),
        f'<g transform="rotate(-90 16 {(TOP + BOTTOM) / 2})">{_text(16, (TOP + BOTTOM) / 2, up)}</g>',
    ]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif"'
    return "\n".join((f'{head} font-size="13" fill="#222222">', *drawn, "</svg>", ""))


def _x(number: float, longest: int) -> float:
    return LEFT + (RIGHT - LEFT) * number / longest


def _y(figure: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * max(0.0, figure)


def _text(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _level(figure: float, colour: str) -> str:
    """A line from left to right."""
    return f'<path d="M{LEFT} {_y(figure):.1f}H{RIGHT}" stroke="{colour}"/>'


def _line(at: int, name: str, figures: Sequence[float], longest: int) -> str:
    """One line, and its name below the plot."""
    points = " ".join(f"{_x(number, longest):.1f},{_y(figure):.1f}" for number, figure in enumerate(figures, 1))
    colour, left, low = COLOURS[at % len(COLOURS)], LEFT + at % 2 * (RIGHT - LEFT) / 2, BOTTOM + 64 + at // 2 * 20
    return (
        f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
        f'<path d="M{left} {low - 4}h24" stroke="{colour}" stroke-width="3"/>{_text(left + 32, low, name, "start")}'
    )
