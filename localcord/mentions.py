"""Who a message mentions and whom `allowed_mentions` lets it ping. Knows nothing of how messages are stored."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from localcord.wire import JsonObject

USER = re.compile(r"<@!?(\d+)>")
ROLE = re.compile(r"<@&(\d+)>")
EVERYONE = re.compile(r"@(?:everyone|here)\b")


@dataclass(frozen=True)
class Mentions:
    """What a message really pings.

    Shape: ids in the order of their first mention, each once.
    """

    users: tuple[str, ...]
    roles: tuple[str, ...]
    everyone: bool


def find(texts: Iterable[str], allowed: JsonObject | None) -> Mentions:
    """The mentions in the texts that are allowed; without `allowed_mentions` all are."""
    text = "\n".join(texts)
    allowed = {"parse": ["users", "roles", "everyone"]} if allowed is None else allowed
    return Mentions(
        users=_permitted(USER.findall(text), allowed, "users"),
        roles=_permitted(ROLE.findall(text), allowed, "roles"),
        everyone="everyone" in allowed.get("parse", []) and EVERYONE.search(text) is not None,
    )


def _permitted(ids: list[str], allowed: JsonObject, kind: str) -> tuple[str, ...]:
    named = {str(found) for found in allowed.get(kind) or []}
    return tuple(dict.fromkeys(found for found in ids if kind in allowed.get("parse", []) or found in named))
