"""Friction and other numbers of a case from a measured motion."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, Optional, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core, _plot
from ._case import Case
from ._load import Load
from ._numbers import Floats, numbers
from ._problem import Problem, as_case
from ._progress import Progress, reporting
from ._signature import known_keywords
from ._value import Result

Bounds = Optional[tuple[Optional[float], Optional[float]]]
Fit = Union[str, Sequence[str], Mapping[str, Bounds]]


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Estimate(Result):
    """One number that a record tells: its value and the ends of its profile-likelihood interval.

    `profile_values` and `profile_rise` show how much worse the record fits with other values of the number.
    """

    value: float
    lower: float
    upper: float
    standard_error: float
    profile_values: Floats
    profile_rise: Floats


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Identification(Result):
    """What a measured motion tells of a case.

    >>> import numpy as np
    >>> decay = simulate(Oscillator(mass=2.0, stiffness=80.0, friction=0.9), position=0.3, until=9.0)
    >>> t = np.linspace(0.0, 9.0, 400)
    >>> found = identify(Oscillator(mass=2.0, stiffness=50.0, friction=0.1), t, displacement=decay(t),
    ...                  fit=["friction.bound", "oscillator.stiffness"])
    >>> round(found["friction.bound"].value, 6), found.model, found.misfit
    (0.9, 'coulomb', False)
    >>> again = simulate(found.case, until=9.0)
    >>> bool(np.allclose(again(t), decay(t)))
    True
    """

    estimates: dict[str, Estimate]
    correlation: Floats
    noise: float
    explained: float
    samples: int
    misfit: bool
    model: str
    alternatives: dict[str, float]
    warnings: list[str]
    time_origin: float
    case: Case
    quantity: str
    time: Floats
    measured: Floats
    modelled: Floats

    def __getitem__(self, key: str) -> Estimate:
        return self.estimates[key]

    def plot(self, ax: _plot.AxesGiven = None, *, axes: _plot.AxesGiven = None) -> NDArray[Any]:
        """The record with the motion found, and what is left over; returns the axes.

        Given a single axes, it draws only the record and the motion.
        """
        with _plot.style():
            made = _plot.panels(2, _plot.given_axes(ax, axes), height=2.4)
            made[0].plot(self.time, self.measured, ".", color="0.6", ms=2, label="record")
            made[0].plot(self.time, self.modelled, color=_plot.BLUE, label="motion found")
            made[0].set_ylabel(_plot.label_of(self.quantity, _UNITS[self.quantity]))
            made[0].legend(loc="best")
            if len(made) > 1:
                made[1].plot(self.time, self.measured - self.modelled, ".", color=_plot.ORANGE, ms=2)
                for level in (-self.noise, self.noise):
                    made[1].axhline(level, color="0.4", lw=0.8, ls="--")
                made[1].set_ylabel("left over")
            made[-1].set_xlabel("time [s]")
            made[-1].set_xlim(float(self.time[0]), float(self.time[-1]))
        return made

    def _repr_html_(self) -> str:
        rows = [(key, f"{e.value:.6g} ({e.lower:.6g} to {e.upper:.6g})") for key, e in self.estimates.items()]
        rows += [("noise", f"{self.noise:.4g}"), ("damping", self.model), *(("warning", w) for w in self.warnings)]
        return _plot.html_table("Identified", rows)


_UNITS = {"displacement": "m", "velocity": "m s-1", "acceleration": "m s-2"}


def _pairs(fit: Fit) -> list[tuple[str, Bounds]]:
    """Keys with their bounds."""
    if isinstance(fit, str):
        return [(fit, None)]
    if isinstance(fit, Mapping):
        for key, bounds in fit.items():
            if bounds is not None and (not isinstance(bounds, (tuple, list)) or len(bounds) != 2):
                raise _core.InputError(f"fit[{key!r}] = {bounds!r}: bounds are (lower, upper), or None")
        return [(key, None if bounds is None else (bounds[0], bounds[1])) for key, bounds in fit.items()]
    return [(key, None) for key in fit]


@known_keywords
def identify(
    problem: Problem,
    time: ArrayLike,
    load: Optional[Load] = None,
    *,
    fit: Fit,
    displacement: Optional[ArrayLike] = None,
    velocity: Optional[ArrayLike] = None,
    acceleration: Optional[ArrayLike] = None,
    confidence: float = 0.95,
    compare: bool = True,
    profile_points: int = 0,
    progress: Progress = None,
) -> Identification:
    """Finds numbers of a case from a measured displacement, velocity or acceleration.

    `fit` names them, keys of the case and "sensor.offset", or maps them to bounds (lower, upper). What the problem says of
    them need only be rough; a start that it does not give is found as well. Where no motion of the case is near the
    record, or the record cannot tell the numbers apart, a NoResultError says so.

    >>> import numpy as np
    >>> push = simulate(Oscillator(mass=1.0, stiffness=40.0, damping=0.1, friction=0.4), position=0.2, until=8.0)
    >>> t = np.linspace(0.0, 8.0, 500)
    >>> noise = 0.002 * np.random.default_rng(1).standard_normal(500)
    >>> found = identify(Oscillator(mass=1.0, stiffness=40.0), t, displacement=push(t) + noise,
    ...                  fit={"friction.bound": None, "oscillator.damping": (0.0, 2.0)})
    >>> friction = found["friction.bound"]
    >>> friction.lower < 0.4 < friction.upper, 0.0015 < found.noise < 0.0025
    (True, True)
    """
    given = {"displacement": displacement, "velocity": velocity, "acceleration": acceleration}
    named = [name for name, values in given.items() if values is not None]
    if len(named) != 1:
        raise _core.InputError("identify needs one of displacement, velocity and acceleration")
    quantity = named[0]
    times, values = numbers(time, "time"), numbers(given[quantity], quantity)  # type: ignore[arg-type]
    if times.ndim != 1 or values.shape != times.shape:
        raise _core.InputError(f"time of shape {times.shape} and {quantity} of shape {values.shape} must be rows of one length")
    document = as_case(problem, load)._problem.document
    asked = _pairs(fit), float(confidence), bool(compare), int(profile_points)
    with reporting(progress, "identify") as report:
        found = _core.identify(document, times, values, quantity, *asked, report)
    return Identification(
        estimates={key: Estimate(**parts) for key, parts in found.pop("estimates").items()},
        case=Case._of(found.pop("document")),
        quantity=quantity,
        time=times,
        measured=values,
        **found,
    )
