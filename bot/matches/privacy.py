"""A person's data: the file with everything stored about them, and its deletion.

Of a match under way the file has nothing but the table: the log holds everyone's hidden dice and cards. The same goes
for a daily match while others can still play its deal.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from bot.errors import Busy, MatchOver
from bot.logs import outline
from bot.matches.intents import Matches
from bot.matches.match import has_old_rules, options_of
from bot.store.privacy import ExportStore, Forgotten, PrivacyStore, Sat, StillSeated
from bot.tables.periods import is_still_played
from bot.tables.table import Robot, Sitter
from games.catalogue import GAMES
from games.core import PlayerError
from games.record import to_record

log = logging.getLogger(__name__)

TRIES = 5
"""How often to start again if the person sits down somewhere else meanwhile."""


class Forgetting:
    """Deletes what is kept about people."""

    def __init__(self, matches: Matches, privacy: PrivacyStore) -> None:
        self.on_forgotten: list[Callable[[int], None]] = []
        """Called with the user id once the disk knows nothing of it any more. Whatever keeps ids in memory listens."""
        self._matches = matches
        self._privacy = privacy

    async def forget(self, user_id: int) -> Forgotten:
        """Makes a person leave their tables, and deletes what is about them. Raises: Busy if they keep sitting down."""
        for _ in range(TRIES):
            tables = await self._leave_tables(user_id)
            ids = await self._privacy.matches_of(user_id)
            shown = [match_id for match_id in ids if match_id in tables]
            day = self._matches.dailies.earliest_open
            with suppress(StillSeated):
                async with self._matches.rewriting(ids):
                    forgotten = await self._privacy.forget(user_id, ids, shown=shown, since=day)
                for listener in self.on_forgotten:  # at once: what memory still knew, a click would store again
                    listener(user_id)
                await self._privacy.empty_log()
                await self._announce(shown)
                return forgotten
        raise Busy

    async def _leave_tables(self, user_id: int) -> set[int]:
        """Leaves every open table, as by the button. Returns the open tables at which they had sat down."""
        opened = await self._privacy.open_tables_of(user_id)
        for table in await self._matches.store.open_tables_of(user_id):
            leave = self._matches.lobby.leave if table.phase == "lobby" else self._matches.seats.quit
            with suppress(PlayerError):  # the match has started or ended meanwhile
                await leave(table.id, user_id)
        return set(opened)

    async def _announce(self, tables: list[int]) -> None:
        for match_id in tables:
            try:
                await self._matches.announce(match_id)
            except MatchOver:
                log.info("table %d was played in direct messages, and is gone", match_id)
            except Exception as error:  # noqa: BLE001 - the data is gone; this table will be shown anew later
                log.error("table %d cannot be shown without a name: %s", match_id, outline(error))


FORMAT = "finte-export/1"

MOST_BYTES = 10 * 1024 * 1024 - 100_000
"""Discord takes files of 10 MiB, with whatever is around them."""

BYTES_WITHOUT_MOVES = 1000
"""Bytes of a match without its moves, generously. So much is kept free for each older one."""

BATCH = 20
"""Matches that are read at a time, and replayed beside the bot's other work."""

Json = dict[str, Any]
Rows = Mapping[str, Sequence[Mapping[str, Any]]]


class Exports:
    """Makes the files that people ask for, one after the other."""

    def __init__(self, store: ExportStore, *, most_bytes: int = MOST_BYTES) -> None:
        self._store = store
        self._most_bytes = most_bytes
        self._working = asyncio.Semaphore(1)

    async def of_person(self, user_id: int, now: float) -> bytes:
        """The file about this person, in JSON, which docs/privacy.md describes.

        If it would be too large, older matches come without their moves, or not at all.
        """
        async with self._working:
            rows, ids = await self._store.rows(user_id), await self._store.match_ids(user_id)
            file = _File(user_id, now, rows, matches=len(ids), most=self._most_bytes)
            for first in range(0, len(ids), BATCH):
                batch = ids[first : first + BATCH]
                found = await self._store.matches(batch, user_id, with_moves=file.has_room_for_moves)
                await asyncio.to_thread(file.add, found)
            return file.finished()


class _File:
    """An export that grows match by match until it is full."""

    def __init__(self, user_id: int, now: float, rows: Rows, *, matches: int, most: int) -> None:
        """`matches` is how many will follow."""
        self._user_id = user_id
        self._now = now
        self._most = most
        self._waiting = matches
        self._entries: list[str] = []
        self._without_moves = self._left_out = self._rows_left_out = 0
        made = datetime.fromtimestamp(now, UTC).isoformat(timespec="seconds")
        head = json.dumps({"format": FORMAT, "made_at": made, "user_id": str(user_id)}, indent=0)[2:-2]
        self._head = f"{head},\n" + '"rows": {\n' + ",\n".join(self._tables(rows, most // 2)) + "\n}"
        self._size = len(self._head.encode()) + 200

    def _tables(self, rows: Rows, room: int) -> Iterator[str]:
        for name, found in rows.items():
            lines = []
            for row in found:
                line = _line(row)
                room -= len(line.encode()) + 2
                if room < 0:
                    self._rows_left_out += 1
                else:
                    lines.append(line)
            yield f"{json.dumps(name)}: [" + ",\n".join(("", *lines))[1:] + "]"

    @property
    def has_room_for_moves(self) -> bool:
        """Whether the next match may come with its moves."""
        return not self._without_moves

    def add(self, matches: Sequence[Sat]) -> None:
        """Adds these matches, each with its moves if there is room."""
        for sat in matches:
            self._waiting -= 1
            short = _entry(sat, self._user_id)
            has_moves = self.has_room_for_moves and self._fits(
                _line(short | _moves(sat, self._user_id, self._now)), spare=self._waiting * BYTES_WITHOUT_MOVES
            )
            if not has_moves:
                self._without_moves += 1
                self._left_out += not (self._left_out == 0 and self._fits(_line(short)))

    def _fits(self, line: str, *, spare: int = 0) -> bool:
        """Adds the line if there is room for it. Units: `spare` bytes must stay free."""
        size = len(line.encode()) + 2
        if self._size + size + spare > self._most:
            return False
        self._size += size
        self._entries.append(line)
        return True

    def finished(self) -> bytes:
        """The whole file."""
        left_out = {
            "rows": self._rows_left_out,
            "matches": self._left_out,
            "moves_of_matches": self._without_moves,
        }
        matches = '"matches": [' + ",\n".join(("", *self._entries))[1:] + "]"
        return f'{{\n{self._head},\n{matches},\n"left_out": {_line(left_out)}\n}}\n'.encode()


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _entry(sat: Sat, user_id: int) -> Json:
    """A match as its player may always see it: other people are seats without a name."""
    table = sat.table
    seat = table.seat_of(user_id)
    return {
        "match": table.id,
        "game": table.game,
        "options": dict(table.options),
        "pace": table.pace,
        "phase": table.phase,
        "is_lesson": table.is_lesson,
        "day": table.day,
        "server": str(table.place.guild_id),
        "channel": str(table.place.channel_id),
        "thread_of": str(table.parent_id),
        "message": str(table.board_id),
        "opened_at": table.opened_at,
        "full_at": table.full_at,
        "call": str(table.call_id),
        "changed_at": table.changed_at,
        "was_host": table.host_id == user_id,
        "seat": seat,
        "name": next((person.name for person in table.people if person.user_id == user_id), ""),
        "words": next((person.words for person in table.people if person.user_id == user_id), ""),
        "seats": [_seat(sitter, user_id) for sitter in table.sitters],
        "clock": asdict(table.clock(seat)) if seat is not None else None,
        "result": sat.result,
    }


def _seat(sitter: Sitter, user_id: int) -> str:
    if isinstance(sitter, Robot):
        return f"computer ({sitter.level})"
    return "you" if sitter.user_id == user_id else "another player"


def _moves(sat: Sat, user_id: int, now: float) -> Json:
    """Record of a match that was played out, else only the person's own moves."""
    table = sat.table
    if table.is_open or is_still_played(table, now):
        return {}
    if table.phase == "over" and not has_old_rules(table):
        try:
            return {"record": to_record(GAMES[table.game].game, table.capacity, options_of(table), sat.log)}
        except (ValueError, PlayerError):
            pass  # a lesson that ended early, for example
    seat = table.seat_of(user_id)
    return {"own_moves": [move.text for move in sat.log if move.seat == seat]}
