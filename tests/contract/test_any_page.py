"""Thousands of pages of all kinds, however they are sent: Discord takes each, and nothing to press is missing."""

import os
from random import Random

import pytest

from localcord.limits import check_message
from tests.contract.any_page import AnyPage, flaws

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("number", [5_000, pytest.param(50_000, marks=pytest.mark.thorough)])
def test_every_page_fits_into_a_message_with_all_its_buttons(number: int) -> None:
    seed = 1 if os.environ.get("CI") else Random().randrange(10**6)
    any_page = AnyPage(seed)

    for count in range(number):
        shown = any_page.shown()
        sent = shown.components
        assert flaws(shown, sent) == [], f"page {count} of seed {seed}, {shown.kind}: {shown.page}"
        if count % 10 == 0:
            check_message({"flags": 1 << 15, "components": sent}, file_names=[*shown.files.values()][:10])
