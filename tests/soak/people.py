"""Honest players of the soak test: they open tables and finish matches with what their screens offer."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from random import Random
from time import monotonic

from cogs.commands.tables import NO_TABLE
from localcord import Interaction, Localcord, Person
from localcord.components import selects
from localcord.limits import Refused
from localcord.people import ClientRefuses
from localcord.wire import JsonObject
from tests.end_to_end.tables import EPHEMERAL, custom_ids, enabled, labels, match_of, text_of
from tests.soak.plan import MOST_PEOPLE, MatchPlan
from tests.soak.screens import GOING_ON, Screens, Seen

IMPATIENCE_SECONDS = 2.0
"""How long players look at a screen without buttons before they ask for a new one."""

BOARD_SECONDS = 5.0
"""How long players wait for the board of a table before they take the command for lost, and open another one."""

PAUSE_SECONDS = 0.1
"""How long players pause after a click without effect."""

STUCK_SECONDS = 180.0
"""The most that a table may take to begin or to be cancelled, or that its people may see nothing new in a match."""

CLICK_ERRORS = (ClientRefuses, Refused, KeyError)
"""Errors of a click on a message that has just changed or been deleted."""

FORGETTING = ("f1|forgetting|0|0|", "f1|forget|0|0|")
"""The buttons with which people delete their data after `/privacy`."""


class Stuck(Exception):
    """A table that doesn't go on. Its text says what its people see."""


class Regulars:
    """The people of one table: one match after the other, each in a new channel that is deleted afterwards."""

    def __init__(
        self,
        discord: Localcord,
        screens: Screens,
        place: int,
        *,
        rng: Random,
        plans: Iterator[MatchPlan],
        clicked: Callable[[Interaction], None],
        is_up: asyncio.Event,
    ) -> None:
        """Shape: `is_up` is set while the bot can be reached."""
        self._discord = discord
        self._screens = screens
        self._people = [discord.person(f"Guest {place}.{seat}") for seat in range(MOST_PEOPLE)]
        self._rng = rng
        self._plans = plans
        self._clicked = clicked
        self._is_up = is_up
        self._progress: object = None
        self._progress_at = 0.0
        self.finished: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()
        """What they did besides playing."""
        self.played: set[int] = set()
        """The matches that they have played to the end."""
        self.forgotten: set[int] = set()
        """The users who have deleted their data, or tried to."""
        self.table: Seen | None = None
        """The table at which they play now."""
        self._channel_id = ""
        self._moves = 0
        self._leaver: Person | None = None
        """Who has left the match, or tried to."""
        self._is_gone = False
        """Whether none of them is at an open table any more, though no board says so: somebody has deleted it."""

    async def play(self, goes_on: Callable[[], bool]) -> None:
        """Plays match after match, and the last one to its end. Raises: Stuck."""
        for number, plan in enumerate(self._plans):
            if not goes_on():
                return
            self._channel_id = self._discord.add_channel(f"{self._people[0].user.name}, match {number}")
            self._moves, self._leaver, self._is_gone = 0, None, False
            table = await self._opened(plan)
            if plan.is_cancelled:
                await self._cancel(table)
            else:
                await self._begin(table, plan)
                await self._finish(table, plan)
                self.finished[plan.game] += 1
                self.played.add(int(table.match_id))
            self.table = None
            self._screens.drop(table.match_id)
            self._discord.world.remove_channel(self._discord.world.channel(self._channel_id))

    async def _opened(self, plan: MatchPlan) -> Seen:
        """A new table. A command that is lost is typed again, as people do."""
        host, *_ = people = self._people[: plan.people]
        for _ in range(20):
            await self._is_up.wait()
            command = host.command(f"play {plan.game}", plan.options, channel_id=self._channel_id)
            answer = self._note(await command)
            with suppress(TimeoutError):
                await host.wait_for(lambda _, answer=answer: _board_of(answer) is not None, BOARD_SECONDS)  # type: ignore[misc]
            board = _board_of(answer)
            if board is not None:
                match_id = match_of(custom_ids(board)[0])
                return Seen(self._discord, match_id, board["id"], tuple(people), screens=self._screens)
        raise Stuck(f"{host.user.name} can't open a table")

    async def _begin(self, table: Seen, plan: MatchPlan) -> None:
        """Fills the table and starts it."""
        self.table = table
        host, *others = table.people
        while not (table.can_go_on or self._is_over(table)):
            self._check_progress(table, "to begin")
            await asyncio.gather(*(self._press(table, person, "join") for person in others))
            if plan.hesitates:
                await self._press(table, others[-1], "leave")
                await self._press(table, others[-1], "join")
            if others:
                await self._press(table, host, "start")
            await self._wait(table)

    async def _cancel(self, table: Seen) -> None:
        """The host gives up before the match begins."""
        self.counts["table cancelled"] += 1
        host, *others = table.people
        await self._press(table, others[0], "join")
        while "Join" in labels(self._board(table)):
            self._check_progress(table, "to be cancelled")
            await self._is_up.wait()
            await self._press(table, host, "cancelling")
            await self._press(table, host, "cancel")
            await self._press(table, others[0], "hand")  # a board whose id was lost is found by a click on it
            with suppress(TimeoutError):
                await self._screens.change(table.match_id, IMPATIENCE_SECONDS)

    async def _finish(self, table: Seen, plan: MatchPlan) -> None:
        while not self._is_over(table):
            await self._is_up.wait()
            self._check_progress(table, self._shown(table))
            if plan.leaves_after is not None and self._moves >= plan.leaves_after:
                table = await self._leave(table, plan)
            asked = [person for person in table.people if table.choices(person)]
            if not asked:
                await self._wait(table)
                continue
            await asyncio.gather(*(self._try_to_move(table, person) for person in asked))

    async def _leave(self, table: Seen, plan: MatchPlan) -> Seen:
        """The last person leaves for good, and the computer plays on. Returns the table of the others."""
        *others, leaver = table.people
        if len(others) + 1 < plan.people:
            return table
        if plan.forgets:
            self.forgotten.add(int(leaver.id))
            self.counts["data deleted in a match"] += 1
            with suppress(*CLICK_ERRORS):
                await delete_data(leaver, self._channel_id, self._clicked)
        else:
            self.counts["match left"] += 1
            await self._press(table, leaver, "quit")
        self._leaver = leaver
        self.table = Seen(self._discord, table.match_id, table.first_board_id, tuple(others), screens=self._screens)
        return self.table

    async def _try_to_move(self, table: Seen, person: Person) -> None:
        try:
            await self._move(table, person)
        except CLICK_ERRORS:
            await asyncio.sleep(PAUSE_SECONDS)

    async def _move(self, table: Seen, person: Person) -> None:
        """Clicks a button of the person's panel, sometimes twice at once."""
        panel = table.panel(person)
        if panel is None:
            return
        choices = selects(panel)
        if choices and self._rng.random() < 0.1:
            values = [option["value"] for option in choices[0]["options"]]
            self._note(await person.select(panel, choices[0]["custom_id"], [self._rng.choice(values)]))
            return
        moves, toggles = enabled(panel, "play", *GOING_ON), enabled(panel, "show")
        offered = moves if moves and self._rng.random() < 0.8 else moves + toggles
        if not offered:
            return
        custom_id = self._rng.choice(offered)["custom_id"]
        times = 2 if self._rng.random() < 0.05 else 1
        self._moves += 1
        for answer in await asyncio.gather(*(person.click(panel, custom_id) for _ in range(times))):
            if self._note(answer).failed:
                await asyncio.sleep(PAUSE_SECONDS)

    def _check_progress(self, table: Seen, progress: object) -> None:
        """Raises: Stuck if this has been the same for too long at this table. Shape: `progress` by its value."""
        now, progress = monotonic(), (table.match_id, progress)
        if progress != self._progress:
            self._progress, self._progress_at = progress, now
        elif now - self._progress_at > STUCK_SECONDS:
            raise Stuck(f"table {table.match_id} doesn't go on: {self._shown(table)}")

    def _shown(self, table: Seen) -> str:
        """The board of a table and each person's panel, in words."""
        panels = ((person.user.name, table.panel(person)) for person in table.people)
        shown = (("board", self._board(table)), *panels)
        return "; ".join(f"{name}: {text_of(page)!r} {labels(page)}" if page else f"{name}: -" for name, page in shown)

    async def _wait(self, table: Seen) -> None:
        """Waits for something to do, or asks for new panels."""
        await self._is_up.wait()
        try:
            async with asyncio.timeout(IMPATIENCE_SECONDS):
                while not (table.can_go_on or self._is_over(table)):
                    await self._screens.change(table.match_id, IMPATIENCE_SECONDS)
        except TimeoutError:
            if self._leaver is not None:
                await self._press(table, self._leaver, "quit")  # the first click may have been lost with the bot
            answers = [await self._press(table, person, "hand") for person in table.people]
            self._is_gone = all(_says_no_table(answer) for answer in answers)

    async def _press(self, table: Seen, person: Person, verb: str) -> Interaction:
        """Presses a button of the board, or types /table if the board is gone."""
        try:
            return self._note(await person.raw_click(table.board["id"], f"f1|{verb}|{table.match_id}|0|"))
        except CLICK_ERRORS:
            return self._note(await person.command("table", channel_id=self._channel_id))

    def _is_over(self, table: Seen) -> bool:
        board = self._board(table)  # if somebody has deleted it, panels show the result
        shown = [board] if board else map(table.panel, table.people)
        return self._is_gone or any("Rematch" in labels(page) for page in shown)

    def _board(self, table: Seen) -> dict[str, object] | None:
        """The board, or None while it has been deleted and the next one isn't there yet."""
        try:
            return table.board
        except KeyError:
            return None

    def _note(self, answer: Interaction) -> Interaction:
        self._clicked(answer)
        return answer


async def delete_data(person: Person, channel_id: str, clicked: Callable[[Interaction], None]) -> None:
    """Deletes everything kept about a person. Raises: ClientRefuses if a page with the next button didn't come."""
    answer = await person.command("privacy", channel_id=channel_id)
    clicked(answer)
    for custom_id in FORGETTING:
        with suppress(TimeoutError):
            await person.wait_for(partial(_offers, answer, custom_id), IMPATIENCE_SECONDS)
        if answer.message is not None:
            clicked(await person.click(answer.message, custom_id))


def _offers(answer: Interaction, custom_id: str, _messages: object = None) -> bool:
    """Whether the command's answer has this button by now."""
    return answer.message is not None and custom_id in custom_ids(answer.message)


def _says_no_table(answer: Interaction) -> bool:
    return answer.message is not None and NO_TABLE in text_of(answer.message)


def _board_of(answer: Interaction) -> JsonObject | None:
    """The table's message with which a command has been answered: beside the host's panel if the answer was slow."""
    shown = [answer.message, *(message.body for message in answer.followups)]
    return next((one for one in shown if one and not one["flags"] & EPHEMERAL and custom_ids(one)), None)
