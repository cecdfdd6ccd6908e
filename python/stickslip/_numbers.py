"""Numbers and arrays of them, checked where a user gives them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Optional

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core

Floats = NDArray[np.float64]
Pair = Sequence[float]


Mask = NDArray[np.bool_]


def mask_of(value: object) -> Optional[Mask]:
    """Which numbers of a masked array are masked; None where none are."""
    if not np.ma.isMaskedArray(value):  # type: ignore[no-untyped-call]
        return None
    mask: Mask = np.ma.getmaskarray(value)  # type: ignore[no-untyped-call]
    return mask if mask.any() else None


def place(index: Sequence[int]) -> str:
    """An index as it is written behind a name; nothing for a single number."""
    return f"[{', '.join(str(int(i)) for i in index)}]" if len(index) else ""


def numbers(value: ArrayLike, name: str) -> Floats:
    """Checks an array of any shape, of which no number may be masked."""
    try:
        array = np.asarray(value)
        if array.dtype.kind not in "biuf":
            raise TypeError
    except (TypeError, ValueError):
        raise TypeError(_not_numbers(value, name)) from None
    mask = mask_of(value)
    if mask is not None:
        raise _core.InputError(f"{name}{place(np.argwhere(mask)[0])} is masked, but every number is needed")
    return array.astype(np.float64)


def _not_numbers(value: object, name: str) -> str:
    """Names the first of them that is no number, where that can be said."""
    if isinstance(value, (list, tuple)):
        for i, part in enumerate(value):
            if isinstance(part, (str, bytes, type(None), complex)):
                return f"{name}[{i}] = {part!r} must be a real number"
    shown = repr(value) if isinstance(value, (str, bytes, int, float, complex, type(None))) else type(value).__name__
    return f"{name} must be an array of real numbers, not {shown}"


def masked_numbers(value: ArrayLike, name: str, fill: float) -> tuple[Floats, Optional[Mask]]:
    """The same where numbers may be masked: with `fill` in their places, and the mask."""
    mask = mask_of(value)
    if mask is None:
        return numbers(value, name), None
    return numbers(without_mask(value, fill), name), mask


def with_mask(values: NDArray[Any], mask: Optional[Mask]) -> Any:
    """The values, masked where what they were computed from was; `values` may have further dimensions at the end."""
    if mask is None:
        return values
    wide = mask.reshape(mask.shape + (1,) * (values.ndim - mask.ndim))
    return np.ma.array(values, mask=np.array(np.broadcast_to(wide, values.shape)))  # type: ignore[no-untyped-call]


def without_mask(values: Any, fill: Any) -> NDArray[Any]:
    """The values with `fill` where they are masked."""
    filled: NDArray[Any] = np.ma.filled(values, fill)  # type: ignore[no-untyped-call]
    return filled


def whole_number(value: object, name: str, least: int) -> int:
    """Checks a count."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
        raise _core.InputError(f"{name} = {value!r} must be an integer ≥ {least}")
    return int(value)


def seconds(value: Optional[float], name: str) -> float:
    """Checks a length of time."""
    try:
        if value is not None and math.isfinite(value) and value > 0.0:
            return float(value)
    except TypeError:
        pass
    raise _core.InputError(f"{name} = {value!r} must be a finite number > 0 [s]")
