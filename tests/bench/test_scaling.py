"""What docs/scaling.md says is what its arithmetic uses."""

from pathlib import Path

from bench.scaling import CPU_MS_PER_CLICK, GLOBAL_LIMIT, SERVERS_PER_SHARD

DOCUMENT = (Path(__file__).parents[2] / "docs" / "scaling.md").read_text(encoding="utf-8")


def test_the_document_and_the_arithmetic_have_the_same_figures() -> None:
    assert f"| {CPU_MS_PER_CLICK} ms |" in DOCUMENT
    assert f"| {GLOBAL_LIMIT:.0f} a second |" in DOCUMENT
    assert f"| {SERVERS_PER_SHARD:,} |" in DOCUMENT
