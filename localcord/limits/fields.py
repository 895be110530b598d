"""The forms that a body's fields may have. Knows nothing of which field has which form.

A form reads one value, notes any problems at its spot, and returns what it understood. That leaves out names that
Discord doesn't know, and nulls, which count as missing.
"""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TypeAlias, TypeVar
from urllib.parse import urlsplit

from localcord.limits import problems
from localcord.limits.errors import Problem, Spot
from localcord.wire import JsonObject

T = TypeVar("T")

Form: TypeAlias = Callable[[object, Spot], object]
Forms: TypeAlias = Mapping[str, Form]
Record: TypeAlias = Callable[[object, Spot], JsonObject]

Rule: TypeAlias = Callable[[JsonObject, Spot], None]
"""Checks how the fields of an object fit together, once each field is valid by itself."""

SNOWFLAKE = re.compile(r"0|[1-9][0-9]{0,19}")
HTTP = ("http", "https")
INT53 = 2**53 - 1


def text(least: int, most: int) -> Form:
    """A string with this many characters."""

    def read(value: object, spot: Spot) -> object:
        if not isinstance(value, str):
            spot.note(problems.not_a_text(value))
        elif not least <= len(value) <= most:
            spot.note(problems.bad_length(least, most))
        return value

    return read


def filled(most: int) -> Form:
    """A string that isn't blank."""
    bounded = text(0, most)

    def read(value: object, spot: Spot) -> object:
        if isinstance(value, str) and not value.strip():
            spot.note(problems.REQUIRED)
        return bounded(value, spot)

    return read


def matching(form: Form, is_right: Callable[[str], object], problem: Problem) -> Form:
    """A string of the given form that also passes a check."""

    def read(value: object, spot: Spot) -> object:
        form(value, spot)
        if isinstance(value, str) and spot.is_clean and not is_right(value):
            spot.note(problem)
        return value

    return read


def whole(least: int, most: int) -> Form:
    """A whole number."""

    def read(value: object, spot: Spot) -> object:
        if isinstance(value, bool) or not isinstance(value, int):
            spot.note(problems.not_a_number(value, "int"))
        else:
            _bound(value, least, most, spot)
        return value

    return read


def number(value: object, spot: Spot) -> object:
    """Any number."""
    if isinstance(value, bool) or not isinstance(value, int | float) or math.isnan(value):
        spot.note(problems.not_a_number(value, "float"))
    else:
        _bound(value, -INT53, INT53, spot)
    return value


def truth(value: object, spot: Spot) -> object:
    """True or false."""
    if not isinstance(value, bool):
        spot.note(problems.NOT_A_TRUTH)
    return value


def snowflake(value: object, spot: Spot) -> object:
    """An id, or another number too large for JSON: a whole number, or a string of its digits.

    Shape: read as its digits.
    """
    digits = str(value) if isinstance(value, int | str) else ""
    if not SNOWFLAKE.fullmatch(digits):
        spot.note(problems.not_a_number(value, "snowflake"))
    return digits


def one_of(*allowed: int | str) -> Form:
    """One of these values, also of the same type."""

    def read(value: object, spot: Spot) -> object:
        if not any(value == choice and type(value) is type(choice) for choice in allowed):
            spot.note(problems.not_a_choice(allowed))
        return value

    return read


def moment(value: object, spot: Spot) -> object:
    """A time in ISO 8601."""
    if not isinstance(value, str):
        spot.note(problems.not_a_text(value))
        return value
    try:
        datetime.fromisoformat(value)
    except ValueError:
        spot.note(problems.not_a_time(value))
    return value


def url(most: int, *schemes: str) -> Form:
    """An address with one of these schemes."""
    bounded = text(0, most)

    def read(value: object, spot: Spot) -> object:
        bounded(value, spot)
        if not isinstance(value, str) or not spot.is_clean:
            return value
        try:
            parts = urlsplit(value)
        except ValueError:
            spot.note(problems.INVALID_URL)
            return value
        if parts.scheme not in schemes:
            spot.note(problems.bad_scheme(parts.scheme, schemes))
        elif not parts.netloc:
            spot.note(problems.INVALID_URL)
        return value

    return read


def items(least: int, most: int, item: Callable[[object, Spot], T]) -> Callable[[object, Spot], list[T]]:
    """A list with this many items of one form."""

    def read(value: object, spot: Spot) -> list[T]:
        found = []
        if not isinstance(value, list):
            spot.note(problems.NOT_A_LIST)
        elif not least <= len(value) <= most:
            spot.note(problems.bad_length(least, most))
        else:
            for index, entry in enumerate(value):
                if entry is None:
                    (spot / index).note(problems.ITEM_REQUIRED)
                else:
                    found.append(item(entry, spot / index))
        return found

    return read


def distinct(least: int, most: int, item: Form) -> Form:
    """A list of simple values without repetitions."""
    listed = items(least, most, item)

    def read(value: object, spot: Spot) -> object:
        entries = listed(value, spot)
        if spot.is_clean:
            for index in repeated(entries):
                (spot / index).note(problems.REPEATED_IN_SET)
        return entries

    return read


def dictionary(name: Form, entry: Form) -> Form:
    """An object with any keys of one form."""

    def read(value: object, spot: Spot) -> object:
        if not isinstance(value, dict):
            spot.note(problems.NOT_A_DICTIONARY)
            return {}
        for key in value:
            name(key, spot / key)
        return {key: entry(found, spot / key) for key, found in value.items()}

    return read


def record(*rules: Rule, required: Forms | None = None, optional: Forms | None = None) -> Record:
    """An object with fields. Its rules are checked once every field is valid."""
    needed = required or {}
    forms = {**needed, **(optional or {})}

    def read(value: object, spot: Spot) -> JsonObject:
        if not isinstance(value, dict):
            spot.note(problems.NOT_AN_OBJECT)
            return {}
        fields = {name: form(value[name], spot / name) for name, form in forms.items() if value.get(name) is not None}
        for name in needed:
            if name not in fields:
                (spot / name).note(problems.REQUIRED)
        if spot.is_clean:
            for rule in rules:
                rule(fields, spot)
        return fields

    return read


def by_type(kinds: Mapping[int, Record]) -> Record:
    """An object of one of several kinds; its `type` says which."""

    def read(value: object, spot: Spot) -> JsonObject:
        kind = value.get("type") if isinstance(value, dict) else None
        if not isinstance(value, dict):
            spot.note(problems.NOT_AN_OBJECT)
        elif kind is None:
            (spot / "type").note(problems.REQUIRED)
        elif isinstance(kind, bool) or not isinstance(kind, int) or kind not in kinds:
            spot.note(problems.not_of_type(kinds))
        else:
            return {"type": kind, **kinds[kind](value, spot)}
        return {}

    return read


def ordered(lower: str, upper: str) -> Rule:
    """One number of an object is at least as large as another."""

    def rule(fields: JsonObject, spot: Spot) -> None:
        if lower in fields and upper in fields and fields[lower] > fields[upper]:
            (spot / upper).note(problems.MAXIMUM_BELOW_MINIMUM)

    return rule


def repeated(values: Sequence[object]) -> list[int]:
    """The indexes of values that have occurred before."""
    return [index for index, value in enumerate(values) if value in values[:index]]


def _bound(value: float, least: float, most: float, spot: Spot) -> None:
    if value < least:
        spot.note(problems.too_small(least))
    elif value > most:
        spot.note(problems.too_great(most))
