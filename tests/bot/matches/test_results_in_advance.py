"""A round's result is announced while it is being stored, so that its pictures are drawn meanwhile."""

import asyncio
from collections.abc import Callable

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.matches.intents import Matches
from bot.matches.match import Match
from bot.store.store import Store
from localcord.people import PATIENCE_SECONDS
from tests.bot.people import BEN, begun, play, play_out


class PatientStore(Store):
    """A store that stores no move before a result is announced, once a test wants it."""

    announced: asyncio.Event | None = None

    @property
    def append(self) -> Callable[..., object]:  # type: ignore[override]
        """As the store's own."""

        async def wait_and_append(*args: object, **options: object) -> None:
            if self.announced:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    await self.announced.wait()
            await Store.append(self, *args, **options)  # type: ignore[arg-type]

        return wait_and_append


@pytest.fixture
def store(engine: AsyncEngine) -> PatientStore:
    return PatientStore(engine)


async def test_a_result_is_announced_before_it_is_stored_and_shown(matches: Matches, store: PatientStore) -> None:
    match = await play(matches, await begun(matches, BEN), "bid 2x3")
    store.announced = asyncio.Event()
    told: list[tuple[str, Match]] = []

    def note(ended: Match) -> None:
        told.append(("announced", ended))
        assert store.announced
        store.announced.set()

    matches.on_result.append(note)
    matches.on_change.append(lambda shown: told.append(("shown", shown)))

    after = await play(matches, match, "lift")

    assert told == [("announced", after), ("shown", after)]


async def test_the_end_of_a_match_is_announced(matches: Matches) -> None:
    announced: list[Match] = []
    matches.on_result.append(announced.append)

    over = await play_out(matches, await begun(matches, BEN))

    assert announced[-1] == over
    assert len(announced) == over.rounds_over


async def test_a_move_within_a_round_is_not_announced(matches: Matches) -> None:
    announced: list[Match] = []
    matches.on_result.append(announced.append)

    await play(matches, await begun(matches, BEN), "bid 2x3")

    assert announced == []


async def test_a_result_that_cannot_be_prepared_counts_all_the_same(matches: Matches) -> None:
    errors: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: errors.append(context["exception"]))

    def fail(_: Match) -> None:
        raise ZeroDivisionError

    matches.on_result.append(fail)
    match = await play(matches, await begun(matches, BEN), "bid 2x3")

    assert (await play(matches, match, "lift")).rounds_over == 1
    assert [type(error) for error in errors] == [ZeroDivisionError]
