"""Bluff's pictures: what they show, and their alt texts."""

from dataclasses import replace

from bot.pages.page import Picture
from bot.pictures.encode import png
from bot.tables.table import Sitter
from bot.words import ENGLISH
from cogs.bluff.board import board
from cogs.bluff.picture import Cup, Lifted, Path, Reveal
from games.bluff.rules import BluffState
from tests.cogs.tables import ANA, BEN, CLEO, seated
from tests.games.bluff.tables import act, table

THREE = "1 2 * / 3 3 5 5 / 4 * *"


def pictures(state: BluffState, *sitters: Sitter) -> list[Picture]:
    parts = board(seated(*sitters), state.view(None), ENGLISH)
    return [part for part in parts if isinstance(part, Picture)]


def test_the_path_shows_the_bid_and_everyones_dice() -> None:
    state = act(table("1 2 * / 3 3 5 5 / -", reroll=True), "bid 2x3", "expose *", "reroll 1 4")
    (path,) = pictures(state, ANA, BEN, CLEO)

    assert path.drawing == Path(
        (
            Cup("Ana", ("die_star",), 2),
            Cup("Ben", (), 4, is_asked=True),
            Cup("Cleo", (), 0, place=3),
        ),
        space=3,
        quantity=2,
        face="die_3",
        bidder=0,
    )
    (before,) = pictures(table("1 2 / 3"), ANA, BEN)
    assert before.drawing == Path((Cup("Ana", (), 2, is_asked=True), Cup("Ben", (), 1)))


def test_earlier_bids_leave_a_mark_of_their_seat_on_the_path() -> None:
    (path,) = pictures(act(table(THREE), "bid 2x3", "bid 2x4", "bid 2x*"), ANA, BEN, CLEO)

    assert isinstance(path.drawing, Path)
    assert path.drawing.earlier == ((3, 0), (3, 1))
    assert png(path.drawing) != png(replace(path.drawing, earlier=()))
    assert path.alt.splitlines()[0] == "3 Cleo bid 2 × star"
    assert path.alt.splitlines()[-1] == "Bids before that: 1 Ana bid 2 × 3, 2 Ben bid 2 × 4"


def test_the_reveal_shows_every_die_those_that_count_first() -> None:
    state = act(table(THREE), "bid 5x1", "lift", "roll 1 1 / 2 2 2 2 / 3 3 3")
    (reveal,) = pictures(state, ANA, BEN, CLEO)

    assert reveal.drawing == Reveal(
        bidder=0,
        quantity=5,
        face="die_1",
        count=4,
        cups=(
            Lifted(0, "Ana", ("die_1", "die_star", "die_2"), hits=2, lost=1),
            Lifted(1, "Ben", ("die_3", "die_3", "die_5", "die_5"), hits=0, lost=0),
            Lifted(2, "Cleo", ("die_star", "die_star", "die_4"), hits=2, lost=0),
        ),
        winner=1,
        doubter=1,
        doubted_by="doubted by",
    )
    (held,) = pictures(act(table(THREE), "bid 4x1", "lift", "roll 1 1 1 / 2 2 2 / 3 3"), ANA, BEN, CLEO)
    assert isinstance(held.drawing, Reveal)
    assert held.drawing.winner == held.drawing.bidder


def test_the_marker_goes_round_a_third_time() -> None:
    cups = (Cup("Ana", (), 5),) * 6

    assert Path(cups, 89, 30, "die_star", 0).draw() != Path(cups, 29, 30, "die_star", 0).draw()
