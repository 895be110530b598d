"""Nobody learns what is not his to know: by a message, a custom_id, an error, or the log."""

import asyncio
import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from games.bluff import Dice
from localcord import Localcord, Person
from tests.end_to_end.child import Child
from tests.end_to_end.ledger import StoredMatch, stored
from tests.end_to_end.recorder import Recorder
from tests.end_to_end.tables import Table

FACES = "⚀⚁⚂⚃⚄★"
DICE = re.compile(rf"[{FACES}](?: [{FACES}])*")
OWN_DICE = re.compile(rf"^# ({DICE.pattern})$", re.MULTILINE)
KNOWN_TO_ALL = re.compile(rf"\d+ × [{FACES}]|`[^`]*`")
"""Bids, and the path on which they stand."""

ROUND = re.compile(r"^## Bluff · round (\d+)", re.MULTILINE)
LAST_ROUND = re.compile(r"^\*\*Round (\d+):", re.MULTILINE)

OPEN_BUTTON = re.compile(r"f1\|(join|leave|start|add|ask|cancel|hand|rematch)\|\d+\|0\||f1\|rank\|0\|0\|[a-z ]+ \d+")
"""What a public button may say: what to do at which table, never a move."""


@dataclass(frozen=True)
class Evening:
    """Two matches that were played, all that was to be seen of them, and all that was logged."""

    seen: Recorder
    matches: dict[int, StoredMatch]
    log: str


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    return asyncio.run(an_evening(tmp_path_factory.mktemp("evening")))


async def an_evening(folder: Path) -> Evening:
    """Plays with a bot that logs all it can."""
    async with Localcord(rate_limits=False) as discord:
        child = Child(discord, folder)
        await child.start()
        seen = Recorder(discord)
        ana, ben, chloe = (discord.person(name) for name in ("Ana", "Ben", "Chloé"))
        for seed, reroll in enumerate((True, False)):
            table = await Table.started(discord, (ana, ben, chloe), bots=2, reroll=reroll)
            await look_around(table, discord.person("Dora"))
            await table.play_on(Random(seed))
            await ana.command("leaderboard")
        assert await child.stop() == 0
        return Evening(seen, {match.id: match for match in stored(child.database)}, child.log)


async def look_around(table: Table, stranger: Person) -> None:
    """Everyone asks for everything that there is to see."""
    for person in (*table.people, stranger):
        await table.press(person, "My dice")
        await person.command("table")
        await person.command("cancel")


def faces(dice: Dice) -> str:
    return " ".join(FACES[die - 1] for die in dice)


def open_dice(match: StoredMatch) -> dict[int, set[str]]:
    """What lies open in each round before its cups are lifted."""
    by_round: defaultdict[int, set[str]] = defaultdict(set)
    for _, _, state in match.positions():
        table = state.table
        by_round[table.round].update(faces(dice) for dice in table.exposed if dice)
        by_round[table.round].update(faces(made.exposed) for made in table.bids if made.exposed)
        if table.round == 1:
            by_round[1].update(faces(dice) for roll in table.opening for dice in roll)
    return by_round


def cups_of(match: StoredMatch, user_id: int) -> set[str]:
    """Everything that ever lay under the cup of this person."""
    seat = match.people.index(user_id)
    return {faces(state.cups[seat]) for _, _, state in match.positions()}


def test_before_the_cups_are_lifted_the_board_shows_open_dice_alone(evening: Evening) -> None:
    for version in evening.seen.public:
        found = ROUND.search(version.text)
        if found is None or version.match_id is None:
            continue
        shown = set(DICE.findall(KNOWN_TO_ALL.sub("", version.top)))
        assert shown <= open_dice(evening.matches[version.match_id])[int(found[1])], version.text


def test_the_dice_that_a_board_reveals_are_those_of_the_round_before(evening: Evening) -> None:
    for version in evening.seen.public:
        now, before = ROUND.search(version.text), LAST_ROUND.search(version.text)
        assert not (now and before) or int(before[1]) == int(now[1]) - 1


def test_everyone_sees_his_own_dice_alone(evening: Evening) -> None:
    checked = 0
    for version in evening.seen.private:
        for dice in OWN_DICE.findall(version.text):
            assert version.match_id is not None
            assert version.owner_id is not None
            assert dice in cups_of(evening.matches[version.match_id], int(version.owner_id))
            checked += 1
    assert checked


def test_a_public_button_says_no_more_than_what_it_is_for(evening: Evening) -> None:
    ids = {custom_id for version in evening.seen.public for custom_id in version.custom_ids}
    assert {custom_id for custom_id in ids if not OPEN_BUTTON.fullmatch(custom_id)} == set()


def test_no_public_message_and_no_line_of_the_log_quotes_a_secret_move(evening: Evening) -> None:
    secret = {
        move.text
        for match in evening.matches.values()
        for move in match.moves
        if move.text.split(" ")[0] in ("opening", "roll", "reroll", "expose")
    }
    everywhere = "\n".join((*(version.raw for version in evening.seen.public), evening.log))
    assert secret
    assert {text for text in secret if text in everywhere} == set()


def test_no_token_of_an_interaction_is_written_down(evening: Evening) -> None:
    everywhere = "\n".join((*(version.raw for version in evening.seen.versions), evening.log))
    assert evening.seen.tokens
    assert [token for token in evening.seen.tokens if token in everywhere] == []


def test_the_log_shows_no_die(evening: Evening) -> None:
    assert evening.log
    assert set(evening.log) & set(FACES) == set()
