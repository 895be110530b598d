"""What is told of the tricks of a round of Mit List und Tücke."""

from bot.words import words
from cogs.tuecke.moments import told
from games.tuecke.highlights import Swing, spot
from tests.games.tuecke.tables import act, ending, watch

NAMES = ("Ana", "Ben", "Cleo", "Dario")


def swing(taken: str) -> Swing:
    """What the last trick of a match of one round did to the piles of the first player, who takes two red cards."""
    state = act(ending("r9 / g1 / r5 / r6", taken=taken), "play r9", "play g1", "play r5", "play r6")
    after, events = watch(state, "take r6 r9")
    (found,) = (one for one in spot(state, after, events, None)[0] if isinstance(one, Swing))
    return found


def test_a_trick_that_changed_little_is_hardly_told() -> None:
    assert swing("r1 r2 y1 y2 y3 y4 y5 y6 y7 y8 / - / - / -").weight > 3 * swing("r1 r2 y1 y2 y3 / - / - / -").weight


def test_a_trick_is_told_with_what_it_turned_points_into() -> None:
    one = swing("r1 r2 y1 y2 y3 y4 y5 y6 y7 y8 / - / - / -")
    sentence, _ = told(one, NAMES.__getitem__, words("en-US"))

    assert sentence.startswith("Ana took ")
    assert " in trick 14 of round 1, and their score went from 16 to 32." in sentence
