"""Steady states with a proof: stops, uniqueness and bounds of the amplitude."""

from __future__ import annotations

import dataclasses
from typing import Any, Union, overload

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._numbers import Floats, numbers
from ._progress import Progress, reporting
from ._signature import known_keywords
from ._steady import Numbers, Scalar
from ._value import Result


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Certificate(Result):
    """What is proved of the steady motion of one pair of ratios; `reason` says why where nothing is.

    >>> proof = certify(friction_ratio=0.6, frequency_ratio=0.105)
    >>> proof.proved, proof.stops_per_cycle, proof.unique, proof.theorem
    (True, 4, True, 'T3')
    >>> low, high = proof.amplitude_ratio
    >>> 0 < high - low < 1e-11
    True
    """

    proved: bool
    regime: str
    stops_per_cycle: int
    stops_then_reverse: int
    stops_then_same_direction: int
    zero_duration_reversals: int
    amplitude_ratio: tuple[float, float]
    unique: bool
    theorem: str
    reason: str


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Certificates(Result):
    """The same for arrays of ratios: every attribute is an array of the shape they broadcast to.

    >>> proofs = certify(friction_ratio=[0.1, 0.6], frequency_ratio=0.3)
    >>> bool(proofs.proved.all()), proofs.stops_per_cycle.shape
    (True, (2,))
    """

    proved: NDArray[np.bool_]
    regime: NDArray[np.str_]
    stops_per_cycle: NDArray[np.intp]
    stops_then_reverse: NDArray[np.intp]
    stops_then_same_direction: NDArray[np.intp]
    zero_duration_reversals: NDArray[np.intp]
    amplitude_lower: Floats
    amplitude_upper: Floats
    unique: NDArray[np.bool_]
    theorem: NDArray[np.str_]
    reason: NDArray[np.str_]


@overload
def certify(  # type: ignore[misc]
    *,
    friction_ratio: Scalar,
    frequency_ratio: Scalar,
    damping_ratio: Scalar = ...,
    progress: Progress = ...,
) -> Certificate: ...


@overload
def certify(
    *,
    friction_ratio: Numbers,
    frequency_ratio: Numbers,
    damping_ratio: Numbers = ...,
    progress: Progress = ...,
) -> Certificates: ...


@known_keywords
def certify(
    *,
    friction_ratio: Numbers,
    frequency_ratio: Numbers,
    damping_ratio: Numbers = 0.0,
    progress: Progress = None,
) -> Union[Certificate, Certificates]:
    """Proves the steady motion of ratios: that it exists, is unique, has these stops and an amplitude between two bounds.

    >>> certify(friction_ratio=0.1, frequency_ratio=0.5).reason
    'at Ω = 1/(2n) without damping the steady motion is not unique'
    """
    given = {"friction_ratio": friction_ratio, "frequency_ratio": frequency_ratio, "damping_ratio": damping_ratio}
    arrays = [numbers(value, name) for name, value in given.items()]
    try:
        arrays = [np.ascontiguousarray(a, dtype=float) for a in np.broadcast_arrays(*arrays)]
    except ValueError:
        shapes = ", ".join(f"{name} of shape {np.shape(value)}" for name, value in given.items())
        raise _core.InputError(f"{shapes} do not broadcast") from None
    shape = np.broadcast_shapes(*(np.shape(value) for value in given.values()))
    with reporting(progress, "certify") as report:
        friction, frequency, damping = (a.ravel() for a in arrays)
        found = _core.certify(friction, frequency, damping, report)
    columns: dict[str, Any] = {name: np.asarray(column).reshape(shape) for name, column in found.items()}
    columns["stops_per_cycle"] = columns["stops_then_reverse"] + columns["stops_then_same_direction"]
    if shape:
        return Certificates(**columns)
    one = {name: column.item() for name, column in columns.items()}
    low, high = one.pop("amplitude_lower"), one.pop("amplitude_upper")
    return Certificate(**one, amplitude_ratio=(low, high))
