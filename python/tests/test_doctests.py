"""Every example in a docstring does what it says."""

import doctest
import importlib
import inspect
import pkgutil
import subprocess

import pytest
import stickslip
from conftest import ROOT

GPU_MODULE = "stickslip_cuda"  # lies beside the package where it is built, for the program, not for Python
NAMES = [module.name for module in pkgutil.iter_modules(stickslip.__path__) if module.name != GPU_MODULE]
MODULES = ["stickslip", *(f"stickslip.{name}" for name in NAMES)]


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


@pytest.mark.parametrize(("page", "least"), [("python.md", 20), ("identify.md", 5)])
def test_the_guides_tell_the_truth(page, least, monkeypatch):
    monkeypatch.chdir(ROOT)
    failures, tried = doctest.testfile(str(ROOT / "docs" / "guide" / page), module_relative=False)
    assert tried > least
    assert failures == 0


def test_the_code_of_the_readme_runs():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    code = text[text.index("    import numpy as np\n") : text.index("`PYTHONPATH=build/python")]
    exec(inspect.cleandoc(code), {})


def test_the_loop_over_friction_in_the_guide_of_ground_motions_runs(tmp_path, monkeypatch, capsys):
    text = (ROOT / "docs" / "guide" / "ground-motion.md").read_text(encoding="utf-8")
    (awk,) = [line[4:] for line in text.splitlines() if line.startswith("    awk ")]
    subprocess.run(["sh", "-c", awk], cwd=tmp_path, check=True)
    case = text[text.index("    title =") : text.index("The surface moves,")]
    (tmp_path / "block.toml").write_text(inspect.cleandoc(case), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    exec(inspect.cleandoc(text[text.index("    import numpy as np\n") :]), {})
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 6
    assert all(line.endswith(" stick") for line in lines)


def test_everything_public_is_explained():
    """Functions and classes that stand in the package have a docstring; those that do work have an example."""
    for name in stickslip.__all__:
        thing = getattr(stickslip, name)
        if not callable(thing) or name in ("InputError", "NoResultError"):
            continue
        assert thing.__doc__, name
        if inspect.isfunction(thing):
            assert ">>>" in thing.__doc__, name
