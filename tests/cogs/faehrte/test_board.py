"""The board of Auf falscher Fährte, with its pictures and as text only, and what has happened in a round."""

from dataclasses import replace

import pytest

from bot.pages.faces import plain
from bot.pages.page import Part, Picture
from bot.pictures.scores import Podium
from bot.words import ENGLISH
from cogs.faehrte.board import board, tell
from games.faehrte import GAME
from games.faehrte.rules import FaehrteState
from tests.cogs.stories import seen
from tests.cogs.tables import ANA, BEN, CLEO, DORA, seated
from tests.games.faehrte.tables import FOUR, JOKERS, SECOND_DEAL, THREE, act, play, playing, start, whose
from tests.pages import as_text, beside_pictures


def parts(state: FaehrteState, day: int | None = None) -> tuple[Part, ...]:
    table = replace(seated(*(ANA, BEN, CLEO, DORA)[: state.table.seats]), day=day)
    return board(table, state.view(None), ENGLISH)


def lines(state: FaehrteState, day: int | None = None) -> list[str]:
    """The lines that are shown together with the pictures."""
    return beside_pictures(parts(state, day)).splitlines()


def four_left(tricks: tuple[int, ...]) -> FaehrteState:
    """The eighth trick is complete, in a Plus round."""
    before = tuple(taken - (seat == 0) for seat, taken in enumerate(tricks))
    hands = "r1 r2 r3 r4 r9 / y1 y2 y3 y4 y9 / g1 g2 g3 g4 g9 / b1 b2 b3 b4 b9"
    state = playing(hands, turned="r12 y12 g12 b12", tricks=before)
    return play(state, "r9 y9 g9 b9")


def over() -> FaehrteState:
    state = playing("r9 / y9 / g9 / b9", turned="r1 y2 g3 b4", tricks=(4, 3, 2, 2))
    return play(state, "r9 y9 g9 b9")


ROUND = "**Round 1** · Hidden cards: ❤️ 1 + ☀️ 2 + 🍀 3 + 💧 4 = **10** · **MINUS – avoid tricks**"


def test_the_result_tells_what_was_hidden_and_how_points_came_about() -> None:
    shown = lines(over())
    at = shown.index(ROUND)

    assert shown[at + 1 :] == [
        "-# Tricks → points: ① 5 → **+0** · ② 3 → **+2** · ③ 2 → **+4** · ④ 2 → **+4**",
        "-# Minus: fewest tricks 4, then 3, 2, 0; sharing last place: 0",
        "-# Last trick: ① ❤️ 9 👑\u2002② ☀️ 9\u2002③ 🍀 9\u2002④ 💧 9",
    ]
    assert [type(part.drawing) for part in parts(over()) if isinstance(part, Picture)] == [Podium]


POINTS = [
    "① **Ana** · 5 tricks **+0**",
    "② **Ben** · 3 tricks **+2**",
    "③ **Cleo** · 2 tricks **+4**",
    "④ **Dora** · 2 tricks **+4**",
]
MINUS = "Minus: fewest tricks 4, then 3, 2, 0; sharing last place: 0"


def next_round() -> FaehrteState:
    state = playing("r9 / y9 / g9 / b9", turned="r1 y2 g3 b4", tricks=(4, 3, 2, 2), leader=1, rounds=2)
    return act(play(state, "y9 g9 b9 r9"), SECOND_DEAL)


def test_until_a_card_is_hidden_a_new_round_of_a_daily_tells_how_the_one_before_ended_and_then_in_a_line() -> None:
    line = "-# Round 1: Minus 10 · points: ① 0 · ② 2 · ③ 4 · ④ 4"
    hiding = act(next_round(), "hide r1")
    leading = play(act(hiding, "hide y1", "hide g1", "hide b1", "pile r1 y1 g1 b1"), "g2")

    assert lines(next_round(), day=1)[-6:] == [f"-# {told}" for told in (ROUND, *POINTS, MINUS)]
    for shown in (lines(next_round()), lines(hiding, day=1), lines(leading)):
        assert shown[-1] == line
        assert not any("Hidden cards" in told or "**+" in told for told in shown)


def test_it_is_told_who_decided_on_trump_until_the_next_trick_is_complete() -> None:
    state = four_left((4, 2, 2, 0))
    changed = "-# ④ **Dora** changed trump to ☀️ yellow."
    later = play(act(state, "trump yellow"), "r1 y1 g1")

    assert not any(line.startswith("-# ") and "trump" in line for line in lines(state))
    assert "-# ④ **Dora** kept trump: ❤️ red." in lines(act(state, "trump keep"))
    assert changed in lines(act(state, "trump yellow"))
    assert changed in lines(later)
    assert changed not in lines(act(later, "play b1"))


@pytest.mark.parametrize(("deal", "jokers"), [(THREE, False), (JOKERS, True)], ids=["anew", "jokers"])
def test_the_card_left_over_is_shown_all_round_long(deal: str, jokers: bool) -> None:
    state = start(deal, jokers=jokers)
    playing_on = start(deal, "r0", "y3", "b0", jokers=jokers)

    for moment in (state, playing_on, play(playing_on, "g1", "g6", "y1")):
        assert "-# 🍀 9 is out of this round." in lines(moment)
        assert as_text(parts(moment)).count("is out of this round") == 1
    assert "out of this round" not in as_text(parts(start(FOUR)))


TABLE = seated(ANA, BEN, CLEO, DORA)
HIDDEN = ("hide r12", "hide y12", "hide g12", "hide b12")
PILE = "pile g12 r12 b12 y12"


def told(state: FaehrteState, *texts: str) -> list[str]:
    return [plain(line) for line in tell(TABLE, seen(GAME, state, *texts, whose=whose), ENGLISH)]


def trick(value: int) -> list[str]:
    """A trick in which everyone plays this number; red, which the first player has, takes it."""
    return [f"play {colour}{value}" for colour in "ygbr"]


def test_tricks_have_numbers_and_crowns_and_hidden_cards_are_not_told() -> None:
    state, hidden = GAME.start(4, {"rounds": 1}), (FOUR, *HIDDEN, PILE)

    assert told(state, *hidden) == told(state, FOUR) == ["Trump: ❤️ red"]
    assert told(state, *hidden, *trick(0), "play r1", "play y1") == [
        "Trump: ❤️ red",
        "**1.** ② ☀️ 0\u2002③ 🍀 0\u2002④ 💧 0\u2002① ❤️ 0 👑",
        "**2.** ① ❤️ 1\u2002② ☀️ 1",
    ]
    assert told(GAME.start(3, {"jokers": True, "rounds": 1}), JOKERS)[1] == "-# 🍀 9 is out of this round."
