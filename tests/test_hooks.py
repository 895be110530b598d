"""Git's hooks: what `make install-hooks` refuses to commit."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HOOK = ROOT / "hooks" / "commit-msg"


def is_accepted(tmp_path: Path, message: str) -> bool:
    """Whether the hook lets this message pass."""
    path = tmp_path / "message"
    path.write_text(message, encoding="utf-8")
    return subprocess.run([HOOK, path], capture_output=True, check=False).returncode == 0


def test_a_subject_has_at_most_72_columns(tmp_path: Path) -> None:
    assert is_accepted(tmp_path, f"{'ä' * 72}\n\n{'x' * 100}\n")
    assert not is_accepted(tmp_path, "ä" * 73)


def test_gits_comments_and_empty_lines_are_no_subject(tmp_path: Path) -> None:
    assert is_accepted(tmp_path, f"\n# {'x' * 100}\nDeal the cards\n")
    assert not is_accepted(tmp_path, f"\n# Changes\n{'x' * 73}\n")


def test_a_subject_that_git_writes_may_be_longer(tmp_path: Path) -> None:
    assert is_accepted(tmp_path, f"Merge branch '{'x' * 72}'")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A new repository with the hook for messages installed."""
    (tmp_path / "hooks").mkdir()
    for name in ("Makefile", "hooks/commit-msg"):
        shutil.copy(ROOT / name, tmp_path / name)
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    subprocess.run(["make", "install-hooks"], cwd=tmp_path, check=True, capture_output=True)
    return tmp_path


def commits(clone: Path, subject: str, *flags: str) -> bool:
    """Whether git makes a commit with this subject."""
    who = ("-c", "user.name=Ana", "-c", "user.email=ana@example.org", "-c", "commit.gpgsign=false")
    command = ["git", *who, "commit", "--quiet", "--allow-empty", *flags, "-m", subject]
    return subprocess.run(command, cwd=clone, capture_output=True, check=False).returncode == 0


def test_ci_finds_long_subjects_after_the_commit_it_is_told(clone: Path) -> None:
    assert not commits(clone, "x" * 73)
    assert commits(clone, "x" * 73, "--no-verify")
    start = subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=clone, text=True).strip()
    assert commits(clone, "Deal the cards")
    check = ["hooks/commit-msg", "--since", start]

    assert subprocess.run(check, cwd=clone, check=False).returncode == 0
    assert commits(clone, "Shuffle" * 11, "--no-verify")
    assert subprocess.run(check, cwd=clone, capture_output=True, check=False).returncode == 1
