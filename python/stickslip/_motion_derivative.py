"""Derivatives of motions and steady states with respect to the keys of a case."""

from __future__ import annotations

import dataclasses
from typing import Union

from ._numbers import Floats
from ._value import Result


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class MotionDerivative(Result):
    """The derivatives of a motion with respect to a key of its case: of x, v and a, and of the time of each event."""

    x: Union[float, Floats]
    v: Union[float, Floats]
    a: Union[float, Floats]
    events: Floats


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class SteadyDerivative(Result):
    """The derivatives of a steady state with respect to a key of its case; NaN where there is none.

    >>> state = steady("riddoch-fig6", derivatives=["friction.bound"])
    >>> state.derivatives["friction.bound"].amplitude < 0.0
    True
    """

    amplitude: float  #: of half of peak to peak
    phase_lag: float  #: of the fundamental behind the load
    dissipated: float  #: of the friction loss per load period
