"""Loads, with the words of a case file."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import ClassVar, Optional, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._keys import NOT_A_KEY, document_of, given_keys, toml
from ._numbers import Floats, Pair, numbers
from ._signature import with_known_keywords
from ._value import Value, short


@dataclasses.dataclass(frozen=True, eq=False)
class Load(Value):
    """What drives the oscillator; the classes below are the kinds of load."""

    kind: ClassVar[str] = "none"

    def __post_init__(self) -> None:
        """Tries the load on an oscillator that can take it."""
        oscillator: dict[str, object] = {"mass": 1.0, "stiffness": 1.0}
        if self._is_planar():
            oscillator["dimensions"] = 2
        tables: dict[str, dict[str, object]] = {
            "oscillator": oscillator,
            "friction": {"bound": 1.0},
            "load": self._keys(),
        }
        _core.Problem(self._with_samples(document_of(tables, type(self).__name__)))

    def _is_planar(self) -> bool:
        return False

    def _keys(self) -> dict[str, object]:
        return {"kind": self.kind, **given_keys(self)}

    def _with_samples(self, document: _core.Document) -> _core.Document:
        """The document with the samples of a record that is given as arrays."""
        return document


@with_known_keywords
@dataclasses.dataclass(frozen=True, eq=False)
class Constant(Load):
    """A constant force [N]; in the plane a pair.

    >>> Constant(force=1500.0).force
    1500.0
    """

    kind: ClassVar[str] = "constant"
    force: Union[float, Pair] = 0.0

    def _is_planar(self) -> bool:
        return np.ndim(self.force) > 0


@with_known_keywords
@dataclasses.dataclass(frozen=True, eq=False)
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

    def _is_planar(self) -> bool:
        return np.ndim(self.amplitude) > 0


@with_known_keywords
@dataclasses.dataclass(frozen=True, eq=False)
class Harmonics(Load):
    """A sum of harmonics: arrays of amplitudes, frequencies and phases.

    In the plane `axis` says for each whether it acts along the first axis (1) or the second (2), and `offset` is a
    constant pair.

    >>> Harmonics(amplitude=[1.0, 0.5], frequency=[2.0, 4.0]).frequency
    [2.0, 4.0]
    """

    kind: ClassVar[str] = "harmonics"
    amplitude: Sequence[float] = ()
    frequency: Optional[Sequence[float]] = None
    frequency_hz: Optional[Sequence[float]] = None
    phase: Optional[Sequence[float]] = None
    axis: Optional[Sequence[int]] = None
    offset: Optional[Pair] = None

    def _is_planar(self) -> bool:
        return self.axis is not None


@with_known_keywords
@dataclasses.dataclass(frozen=True, eq=False)
class Rotating(Load):
    """amplitude·(cos ωt, sin ωt), for the planar oscillator.

    >>> Rotating(amplitude=10.0, frequency=6.0).amplitude
    10.0
    """

    kind: ClassVar[str] = "rotating"
    amplitude: float = 1.0
    frequency: Optional[float] = None
    frequency_hz: Optional[float] = None

    def _is_planar(self) -> bool:
        return True


_SAMPLES = "samples"  # the name under which a record given as arrays stands in the case


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Sampled(Load):
    """A load that follows samples: arrays, or the name of a CSV file."""

    time: Optional[ArrayLike] = dataclasses.field(default=None, metadata=NOT_A_KEY)
    value: Optional[ArrayLike] = dataclasses.field(default=None, metadata=NOT_A_KEY)
    file: Optional[str] = None

    def __post_init__(self) -> None:
        name = type(self).__name__
        if isinstance(self.time, str):
            raise _core.InputError(f"{name}: time = {self.time!r} must be an array; the name of a file is file={self.time!r}")
        if self.file is not None:
            if self.time is not None or self.value is not None:
                raise _core.InputError(f"{name}: time, value and file are too many: give the arrays or the file")
            return
        for given in ("time", "value"):
            if getattr(self, given) is None:
                raise _core.InputError(f"{name}: {given} is missing: give time and value as arrays, or a file")
        time, value = checked_samples(self.time, self.value, name)
        object.__setattr__(self, "time", time)
        object.__setattr__(self, "value", value)
        super().__post_init__()

    def _is_planar(self) -> bool:
        return np.ndim(self.value) == 2  # type: ignore[arg-type]

    def _with_samples(self, document: _core.Document) -> _core.Document:
        if self.file is not None:
            return document
        columns = np.asarray(self.value).reshape(np.size(self.time), -1)  # type: ignore[arg-type]
        second = columns[:, 1] if columns.shape[1] == 2 else np.empty(0)
        named = document.with_text("load.file", toml(_SAMPLES), type(self).__name__)
        return named.with_samples(_SAMPLES, np.asarray(self.time), columns[:, 0], second)

    def __repr__(self) -> str:
        given = {f.name: getattr(self, f.name) for f in dataclasses.fields(self)}
        shown = ", ".join(f"{name}={short(value)}" for name, value in given.items() if value is not None)
        return f"{type(self).__name__}({shown})"


def checked_samples(time_given: object, value_given: object, name: str) -> tuple[Floats, Floats]:
    """The samples as arrays; the first that is wrong is named with its place."""
    time = numbers(time_given, f"{name}: time")  # type: ignore[arg-type]
    value = numbers(value_given, f"{name}: value")  # type: ignore[arg-type]
    if time.ndim != 1 or value.shape not in ((time.size,), (time.size, 2)):
        raise _core.InputError(
            f"{name}: time of shape {time.shape} and value of shape {value.shape}: there must be one value for each time"
        )
    if time.size < 2:
        raise _core.InputError(f"{name}: a record needs at least two samples, not {time.size}")
    for array, called in ((time, "time"), (value, "value")):
        bad = np.argwhere(~np.isfinite(array))
        if bad.size:
            at = ", ".join(str(i) for i in bad[0])
            raise _core.InputError(f"{name}: {called}[{at}] = {float(array[tuple(bad[0])])!r} must be a finite number")
    late = np.flatnonzero(np.diff(time) <= 0.0)
    if late.size:
        i = int(late[0]) + 1
        raise _core.InputError(
            f"{name}: time[{i}] = {float(time[i])!r} must be later than time[{i - 1}] = {float(time[i - 1])!r}"
        )
    for array in (time, value):
        array.setflags(write=False)
    return time, value


@with_known_keywords
@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Record(Sampled):
    """A sampled force, linear between samples and 0 after the last: arrays, or the name of a CSV file.

    In the plane the values have two columns.

    >>> pulse = Record(time=[0.0, 0.5, 1.0], value=[0.0, 20.0, 0.0])
    >>> simulate(Oscillator(mass=1.0, stiffness=100.0, friction=1.0), pulse).end_time
    1.0
    >>> Record(time=[0.0, 0.5, 0.5], value=[0.0, 20.0, 0.0])
    Traceback (most recent call last):
        ...
    stickslip.InputError: Record: time[2] = 0.5 must be later than time[1] = 0.5
    """

    kind: ClassVar[str] = "record"
    scale: Optional[float] = None


@with_known_keywords
@dataclasses.dataclass(frozen=True, eq=False)
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


@with_known_keywords
@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class BaseRecord(Sampled):
    """A shaking base that follows a record of its `quantity`, "acceleration" or "displacement".

    >>> shock = BaseRecord(time=[0.0, 0.1, 0.2], value=[0.0, 9.0, 0.0], surface="moving", quantity="acceleration")
    >>> simulate(Oscillator(mass=1.0, friction=2.0), shock, until=2.0).peak.x > 0.0
    True
    """

    kind: ClassVar[str] = "base"
    surface: str = "moving"
    quantity: str = "acceleration"
    scale: Optional[float] = None
