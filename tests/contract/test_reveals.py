"""The pages while a round's result is up, in every game: they fit, and give nothing away about the next round."""

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import assume
from hypothesis import strategies as st

from bot.matches.match import Match
from bot.pages.custom_id import CustomId
from bot.tables.table import RevealPause
from games.core import CHANCE, Game
from tests.contract.strategies import anything, every_game, playthroughs
from tests.contract.test_rendering import LANGUAGES, LONGEST_NOTICE, check, match_of, pages, panels
from tests.pages import enabled

pytestmark = pytest.mark.slow


def held(game: Game[Any, Any], data: st.DataObject) -> Match:
    """A match whose last round has just been scored."""
    played = data.draw(playthroughs(game, finished=True))
    scored = [
        after
        for before, after in pairwise(played.states)
        if after.view(None).rounds_over > before.view(None).rounds_over and CHANCE in after.to_act
    ]
    assume(scored)
    match = match_of(played, data.draw(st.sampled_from(scored)))
    return replace(match, table=replace(match.table, hold=RevealPause(2**33)))


@every_game
@anything
def test_discord_takes_the_pages_of_a_result(game: Game[Any, Any], data: st.DataObject) -> None:
    match = held(game, data)

    check(pages().board(match))
    for language in LANGUAGES:
        for page in panels(match, language, "").values():
            check(page.with_notice(LONGEST_NOTICE))


@every_game
@anything
def test_a_panel_offers_nothing_but_to_go_on_and_to_look_back(game: Game[Any, Any], data: st.DataObject) -> None:
    match = held(game, data)

    for page in panels(match, "en-US", "").values():
        assert [CustomId.from_text(text) for text in enabled(page.parts)] == [
            CustomId("go", match.table.id, match.decision),
            CustomId("story", match.table.id),
            CustomId("rules", text=match.table.game),
        ]


@every_game
@anything
def test_no_page_of_a_result_knows_what_comes(game: Game[Any, Any], data: st.DataObject) -> None:
    match = held(game, data)
    assert match.state is not None

    board, mine = pages().board(match), panels(match, "en-US", "")
    for seat, page in mine.items():
        other = replace(match, state=game.redeal(match.state.view(seat), Random(3)))
        assert panels(other, "en-US", "")[seat] == page
        assert pages().board(other) == board
