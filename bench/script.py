"""What a bot has sent after each click, written down so that the floor (bench/floor.py) can send the same again."""

import json
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from bench.players import BluffTable, Click, answered, brought
from localcord import Interaction, Localcord
from localcord.api import SeenRequest
from localcord.entities import Message
from localcord.wire import to_bytes

SCRIPT = "script.json"
"""The name of the script in the floor's folder."""


class Sending(NamedTuple):
    """One request after a click.

    Shape: `path` has `{id}` for the click's interaction, and `{token}` for the newest token of `user_id`. `files` are
    the name and size of each. Units: `after` in seconds since the click was sent.
    """

    after: float
    method: str
    path: str
    user_id: int
    body: str
    files: tuple[tuple[str, int], ...]


@dataclass(slots=True)
class Step:
    """A click and all that followed from it. Units: `at` in seconds since the first click."""

    at: float
    kind: str
    table: int
    person: str
    is_on_board: bool
    sendings: list[Sending]


class FloorTable:
    """A table at the floor with the same people as a `BluffTable` of this number, a board, and a panel for each."""

    def __init__(self, discord: Localcord, number: int) -> None:
        self._discord = discord
        self._people = BluffTable.names(number)
        self._panels: dict[str, Message] = {}
        self.channel_id = discord.add_channel(f"table-{number}")
        self.board_id = ""

    async def open(self) -> None:
        """Opens the table and everyone's panel."""
        host, *guests = self._people
        opening = answered(await self._discord.person(host).command("floor", channel_id=self.channel_id))
        board, self._panels[host] = await brought(self._discord, opening, 2)
        self.board_id = board.id
        for guest in guests:
            joined = answered(await self._discord.person(guest).raw_click(board.id, "join"))
            (self._panels[guest],) = await brought(self._discord, joined, 1)

    def ping(self) -> str:
        """Posts a message for the floor to delete, as Finte deletes its pings. Shape: its id."""
        world = self._discord.world
        return self._discord.messages.post(world.channels[self.channel_id], world.bot, {"content": "A ping"}).id

    async def press(self, step: Step, custom_id: str) -> Click:
        """Makes the click of this step."""
        message_id = self.board_id if step.is_on_board else self._panels[step.person].id
        return Click(step.kind, answered(await self._discord.person(step.person).raw_click(message_id, custom_id)))


@dataclass(frozen=True, slots=True)
class Recorder:
    """Writes scripts from what one bot has sent, for the same tables of the floor."""

    bot: Localcord
    tables: Sequence[BluffTable]
    floor: Localcord
    floor_tables: Sequence[FloorTable]

    def steps(self, clicks: Iterable[Click], requests: Iterable[SeenRequest]) -> list[Step]:
        """What followed each click, in the order of the clicks. Raises: RuntimeError for a request of unknown kind."""
        numbers = {table.channel_id: number for number, table in enumerate(self.tables)}
        ordered = sorted(clicks, key=lambda click: click.interaction.created)
        begun = ordered[0].interaction.created
        steps = [_step(kind, opened, numbers[opened.channel.id], begun) for kind, opened in ordered]
        at_table: dict[int, list[Step]] = {}
        for step in steps:
            at_table.setdefault(step.table, []).append(step)
        by_id = {opened.id: step for (_, opened), step in zip(ordered, steps, strict=True)}
        for request in requests:
            kind, subject, *others = request.path.strip("/").split("/")
            if kind == "interactions":
                step, number, person = by_id[subject], by_id[subject].table, by_id[subject].person
            elif kind == "webhooks":
                opened = self.bot.interactions.by_token(subject, others[0])
                number, person = numbers[opened.channel.id], opened.user.name
                step = _latest(at_table.get(number, steps), request.time - begun)
            else:
                number, person = numbers[subject], ""
                step = _latest(at_table.get(number, steps), request.time - begun)
            step.sendings.append(self._sending(request, max(0, request.time - begun - step.at), number, person))
        return steps

    def _sending(self, request: SeenRequest, after: float, number: int, person: str) -> Sending:
        table = self.floor_tables[number]
        match request.path.strip("/").split("/"):
            case ["interactions", _, _, "callback"]:
                path = "/interactions/{id}/{token}/callback"
            case ["webhooks", _, _, *message]:
                path = f"/webhooks/{self.floor.application_id}/{{token}}" + ("/messages/@original" if message else "")
            case ["channels", _, "messages"]:
                path = f"/channels/{table.channel_id}/messages"
            case ["channels", _, "messages", _] if request.method == "DELETE":
                path = f"/channels/{table.channel_id}/messages/{table.ping()}"
            case ["channels", _, "messages", _]:
                path = f"/channels/{table.channel_id}/messages/{table.board_id}"
            case _:
                raise RuntimeError(f"the floor cannot send {request.method} {request.path}")
        path += f"?{request.query}" if request.query else ""
        files = tuple(zip(request.file_names, request.file_sizes, strict=True))
        user_id = int(self.floor.person(person).user.id) if person else 0
        body = to_bytes(request.body).decode() if request.body else ""
        return Sending(after, request.method, path, user_id, body, files)


def _step(kind: str, opened: Interaction, table: int, begun: float) -> Step:
    is_on_board = opened.source is None or opened.source.owner_id is None
    return Step(opened.created - begun, kind, table, opened.user.name, is_on_board, [])


def _latest(steps: Sequence[Step], at: float) -> Step:
    """The last of the steps before this moment, or the first."""
    return steps[max(0, bisect_right(steps, at, key=lambda step: step.at) - 1)]


def write(folder: Path, steps: Iterable[Step]) -> None:
    """Writes what the floor has to send, click by click."""
    (folder / SCRIPT).write_text(json.dumps([step.sendings for step in steps]))


def load(path: Path) -> Iterator[list[Sending]]:
    """Reads what `write` has written."""
    for sendings in json.loads(path.read_text()):
        yield [Sending(*values) for values in sendings]


def traffic(requests: Iterable[SeenRequest]) -> Mapping[tuple[object, ...], int]:
    """How often each request was sent: method, kind of route, query, size of the body and of each file."""
    return Counter(
        (
            request.method,
            request.path.split("/")[1],
            len(request.path.split("/")),
            request.query,
            len(to_bytes(request.body)),
            request.file_sizes,
        )
        for request in requests
    )
