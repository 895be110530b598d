"""What has happened in a round of Bluff."""

from bot.pages.faces import plain
from bot.words import ENGLISH
from cogs.bluff.board import tell
from games.bluff import GAME
from tests.cogs.stories import seen
from tests.cogs.tables import ANA, BEN, CLEO, seated

OPENING = "opening 1 1 1 1 1 / 1 2 3 4 4 / 1 2 3 4 4"
TIE = "opening - / 1 2 3 4 * / 1 2 3 4 4"
ROLL = "roll 1 2 3 4 5 / 1 1 1 1 1 / 2 2 2 * *"
BEGUN = (OPENING, TIE, ROLL)


def told(*texts: str, reroll: bool = False) -> list[str]:
    lines = tell(seated(ANA, BEN, CLEO), seen(GAME, GAME.start(3, {"reroll": reroll}), *texts), ENGLISH)
    return [plain(line) for line in lines]


def test_every_roll_for_the_first_turn_is_told_and_who_opens() -> None:
    assert told(*BEGUN) == [
        "Roll for the first turn: ① 1 1 1 1 1 · ② 1 2 3 4 4 · ③ 1 2 3 4 4",
        "Roll for the first turn: ② 1 2 3 4 ★ · ③ 1 2 3 4 4",
        "-# ③ rolled highest (14) and opens",
        "15 dice in play · ① 5 · ② 5 · ③ 5",
    ]


def test_no_bid_of_a_long_round_is_folded() -> None:
    bids = [f"bid {quantity}x{face}" for quantity in range(1, 15) for face in range(1, 6)]
    lines = told(*BEGUN, *bids)

    assert sum(line.count("×") for line in lines) == len(bids)
    assert lines[4] == "③ 1 × 1 → ① 1 × 2 → ② 1 × 3 → ③ 1 × 4 → ① 1 × 5 → ② 2 × 1 →"


def test_dice_that_were_shown_are_told_with_their_bid_also_when_the_round_has_ended() -> None:
    texts = (*BEGUN, "bid 3x2", "expose 2 *", "reroll 1 1 3", "bid 4x2")
    line = "③ 3 × 2, shows 2 ★ → ① **4 × 2**"

    assert [told(*texts, *more, reroll=True)[-1] for more in ((), ("stand", "lift"))] == [line, line]
