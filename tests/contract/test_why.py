"""*Why not* gives a reason for everything that a panel shows greyed out, and the reason gives nothing away."""

import re
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from hypothesis import strategies as st

from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Page, Row
from bot.words import words
from cogs.catalogue import GAME_UIS
from games.core import Action, Game, IllegalAction, Seat, View
from tests.contract.strategies import anything, every_game, playthroughs
from tests.contract.test_rendering import LANGUAGES, SHOWS, check, match_of, panels, settled
from tests.pages import custom_ids

ENGINE_TEXT = re.compile(r"\b([rygbv][0-9]+|three:|four:|five:|[0-9]+x[1-5*]|[0-9]+ × [0-9])")
"""The engine's way of writing cards, melds and bids, which players mustn't see."""


def asks(page: Page) -> list[CustomId]:
    """The *Why not* buttons of a page."""
    every = [CustomId.from_text(text) for text in custom_ids(page.parts)]
    return [custom_id for custom_id in every if custom_id and custom_id.verb == "why"]


def is_barred(page: Page) -> bool:
    """Whether something on the page is shown greyed out."""
    rows = (part.buttons for part in page.parts if isinstance(part, Row))
    return any(button.disabled for buttons in rows for button in buttons if isinstance(button, Button))


def refusals(view: View[Any], actions: Iterable[Action]) -> Iterator[IllegalAction]:
    """The reasons why this seat can't take these actions, leaving out legal ones."""
    for action in actions:
        try:
            view.check(action)
        except IllegalAction as error:
            yield error


@every_game
@anything
def test_the_player_to_act_can_ask_why_something_is_not_allowed(game: Game[Any, Any], data: st.DataObject) -> None:
    played = data.draw(playthroughs(game))
    state = settled(played.state, Random(1))
    shown = panels(match_of(played, state), "en-US", data.draw(SHOWS))

    for seat in state.to_act:
        if is_barred(shown[seat]):
            assert asks(shown[seat])


@every_game
@anything
def test_every_why_has_an_answer_for_players_in_every_language(game: Game[Any, Any], data: st.DataObject) -> None:
    played = data.draw(playthroughs(game))
    state = settled(played.state, Random(1))
    show = data.draw(SHOWS)

    for language in LANGUAGES:
        for seat, page in panels(match_of(played, state), language, show).items():
            for asked in asks(page):
                told = GAME_UIS[game.key].why(state.view(seat), words(language), asked.text)
                assert told
                assert not ENGINE_TEXT.search(told)
                check(page.with_notice(told))


@every_game
@anything
def test_what_a_forged_move_is_told_reads_like_the_panel(game: Game[Any, Any], data: st.DataObject) -> None:
    played = data.draw(playthroughs(game))
    view = settled(played.state, Random(1)).view(Seat(0))

    for error in refusals(view, played.candidates):
        for language in LANGUAGES:
            assert not ENGINE_TEXT.search(GAME_UIS[game.key].refusal(error, words(language)))


@every_game
@anything
def test_no_reason_depends_on_what_its_reader_cannot_know(game: Game[Any, Any], data: st.DataObject) -> None:
    played = data.draw(playthroughs(game))
    state = settled(played.state, Random(1))
    rng = Random(data.draw(st.integers(0, 1000)))

    for seat in state.to_act:
        other = game.redeal(state.view(seat), rng)
        why, say = GAME_UIS[game.key].why, words("en-US")
        assert why(other.view(seat), say, "") == why(state.view(seat), say, "")
