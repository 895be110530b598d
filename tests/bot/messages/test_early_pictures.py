"""While a result is being stored, the pictures of the panels at its table are begun."""

import pytest

from bot.matches.match import Match
from bot.messages.panels import PicturePrefetch
from bot.messages.renderer import PageRenderer
from bot.pages.page import Page
from tests.bot.answering import Answering
from tests.bot.hands import Hand
from tests.bot.people import BEN
from tests.drawings import Patch, pictured

PAINT = {"en-US": "red", "de": "blue"}


class Noting(PageRenderer):
    """A studio that only notes what is begun: the colour of the page, and whether it's urgent."""

    def __init__(self) -> None:
        super().__init__()
        self.begun: list[tuple[str, bool]] = []

    def begin(self, page: Page, *, is_urgent: bool) -> None:
        for drawing in page.drawings:
            assert isinstance(drawing, Patch)
            self.begun.append((drawing.colour, is_urgent))


@pytest.fixture
def renderer() -> Noting:
    return Noting()


@pytest.fixture
def early(hand: Hand, client: Answering, renderer: Noting) -> PicturePrefetch:
    def draw_page(_match: Match, _user_id: int, language: str, _show: str) -> Page:
        return pictured(PAINT[language])

    return PicturePrefetch(renderer, client.preferences, hand.panels, draw_page)


async def match_of(hand: Hand) -> Match:
    return await hand.matches.get(hand.match_id)


async def test_a_panels_pictures_are_begun_in_its_language(
    hand: Hand, early: PicturePrefetch, renderer: Noting
) -> None:
    await hand.click(language="de")
    early.begin(await match_of(hand))

    assert renderer.begun == [("blue", False)]


async def test_pictures_that_an_answer_waits_for_are_urgent(
    hand: Hand, early: PicturePrefetch, renderer: Noting
) -> None:
    await hand.click()
    with hand.panels.answering(hand.match_id, BEN.user_id):
        early.begin(await match_of(hand))

    assert renderer.begun == [("red", True)]


async def test_without_a_panel_nothing_is_begun(hand: Hand, early: PicturePrefetch, renderer: Noting) -> None:
    early.begin(await match_of(hand))

    assert renderer.begun == []


async def test_nothing_is_begun_for_somebody_who_wants_no_pictures(
    hand: Hand, early: PicturePrefetch, renderer: Noting, client: Answering, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hand.click()
    monkeypatch.setattr(client.preferences, "likes_pictures", lambda _user_id: False)
    early.begin(await match_of(hand))

    assert renderer.begun == []
