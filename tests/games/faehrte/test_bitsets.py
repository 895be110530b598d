"""The random numbers of many worlds at once."""

from collections import Counter
from random import Random

import numpy as np

from games.faehrte.bitsets import drawn, mixed, shares


def test_shares_lie_from_0_to_1() -> None:
    found = shares(Random(1), 50, 40)

    assert found.shape == (50, 40)
    assert 0 <= found.min() < 0.01
    assert 0.99 < found.max() < 1
    assert 0.45 < found.mean() < 0.55


def test_numbers_are_drawn_as_often_as_they_are_likely() -> None:
    found = Counter(drawn(Random(1), (0.5, 0.0, 0.2, 0.3), 1000).tolist())

    assert found.keys() == {0, 2, 3}
    assert 450 < found[0] < 550
    assert 150 < found[2] < 250


def test_every_order_is_as_likely_as_any_other() -> None:
    rows = np.repeat(np.arange(3)[None], 600, axis=0)
    orders = Counter(map(tuple, mixed(Random(1), rows, axis=1).tolist()))

    assert len(orders) == 6
    assert all(70 < count < 130 for count in orders.values())
    assert mixed(Random(1), rows.T, axis=0).sum(axis=0).tolist() == [3] * 600
