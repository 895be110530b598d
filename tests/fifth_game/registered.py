"""Puts the fifth game into the two lists of games, as a line in games/catalogue.py would."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from cogs.catalogue import GAME_UIS
from docs.moments import MOMENTS
from games.catalogue import GAMES, Listing
from tests import sentences
from tests.fifth_game import game, screens

LISTING = Listing(
    game.GAME,
    game.COMPUTERS,
    game.SEARCH,
    game.EVALUATE,
    game.STAKES,
    game.RATINGS,
    game.FIGURES,
    game.observe,
    game.DAILY,
)


@contextmanager
def registered() -> Iterator[None]:
    """Meanwhile there are five games; a bot that starts now has them all."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES, game.GAME.key, LISTING)
        patch.setitem(GAME_UIS, game.GAME.key, screens.GAME_UI)
        patch.setitem(MOMENTS, game.GAME.key, screens.MOMENTS)
        patch.setattr(sentences, "UNTRANSLATED", said_by_others())
        yield


def said_by_others() -> frozenset[str]:
    """The game's own phrases that shared pages say: `make messages` finds those of the other games."""
    look = screens.GAME_UI
    options = (*look.option_labels.values(), *look.option_help.values(), *look.figures.values())
    return frozenset({look.title, look.pitch, look.hand_label, *options, *(one.title for one in look.chapters)})
