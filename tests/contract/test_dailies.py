"""A daily match's pages fit onto a message at any moment, and tell its player nothing that their view doesn't."""

from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import strategies as st

from bot.matches.dailies import decisions
from bot.matches.match import Match, replay_of
from bot.matches.reviews import past_of
from bot.pages.page import Page, Text
from bot.store.dailies import Ranked, Try
from bot.tables.periods import DailyScore, Field, Run
from bot.words import ENGLISH, words
from cogs.catalogue import GAME_UIS
from cogs.commands.digest import BestMove, digest_page
from cogs.table.daily import DailyOutcome, ServerDay, best_page
from games.catalogue import GAMES
from games.core import CHANCE, Game, Move, Seat, replay
from games.review import Rival
from tests.contract.strategies import anything, every_game
from tests.contract.test_rendering import LANGUAGES, LONGEST_NOTICE, SHOWS, check, pages, settled, table_of
from tests.pages import as_text

PLAYER = Seat(0)
DAY = 20_833
LONG_NAME = "W" * 32


@st.composite
def dailies(draw: st.DrawFn, game: Game[Any, Any], *, to_the_end: bool = False) -> tuple[Match, list[Move]]:
    """A daily match at any moment, or at its end, with random play; and its log."""
    daily = GAMES[game.key].daily
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    state = game.start(daily.seats, daily.options)
    log: list[Move] = []
    left = 10_000 if to_the_end else draw(st.integers(0, 150))
    while state.to_act and left:
        seat = rng.choice(sorted(state.to_act))
        legal = state.view(seat).legal_actions
        action = state.sample_chance(rng) if seat == CHANCE else legal[int(len(legal) * rng.random() ** 3)]
        log.append(Move(seat, action.to_text()))
        state = state.apply(seat, action).state
        left -= 1
    table = replace(table_of(game, daily.seats, dict(daily.options), "over" if state.outcome else "playing"), day=DAY)
    return Match(table, state if to_the_end else settled(state, rng)), log


def page_of(match: Match, language: str, show: str = "") -> Page:
    """The page of the match's player."""
    return pages().panel(match, match.table.host_id, language, show)


@every_game
@anything
def test_discord_takes_every_page_of_a_daily_match(game: Game[Any, Any], data: st.DataObject) -> None:
    match, _ = data.draw(dailies(game))

    for language in LANGUAGES:
        check(page_of(match, language, data.draw(SHOWS)).with_notice(LONGEST_NOTICE))


@every_game
@anything
def test_the_page_begins_with_the_decision_and_says_nothing_twice(game: Game[Any, Any], data: st.DataObject) -> None:
    end, log = data.draw(dailies(game, to_the_end=True))
    turns = [at for at, move in enumerate(log) if move.seat == PLAYER]
    state = replay(game, GAMES[game.key].daily.seats, end.table.options, log[: data.draw(st.sampled_from(turns))])
    match = Match(replace(end.table, phase="playing"), state)
    panel = GAME_UIS[game.key].panel(match.table, match.view(PLAYER), ENGLISH, "")

    page = page_of(match, "en-US")

    assert as_text(page.parts).startswith(f"#{as_text(panel).splitlines()[0]}\n")
    lines = [line for part in page.parts if isinstance(part, Text) for line in part.content.splitlines()]
    assert len({*lines}) == len(lines)


@every_game
@anything
def test_the_page_knows_no_more_than_its_player(game: Game[Any, Any], data: st.DataObject) -> None:
    match, _ = data.draw(dailies(game))
    other = game.redeal(match.view(PLAYER), Random(data.draw(st.integers(0, 1000))))

    assert page_of(replace(match, state=other), "en-US") == page_of(match, "en-US")


@every_game
@anything
def test_discord_takes_every_page_around_a_daily_match(game: Game[Any, Any], data: st.DataObject) -> None:
    match, log = data.draw(dailies(game, to_the_end=True))
    assert match.state is not None
    assert match.state.outcome is not None
    score = DailyScore(match.state.outcome.places[0], match.state.outcome.scores[0])
    line = decisions(match.table, log)
    tried = Try(DAY, game.key, 1, 1, score)
    at = data.draw(st.integers(-1, len(line)))
    ui = GAME_UIS[game.key]
    decision = data.draw(st.sampled_from(past_of(match.table, log, PLAYER, ()).decisions))
    seen = replay_of(match.table, log[: decision.number]).view(None)
    best = BestMove(match.table, 1, decision, seen, Rival("", -0.4, 0.01))
    for language in LANGUAGES:
        say = words(language)
        shown = DailyOutcome(
            day=DAY,
            game=game.key,
            score=score,
            seen=ui.board(match.table, match.view(None), say),
            field=Field(10, 2, 3),
            streak=Run(400, 30),
            best=[Ranked(number, LONG_NAME, DailyScore(1, 99)) for number in range(5)],
            reader_id=1,
            is_today=True,
            game_uis=GAME_UIS,
            say=say,
        )
        check(shown.page())
        check(shown.public(LONG_NAME))
        check(best_page(tried, score, (match.table, line), at=at, name=LONG_NAME, ui=ui, say=say))
        here = ServerDay(Run(400, 30), dict.fromkeys(range(99), LONG_NAME))
        check(digest_page(DAY, here, best, ui, say))
