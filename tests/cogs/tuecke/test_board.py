"""The board of Mit List und Tücke, with its pictures and as text only, and what has happened in a round."""

from dataclasses import replace

import pytest

from bot.pages.faces import plain
from bot.pages.page import Picture
from bot.pictures.scores import Podium
from bot.words import ENGLISH
from cogs.parts.spoken import spoken
from cogs.tuecke.board import board, formula, rounding, scored, tell
from games.cards import Colour
from games.core import Seat
from games.tuecke import GAME
from games.tuecke.actions import colour_set
from games.tuecke.rules import TueckeState
from games.tuecke.scoring import Pile
from tests.cogs.stories import seen
from tests.cogs.tables import ANA, BEN, CLEO, DORA, seated
from tests.games.tuecke.tables import act, play, table
from tests.pages import as_text, beside_pictures

HANDS = "r1 r5 / r2 y5 / y3 g5 / b3 b4"
NEXT_DEAL = (
    "deal 0 / r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 y14 / r14 y1 y2 y3 y4 y5 y6 y7 y8 y9 y10 y11 y12 y13"
    " / g1 g2 g3 g4 g5 g6 g7 g8 g9 g10 g11 g12 g13 g14 / b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13 b14"
)

LAST = "-# Last trick: ② took ❤️ 1 · ❤️ 2 · ③ took ☀️ 3 · ☀️ 4"


def lines(state: TueckeState, day: int | None = None) -> list[str]:
    """The lines that are shown together with the pictures."""
    at = replace(seated(ANA, BEN, CLEO, DORA), day=day)
    return beside_pictures(board(at, state.view(None), ENGLISH)).splitlines()


SENTENCE = "**Round 1** ended at once: ③ 🍀 5 · ④ 💧 3 · ① ❤️ 5, and ② **Ben** had none of these three colours."


def test_a_trick_that_was_broken_off_is_told_and_no_older_one_is_the_last() -> None:
    before = play(table(HANDS), "r1 r2 y3 b4, take r1 r2")
    shown = lines(play(before, "g5 b3 r5"))

    assert any("Last trick" in line for line in lines(before))
    assert SENTENCE in shown
    assert not any("Last trick" in line for line in shown)


def next_round() -> TueckeState:
    before = table("r1 / r2 / y3 / y4", taken="- / y5 y6 y7 g1 g2 / - / -", options={"rounds": 2})
    return act(play(before, "r1 r2 y3 y4, take r1 r2"), NEXT_DEAL)


def test_until_a_card_is_led_a_new_round_of_a_daily_tells_what_everyones_piles_were_worth() -> None:
    assert lines(next_round(), day=1)[-6:] == [
        "-# **Round 1**",
        "-# ① **Ana** 0×0=**0**",
        "-# ② **Ben** ☀️3×❤️2÷2=**3**",
        "-# ③ **Cleo** ☀️2×0=**0**",
        "-# ④ **Dora** 0×0=**0**",
        LAST,
    ]


@pytest.mark.parametrize(
    ("counts", "kept", "read"),
    [
        ((5, 6, 3, 0), (), "yellow 6 × red 5 ÷ 3 = 10"),
        ((7, 0, 4, 8), (Colour.RED, Colour.BLUE), "blue 8 × red 7 ÷ 4 = 14"),
        ((3, 5, 0, 0), (), "yellow 5 × red 3 = 15"),
        ((0, 0, 4, 0), (), "green 4 × 0 = 0"),
    ],
)
def test_a_formula_names_the_colours_that_are_multiplied(
    counts: tuple[int, ...], kept: tuple[Colour, ...], read: str
) -> None:
    assert spoken(formula(Pile(counts, colour_set(kept))), ENGLISH) == read


def test_everyone_is_told_what_the_round_brought_and_why_and_once_that_it_is_rounded_down() -> None:
    taken = "y5 y6 y7 r7 r8 r9 g1 g2 / y8 y9 y10 g3 g4 / - / -"
    state = play(table("r1 / r2 / y3 / y4", taken=taken), "r1 r2 y3 y4, take r1 r2")

    for seat in (None, Seat(1)):
        assert as_text(scored(seated(ANA, BEN, CLEO, DORA), state.view(seat), ENGLISH)).splitlines() == [
            "**Round 1**",
            "① **Ana** ❤️3×☀️3÷2=**4**",
            "② **Ben** ☀️3×❤️2÷2=**3**",
            "③ **Cleo** ☀️2×0=**0**",
            "④ **Dora** 0×0=**0**",
            "-# ÷ is rounded down",
            LAST,
        ]
    assert LAST in lines(state)
    parts = board(seated(ANA, BEN, CLEO, DORA), state.view(None), ENGLISH)
    assert [type(part.drawing) for part in parts if isinstance(part, Picture)] == [Podium]
    exact, undivided = Pile((6, 10, 3, 0), 0), Pile((3, 5, 0, 0), 0)
    assert rounding((exact, undivided), ENGLISH) == []


TABLE = seated(ANA, BEN, CLEO, DORA)
DEALT = "r1 b1 r5 / r2 b2 r6 / y5 y12 r3 / b3 b4 b7"
FIRST = ("play r1", "play r2", "play y5", "play b3")  # 2 takes first, and 4 the rest


def told(state: TueckeState, *texts: str) -> list[str]:
    return [plain(line) for line in tell(TABLE, seen(GAME, state, *texts), ENGLISH)]


def test_the_last_trick_is_told_with_what_each_took() -> None:
    assert told(table(DEALT), *FIRST, "take r1 r2") == [
        "② has ❤️",
        "④ has ☀️, 💧",
        "**1.** ① ❤️ 1\u2002② ❤️ 2 👑\u2002③ ☀️ 5\u2002④ 💧 3 🥈 → ② took ❤️ 1 · ❤️ 2, ④ took ☀️ 5 · 💧 3",
    ]


KEPT = [
    "**1.** ① ❤️ 1\u2002② ❤️ 2 👑\u2002③ ☀️ 3 🥈\u2002④ 💧 3 → ② took ❤️ 1 · ❤️ 2, ③ took ☀️ 3 · 💧 3",
    "-# ② **Ben** keeps ❤️, 💧 and discards ~~☀️🍀~~",
]


@pytest.mark.parametrize(
    ("hands", "later"),
    [("r1 / r2 / y3 / b3", ()), ("r1 r5 / r2 b5 / y3 g5 / b3 y6", ("play g5", "play y6", "play r5"))],
    ids=["with the choice", "because somebody can't play"],
)
def test_once_the_round_is_scored_every_trick_and_choice_is_told(hands: str, later: tuple[str, ...]) -> None:
    state = table(hands, taken="- / g9 b9 y9 / - / -")
    first = ("play r1", "play r2", "play y3", "play b3", "take r1 r2", "keep red blue")

    assert told(state, *first, *later) == KEPT
