"""Reviews while one process hands over to another, dies, or serves other servers: each is made, and only once."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.matches.reviews import TRIES, Reviews
from bot.share import EVERYTHING, Share, shard_of
from bot.store.reviews import ReviewStore
from bot.store.store import Store
from bot.tables.table import Table
from localcord.people import PATIENCE_SECONDS
from tests.bot.judging import Judge, done, idle, some_judged
from tests.bot.people import ANA, BEN, HERE
from tests.clock import Clock


@dataclass
class Process:
    """The reviews of one process, whose minutes pass when the test lets them."""

    reviews: Reviews
    judge: Judge
    minutes: asyncio.Queue[None] = field(default_factory=asyncio.Queue)
    asleep: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(0))

    async def minute(self) -> None:
        """Lets a minute pass, and waits until what was found then is done."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            await self.asleep.acquire()
            self.minutes.put_nowait(None)
            await self.asleep.acquire()
        self.asleep.release()
        await idle(self.reviews)


Start = Callable[..., Process]


@pytest.fixture
async def start(engine: AsyncEngine, clock: Clock) -> AsyncIterator[Start]:
    """Makes processes on one database."""
    made = list[Process]()

    def process(share: Share = EVERYTHING) -> Process:
        judge = Judge()

        async def sleep(_seconds: float) -> None:
            new.asleep.release()
            await new.minutes.get()

        new = Process(Reviews(Store(engine, share), ReviewStore(engine), judge, clock, sleep=sleep), judge)
        made.append(new)
        return new

    yield process
    for one in made:
        one.judge.go_on.set()
        await one.reviews.stop()


async def test_a_process_takes_up_what_was_asked_of_another_that_has_died_since(start: Start, ended: Table) -> None:
    old, new = start(), start()
    await new.reviews.resume()
    await some_judged(old.reviews, old.judge, ended, 2)
    await old.reviews.stop()  # nothing is left in the middle of a decision, as after a kill
    await new.minute()

    review = await new.reviews.look(ended.id, ANA.user_id)
    assert review.is_done
    assert [one.number for one in review.verdicts] == [one.number for one in review.past.decisions]
    assert not set(old.judge.judged) & set(new.judge.judged)


async def test_what_is_asked_of_a_process_that_is_stopping_is_made_by_the_next(start: Start, ended: Table) -> None:
    old, new = start(), start()
    await new.reviews.resume()
    await old.reviews.stop()
    await old.reviews.ask(ended.id, ANA.user_id)
    await idle(old.reviews)
    await new.minute()

    assert (await new.reviews.look(ended.id, ANA.user_id)).is_done
    assert old.judge.judged == []


async def test_an_old_process_undoes_nothing_that_the_next_one_has_found(start: Start, ended: Table) -> None:
    old, new = start(), start()
    await some_judged(old.reviews, old.judge, ended, 2)
    await new.reviews.resume()
    review = await done(new.reviews, ended)
    assert review.is_done
    old.judge.go_on.set()
    await idle(old.reviews)

    assert await new.reviews.look(ended.id, ANA.user_id) == review
    assert len(old.judge.judged) == 3  # the one under way, which showed that another process is ahead


@pytest.mark.parametrize("own", [True, False], ids=["of this server", "of another server"])
async def test_a_process_goes_on_with_reviews_of_its_own_servers(start: Start, ended: Table, *, own: bool) -> None:
    shard = shard_of(HERE.guild_id, 2)
    old, new = start(), start(Share((shard if own else 1 - shard,), 2))
    await some_judged(old.reviews, old.judge, ended, 2)
    await old.reviews.stop()
    await new.reviews.resume()
    await idle(new.reviews)

    assert bool(new.judge.judged) is own


async def test_a_review_that_cannot_be_made_is_not_tried_every_minute(start: Start, ended: Table) -> None:
    process = start()
    process.judge.fails = TRIES * TRIES + 1
    await process.reviews.ask(ended.id, BEN.user_id)
    await idle(process.reviews)
    assert process.judge.fails == 1
    await process.reviews.resume()
    await process.minute()

    assert process.judge.fails == 1
