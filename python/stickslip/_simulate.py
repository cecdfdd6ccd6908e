"""From a problem to its exact motion."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Optional, Union, overload

from . import _core
from ._case import Case
from ._load import Load
from ._motion import Motion
from ._numbers import Pair, seconds, whole_number
from ._oscillator import Oscillator, PlanarOscillator
from ._planar_motion import PlanarMotion
from ._problem import Problem, as_case
from ._progress import Progress, reporting
from ._signature import known_keywords
from ._structure import Structure
from ._structure_motion import StructureMotion


@overload
def simulate(
    problem: Oscillator,
    load: Optional[Load] = None,
    *,
    until: Optional[float] = None,
    position: Optional[float] = None,
    velocity: Optional[float] = None,
    max_events: Optional[int] = None,
    progress: Progress = None,
) -> Motion: ...


@overload
def simulate(
    problem: PlanarOscillator,
    load: Optional[Load] = None,
    *,
    until: Optional[float] = None,
    position: Optional[Pair] = None,
    velocity: Optional[Pair] = None,
    max_events: Optional[int] = None,
    method: str = "exact",
    step: Optional[float] = None,
    progress: Progress = None,
) -> PlanarMotion: ...


@overload
def simulate(
    problem: Structure,
    *,
    until: Optional[float] = None,
    position: Optional[Sequence[float]] = None,
    velocity: Optional[Sequence[float]] = None,
    max_events: Optional[int] = None,
    progress: Progress = None,
) -> StructureMotion: ...


@overload
def simulate(
    problem: Union[Case, str, os.PathLike[str]],
    *,
    until: Optional[float] = None,
    position: Union[float, Pair, None] = None,
    velocity: Union[float, Pair, None] = None,
    max_events: Optional[int] = None,
    method: str = "exact",
    step: Optional[float] = None,
    progress: Progress = None,
) -> Union[Motion, PlanarMotion, StructureMotion]: ...


@known_keywords
def simulate(
    problem: Problem,
    load: Optional[Load] = None,
    *,
    until: Optional[float] = None,
    position: Union[float, Pair, None] = None,
    velocity: Union[float, Pair, None] = None,
    max_events: Optional[int] = None,
    method: str = "exact",
    step: Optional[float] = None,
    progress: Progress = None,
) -> Union[Motion, PlanarMotion, StructureMotion]:
    """The exact motion of a case (its file, its name, an Oscillator and a load, a Structure) from its start to `until` [s].

    Returns a Motion, for a planar case a PlanarMotion, for a structure a StructureMotion. `method` and `step` choose
    the published fixed-step schemes of the planar oscillator.

    >>> motion = simulate("dlubal-0116")
    >>> [round(float(x), 4) for x in motion([1.0, 2.0, 4.0])]
    [0.1389, 0.2806, 0.32]
    >>> simulate(Oscillator(mass=1.0, stiffness=1.0, friction=0.1), position=1.0, until=-3.0)
    Traceback (most recent call last):
        ...
    stickslip.InputError: until = -3.0 must be a finite number > 0 [s]
    """
    case = as_case(problem, load, position, velocity)
    end = float(case._problem.end_time if until is None else seconds(until, "until"))
    if max_events is not None:
        max_events = whole_number(max_events, "max_events", 1)
    if not case.is_planar and (method != "exact" or step is not None):
        raise _core.InputError("method and step are for planar cases (oscillator.dimensions = 2)")
    if step is not None:
        step = seconds(step, "step")
    with reporting(progress, "simulate") as report:
        if case.is_structure:
            return StructureMotion(_core.simulate_structure(case._problem, end, max_events, report), case.title)
        if case.is_planar:
            return PlanarMotion(_core.simulate_plane(case._problem, end, max_events, method, step, report), case.title)
        return Motion(_core.simulate(case._problem, end, max_events, report), case.title)
