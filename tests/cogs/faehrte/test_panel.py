"""The private page of Auf falscher Fährte, read by hand."""

from bot.words import ENGLISH
from cogs.faehrte.panel import panel
from games.core import Seat
from tests.cogs.tables import ANA, BEN, CLEO, seated
from tests.games.faehrte.tables import play, playing
from tests.pages import as_text


def test_after_the_last_trick_nothing_is_barred_when_trump_may_change() -> None:
    state = play(playing("r9 / J / g9", tricks=(6, 3, 3), jokers_gone=0), "r9 J g9")
    shown = as_text(panel(seated(ANA, BEN, CLEO), state.view(Seat(1)), ENGLISH, ""))

    assert "[Rules]" in shown.splitlines()
    assert "Why not the others?" not in shown
