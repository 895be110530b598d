"""A match played twice, with different dice under one cup: to everyone else both look the same."""

import logging
import re
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from bot import logs
from bot.store.store import Store
from games.bluff.actions import FACES
from localcord import Localcord, Person
from localcord.wire import JsonObject
from tests.clock import Clock
from tests.end_to_end.here import ready_bot
from tests.end_to_end.recorder import Recorder
from tests.end_to_end.tables import Table, text_of

OPENING = ("5 5 5 5 5", "1 1 1 1 1", "2 2 2 2 2")
CUPS = ("1 2 3 4 5", "1 1 3 4 6")
"""Ben's and Carl's dice in the first round."""

REROLLED = "2 6"
"""Ben's dice under the cup after showing three."""

FORGED = (
    "bid 1x1",
    "bid 15x*;expose 2 2",
    "expose 1",
    "stand",
    "roll 1 1 1 1 1 / 1 1 1 1 1 / 1 1 1 1 1",
    "lift;lift",
    "lift;bid 15x*",
    "lift;stand",
    "nonsense",
)
"""Moves that the player to act can't make. Those with two parts would reveal the effect of the first one."""

Look = list[JsonObject]


class LoadedDice(Random):
    """A random source for dice that fall as the test wants."""

    def __init__(self, throws: Sequence[str]) -> None:
        super().__init__(0)
        self._throws = deque(throws)

    def random(self) -> float:
        """The number for the next die; when the list is used up, all dice are ones."""
        if not self._throws:
            return 0.0
        throw = [int(die) - 1 for die in self._throws.popleft().split(" ")]
        rolls: int = len(FACES) ** len(throw)
        return (int("".join(map(str, throw)), len(FACES)) + 0.5) / rolls


@dataclass(frozen=True)
class World:
    """What people saw before the cups were lifted, and the board afterwards.

    Shape: `looks` by owner's name, None for everyone: each message with all its versions.
    """

    looks: dict[str | None, list[list[Look]]]
    log: list[str]
    revealed: str


async def play(ana_has: str, folder: Path, caplog: pytest.LogCaptureFixture) -> World:
    """The match, with these dice under Ana's cup."""
    clock = Clock()
    dice = LoadedDice((*OPENING, ana_has, *CUPS, REROLLED))
    caplog.clear()
    async with Localcord(clock=clock, rate_limits=False) as discord, ready_bot(discord, clock, folder, rng=dice):
        seen = Recorder(discord)
        ana, ben, carl, dora = (discord.person(name) for name in ("Ana", "Ben", "Carl", "Dora"))
        table = await Table.started(discord, (ana, ben, carl), reroll=True)
        await look_around(table, dora)
        await tap(table, ana, "4×2")
        await look_around(table, dora)
        for die in ("1", "2", "3"):
            await table.tap(ben, die)
        await tap(table, ben, "5×3")
        await look_around(table, dora)
        hidden, log = looks(seen, discord), own_lines(caplog)
        await tap(table, carl, "Doubt!")
        return World(hidden, log, text_of(table.board))


async def tap(table: Table, person: Person, label: str) -> None:
    """Presses a panel's button, and waits until the board and the next player's panel show the result."""
    before = text_of(table.board)
    await table.tap(person, label)
    await table.until(lambda: text_of(table.board) != before and table.asked)


async def look_around(table: Table, stranger: Person) -> None:
    """Makes everyone look at everything, and everyone except Ana try what they may not do."""
    await table.until(lambda: table.asked)
    assert table.asked
    decision = table.moves(table.asked)[0].split("|")[3]
    for person in (*table.people, stranger):
        await table.press(person, "My dice")
        await table.press(person, "What happened")
        await person.command("table")
    for person in (*table.people[1:], stranger):
        for move in FORGED:
            await person.raw_click(table.board, f"f1|play|{table.match_id}|{decision}|{move}")


def looks(seen: Recorder, discord: Localcord) -> dict[str | None, list[list[Look]]]:
    """What each person has seen, message by message, each version once."""
    names = {person.id: person.user.name for person in discord.people}
    messages: dict[str, list[Look]] = {}
    owners: dict[str, str | None] = {}
    for version in seen.versions:
        versions = messages.setdefault(version.message_id, [])
        owners[version.message_id] = names[version.owner_id] if version.owner_id else None
        if version.look not in versions:
            versions.append(version.look)
    return {
        audience: [versions for message_id, versions in messages.items() if owners[message_id] == audience]
        for audience in {None, *names.values()}
    }


def own_lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Lines that the bot itself has logged, without those of its start and without times a busy machine changes."""
    own = [record.getMessage() for record in caplog.records if record.name.split(".")[0] in logs.OURS]
    return [re.sub(r"\d+\.\d seconds", "", line) for line in own if not line.startswith(("database", "ready"))]


@pytest.fixture(autouse=True)
def unsealed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has the dice fall as the test wants: in a sealed match they follow from its key."""

    async def no_seal(_store: Store, _match_id: int) -> None:
        return None

    monkeypatch.setattr(Store, "seal", no_seal)


@pytest.fixture
async def worlds(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> tuple[World, World]:
    """A world in which three of Ana's dice count for the bid, and one in which none does, with the fullest log."""
    caplog.set_level(logging.INFO)
    for name in logs.OURS:
        caplog.set_level(logging.DEBUG, name)
    return (
        await play("3 3 6 1 1", tmp_path / "one", caplog),
        await play("1 2 4 4 5", tmp_path / "other", caplog),
    )


async def test_other_dice_show_to_their_owner_alone_until_the_cups_are_lifted(worlds: tuple[World, World]) -> None:
    one, other = worlds
    for audience in (None, "Ben", "Carl", "Dora"):
        assert one.looks[audience] == other.looks[audience]
        assert one.looks[audience]
    assert one.looks["Ana"] != other.looks["Ana"]
    assert one.log == other.log
    assert one.revealed != other.revealed
