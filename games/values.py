"""Values that are quick to make: what a simulation makes by the million. Knows no game."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

__all__ = ["put", "replace", "replacer", "value"]

T = TypeVar("T")


@dataclass_transform(eq_default=True, frozen_default=True, field_specifiers=(field,))
def value(cls: type[T]) -> type[T]:
    """A dataclass that the type checker holds to be frozen; `replace` makes another one like it.

    Frozen at run time it would take three times as long to make, and so would a NamedTuple.
    """
    made: Any = dataclass(slots=True, unsafe_hash=True)(cls)
    made.__replacers__ = {}
    done: type[T] = made
    return done


def replacer(cls: type[T], *names: str) -> Callable[..., T]:
    """A `replace` for one class that always changes these fields: as quick as if it were written out by hand.

    It is written as `dataclasses` writes `__init__`: one line for each field, and no loop.
    """
    every = [each.name for each in fields(cls)]  # type: ignore[arg-type]  # made a dataclass by `value`
    if unknown := set(names).difference(every):
        raise TypeError(f"{cls.__name__} has no field {min(unknown)}")
    lines = [
        f"def replace({', '.join(('whole', *names))}):",
        "    made = new(cls)",
        *(f"    made.{name} = " + (name if name in names else f"whole.{name}") for name in every),
        "    return made",
    ]
    scope: dict[str, Any] = {"new": object.__new__, "cls": cls}
    exec("\n".join(lines), scope)  # noqa: S102 - made of the names of fields alone
    made: Callable[..., T] = scope["replace"]
    return made


if TYPE_CHECKING:
    from dataclasses import replace
else:

    def replace(whole: T, /, **changes: object) -> T:
        """Another value that differs in these fields.

        What `dataclasses.replace` does, and what the type checker takes it for, in a tenth of the time.
        """
        names = (*changes,)
        try:
            made = whole.__replacers__[names]
        except KeyError:
            made = whole.__replacers__[names] = replacer(type(whole), *names)
        return made(whole, *changes.values())


def put(row: tuple[T, ...], place: int, entry: T) -> tuple[T, ...]:
    """The row with another entry in one place."""
    entries = list(row)
    entries[place] = entry
    return tuple(entries)
