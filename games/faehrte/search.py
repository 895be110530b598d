"""`hard` at Auf falscher Fährte: tries each action in many worlds that agree with what its seat may know."""

from functools import partial
from random import Random

from games.cards import Play
from games.core import Seat, TimeUp
from games.faehrte.actions import FaehrteAction, Hide, SeatAction
from games.faehrte.game import GAME
from games.faehrte.medium import to_hide
from games.faehrte.playout import Round
from games.faehrte.rules import FaehrteState
from games.faehrte.view import FaehrteView
from games.search import best_on_average


def hard(view: FaehrteView, rng: Random, is_time_up: TimeUp) -> FaehrteAction:
    """The action that gains most where everyone goes on as `medium` does."""
    seat = view.seat
    assert seat is not None

    def draw() -> tuple[Round, float]:
        return Round(likely_world(view, rng)), 1.0

    return best_on_average(view.legal_actions, draw, partial(gain, seat=seat), is_time_up)


def gain(world: Round, action: SeatAction, seat: Seat) -> float:
    """What a seat scores in this round more than the others on average."""
    after = world.copy()
    if isinstance(action, Play):
        after.play(action.card)
    elif isinstance(action, Hide):
        after.hide(seat, action.card)
    else:
        after.name(action.colour)
    points = after.finish()
    return (len(points) * points[seat] - sum(points)) / (len(points) - 1)


def likely_world(view: FaehrteView, rng: Random) -> FaehrteState:
    """A world in which the others have hidden what `medium` would hide of their cards, as far as that can be.

    Without this, their hidden cards would be as likely of one value as of another.
    """
    world = GAME.redeal(view, rng)
    table, own = world.table, view.seat
    hands, hidden = list(world.hands), list(world.hidden)
    played, voids = table.played, table.voids
    for seat, card in enumerate(hidden):
        if seat == own or card in table.turned:
            continue
        laid = 0 if card is None else 1 << card
        chosen = to_hide(table.seats, hands[seat] | laid | played[seat], table.trump)
        if hands[seat] >> chosen & 1 and not laid & voids[seat]:
            hands[seat] ^= laid | 1 << chosen
            hidden[seat] = chosen
    pile = [card for card in hidden if card is not None and card not in table.turned]
    rng.shuffle(pile)
    return FaehrteState(table, tuple(hands), tuple(hidden), tuple(pile))
