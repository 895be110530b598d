"""What has happened in a round of Mit List und Tücke: of one under way, no more than its view shows."""

import pytest

from bot.pages.faces import plain
from bot.words import ENGLISH
from cogs.tuecke.board import tell
from games.tuecke import GAME
from games.tuecke.rules import TueckeState
from tests.cogs.stories import seen
from tests.cogs.tables import ANA, BEN, CLEO, DORA, seated
from tests.games.tuecke.tables import table

TABLE = seated(ANA, BEN, CLEO, DORA)
HANDS = "r1 b1 r5 / r2 b2 r6 / y5 y12 r3 / b3 b4 b7"
FIRST = ("play r1", "play r2", "play y5", "play b3")  # 2 takes first, and 4 the rest
SECOND = ("play b4", "play b1", "play b2", "play y12", "take b1 b4")  # 4 takes first, and 3 the rest


def told(state: TueckeState, *texts: str) -> list[str]:
    return [plain(line) for line in tell(TABLE, seen(GAME, state, *texts), ENGLISH)]


def test_the_last_trick_is_told_with_what_each_took() -> None:
    assert told(table(HANDS), *FIRST, "take r1 r2") == [
        "② has ❤️",
        "④ has ☀️, 💧",
        "**1.** ① ❤️ 1\u2002② ❤️ 2 👑\u2002③ ☀️ 5\u2002④ 💧 3 🥈 → ② took ❤️ 1 · ❤️ 2, ④ took ☀️ 5 · 💧 3",
    ]


ONE_COLOUR = ("play r1", "play r2", "play r3", "play r4", "take r1 r2")


def test_cards_out_of_the_round_are_told_with_their_trick_and_later_on_their_own() -> None:
    state = table("r1 y1 y5 / r2 y2 y6 / r3 y3 y7 / r4 g4 g8")

    assert told(state, *ONE_COLOUR)[-1].endswith("→ ④ took ❤️ 1 · ❤️ 2; out of the round: ❤️ 3 · ❤️ 4")
    assert "Out of the round: ❤️ 3, 4" in told(
        state, *ONE_COLOUR, "play g4", "play y1", "play y2", "play y3", "take y2 g4"
    )


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
