"""Forged clicks on everything that looks back at a match: none shows what its sender may not know yet."""

import json

import pytest

from bot.interactions.client import Finte
from games.catalogue import GAMES
from localcord import Localcord, Person
from tests.bot.daily_matches import finish
from tests.clock import Clock
from tests.end_to_end.tables import Table, said

VERBS = ("verify", "record", "review", "replay", "replayto", "replayas", "replayall")
"""Whatever shows hands, keys or values of a match once it is over."""

TEXTS = ("", "all end")


async def answers(person: Person, match_id: int, clock: Clock) -> list[str]:
    """What every forged click about a match is answered with."""
    await person.command("daily", {})
    message, found = person.messages()[-1], []
    for custom_id in (f"f1|{verb}|{match_id}|9|{text}" for verb in VERBS for text in TEXTS):
        clock.now += 30  # nobody may look up too much at once
        found.append(said(await person.raw_click(message, custom_id)))
    return found


REFUSALS = ("isn't over yet", "still play", "can see its channel can check it", "Only people who played")


@pytest.mark.parametrize("game", GAMES)
async def test_nobody_looks_back_at_a_daily_match_before_its_day_is_over(
    discord: Localcord, bot: Finte, clock: Clock, game: str
) -> None:
    ana, ben = discord.person("Ana"), discord.person("Ben")
    await ana.command("daily", {"game": game})
    found = (await bot.store.dailies.tries(int(ana.id), bot.matches.dailies.today))[game]
    assert found.match_id
    for _ in range(2):
        for person in (ana, ben):
            for answer in await answers(person, found.match_id, clock):
                assert any(refusal in answer for refusal in REFUSALS), answer
        await finish(bot.matches, await bot.matches.get(found.match_id))


async def test_nobody_looks_back_at_a_match_under_way(
    discord: Localcord, bot: Finte, table: Table, clock: Clock
) -> None:
    seal = await bot.store.seal(int(table.match_id))
    assert seal
    for person in (*table.people, discord.person("Dora")):
        for answer in await answers(person, int(table.match_id), clock):
            assert any(refusal in answer for refusal in REFUSALS), answer
        assert seal.key.hex() not in json.dumps(person.messages())
