"""What every function takes as its problem: a case, an oscillator with its load, or ratios alone."""

from __future__ import annotations

import os
from collections.abc import Collection
from typing import Optional, Union

from . import _core
from ._case import Case, load_case
from ._keys import KeyValue, with_values
from ._load import Load
from ._numbers import Pair
from ._oscillator import Oscillator, PlanarOscillator

Problem = Union[Case, Oscillator, PlanarOscillator, str, "os.PathLike[str]"]


def as_case(
    problem: Problem,
    load: Optional[Load] = None,
    position: Union[float, Pair, None] = None,
    velocity: Union[float, Pair, None] = None,
) -> Case:
    """The problem of a single run, as a case."""
    if isinstance(problem, (Oscillator, PlanarOscillator)):
        return Case(problem, load, position=position, velocity=velocity)
    if load is not None:
        raise TypeError("load belongs to an Oscillator; a case has its own")
    case = problem if isinstance(problem, Case) else load_case(problem)
    start: dict[str, KeyValue] = {}
    if position is not None:
        start["start.position"] = position
    if velocity is not None:
        start["start.velocity"] = velocity
    return case.with_values(start) if start else case


def varied_document(
    problem: Optional[Problem],
    load: Optional[Load],
    varied: Collection[str],
    friction_ratio: Optional[float],
    frequency_ratio: Optional[float],
    damping_ratio: Optional[float],
    static_ratio: Optional[float] = None,
) -> _core.Document:
    """The problem of a study that varies keys: a case, or ratios alone, of which those varied need not be given."""
    ratios = {
        "friction_ratio": friction_ratio,
        "frequency_ratio": frequency_ratio,
        "damping_ratio": damping_ratio,
        "static_ratio": static_ratio,
    }
    if problem is not None:
        document = as_case(problem, load)._problem.document
        return with_values(document, {name: ratio for name, ratio in ratios.items() if ratio is not None})
    if load is not None:
        raise TypeError("load belongs to an Oscillator; ratios have their own")
    for name in ("friction_ratio", "frequency_ratio"):
        if ratios[name] is None and name not in varied:
            raise _core.InputError("without a case the oscillator needs friction_ratio and frequency_ratio")
    return _core.Document.from_ratios(
        0.0 if friction_ratio is None else friction_ratio,
        1.0 if frequency_ratio is None else frequency_ratio,
        0.0 if damping_ratio is None else damping_ratio,
        static_ratio,
    )
