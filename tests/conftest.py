"""What all tests share. Hypothesis tries new examples here and the same ones in CI; no sentence escapes translation."""

import gc
import logging
import os
from collections.abc import AsyncIterator, Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

import bot.background.computers
import bot.background.pings
import bot.interactions.interactions
import bot.messages.renderer
from bot.interactions.client import Finte
from bot.logs import CHATTY, OURS
from localcord import Localcord, Person
from localcord.people import PATIENCE_SECONDS
from tests.chromium import CHROMIUM, SKIPPED, lasting_chromium
from tests.clock import Clock
from tests.end_to_end.fork_server import ForkServer, lasting_nursery, nursery_at
from tests.end_to_end.here import ready_bot
from tests.postgresql import Server, lasting_server
from tests.sentences import only_known_sentences

settings.register_profile("here", deadline=None, max_examples=25)
settings.register_profile("fast", deadline=None, max_examples=10, derandomize=True)
settings.register_profile("nightly", deadline=None, max_examples=60)
settings.load_profile("fast" if os.environ.get("CI") else "here")

END_TO_END = Path(__file__).with_name("end_to_end")
QUICK = (END_TO_END / "test_rules.py",)
"""The files of end-to-end tests that `make test-fast` runs. The others are slow."""

TOGETHER = (
    "tests/test_gallery.py",
    "tests/end_to_end/test_names.py",
    "tests/end_to_end/test_no_leak.py",
    "tests/localcord/pages/",
    "tests/tools/test_bluff_solver.py",
)
"""Files and folders whose tests share something slow to make: one worker runs them all, and they start first."""


class Sharing(LoadScopeScheduling):  # type: ignore[misc]
    """Hands out tests one by one, but those of some files and folders together.

    pytest-xdist 3.8 can't: with pytest 9.2 its `loadgroup` doesn't see the groups.
    """

    def _split_scope(self, nodeid: str) -> str:
        return next((path for path in TOGETHER if nodeid.startswith(path)), nodeid)

    def _reschedule(self, node: object) -> None:
        """Forgets what is done first, or each test would go through all those before it."""
        assigned = self.assigned_work[node]
        for scope in [scope for scope, tests in assigned.items() if all(tests.values())]:
            del assigned[scope]
        super()._reschedule(node)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> Sharing:
    return Sharing(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Looks for no garbage meanwhile: of the thousands of tests that are made none is dropped."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_itemcollected(item: pytest.Item) -> None:
    if item.path.is_relative_to(END_TO_END) and item.path not in QUICK:
        item.add_marker(pytest.mark.slow)
    if CHROMIUM is None and item.get_closest_marker("browser"):
        item.add_marker(SKIPPED)


@pytest.fixture(scope="session", autouse=True)
def unhurried() -> Iterator[None]:
    """Raises time limits so that nothing is given up on a slow machine; tests of the limits set their own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bot.interactions.interactions, "ANSWER_WITHIN_SECONDS", PATIENCE_SECONDS)
        patch.setattr(bot.messages.renderer, "ANSWER_WAITS_SECONDS", PATIENCE_SECONDS)
        patch.setattr(bot.messages.renderer, "EDIT_WAITS_SECONDS", PATIENCE_SECONDS)
        patch.setattr(bot.background.pings, "PATIENCE_SECONDS", PATIENCE_SECONDS)
        patch.setattr(bot.background.computers, "START_SECONDS", PATIENCE_SECONDS)
        yield


@pytest.fixture(scope="session", autouse=True)
def translatable() -> Iterator[None]:
    """Checks that every sentence said to a player in any test is in bot/locale/finte.pot."""
    with only_known_sentences():
        yield


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Ends with a test what a `main` in it has set for the log, and for files that are made."""
    levels = {name: logging.getLogger(name).level for name in (*OURS, *CHATTY)}
    os.umask(mask := os.umask(0))
    yield
    os.umask(mask)
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


@pytest.fixture
def clock() -> Clock:
    """A clock that only the test moves."""
    return Clock()


@pytest.fixture
async def local(clock: Clock) -> AsyncIterator[Localcord]:
    """The stand-in for Discord, without rate limits."""
    async with Localcord(clock=clock, rate_limits=False) as server:
        yield server


@pytest.fixture
def discord(local: Localcord) -> Localcord:
    """The stand-in, for tests that only look at the bot."""
    return local


@pytest.fixture
def ana(discord: Localcord) -> Person:
    """A person in the channel."""
    return discord.person("Ana")


@pytest.fixture
def ben(discord: Localcord) -> Person:
    """Another person in the channel."""
    return discord.person("Ben")


@pytest.fixture
def dora(discord: Localcord) -> Person:
    """A person in the channel who doesn't sit at the table."""
    return discord.person("Dora")


@pytest.fixture(name="bot")
async def bot_there(discord: Localcord, clock: Clock, tmp_path: Path) -> AsyncIterator[Finte]:
    """The bot on it, ready to play."""
    async with ready_bot(discord, clock, tmp_path) as client:
        yield client


@pytest.fixture(scope="session")
def browser_address() -> Iterator[str]:
    """The address of the browser that all tests of pages share."""
    with lasting_chromium() as address:
        yield address


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    """The PostgreSQL that all tests of this process share."""
    with lasting_server() as server:
        yield server


@pytest.fixture(scope="session")
def nursery_port() -> Iterator[int]:
    """The port of the process that forks into bots for all tests that kill some."""
    with lasting_nursery() as port:
        yield port


@pytest.fixture
async def fork_server(nursery_port: int) -> AsyncIterator[ForkServer]:
    """Starts bots as processes of their own, one at a time."""
    async with nursery_at(nursery_port) as found:
        yield found
