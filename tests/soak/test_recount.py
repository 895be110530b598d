"""The soak test's own recount of standings, in which a soak wouldn't notice a mistake."""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from bot.interactions.client import Finte
from localcord import Localcord
from tests.end_to_end.ledger import stored
from tests.end_to_end.tables import Table
from tests.soak.recount import wrong_counts


@pytest.fixture
async def played(discord: Localcord, bot: Finte, tmp_path: Path) -> Path:  # noqa: ARG001 - it plays here
    """The database after a match of two people, and one against a computer player."""
    ana, ben = discord.person("Ana"), discord.person("Ben")
    for people, bots in ((ana, ben), 0), ((ana,), 1):
        table = await Table.started(discord, people, bots=bots)
        await table.play_on(Random(1))
    return tmp_path / "finte.sqlite3"


async def test_sums_that_agree_with_the_records_are_found_right(played: Path) -> None:
    assert [*wrong_counts(played, stored(played))] == []
    assert len(stored(played)) == 2


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ("UPDATE results SET won = 1 - won WHERE match_id = 1", "results"),
        ("UPDATE results SET points = 5 WHERE match_id = 2", "results"),
        ("UPDATE ratings SET matches = 2 * matches", "ratings"),
    ],
)
async def test_a_sum_that_the_records_do_not_give_is_found(played: Path, change: str, kind: str) -> None:
    with closing(sqlite3.connect(played)) as db:
        db.execute(change)
        db.commit()

    assert {sentence.split()[0].rstrip(",") for sentence in wrong_counts(played, stored(played))} == {kind}
