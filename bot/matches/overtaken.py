"""Retries an intent that another process has overtaken. Knows no intent."""

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from bot.errors import Overtaken

P = ParamSpec("P")
T = TypeVar("T")


def again_if_overtaken(intent: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Decorates an intent: if another process has changed the match, it's checked and done again with what is stored.

    Raises: Overtaken if that happens a second time; whatever the intent raises.
    """

    @wraps(intent)
    async def twice(*arguments: P.args, **named: P.kwargs) -> T:
        try:
            return await intent(*arguments, **named)
        except Overtaken:
            return await intent(*arguments, **named)

    return twice
