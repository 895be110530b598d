"""The screens that the gallery shows: of each game the moments that look different, reached by seeded play."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from time import time
from typing import Any

from bot.interactions.client import Finte
from bot.matches.match import Match
from bot.pages.page import Page
from bot.store import Rank
from bot.tables.clock import SeatClock
from bot.tables.table import Hold, Person, Phase, Place, Robot, Sitter, Table
from bot.words import words
from cogs.commands.rules_pages import CHAPTERS
from cogs.commands.rules_pages import page as chapter_page
from games.catalogue import GAMES
from games.core import CHANCE, Options, Seat, State, complete

PLACE = Place(1, 1)
NAMES = ("Ana", "Ben", "Chloé", "Jürgen", "Øyvind", "Fatou")
LONG_NAMES = ("Maximiliane von der Wartburg", "Bartholomäus-Ferdinand", "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", "Jürgen",
              "Anne-Sophie de la Fontaine", "Þórbjörg Guðmundsdóttir")  # fmt: skip
ROBOTS = (Robot("hard", "Iris"), Robot("medium", "Kenji"), Robot("easy", "Otto"))

AWAY, LEFT = Seat(1), Seat(2)
"""The seats of the second player, who is away, and of the third, who has left."""

StateNow = State[Any, Any]
When = Callable[[Any], bool]
"""Whether this is the moment, by what lies open."""


@dataclass(frozen=True, slots=True)
class Screen:
    """One screen. Shape: `name` is its file's; `page` draws it in a language."""

    game: str
    name: str
    page: Callable[[Finte, str], Page]


def screens() -> Iterator[Screen]:
    """All there are."""
    for game, moments in MOMENTS.items():
        yield from _lobbies(game)
        for moment in moments:
            yield Screen(game, f"board-{moment.name}", _board(game, moment))
            if moment.panels:
                yield Screen(game, f"panel-{moment.name}", _panel(game, moment, is_asked=True))
        yield Screen(game, "panel-waiting", _panel(game, moments[0], is_asked=False))
        for number, chapter in enumerate(CHAPTERS[game], 1):
            if number in RULES_PAGES:
                yield Screen(game, f"rules-{number}", _chapter(game, chapter.key))
        yield Screen(game, "lesson", _lesson(game))
        yield from _result(game)
        yield from _empty_chairs(game)


RULES_PAGES = (1, 4)


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a match. Shape: `when` is asked of a spectator's view; `panels`: whether somebody then chooses;
    the last `robots` seats are the computer's.
    """

    name: str
    when: When
    seats: int
    options: Options
    panels: bool = True
    names: tuple[str, ...] = NAMES
    robots: int = 0
    seed: int = 1


BLUFF: Options = {"reroll": True}

MOMENTS: dict[str, tuple[Moment, ...]] = {
    "bluff": (
        Moment("opening", lambda view: view.phase == "bid" and not view.bids, 3, BLUFF),
        Moment("bids", lambda view: view.phase == "bid" and view.round == 2 and len(view.bids) == 3, 6, BLUFF,
               names=LONG_NAMES),
        Moment("reveal", lambda view: view.last_lift and not view.bids and view.round == 3, 4, BLUFF, panels=False,
               robots=2),
        Moment("result", lambda view: view.outcome, 4, BLUFF, panels=False),
    ),
    "faehrte": (
        Moment("hiding", lambda view: view.table.phase == "hide" and len(view.to_act) == 2, 4, {}),
        Moment("trick", lambda view: view.table.tricks_done == 3 and len(view.table.trick) == 2, 4, {"jokers": True},
               robots=1),
        Moment("kind", lambda view: view.table.kind and len(view.table.trick) == 1, 3, {}, names=LONG_NAMES),
        Moment("trump", lambda view: view.table.phase == "trump", 4, {}),
        Moment("result", lambda view: view.outcome, 4, {"rounds": 4}, panels=False),
    ),
    "tuecke": (
        Moment("trick", lambda view: view.table.round.tricks == 8 and len(view.table.trick) == 4, 6,
               {"open_counts": True}, names=LONG_NAMES),
        Moment("first", lambda view: view.table.phase == "play" and len(view.table.trick) == 2, 4, {}),
        Moment("taking", lambda view: view.table.phase == "take", 5, {}),
        Moment("keeping", lambda view: view.table.phase == "keep", 4, {}),
        Moment("result", lambda view: view.outcome, 4, {}, panels=False),
    ),
    "volltreffer": (
        Moment("buying", lambda view: view.table.phase == "buy" and view.table.round == 1
               and any(len(seat) == 3 for seat in _bought(view)), 4, {}),
        Moment("melds", lambda view: view.table.phase == "declare", 3, {}),
        Moment("trick", lambda view: view.table.phase == "play" and len(view.table.trick) == 2, 5, {},
               names=LONG_NAMES),
        Moment("track", lambda view: view.table.phase == "buy" and view.table.round == 2, 4, {}, panels=False,
               robots=2),
        Moment("result", lambda view: view.outcome, 4, {}, panels=False),
    ),
}  # fmt: skip


def _bought(view: Any) -> list[list[int]]:  # noqa: ANN401 - a view of Volltreffer
    return [[card for card in range(200) if hand >> card & 1] for hand in view.table.hands]


@cache
def _state(game: str, name: str) -> StateNow:
    """The first such moment of a match between steady computer players."""
    (moment,) = (moment for moment in MOMENTS[game] if moment.name == name)
    rng, listing = Random(moment.seed), GAMES[game]
    state: StateNow = listing.game.start(moment.seats, moment.options)
    while not (CHANCE not in state.to_act and moment.when(state.view(None))):
        assert state.to_act, f"{game} has no {moment.name} with this seed"
        seat = min(state.to_act)
        chance = seat == CHANCE
        action = state.sample_chance(rng) if chance else listing.computers["steady"](state.view(seat), rng)
        state = state.apply(seat, action).state
    return state


def _result(game: str) -> tuple[Screen, ...]:
    """What stands after the first round, before the next one is dealt."""
    moment = MOMENTS[game][1]
    last, state = _scored(game, moment)
    match = Match(replace(_table(game, "playing", moment), hold=Hold(int(time()) + 3)), state, 1)
    reader = last if last in match.table.seats_of_people else match.table.seats_of_people[0]
    return (
        Screen(game, "board-scored", lambda bot, _: bot.pages.board(match)),
        Screen(game, "panel-scored", lambda bot, language: bot.pages.panel(match, 1 + reader, language)),
    )


def _scored(game: str, moment: Moment) -> tuple[Seat, StateNow]:
    """Who has ended the first round of a match between steady computer players, and how it stands then."""
    rng, listing = Random(moment.seed), GAMES[game]
    state: StateNow = listing.game.start(moment.seats, moment.options)
    seat = CHANCE
    while not state.view(None).rounds_over:
        seat = min(state.to_act)
        action = state.sample_chance(rng) if seat == CHANCE else listing.computers["steady"](state.view(seat), rng)
        state = state.apply(seat, action).state
    return seat, state


def _table(game: str, phase: Phase, moment: Moment, *, is_lesson: bool = False) -> Table:
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
    )


def _sitters(moment: Moment) -> tuple[Sitter, ...]:
    people = moment.seats - moment.robots
    seated = tuple(Person(number, name) for number, name in enumerate(moment.names[:people], 1))
    return (*seated, *ROBOTS[: moment.robots])


def _match(game: str, moment: Moment, *, is_lesson: bool = False) -> Match:
    state = _state(game, moment.name)
    return Match(_table(game, "over" if state.outcome else "playing", moment, is_lesson=is_lesson), state, 1)


def _asked(match: Match) -> Seat:
    assert match.state is not None
    return min(match.state.to_act)


def _lobbies(game: str) -> tuple[Screen, ...]:
    """The board before the start; and, where they look alike in every game, once, what its host and others read."""
    seats = GAMES[game].game.seats[-1]
    moment = Moment("lobby", bool, seats, {}, names=LONG_NAMES, robots=1)
    full = _table(game, "lobby", moment)
    some = replace(full, sitters=(*full.sitters[:2], *full.sitters[-1:]))
    private = replace(some, place=Place(0, PLACE.channel_id), sitters=(Person(1, "Ana"), *ROBOTS[:1]))
    lobby = Screen(game, "lobby", lambda bot, _: bot.pages.board(Match(some)))
    if game != next(iter(GAMES)):
        return (lobby,)
    return (
        lobby,
        Screen(game, "lobby-full", lambda bot, _: bot.pages.board(Match(full))),
        Screen(game, "lobby-alone", lambda bot, language: bot.pages.board(Match(replace(private, locale=language)))),
        Screen(game, "panel-host", lambda bot, language: bot.pages.panel(Match(some), 1, language)),
        Screen(game, "panel-adding", lambda bot, language: bot.pages.panel(Match(some), 1, language, "invite")),
        Screen(game, "panel-removing", lambda bot, language: bot.pages.panel(Match(full), 1, language, "remove")),
        Screen(game, "panel-guest", lambda bot, language: bot.pages.panel(Match(some), 2, language)),
    )


def _board(game: str, moment: Moment) -> Callable[[Finte, str], Page]:
    return lambda bot, _: bot.pages.board(_match(game, moment))


def _panel(game: str, moment: Moment, *, is_asked: bool) -> Callable[[Finte, str], Page]:
    def page(bot: Finte, language: str) -> Page:
        match = _match(game, moment)
        assert match.state is not None
        people = match.table.seats_of_people
        seats = [seat for seat in people if (seat in match.state.to_act) == is_asked]
        return bot.pages.panel(match, 1 + seats[0], language)

    return page


def _absent(game: str) -> Match:
    """A match in which the second player is away, and the third has left."""
    moment = MOMENTS[game][0]
    match, now = _match(game, moment), int(time())
    clocks = [SeatClock().asked(now, "live"), *[SeatClock()] * (moment.seats - 1)]
    clocks[AWAY], clocks[LEFT] = SeatClock(presence="away"), SeatClock(presence="left")
    return replace(match, table=replace(match.table, clocks=tuple(clocks)))


def _left(game: str) -> Match:
    """A match that is over, and whose winner had left it."""
    match = _match(game, MOMENTS[game][-1])
    assert match.state is not None
    assert match.state.outcome is not None
    clocks = [SeatClock(presence="left" if place == 1 else "here") for place in match.state.outcome.places]
    return replace(match, table=replace(match.table, clocks=tuple(clocks)))


def _second(match: Match) -> int:
    """The player who came second."""
    assert match.state is not None
    assert match.state.outcome is not None
    places = match.state.outcome.places
    return 1 + places.index(min(place for place in places if place > 1))


def _alone(game: str) -> Match:
    """A match that everyone but the first player has left."""
    moment = MOMENTS[game][0]
    match = _match(game, moment)
    clocks = (SeatClock(), *[SeatClock(presence="left")] * (moment.seats - 1))
    return replace(match, table=replace(match.table, clocks=clocks))


def _taken(game: str) -> Match:
    """The same, when the one who remained has taken the win."""
    match = _alone(game)
    ranks = {1: Rank(2, 4), 2: Rank(3, 2)}
    return replace(match, table=replace(match.table, phase="settled"), ranks=ranks)


def _empty_chairs(game: str) -> tuple[Screen, ...]:
    """What people see of clocks, of who is away, of who has left, and of the end."""
    match, left = _absent(game), _left(game)
    alone, taken = _alone(game), _taken(game)
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


def _lesson(game: str) -> Callable[[Finte, str], Page]:
    def page(bot: Finte, language: str) -> Page:
        match = _match(game, MOMENTS[game][0], is_lesson=True)
        return bot.pages.panel(match, 1 + _asked(match), language)

    return page


def _chapter(game: str, chapter: str) -> Callable[[Finte, str], Page]:
    return lambda bot, language: chapter_page(bot.screens[game], game, chapter, words(language))
