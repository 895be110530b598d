"""Little patience with a helper process that hangs."""

from types import ModuleType

import pytest

from bot.workers.processes import Processes, _Pool

LITTLE_SECONDS = 0.1


def lose_patience(processes: Processes, module: ModuleType, limit: str, patch: pytest.MonkeyPatch) -> None:
    """Gives work little time in the process that runs now, but not in the next one, which has to start first.

    Shape: `limit` is the name of the time limit in the module.
    """
    seconds, begin = getattr(module, limit), processes._begin

    def begin_patiently() -> _Pool:
        patch.setattr(module, limit, seconds)
        return begin()

    patch.setattr(module, limit, LITTLE_SECONDS)
    patch.setattr(processes, "_begin", begin_patiently)
