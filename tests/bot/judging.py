"""Judges choices as a test wants, without a process of its own."""

import asyncio
from concurrent.futures import BrokenExecutor
from random import Random

from bot.matches.reviews import Review, Reviewer, Reviews
from bot.tables.table import Person, Table
from games.review import Decision, Look, Rival, Verdict
from tests.bot.people import ANA
from tests.clock import Clock


class Judge(Reviewer):
    """Judges at once, or when the test lets it; fails as often as it's told to. Every third choice was a mistake.

    Each look takes `look_seconds` of the `clock`, if there is one. The first look at those of `unsure` leaves it
    open whether they were mistakes.
    """

    def __init__(self) -> None:
        super().__init__(30)
        self.go_on = asyncio.Event()
        self.go_on.set()
        self.judged: list[int] = []
        self.fails = 0
        self.rests = 0
        self.stops_after = 0
        self.stopped = asyncio.Event()
        self.clock: Clock | None = None
        self.look_seconds = 0.0
        self.unsure: set[int] = set()

    async def judge(self, game: str, look: Look) -> Verdict:
        """Says something about the choice that is always the same."""
        assert game
        await asyncio.sleep(0)
        if self.stops_after and len(self.judged) == self.stops_after:
            self.stops_after = 0
            self.go_on.clear()
            self.stopped.set()
        await self.go_on.wait()
        if self.fails:
            self.fails -= 1
            raise BrokenExecutor
        self.judged.append(look.decision.number)
        if self.clock:
            self.clock.now += self.look_seconds
        found = verdict_on(look.decision)
        if look.decision.number not in self.unsure:
            return found
        self.unsure.remove(look.decision.number)
        return found._replace(rivals=(Rival(look.decision.view.legal_actions[0].to_text(), 0.0, 1.0),))

    def rest(self) -> None:
        """Notes that there's nothing to judge."""
        self.rests += 1


def verdict_on(decision: Decision) -> Verdict:
    """Something sure about a choice: some were mistakes, some of which cost much, and some were the best choice."""
    rng = Random(decision.number)
    others = [action for action in decision.view.legal_actions if action != decision.played]
    chosen = rng.sample(others, min(2, len(others)))
    aheads = sorted((rng.choice((-0.2, 0.01, 0.3, 1.7)) for _ in chosen), reverse=True)
    rivals = (Rival(action.to_text(), ahead, abs(ahead) / 3) for action, ahead in zip(chosen, aheads, strict=True))
    return Verdict(decision.number, rng.uniform(-1, 1), 0.1, rng.randint(1, 500), tuple(rivals))


async def idle(reviews: Reviews) -> None:
    """Waits until nothing is left to do."""
    while working := reviews._working:
        await asyncio.wait({working})


async def done(reviews: Reviews, table: Table, person: Person = ANA) -> Review:
    """The review once nothing is left to do."""
    await idle(reviews)
    return await reviews.look(table.id, person.user_id)


async def some_judged(reviews: Reviews, judge: Judge, table: Table, number: int) -> None:
    """Waits until this many decisions have been judged, and then holds the judge up."""
    judge.stops_after = number
    await reviews.ask(table.id, ANA.user_id)
    await judge.stopped.wait()
