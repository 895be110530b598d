"""How often somebody may ask for something that costs much. Knows no command."""

from collections import OrderedDict
from collections.abc import Callable

from bot.errors import NotAllowed


class Limit:
    """Lets each person do something only so often. Units: at most `most` times within `seconds`."""

    def __init__(self, clock: Callable[[], float], *, most: int, seconds: float, sentence: str) -> None:
        """Shape: `sentence` refuses, as a gettext key."""
        self._clock = clock
        self._most = most
        self._seconds = seconds
        self._sentence = sentence
        self._taken: OrderedDict[int, list[float]] = OrderedDict()  # ordered by each person's latest time

    def take(self, user_id: int) -> None:
        """Counts once more for this person. Raises: NotAllowed if they have asked too often lately."""
        now = self._clock()
        while self._taken and next(iter(self._taken.values()))[-1] <= now - self._seconds:
            self._taken.popitem(last=False)
        lately = [at for at in self._taken.get(user_id, ()) if at > now - self._seconds]
        if len(lately) >= self._most:
            raise NotAllowed(self._sentence)
        self._taken[user_id] = [*lately, now]
        self._taken.move_to_end(user_id)

    def forget(self, user_id: int) -> None:
        """Lets this person start from scratch."""
        self._taken.pop(user_id, None)
