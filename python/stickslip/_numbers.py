"""Numbers and arrays of them, checked where a user gives them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Optional

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core

Floats = NDArray[np.float64]
Pair = Sequence[float]


def numbers(value: ArrayLike, name: str) -> Floats:
    """Checks an array of any shape."""
    try:
        array = np.asarray(value)
        if array.dtype.kind not in "biuf":
            raise TypeError
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be an array of real numbers") from None
    return array.astype(np.float64)


def whole_number(value: object, name: str, least: int) -> int:
    """Checks a count."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
        raise _core.InputError(f"{name} = {value!r} must be an integer ≥ {least}")
    return int(value)


def seconds(value: Optional[float], name: str) -> float:
    """Checks a length of time."""
    if value is None or not (math.isfinite(value) and value > 0.0):
        raise _core.InputError(f"{name} = {value} must be a finite number > 0 [s]")
    return value
