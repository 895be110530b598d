"""A review of any game knows what its player knew at the time, and nothing more."""

from random import Random

from hypothesis import strategies as st

from bot.words import ENGLISH
from cogs.catalogue import GAME_UIS
from games.catalogue import Listing
from games.review import Decision, examine
from games.search import after
from tests.contract.strategies import anything, every_listing, playthroughs


@every_listing
@anything
def test_a_verdict_is_the_same_whatever_lay_hidden(listing: Listing, data: st.DataObject) -> None:
    match = data.draw(playthroughs(listing.game))
    choosing = [seat for seat in sorted(match.state.to_act) if len(match.state.view(seat).legal_actions) > 1]
    if not choosing or choosing[0] < 0:
        return
    seat = choosing[0]
    view = match.state.view(seat)
    other = listing.game.redeal(view, Random(data.draw(st.integers(0, 1000)))).view(seat)
    played = data.draw(st.sampled_from(view.legal_actions))

    found, elsewhere = (
        examine(listing.evaluate, Decision(1, seen, played), Random(1), lambda _: after(2)) for seen in (view, other)
    )

    assert found == elsewhere
    ui, better = GAME_UIS[listing.game.key], data.draw(st.sampled_from(view.legal_actions))
    assert ui.hand(view, ENGLISH) == ui.hand(other, ENGLISH)
    assert ui.reason(view, played, better, ENGLISH) == ui.reason(other, played, better, ENGLISH)
