"""Loads, with the words of a case file."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import ClassVar, Optional, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._keys import given_keys, toml
from ._numbers import Pair, numbers


@dataclasses.dataclass(frozen=True)
class Load:
    """What drives the oscillator; the classes below are the kinds of load."""

    kind: ClassVar[str] = "none"

    def _keys(self) -> dict[str, object]:
        return {"kind": self.kind, **given_keys(self)}


@dataclasses.dataclass(frozen=True)
class Constant(Load):
    """A constant force [N]; in the plane a pair.

    >>> Constant(force=1500.0).force
    1500.0
    """

    kind: ClassVar[str] = "constant"
    force: Union[float, Pair] = 0.0


@dataclasses.dataclass(frozen=True)
class Harmonic(Load):
    """p = offset + amplitude·sin(ω·t + phase), ω given as `frequency` [rad/s] or `frequency_hz`.

    In the plane amplitude and phase are pairs, and there is no offset.

    >>> Harmonic(amplitude=2.0, frequency_hz=1.5).frequency_hz
    1.5
    """

    kind: ClassVar[str] = "harmonic"
    amplitude: Union[float, Pair] = 1.0
    frequency: Optional[float] = None
    frequency_hz: Optional[float] = None
    phase: Union[float, Pair, None] = None
    offset: Optional[float] = None


@dataclasses.dataclass(frozen=True)
class Harmonics(Load):
    """A sum of harmonics: arrays of amplitudes, frequencies and phases.

    >>> Harmonics(amplitude=[1.0, 0.5], frequency=[2.0, 4.0]).frequency
    [2.0, 4.0]
    """

    kind: ClassVar[str] = "harmonics"
    amplitude: Sequence[float] = ()
    frequency: Optional[Sequence[float]] = None
    frequency_hz: Optional[Sequence[float]] = None
    phase: Optional[Sequence[float]] = None


@dataclasses.dataclass(frozen=True)
class Rotating(Load):
    """amplitude·(cos ωt, sin ωt), for the planar oscillator.

    >>> Rotating(amplitude=10.0, frequency=6.0).amplitude
    10.0
    """

    kind: ClassVar[str] = "rotating"
    amplitude: float = 1.0
    frequency: Optional[float] = None
    frequency_hz: Optional[float] = None


@dataclasses.dataclass(frozen=True, eq=False)
class Record(Load):
    """A sampled force, linear between samples and 0 after the last: arrays, or the name of a CSV file.

    In the plane the values have two columns.

    >>> pulse = Record(time=[0.0, 0.5, 1.0], value=[0.0, 20.0, 0.0])
    >>> simulate(Oscillator(mass=1.0, stiffness=100.0, friction=1.0), pulse).end_time
    1.0
    """

    kind: ClassVar[str] = "record"
    time: Optional[ArrayLike] = dataclasses.field(default=None, repr=False)
    value: Optional[ArrayLike] = dataclasses.field(default=None, repr=False)
    file: Optional[str] = None
    scale: Optional[float] = None


@dataclasses.dataclass(frozen=True)
class Base(Load):
    """A shaking base that moves as a sine: give its `displacement` [m] or its `acceleration` [m/s²] as amplitude.

    Surface "fixed": the friction acts against the ground, the base moves the far end of the spring, x is absolute.
    Surface "moving": the friction acts against the base, x is relative to it.

    >>> Base(surface="moving", displacement=0.01, frequency=10.0).surface
    'moving'
    """

    kind: ClassVar[str] = "base"
    surface: str = "fixed"
    displacement: Optional[float] = None
    acceleration: Optional[float] = None
    frequency: Optional[float] = None
    frequency_hz: Optional[float] = None
    phase: Optional[float] = None


@dataclasses.dataclass(frozen=True, eq=False)
class BaseRecord(Load):
    """A shaking base that follows a record of its `quantity`, "acceleration" or "displacement".

    >>> shock = BaseRecord(time=[0.0, 0.1, 0.2], value=[0.0, 9.0, 0.0], surface="moving", quantity="acceleration")
    >>> simulate(Oscillator(mass=1.0, friction=2.0), shock, until=2.0).peak.x > 0.0
    True
    """

    kind: ClassVar[str] = "base"
    time: Optional[ArrayLike] = dataclasses.field(default=None, repr=False)
    value: Optional[ArrayLike] = dataclasses.field(default=None, repr=False)
    file: Optional[str] = None
    surface: str = "moving"
    quantity: str = "acceleration"
    scale: Optional[float] = None


_SAMPLES = "samples"  # the name under which a record given as arrays stands in the case


def with_samples_of(document: _core.Document, load: Union[Record, BaseRecord]) -> _core.Document:
    """The document with the samples of a record that is given as arrays."""
    origin = type(load).__name__
    if load.file is not None:
        if load.time is not None or load.value is not None:
            raise _core.InputError(f"{origin}: file and time, value say the same: give one of them")
        return document
    if load.time is None or load.value is None:
        raise _core.InputError(f"{origin}: time and value are missing: give both as arrays, or a file")
    time = numbers(load.time, f"{origin}: time")
    value = numbers(load.value, f"{origin}: value")
    if time.ndim != 1 or value.shape not in ((time.size,), (time.size, 2)):
        raise _core.InputError(f"{origin}: value of shape {value.shape} must have one number for each time, {time.shape}")
    columns = value.reshape(time.size, -1)
    second = columns[:, 1] if columns.shape[1] == 2 else np.empty(0)
    return document.with_text("load.file", toml(_SAMPLES), origin).with_samples(_SAMPLES, time, columns[:, 0], second)
