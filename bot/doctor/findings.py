"""What the doctor reports: one line for each check."""

from dataclasses import dataclass
from typing import Literal

Level = Literal["ok", "warning", "failure"]


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check. Shape: `text` is one sentence without a secret; `advice` says what to do, "" if ok."""

    level: Level
    check: str
    text: str
    advice: str = ""

    def __str__(self) -> str:
        told = f"{self.text}. {self.advice}" if self.advice else self.text
        return f"{self.level:<8} {self.check}: {told}"


def ok(check: str, text: str) -> Finding:
    """A check without a problem."""
    return Finding("ok", check, text)


def warning(check: str, text: str, advice: str) -> Finding:
    """A problem with which the bot can still run."""
    return Finding("warning", check, text, advice)


def failure(check: str, text: str, advice: str) -> Finding:
    """A problem that keeps the bot from working."""
    return Finding("failure", check, text, advice)
