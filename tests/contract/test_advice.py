"""Whole lessons: the aim comes first, advised moves are blue, advice is sound, and ignored advice is discussed."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from bot.matches.match import LastAction, Match
from bot.matches.play import THEN
from bot.pages.custom_id import CustomId
from bot.pages.page import Button, Page, Row, Text
from bot.words import ENGLISH, LOCALE, words
from cogs.catalogue import GAME_UIS
from cogs.parts.names import sitter_name
from cogs.table.lesson_page import NEWS, taught
from games.bluff.actions import Bid
from games.cards import Play, colour_of, taker
from games.catalogue import GAMES
from games.core import CHANCE, Action, Seat
from games.tuecke.actions import Take
from games.tuecke.computer import promise
from games.tuecke.scoring import Pile, counts_of
from games.volltreffer.computer import is_welcome
from games.volltreffer.table import TRICK
from games.volltreffer.track import advance
from tests.contract.test_rendering import pages, table_of
from tests.pages import as_text

LEARNER = Seat(0)
LESSONS = 100
LEAST_UNWELCOME = 20
"""Lessons of a hundred in which the learner should avoid at least one trick."""

every_game = pytest.mark.parametrize("game", GAMES)

Learner = Callable[[Any, Action], Action]
"""Chooses the learner's action, from the view and the advice."""


def obedient(_: Any, advised: Action) -> Action:  # noqa: ANN401 - any game's view
    """Follows the advice."""
    return advised


def contrary(view: Any, advised: Action) -> Action:  # noqa: ANN401 - any game's view
    """Does anything except what was advised, if possible."""
    return next((action for action in reversed(view.legal_actions) if action != advised), advised)


def lesson(game: str, seed: int, learner: Learner) -> Iterator[Match]:
    """Every page of a lesson: each decision of its learner, and the end."""
    rules, rng, ui = GAMES[game].game, Random(seed), GAME_UIS[game]
    seats, options = rules.seats.start, ui.lesson_options
    state, chosen = rules.start(seats, options), None
    table = replace(table_of(rules, seats, dict(options), "playing"), is_lesson=True)
    while state.to_act and not ui.has_taught(state.view(LEARNER)):
        seat = min(state.to_act)
        if seat == CHANCE:
            action = state.sample_chance(rng)
        elif seat == LEARNER:
            yield Match(table, state, choice=chosen)
            view = state.view(LEARNER)
            action = learner(view, ui.advice(view))  # type: ignore[arg-type]
            chosen = LastAction(view, action)
        else:
            action = GAMES[game].computers[ui.lesson_level](state.view(seat), rng)
        state = state.apply(seat, action).state
    over = replace(table, phase="over" if state.outcome else "playing")
    yield Match(over, state, choice=chosen)


@cache
def shown(game: str, seed: int, learner: Learner) -> tuple[Match, ...]:
    return tuple(lesson(game, seed, learner))


def page(match: Match, language: str = "en-US", show: str = "") -> Page:
    return pages().panel(match, match.table.host_id, language, show)


def after_the_move(match: Match, language: str = "en-US") -> str:
    """The page that answers the learner's latest move, or `/learn`: the news, if there are any."""
    return as_text(page(match, language, NEWS).parts)


def blue(shown_page: Page) -> list[str]:
    """The actions of a page's blue buttons."""
    rows = (part.buttons for part in shown_page.parts if isinstance(part, Row))
    every = [button for buttons in rows for button in buttons if isinstance(button, Button)]
    found = [CustomId.from_text(button.custom_id) for button in every if button.style == "primary"]
    return [custom_id.text.split(THEN)[0] for custom_id in found if custom_id and custom_id.verb in {"play", "show"}]


@every_game
@pytest.mark.parametrize("language", ["en-US", *sorted(folder.name for folder in LOCALE.iterdir() if folder.is_dir())])
def test_a_lesson_begins_with_its_aim_whoever_begins(game: str, language: str) -> None:
    say = words(language)
    for seed in range(12):
        first, second, *_ = shown(game, seed, obedient)

        aim = as_text((Text(GAME_UIS[game].aim(first.view(LEARNER), say)),))
        assert aim in after_the_move(first, language)
        assert aim not in as_text(page(first, language).parts)
        assert aim not in after_the_move(second, language)


@pytest.mark.parametrize(
    ("game", "rule"),
    [
        ("bluff", "counts as every number"),
        ("faehrte", "**Plus** round take many tricks, in a **Minus** round few"),
        ("tuecke", "many cards in **two** colours"),
        ("volltreffer", "be on 61 to 70 at the end of the round"),
    ],
)
def test_the_aim_has_the_rule_that_one_cannot_do_without(game: str, rule: str) -> None:
    assert rule in GAME_UIS[game].aim(shown(game, 1, obedient)[0].view(LEARNER), ENGLISH)


@every_game
def test_no_move_is_blue_but_the_advised_one(game: str) -> None:
    for seed in range(6):
        for match in shown(game, seed, obedient)[:-1]:
            advised = GAME_UIS[game].advice(match.view(LEARNER))
            assert advised is not None
            text = advised.to_text()
            assert set(blue(page(match))) <= {text, text.partition(" ")[2]}


@pytest.mark.slow
@every_game
def test_the_advised_move_is_blue(game: str) -> None:
    every = [match for seed in range(12) for match in shown(game, seed, obedient)[:-1]]
    marked = [match for match in every if blue(page(match))]

    assert marked == every


@every_game
def test_advice_that_was_followed_is_not_taken_up(game: str) -> None:
    for seed in range(6):
        for match in shown(game, seed, obedient):
            if match.choice:
                last = match.choice
                assert not GAME_UIS[game].move_feedback(
                    match.table, last.view, last.action, match.view(LEARNER), ENGLISH
                )


@every_game
def test_advice_that_was_not_followed_is_taken_up(game: str) -> None:
    """Some choices have no consequence to discuss: a trick that nobody took, a row whose order hardly matters."""
    against = taken_up = 0
    for seed in range(6):
        for match in shown(game, seed, contrary):
            if match.choice and match.choice.action != GAME_UIS[game].advice(match.choice.view):
                against += 1
                taken_up += "**Looking back:**" in after_the_move(match)

    assert against
    assert taken_up >= against * 9 // 10


@pytest.mark.parametrize("game", ["faehrte", "volltreffer"])
def test_a_trick_is_only_called_missed_or_unwanted_if_the_advised_card_would_have_made_a_difference(game: str) -> None:
    """As far as one can know: with another colour led, the others would have played other cards."""
    blamed = spared = 0
    for seed in range(12):
        for match in shown(game, seed, contrary):
            if match.choice is None or not isinstance(match.choice.action, Play):
                continue
            before, played, view = match.choice.view, match.choice.action.card, match.view(LEARNER)
            advised = GAME_UIS[game].advice(before)
            assert isinstance(advised, Play)
            told = GAME_UIS[game].move_feedback(match.table, before, Play(played), view, ENGLISH)
            trick, place = [*view.table.last_trick.cards], len(before.table.trick)
            took = view.table.last_trick.winner == LEARNER
            trick[place] = advised.card
            would_take = taker(trick, colour_of(trick[0]), before.table.trump) == place
            is_new_lead = not place and colour_of(played) != colour_of(advised.card)
            if "You missed a trick" in told or "You took a trick you didn't want" in told:
                assert is_new_lead or would_take != took
                blamed += 1
            if "would have taken the trick too" in told or "wouldn't have taken the trick either" in told:
                assert not is_new_lead
                assert would_take == took == ("too" in told)
                spared += 1

    assert blamed
    assert spared


@every_game
def test_what_is_taken_up_tells_nothing_that_a_learner_cannot_know(game: str) -> None:
    for match in shown(game, 3, contrary):
        if match.choice:
            view = match.view(LEARNER)
            other = GAMES[game].game.redeal(view, Random(7)).view(LEARNER)
            last, after = match.choice, GAME_UIS[game].move_feedback
            assert after(match.table, last.view, last.action, other, ENGLISH) == after(
                match.table, last.view, last.action, view, ENGLISH
            )


@every_game
@pytest.mark.parametrize("learner", [obedient, contrary])
def test_the_teacher_never_speaks_of_the_learner_by_name(game: str, learner: Learner) -> None:
    for seed in range(6):
        for match in shown(game, seed, learner):
            name = sitter_name(match.table.sitters[LEARNER], ENGLISH)
            said = (*taught(match.table, match.view(LEARNER), GAME_UIS[game], ENGLISH), _looked_back(game, match))
            assert name not in "\n".join(said)


def _looked_back(game: str, match: Match) -> str:
    """What the teacher says of the learner's latest choice."""
    last = match.choice
    if last is None:
        return ""
    return GAME_UIS[game].move_feedback(match.table, last.view, last.action, match.view(LEARNER), ENGLISH)


@every_game
def test_the_end_of_a_lesson_names_no_winner(game: str) -> None:
    title, *_ = as_text(page(shown(game, 1, obedient)[-1]).parts).splitlines()

    assert title == f"## {ENGLISH(GAME_UIS[game].title)} · the lesson is over"


@pytest.mark.parametrize("game", ["bluff", "faehrte", "tuecke", "volltreffer"])
@pytest.mark.parametrize("learner", [obedient, contrary])
def test_what_a_move_has_ended_is_a_page_of_its_own(game: str, learner: Learner) -> None:
    news = 0
    for seed in range(6):
        for match in shown(game, seed, learner)[1:-1]:
            after, asked = page(match, show=NEWS), as_text(page(match).parts)
            *told, last = after.parts
            if as_text(after.parts) == asked:
                continue
            news += 1
            assert as_text((last,)) == "[Go on !] [Start again]"
            assert asked.splitlines()[0] not in as_text(after.parts)
            assert as_text(told).splitlines()[0] not in asked

    assert news


def doubts(match: Match) -> int:
    """How often the learner has doubted."""
    return sum(ended.lifted.doubter == LEARNER for ended in match.view(LEARNER).table.ended)


def test_in_bluff_one_who_follows_the_advice_doubts_before_the_lesson_is_over() -> None:
    for seed in range(LESSONS):
        *_, end = lesson("bluff", seed, obedient)

        assert doubts(end)
        assert end.view(LEARNER).outcome or end.view(LEARNER).rounds_over >= 2


def test_in_bluff_the_lesson_goes_on_until_its_learner_has_doubted() -> None:
    def bids(view: Any, advised: Action) -> Action:  # noqa: ANN401 - any game's view
        return advised if isinstance(advised, Bid) else view.legal_actions[0]

    for seed in range(20):
        *_, end = lesson("bluff", seed, bids)

        assert doubts(end) or end.view(LEARNER).outcome


@pytest.mark.parametrize("language", ["en-US", "de", "fr"])
def test_why_a_doubt_costs_so_many_dice_is_said_in_a_lesson_too(language: str) -> None:
    for seed in range(6):
        for match in shown("bluff", seed, obedient)[1:]:
            lift = match.view(LEARNER).table.last_lift
            if match.choice and lift and lift != match.choice.view.table.last_lift and lift.count != lift.bid.quantity:
                more, less = max(lift.count, lift.bid.quantity), min(lift.count, lift.bid.quantity)
                assert f"{more} − {less} = {more - less}" in after_the_move(match, language)


def test_in_volltreffer_the_zone_is_within_reach() -> None:
    def is_unwelcome(match: Match) -> bool:
        table = match.view(LEARNER).table
        return table.phase == "play" and not is_welcome(table, LEARNER)

    unwelcome = [seed for seed in range(LESSONS) if any(map(is_unwelcome, lesson("volltreffer", seed, obedient)))]

    assert GAME_UIS["volltreffer"].lesson_options["start"] < 61  # below the zone, so there's something to play for
    assert len(unwelcome) >= LEAST_UNWELCOME


@pytest.mark.slow
def test_in_tuecke_the_advice_says_what_the_teachers_own_figure_says() -> None:
    costly = safe = 0
    for seed in range(LESSONS):
        for match in lesson("tuecke", seed, obedient):
            view = match.view(LEARNER)
            advised = GAME_UIS["tuecke"].advice(view)
            if not isinstance(advised, Play) or view.playable.bit_count() == 1:
                continue
            told, worth = GAME_UIS["tuecke"].coach(match.table, view, advised, ENGLISH)[-1], promise(view, advised.card)
            costs, takes_nothing = "cost" in told and "something here" in told, "it will take nothing" in told
            assert costs == (worth < 0)
            assert not takes_nothing or worth == 0
            assert "harm" not in told
            costly, safe = costly + costs, safe + takes_nothing

    assert costly
    assert safe


def test_in_tuecke_piles_start_only_while_there_is_one_at_most() -> None:
    starts = worthless = 0
    for seed in range(12):
        for match in shown("tuecke", seed, contrary)[:-1]:
            view = match.view(LEARNER)
            advised = GAME_UIS["tuecke"].advice(view)
            if not isinstance(advised, Take):
                continue
            told = GAME_UIS["tuecke"].coach(match.table, view, advised, ENGLISH)[-1]
            after = Pile(counts_of(view.taken | advised.cards), view.table.round.kept[LEARNER])
            assert ("the best start for your piles" in told) == (len(after.open) == 1)
            starts, worthless = starts + (len(after.open) == 1), worthless + (" = **0**" in told)

    assert starts
    assert worthless


def test_in_volltreffer_a_trick_into_the_zone_is_said_to_lead_there() -> None:
    said = set()
    for seed in range(12):
        for match in shown("volltreffer", seed, obedient)[:-1]:
            table = match.view(LEARNER).table
            if table.phase == "play":
                told = "\n".join(taught(match.table, match.view(LEARNER), GAME_UIS["volltreffer"], ENGLISH))
                is_there = advance(table.markers[LEARNER], TRICK) in table.zone
                assert is_there == ("into 61–70" in told or "still inside 61–70" in told)
                said.add(is_there)

    assert said == {True, False}
