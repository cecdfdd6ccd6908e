"""Designs: the value of a key with the smallest worst response, without a stick, or with a wanted response."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Optional, Union, overload

import numpy as np
from numpy.typing import NDArray

from . import _core, _plot
from ._axis import OpenRange, open_range
from ._case import Case
from ._joint_design import JointDesign, SeveralRanges, checked_choices, design_jointly
from ._load import Load
from ._numbers import Floats
from ._problem import Problem, varied_document
from ._progress import Progress, reporting
from ._records import Records, checked_records
from ._signature import known_keywords
from ._value import Result

if TYPE_CHECKING:
    from ._plot import Axes


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Design(Result):
    """The value of a key that makes the worst response over a band as small as possible.

    >>> best = design("friction-isolator", vary=("friction.bound", 20.0, 2000.0), minimise="transmissibility",
    ...               over=("load.frequency", 14.5, 30.0))
    >>> best.worst < 1.0
    True
    """

    vary: str
    minimise: str
    over: Optional[str]
    value: float
    worst: float
    at: Optional[float]
    regime: str
    stops_per_cycle: int
    nearest_boundary: Optional[tuple[float, str]]
    values: Floats
    worsts: Floats
    band: Floats
    responses: list[Floats]
    ends: tuple[float, float]
    unit: str
    description: str

    def plot(self, ax: _plot.AxesGiven = None, *, axes: _plot.AxesGiven = None) -> NDArray[Any]:
        """The worst response against the key and, where there is a band, the response over it; returns the axes.

        Given a single axes, it draws only the worst response.
        """
        label = _plot.label_of(self.minimise, self.unit, self.description)
        with _plot.style():
            made = _plot.panels(2 if self.responses else 1, _plot.given_axes(ax, axes), height=2.4, share_x=False)
            made[0].plot(self.values, np.where(np.isfinite(self.worsts), self.worsts, np.nan), color=_plot.BLUE)
            made[0].plot(self.value, self.worst, "o", color=_plot.ORANGE, ms=5, label=f"best: {self.value:.6g}")
            made[0].set_xlabel(_plot.key_label(self.vary))
            made[0].set_ylabel(_plot.wrapped("largest " + label, 26))
            made[0].set_xlim(*self.ends)
            _clip(made[0], self.worsts, self.worst)
            made[0].legend(loc="best")
            if len(made) > 1:
                names = (f"best: {self.value:.4g}", f"{self.ends[0]:.4g}", f"{self.ends[1]:.4g}")
                for curve, name, color in zip(self.responses, names, (_plot.ORANGE, _plot.SKY, _plot.PURPLE)):
                    made[1].plot(self.band, np.where(np.isfinite(curve), curve, np.nan), color=color, label=name)
                _clip(made[1], np.concatenate(self.responses), self.worst)
                made[1].set_xlim(float(self.band[0]), float(self.band[-1]))
                made[1].set_xlabel(_plot.key_label(self.over or ""))
                made[1].set_ylabel(_plot.wrapped(label, 26))
                made[1].legend(loc="best", title=self.vary)
        return made

    def _repr_html_(self) -> str:
        place = "" if self.at is None else f" at {self.over} = {self.at:.8g}"
        rows = [
            (f"best {self.vary}", f"{self.value:.10g}"),
            (f"largest {self.minimise}", f"{self.worst:.10g}{place}"),
            ("motion there", f"{self.regime}, {self.stops_per_cycle} stops per cycle"),
        ]
        if self.nearest_boundary is not None:
            rows.append(("nearest boundary", "{:.10g} (kind {})".format(*self.nearest_boundary)))
        return _plot.html_table("Design", rows)


def _clip(ax: Axes, values: Floats, worst: float) -> None:
    """Cuts off a resonance, which would hide the optimum."""
    finite = values[np.isfinite(values)]
    if finite.size and finite.max() > 8.0 * worst > 0.0:
        ax.set_ylim(0.0, 6.0 * worst)


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class StickLimit(Result):
    """The value of a key that separates motions with a stick from those without.

    `limit` is "largest" where the mass never sticks up to `value`, "least" where it never sticks from `value` on.

    >>> limit = design("riddoch-fig5", vary=("friction_ratio", 0.01, 0.99), avoid_stick=True)
    >>> 0.01 < limit.value < 0.99, limit.end_of_range, limit.limit
    (True, False, 'largest')
    >>> force = design("liu-fig6", vary=("load.amplitude", 1e5, 9e5), avoid_stick=True)
    >>> round(force.value, 1), force.limit
    (300009.6, 'least')
    """

    vary: str
    over: Optional[str]
    value: float
    at: Optional[float]
    end_of_range: bool
    ends: tuple[float, float]
    limit: str
    _document: _core.Document = dataclasses.field(repr=False)

    def plot(self, ax: Optional[Axes] = None) -> Axes:
        """The stuck fraction against the key, at the place of the first stick; returns the axes."""
        document = self._document if self.at is None or self.over is None else self._document.with_value(self.over, self.at)
        values = np.linspace(*self.ends, 201)
        with _plot.style():
            ax = _plot.single(ax, height=2.8)
            for i, (name, stuck) in enumerate(self._stuck_fractions(document, values)):
                ax.plot(values, stuck, color=_plot.CYCLE[0 if i == 0 else 1 + i % (len(_plot.CYCLE) - 1)], label=name)
            where = "up to" if self.limit == "largest" else "from"
            ax.axvline(self.value, color=_plot.ORANGE, lw=1.0, label=f"never sticks {where} {self.value:.6g}")
            ax.set_xlabel(_plot.key_label(self.vary))
            ax.set_ylabel("share of the period at rest")
            ax.set_xlim(*self.ends)
            ax.legend(loc="best")
            if self.at is not None:
                ax.set_title(f"{self.over} = {self.at:.6g}", loc="left")
        return ax

    def _stuck_fractions(self, document: _core.Document, values: Floats) -> list[tuple[Optional[str], Floats]]:
        """The share of rest at these values, of a structure that of each contact with its name."""
        case = Case._of(document.with_value(self.vary, self.value))
        if case.is_structure:
            names = case._problem.contact_names
            return list(zip(names, _core.stuck_fractions(document, self.vary, values)))
        if case.is_planar:
            return [(None, _core.sweep_plane(document, self.vary, values, None)["stuck_fraction"])]
        return [(None, _core.sweep(document, self.vary, values, "none", None, None)["stuck_fraction"])]


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Reached(Result):
    """The values of a key for which an observable has a wanted value: `value` is the smallest of `values`.

    >>> found = design("liu-fig6", vary=("load.amplitude", 4.5e5, 9e5), target=("magnification", 2.0))
    >>> round(found.value, 3)
    676711.705
    """

    vary: str
    target: tuple[str, float]
    value: float
    values: Floats


@overload
def design(
    problem: Optional[Problem] = ...,
    load: Optional[Load] = ...,
    *,
    vary: OpenRange,
    minimise: str,
    over: Optional[OpenRange] = ...,
    avoid_stick: Literal[False] = ...,
    friction_ratio: Optional[float] = ...,
    frequency_ratio: Optional[float] = ...,
    damping_ratio: Optional[float] = ...,
    static_ratio: Optional[float] = ...,
    progress: Progress = ...,
) -> Design: ...


@overload
def design(
    problem: Optional[Problem] = ...,
    load: Optional[Load] = ...,
    *,
    vary: OpenRange,
    avoid_stick: Literal[True],
    minimise: None = ...,
    over: Optional[OpenRange] = ...,
    friction_ratio: Optional[float] = ...,
    frequency_ratio: Optional[float] = ...,
    damping_ratio: Optional[float] = ...,
    static_ratio: Optional[float] = ...,
    progress: Progress = ...,
) -> StickLimit: ...


@overload
def design(
    problem: Optional[Problem] = ...,
    load: Optional[Load] = ...,
    *,
    vary: OpenRange,
    target: tuple[str, float],
    minimise: None = ...,
    avoid_stick: Literal[False] = ...,
    friction_ratio: Optional[float] = ...,
    frequency_ratio: Optional[float] = ...,
    damping_ratio: Optional[float] = ...,
    static_ratio: Optional[float] = ...,
    progress: Progress = ...,
) -> Reached: ...


@overload
def design(
    problem: Optional[Problem] = ...,
    load: Optional[Load] = ...,
    *,
    vary: SeveralRanges,
    minimise: Union[str, Sequence[str]],
    over: Optional[OpenRange] = ...,
    records: Optional[Records] = ...,
    evaluations: Optional[int] = ...,
    friction_ratio: Optional[float] = ...,
    frequency_ratio: Optional[float] = ...,
    damping_ratio: Optional[float] = ...,
    static_ratio: Optional[float] = ...,
    progress: Progress = ...,
) -> JointDesign: ...


@known_keywords
def design(
    problem: Optional[Problem] = None,
    load: Optional[Load] = None,
    *,
    vary: Union[OpenRange, SeveralRanges],
    minimise: Union[str, Sequence[str], None] = None,
    over: Optional[OpenRange] = None,
    avoid_stick: bool = False,
    target: Optional[tuple[str, float]] = None,
    records: Optional[Records] = None,
    evaluations: Optional[int] = None,
    friction_ratio: Optional[float] = None,
    frequency_ratio: Optional[float] = None,
    damping_ratio: Optional[float] = None,
    static_ratio: Optional[float] = None,
    progress: Progress = None,
) -> Union[Design, StickLimit, Reached, JointDesign]:
    """The values of keys that minimise the worst response, never stick, or give a wanted response.

    Gives a Design with `minimise`, a StickLimit with `avoid_stick` (the largest value up to which the motion never
    sticks, or the least from which), and Reached with `target` = (observable, value).

    A list of ranges in `vary`, several observables in `minimise`, or `records` give a JointDesign: the values of all keys
    that together make the largest response over the band, or over the records, as small as possible. Each record (a file, a
    folder, a pattern such as "motions/*.csv", each with "@factor" where wanted, or a Record) takes the place of the one
    that the case names; what is minimised is then a number of the motion, such as "peak[DOF]", "peak_drift" or
    "residual[DOF]". At most `evaluations` choices are tried.

    >>> best = design(damping_ratio=0.02, vary=("friction_ratio", 0.0, 0.9), minimise="amplitude_ratio",
    ...               over=("frequency_ratio", 0.6, 1.4))
    >>> best.minimise, best.at is not None
    ('amplitude_ratio', True)
    """
    if avoid_stick + (minimise is not None) + (target is not None) != 1:
        raise _core.InputError("design needs one of minimise = NAME, avoid_stick = True and target = (NAME, value)")
    band = None if over is None else open_range(over, "over")
    is_of_one = isinstance(vary, tuple) and isinstance(minimise, (str, type(None))) and records is None
    if not is_of_one or (vary and not isinstance(vary[0], str)):
        if minimise is None:
            raise _core.InputError("several keys, or records, go with minimise only")
        choices = checked_choices(vary)
        keys = [key for some, _, _ in choices for key in some] + ([] if band is None else [band[0]])
        document = varied_document(problem, load, keys, friction_ratio, frequency_ratio, damping_ratio, static_ratio)
        names = [minimise] if isinstance(minimise, str) else list(minimise)
        return design_jointly(document, choices, names, band, checked_records(records, document), evaluations, progress)
    if evaluations is not None:
        raise _core.InputError("evaluations bounds a search over several keys or records; one key is looked at all along its range")
    assert isinstance(minimise, (str, type(None)))
    chosen = open_range(vary, "vary")
    varied = [chosen[0]] if band is None else [chosen[0], band[0]]
    document = varied_document(problem, load, varied, friction_ratio, frequency_ratio, damping_ratio, static_ratio)
    if target is not None:
        if band is not None:
            raise _core.InputError("target asks about the case as it is: leave over out")
        if not isinstance(target, tuple) or len(target) != 2:
            raise _core.InputError(f"target = {target!r}: the form is (observable, value)")
        with reporting(progress, "design") as report:
            values = _core.reach(document, chosen, target[0], float(target[1]), report)
        return Reached(chosen[0], (target[0], float(target[1])), float(values[0]), values)
    if minimise is None:
        with reporting(progress, "design") as report:
            value, at, is_end, side = _core.avoid_stick(document, chosen, band, report)
        return StickLimit(chosen[0], band[0] if band else None, value, at, is_end, chosen[1:], side, document)
    with reporting(progress, "design") as report:
        found = _core.minimise(document, chosen, minimise, band, report)
    return Design(
        vary=chosen[0],
        minimise=minimise,
        over=band[0] if band else None,
        value=found["value"],
        worst=found["worst"],
        at=found["at"],
        regime=found["regime"],
        stops_per_cycle=found["stops_per_cycle"],
        nearest_boundary=found["nearest_boundary"],
        values=found["values"],
        worsts=found["worsts"],
        band=found["places"],
        responses=found["responses"],
        ends=chosen[1:],
        unit=found["unit"],
        description=found["description"],
    )
