"""Each answer at once, and after a deferral."""

import pytest


@pytest.fixture(params=["at once", "deferred"])
def is_deferred(request: pytest.FixtureRequest) -> bool:
    return bool(request.param == "deferred")
