"""Computer players of Mit List und Tücke that answer at once: from what their seat may know to what it does."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from statistics import fmean
from typing import Final

from games.cards import OF_COLOUR, PLAYS, Card, Cards, Play, colour_of, gather, listed, value_of
from games.core import Computer
from games.review import Stakes
from games.tuecke.actions import DECKS, KEEPS, SeatAction, Take, TueckeAction
from games.tuecke.scoring import Pile, counts_of
from games.tuecke.view import TueckeView
from games.turns import random


def medium(view: TueckeView, rng: Random) -> SeatAction:  # noqa: ARG001 - it leaves nothing to chance
    """Does what its rules hold best; never asked for more than one trick ahead."""
    # Only a choice needs numpy, which takes 12 MB.
    from games.tuecke.worlds import Rounds, halves, held_by, piles_of, promises  # noqa: PLC0415

    rounds = Rounds(view, held_by(view), piles_of(view))
    match view.table.phase:
        case "play":
            return PLAYS[listed(view.hand)[::-1][rounds.worths().argmax()]]
        case "take":
            worth, _ = rounds.shares()
            return Take(gather(view.table.trick[place] for place in halves(rounds.seats)[worth.argmax()]))
    return KEEPS[promises(rounds.counts, rounds.kept, rounds.to_come)[:, rounds.own[0], 0].argmax()]


_CARELESS: Final = 0.25
"""How often `easy` plays any card."""


def steady(view: TueckeView, rng: Random) -> TueckeAction:
    """Wants two large piles and little else, and looks no further than this trick.

    It takes and keeps what is worth most, and plays the card that promises most.
    """
    worth = {action: _worth(view, action) for action in view.legal_actions}
    most = max(worth.values())
    return rng.choice([action for action in view.legal_actions if worth[action] == most])


def _worth(view: TueckeView, action: SeatAction) -> float:
    if isinstance(action, Play):
        return promise(view, action.card)
    if isinstance(action, Take):
        return _gain(view, action.cards)
    return value(Pile(counts_of(view.taken), action.colours))


def value(pile: Pile) -> float:
    """How good a pile is on its way: the formula of the score, with one card more everywhere. So no factor is 0."""
    one, other, rest = pile.score.one, pile.score.other, pile.score.rest
    return (one + 1) * (other + 1) / (rest + 1)


def _gain(view: TueckeView, cards: Cards) -> float:
    """How much better the own pile gets with these cards."""
    assert view.seat is not None
    kept = view.table.round.kept[view.seat]
    return value(Pile(counts_of(view.taken | cards), kept)) - value(Pile(counts_of(view.taken), kept))


def promise(view: TueckeView, card: Card) -> float:
    """Mean gain of playing `card`, were all cards that nobody has seen equally likely to follow."""
    table = view.table
    trick = (*table.trick, card)
    led = OF_COLOUR[colour_of(trick[0])]
    unseen = DECKS[table.round.seats] & ~(table.played | view.hand)
    if led >> card & 1:
        rivals = [other for other in trick if led >> other & 1 and other > card]
        dangers = [other for other in listed(unseen & led) if other > card]
    else:
        rivals = [other for other in table.trick if not led >> other & 1 and value_of(other) <= value_of(card)]
        dangers = [other for other in listed(unseen & ~led) if value_of(other) < value_of(card)]
    if rivals:
        return 0
    to_come = table.round.seats - len(trick)
    stays = (1 - len(dangers) / unseen.bit_count()) ** to_come if to_come else 1
    if led >> card & 1:
        return stays * max(_gains(view, trick, table.half))
    return stays * fmean(_gains(view, trick, len(trick) - table.half))


def _gains(view: TueckeView, trick: Sequence[Card], count: int) -> list[float]:
    """Gain of each choice of `count` of these cards: of at least one, and of all if there are fewer."""
    return [_gain(view, gather(cards)) for cards in combinations(trick, min(max(count, 1), len(trick)))]


def easy(view: TueckeView, rng: Random) -> TueckeAction:
    """Plays like `steady`, but one card in four is any card."""
    if view.table.phase == "play" and rng.random() < _CARELESS:
        return random(view, rng)
    return steady(view, rng)


COMPUTERS: Final[Mapping[str, Computer[TueckeView, TueckeAction]]] = {
    "random": random,
    "steady": steady,
    "easy": easy,
    "medium": medium,
}

RATINGS: Final[Mapping[str, float]] = {
    "random": -18.8,
    "easy": 15.1,
    "steady": 17.5,
    "medium": 25.0,
    "hard": 29.8,
}
"""How strong each level is, in the units of a player's mu, found by `python -m bench.levels`."""

STAKES: Final = Stakes("points", least=0.5)
