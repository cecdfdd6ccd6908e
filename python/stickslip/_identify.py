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
    alternative_values: dict[str, dict[str, float]]
    channel_noise: dict[str, float]
    warnings: list[str]
    time_origin: float
    case: Case
    quantity: str
    time: Floats
    measured: Floats
    modelled: Floats

    def __getitem__(self, key: str) -> Estimate:
        return self.estimates[key]

    def channels(self) -> list[tuple[str, str, Floats, Floats]]:
        """Name, quantity, what was measured and what the motion shows, one for each sensor, or part of a curve."""
        if self.quantity == "response":
            names = [("amplitude", "amplitude"), ("phase_lag", "phase_lag")]
        else:
            names = [(name, self.quantity) for name in self.channel_noise or ["x"]]
        measured = self.measured.reshape(-1, len(self.time))
        modelled = self.modelled.reshape(-1, len(self.time))
        return [(*name, m, f) for name, m, f in zip(names, measured, modelled)]

    def plot(self, ax: _plot.AxesGiven = None, *, axes: _plot.AxesGiven = None) -> NDArray[Any]:
        """The record with the motion found, and what is left over; returns the axes.

        Given a single axes, it draws only the record and the motion.
        """
        shown = self.channels()
        marker = {"ls": "", "marker": ".", "ms": 5 if self.quantity == "response" else 2}
        with _plot.style():
            made = _plot.panels(2 * len(shown), _plot.given_axes(ax, axes), height=2.4)
            for i, (name, quantity, measured, modelled) in enumerate(shown):
                if 2 * i >= len(made):
                    break
                upper = made[2 * i]
                upper.plot(self.time, measured, color="0.6", label="record", **marker)
                upper.plot(self.time, modelled, color=_plot.BLUE, label="motion found")
                label = _plot.label_of(quantity, _UNITS[quantity])
                upper.set_ylabel(f"{name}: {label}" if len(shown) > 1 and self.quantity != "response" else label)
                upper.legend(loc="best")
                if 2 * i + 1 < len(made):
                    lower = made[2 * i + 1]
                    noise = self.channel_noise.get(name.replace("phase_lag", "phase"), self.noise)
                    lower.plot(self.time, measured - modelled, color=_plot.ORANGE, **marker)
                    for level in (-noise, noise):
                        lower.axhline(level, color="0.4", lw=0.8, ls="--")
                    lower.set_ylabel("left over")
            made[-1].set_xlabel("frequency of the load [rad/s]" if self.quantity == "response" else "time [s]")
            made[-1].set_xlim(float(self.time[0]), float(self.time[-1]))
        return made

    def _repr_html_(self) -> str:
        rows = [(key, f"{e.value:.6g} ({e.lower:.6g} to {e.upper:.6g})") for key, e in self.estimates.items()]
        rows += [("noise", f"{self.noise:.4g}"), ("damping", self.model), *(("warning", w) for w in self.warnings)]
        return _plot.html_table("Identified", rows)


_UNITS = {"displacement": "m", "velocity": "m s-1", "acceleration": "m s-2", "amplitude": "m", "phase_lag": "rad"}


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


def _rows(values: ArrayLike, name: str, count: int, channels: Optional[Sequence[Union[int, str]]]) -> list[Floats]:
    """One row for each sensor, from an array of shape (samples,) or (samples, sensors)."""
    given = numbers(values, name)
    if given.ndim not in (1, 2) or given.shape[0] != count:
        raise _core.InputError(
            f"time of shape ({count},) and {name} of shape {given.shape} must be as long as each other, with one column for each sensor"
        )
    rows = [given] if given.ndim == 1 else [np.ascontiguousarray(column) for column in given.T]
    if channels is not None and len(channels) != len(rows):
        raise _core.InputError(f"channels names {len(channels)} sensors, and {name} has {len(rows)} columns")
    return rows


@known_keywords
def identify(
    problem: Problem,
    time: Optional[ArrayLike] = None,
    load: Optional[Load] = None,
    *,
    fit: Fit,
    displacement: Optional[ArrayLike] = None,
    velocity: Optional[ArrayLike] = None,
    acceleration: Optional[ArrayLike] = None,
    channels: Optional[Sequence[Union[int, str]]] = None,
    frequency: Optional[ArrayLike] = None,
    amplitude: Optional[ArrayLike] = None,
    phase: Optional[ArrayLike] = None,
    confidence: float = 0.95,
    compare: bool = True,
    profile_points: int = 0,
    progress: Progress = None,
) -> Identification:
    """Finds numbers of a case from a measured displacement, velocity or acceleration, or from a response curve.

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

    Of many masses the values have a column for each sensor, and `channels` says where they sit: degrees of freedom by
    number from 1 or by name, or a difference such as "2-1"; without it they are counted. A response curve is given as
    `frequency` of the load [rad/s], `amplitude`, half of peak to peak, and perhaps `phase`, the lag of the fundamental
    behind the load; `channels` then names the one sensor.
    """
    document = as_case(problem, load)._problem.document
    asked = _pairs(fit), float(confidence)
    if frequency is not None:
        if amplitude is None or time is not None:
            raise _core.InputError("a response curve has frequency and amplitude, and no time")
        place = "" if channels is None else str(channels[0])
        at, sizes = numbers(frequency, "frequency"), numbers(amplitude, "amplitude")
        lags = np.empty(0) if phase is None else numbers(phase, "phase")
        with reporting(progress, "identify") as report:
            found = _core.identify_curve(document, at, sizes, lags, place, *asked, int(profile_points), report)
        return _identification(found, "response", at, np.concatenate([sizes, lags]))
    given = {"displacement": displacement, "velocity": velocity, "acceleration": acceleration}
    named = [name for name, values in given.items() if values is not None]
    if len(named) != 1 or time is None:
        raise _core.InputError("identify needs time and one of displacement, velocity and acceleration, or a response curve")
    quantity = named[0]
    times = numbers(time, "time")
    if times.ndim != 1:
        raise _core.InputError(f"time of shape {times.shape} must be a row")
    rows = _rows(given[quantity], quantity, len(times), channels)  # type: ignore[arg-type]
    places = [str(i + 1) for i in range(len(rows))] if channels is None else [str(c) for c in channels]
    with reporting(progress, "identify") as report:
        found = _core.identify(
            document, times, rows, places, quantity, *asked, bool(compare), int(profile_points), report
        )
    return _identification(found, quantity, times, np.concatenate(rows))


def _identification(found: dict[str, Any], quantity: str, places: Floats, measured: Floats) -> Identification:
    return Identification(
        estimates={key: Estimate(**parts) for key, parts in found.pop("estimates").items()},
        case=Case._of(found.pop("document")),
        quantity=quantity,
        time=places,
        measured=measured,
        **found,
    )
