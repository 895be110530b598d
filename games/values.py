"""Values that are quick to make: what a simulation makes by the million. Knows no game."""

from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, dataclass_transform, get_origin

__all__ = ["maker", "put", "replace", "replacer", "value"]

P = ParamSpec("P")
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


def maker(cls: Callable[P, T]) -> Callable[P, T]:
    """The constructor of a value as a function, for what is made at every move: Python calls no class as quickly."""
    made: Any = get_origin(cls) or cls
    every = fields(made)
    scope: dict[str, Any] = {"new": object.__new__, "cls": made}
    scope |= {f"default_{each.name}": each.default for each in every}
    defaults = {each.name: "" if each.default is MISSING else f"=default_{each.name}" for each in every}
    return _written("make", ", ".join(map("".join, defaults.items())), {name: name for name in defaults}, scope)


def replacer(cls: type[T], *names: str) -> Callable[..., T]:
    """A `replace` for one class that always changes these fields: as quick as if it were written out by hand.

    It is written as `dataclasses` writes `__init__`: one line for each field, and no loop.
    """
    every = [each.name for each in fields(cls)]  # type: ignore[arg-type]  # made a dataclass by `value`
    if unknown := set(names).difference(every):
        raise TypeError(f"{cls.__name__} has no field {min(unknown)}")
    sources = {name: name if name in names else f"whole.{name}" for name in every}
    return _written("replace", ", ".join(("whole", *names)), sources, {"new": object.__new__, "cls": cls})


def _written(name: str, parameters: str, sources: dict[str, str], scope: dict[str, Any]) -> Callable[..., Any]:
    """A function that makes a value of the class in `scope`, with each field from its source."""
    lines = [
        f"def {name}({parameters}):",
        "    made = new(cls)",
        *(f"    made.{each} = {source}" for each, source in sources.items()),
        "    return made",
    ]
    exec("\n".join(lines), scope)  # noqa: S102 - made of the names of fields alone
    made: Callable[..., Any] = scope[name]
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
