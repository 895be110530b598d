"""Matches that are over, or rounds that are: stepping through them, and verifying their deals against the key."""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Generic, Literal

from bot.errors import MatchOver, NotAllowed
from bot.matches.match import has_old_rules, moves_of, new_state, options_of
from bot.matches.service import Intents, LiveMatches
from bot.tables.periods import is_still_played
from bot.tables.table import Person, Sitter, Table, terms_of
from games.catalogue import GAMES
from games.core import CHANCE, Event, Move, Seat, V
from games.record import to_line, to_record
from games.sealed import Seal, digest_of, fingerprint
from games.steps import Replay

CACHED_REPLAYS = 64
"""Replays kept in memory, the latest ones. Each takes as much as its log and a few of its states."""

Sight = Seat | Literal["all"] | None
"""Whose hands a reader sees: one seat's, everyone's, or nobody's, like a spectator."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """A closed match, and its states."""

    table: Table
    replay: Replay

    @property
    def is_open(self) -> bool:
        """Whether all hands lie open: only once a match was played to its end."""
        return self.table.phase == "over"

    def sights(self, user_id: int) -> tuple[Sight, ...]:
        """Whose hands this person may see; a replay begins with the first.

        Of a match that was broken off, nobody sees more than its rounds have shown, and what they knew themselves.
        """
        own = self.table.seat_of(user_id)
        first: tuple[Sight, ...] = (None,) if own is None else (own, None)
        if not self.is_open:
            return first
        others = (Seat(seat) for seat in range(len(self.table.sitters)) if seat != own)
        return (*first, "all", *others)

    def watchers_sight(self, stop: int) -> Sight:
        """Whose hands people who watch see at this stop, once its round is over: everyone's, or nobody's.

        See `View.has_shown_all`.
        """
        following = next((first for first in self.replay.rounds if first > stop), None)
        end = max(one for one in self.replay.stops if following is None or one < following)
        return "all" if self.replay.state(end).view(None).has_shown_all else None


class Replays(Intents):
    """Replays closed matches, and keeps the latest in memory."""

    def __init__(self, live: LiveMatches) -> None:
        super().__init__(live)
        self._kept: OrderedDict[int, Replay] = OrderedDict()

    async def table(self, match_id: int) -> Table:
        """The table of a match that can be replayed. Raises: NotAllowed with the reason why it can't."""
        try:
            table = (await self._live.get(match_id)).table
        except MatchOver:
            raise NotAllowed("This match is no longer stored.") from None
        if table.is_lesson:
            raise NotAllowed("Lessons can't be replayed.")
        if table.is_open:
            raise NotAllowed("This match isn't over yet.")
        if is_still_played(table, self._live.now):
            raise NotAllowed("Others are still playing this daily. You can replay it once its day is over.")
        if table.phase == "outdated" or has_old_rules(table):
            raise NotAllowed("This match was played under older rules and can no longer be shown.")
        return table

    async def of(self, match_id: int) -> Replayed:
        """The match with this number. Raises: NotAllowed with the reason why it can't be replayed."""
        table = await self.table(match_id)
        replay = self._kept.get(match_id)
        if replay is None:
            log = await self._store.log(match_id)
            if not log:
                raise NotAllowed("This match never began, so there's nothing to replay.")
            replay = await asyncio.to_thread(Replay, GAMES[table.game].game, table.capacity, options_of(table), log)
            self._kept[match_id] = replay
        self._kept.move_to_end(match_id)
        if len(self._kept) > CACHED_REPLAYS:
            self._kept.popitem(last=False)
        return Replayed(table, replay)

    async def ended_rounds(self, match_id: int) -> Replayed:
        """The rounds that are over of a match under way, for people who watch it; nothing of the one being played.

        Raises: MatchOver; NotAllowed if its players don't want that, or none is over yet.
        """
        match = await self._live.get(match_id)
        if match.table.phase != "playing":
            raise MatchOver
        if not match.table.shows_rounds:
            raise NotAllowed("The players don't show rounds of this match while it's under way.")
        if not match.rounds_over:
            raise NotAllowed("No round is over yet.")
        log = await self._store.log(match_id)
        return Replayed(match.table, await asyncio.to_thread(replay_of_ended_rounds, match.table, log))

    async def record(self, match_id: int, user_id: int) -> bytes:
        """The record of a match that was played out, as a line, for somebody who sat there.

        Raises: NotAllowed with the reason why there is none.
        """
        table = await self.table(match_id)
        if table.seat_of(user_id) is None:
            raise NotAllowed("Only people who played in a match can download its record.")
        if table.phase != "over":
            raise NotAllowed("This match was broken off. Only matches that were played to the end have a record.")
        log = await self._store.log(match_id)
        record = await asyncio.to_thread(to_record, GAMES[table.game].game, table.capacity, options_of(table), log)
        return f"{to_line(record)}\n".encode()


def replay_of_ended_rounds(table: Table, log: Sequence[Move]) -> Replay:
    """A replay that ends with the latest round that has been scored. Only for a match in which one has been."""
    over = [0, *(move.step.state.view(None).rounds_over for move in moves_of(table, log))]
    return Replay(GAMES[table.game].game, table.capacity, options_of(table), log[: over.index(over[-1])])


@dataclass(frozen=True, slots=True)
class Seen(Generic[V]):
    """One move as everyone sees it: the views are a spectator's, so neither has what a seat keeps to itself."""

    before: V
    after: V
    events: tuple[Event, ...]


Round = tuple[Seen[V], ...]
"""The moves of a round, oldest first: from its deal or roll to the one that scores it, or to the latest."""


def rounds_seen(table: Table, log: Iterable[Move]) -> tuple[Round[Any], ...]:
    """Public events, round by round. No round is empty, and only the last can be unfinished.

    Raises: whatever the game raises for a log it cannot replay.
    """
    before = new_state(table).view(None)
    rounds: list[list[Seen[Any]]] = []
    for move in moves_of(table, log):
        after = move.step.state.view(None)
        if before.rounds_over == len(rounds):
            rounds.append([])
        rounds[-1].append(Seen(before, after, move.step.events))
        before = after
    return tuple(map(tuple, rounds))


FORMAT = "finte-deals/1"


@dataclass(frozen=True, slots=True)
class Verified:
    """Result of checking a match.

    `draws` counts the rolls and deals, `fitting` those that follow from the key. `is_sealed` is False if the match is
    older than keys. `has_kept_promise`: the key has the fingerprint, and the words are those that the players gave.
    `lacks_words`: somebody's were deleted. `file` is None if the key has to stay hidden.
    """

    table: Table
    moves: int
    draws: int
    fitting: int = 0
    is_sealed: bool = True
    has_kept_promise: bool = False
    lacks_words: bool = False
    file: bytes | None = field(default=None, repr=False)

    @property
    def is_right(self) -> bool:
        """Whether everything follows from the key."""
        return self.has_kept_promise and self.fitting == self.draws


class Verifying(Intents):
    """Checks matches, one after the other."""

    def __init__(self, live: LiveMatches) -> None:
        super().__init__(live)
        self._working = asyncio.Semaphore(1)

    async def check(self, table: Table) -> Verified:
        """Recomputes every roll and deal of a match. Raises: NotAllowed if it can't be checked yet, or at all."""
        if table.is_open:
            raise NotAllowed("This match isn't over yet. You'll get the key to its rolls and deals with the result.")
        if is_still_played(table, self._live.now):
            raise NotAllowed("Others are still playing this daily. You can check it once its day is over.")
        log, seal = await self._store.log(table.id), await self._store.seal(table.id)
        if not log:
            raise NotAllowed("Nothing was rolled or dealt at this table.")
        if has_old_rules(table):
            raise NotAllowed(
                "This match was played under older rules, so its rolls and deals can't be checked any more."
            )
        async with self._working:
            return await asyncio.to_thread(verified, table, log, seal)

    async def table(self, match_id: int) -> Table:
        """The table with this number. Raises: MatchOver if there is none."""
        table = await self._store.table(match_id)
        if table is None:
            raise MatchOver
        return table


def verified(table: Table, log: Sequence[Move], seal: Seal | None) -> Verified:
    """Checks a match of the present rules, which has begun."""
    draws = sum(move.seat == CHANCE for move in log)
    if seal is None:
        return Verified(table, len(log), draws, is_sealed=False)
    fitting, is_played_out = _replayed(table, log, seal)
    words = [_words(*given) for given in zip(table.sitters, seal.words, strict=False)]
    has_words = len(seal.words) == len(table.sitters) and all(
        given is None or digest_of(given) == digest for given, digest in zip(words, seal.words, strict=True)
    )
    return Verified(
        table,
        len(log),
        draws,
        fitting,
        has_kept_promise=fingerprint(seal.key, terms_of(table)) == table.fingerprint and has_words,
        lacks_words=None in words,
        file=_file(table, log, seal, words, draws) if is_played_out else None,
    )


def _replayed(table: Table, log: Sequence[Move], seal: Seal) -> tuple[int, bool]:
    """How many moves of chance follow from the seal, and whether the match was played to its end."""
    state, number, fitting = new_state(table), 0, 0
    for move, played in zip(log, moves_of(table, log), strict=True):
        if move.seat == CHANCE:
            fitting += state.sample_chance(seal.stream(number)).to_text() == move.text
            number += 1
        state = played.step.state
    return fitting, state.outcome is not None


def _words(sitter: Sitter, digest: str) -> str | None:
    """The words that a seat gave to the deals, of which this is the digest; None if they went with a person's data."""
    if isinstance(sitter, Person) and sitter.is_former and digest != digest_of(""):
        return None
    return sitter.words if isinstance(sitter, Person) else ""


def _file(table: Table, log: Sequence[Move], seal: Seal, words: Sequence[str | None], draws: int) -> bytes:
    """The verification file, in JSON, which docs/verify.md describes."""
    content = {
        "format": FORMAT,
        "match": table.id,
        "game": table.game,
        "rules_version": table.rules_version,
        "seats": table.capacity,
        "options": dict(table.options),
        "fingerprint": table.fingerprint,
        "key": seal.key.hex(),
        "words": [{"words": given, "digest": digest} for given, digest in zip(words, seal.words, strict=False)],
        "moves": len(log),
        "draws": draws,
        "log_sha256": sha256("".join(f"{move.seat} {move.text}\n" for move in log).encode()).hexdigest(),
        "log": [{"seat": move.seat, "do": move.text} for move in log],
    }
    return f"{json.dumps(content, ensure_ascii=False, indent=1)}\n".encode()
