"""The gallery's screens: for each game, every moment that looks different, reached by seeded play."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from hashlib import sha256
from random import Random
from time import time
from typing import Any

from bot.interactions.client import Finte
from bot.matches.match import LastAction, Match
from bot.pages.page import Page
from bot.store.results import First
from bot.tables.clock import SeatClock
from bot.tables.ratings import Change
from bot.tables.table import Person, Phase, Place, RevealPause, Robot, Sitter, Table
from bot.words import words
from cogs.catalogue import GAME_UIS
from cogs.commands.hub import choice_of_lessons, choice_of_tables, hub, who_plays
from cogs.commands.privacy import exported, farewell, overview, question
from cogs.commands.rules import page as chapter_page
from cogs.table.lesson_page import NEWS
from cogs.table.sealed_pages import sealed_parts
from docs.daily_screens import daily_screens
from docs.moments import MOMENTS, Moment
from docs.puzzle_screens import puzzle_screens
from docs.rankings import leaderboards
from docs.replay_screens import replay_screens
from docs.review_screens import review_screens
from docs.statistics_screens import statistics_screens
from docs.story_screens import story_screens
from games.catalogue import GAMES
from games.core import CHANCE, Seat, State, complete

PLACE = Place(1, 1)
NAMES = ("Ana", "Ben", "Chloé", "Jürgen", "Øyvind", "Fatou")
LONG_NAMES = ("Maximiliane von der Wartburg", "Bartholomäus-Ferdinand", "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", "Jürgen",
              "Anne-Sophie de la Fontaine", "Þórbjörg Guðmundsdóttir")  # fmt: skip
NAMES_OF_TWELVE = ("Bartholomäus", "Christabella", "Konstantinos", "Aleksandrina", "Hans-Joachim", "Marie-Claude")
ROBOTS = (Robot("hard", "Iris"), Robot("medium", "Kenji"), Robot("easy", "Otto"))

AWAY, LEFT = Seat(1), Seat(2)
"""The seat of a player who is away, and that of one who has left."""

StateNow = State[Any, Any]


@dataclass(frozen=True, slots=True)
class Screen:
    """One screen. Shape: `name` is part of its file's name; `page` draws it in a language."""

    game: str
    name: str
    page: Callable[[Finte, str], Page]
    on_a_phone: bool = False


class Full(Moment[Any]):
    """A moment at a table with as many people as the game can have, each with a name of twelve letters."""


def screens(*, is_full: bool = False) -> Iterator[Screen]:
    """Every screen of every game, or all at full tables. The first game also has those that all games share."""
    for name, page in leaderboards().items():
        yield Screen(next(iter(GAMES)), name, page, on_a_phone=True)
    for game, look in GAME_UIS.items():
        seated = {"seats": GAMES[game].game.seats[-1], "robots": 0}
        moments = tuple(Full(**(vars(one) | seated)) for one in MOMENTS[game]) if is_full else MOMENTS[game]
        yield from _lobbies(game, moments[0])
        for moment in moments:
            yield Screen(game, f"board-{moment.name}", _board(game, moment), "board" in moment.on_a_phone)
            if moment.has_panels:
                panel = _panel(game, moment, is_asked=True)
                yield Screen(game, f"panel-{moment.name}", panel, "panel" in moment.on_a_phone)
        yield Screen(game, "panel-waiting", _panel(game, moments[0], is_asked=False))
        for number, chapter in enumerate(look.chapters, 1):
            if number in RULES_PAGES:
                yield Screen(game, f"rules-{number}", _chapter(game, chapter.key))
        yield from _lessons(game, is_full=is_full)
        yield from _result(game, moments[1])
        yield from _empty_chairs(game, moments)
        yield from (Screen(game, *one) for one in story_screens(_table(game, "playing", moments[1])))
        yield from (Screen(game, *one) for one in review_screens(game))
        yield from (Screen(game, *one) for one in replay_screens(_table(game, "over", moments[1])))
        yield from (Screen(game, *one) for one in puzzle_screens(game))
        yield from (Screen(game, *one) for one in statistics_screens(game, _taken(game, moments[0]).table))
        yield from (Screen(game, *one) for one in daily_screens(game))


RULES_PAGES = (1, 4)
FINGERPRINT = sha256(b"Finte").hexdigest()
SEED = 1
"""The seed of the matches that the moments are taken from."""


@cache
def _state(game: str, name: str, seats: int) -> StateNow:
    """The state at this moment of a match between steady computer players."""
    (moment,) = (moment for moment in MOMENTS[game] if moment.name == name)
    return _reached(game, replace(moment, seats=seats))


def _reached(game: str, moment: Moment[Any]) -> StateNow:
    rng, listing = Random(SEED), GAMES[game]
    state: StateNow = listing.game.start(moment.seats, moment.options)
    while not (CHANCE not in state.to_act and moment.when(state.view(None))):
        assert state.to_act, f"{game} has no {moment.name} with this seed"
        seat = min(state.to_act)
        chance = seat == CHANCE
        action = state.sample_chance(rng) if chance else listing.computers["steady"](state.view(seat), rng)
        state = state.apply(seat, action).state
    return state


def _result(game: str, moment: Moment[Any]) -> tuple[Screen, ...]:
    """The result of the first round, before the next one is dealt."""
    last, state = _scored(game, moment)
    match = Match(replace(_table(game, "playing", moment), hold=RevealPause(int(time()) + 3)), state, 1)
    reader = last if last in match.table.seats_of_people else match.table.seats_of_people[0]
    return (
        Screen(game, "board-scored", lambda bot, _: bot.pages.board(match)),
        Screen(game, "panel-scored", lambda bot, language: bot.pages.panel(match, 1 + reader, language)),
    )


def _scored(game: str, moment: Moment[Any]) -> tuple[Seat, StateNow]:
    """The state at the end of a match's first round, and the seat that ended it."""
    rng, listing = Random(SEED), GAMES[game]
    state: StateNow = listing.game.start(moment.seats, moment.options)
    seat = CHANCE
    while not state.view(None).rounds_over:
        seat = min(state.to_act)
        action = state.sample_chance(rng) if seat == CHANCE else listing.computers["steady"](state.view(seat), rng)
        state = state.apply(seat, action).state
    return seat, state


def _table(game: str, phase: Phase, moment: Moment[Any], *, is_lesson: bool = False) -> Table:
    listing = GAMES[game].game
    return Table(
        id=1,
        game=game,
        rules_version=listing.rules_version,
        options=complete(listing.options(moment.seats), moment.options),
        capacity=moment.seats,
        phase=phase,
        place=PLACE,
        host_id=1,
        changed_at=int(time()),
        sitters=_sitters(moment),
        board_id=1,
        is_lesson=is_lesson,
        fingerprint=FINGERPRINT,
    )


def _sitters(moment: Moment[Any]) -> tuple[Sitter, ...]:
    people = moment.seats - moment.robots
    names = NAMES_OF_TWELVE if isinstance(moment, Full) else LONG_NAMES if moment.has_long_names else NAMES
    seated = tuple(Person(number, name) for number, name in enumerate(names[:people], 1))
    return (*seated, *ROBOTS[: moment.robots])


def _match(game: str, moment: Moment[Any]) -> Match:
    state = _state(game, moment.name, moment.seats)
    return Match(_table(game, "over" if state.outcome else "playing", moment), state, 1)


def _asked(match: Match) -> Seat:
    assert match.state is not None
    return min(match.state.to_act)


def _lobbies(game: str, first: Moment[Any]) -> tuple[Screen, ...]:
    """The board before the start. For the first game also the host's and others' panels, which all games share."""
    seats = GAMES[game].game.seats[-1]
    moment = replace(first, seats=seats, options={}, has_long_names=True, robots=1)
    full = _table(game, "lobby", moment)
    some = replace(full, sitters=(*full.sitters[:2], *full.sitters[-1:]))
    private = replace(some, place=Place(0, PLACE.channel_id), sitters=(Person(1, "Ana"), *ROBOTS[:1]))
    removed = replace(some, removed=(9,))
    mixed = replace(some, sitters=(*some.sitters[:1], Person(2, LONG_NAMES[1], "Donaudampfschifffahrt"), *ROBOTS[:1]))
    lobby = Screen(game, "lobby", lambda bot, _: bot.pages.board(Match(some)), on_a_phone=True)
    if game != next(iter(GAMES)):
        return (lobby,)
    return (
        lobby,
        *_privacy(game),
        *_hub(game, full),
        Screen(game, "lobby-full", lambda bot, _: bot.pages.board(Match(full)), on_a_phone=True),
        Screen(game, "lobby-alone", lambda bot, language: bot.pages.board(Match(replace(private, locale=language)))),
        Screen(game, "panel-host", lambda bot, language: bot.pages.panel(Match(some), 1, language), on_a_phone=True),
        Screen(game, "panel-removing", lambda bot, language: bot.pages.panel(Match(full), 1, language, "remove")),
        Screen(game, "panel-guest", lambda bot, language: bot.pages.panel(Match(some), 2, language)),
        Screen(game, "panel-removed", lambda bot, language: bot.pages.panel(Match(removed), 9, language)),
        Screen(game, "sealed", lambda bot, language: _sealed(bot, mixed, language)),
    )


def _sealed(bot: Finte, table: Table, language: str) -> Page:
    """The private page behind the fingerprint, for a player."""
    screens = bot.game_uis[table.game]
    return Page(sealed_parts(table, screens, 1, words(language)), screens.accent)


def _privacy(game: str) -> tuple[Screen, ...]:
    """The pages of `/privacy`, which belong to no game."""
    address = "https://example.com"
    return (
        Screen(game, "privacy", lambda _, language: overview(words(language), policy=address, terms=address), True),
        Screen(game, "privacy-export", lambda _, language: exported(b"{}", words(language)), True),
        Screen(game, "privacy-delete", lambda _, language: question(2, words(language)), True),
        Screen(game, "privacy-deleted", lambda _, language: farewell(words(language))),
    )


def _hub(game: str, lobby: Table) -> tuple[Screen, ...]:
    """The pages of `/finte`, which belong to no game, with as many tables as one lists."""
    tables = [replace(lobby, id=number, game=key, board_id=1, capacity=6) for number in (1, 2) for key in GAMES]
    return (
        Screen(game, "hub", lambda _, language: hub(words(language), on_server=True), True),
        Screen(
            game,
            "hub-play",
            lambda bot, language: choice_of_tables(bot.game_uis, words(language), on_server=True),
            True,
        ),
        Screen(game, "hub-learn", lambda bot, language: choice_of_lessons(bot.game_uis, words(language))),
        Screen(game, "hub-who", lambda bot, language: who_plays(tables, bot.game_uis, words(language)), True),
    )


def _board(game: str, moment: Moment[Any]) -> Callable[[Finte, str], Page]:
    return lambda bot, _: bot.pages.board(_match(game, moment))


def _panel(game: str, moment: Moment[Any], *, is_asked: bool) -> Callable[[Finte, str], Page]:
    def page(bot: Finte, language: str) -> Page:
        match = _match(game, moment)
        assert match.state is not None
        people = match.table.seats_of_people
        seats = [seat for seat in people if (seat in match.state.to_act) == is_asked]
        return bot.pages.panel(match, 1 + seats[0], language)

    return page


def _absent(game: str, moment: Moment[Any]) -> Match:
    """A match in which the second player is away, and the third has left."""
    match, now = _match(game, moment), int(time())
    clocks = [SeatClock().asked(now, "live"), *[SeatClock()] * (moment.seats - 1)]
    clocks[AWAY], clocks[LEFT] = SeatClock(presence="away"), SeatClock(presence="left")
    return replace(match, table=replace(match.table, clocks=tuple(clocks)))


def _left(game: str, moment: Moment[Any]) -> Match:
    """A match that is over, and whose winner left it."""
    match = _match(game, moment)
    assert match.state is not None
    assert match.state.outcome is not None
    clocks = [SeatClock(presence="left" if place == 1 else "here") for place in match.state.outcome.places]
    return replace(match, table=replace(match.table, clocks=tuple(clocks)))


def _second(match: Match) -> int:
    """The user id of the player who came second."""
    assert match.state is not None
    assert match.state.outcome is not None
    places = match.state.outcome.places
    return 1 + places.index(min(place for place in places if place > 1))


def _alone(game: str, moment: Moment[Any]) -> Match:
    """A match that everyone but the first player has left."""
    match = _match(game, moment)
    clocks = (SeatClock(), *[SeatClock(presence="left")] * (moment.seats - 1))
    return replace(match, table=replace(match.table, clocks=clocks))


def _taken(game: str, moment: Moment[Any]) -> Match:
    """A match whose last remaining player has taken the win."""
    match = _alone(game, moment)
    changes = {1: Change(1204, 1216, 4, 2), 2: Change(1230, 1223, 2, 3)}
    firsts: dict[int, tuple[First, ...]] = {1: (First("ten finished", ""),)}
    return replace(match, table=replace(match.table, phase="settled"), changes=changes, firsts=firsts)


def _empty_chairs(game: str, moments: Sequence[Moment[Any]]) -> tuple[Screen, ...]:
    """The screens with clocks, players who are away or have left, and the end of a match."""
    match, left = _absent(game, moments[0]), _left(game, moments[-1])
    alone, taken = _alone(game, moments[0]), _taken(game, moments[0])
    return (
        Screen(game, "board-alone", lambda bot, _: bot.pages.board(alone)),
        Screen(game, "panel-alone", lambda bot, language: bot.pages.panel(alone, 1, language)),
        Screen(game, "board-taken", lambda bot, _: bot.pages.board(taken)),
        Screen(game, "panel-taken", lambda bot, language: bot.pages.panel(taken, 1, language)),
        Screen(game, "panel-end", lambda bot, language: bot.pages.panel(left, _second(left), language)),
        Screen(game, "board-away", lambda bot, _: bot.pages.board(match)),
        Screen(game, "panel-away", lambda bot, language: bot.pages.panel(match, 2, language)),
        Screen(game, "seats", lambda bot, language: bot.pages.seats(match, 1, language, moderator=True)),
        Screen(game, "replace", lambda bot, language: bot.pages.seats(match, 1, language, moderator=True, asks=AWAY)),
        Screen(game, "board-left", lambda bot, _: bot.pages.board(left)),
        Screen(game, "ping", lambda bot, _: bot.pages.ping(match.table, 1)),
    )


def _lessons(game: str, *, is_full: bool) -> tuple[Screen, ...]:
    """A lesson's first page, its first decision, the page after its first trick or doubt, and its last page."""
    every = _lesson(game, is_full=is_full)
    news = [match for match in every if match.choice and _news_of(match)][:1]
    pages = [("lesson-aim", every[0], NEWS), ("lesson", every[0], ""), ("lesson-end", every[-1], "")]
    pages += [("lesson-news", match, NEWS) for match in news]
    return tuple(Screen(game, name, partial(_learner_page, match, show)) for name, match, show in pages)


def _learner_page(match: Match, show: str, bot: Finte, language: str) -> Page:
    return bot.pages.panel(match, 1, language, show)


def _news_of(match: Match) -> object:
    """End that the learner's last choice has brought."""
    assert match.choice
    return GAME_UIS[match.table.game].news(match.table, match.choice.view, match.view(Seat(0)), words("en-US"))


@cache
def _lesson(game: str, *, is_full: bool) -> tuple[Match, ...]:
    """A lesson like those that `/learn` begins: each decision of a learner who follows the advice, and the end."""
    look, listing, rng = GAME_UIS[game], GAMES[game], Random(SEED)
    seats = listing.game.seats[0]
    kind = Full if is_full else Moment[Any]
    moment = kind(name="lesson", when=bool, seats=seats, options=look.lesson_options, robots=seats - 1)
    table = _table(game, "playing", moment, is_lesson=True)
    learner, *robots = table.sitters
    seated = (learner, *(replace(robot, level=look.lesson_level) for robot in robots if isinstance(robot, Robot)))
    match = Match(replace(table, sitters=seated), listing.game.start(seats, look.lesson_options), 1)
    found = []
    while match.state and match.state.to_act and not look.has_taught(match.view(Seat(0))):
        state, seat = match.state, min(match.state.to_act)
        view = state.view(seat)
        if seat == CHANCE:
            action = state.sample_chance(rng)
        elif seat:
            action = listing.computers[look.lesson_level](view, rng)
        else:
            found.append(match)
            action = look.advice(view)
            assert action
            match = replace(match, choice=LastAction(view, action))
        match = replace(match, state=state.apply(seat, action).state)
    return (*found, match)


def _chapter(game: str, chapter: str) -> Callable[[Finte, str], Page]:
    return lambda bot, language: chapter_page(bot.game_uis[game], game, chapter, words(language))
