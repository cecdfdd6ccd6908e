"""From ratios or a problem to the steady state."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Optional, TypeVar, Union, overload

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._case import Case
from ._load import Load
from ._motion_derivative import SteadyDerivative
from ._numbers import Mask, Pair, mask_of
from ._oscillator import Oscillator, PlanarOscillator
from ._planar_steady_state import PlanarSteadyState
from ._problem import Problem, as_case
from ._progress import Progress, Report, reporting
from ._signature import known_keywords
from ._steady_state import SteadyState
from ._steady_states import SteadyStates
from ._structure import Structure
from ._structure_steady_state import StructureSteadyState

Scalar = Union[float, "np.floating[Any]", "np.integer[Any]"]
Numbers = Union[Scalar, Sequence[float], Sequence[Sequence[float]], NDArray[Any]]


@overload
def steady(  # type: ignore[misc]
    *,
    friction_ratio: Scalar,
    frequency_ratio: Scalar,
    damping_ratio: Scalar = ...,
    static_ratio: Optional[Scalar] = ...,
    all_orbits: bool = ...,
    derivatives: Sequence[str] = ...,
    progress: Progress = ...,
) -> SteadyState: ...


@overload
def steady(
    *,
    friction_ratio: Numbers,
    frequency_ratio: Numbers,
    damping_ratio: Numbers = ...,
    static_ratio: Optional[Numbers] = ...,
    progress: Progress = ...,
) -> SteadyStates: ...


@overload
def steady(
    problem: Oscillator,
    load: Load,
    *,
    position: Optional[float] = ...,
    velocity: Optional[float] = ...,
    all_orbits: bool = ...,
    derivatives: Sequence[str] = ...,
    progress: Progress = ...,
) -> SteadyState: ...


@overload
def steady(
    problem: PlanarOscillator,
    load: Load,
    *,
    position: Optional[Pair] = ...,
    velocity: Optional[Pair] = ...,
    progress: Progress = ...,
) -> PlanarSteadyState: ...


@overload
def steady(
    problem: Structure,
    *,
    position: Optional[Sequence[float]] = ...,
    velocity: Optional[Sequence[float]] = ...,
    derivatives: Sequence[str] = ...,
    progress: Progress = ...,
) -> StructureSteadyState: ...


@overload
def steady(
    problem: Union[Case, str, os.PathLike[str]],
    *,
    position: Union[float, Pair, None] = ...,
    velocity: Union[float, Pair, None] = ...,
    all_orbits: bool = ...,
    derivatives: Sequence[str] = ...,
    progress: Progress = ...,
) -> Union[SteadyState, PlanarSteadyState, StructureSteadyState]: ...


@known_keywords
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
    all_orbits: bool = False,
    derivatives: Sequence[str] = (),
    progress: Progress = None,
) -> Union[SteadyState, SteadyStates, PlanarSteadyState, StructureSteadyState]:
    """The steady state of ratios, or of a case (its file, its name, an Oscillator and a load, a Structure).

    Ratios broadcast like the arguments of a NumPy function and are solved in parallel; plain numbers give one
    SteadyState, arrays give SteadyStates. Where static friction exceeds sliding friction several motions may coexist:
    the answer is the one to which the start leads, `coexists` lists the others, and with `all_orbits` the attribute
    `orbits` lists the unstable ones. The attribute `derivatives` has the exact derivatives of what is read off the cycle
    by each of the keys in `derivatives`: for one mass on a line with Coulomb friction, and for structures. A planar case gives a PlanarSteadyState, a structure a StructureSteadyState.

    >>> round(steady(friction_ratio=0.3, frequency_ratio=0.8).amplitude_ratio, 6)
    2.626105
    >>> steady(friction_ratio=[0.1, float("nan")], frequency_ratio=0.8)
    Traceback (most recent call last):
        ...
    stickslip.InputError: friction_ratio[1] = nan must be a finite number ≥ 0
    >>> steady("riddoch-fig6").regime
    'stick-slip'
    >>> by_friction = steady(friction_ratio=0.3, frequency_ratio=0.8, derivatives=["friction_ratio"]).derivatives
    >>> by_friction["friction_ratio"].amplitude < 0.0
    True
    """
    keys = [derivatives] if isinstance(derivatives, str) else list(derivatives)
    if problem is None:
        if load is not None or position is not None or velocity is not None:
            raise TypeError("load, position and velocity belong to a problem; ratios start at rest")
        ratios = (friction_ratio, frequency_ratio, damping_ratio, static_ratio)
        if all(ratio is None or isinstance(ratio, (float, int)) for ratio in ratios):
            if static_ratio is None and not all_orbits and not keys and progress is None:
                return _of_ratios(ratios, False, None)  # takes microseconds
        elif all_orbits or keys:
            name = "all_orbits is" if all_orbits else "derivatives are"
            raise _core.InputError(f"{name} for one steady state, not for arrays of ratios")
        with reporting(progress, "steady") as report:
            return _with_derivatives(_of_ratios(ratios, all_orbits, report), None, keys)
    if not (friction_ratio is None and frequency_ratio is None and damping_ratio is None and static_ratio is None):
        raise TypeError("ratios stand alone; a case takes them by case.with_values({\"friction_ratio\": …})")
    case = as_case(problem, load, position, velocity, takes_ratios=True)
    if all_orbits and (case.is_planar or case.is_structure):
        raise _core.InputError("all_orbits is for cases of one mass on a line")
    with reporting(progress, "steady") as report:
        if case.is_structure:
            return StructureSteadyState(_core.steady_structure(case._problem, keys, report), case.title)
        if case.is_planar:
            if keys:
                raise _core.InputError("derivatives are for cases of one mass on a line and for structures")
            return PlanarSteadyState(_core.steady_plane(case._problem, report), case.title)
        found = SteadyState(_core.solve_case(case._problem, all_orbits, report), case.title)
        return _with_derivatives(found, case._problem, keys)


S = TypeVar("S")


def _with_derivatives(state: S, problem: Optional[_core.Problem], keys: list[str]) -> S:
    if keys and isinstance(state, SteadyState):
        by_keys = _core.steady_derivatives(state._result, problem, keys)
        state.derivatives = {key: SteadyDerivative(*d) for key, d in by_keys.items()}
    return state


_NAMES = ("friction_ratio", "frequency_ratio", "damping_ratio", "static_ratio")
_AT_REST = (2.0, 1.0, 0.0, 2.0)  # ratios that are solved at once, in the place of masked ones


def _of_ratios(
    ratios: tuple[Any, Any, Any, Any], all_orbits: bool, report: Optional[Report]
) -> Union[SteadyState, SteadyStates]:
    mask = _joint_mask(ratios)
    if mask is None:
        found = _core.solve_ratios(*ratios, all_orbits, report)
        return SteadyState(found) if isinstance(found, _core.SteadyResult) else SteadyStates(found)
    if mask.ndim == 0:
        name = next(name for name, ratio in zip(_NAMES, ratios) if mask_of(ratio) is not None)
        raise _core.InputError(f"{name} is masked, but a number is needed")
    data = [None if ratio is None else np.ma.getdata(ratio) for ratio in ratios]  # type: ignore[no-untyped-call]
    friction, frequency, damping, static = (
        None if ratio is None else np.where(mask, rest, ratio) for ratio, rest in zip(data, _AT_REST)
    )
    found = _core.solve_ratios(friction, frequency, damping, static, False, report)
    assert isinstance(found, _core.SteadyTable)
    return SteadyStates(found, mask)


def _joint_mask(ratios: tuple[Any, ...]) -> Optional[Mask]:
    """Where any of the ratios is masked, in the shape they broadcast to; None where none is."""
    if not any(mask_of(ratio) is not None for ratio in ratios):
        return None
    given = [ratio for ratio in ratios if ratio is not None]
    shape = np.broadcast_shapes(*(np.shape(ratio) for ratio in given))
    masks = [np.broadcast_to(mask, shape) for ratio in given if (mask := mask_of(ratio)) is not None]
    joint: Mask = np.logical_or.reduce(masks)
    return joint
