"""Designs of several keys at once: the values with the smallest worst response over a band or over records."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Sequence
from typing import Any, Optional, Union

import numpy as np
from numpy.typing import NDArray

from . import _core, _plot
from ._axis import OpenRange, open_range
from ._numbers import Floats, whole_number
from ._progress import Progress, reporting
from ._records import RecordSamples
from ._value import Result

SharedRange = tuple[Sequence[str], float, float]
SeveralRanges = Union[list[OpenRange], list[SharedRange], list[Union[OpenRange, SharedRange]]]


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class JointDesign(Result):
    """The values of several keys that together make the worst response as small as possible.

    `vary` has a tuple of keys for each of `values`. `responses` has the worst response under each of `records`, or the one
    over the band; `as_given` the same for the case as it is, where it is known.

    >>> best = design("three-mass-chain", minimise=["amplitude[1]", "amplitude[3]"], evaluations=60,
    ...               vary=[("contact.wall.bound", 0.2, 3.0), ("contact.joint.bound", 0.2, 3.0)])
    >>> best.worst < float(max(steady("three-mass-chain").amplitude[[0, 2]]))
    True
    >>> sorted(best.settings)
    ['contact.joint.bound', 'contact.wall.bound']
    """

    vary: tuple[tuple[str, ...], ...]
    minimise: tuple[str, ...]
    values: Floats
    worst: float
    unit: str
    observable: str
    over: Optional[str]
    at: Optional[float]
    record: Optional[str]
    records: tuple[str, ...]
    responses: Floats
    as_given: Optional[Floats]
    evaluations: int
    searches: list[tuple[Floats, float]]
    ends: Floats
    description: str

    @property
    def settings(self) -> dict[str, float]:
        """The value of each key, as `Case.with_values` takes them."""
        return {key: float(value) for keys, value in zip(self.vary, self.values) for key in keys}

    def plot(self, ax: _plot.AxesGiven = None, *, axes: _plot.AxesGiven = None) -> NDArray[Any]:
        """The values within their ranges, and the response under each record; returns the axes.

        Given a single axes, it draws only the values.
        """
        labels = [", ".join(keys) for keys in self.vary]
        with _plot.style():
            made = _plot.panels(2 if self.records else 1, _plot.given_axes(ax, axes), height=2.4, share_x=False)
            places = np.arange(len(labels))
            low, high = self.ends.T
            parts = (self.values - low) / (high - low)
            made[0].barh(places, 1.0, height=0.25, color=_plot.STUCK)
            made[0].plot(parts, places, "o", color=_plot.ORANGE, ms=6)
            for place, part, value in zip(places, parts, self.values):
                made[0].annotate(f"{value:.5g}", (part, place), (0, 6), textcoords="offset points", ha="center")
            made[0].set_yticks(places, labels)
            made[0].set_ylim(len(labels) - 0.5, -0.7)
            made[0].set_ylabel("best values")
            made[0].set_xlabel("part of the range")
            if len(made) > 1:
                self._plot_records(made[1])
        return made

    def _plot_records(self, ax: _plot.Axes) -> None:
        places = np.arange(len(self.records))
        if self.as_given is not None:
            ax.bar(places + 0.2, self.as_given, width=0.4, color=_plot.STUCK, label="case as it is")
        ax.bar(places - 0.2, self.responses, width=0.4, color=_plot.ORANGE, label="best")
        ax.axhline(self.worst, color=_plot.ORANGE, lw=0.8, ls="--")
        ax.set_xticks(places, [os.path.basename(name) for name in self.records], rotation=30, ha="right")
        name = self.minimise[0] if len(self.minimise) == 1 else "largest response"
        ax.set_ylabel(_plot.wrapped(_plot.label_of(name, self.unit, self.description if len(self.minimise) == 1 else ""), 26))
        ax.legend(loc="best")

    def _repr_html_(self) -> str:
        rows = [(f"best {', '.join(keys)}", f"{value:.10g}") for keys, value in zip(self.vary, self.values)]
        place = f" under {self.record}" if self.record else "" if self.at is None else f" at {self.over} = {self.at:.8g}"
        rows.append((f"largest {', '.join(self.minimise)}", f"{self.worst:.10g} {self.unit}{place}"))
        if self.as_given is not None:
            rows.append(("with the case as it is", f"{float(np.max(self.as_given)):.10g} {self.unit}"))
        rows.append(("choices tried", f"{self.evaluations}"))
        return _plot.html_table("Design", rows)


def checked_choices(vary: object) -> list[tuple[list[str], float, float]]:
    """Checks a list of (key, from, to), or ((key, key), from, to) for keys that get the same value."""
    if not isinstance(vary, (list, tuple)) or not vary:
        raise _core.InputError(f"vary = {vary!r}: the form is (key, from, to), or a list of them")
    choices = []
    for i, one in enumerate(vary if isinstance(vary, list) or not isinstance(vary[0], str) else [vary]):
        name = f"vary[{i}]"
        shared = isinstance(one, tuple) and len(one) == 3 and isinstance(one[0], (list, tuple))
        keys = list(one[0]) if shared else [one[0]] if isinstance(one, tuple) and one else []
        if shared and not (keys and all(isinstance(key, str) for key in keys)):
            raise _core.InputError(f"{name} = {one!r}: the keys that share a value must be strings")
        _, low, high = open_range((keys[0], one[1], one[2]) if shared else one, name)
        choices.append((keys, low, high))
    return choices


def design_jointly(
    document: _core.Document,
    choices: list[tuple[list[str], float, float]],
    minimise: list[str],
    band: Optional[OpenRange],
    records: list[RecordSamples],
    evaluations: Optional[int],
    progress: Progress,
) -> JointDesign:
    """The values of all choices that together minimise the worst response."""
    if band is not None and records:
        raise _core.InputError("over and records do not go together: the worst is that of a band, or of records")
    most = 0 if evaluations is None else whole_number(evaluations, "evaluations", 1)
    with reporting(progress, "design") as report:
        found = _core.minimise_several(document, choices, minimise, band, records, most, report)
    responses = found["responses"]
    worst = int(np.argmax(responses))
    return JointDesign(
        vary=tuple(tuple(keys) for keys, _, _ in choices),
        minimise=tuple(minimise),
        values=found["values"],
        worst=float(responses[worst]),
        unit=found["unit"],
        observable=minimise[int(found["observable"][worst])],
        over=band[0] if band else None,
        at=float(found["at"][worst]) if band else None,
        record=records[worst][0] if records else None,
        records=tuple(name for name, _, _, _ in records),
        responses=responses,
        as_given=found["as_given"],
        evaluations=found["evaluations"],
        searches=found["searches"],
        ends=np.array([[low, high] for _, low, high in choices]),
        description=found["description"],
    )
