"""JSON and times as they go over Discord's wire. Knows nothing of what the objects mean."""

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, TypeAlias

JsonObject: TypeAlias = dict[str, Any]
"""One object of Discord's API: its keys and types are Discord's, and are checked where they come in."""

Json: TypeAlias = JsonObject | list[JsonObject] | list[str]


def iso(seconds: float) -> str:
    """A moment as Discord writes it.

    Units: seconds since 1970, UTC.
    """
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")


def to_bytes(value: object) -> bytes:
    """A JSON value as the bytes that are sent."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def to_object(text: str | bytes) -> JsonObject:
    """The JSON object a text holds.

    Raises: ValueError when it is no JSON, or no object.
    """
    value = json.loads(text)
    if not isinstance(value, dict):
        raise ValueError("a JSON object was expected")
    return value


def picked(source: Mapping[str, object], keys: Iterable[str]) -> JsonObject:
    """The part of an object under the given keys, as far as it has them."""
    return {key: source[key] for key in keys if key in source}
