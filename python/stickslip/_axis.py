"""Keys with a range of values, as the studies take them: ("load.frequency", 1.0, 20.0, 200) or with "log" after it."""

from __future__ import annotations

import math
from typing import Optional, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._numbers import Floats, numbers, whole_number

OpenRange = tuple[str, float, float]
CountedRange = Union[tuple[str, float, float, int], tuple[str, float, float, int, str]]


def _checked(given: object, name: str, parts: tuple[int, ...], form: str) -> tuple[str, float, float]:
    if not isinstance(given, tuple) or len(given) not in parts or not isinstance(given[0], str):
        raise _core.InputError(f"{name} = {given!r}: the form is {form}")
    try:
        low, high = float(given[1]), float(given[2])
    except (TypeError, ValueError):
        raise _core.InputError(f"{name} = {given!r}: the ends must be numbers; the form is {form}") from None
    if not (math.isfinite(low) and math.isfinite(high)):
        raise _core.InputError(f"{name} = {given!r}: the ends must be finite numbers")
    return given[0], low, high


def open_range(given: object, name: str) -> OpenRange:
    """Checks (key, from, to)."""
    key, low, high = _checked(given, name, (3,), "(key, from, to)")
    if not low < high:
        raise _core.InputError(f"{name} = {given!r}: from must be below to")
    return key, low, high


def counted_range(given: object, name: str) -> tuple[str, float, float, int, bool]:
    """Checks (key, from, to, count[, "log"])."""
    form = '(key, from, to, count) or (key, from, to, count, "log")'
    key, low, high = _checked(given, name, (4, 5), form)
    assert isinstance(given, tuple)
    count = whole_number(given[3], f"{name} = {given!r}: count", 1)
    if len(given) == 5 and given[4] != "log":
        raise _core.InputError(f"{name} = {given!r}: {given[4]!r} is not \"log\"")
    is_log = len(given) == 5
    if not low < high and not (count == 1 and low == high):
        raise _core.InputError(f"{name} = {given!r}: from must be below to")
    if is_log and not low > 0.0:
        raise _core.InputError(f"{name} = {given!r}: a logarithmic axis must start above 0")
    return key, low, high, count, is_log


def counted_values(given: object, name: str) -> tuple[str, Floats, bool]:
    """The key of (key, from, to, count[, "log"]), its values as the command line computes them, whether they are logarithmic."""
    key, low, high, count, is_log = counted_range(given, name)
    parts = [0.0 if count == 1 else i / (count - 1) for i in range(count)]
    found = [low * math.pow(high / low, p) if is_log else low + p * (high - low) for p in parts]
    if count > 1:
        found[-1] = high
    return key, np.array(found), is_log


def swept_values(over: object, values: Optional[ArrayLike]) -> tuple[str, Floats, bool]:
    """The key, its values as the command line computes them, and whether they are spaced logarithmically."""
    if values is not None:
        if not isinstance(over, str):
            raise _core.InputError(f"over = {over!r}: with values it must be a key such as \"load.frequency\"")
        array = numbers(values, "values")
        if array.ndim != 1 or array.size == 0:
            raise _core.InputError(f"values of shape {array.shape} must have one dimension and at least one number")
        if not np.all(np.isfinite(array)):
            raise _core.InputError(f"values[{int(np.argmin(np.isfinite(array)))}] must be a finite number")
        return over, array, False
    return counted_values(over, "over")
