"""The player of Mit List und Tücke who thinks: tries each action in worlds that agree with the view."""

from collections.abc import Sequence
from random import Random
from typing import Literal

from games.core import TimeUp
from games.search import Judged, candidates, surest_of
from games.tuecke.actions import SeatAction, Take, TueckeAction
from games.tuecke.computer import medium
from games.tuecke.scoring import counts_of
from games.tuecke.view import TueckeView


def hard(view: TueckeView, rng: Random, is_time_up: TimeUp) -> TueckeAction:
    """The choice of `medium`, unless another one surely wins this round more often."""
    actions = view.legal_actions
    if len(actions) == 1:
        return actions[0]
    return surest_of(evaluate(view, rng, is_time_up, kept=medium(view, rng)))


def evaluate(
    view: TueckeView,
    rng: Random,
    is_time_up: TimeUp,
    *,
    among: Sequence[SeatAction] | None = None,
    kept: SeatAction | None = None,
    by: Literal["round", "points"] = "round",
) -> tuple[Judged[SeatAction], ...]:
    """How likely each action that differs wins this round, or how many points above the others' mean it scores."""
    # Only a choice needs numpy, which takes 12 MB.
    from games.batches import judge_lots  # noqa: PLC0415
    from games.tuecke.worlds import Worlds  # noqa: PLC0415

    tried, worlds, row = candidates(unlike(view), among, kept), Worlds(view, rng), int(by == "points")
    return judge_lots(tried, lambda some, count: worlds.gains(some, count)[row], is_time_up, kept=kept)


def unlike(view: TueckeView) -> tuple[SeatAction, ...]:
    """The legal actions; of halves of a trick with the same colours only one."""
    halves = {counts_of(one.cards): one for one in view.legal_actions if isinstance(one, Take)}
    return tuple(halves.values()) or view.legal_actions
