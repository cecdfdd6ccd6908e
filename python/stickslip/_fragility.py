"""Fragility curves: the probability that a limit is reached, against the scale of the records."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any, Optional

import numpy as np
from numpy.typing import ArrayLike

from . import _core, _plot
from ._numbers import Floats, numbers
from ._signature import known_keywords
from ._value import Result

if TYPE_CHECKING:
    from ._plot import Axes

_OUTCOMES = ("reached", "not-reached", "at-once")


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Fragility(Result):
    """A lognormal fragility curve, P(s) = Φ(ln(s/median)/dispersion), with the intervals of its two numbers.

    >>> curve = fragility([0.8, 1.0, 1.1, 1.5])
    >>> curve.median_interval[0] < curve.median < curve.median_interval[1]
    True
    >>> round(curve.probability(curve.median), 12)
    0.5
    """

    median: float
    median_interval: tuple[float, float]
    dispersion: float
    dispersion_interval: tuple[float, float]
    confidence: float
    reached: Floats
    not_reached: Floats
    at_once: Floats

    def probability(self, scale: ArrayLike) -> Any:
        """The probability that the limit is reached at this scale; a number, or an array of them."""
        z = np.log(numbers(scale, "scale") / self.median) / (self.dispersion * math.sqrt(2.0))
        found = 0.5 * np.vectorize(math.erfc)(-z)
        return float(found) if found.ndim == 0 else found

    def plot(self, ax: Optional[Axes] = None) -> Axes:
        """Draws the curve, and the share of the records as steps; returns the axes."""
        every = np.concatenate([self.reached, self.not_reached, self.at_once])
        with _plot.style():
            ax = _plot.single(ax)
            scale = np.linspace(0.0, 1.1 * float(every.max()), 300)[1:]
            ax.plot(scale, self.probability(scale), color=_plot.BLUE, label=f"median {self.median:.4g}, dispersion {self.dispersion:.3g}")
            known = np.sort(np.concatenate([self.at_once, self.reached]))
            share = np.arange(1, known.size + 1) / every.size
            ax.step(np.concatenate([[0.0], known]), np.concatenate([[0.0], share]), where="post", color=_plot.ORANGE, lw=0.8, label="records")
            ax.set_ylim(0.0, 1.02)
            ax.set_xlabel("scale of the records")
            ax.set_ylabel("probability that the limit is reached")
            _plot.legend_above(ax)
        return ax


@known_keywords
def fragility(capacity: ArrayLike, outcome: Optional[ArrayLike] = None, *, confidence: float = 0.95) -> Fragility:
    """The lognormal distribution of the scales at which records reach a limit, from `ensemble(…, limit=…)`.

    `outcome` is 0 where the limit is reached at the scale, 1 where it is not up to that scale, 2 where it is reached at that
    scale already; without it, every record reaches it. Complete samples have the exact intervals of Student and χ²,
    others profile-likelihood intervals. NoResultError where fewer than two records reach the limit.

    >>> fragility([1.0, 2.0, 4.0], [0, 0, 1]).median > 1.9
    True
    """
    scales = numbers(capacity, "capacity").ravel()
    kinds = np.zeros(scales.size) if outcome is None else numbers(outcome, "outcome").ravel()
    if kinds.shape != scales.shape:
        raise _core.InputError(f"outcome has {kinds.size} numbers; capacity has {scales.size}")
    if not np.isin(kinds, range(len(_OUTCOMES))).all():
        raise _core.InputError("outcome must be 0 (reached), 1 (not reached) or 2 (at once)")
    reached, above, below = scales[kinds == 0], scales[kinds == 1], scales[kinds == 2]
    median, lower, upper, dispersion, least, largest = _core.fit_fragility(reached, above, below, float(confidence))
    return Fragility(median, (lower, upper), dispersion, (least, largest), float(confidence), reached, above, below)
