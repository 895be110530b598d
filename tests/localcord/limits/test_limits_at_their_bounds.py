"""Each limit from both sides: a size at the limit is accepted, and one past it is refused at the right place."""

import pytest

from tests.localcord.limits.bodies import noted, refusal
from tests.localcord.limits.bounds import Bound
from tests.localcord.limits.bounds_of_commands import COMMANDS
from tests.localcord.limits.bounds_of_messages import MESSAGES

BOUNDS = MESSAGES | COMMANDS
SIZES_TAKEN = [
    pytest.param(bound, size, id=f"{name}: {size}")
    for name, bound in BOUNDS.items()
    for size in (bound.least or 0, bound.most)
]
SIZES_REFUSED = [
    pytest.param(bound, size, id=f"{name}: {size}")
    for name, bound in BOUNDS.items()
    for size in (None if bound.least is None else bound.least - 1, bound.most + 1)
    if size is not None
]


@pytest.mark.parametrize(("bound", "size"), SIZES_TAKEN)
def test_what_lies_on_a_bound_is_taken(bound: Bound, size: int) -> None:
    refused = refusal(lambda: bound.check(bound.body(size)))

    assert refused is None


@pytest.mark.parametrize(("bound", "size"), SIZES_REFUSED)
def test_one_past_a_bound_is_refused_at_its_place(bound: Bound, size: int) -> None:
    refused = refusal(lambda: bound.check(bound.body(size)))

    assert list(noted(refused)) == [bound.path]
