"""The systemd unit: systemd itself reads it, if it's there."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
UNIT = ROOT / "docs" / "finte.service"

MOST_EXPOSURE = 40
"""In tenths: from 0 to 100, where a service without any protection has 96."""


def analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs `systemd-analyze`."""
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("there is no systemd")
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=False)


def test_the_unit_exposes_little_to_a_bot_that_was_taken_over() -> None:
    said = analyze("security", "--offline=yes", f"--threshold={MOST_EXPOSURE}", "--no-pager", str(UNIT))
    assert said.returncode == 0, said.stdout + said.stderr


def test_systemd_understands_every_line_of_the_unit(tmp_path: Path) -> None:
    copy = tmp_path / UNIT.name
    copy.write_text(UNIT.read_text().replace("/srv/finte/.venv/bin/python", sys.executable))
    said = analyze("verify", "--recursive-errors=no", str(copy))

    assert said.returncode == 0
    assert UNIT.name not in said.stderr
