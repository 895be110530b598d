"""The dashboard for Grafana shows what the bot exports, all of it and nothing else."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from bot.ops.metrics import Metrics, Requests
from bot.requests.limiter import Limiter

ROOT = Path(__file__).parents[3]
DASHBOARD: dict[str, Any] = json.loads((ROOT / "docs" / "grafana.json").read_text())
PANELS = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]
EXPRESSIONS = [target["expr"] for panel in PANELS for target in panel["targets"]]
NAME = re.compile(r"\b(?:finte|process)_\w+")

SUFFIXES = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_count", "_sum")}


def exported() -> dict[str, tuple[str, ...]]:
    """The metrics that a bot exports, each with the names of its series."""
    registry = Metrics().registry
    registry.register(Requests(Limiter()))
    return {
        family.name: tuple(family.name + suffix for suffix in SUFFIXES[family.type]) for family in registry.collect()
    }


def test_everything_that_the_dashboard_names_is_exported() -> None:
    series = {name for names in exported().values() for name in names}
    named = {name for expression in EXPRESSIONS for name in NAME.findall(expression)}
    assert named <= series


def test_everything_of_ours_that_is_exported_has_a_panel() -> None:
    named = {name for expression in EXPRESSIONS for name in NAME.findall(expression)}
    ours = {family: names for family, names in exported().items() if family.startswith("finte_")}
    assert [family for family, names in ours.items() if not named & {*names}] == []


def test_panels_have_numbers_of_their_own_and_do_not_overlap() -> None:
    numbers = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(numbers) == len(set(numbers))
    taken = [
        (x, y)
        for place in (panel["gridPos"] for panel in DASHBOARD["panels"])
        for x in range(place["x"], place["x"] + place["w"])
        for y in range(place["y"], place["y"] + place["h"])
    ]
    assert len(taken) == len(set(taken))
    assert max(x for x, _ in taken) < 24


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_an_expression_closes_what_it_opens(expression: str) -> None:
    for opening, closing in ("()", "[]", "{}"):
        assert expression.count(opening) == expression.count(closing)
