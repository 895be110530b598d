"""*What happened*: pressed at every time of a match, one round a page, long ones on several, and the way between."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.interactions.client import Finte
from bot.matches.history import Round, rounds_seen
from bot.pages.page import Page
from bot.tables.table import Table as Facts
from bot.words import ENGLISH
from cogs.catalogue import GAME_UIS
from cogs.table.story_page import NEWEST, Spot, story
from games.catalogue import GAMES
from games.core import CHANCE, Move, Seat
from localcord import Localcord, Person
from tests.cogs.replaying import page
from tests.cogs.tables import ANA, BEN, STEADY, seated
from tests.end_to_end.tables import Table, custom_ids, said, text_of
from tests.pages import as_text

BUTTON = "What happened"


@pytest.fixture
async def table(discord: Localcord, bot: Finte, ana: Person, ben: Person) -> Table:  # noqa: ARG001 - it plays here
    """Ana and Ben's match, which has begun."""
    return await Table.started(discord, (ana, ben))


async def told(table: Table, person: Person) -> str:
    """What the board's button tells this person, also one of during the match once it's over."""
    return await table.forge(person, f"f1|story|{table.match_id}|0|")


async def test_everyone_is_told_the_same_and_nobody_their_dice(table: Table, bot: Finte, ana: Person) -> None:
    await table.until(lambda: table.asked)
    assert table.asked
    await table.move(table.asked)
    dora = table.discord.person("Dora")

    under_way = said(await table.press(ana, BUTTON))
    assert under_way == await told(table, table.people[1]) == await told(table, dora)
    title, facts, sealed, names, first, *_ = under_way.splitlines()
    assert title == "## What happened · round 1"
    assert facts.startswith(f"-# Bluff · Match {table.match_id} · last move: <t:")
    assert sealed.startswith("-# 🔒 Rolls and deals sealed: `")
    assert names == "-# ① **Ana** · ② **Ben**"
    assert first.startswith("Roll for the first turn")

    dora.choose_locale("de")
    assert (await told(table, dora)).startswith("## Verlauf · Runde 1")
    await bot.matches.seats.cancel(int(table.match_id), int(ana.id), "playing", moderator=True)
    await table.until(lambda: "cancelled" in text_of(table.board))
    assert (await told(table, ana)).splitlines()[2:] == under_way.splitlines()[2:]


async def test_nobody_is_told_of_anothers_lesson(table: Table, ana: Person, ben: Person) -> None:
    await ben.command("learn", {"game": "bluff"})
    lesson = custom_ids(page(ben))[0].split("|")[2]

    assert "Only people who can see" in await table.forge(ana, f"f1|story|{lesson}|0|")
    assert "What happened · round 1" in await table.forge(ben, f"f1|story|{lesson}|0|")


async def test_a_match_under_older_rules_is_not_told(
    table: Table, ana: Person, monkeypatch: pytest.MonkeyPatch, bot: Finte
) -> None:
    await table.play_on(Random(1))
    monkeypatch.setattr(type(GAMES["bluff"].game), "rules_version", 2)
    async with bot.matches.rewriting([int(table.match_id)]):
        pass  # drops the match from memory

    assert await told(table, ana) == "This match was played under older rules and can no longer be shown."


LOG = (
    Move(CHANCE, "opening 1 1 1 1 1 / 5 5 5 5 5"),
    Move(CHANCE, "roll 1 1 2 3 4 / 2 3 4 5 5"),
    Move(Seat(1), "bid 1x1"),
    Move(Seat(0), "bid 1x2"),
    Move(Seat(1), "lift"),
)


def rounds(number: int) -> tuple[Round[Any], ...]:
    """The one round of a short match, so many times over: a page looks at no more than their number."""
    return rounds_seen(seated(ANA, BEN), LOG) * number


def shown(of: tuple[Round[Any], ...], spot: Spot = NEWEST, table: Facts | None = None) -> Page:
    return story(table or seated(ANA, BEN), of, GAME_UIS["bluff"], ENGLISH, spot, idle_seconds=60)


def lines(of: tuple[Round[Any], ...], spot: Spot = NEWEST, table: Facts | None = None) -> list[str]:
    return as_text(shown(of, spot, table).parts).splitlines()


def test_the_newest_round_comes_first_with_what_is_known_of_the_match() -> None:
    newest = lines(rounds(2))
    alone = replace(seated(ANA, STEADY), fingerprint="0123456789abcdef" * 4)

    assert newest[:3] == [
        "## What happened · round 2",
        "-# Bluff · Match 7 · last move: <t:1800000000:R>",
        "-# ① **Ana** · ② **Ben**",
    ]
    assert "② **Ben** doubted ① **Ana**'s 1 × 2: there are **2**." in newest
    assert newest[-2:] == ["<Rounds Round 1 | Round 2 *>", "[◀ Earlier] (Later ▶) [Newest]"]
    assert lines(rounds(2), table=alone)[1:3] == [
        "-# Bluff · Match 7 · last move: <t:1800000000:R> · closes if nobody plays: <t:1800000060:R>",
        f"-# 🔒 Rolls and deals sealed: `{alone.fingerprint}`",
    ]
    assert lines(rounds(2), Spot(1), alone)[1:3] == ["-# Bluff", "-# ① **Ana** · ② **🤖 Steady**"]
    assert lines(rounds(1), table=replace(alone, phase="cancelled"))[1] == "-# Bluff · Match 7"
