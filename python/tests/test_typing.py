"""The stubs serve a strict type checker."""

import pathlib
import subprocess
import sys

import pytest
import stickslip

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = pathlib.Path(stickslip.__file__).resolve().parent


@pytest.fixture(scope="session")
def mypy(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mypy")

    def check(*arguments):
        return subprocess.run(
            [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(folder), *map(str, arguments)],
            capture_output=True,
            text=True,
            check=False,
            cwd=folder,
            env={"MYPYPATH": str(PACKAGE.parent), "PATH": "/usr/bin:/bin"},
        )

    return check


def test_a_user_script_passes(mypy):
    checked = mypy(HERE / "user_script.py")
    assert checked.returncode == 0, checked.stdout


def test_the_user_script_runs():
    subprocess.run([sys.executable, HERE / "user_script.py"], check=True, stdout=subprocess.DEVNULL)


def test_the_package_passes(mypy):
    checked = mypy("-p", "stickslip")
    assert checked.returncode == 0, checked.stdout


def test_mistakes_are_found(mypy, tmp_path):
    script = tmp_path / "wrong.py"
    script.write_text(
        "import stickslip as s\n"
        "s.steady(friction_ratio='much', frequency_ratio=1.0)\n"
        "s.Oscillator(masss=1.0)\n"
        "x: str = s.steady(friction_ratio=0.1, frequency_ratio=1.0).amplitude_ratio\n"
        "s.steady(friction_ratio=0.1, frequency_ratio=1.0).amplitude_rati\n"
    )
    checked = mypy(script)
    lines = {line.split(":")[1] for line in checked.stdout.splitlines() if ": error:" in line}
    assert lines == {"2", "3", "4", "5"}, checked.stdout


def test_the_stub_tells_all_of_the_compiled_part():
    """Every public name of the compiled module stands in its stub, and the reverse."""
    import ast

    from stickslip import _core

    tree = ast.parse((PACKAGE / "_core.pyi").read_text(encoding="utf-8"))
    stubbed = {
        node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))
    } | {node.target.id for node in tree.body if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)}
    real = {name for name in dir(_core) if not name.startswith("_")}
    assert stubbed == real
