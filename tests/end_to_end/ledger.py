"""Compares what the bot has stored with what players asked for and it acknowledged, according to the traffic."""

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.pages.custom_id import CustomId
from games.catalogue import GAMES
from games.core import CHANCE, Move, Options, Seat, State, complete
from localcord import Localcord
from localcord.world import Event

UPDATED = 7
"""The type of an answer that repaints the panel, because the move has been made."""

TOO_LATE = "ℹ️"
"""The beginning of a panel that refuses a click and shows the table as it is."""


@dataclass(frozen=True)
class Act:
    """One action of one person at one decision of a match."""

    match_id: int
    decision: int
    user_id: int
    text: str


class Ledger:
    """Listens to Discord from now on."""

    def __init__(self, discord: Localcord) -> None:
        self._discord = discord
        self._clicks: dict[str, tuple[Act, ...]] = {}
        self._noted: set[Act] = set()
        discord.world.watch(self._heard)

    def _heard(self, event: Event) -> None:
        custom_id = CustomId.from_text(str(event.payload.get("data", {}).get("custom_id", "")))
        if event.name != "INTERACTION_CREATE" or custom_id is None or custom_id.verb != "play":
            return
        user_id = int((event.payload.get("member") or event.payload)["user"]["id"])
        self._clicks[event.payload["id"]] = tuple(
            Act(custom_id.match_id, custom_id.decision + later, user_id, text)
            for later, text in enumerate(custom_id.text.split(";"))
        )

    @property
    def asked(self) -> set[Act]:
        """Every action that a person has clicked."""
        return {act for acts in self._clicks.values() for act in acts}

    @property
    def acknowledged(self) -> set[Act]:
        """Every action whose player was then shown the new state."""
        acts = set(self._noted)
        for request in self._discord.requests:
            _, kind, *rest = request.path.split("/")
            if kind == "interactions" and request.status < 300 and isinstance(request.body, dict):
                is_move = request.body["type"] == UPDATED and TOO_LATE not in str(request.body["data"])
                acts.update(self._clicks.get(rest[0], ()) if is_move else ())
        return acts

    def note(self) -> None:
        """Notes what has been acknowledged so far, so that the requests can be forgotten."""
        self._noted = self.acknowledged


@dataclass(frozen=True)
class StoredMatch:
    """A match in the database.

    Shape: `people` by seat, None for a computer player, and below 0 for somebody who has deleted their data;
    `stood_in` numbers the moves that the computer made for people.
    """

    id: int
    phase: str
    people: tuple[int | None, ...]
    game: str
    options: Options
    log: tuple[tuple[int, Move], ...]
    stood_in: frozenset[int]
    is_lesson: bool
    """A lesson is over as soon as its reader begins another."""

    @property
    def moves(self) -> list[Move]:
        """The log. Raises: AssertionError unless its numbers run from 0 without a gap."""
        assert [number for number, _ in self.log] == list(range(len(self.log)))
        return [move for _, move in self.log]

    def positions(self) -> Iterator[tuple[Move, Any, Any]]:
        """Every move with the position before and after it. Raises: IllegalAction for one against the rules."""
        game, seats = GAMES[self.game].game, len(self.people)
        state: State[Any, Any] = game.start(seats, complete(game.options(seats), self.options))
        for move in self.moves:
            after = state.apply(move.seat, game.parse_action(move.text)).state
            yield move, state, after
            state = after

    def undecided(self) -> list[Any]:
        """Every position in which somebody is to act: the last is the present one, unless the match is over."""
        positions = [*self.positions()]
        _, _, present = positions[-1]
        return [before for _, before, _ in positions] + ([present] if present.outcome is None else [])

    @property
    def acts(self) -> list[Act]:
        """What people have done, without moves that the table made for them, such as the last card of a hand."""
        found = []
        for number, (move, before, _) in enumerate(self.positions()):
            user_id = None if move.seat == CHANCE or number in self.stood_in else self.people[move.seat]
            if user_id is not None and user_id > 0 and before.view(move.seat).forced_action is None:
                found.append(Act(self.id, before.decision, user_id, move.text))
        return found


def stored(database: Path) -> list[StoredMatch]:
    """Every stored match that has begun."""
    with closing(sqlite3.connect(database)) as db:
        people: defaultdict[int, list[int | None]] = defaultdict(list)
        for match_id, user_id in db.execute("SELECT match_id, user_id FROM sitters ORDER BY match_id, seat"):
            people[match_id].append(user_id)
        logs: defaultdict[int, list[tuple[int, Move]]] = defaultdict(list)
        stood_in: defaultdict[int, set[int]] = defaultdict(set)
        for match_id, number, seat, text, is_stand_in in db.execute(
            "SELECT match_id, number, seat, text, stood_in FROM moves ORDER BY match_id, number"
        ):
            logs[match_id].append((number, Move(Seat(seat), text)))
            stood_in[match_id].update([number] if is_stand_in else [])
        rows = db.execute("SELECT id, phase, game, options, is_lesson FROM matches").fetchall()
    return [
        StoredMatch(
            match_id,
            phase,
            tuple(people[match_id]),
            game,
            json.loads(options),
            tuple(logs[match_id]),
            frozenset(stood_in[match_id]),
            bool(is_lesson),
        )
        for match_id, phase, game, options, is_lesson in rows
        if logs[match_id]
    ]


def check(ledger: Ledger, database: Path, forgotten: Collection[int] = ()) -> None:
    """Checks that no acknowledged action is missing, none is stored twice, and none is stored that nobody asked for.

    Shape: `forgotten` are users who may have deleted their data: what they did in a match may no longer be theirs.
    """
    matches = stored(database)
    acts = Counter(act for match in matches for act in match.acts)
    sitting = {(match.id, user_id) for match in matches for user_id in match.people}
    missing = {
        act
        for act in ledger.acknowledged - set(acts)
        if act.user_id not in forgotten or (act.match_id, act.user_id) in sitting
    }
    assert missing == set(), f"missing: {missing}"
    assert set(acts) - ledger.asked == set(), f"nobody asked for {set(acts) - ledger.asked}"
    assert max(acts.values(), default=1) == 1, f"twice: {acts.most_common(1)}"
    for match in matches:
        *_, (_, _, state) = match.positions()
        assert CHANCE not in state.to_act, "the dice that were due were not stored with the move"
        assert match.is_lesson or (match.phase == "over") == (state.outcome is not None)
        asked = [match.people[seat] for seat in state.to_act]
        is_showing = match.game == "bluff" and state.view(None).continues_turn
        assert not is_showing or asked == [None], "a bid was stored without what was shown with it"
