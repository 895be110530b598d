"""What has happened in a round of Auf falscher Fährte."""

from bot.pages.faces import plain
from bot.words import ENGLISH
from cogs.faehrte.board import tell
from games.faehrte import GAME
from games.faehrte.rules import FaehrteState
from tests.cogs.stories import seen
from tests.cogs.tables import ANA, BEN, CLEO, DORA, seated
from tests.games.faehrte.tables import FOUR, JOKERS, playing, whose

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


def test_a_change_of_trump_is_told() -> None:
    lines = told(playing("r1 J / r2 r3 / r4 r5", jokers_gone=0), "play J", "play r2", "play r4", "trump blue")

    assert lines[-2:] == ["**12.** ① 🃏\u2002② ❤️ 2\u2002③ ❤️ 4 👑", "-# ① **Ana** changed trump to 💧 blue."]
