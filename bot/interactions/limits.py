"""Limits for each person on what costs much, or what others have to read."""

from collections import OrderedDict
from collections.abc import Callable

from bot.errors import NotAllowed
from bot.words import phrase

MOST_POSTS = 3
"""Pages that one person may post in one channel within `POST_SECONDS`. Slow mode doesn't hold for a bot's messages."""

POST_SECONDS = 60
"""The refusal says it in words."""


class Limit:
    """Lets each person do something only so often in each place. Units: at most `most` times within `seconds`."""

    def __init__(self, clock: Callable[[], float], *, most: int, seconds: float, sentence: str) -> None:
        """Shape: `sentence` refuses, as a gettext key."""
        self._clock = clock
        self._most = most
        self._seconds = seconds
        self._sentence = sentence
        self._taken: OrderedDict[int, list[tuple[float, int]]] = OrderedDict()  # ordered by each person's latest time

    def take(self, user_id: int, place_id: int = 0) -> None:
        """Counts once more for this person in this place. Raises: NotAllowed if that was too often lately."""
        now = self._clock()
        while self._taken and next(iter(self._taken.values()))[-1][0] <= now - self._seconds:
            self._taken.popitem(last=False)
        lately = [(at, where) for at, where in self._taken.get(user_id, ()) if now - self._seconds < at <= now]
        if sum(where == place_id for _, where in lately) >= self._most:
            raise NotAllowed(self._sentence)
        self._taken[user_id] = [*lately, (now, place_id)]
        self._taken.move_to_end(user_id)

    def forget(self, user_id: int) -> None:
        """Lets this person start from scratch."""
        self._taken.pop(user_id, None)


def post_limit(clock: Callable[[], float]) -> Limit:
    """The limit for all pages that one person posts in a channel."""
    sentence = phrase("You've just posted several pages in this channel. Wait a minute, then try again.")
    return Limit(clock, most=MOST_POSTS, seconds=POST_SECONDS, sentence=sentence)
