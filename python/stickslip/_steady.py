"""From ratios or a problem to the steady state."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Optional, Union, overload

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._case import Case
from ._load import Load
from ._numbers import Pair
from ._oscillator import Oscillator, PlanarOscillator
from ._planar_steady_state import PlanarSteadyState
from ._problem import Problem, as_case
from ._steady_state import SteadyState
from ._steady_states import SteadyStates

Scalar = Union[float, "np.floating[Any]", "np.integer[Any]"]
Numbers = Union[Scalar, Sequence[float], Sequence[Sequence[float]], NDArray[Any]]


@overload
def steady(  # type: ignore[misc]
    *,
    friction_ratio: Scalar,
    frequency_ratio: Scalar,
    damping_ratio: Scalar = ...,
    static_ratio: Optional[Scalar] = ...,
) -> SteadyState: ...


@overload
def steady(
    *,
    friction_ratio: Numbers,
    frequency_ratio: Numbers,
    damping_ratio: Numbers = ...,
    static_ratio: Optional[Numbers] = ...,
) -> SteadyStates: ...


@overload
def steady(
    problem: Oscillator,
    load: Load,
    *,
    position: Optional[float] = ...,
    velocity: Optional[float] = ...,
) -> SteadyState: ...


@overload
def steady(
    problem: PlanarOscillator,
    load: Load,
    *,
    position: Optional[Pair] = ...,
    velocity: Optional[Pair] = ...,
) -> PlanarSteadyState: ...


@overload
def steady(
    problem: Union[Case, str, os.PathLike[str]],
    *,
    position: Union[float, Pair, None] = ...,
    velocity: Union[float, Pair, None] = ...,
) -> Any: ...


def steady(
    problem: Optional[Problem] = None,
    load: Optional[Load] = None,
    *,
    friction_ratio: Any = None,
    frequency_ratio: Any = None,
    damping_ratio: Any = None,
    static_ratio: Any = None,
    position: Union[float, Pair, None] = None,
    velocity: Union[float, Pair, None] = None,
) -> Union[SteadyState, SteadyStates, PlanarSteadyState]:
    """The steady state of ratios, or of a case (its file, its name, or an Oscillator and a load).

    Ratios broadcast like the arguments of a NumPy function and are solved in parallel; plain numbers give one
    SteadyState, arrays give SteadyStates.

    >>> round(steady(friction_ratio=0.3, frequency_ratio=0.8).amplitude_ratio, 6)
    2.626105
    >>> steady(friction_ratio=[0.1, float("nan")], frequency_ratio=0.8)
    Traceback (most recent call last):
        ...
    stickslip.InputError: friction_ratio[1] = nan must be a finite number ≥ 0
    >>> steady("riddoch-fig6").regime
    'stick-slip'
    """
    if problem is None:
        if load is not None or position is not None or velocity is not None:
            raise TypeError("load, position and velocity belong to a problem; ratios start at rest")
        found = _core.solve_ratios(friction_ratio, frequency_ratio, damping_ratio, static_ratio)
        return SteadyState(found) if isinstance(found, _core.SteadyResult) else SteadyStates(found)
    if not (friction_ratio is None and frequency_ratio is None and damping_ratio is None and static_ratio is None):
        raise TypeError("ratios stand alone; a case takes them by case.with_values({\"friction_ratio\": …})")
    case = as_case(problem, load, position, velocity)
    if case.is_planar:
        return PlanarSteadyState(_core.steady_plane(case._problem), case.title)
    return SteadyState(_core.solve_case(case._problem), case.title)
