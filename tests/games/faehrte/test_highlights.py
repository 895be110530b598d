"""What is told of a round of Auf falscher Fährte."""

from games.core import Seat
from games.faehrte.events import RoundScored
from games.faehrte.highlights import LastTrick, spot
from tests.games.faehrte.tables import act, playing, watch


def test_a_last_trick_of_jokers_alone_turned_nothing() -> None:
    state = act(playing("J / J / J", jokers_gone=3, tricks=(4, 4, 4)), "play J", "play J")
    after, events = watch(state, "play J")
    found, _ = spot(state, after, events, None)

    assert any(isinstance(event, RoundScored) for event in events)
    assert LastTrick not in map(type, found)


def test_the_last_trick_is_told_of_who_took_it() -> None:
    state = act(playing("r5 / y3 / g2", turned="r9 y9 g9", tricks=(3, 5, 3)), "play r5", "play y3")
    after, events = watch(state, "play g2")
    found, _ = spot(state, after, events, None)
    (last,) = (one for one in found if isinstance(one, LastTrick))

    assert (last.seat, last.before, last.after) == (Seat(0), 0, 2)
