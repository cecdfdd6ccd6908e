"""The progress of long work: reported to a function, or shown as a bar to whoever watches."""

from __future__ import annotations

import math
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Optional, Union

Progress = Union[Callable[[float, float], object], bool, None]
Report = Callable[[float], None]

_PATIENCE = 2.0  # seconds of work before a bar appears


def _is_notebook() -> bool:
    ipython = sys.modules.get("IPython")
    shell: Any = None if ipython is None else ipython.get_ipython()
    return hasattr(shell, "kernel")


def _is_watched() -> bool:
    """Whether somebody would see a bar: a terminal, or a notebook."""
    return _is_notebook() or (sys.stderr is not None and sys.stderr.isatty())


def _seconds_left(done: float, seconds: float) -> float:
    return seconds * (1.0 - done) / done if done > 0.0 else math.nan


class _Line:
    """A line on stderr that is written over, where tqdm is not installed."""

    def __init__(self, title: str) -> None:
        self._title = title

    def show(self, done: float, seconds: float) -> None:
        left = _seconds_left(done, seconds)
        text = f"{seconds:.0f} s" if math.isnan(left) else f"{100.0 * done:.0f} %, {left:.0f} s left"
        sys.stderr.write(f"\r{self._title}: {text}   ")
        sys.stderr.flush()

    def close(self) -> None:
        sys.stderr.write("\r" + " " * 60 + "\r")
        sys.stderr.flush()


class _Bar:
    """A bar of tqdm; in a notebook its widget, where widgets are installed."""

    def __init__(self, title: str, started: float) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # says that there are no widgets, and uses text
            from tqdm.auto import tqdm  # type: ignore[import]
        form = "{desc}: {percentage:3.0f}%|{bar}| {elapsed}, {remaining} left"
        self._bar = tqdm(total=1.0, desc=title, bar_format=form, leave=False, mininterval=0.0, smoothing=0.0)
        self._bar.start_t -= time.monotonic() - started
        self._is_known = True

    def show(self, done: float, seconds: float) -> None:
        if math.isnan(done):
            self._bar.bar_format = "{desc}: {elapsed}"
        else:
            self._bar.bar_format = "{desc}: {percentage:3.0f}%|{bar}| {elapsed}, {remaining} left"
            self._bar.n = min(max(done, 0.0), 1.0)
        self._bar.refresh()

    def close(self) -> None:
        self._bar.close()


def _bar(title: str, started: float) -> Union[_Bar, _Line]:
    try:
        return _Bar(title, started)
    except ImportError:
        return _Line(title)


@contextmanager
def reporting(progress: Progress, title: str) -> Iterator[Optional[Report]]:
    """What the engine is to call with the share done, about ten times a second; None where nobody listens."""
    started = time.monotonic()
    if callable(progress):
        listener = progress

        def tell(done: float) -> None:
            listener(done, _seconds_left(done, time.monotonic() - started))

        yield tell
        listener(1.0, 0.0)
        return
    if progress is not None and not isinstance(progress, bool):
        raise TypeError(f"progress = {progress!r} must be a function of (done, seconds_left), True, False or None")
    if progress is False or (progress is None and not _is_watched()):
        yield None
        return
    bar: list[Union[_Bar, _Line]] = []

    def show(done: float) -> None:
        seconds = time.monotonic() - started
        if seconds < _PATIENCE:
            return
        if not bar:
            bar.append(_bar(title, started))
        bar[0].show(done, seconds)

    try:
        yield show
    finally:
        if bar:
            bar[0].close()
