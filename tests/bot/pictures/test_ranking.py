"""The picture of a ranking: its colours say what it's ordered by, who has a medal and which line is one's own."""

from dataclasses import replace

import pytest
from PIL import Image

from bot.pictures.encode import png
from bot.pictures.palette import BRONZE, GOLD, SILVER
from bot.pictures.ranking import HEAD, LINE, RANK, RankingLine, RankingTable

HEADINGS = ("Rating", "Wins", "Points", "Matches")
LINES = tuple(
    RankingLine(rank, name, ("1204?", "12", "34", "56"), has_medal=True)
    for rank, name in enumerate(("Maximiliane von der Wartburg", "Ben", "Chloé", "Jürgen"), 1)
)
TABLE = RankingTable(HEADINGS, 0, LINES)
MOST_BYTES = 44 * 1024


def colours(picture: Image.Image, number: int, left: int = 0, right: int | None = None) -> set[str]:
    """The colours in a line, between these columns of pixels."""
    box = (left, HEAD + LINE * number, right or picture.width, HEAD + LINE * (number + 1))
    found = picture.convert("RGB").crop(box).getcolors(100_000) or []
    return {"#{:02x}{:02x}{:02x}".format(*rgb) for _, rgb in found if isinstance(rgb, tuple)}


def test_the_first_three_ranks_have_medals_and_ones_own_line_is_framed() -> None:
    own = replace(LINES[3], is_own=True)
    equal = replace(TABLE, lines=(LINES[0], replace(LINES[1], rank=1), replace(LINES[2], has_medal=False), own))
    first, second = TABLE.draw(), equal.draw()

    medals = [colours(first, number, right=2 * RANK) & {GOLD, SILVER, BRONZE} for number in range(4)]
    assert medals == [{GOLD}, {SILVER}, {BRONZE}, set()]
    assert [GOLD in colours(second, number, right=2 * RANK) for number in range(4)] == [True, True, False, True]


@pytest.mark.parametrize("chosen", [0, 3])
def test_only_the_column_it_is_ordered_by_is_gold(chosen: int) -> None:
    picture = replace(TABLE, chosen=chosen).draw()
    width = (picture.width - 430) // 4

    gold = [GOLD in colours(picture, 3, 430 + width * column, 430 + width * (column + 1)) for column in range(4)]

    assert gold == [column == chosen for column in range(4)]


def test_people_who_are_left_out_take_little_room() -> None:
    with_gap = replace(TABLE, lines=(*LINES[:2], None, *LINES[2:]))

    assert TABLE.draw().height < with_gap.draw().height < TABLE.draw().height + LINE


def test_the_longest_ranking_is_a_small_file() -> None:
    lines = tuple(replace(LINES[0], rank=9990 + number, name=f"{number} Bartholomäus-Ferd") for number in range(13))

    assert len(png(replace(TABLE, lines=lines))) <= MOST_BYTES
