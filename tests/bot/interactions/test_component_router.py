"""Reading a custom_id, whatever a client sends, and finding its handler."""

from contextlib import nullcontext

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.interactions.interactions import Click, ComponentRouter, Private, Reply, Sentence
from bot.pages.custom_id import CustomId
from bot.pages.page import Page, Select, SelectOption
from localcord import Person
from tests.bot.answering import Answering, seen

IDS = st.builds(
    CustomId,
    verb=st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=12),
    match_id=st.integers(0, 10**9 - 1),
    decision=st.integers(0, 10**6 - 1),
    text=st.text(st.characters(exclude_characters="|"), max_size=80),
)


@settings(max_examples=30)
@given(IDS)
def test_a_custom_id_says_what_was_written(custom_id: CustomId) -> None:
    assert CustomId.from_text(custom_id.to_text()) == custom_id


def test_a_custom_id_is_short_and_anything_else_is_none() -> None:
    assert CustomId("play", 12345, 67, "bid 7x4").to_text() == "f1|play|12345|67|bid 7x4"
    for text in (
        "",
        "play",
        "f1|play|1|2",
        "f0|play|1|2|lift",
        "f1|PLAY|1|2|lift",
        "f1|play|-1|2|lift",
        "f1|play|1|2|lift|",
        " f1|play|1|2|lift",
        f"f1|play|{10**9}|2|lift",
        f"f1|play|1|2|{'x' * 81}",
    ):
        assert CustomId.from_text(text) is None, text


class Noting:
    """A handler that notes its clicks."""

    def __init__(self) -> None:
        self.clicks: list[Click] = []

    async def __call__(self, click: Click) -> Reply:
        self.clicks.append(click)
        return Sentence("Done.")


@pytest.fixture
def noting(client: Answering) -> Noting:
    """The handler of the verb `press`."""
    noting, router = Noting(), ComponentRouter(lambda _match_id, _user_id: nullcontext())
    router.on("press", noting)
    client.react = router.clicked
    return noting


async def test_a_click_goes_to_whoever_answers_its_verb_with_what_was_chosen(
    client: Answering, noting: Noting, ana: Person
) -> None:
    await client.prepare(ana, "public")
    await ana.raw_click(ana.messages()[-1], "f1|press|12|34|bid 2x3")
    which = CustomId("press").to_text()
    await client.do(ana, "command", Private(Page((Select("Which?", which, (SelectOption("high", "1"),)),), accent=0)))
    await ana.select(ana.messages()[-1], which, ["1"])

    button, select = noting.clicks
    assert (button.id, button.chosen) == (CustomId("press", 12, 34, "bid 2x3"), "")
    assert (select.id, select.chosen) == (CustomId("press"), "1")
    assert {str(click.interaction.user.id) for click in noting.clicks} == {ana.id}
    assert seen(ana)[-1] == ("private", "Done.")


@pytest.mark.parametrize("custom_id", ["f1|cheat|1|2|", "press"])
async def test_a_button_that_nobody_knows_gets_a_sentence(
    client: Answering, noting: Noting, ana: Person, custom_id: str
) -> None:
    await client.prepare(ana, "public")
    await ana.raw_click(ana.messages()[-1], custom_id)

    assert noting.clicks == []
    assert seen(ana)[-1] == ("private", "This button no longer works. Type /table to get your table back.")
