"""Runs tests of replies with answers at once and deferred ones."""

import pytest


@pytest.fixture(params=["at once", "deferred"])
def is_deferred(request: pytest.FixtureRequest) -> bool:
    return bool(request.param == "deferred")
