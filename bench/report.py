"""Prints figures: tables of right-aligned columns, and the machine they were measured on."""

import os
import platform
from collections.abc import Sequence
from pathlib import Path


def print_table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Prints a Markdown table that also reads well in a terminal. Shape: the first column names the row."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    rule = [f"{'-' * widths[0]}", *(f"{'-' * (width - 1)}:" for width in widths[1:])]
    print(f"\n## {title}\n")
    for row in (head, rule, *rows):
        first, *others = (
            cell.rjust(width) if at else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        print(f"| {' | '.join((first, *others))} |", flush=True)


def count(number: float) -> str:
    """A large number with commas between thousands."""
    return f"{number:,.0f}"


def milliseconds(seconds: float) -> str:
    """Seconds as milliseconds, with two digits."""
    return f"{1000 * seconds:.2f}"


def mebibytes(size: float) -> str:
    """Bytes as MiB, with one digit."""
    return f"{size / 2**20:.1f}"


def ratio(one: float, other: float) -> str:
    """`one` divided by `other`, as text."""
    return f"{one / other:.2f} ×"


def machine() -> str:
    """The machine that the figures were measured on, and how busy it was."""
    load = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    return (
        f"{_processor()}, {os.cpu_count()} cores, {platform.system()}, "
        f"{platform.python_implementation()} {platform.python_version()}; load at the start {load}"
    )


def _processor() -> str:
    """The processor's name according to Linux."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.machine()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())
