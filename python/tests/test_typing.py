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


ANY_MOTION = (
    "Union[stickslip._motion.Motion, stickslip._planar_motion.PlanarMotion, stickslip._structure_motion.StructureMotion]"
)
ANY_STEADY_STATE = (
    "Union[stickslip._steady_state.SteadyState, stickslip._planar_steady_state.PlanarSteadyState, "
    "stickslip._structure_steady_state.StructureSteadyState]"
)
ANY_SWEEP = "Union[stickslip._sweep.Sweep, stickslip._structure_sweep.StructureSweep]"
REVEALED = {
    's.simulate("dlubal-0116")': ANY_MOTION,
    's.simulate(s.load_case("dlubal-0116"))': ANY_MOTION,
    "s.simulate(s.Oscillator())": "stickslip._motion.Motion",
    "s.simulate(s.Structure.chain([1.0], [1.0]))": "stickslip._structure_motion.StructureMotion",
    "s.simulate(s.PlanarOscillator())": "stickslip._planar_motion.PlanarMotion",
    's.steady("riddoch-fig6")': ANY_STEADY_STATE,
    "s.steady(s.Structure.chain([1.0], [1.0]))": "stickslip._structure_steady_state.StructureSteadyState",
    "s.steady(s.PlanarOscillator(), s.Rotating(1.0, frequency=1.0))": "stickslip._planar_steady_state.PlanarSteadyState",
    "s.steady(s.Oscillator(), s.Harmonic(1.0, frequency=1.0))": "stickslip._steady_state.SteadyState",
    "s.steady(friction_ratio=0.3, frequency_ratio=0.8)": "stickslip._steady_state.SteadyState",
    "s.steady(friction_ratio=[0.3], frequency_ratio=0.8)": "stickslip._steady_states.SteadyStates",
    "s.certify(friction_ratio=0.3, frequency_ratio=0.8)": "stickslip._certify.Certificate",
    "s.certify(friction_ratio=[0.3], frequency_ratio=0.8)": "stickslip._certify.Certificates",
    's.identify(s.Oscillator(), [0.0, 1.0], displacement=[0.0, 1.0], fit="friction.bound")': "stickslip._identify.Identification",
    's.boundary(x=("friction_ratio", 0.5, 1.1), y=("frequency_ratio", 0.8, 1.2))': "stickslip._boundary.Boundaries",
    's.boundary(x=("friction_ratio", 0.5, 1.1), at=("frequency_ratio", 0.8))': "stickslip._boundary.Crossings",
    's.design("riddoch-fig5", vary=("friction_ratio", 0.1, 0.9), minimise="amplitude")': "stickslip._design.Design",
    's.design("riddoch-fig5", vary=("friction_ratio", 0.1, 0.9), avoid_stick=True)': "stickslip._design.StickLimit",
    's.sweep(friction_ratio=0.3, over=("frequency_ratio", 0.6, 1.5, 11))': "stickslip._sweep.Sweep",
    's.sweep("riddoch-fig5", over=("friction_ratio", 0.6, 1.5, 11))': ANY_SWEEP,
    's.sweep(s.Structure.chain([1.0], [1.0]), over=("load.frequency", 0.6, 1.5, 11))': "stickslip._structure_sweep.StructureSweep",
    's.sweep(s.Oscillator(), s.Harmonic(1.0, frequency=1.0), over=("load.frequency", 0.6, 1.5, 11))': "stickslip._sweep.Sweep",
    's.design(s.Structure.chain([1.0], [1.0]), vary=("load.frequency", 0.1, 0.9), minimise="amplitude[1]")': "stickslip._design.Design",
    's.load_case("dlubal-0116")': "stickslip._case.Case",
    's.poincare("stefanski-fig3b")': "stickslip._poincare.Section",
    's.lyapunov("stefanski-fig3b")': "stickslip._lyapunov.Lyapunov",
    's.bifurcation("stefanski-fig3b", over="load.amplitude", values=[1.0])': "stickslip._bifurcation.Bifurcation",
    's.basins("stefanski-fig3b")': "stickslip._basins.Basins",
    's.map(x=("friction_ratio", 0, 1, 3), y=("frequency_ratio", 0.1, 1, 3))': "xarray.core.dataset.Dataset",
    's.ensemble("synthetic-earthquake", records="motions")': "xarray.core.dataset.Dataset",
    "s.fragility([0.5, 1.0])": "stickslip._fragility.Fragility",
    's.open_map("m.nc")': "xarray.core.dataset.Dataset",
    "s.cases()": "builtins.dict[builtins.str, builtins.str]",
    "s.threads()": "builtins.int",
    "s.set_threads(1)": "None",
}


def test_every_function_says_what_it_gives(mypy, tmp_path):
    """No call is Any to the checker: what is misspelt of its result is found."""
    called = {call[2 : call.index("(")] for call in REVEALED}
    functions = {name for name in stickslip.__all__ if name[0].islower() and callable(getattr(stickslip, name))}
    assert called == functions
    script = tmp_path / "reveal.py"
    script.write_text("import stickslip as s\n" + "".join(f"reveal_type({call})\n" for call in REVEALED))
    told = [line.partition('Revealed type is "')[2] for line in mypy(script).stdout.splitlines() if "Revealed" in line]
    assert [text.rstrip('"') for text in told] == list(REVEALED.values())


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
