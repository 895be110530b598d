"""The dashboard for Grafana shows what the bot exports, all of it and nothing else."""

import json
import re
from pathlib import Path

from bot.ops.metrics import Metrics, Requests
from bot.requests.limiter import Limiter

DASHBOARD = Path(__file__).parents[3] / "docs" / "grafana.json"
NAME = re.compile(r"\b(?:finte|process)_\w+")
SUFFIXES = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_count", "_sum")}


def test_the_dashboard_names_what_is_exported_and_all_that_is_ours() -> None:
    panels = json.loads(DASHBOARD.read_text())["panels"]
    named = {name for panel in panels for target in panel.get("targets", ()) for name in NAME.findall(target["expr"])}
    registry = Metrics().registry
    registry.register(Requests(Limiter()))
    exported = {
        family.name: {family.name + suffix for suffix in SUFFIXES[family.type]} for family in registry.collect()
    }

    assert named <= set().union(*exported.values())
    assert [one for one, series in exported.items() if one.startswith("finte_") and not named & series] == []
