"""Values: what can be compared, hashed, copied, pickled and sent to another process. Every input and every result is one."""

from __future__ import annotations

import copyreg
import dataclasses
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from . import _core

_NAN = "nan"  # stands for every NaN: an undefined value equals an undefined value
# What the engine tells the whole state of.
_ENGINE = tuple(kind for kind in vars(_core).values() if isinstance(kind, type) and hasattr(kind, "state"))


def key_of(value: Any) -> Hashable:
    """What stands for a value where it is compared: equal values have equal keys, and keys can be hashed."""
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, (int, float, np.integer, np.floating)):
        return _NAN if value != value else float(value)
    if isinstance(value, np.ndarray):
        return _key_of_array(value)
    if isinstance(value, Value):
        return type(value), key_of(value._parts())
    if isinstance(value, (_core.Document, _core.Problem)):
        _, _, *said = value.state()  # without its name and its folder
        return type(value), key_of(said)
    if isinstance(value, _ENGINE):
        return type(value), key_of(value.state())
    if isinstance(value, Mapping):
        return tuple((name, key_of(part)) for name, part in value.items())
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
        return _key_of_sequence(value)
    found: Hashable = value
    return found


def _key_of_sequence(value: Sequence[Any]) -> Hashable:
    """Numbers in a list are the same as in an array."""
    if value and all(isinstance(part, (int, float, np.integer, np.floating)) for part in value):
        return _key_of_array(np.asarray(value, dtype=float))
    return tuple(key_of(part) for part in value)


def _key_of_array(array: NDArray[Any]) -> Hashable:
    mask = np.ma.getmaskarray(array).tobytes() if np.ma.isMaskedArray(array) else b""  # type: ignore[no-untyped-call]
    plain = np.ma.filled(array, 0) if mask else np.asarray(array)  # type: ignore[no-untyped-call]
    if plain.dtype.kind in "biuf":
        plain = plain.astype(np.float64) + 0.0  # no −0
        plain[np.isnan(plain)] = np.nan
    return plain.shape, plain.dtype.str, plain.tobytes(), mask


C = TypeVar("C", bound=type)


def compared_by_value(kind: C) -> C:
    """A named tuple that holds arrays: equal where what it holds is."""

    def equals(self: Any, other: object) -> bool:
        return type(other) is type(self) and key_of(tuple(self)) == key_of(tuple(cast(tuple[Any, ...], other)))

    setattr(kind, "__eq__", equals)
    setattr(kind, "__ne__", lambda self, other: not equals(self, other))
    setattr(kind, "__hash__", lambda self: hash(key_of(list(self))))
    return kind


class Value:
    """An object that is equal to another where all their parts are equal."""

    __slots__ = ()

    def _names(self) -> tuple[str, ...]:
        """The attributes that make it what it is."""
        if dataclasses.is_dataclass(self):
            return tuple(field.name for field in dataclasses.fields(self))
        slots = [name for kind in type(self).__mro__ for name in getattr(kind, "__slots__", ())]
        return (*slots, *getattr(self, "__dict__", ()))

    def _parts(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self._names()}

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self is other or key_of(self) == key_of(other)

    def __hash__(self) -> int:
        return hash(key_of(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (type(self), self._parts())


def _rebuilt(kind: type[Value], parts: dict[str, Any]) -> Value:
    value = kind.__new__(kind)
    for name, part in parts.items():
        object.__setattr__(value, name, part)
    return value


def _restored(kind: str, state: Any) -> Any:
    """An object of the engine from what its state() gave."""
    return getattr(_core, kind).restored(state)


def _reduced(value: Any) -> tuple[Any, ...]:
    return _restored, (type(value).__name__, value.state())


for _kind in _ENGINE:
    copyreg.pickle(_kind, _reduced)  # type: ignore[arg-type]


def short(value: Any) -> str:
    """A value in a repr: arrays and long lists by their shape."""
    if isinstance(value, np.ndarray) and value.size > 6:
        return f"<array of shape {value.shape}>"
    if isinstance(value, (list, tuple)):
        if len(value) > 6:
            return f"<{len(value)} items>"
        form = "[{}]" if isinstance(value, list) else "({})"
        return form.format(", ".join(short(part) for part in value))
    return repr(value.tolist() if isinstance(value, np.ndarray) else value)


class Result(Value):
    """A value that the engine has found, as a dataclass."""

    __slots__ = ()

    def __repr__(self) -> str:
        shown = ", ".join(f"{n}={short(getattr(self, n))}" for n in self._names() if not n.startswith("_"))
        return f"{type(self).__name__}({shown})"
