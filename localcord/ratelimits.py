"""Discord's rate limits: a bucket for each route and place, a global one, and their headers.

Discord publishes no numbers; these have been observed in practice. Knows nothing of what routes do.
"""

import hashlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from localcord.wire import JsonObject

GLOBAL_SCOPE = "global"
MAJOR = ("channel_id", "guild_id", "token")
"""The parts of a path that get buckets of their own."""

OLD_EDIT_CODE = 30046
OLD_EDIT = ("PATCH", "an old message")


@dataclass(frozen=True)
class Limit:
    """A number of requests allowed within a number of seconds."""

    requests: int
    seconds: float


GLOBAL_LIMIT = Limit(50, 1)
"""https://discord.com/developers/docs/topics/rate-limits#global-rate-limit"""

EMOJI_CHANGES = (
    ("POST", "/applications/{application_id}/emojis"),
    ("DELETE", "/applications/{application_id}/emojis/{emoji_id}"),
)
"""Limited more strictly than other routes: https://discord.com/developers/docs/topics/rate-limits#rate-limits"""

DEFAULT_LIMITS: Mapping[tuple[str, str], Limit] = {
    ("POST", "/channels/{channel_id}/messages"): Limit(5, 5),
    ("PATCH", "/channels/{channel_id}/messages/{message_id}"): Limit(5, 5),
    ("DELETE", "/channels/{channel_id}/messages/{message_id}"): Limit(5, 1),
    ("POST", "/webhooks/{application_id}/{token}"): Limit(5, 2),
    ("PATCH", "/webhooks/{application_id}/{token}/messages/{message_id}"): Limit(5, 2),
    **{(method, path): Limit(20, 5) for method, path in EMOJI_CHANGES},
    OLD_EDIT: Limit(3, 20),
}


@dataclass
class Window:
    """One bucket: when it started, and how many requests it has counted since."""

    limit: Limit
    started: float
    used: int = 0


@dataclass(frozen=True)
class Verdict:
    """The headers of a request's answer, and the seconds after which to try again; None if it may pass."""

    headers: dict[str, str] = field(default_factory=dict)
    retry_after: float | None = None
    scope: str = "user"
    code: int = 0

    @property
    def body(self) -> JsonObject:
        """The JSON of a 429."""
        is_global, text = self.scope == GLOBAL_SCOPE, "You are being rate limited."
        shown: JsonObject = {"message": text, "retry_after": self.retry_after, "global": is_global}
        return shown | {"code": self.code} if self.code else shown


def refused(seconds: float, *, is_global: bool) -> Verdict:
    """A 429 that a client can't foresee, such as one for a limit shared with other bots."""
    scope = GLOBAL_SCOPE if is_global else "shared"
    more = {"X-RateLimit-Global": "true"} if is_global else {}
    return Verdict(_refusal(seconds, scope) | more, seconds, scope)


class RateLimits:
    """Counts requests in fixed windows that start with their first request."""

    def __init__(
        self,
        limits: Mapping[tuple[str, str], Limit] = DEFAULT_LIMITS,
        whole: Limit = GLOBAL_LIMIT,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.limits = dict(limits)
        self._whole = whole
        self._clock = clock
        self._windows: dict[tuple[str, ...], Window] = {}

    def charge(self, method: str, template: str, path: Mapping[str, str], *, counts_globally: bool) -> Verdict:
        """Counts a request against its bucket, and against the bot's global one if it counts there."""
        if counts_globally:
            wait = self._take(("whole",), self._whole)
            if wait is not None:
                return refused(wait, is_global=True)
        limit = self.limits.get((method, template))
        if limit is None:
            return Verdict()
        key = (method, template, *(path[name] for name in MAJOR if name in path))
        wait = self._take(key, limit)
        headers = self._headers(self._windows[key], f"{method} {template}")
        return Verdict(headers if wait is None else headers | _refusal(wait, "user"), wait)

    def charge_old_edit(self, channel_id: str) -> Verdict:
        """Counts an edit of a message older than an hour."""
        wait = self._take((*OLD_EDIT, channel_id), self.limits.get(OLD_EDIT, self._whole))
        return Verdict() if wait is None else Verdict(_refusal(wait, "shared"), wait, "shared", OLD_EDIT_CODE)

    def _take(self, key: tuple[str, ...], limit: Limit) -> float | None:
        """Uses one request of a window. None, or the seconds to wait if the window is full."""
        now = self._clock()
        window = self._windows.get(key)
        if window is None or now >= window.started + window.limit.seconds:
            window = self._windows[key] = Window(limit, now)
        if window.used >= limit.requests:
            return max(0.001, round(window.started + limit.seconds - now, 3))
        window.used += 1
        return None

    def _headers(self, window: Window, name: str) -> dict[str, str]:
        after = max(0.0, window.started + window.limit.seconds - self._clock())
        return {
            "X-RateLimit-Limit": str(window.limit.requests),
            "X-RateLimit-Remaining": str(window.limit.requests - window.used),
            "X-RateLimit-Reset": f"{time.time() + after:.3f}",
            "X-RateLimit-Reset-After": f"{after:.3f}",
            "X-RateLimit-Bucket": hashlib.sha256(name.encode()).hexdigest()[:32],
        }


def _refusal(wait: float, scope: str) -> dict[str, str]:
    """The headers of every 429. Clients take one without `Via` for a ban."""
    return {"Retry-After": str(int(wait) + 1), "X-RateLimit-Scope": scope, "Via": "1.1 localcord"}
