"""How somebody reads that others did worse at their daily match."""

import re

import pytest

from bot.tables.periods import DailyScore, Field, Run
from bot.words import ENGLISH
from cogs.catalogue import GAME_UIS
from cogs.table.daily import FEW, DailyOutcome
from tests.pages import as_text


def result(field: Field) -> DailyOutcome:
    return DailyOutcome(
        day=20_833, game="bluff", score=DailyScore(1, 5), seen=(), field=field, streak=Run(1, 1), best=[], reader_id=1,
        is_today=False, game_uis=GAME_UIS, say=ENGLISH, is_closed=False,
    )  # fmt: skip


def compared(field: Field) -> tuple[str, str]:
    """The line on the private page, and the shared one."""
    shown = result(field)
    return as_text(shown.page().parts).splitlines()[3], as_text(shown.public("Ana").parts)


@pytest.mark.parametrize("field", [Field(equal=1), Field(better=1), Field(better=50, equal=3)])
def test_nobody_reads_that_they_did_better_than_no_one(field: Field) -> None:
    private, public = compared(field)

    assert str(field.others) in private
    assert not re.search(r"\b0\b|%", private + public)


@pytest.mark.parametrize(
    ("field", "line", "shared"),
    [
        (Field(worse=1), "Better than the only other player so far", "better than 1 of 1"),
        (Field(worse=1, better=1), "Better than 1 of the 2 other players", "better than 1 of 2"),
        (Field(worse=FEW - 1), "Better than 9 of the 9 other players", "better than 9 of 9"),
        (Field(worse=FEW - 3, equal=3), "Better than 70% of the 10 other players", "better than 70%"),
    ],
)
def test_a_few_others_are_counted_and_many_are_a_percentage(field: Field, line: str, shared: str) -> None:
    private, public = compared(field)

    assert private == line
    assert f"{shared}, streak 1" in public
