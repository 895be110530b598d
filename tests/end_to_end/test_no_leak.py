"""Nobody learns what they may not know, from a message, a custom_id, an error or the log."""

import asyncio
import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from cogs.catalogue import GAME_UIS
from games.cards import NAMES
from games.catalogue import GAMES
from localcord import Person
from tests.end_to_end.child import Child, discord_for_children
from tests.end_to_end.dice import DICE, FACES, cups_of, faces, own_dice
from tests.end_to_end.fork_server import nursery_at
from tests.end_to_end.ledger import StoredMatch, stored
from tests.end_to_end.recorder import Recorder, Version
from tests.end_to_end.short import short_options
from tests.end_to_end.tables import Table, verb_of

pytestmark = [pytest.mark.kills, pytest.mark.slow]

KNOWN_TO_ALL = re.compile(rf"\d+ × [{FACES}]|`[^`]*`")
"""Bids, and spaces on the path."""

ROUND = re.compile(r"^## Bluff · round (\d+)", re.MULTILINE)

CARD = re.compile(r"(red|yellow|green|blue|❤️|☀️|🍀|💧) (\d+)")
LETTERS = {"red": "r", "yellow": "y", "green": "g", "blue": "b", "❤️": "r", "☀️": "y", "🍀": "g", "💧": "b"}
TRICK = re.compile(r"^## Auf falscher Fährte · round (\d+)/\d+ · trick (\d+)", re.MULTILINE)

MELDS_CHOSEN = re.compile(r"^## Volltreffer · round \d+ · melds$", re.MULTILINE)
MELD = re.compile(r"one of each colour|(three|four|five) \d+s")

MATCHES: Mapping[str, dict[str, object]] = {
    "bluff": {"bots": 2, "reroll": True},
    "faehrte": {"bots": 1, "rounds": 2, "jokers": True},
    "volltreffer": {"bots": 1, "max_rounds": 2},
}
"""The matches that tests of a game's own secrets need. Of every other game a short one is played."""

OPEN_BUTTON = re.compile(
    r"f1\|(join|another|leave|seal|hand|rematch|seats|watch|story|review|replay|verify)\|\d+\|0\|"
    r"|f1\|(rankopen\|0\|0\|[a-z ]+ \d+|rules\|0\|0\|[a-z]+)"
)
"""The custom_ids that public buttons may have: a verb and a table, never a move."""


@dataclass(frozen=True)
class Evening:
    """The matches played, everything that could be seen of them, and everything logged."""

    seen: Recorder
    matches: dict[int, StoredMatch]
    log: str


@pytest.fixture(scope="module", params=GAMES)
def evening(request: pytest.FixtureRequest, nursery_port: int, tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """An evening with one game; every test of this file that names none looks at all of them."""
    return asyncio.run(an_evening(request.param, nursery_port, tmp_path_factory.mktemp("evening")))


def evening_of(game: str) -> pytest.MarkDecorator:
    """A test that knows what is secret in this game."""
    return pytest.mark.parametrize("evening", [game], indirect=True)


async def an_evening(game: str, port: int, folder: Path) -> Evening:
    """Plays with a bot that logs as much as it can."""
    async with discord_for_children() as discord, nursery_at(port) as fork_server:
        child = Child(discord, folder, fork_server)
        await child.start()
        seen = Recorder(discord)
        ana, ben, chloe = (discord.person(name) for name in ("Ana", "Ben", "Chloé"))
        options = MATCHES.get(game) or {"bots": 1, **short_options(game)}
        table = await Table.started(discord, (ana, ben, chloe), game, **options)
        await look_around(table, discord.person("Dora"), GAME_UIS[game].hand_label)
        await table.play_on(Random(0))
        await ana.command("leaderboard")
        assert await child.stop() == 0
        return Evening(seen, {match.id: match for match in stored(child.database)}, child.log)


async def look_around(table: Table, stranger: Person, hand: str) -> None:
    """Makes everyone ask for everything that can be looked at."""
    for person in (*table.people, stranger):
        await table.press(person, hand)
        await table.press(person, "What happened")
        await person.command("table")
        await person.command("cancel")


def open_dice(match: StoredMatch) -> dict[int, set[str]]:
    """The open dice of each round before the cups are lifted."""
    by_round: defaultdict[int, set[str]] = defaultdict(set)
    for _, _, state in match.positions():
        table = state.table
        by_round[table.round].update(faces(dice) for dice in table.exposed if dice)
        by_round[table.round].update(faces(made.exposed) for made in table.bids if made.exposed)
        if table.round == 1:
            by_round[1].update(faces(dice) for roll in table.opening for dice in roll)
    return by_round


def decision_of(panel: Version) -> int | None:
    """The decision that a panel asks for; None if it asks for none."""
    found = {custom_id.split("|")[3] for custom_id in panel.custom_ids if verb_of(custom_id) in ("play", "show")}
    return int(found.pop()) if found else None


@evening_of("bluff")
def test_before_the_cups_are_lifted_the_board_shows_open_dice_alone(evening: Evening) -> None:
    open_by_match = {match_id: open_dice(match) for match_id, match in evening.matches.items()}
    for version in evening.seen.public:
        found = ROUND.search(version.text)
        if found is None or version.match_id is None:
            continue
        shown = set(DICE.findall(KNOWN_TO_ALL.sub("", version.top)))
        assert shown <= open_by_match[version.match_id][int(found[1])], version.text


@evening_of("bluff")
def test_everyone_sees_only_their_own_current_dice(evening: Evening) -> None:
    """A panel without a choice doesn't say which decision it belongs to, so any later one counts."""
    cups = {match_id: cups_of(match) for match_id, match in evening.matches.items()}
    reached: Counter[tuple[int, int]] = Counter()
    for panel in evening.seen.private:
        dice = own_dice(panel) if panel.match_id in cups else None
        if dice is None:
            continue
        assert panel.match_id is not None
        assert panel.owner_id is not None
        owner = panel.match_id, int(panel.owner_id)
        here = cups[owner[0]][owner[1]]
        asked = decision_of(panel)
        possible = range(reached[owner], len(here)) if asked is None else range(max(asked, reached[owner]), asked + 1)
        found = [decision for decision in possible if here[decision] == dice]
        assert found, panel.text
        reached[owner] = found[0]
    assert len(reached) == 3 * len(cups)  # Ana, Ben and Chloé


def open_cards(match: StoredMatch) -> dict[tuple[int, int], set[str]]:
    """The open cards of Auf falscher Fährte. Shape: by round and trick, including the last trick and hidden cards."""
    by_trick: defaultdict[tuple[int, int], set[str]] = defaultdict(set)
    for _, _, state in match.positions():
        table = state.table
        tricks = (*table.taken, *([table.last_trick] if table.last_trick else []))
        cards = [*table.trick, *table.turned, *(card for taken in tricks for card in taken.cards)]
        cards += [] if table.leftover is None else [table.leftover]
        cards += table.results[-1].hidden if table.results else []
        by_trick[table.round, min(table.tricks_done + 1, table.tricks_in_round)].update(NAMES[card] for card in cards)
    return by_trick


@evening_of("faehrte")
def test_a_board_names_no_card_before_it_lies_open(evening: Evening) -> None:
    open_by_match = {match_id: open_cards(match) for match_id, match in evening.matches.items()}
    seen = set()
    for version in evening.seen.public:
        found = TRICK.search(version.text)
        if found is None or version.match_id is None:
            continue
        round_, trick = map(int, found.groups())
        shown = {f"{LETTERS[colour]}{value}" for colour, value in CARD.findall(version.text)}
        assert shown <= open_by_match[version.match_id][round_, trick], version.text
        seen |= shown
    assert len(seen) > 30


@evening_of("volltreffer")
def test_while_melds_are_chosen_the_board_tells_none(evening: Evening) -> None:
    before = [version.text for version in evening.seen.public if MELDS_CHOSEN.search(version.text)]
    assert before
    assert [text for text in before if MELD.search(text)] == []


def test_a_public_button_says_no_more_than_what_it_is_for(evening: Evening) -> None:
    ids = {custom_id for version in evening.seen.public for custom_id in version.custom_ids}
    assert {custom_id for custom_id in ids if not OPEN_BUTTON.fullmatch(custom_id)} == set()


def test_no_public_message_and_no_line_of_the_log_quotes_a_move(evening: Evening) -> None:
    """Boards tell of moves in words of their own. A move of one word could be a word of any sentence."""
    moves = {move.text for match in evening.matches.values() for move in match.moves if " " in move.text}
    everywhere = "\n".join((*(version.raw for version in evening.seen.public), evening.log))
    assert moves
    assert {text for text in moves if text in everywhere} == set()


def test_no_token_of_an_interaction_is_written_down(evening: Evening) -> None:
    everywhere = "\n".join((*(version.raw for version in evening.seen.versions), evening.log))
    assert evening.seen.tokens
    assert [token for token in evening.seen.tokens if token in everywhere] == []
