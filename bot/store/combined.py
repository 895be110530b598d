"""Several steps as one statement of PostgreSQL, which takes one round trip. No part sees another one's changes."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import CTE, ColumnElement, Delete, Insert, Select, String, bindparam, func, literal_column, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.types import TypeEngine

from bot.store.units import Statement, Step


def fit_together(steps: Sequence[Step]) -> bool:
    """Whether these steps can be one statement."""
    first, *others = steps
    written = [step.statement.clause.table for step in steps if not isinstance(step.statement.clause, Select)]
    return (
        not isinstance(first.statement.clause, Select)
        and not any(step.refusal for step in others)
        and len(written) == len(set(written))
        and all(len(step.rows) == 1 or isinstance(step.statement.clause, Insert) for step in steps)
    )


def combined(steps: Sequence[Step], name: str) -> Select[Any]:
    """One statement for all steps. It has a row unless the first step has a refusal and changes nothing.

    Shape: `name` begins the names of its parts, to tell in a log what it's for.
    """
    parts: list[CTE] = []
    answer: list[ColumnElement[Any]] = [literal_column("1")]
    for number, (statement, *_) in enumerate(steps):
        if isinstance(statement.clause, Select):
            answer += statement.clause.selected_columns
            continue
        is_checked = number > 0 and steps[0].refusal
        parts.append(_part(statement, number, name, parts[0] if is_checked else None))
    whole = select(*answer)
    if steps[0].refusal:
        whole = whole.select_from(parts[0])
    return whole.add_cte(*parts)


def query_with(query: Select[Any], steps: Sequence[Step], name: str) -> Select[Any]:
    """A query that also runs these steps, whose changes it doesn't see."""
    return query.add_cte(*(_part(step.statement, number, name) for number, step in enumerate(steps)))


def values_of(steps: Sequence[Step]) -> Mapping[str, object]:
    """The values of all steps by the names of their parameters."""
    values: dict[str, object] = {}
    for number, (statement, rows, _) in enumerate(steps):
        is_insert = isinstance(statement.clause, Insert)
        for name in rows[0]:
            value = [row[name] for row in rows] if is_insert else rows[0][name]
            key = _named(name, number) if name in statement.columns else name
            assert values.setdefault(key, value) == value, f"the steps disagree about {name}"
    return values


def _part(statement: Statement, number: int, name: str, claim: CTE | None = None) -> CTE:
    """A step as a part of one statement."""
    changing = _changing(statement, number, claim)
    part: CTE = changing.returning(literal_column("1").label("done")).cte(f"{name}_{number}")
    return part


def _changing(statement: Statement, number: int, claim: CTE | None) -> Any:  # noqa: ANN401 - what SQLAlchemy has no name for
    """This step's change, with parameters named after its number. It happens only if `claim` has a row."""
    clause, columns = statement.clause, statement.columns
    assert not isinstance(clause, Select)
    condition = () if claim is None else (select(claim.c.done).exists(),)
    if isinstance(clause, Delete):
        return clause.where(*condition)
    types = {name: clause.table.c[name].type for name in columns}
    if isinstance(clause, Insert):
        lists = [func.unnest(bindparam(_named(name, number), type_=_list_of(types[name]))) for name in columns]
        return clause.from_select(list(columns), select(*lists).where(*condition), include_defaults=False)
    values = {name: bindparam(_named(name, number), type_=types[name]) for name in columns}
    return (clause.values(values) if values else clause).where(*condition)


def _list_of(kind: TypeEngine[Any]) -> ARRAY[Any]:
    """The type of a list. Its texts have no length limit: PostgreSQL would cut longer ones instead of refusing them."""
    return ARRAY(String() if isinstance(kind, String) else kind)


def _named(column: str, number: int) -> str:
    return f"step_{number}_{column}"  # SQLAlchemy's own names end in numbers
