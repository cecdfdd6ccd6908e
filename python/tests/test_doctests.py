"""Every example in a docstring does what it says."""

import doctest
import importlib
import inspect

import pytest
import stickslip

MODULES = ["stickslip", *(f"stickslip.{name}" for name in ("_model", "_motion", "_steady", "_curves", "_chaos"))]


def examples():
    finder = doctest.DocTestFinder()
    for name in MODULES:
        module = importlib.import_module(name)
        scope = {key: getattr(stickslip, key) for key in stickslip.__all__}
        for test in finder.find(module, name, module=module, globs=scope):
            if test.examples:
                yield pytest.param(test, id=test.name)


@pytest.mark.parametrize("test", examples())
def test_example(test):
    lines = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test, out=lines.append)
    assert runner.failures == 0, "".join(lines)


def test_everything_public_is_explained():
    """Functions and classes that stand in the package have a docstring; those that do work have an example."""
    for name in stickslip.__all__:
        thing = getattr(stickslip, name)
        if not callable(thing) or name in ("InputError", "NoResultError"):
            continue
        assert thing.__doc__, name
        if inspect.isfunction(thing):
            assert ">>>" in thing.__doc__, name
