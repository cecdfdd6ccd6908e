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


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class StructureSteadyDerivative(Result):
    """The derivatives of a structure's steady state with respect to a key of its case; NaN where there is none.

    >>> state = steady("siconos-two-masses", derivatives=["contact.floor.bound"])
    >>> state.derivatives["contact.floor.bound"].amplitude.shape
    (2,)
    """

    amplitude: Floats  #: of half of peak to peak of each degree of freedom
    x_max: Floats  #: of the largest position
    x_min: Floats  #: of the smallest position
    dissipated: Floats  #: of the friction loss of each contact per load period
    damping_loss: float  #: of the loss in the dampers per load period
    period: float  #: of the period
