"""Numpy's arrays of random numbers from a generator of Python's: numpy.random would take more memory."""

from collections.abc import Sequence
from math import prod
from random import Random
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from games.faehrte.worlds.bitsets import Numbers

Number = TypeVar("Number", bound=np.generic)

_BITS = 32


def _integers(rng: Random, shape: tuple[int, ...]) -> NDArray[np.uint32]:
    """Whole numbers of 32 bits."""
    return np.frombuffer(rng.randbytes(prod(shape) * _BITS // 8), np.dtype("<u4")).reshape(shape)


def shares(rng: Random, *shape: int) -> NDArray[np.float64]:
    """Numbers from 0 to 1, without 1."""
    found: NDArray[np.float64] = _integers(rng, shape) / np.float64(1 << _BITS)
    return found


def drawn(rng: Random, chances: Sequence[float], *shape: int) -> Numbers:
    """Numbers from 0 on, each as likely as its chance says. Shape: the chances add up to 1."""
    reached = np.cumsum(chances)[:-1]
    return reached.searchsorted(shares(rng, *shape), side="right")


def mixed(rng: Random, rows: NDArray[Number], axis: int) -> NDArray[Number]:
    """The same numbers in any order along one axis, each order as likely as any other."""
    return np.take_along_axis(rows, _integers(rng, rows.shape).argsort(axis=axis), axis)
