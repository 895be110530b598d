"""`hard` at Auf falscher Fährte: tries each action in many likely worlds, each played to its end by cheap players."""

from collections.abc import Sequence
from random import Random

from games.cards import JOKERS, Cards, by_colour, gather, listed, plays
from games.core import TimeUp
from games.faehrte.actions import FaehrteAction, SeatAction
from games.faehrte.view import FaehrteView
from games.search import Judged, best_of, candidates


def hard(view: FaehrteView, rng: Random, is_time_up: TimeUp) -> FaehrteAction:
    """The action that gains most on average."""
    actions = unlike(view)
    return actions[0] if len(actions) == 1 else best_of(evaluate(view, rng, is_time_up))


def evaluate(
    view: FaehrteView,
    rng: Random,
    is_time_up: TimeUp,
    *,
    among: Sequence[SeatAction] | None = None,
    kept: SeatAction | None = None,
) -> tuple[Judged[SeatAction], ...]:
    """Judges each action that differs from the others, in points of this round above the others' mean."""
    # Only a search needs numpy, which takes 12 MB: the bot's own process does without.
    from games.batches import judge_lots  # noqa: PLC0415
    from games.faehrte.worlds import Worlds  # noqa: PLC0415

    return judge_lots(candidates(unlike(view), among, kept), Worlds(view, rng).gains, is_time_up, kept=kept)


def unlike(view: FaehrteView) -> tuple[SeatAction, ...]:
    """The legal actions, but of cards between which no card is elsewhere only the lowest: they are alike."""
    if not view.playable:
        return view.legal_actions
    elsewhere = view.table.unseen & ~view.hand | gather(view.table.trick)
    kept: Cards = 0
    for colour in by_colour(view.playable):
        last = 0
        for card in listed(colour):
            if not last or elsewhere & (1 << card) - last:
                kept |= 1 << card
            last = 1 << card
    return plays(kept | view.playable & JOKERS)
