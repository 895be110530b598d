"""Answers as Discord receives them: each kind, at once and deferred, to a command and to each kind of button."""

from typing import Any

import pytest

from bot.interactions.interactions import NoAnswer, Private, Public, Sentence
from bot.messages.sending import Posted
from bot.pages.faces import TWINS
from bot.pages.layout import Layout, components
from localcord import Localcord, Person
from tests.bot.answering import Answering, Way, page, seen
from tests.bot.interactions.asking import BEFORE, answered


@pytest.mark.parametrize("way", ["command", "public"])
async def test_a_private_page_is_a_new_message(client: Answering, ana: Person, way: Way, is_deferred: bool) -> None:
    await answered(client, ana, way, Private(page("hand")), is_deferred=is_deferred)

    assert seen(ana) == [*BEFORE[way], ("private", "hand")]


async def test_a_private_page_takes_the_place_of_the_one_clicked_on(
    client: Answering, ana: Person, is_deferred: bool
) -> None:
    await answered(client, ana, "private", Private(page("hand")), is_deferred=is_deferred)

    assert seen(ana) == [("private", "hand")]


@pytest.mark.parametrize("way", BEFORE)
async def test_a_public_page_comes_with_a_private_one(
    client: Answering, ana: Person, way: Way, is_deferred: bool
) -> None:
    answer = Public(page("board"), aside=Private(page("hand")))
    await answered(client, ana, way, answer, is_deferred=is_deferred)

    assert sorted(seen(ana)) == sorted([*BEFORE[way], ("public", "board"), ("private", "hand")])


@pytest.mark.parametrize("way", ["public", "private"])
async def test_a_public_page_may_come_alone(client: Answering, ana: Person, way: Way, is_deferred: bool) -> None:
    await answered(client, ana, way, Public(page("board")), is_deferred=is_deferred)

    assert seen(ana) == [*BEFORE[way], ("public", "board")]


@pytest.mark.parametrize("way", ["public", "private"])
async def test_a_click_may_be_noted_and_no_more(client: Answering, ana: Person, way: Way, is_deferred: bool) -> None:
    await answered(client, ana, way, NoAnswer(), is_deferred=is_deferred)

    assert seen(ana) == BEFORE[way]


@pytest.mark.parametrize("way", BEFORE)
async def test_a_sentence_is_for_the_one_who_asked(
    client: Answering, local: Localcord, ana: Person, way: Way, is_deferred: bool
) -> None:
    await answered(client, ana, way, Sentence("Not now."), is_deferred=is_deferred)

    assert seen(ana) == [*BEFORE[way], ("private", "Not now.")]
    assert ("private", "Not now.") not in seen(local.person("Ben"))


@pytest.mark.parametrize("way", BEFORE)
async def test_a_private_page_can_be_repainted(client: Answering, ana: Person, way: Way, is_deferred: bool) -> None:
    posted: list[Posted] = []

    async def note(where: Posted) -> None:
        posted.append(where)

    await answered(client, ana, way, Private(page("hand"), note), is_deferred=is_deferred)
    await repaint(client, posted)

    assert seen(ana)[-1] == ("private", "repainted")
    assert ana.messages()[-1]["id"] == str(posted[0].message_id)


@pytest.mark.parametrize("way", BEFORE)
async def test_a_private_page_beside_a_public_one_can_be_repainted(
    client: Answering, ana: Person, way: Way, is_deferred: bool
) -> None:
    posted: list[Posted] = []

    async def note(where: Posted) -> None:
        posted.append(where)

    answer = Public(page("board"), aside=Private(page("hand"), note))
    await answered(client, ana, way, answer, is_deferred=is_deferred)
    await repaint(client, posted)

    assert sorted(seen(ana)) == sorted([*BEFORE[way], ("public", "board"), ("private", "repainted")])


async def repaint(client: Answering, posted: list[Posted]) -> None:
    """Edits the one message that was posted, by its token."""
    (where,) = posted
    handle: Any = where.handle  # discord.py's types know only numbers here
    await client.webhook(where.token).edit_message(handle, view=Layout(components(page("repainted"), TWINS, {})))


@pytest.mark.parametrize("way", BEFORE)
async def test_where_a_public_page_stands_is_told(client: Answering, ana: Person, way: Way, is_deferred: bool) -> None:
    posted: list[Posted] = []

    async def note(where: Posted) -> None:
        posted.append(where)

    await answered(client, ana, way, Public(page("board"), note, Private(page("hand"))), is_deferred=is_deferred)

    (board,) = [message for message in ana.messages() if seen_of(ana, message["id"]) == ("public", "board")]
    assert [str(where.message_id) for where in posted] == [board["id"]]


def seen_of(person: Person, message_id: str) -> tuple[str, str]:
    """The kind and the text of one message on a person's screen."""
    ids = [message["id"] for message in person.messages()]
    return seen(person)[ids.index(message_id)]


@pytest.mark.parametrize("way", BEFORE)
async def test_no_answer_pings_anybody(client: Answering, local: Localcord, ana: Person, way: Way) -> None:
    ben = local.person("Ben")
    named = page(f"{ben.mention} @everyone")

    await answered(client, ana, way, Public(named, aside=Private(named)), is_deferred=False)

    assert ben.pings == []
