"""JSON and times as Discord sends them. Knows nothing of what the objects mean."""

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, TypeAlias

JsonObject: TypeAlias = dict[str, Any]
"""An object of Discord's API. Its keys and types are Discord's, and are checked where it comes in."""

Json: TypeAlias = JsonObject | list[JsonObject] | list[str]


def iso(seconds: float) -> str:
    """A time as Discord writes it. Units: `seconds` since 1970, UTC."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")


def to_bytes(value: object) -> bytes:
    """A JSON value as bytes."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def to_object(text: str | bytes) -> JsonObject:
    """Parses a JSON object. Raises: ValueError if the text isn't JSON, or isn't an object."""
    value = json.loads(text)
    if not isinstance(value, dict):
        raise ValueError("a JSON object was expected")
    return value


def picked(source: Mapping[str, object], keys: Iterable[str]) -> JsonObject:
    """A copy of an object with only the given keys, those of them that it has."""
    return {key: source[key] for key in keys if key in source}
