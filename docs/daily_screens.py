"""The gallery's screens of `/daily`: the deals of the day, a match, what it came to, and yesterday's best."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from time import time

from bot.interactions.client import Finte
from bot.matches.dailies import decisions, under_name
from bot.matches.match import Match, replay_of
from bot.matches.reviews import past_of
from bot.pages.page import Page
from bot.store.dailies import Ranked, Try
from bot.tables.periods import DailyScore, Field, Run, day_of
from bot.tables.table import Person, Place, Robot, Table, name_robots
from bot.words import words
from cogs.commands.digest import BestMove, digest_page
from cogs.table.daily import DailyOutcome, Overview, ServerDay, best_page
from games.catalogue import GAMES
from games.chance import chance_of
from games.core import CHANCE, Move, Seat
from games.daily import mind
from games.review import Rival
from games.sealed import KEY_BYTES, Seal

PageScreen = tuple[str, Callable[[Finte, str], Page], bool]
"""A screen's name, its page in a language, and whether it's shown on a phone as well."""

SEAL = Seal(bytes(KEY_BYTES), ())
LONG_NAME = "Maximiliane von der Wartburg"
FIELD = Field(worse=41, equal=2, better=20)
SHOWN_DECISION = 3
TODAY = day_of(int(time()))


def daily_screens(game: str) -> Iterator[PageScreen]:
    """The screens of one game; for the first one also the list of all games, on different days."""
    yield "daily-match", lambda bot, language: bot.pages.panel(_match(game, SHOWN_DECISION), 1, language), True
    yield "daily-result", lambda bot, language: _outcome(bot, language, game, FIELD).page(), True
    yield "daily-best", lambda bot, language: _best(bot, language, game), True
    yield "digest", lambda bot, language: _digest(bot, language, game), True
    if game == next(iter(GAMES)):
        yield "daily", lambda bot, language: _overview(bot, language, is_past=True).page(), True
        yield "daily-late", lambda bot, language: _overview(bot, language, is_past=False).page(), False
        yield "daily-first", lambda bot, language: _outcome(bot, language, game, Field()).page(), False
        yield "daily-shared", lambda bot, language: _outcome(bot, language, game, FIELD).public("Ana"), True


@cache
def _log(game: str) -> tuple[Move, ...]:
    """A whole daily match, in which the person plays like the computer players."""
    listing = GAMES[game]
    state = listing.game.start(listing.daily.seats, listing.daily.options)
    log: list[Move] = []
    while state.to_act:
        seat = min(state.to_act)
        if seat == CHANCE:
            action = state.sample_chance(chance_of(SEAL, sum(move.seat == CHANCE for move in log)))
        else:
            action = listing.computers[listing.daily.level](state.view(seat), mind(SEAL, len(log)))
        log.append(Move(seat, action.to_text()))
        state = state.apply(seat, action).state
    return tuple(log)


def _match(game: str, decision: int | None = None) -> Match:
    """The match at this decision of the person, or at its end."""
    listing = GAMES[game]
    state = listing.game.start(listing.daily.seats, listing.daily.options)
    left = decision
    for move in _log(game):
        if move.seat == 0 and left is not None:
            left -= 1
            if not left:
                break
        state = state.apply(move.seat, listing.game.parse_action(move.text)).state
    return Match(replace(_table(game), phase="over" if state.outcome else "playing"), state, 1)


def _table(game: str) -> Table:
    daily = GAMES[game].daily
    robots = name_robots([Robot(daily.level)] * (daily.seats - 1), [], game)
    return Table(
        id=1,
        game=game,
        rules_version=GAMES[game].game.rules_version,
        options=daily.options,
        capacity=daily.seats,
        phase="playing",
        place=Place(1, 1),
        host_id=1,
        changed_at=int(time()),
        sitters=(Person(1, "Ana"), *robots),
        day=TODAY,
    )


def _score(game: str) -> DailyScore:
    state = _match(game).state
    assert state is not None
    assert state.outcome is not None
    return DailyScore(state.outcome.places[0], state.outcome.scores[0])


def _outcome(bot: Finte, language: str, game: str, field: Field) -> DailyOutcome:
    match, score = _match(game), _score(game)
    best = (Ranked(2, "Ben", DailyScore(1, 9)), Ranked(3, LONG_NAME, DailyScore(1, 9)), Ranked(1, "Ana", score))
    return DailyOutcome(
        day=TODAY,
        game=game,
        score=score,
        seen=bot.game_uis[game].board(match.table, match.view(None), words(language)),
        field=field,
        streak=Run(5, 21),
        best=best if field.others else best[-1:],
        reader_id=1,
        is_today=True,
        game_uis=bot.game_uis,
        say=words(language),
        match_id=1,
    )


def _overview(bot: Finte, language: str, *, is_past: bool) -> Overview:
    """The list with one game finished, one begun, and the others still to come."""
    done, begun, *_ = GAMES
    tries = {
        done: Try(TODAY, done, 1, 1, DailyScore(2, 3)),
        begun: Try(TODAY, begun, 1, 2, None),
    }
    return Overview(
        day=TODAY,
        tries=tries,
        fields={done: FIELD},
        streak=Run(5, 21),
        here=ServerDay(Run(9, 28), {1: "Ana", 2: "Ben", 3: LONG_NAME}),
        late=[Try(TODAY - 1, begun, 1, 3, None)],
        is_past=is_past,
        with_best=GAMES,
        game_uis=bot.game_uis,
        say=words(language),
    )


def _best(bot: Finte, language: str, game: str) -> Page:
    say = words(language)
    table = under_name(_table(game), say("Best player"))
    line = decisions(table, _log(game))
    tried = Try(TODAY - 1, game, 2, 1, _score(game))
    name = f"**{say('Best player')}**"
    return best_page(tried, _score(game), (table, line), at=SHOWN_DECISION, name=name, ui=bot.game_uis[game], say=say)


def _digest(bot: Finte, language: str, game: str) -> Page:
    table, log = _table(game), _log(game)
    *_, decision = past_of(table, log, Seat(0), ()).decisions[: SHOWN_DECISION + 1]
    seen = replay_of(table, log[: decision.number]).view(None)
    here = ServerDay(Run(9, 28), {1: "Ana", 2: "Ben", 3: LONG_NAME, 4: "Chloé", 5: "Jürgen"})
    best = BestMove(table, 1, decision, seen, Rival("", -0.14, 0.02))
    return digest_page(TODAY - 1, here, best, bot.game_uis[game], words(language))
