"""Places at the end of a match, as Discord shows them."""

import pytest

from bot.words import ENGLISH
from cogs.parts.scores import standings
from games.core import Outcome
from tests.cogs.tables import ANA, BEN, CLEO, seated
from tests.pages import as_text


@pytest.mark.parametrize("places", [(1, 1, 3), (1, 2, 2), (1, 2, 3)])
def test_shared_places_are_shown_as_they_are(places: tuple[int, ...]) -> None:
    """Discord would make lines that begin with "1. " a list, and number it 1, 2, 3."""
    lines = as_text([standings(seated(ANA, BEN, CLEO), Outcome((0, 0, 0), places), ENGLISH)]).splitlines()

    assert [line.split()[0] for line in lines] == [f"{place}\\." for place in places]
