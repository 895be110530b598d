"""The pages of what has happened: one round each, long ones on several, and the way between them."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.matches.history import Round, rounds_seen
from bot.pages.custom_id import CustomId
from bot.pages.faces import Faces
from bot.pages.page import Page, Picture, Select, Text
from bot.pages.size import fits_a_leaf
from bot.pictures.faces import FACES
from bot.tables.table import Person, Table
from bot.words import ENGLISH, words
from cogs.catalogue import GAME_UIS
from cogs.table.story_page import LAST, NEWEST, Spot, story
from games.bluff.actions import PATH
from games.catalogue import GAMES
from games.core import CHANCE, Move, Options, Seat
from localcord.limits import check_message
from tests.cogs.tables import ANA, BEN, LONGEST_NAMES, STEADY, seated
from tests.pages import as_text, button, enabled, message

UPLOADED = Faces(dict.fromkeys(FACES, 2**63 - 1))

OPENED = (Move(CHANCE, "opening 1 1 1 1 1 / 5 5 5 5 5"),)


def crowded(game: str, options: Options, seats: int) -> Table:
    """A table with the longest names."""
    sitters = tuple(Person(2**62 + seat, LONGEST_NAMES[seat]) for seat in range(seats))
    return replace(seated(*sitters, options=dict(options)), game=game, board_id=2**63 - 1)


def pages(table: Table, rounds: tuple[Round[Any], ...], language: str = "en-US") -> list[Page]:
    """Every page of a story, from the first, by its own buttons."""
    found = [story(table, rounds, GAME_UIS[table.game], words(language), Spot(1), idle_seconds=60)]
    while later := [text for text in enabled(found[-1].parts) if "|later " in text]:
        spot = Spot.from_text(later[0].split("|")[-1])
        found.append(story(table, rounds, GAME_UIS[table.game], words(language), spot, idle_seconds=60))
    return found


def one_die_each(rounds: int) -> tuple[Round[Any], ...]:
    """The one round of a short match, so many times over: a menu looks at no more than their number."""
    (seen,) = rounds_seen(seated(ANA, BEN), (*OPENED, *_a_round()))
    return (seen,) * rounds


def _a_round() -> list[Move]:
    return [
        Move(CHANCE, "roll 1 1 2 3 4 / 2 3 4 5 5"),
        Move(Seat(1), "bid 1x1"),
        Move(Seat(0), "bid 1x2"),
        Move(Seat(1), "lift"),
    ]


def shown(rounds: tuple[Round[Any], ...], spot: Spot = NEWEST) -> Page:
    return story(seated(ANA, BEN), rounds, GAME_UIS["bluff"], ENGLISH, spot, idle_seconds=60)


def test_the_newest_round_comes_first_with_its_result() -> None:
    lines = as_text(shown(one_die_each(2)).parts).splitlines()

    last_move = "last move: <t:1800000000:R>"
    assert lines[:3] == [
        "## What happened · round 2",
        f"-# Bluff · Match 7 · {last_move}",
        "-# ① **Ana** · ② **Ben**",
    ]
    assert "② **Ben** doubted ① **Ana**'s 1 × 2: there are **2**." in lines
    assert lines[-2:] == ["<Rounds Round 1 | Round 2 *>", "[◀ Earlier] (Later ▶) [Newest]"]


def test_the_newest_round_has_what_is_known_of_the_match() -> None:
    alone = replace(seated(ANA, STEADY), fingerprint="0123456789abcdef" * 4)
    rounds = one_die_each(2)
    newest, first = (
        as_text(story(alone, rounds, GAME_UIS["bluff"], ENGLISH, spot, idle_seconds=60).parts).splitlines()
        for spot in (NEWEST, Spot(1))
    )

    last_move, closes = "last move: <t:1800000000:R>", "closes if nobody plays: <t:1800000060:R>"
    assert newest[1:3] == [
        f"-# Bluff · Match 7 · {last_move} · {closes}",
        f"-# 🔒 Rolls and deals sealed: `{alone.fingerprint}`",
    ]
    assert first[1] == "-# Bluff"
    assert "🔒" not in "\n".join(first)


def test_a_match_that_is_over_closes_no_more() -> None:
    over = seated(ANA, STEADY, phase="cancelled")
    page = story(over, one_die_each(1), GAME_UIS["bluff"], ENGLISH, idle_seconds=60)

    assert as_text(page.parts).splitlines()[1] == "-# Bluff · Match 7"


def test_one_round_needs_no_menu() -> None:
    assert as_text(shown(one_die_each(1)).parts).splitlines()[-1] == "(◀ Earlier) (Later ▶) [Newest]"
    assert not [part for part in shown(one_die_each(1)).parts if isinstance(part, Select)]


def test_earlier_leads_to_the_round_before_and_later_to_the_next() -> None:
    rounds = one_die_each(3)
    page = shown(rounds, Spot(2))

    ids = [CustomId.from_text(button(page.parts, label).custom_id) for label in ("◀ Earlier", "Later ▶")]
    assert [found.text for found in ids if found] == [f"earlier 1.{LAST}", "later 3.0"]


@pytest.mark.parametrize("text", ["", "newest", "earlier", "3", "3.", "x.y", "3.333", "-1.0", "1.0 2.0", "later ٣.٣"])
def test_whatever_is_no_page_means_the_newest(text: str) -> None:
    assert Spot.from_text(text) == NEWEST


def test_a_page_that_is_not_there_is_the_nearest() -> None:
    rounds = one_die_each(2)

    assert shown(rounds, Spot(0)) == shown(rounds, Spot(1)) == shown(rounds, Spot(1, LAST))
    assert shown(rounds, Spot(999_999)) == shown(rounds)


@pytest.mark.parametrize(("at", "first", "last"), [(1, 1, 25), (13, 1, 25), (20, 8, 32), (39, 15, 39)])
def test_of_many_rounds_the_menu_has_those_nearby(at: int, first: int, last: int) -> None:
    (menu,) = [part for part in shown(one_die_each(39), Spot(at)).parts if isinstance(part, Select)]

    assert [choice.value for choice in menu.choices] == [f"{number}.0" for number in range(first, last + 1)]
    assert [choice.label for choice in menu.choices if choice.chosen] == [f"Round {at}"]


def test_the_longest_round_of_bluff_is_cut_into_pages() -> None:
    """Six players make every bid there is, and show as many dice as they may."""
    options = {"reroll": True}
    table = crowded("bluff", options, 6)
    game = GAMES["bluff"].game
    state, log = game.start(6, options), []

    def do(seat: Seat, text: str) -> None:
        nonlocal state
        log.append(Move(seat, text))
        state = state.apply(seat, game.parse_action(text)).state

    do(CHANCE, f"opening {' / '.join(['5 5 5 5 5', *['1 1 1 1 1'] * 5])}")
    do(CHANCE, f"roll {' / '.join(['5 5 5 5 5'] * 6)}")
    for bid in (bid for bid in PATH if bid.quantity <= 30):
        (seat,) = state.to_act
        do(seat, bid.to_text())
        if state.view(None).table.phase == "expose":
            do(seat, "expose 5")
            do(CHANCE, f"reroll {' '.join('5' * state.view(None).table.under_cup(seat))}")
    (seat,) = state.to_act
    do(seat, "lift")

    found = [as_text(page.parts) for page in pages(table, rounds_seen(table, log))]
    assert len(found) > 2
    assert sum(page.count("×") for page in found) == 180 + 1  # and the bid that was doubted
    _check_everywhere(table, rounds_seen(table, log))


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [(key, listing.game.seats[-1], {}) for key, listing in GAMES.items()]
    + [
        (key, listing.game.seats[-1], {option.key: True for option in switches})
        for key, listing in GAMES.items()
        if (switches := [each for each in listing.game.options(listing.game.seats[-1]) if each.default is False])
    ],
)
def test_two_rounds_of_a_full_table_fit_into_messages(game: str, seats: int, options: Options) -> None:
    listing, rng = GAMES[game], Random(2)
    state, log = listing.game.start(seats, options), []
    while state.view(None).rounds_over < 2 and state.to_act:
        seat = min(state.to_act)
        action = state.sample_chance(rng) if seat == CHANCE else listing.computers["easy"](state.view(seat), rng)
        log.append(Move(seat, action.to_text()))
        state = state.apply(seat, action).state
    table = crowded(game, options, seats)

    _check_everywhere(table, rounds_seen(table, log))


def _check_everywhere(table: Table, rounds: tuple[Round[Any], ...]) -> None:
    """Raises: Refused, if Discord would refuse a page in a language; AssertionError, if a phone's screen is too low."""
    for language in ("en-US", "de", "fr"):
        for page in pages(table, rounds, language):
            check_message(message(page.with_notice("x" * 250)))
            told, *others = page.parts
            assert isinstance(told, Text)
            lines = told.content.split("\n")[3:]  # below the title, the game and the names
            assert any(isinstance(part, Picture) for part in others) or fits_a_leaf((Text("\n".join(lines)),))
            check_message(message(page.with_notice("x" * 250), UPLOADED))
