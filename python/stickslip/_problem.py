"""What every function takes as its problem: a case, an oscillator with its load, a structure, or ratios alone."""

from __future__ import annotations

import numbers
import os
from collections.abc import Collection, Sequence
from typing import Optional, Union

import numpy as np

from . import _core
from ._case import Case, load_case
from ._keys import KeyValue, with_values
from ._load import Load
from ._numbers import Pair
from ._oscillator import Oscillator, PlanarOscillator
from ._structure import Structure

Problem = Union[Case, Oscillator, PlanarOscillator, Structure, str, "os.PathLike[str]"]


def as_case(
    problem: Problem,
    load: Optional[Load] = None,
    position: Union[float, Pair, None] = None,
    velocity: Union[float, Pair, None] = None,
    takes_ratios: bool = False,
) -> Case:
    """The problem of a single run, as a case."""
    if isinstance(problem, (Oscillator, PlanarOscillator)):
        return Case(problem, load, position=position, velocity=velocity)
    if isinstance(problem, Structure):
        problem = Case._of(problem._problem.document)
    if not isinstance(problem, (Case, str, os.PathLike)):
        raise TypeError(_not_a_problem(problem, takes_ratios))
    if load is not None:
        raise TypeError("load belongs to an Oscillator; a case and a Structure have their own")
    case = problem if isinstance(problem, Case) else load_case(problem)
    start: dict[str, KeyValue] = {}
    if position is not None:
        start["start.position"] = position
    if velocity is not None:
        start["start.velocity"] = velocity
    return case.with_values(start) if start else case


def _not_a_problem(given: object, takes_ratios: bool) -> str:
    takes = "an Oscillator with its load, a Structure, a Case, or the name of a built-in case or of a case file"
    is_ratio = takes_ratios and isinstance(given, (numbers.Real, Sequence, np.ndarray))
    hint = "; ratios are given by their names: friction_ratio=…, frequency_ratio=…" if is_ratio else ""
    return f"problem = {given!r} must be {takes}{hint}"


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
    keys = list(varied)
    if len(set(keys)) < len(keys):
        raise _core.InputError(f"{keys[0]} is named twice: the two keys must differ")
    ratios = {
        "friction_ratio": friction_ratio,
        "frequency_ratio": frequency_ratio,
        "damping_ratio": damping_ratio,
        "static_ratio": static_ratio,
    }
    if problem is not None:
        document = as_case(problem, load, takes_ratios=True)._problem.document
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
