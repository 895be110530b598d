"""Answers as Discord receives them, at once and deferred, to a command and to each kind of button, also in trouble."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

import bot.interactions.interactions
from bot.errors import NotAllowed
from bot.interactions.interactions import NoAnswer, Private, Public, Reply, Sentence, apologise
from bot.messages.sending import Posted
from bot.pages.faces import TWINS
from bot.pages.layout import Layout, components
from bot.pages.page import Button, Page, Row
from localcord import Localcord, Person
from localcord.api import Outage
from localcord.interactions import AnswerKind
from tests.bot.answering import Answering, Way, Work, page, seen
from tests.bot.catalogues import language
from tests.clock import Clock
from tests.localcord.bot import Use

SECRET = "roll 1 2 3 4 5"

BEFORE: dict[Way, list[tuple[str, str]]] = {
    "command": [],
    "public": [("public", "table")],
    "private": [("private", "panel")],
}

REFUSED = Page((Row((Button("x" * 81, "f1|press|0|0|"),)),), accent=0)
"""A page with a label that's too long for Discord."""


@pytest.fixture(params=["at once", "deferred"])
def is_deferred(request: pytest.FixtureRequest) -> bool:
    return bool(request.param == "deferred")


async def answered(client: Answering, ana: Person, way: Way, work: Work, *, is_deferred: bool) -> None:
    """Ana asks, and gets the answer at once or after the interaction was acknowledged."""
    gate = asyncio.Event()

    async def slow(interaction: Use) -> Reply:
        await gate.wait()
        return await work(interaction)

    client.work = slow if is_deferred else work
    with pytest.MonkeyPatch.context() as patch:
        if is_deferred:
            patch.setattr(bot.interactions.interactions, "ANSWER_WITHIN_SECONDS", 0)
        opened = await client.asked(ana, way)
    if is_deferred:
        assert opened.callback_type in {AnswerKind.DEFERRED_MESSAGE, AnswerKind.DEFERRED_UPDATE}
    assert not opened.failed
    gate.set()
    await client.answered()


def giving(answer: Reply) -> Work:
    async def work(_interaction: Use) -> Reply:
        return answer

    return work


def failing(error: Exception) -> Work:
    async def work(_interaction: Use) -> Reply:
        raise error

    return work


HAND, BOARD = page("hand @everyone"), page("board @everyone")
SHOWN: list[tuple[Reply, list[tuple[str, str]], tuple[Way, ...]]] = [
    (Private(HAND), [("private", "hand @everyone")], ("command", "public", "private")),
    (
        Public(BOARD, aside=Private(HAND)),
        [("public", "board @everyone"), ("private", "hand @everyone")],
        ("command", "public", "private"),
    ),
    (Public(BOARD), [("public", "board @everyone")], ("public", "private")),
    (NoAnswer(), [], ("public", "private")),
    (Sentence("Not @everyone."), [("private", "Not @everyone.")], ("command", "public", "private")),
]


@pytest.mark.parametrize(
    ("answer", "shown", "way"),
    [
        pytest.param(answer, shown, way, id=f"{way}-{type(answer).__name__}")
        for answer, shown, ways in SHOWN
        for way in ways
    ],
)
async def test_an_answer_is_a_new_message_or_takes_the_place_of_the_private_one_clicked_on_and_pings_nobody(
    client: Answering, local: Localcord, ana: Person, *, answer: Reply, shown: list[tuple[str, str]], way: Way,
    is_deferred: bool,
) -> None:  # fmt: skip
    ben = local.person("Ben")
    await client.prepare(ana, way)
    await answered(client, ana, way, giving(answer), is_deferred=is_deferred)

    before = [] if isinstance(answer, Private) and way == "private" else BEFORE[way]
    assert sorted(seen(ana)) == sorted([*before, *shown])
    assert {kind for kind, _ in seen(ben)} <= {"public"}
    assert ben.pings == []


@pytest.mark.parametrize("is_alone", [True, False], ids=["alone", "beside a public one"])
@pytest.mark.parametrize("way", BEFORE)
async def test_a_private_page_can_be_repainted_and_it_is_told_where_a_public_one_stands(
    client: Answering, ana: Person, way: Way, *, is_alone: bool, is_deferred: bool
) -> None:
    posted: dict[str, Posted] = {}
    lost: list[str] = []

    def noting(name: str) -> dict[str, Any]:
        async def note(where: Posted) -> None:
            posted[name] = where

        return {"on_posted": note, "on_lost": lambda: lost.append(name)}

    hand = Private(page("hand"), **noting("hand"))
    answer = hand if is_alone else Public(page("board"), aside=hand, **noting("board"))
    await client.prepare(ana, way)
    await answered(client, ana, way, giving(answer), is_deferred=is_deferred)
    handle: Any = posted["hand"].handle  # discord.py's types know only numbers here
    repainted = Layout(components(page("repainted"), TWINS, {}))
    await client.webhook(posted["hand"].token).edit_message(handle, view=repainted)

    shown = {message["id"]: text for message, (_, text) in zip(ana.messages(), seen(ana), strict=True)}
    assert {name: shown[str(where.message_id)] for name, where in posted.items()} == (
        {"hand": "repainted"} if is_alone else {"hand": "repainted", "board": "board"}
    )
    assert lost == []


async def test_a_refusal_is_a_sentence_in_ones_language(
    client: Answering, local: Localcord, tmp_path: Path, is_deferred: bool
) -> None:
    refusal = failing(NotAllowed("You need at least {least} players to start.", least=2))
    with language(tmp_path, "fr", {"You need at least {least} players to start.": "Il faut {least} joueurs."}):
        await answered(client, local.person("Anouk", locale="fr"), "command", refusal, is_deferred=is_deferred)
    await answered(client, local.person("Ana"), "command", refusal, is_deferred=is_deferred)

    assert seen(local.person("Anouk")) == [("private", "Il faut 2 joueurs.")]
    assert seen(local.person("Ana")) == [("private", "You need at least 2 players to start.")]


@pytest.mark.parametrize("way", BEFORE)
async def test_a_fault_of_ours_is_answered_with_a_reference_that_the_log_has(
    client: Answering, ana: Person, way: Way, caplog: pytest.LogCaptureFixture
) -> None:
    await client.prepare(ana, way)
    await answered(client, ana, way, failing(ValueError(SECRET)), is_deferred=False)

    *before, (kind, sentence) = seen(ana)
    reference = sentence.partition("(reference ")[2][:6]
    assert (before, kind) == (BEFORE[way], "private")
    assert sentence.startswith("Something went wrong (reference ")
    assert f"reference {reference}: ValueError at " in caplog.text
    assert SECRET not in sentence + caplog.text


async def test_a_page_that_discord_refuses_is_a_fault_of_ours_and_is_lost(client: Answering, ana: Person) -> None:
    lost: list[str] = []
    await client.do(ana, "command", Private(REFUSED, on_lost=lambda: lost.append("hand")))

    ((kind, sentence),) = seen(ana)
    assert (kind, sentence.partition(" (")[0]) == ("private", "Something went wrong")
    assert lost == ["hand"]


@pytest.mark.parametrize(
    ("buys_time", "apologises", "line"),
    [
        (False, False, "an interaction was gone before its answer"),
        (True, False, "an interaction was gone before its answer"),
        (False, True, "no answer possible"),
    ],
    ids=["an answer", "no time could be bought", "an apology"],
)
async def test_what_comes_too_late_is_done_to_its_end_and_the_handler_hears_that_its_answer_was_lost(
    client: Answering, local: Localcord, ana: Person, clock: Clock, *, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture, buys_time: bool, apologises: bool, line: str,
) -> None:  # fmt: skip
    lost: list[str] = []
    gate = asyncio.Event()

    async def slow(interaction: Use) -> Reply:
        clock.now += 4
        local.clock_moved()
        await gate.wait()
        if apologises:
            await apologise(interaction, ValueError(SECRET))
        aside = Private(page(SECRET), on_lost=lambda: lost.append("hand"))
        return Public(page(SECRET), aside=aside, on_lost=lambda: lost.append("board"))

    if buys_time:
        monkeypatch.setattr(bot.interactions.interactions, "ANSWER_WITHIN_SECONDS", 0)
    client.work = slow
    opened = await client.asked(ana, "command")
    gate.set()
    await client.answered()

    assert opened.failed
    assert lost == ["board", "hand"]
    labels = {"kind": "command", "outcome": "lost"}
    assert client.metrics.registry.get_sample_value("finte_interactions_total", labels) == 1
    assert f"{line}: NotFound (HTTP 404, code 10062)" in caplog.text
    assert SECRET not in caplog.text


class Happening(Outage):
    """Does something right before the next answer arrives."""

    def __init__(self, act: Callable[[], None]) -> None:
        super().__init__("POST", "/callback", 0, is_done=True)
        self._act = act

    def hits(self, request: web.Request) -> bool:
        if super().hits(request):
            self._act()
        return False


@pytest.mark.parametrize("when", ["before the answer", "before a late answer", "before time is bought"])
async def test_a_click_on_a_panel_that_is_gone_gets_a_new_one(
    client: Answering, local: Localcord, ana: Person, when: str
) -> None:
    posted: list[str] = []

    async def note(where: Posted) -> None:
        posted.append(str(where.message_id))

    def dismiss() -> None:
        for panel in ana.messages():
            ana.dismiss(panel)

    async def replaced(_interaction: Use) -> Reply:
        if when != "before time is bought":
            dismiss()
        return Private(page("hand"), note)

    await client.prepare(ana, "private")
    if when == "before time is bought":
        local.api.outages.append(Happening(dismiss))
    await answered(client, ana, "private", replaced, is_deferred=when != "before the answer")

    assert seen(ana) == [("private", "hand")]
    assert posted == [ana.messages()[0]["id"]]


@pytest.mark.usefixtures("retried_at_once")
@pytest.mark.parametrize(
    ("way", "kind"),
    [
        ("command", "Private"),
        ("private", "Private"),
        ("command", "Public"),
        ("public", "Sentence"),
        ("public", "NoAnswer"),
    ],
)
async def test_an_answer_that_arrived_without_a_word_of_it_is_no_fault(
    client: Answering, local: Localcord, ana: Person, *, way: Way, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    posted: list[str] = []

    async def note(where: Posted) -> None:
        posted.append(str(where.message_id))

    answers: dict[str, Reply] = {
        "Private": Private(page("hand"), note),
        "Public": Public(page("board"), note),
        "Sentence": Sentence("Done."),
        "NoAnswer": NoAnswer(),
    }
    await client.prepare(ana, way)
    local.fail_next("POST", "/callback", is_done=True)
    await client.do(ana, way, answers[kind])

    assert [request.code for request in local.requests if request.code] == [40060]
    assert posted == ([ana.messages()[-1]["id"]] if kind in {"Private", "Public"} else [])
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []
