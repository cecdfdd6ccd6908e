"""Keywords that do not exist are named, with the one that was probably meant."""

from __future__ import annotations

import difflib
import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])
C = TypeVar("C", bound=type)


def _refuse(called: str, word: str, known: list[str]) -> None:
    near = difflib.get_close_matches(word, known, n=1)
    hint = f"did you mean {near[0]}?" if near else f"it takes {', '.join(known)}"
    raise TypeError(f"{called}() has no keyword {word}; {hint}")


def known_keywords(function: F) -> F:
    """The function, which says what was meant where a keyword is misspelt."""
    known = [name for name in inspect.signature(function).parameters if name != "self"]
    called = function.__qualname__.removesuffix(".__init__")

    @functools.wraps(function)
    def checked(*arguments: Any, **keywords: Any) -> Any:
        for word in keywords:
            if word not in known:
                _refuse(called, word, known)
        return function(*arguments, **keywords)

    return cast(F, checked)


def with_known_keywords(kind: C) -> C:
    """The same for the constructor of a class."""
    kind.__init__ = known_keywords(kind.__init__)  # type: ignore[misc]
    return kind
