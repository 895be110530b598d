"""Values that are quick to make: what a simulation makes by the million. Knows no game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

__all__ = ["put", "replace", "value"]

T = TypeVar("T")


@dataclass_transform(eq_default=True, frozen_default=True, field_specifiers=(field,))
def value(cls: type[T]) -> type[T]:
    """A dataclass that the type checker holds to be frozen; `replace` makes another one like it.

    Frozen at run time it would take three times as long to make, and so would a NamedTuple.
    """
    made: Any = dataclass(slots=True)(cls)
    made.__twins__ = _Twins(made)
    done: type[T] = made
    return done


if TYPE_CHECKING:
    from dataclasses import replace
else:

    def replace(whole: T, /, **changes: object) -> T:
        """Another value that differs in these fields.

        What `dataclasses.replace` does, and the type checker takes it for that, in a tenth of its time.
        """
        return whole.__twins__[(*changes,)](whole, changes)


class _Twins(dict[tuple[str, ...], Callable[[Any, Mapping[str, Any]], Any]]):
    """How to make another value of one class, by the names of the fields that change. Written when first asked for.

    As `dataclasses` does with `__init__`: a line a field, and no loop when it is called.
    """

    def __init__(self, cls: type[Any]) -> None:
        super().__init__()
        self._cls = cls

    def __missing__(self, changed: tuple[str, ...]) -> Callable[[Any, Mapping[str, Any]], Any]:
        names = [each.name for each in fields(self._cls)]
        if unknown := set(changed) - {*names}:
            raise TypeError(f"{self._cls.__name__} has no field {min(unknown)}")
        lines = [
            "def twin(whole, changes):",
            "    made = new(cls)",
            *(f"    made.{name} = " + (f"changes[{name!r}]" if name in changed else f"whole.{name}") for name in names),
            "    return made",
        ]
        scope: dict[str, Any] = {"new": object.__new__, "cls": self._cls}
        exec("\n".join(lines), scope)  # noqa: S102 - made of the names of fields alone
        made: Callable[[Any, Mapping[str, Any]], Any] = scope["twin"]
        self[changed] = made
        return made


def put(row: tuple[T, ...], place: int, entry: T) -> tuple[T, ...]:
    """The row with another entry in one place."""
    entries = list(row)
    entries[place] = entry
    return tuple(entries)
