"""One person against the computer, in a direct message."""

from random import Random

import pytest

from bot.interactions.client import Finte
from localcord import Localcord
from tests.clock import WHOLE_TURN_SECONDS, Clock
from tests.end_to_end.leaderboard import leaderboard
from tests.end_to_end.tables import Table
from tests.end_to_end.time import pass_by

SEARCH_SECONDS = 0.1
"""How long a hard computer player thinks here."""


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
async def test_one_person_plays_a_whole_match_in_a_direct_message(
    discord: Localcord, bot: Finte, clock: Clock, *, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.jobs._thinker, "_seconds", SEARCH_SECONDS)
    ana = discord.person("Ana")
    answer = await ana.command("play bluff", {"seats": 2, "bots": 1, "level": level}, channel_id=ana.dm_channel_id)
    assert answer.message is not None, answer.error
    table = Table.shown_by(answer.message, discord, ana)
    await pass_by(bot, clock, 3 * WHOLE_TURN_SECONDS)  # nobody waits, so no clock runs
    await table.play_on(Random(1))

    ((name, _, _, matches),) = await leaderboard(ana, "computer", channel_id=ana.dm_channel_id)
    assert (name, matches) == ("Ana", 1)
