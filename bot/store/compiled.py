"""Statements in a database's own SQL, with their values converted for its driver. Knows no connection."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Dialect

from bot.store.units import Statement


class _Parameter(NamedTuple):
    """A statement's parameter. Shape: `convert` makes the driver's value; `fixed` is the statement's own, or _OPEN."""

    name: str
    convert: Callable[[Any], object] | None
    fixed: object


FLOAT8 = 701
"""PostgreSQL's number for the type of columns of floats. Only the conversion of such columns asks for one."""

_OPEN = object()
"""Marks a parameter whose value comes with each row."""


class Compiled(NamedTuple):
    """A statement in a database's own SQL.

    Shape: its parameters in order; what converts each column that it finds, or None.
    """

    sql: str
    parameters: list[_Parameter]
    open_parameters: int
    converts: list[Callable[[Any], object] | None]

    def values(self, row: Mapping[str, object]) -> list[object]:
        """The values in the order of the parameters. Raises: KeyError if the row lacks one."""
        assert len(row) == self.open_parameters, "the row has a value that the statement doesn't write"
        return [
            fixed if fixed is not _OPEN else convert(row[name]) if convert else row[name]
            for name, convert, fixed in self.parameters
        ]

    def found(self, rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        """The rows that the driver returned, with their values converted to Python's."""
        if not any(self.converts):
            return rows
        return [
            tuple(convert(one) if convert else one for one, convert in zip(row, self.converts, strict=True))
            for row in rows
        ]


def compiled(statement: Statement, dialect: Dialect) -> Compiled:
    """Compiles a statement for a database."""
    columns = list(statement.columns) or None
    made: Any = statement.clause.compile(dialect=dialect, column_keys=columns)
    parameters = []
    for name in made.positiontup:
        bind = made.binds[name]
        convert = bind.type.dialect_impl(dialect).bind_processor(dialect)
        fixed = _OPEN if bind.required else convert(bind.value) if convert else bind.value
        parameters.append(_Parameter(name, convert, fixed))
    names = {parameter.name for parameter in parameters if parameter.fixed is _OPEN}
    found = [entry.type.dialect_impl(dialect).result_processor(dialect, FLOAT8) for entry in made._result_columns]  # noqa: SLF001
    return Compiled(str(made), parameters, len(names), found)
