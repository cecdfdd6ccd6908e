"""./stickslip builds what a command needs and no more, installs quietly, and says what it does.

The tools it calls are stood in for by scripts that write down how they were called.
"""

import os
import pathlib
import pwd
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

DPKG_QUERY = """
for name; do :; done
grep -qx "$name" "$FAKES/installed" 2>/dev/null && echo installed
"""

APT_GET = """
echo "apt-get $*" >>"$FAKES/calls"
case "$*" in
  *--assume-no*) echo "Need to get 85.3 MB of archives."; exit 1 ;;
  *update*) touch "$FAKES/updated"; exit 0 ;;
esac
if [[ -e $FAKES/needs_update && ! -e $FAKES/updated ]]; then echo "E: Unable to locate package" >&2; exit 100; fi
if [[ -e $FAKES/apt_fails ]]; then echo "E: no such mirror" >&2; exit 100; fi
# As dpkg does, the channel of the progress is closed to the scripts of packages, and some need a standard output.
progress=$(grep -o "Status-Fd=[0-9]*" <<<"$*")
progress=${progress#*=}
echo "dlstatus:1:50.0:Retrieving" >&"$progress"
bash -c 'echo "Setting up a package"' {progress}>&- || { echo "E: a script of a package returned 1" >&2; exit 100; }
for name; do echo "$name" >>"$FAKES/installed"; done
"""

CMAKE = """
echo "cmake $*" >>"$FAKES/calls"
if [[ -e $FAKES/cmake_fails ]]; then echo "  9% Building x"; echo "x.cpp:1: error: no meaning"; exit 1; fi
[[ $1 == --build ]] || exit 0
sleep "$(cat "$FAKES/seconds" 2>/dev/null || echo 0)"
mkdir -p build/bin build/python/stickslip
for target; do
  case $target in
    stickslip_cli) printf '#!/bin/sh\\necho "the program: $*"\\n' >build/bin/stickslip; chmod +x build/bin/stickslip ;;
    stickslip_python) touch build/python/stickslip/_core.so; echo "answer = 42" >build/python/stickslip/__init__.py ;;
    stickslip_mpi) touch build/bin/stickslip_mpi.so ;;
    stickslip_explore) touch build/bin/stickslip-explore ;;
    stickslip_reproduce) touch build/bin/stickslip-reproduce ;;
    stickslip_structure_cli) touch build/bin/stickslip-structure ;;
  esac
done
"""

NOTHING = "exit 1"


class Launcher(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="stickslip launcher "))
        self.addCleanup(shutil.rmtree, self.folder)
        self.fakes = self.folder / "fakes"
        self.fakes.mkdir()
        for name, text in {
            "dpkg-query": DPKG_QUERY, "apt-get": APT_GET, "cmake": CMAKE, "mpicxx": "exit 0",
            "sudo": 'echo "sudo $*" >>"$FAKES/calls"\n[[ $1 != -n ]] || exit 1\n"$@"',
        }.items():  # fmt: skip
            self.tool(name, text)
        self.root = self.folder / "clone"
        self.root.mkdir()
        for name in ["stickslip", "cmake"]:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, self.root / name)
        for name in ["include", "src", "cases", "apps/cli", "apps/reports", "apps/explorer", "validation", "python/src",
                     "python/stickslip", "web"]:
            (self.root / name).mkdir(parents=True)
        for name in ["CMakeLists.txt", "CMakePresets.json", "python/CMakeLists.txt"]:
            (self.root / name).touch()

    def tool(self, name, text):
        path = self.fakes / name
        path.write_text("#!/bin/bash\n" + text)
        path.chmod(0o755)

    def start(self, *arguments, user=None, **environment):
        # A compiler cache of the tests' own surroundings does not reach the launcher; neither do ranks of mpirun.
        variables = {"PATH": f"{self.fakes}:/usr/bin:/bin", "HOME": str(self.folder), "FAKES": str(self.fakes)}
        variables |= environment
        return subprocess.Popen([self.root / "stickslip", *arguments], env=variables, cwd=self.folder, user=user, group=user,
                                extra_groups=[] if user is not None else None, stdin=subprocess.DEVNULL, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # fmt: skip

    def call(self, *arguments, **options):
        process = self.start(*arguments, **options)
        out, err = process.communicate(timeout=60)
        return subprocess.CompletedProcess(arguments, process.returncode, out, err)

    def calls(self, word):
        file = self.fakes / "calls"
        return [line for line in file.read_text().splitlines() if word in line] if file.exists() else []

    def touch_later(self, name):
        """A file that is newer than any build until now."""
        path = self.root / name
        path.touch()
        later = path.stat().st_mtime_ns + 2_000_000_000
        os.utime(path, ns=(later, later))

    def test_the_first_call_builds_the_program_and_nothing_else(self):
        run = self.call("cases")
        self.assertEqual((run.returncode, run.stdout), (0, "the program: cases\n"), run.stderr)
        self.assertEqual(self.calls("--build"), ["cmake --build build --target stickslip_cli"])
        installed = " ".join(self.calls("apt-get -qq"))
        self.assertIn(" g++ ", installed)
        for word in ["python", "pybind", "npm", "nodejs", "openmpi"]:
            self.assertNotIn(word, installed)

    def test_installing_and_building_are_two_sentences_and_apt_is_quiet(self):
        run = self.call("cases")
        lines = run.stderr.splitlines()
        self.assertRegex(lines[0], r"^stickslip: installing \d+ packages, 85.3 MB to download: g\+\+ cmake ")
        self.assertRegex(lines[1], r"^stickslip: installed in \d+ s$")
        self.assertRegex(lines[2], r"^stickslip: building the program, once \((about \d+ minutes? on|less than a minute)")
        self.assertRegex(lines[3], r"^stickslip: built in \d+ s$")
        self.assertEqual(len(lines), 4)
        later = self.call("cases")
        self.assertEqual((later.stdout, later.stderr), ("the program: cases\n", ""))

    def test_the_lists_of_packages_are_fetched_only_where_they_are_missing(self):
        self.assertEqual(self.call("cases").returncode, 0)
        self.assertEqual(self.calls("update"), [])
        shutil.rmtree(self.root / "build")
        (self.fakes / "installed").unlink()
        (self.fakes / "needs_update").touch()
        run = self.call("cases")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(len(self.calls("update")), 1)
        self.assertEqual(len(run.stderr.splitlines()), 4)

    def test_a_failure_of_apt_is_told_once(self):
        (self.fakes / "apt_fails").touch()
        run = self.call("cases")
        self.assertEqual((run.returncode, run.stdout), (1, ""))
        self.assertIn("E: no such mirror", run.stderr)
        self.assertEqual(run.stderr.count("could not be installed"), 1)
        self.assertEqual(self.calls("cmake --preset"), [])

    def test_without_root_there_is_one_line_to_copy(self):
        user = pwd.getpwnam("nobody").pw_uid if os.geteuid() == 0 else None
        for path in [self.folder, *self.folder.rglob("*")]:
            path.chmod(0o777)
        run = self.call("cases", user=user)
        self.assertEqual((run.returncode, run.stdout), (1, ""))
        lines = run.stderr.splitlines()
        self.assertEqual(len(lines), 2, run.stderr)
        self.assertRegex(lines[1], r"^  sudo apt-get install --no-install-recommends g\+\+ cmake ")
        self.assertEqual(self.calls("apt-get"), [])
        subprocess.run(["bash", "-n", "-c", lines[1]], check=True)

    def test_the_python_module_is_built_when_it_is_asked_for(self):
        run = self.call("python", "-c", "import stickslip; print(stickslip.answer)")
        self.assertEqual((run.returncode, run.stdout), (0, "42\n"), run.stderr)
        self.assertEqual(self.calls("--build"), ["cmake --build build --target stickslip_python"])
        self.assertIn("pybind11-dev", " ".join(self.calls("apt-get -qq")))
        self.assertIn("building the Python module, once", run.stderr)

    def test_the_python_module_is_built_when_it_is_first_imported(self):
        self.call("cases")
        code = "import stickslip; print(stickslip.answer)"
        for _ in range(2):
            run = subprocess.run(["/usr/bin/python3", "-c", code], text=True, capture_output=True, cwd=self.folder, env={
                "PATH": f"{self.fakes}:/usr/bin:/bin", "FAKES": str(self.fakes), "PYTHONPATH": str(self.root / "build/python")
            })  # fmt: skip
            self.assertEqual((run.returncode, run.stdout), (0, "42\n"), run.stderr)
        self.assertEqual(len(self.calls("stickslip_python")), 1)

    def test_a_python_module_that_was_asked_for_is_kept_current(self):
        self.call("cases")
        self.touch_later("src")
        self.call("cases")
        self.assertEqual(self.calls("stickslip_python"), [])
        self.call("python", "--version")
        self.touch_later("include")
        self.call("cases")
        self.assertEqual(self.calls("--build")[-1], "cmake --build build --target stickslip_cli stickslip_python")

    def test_every_kind_of_source_makes_it_build_again(self):
        self.call("cases")
        for name in ["include", "src", "apps/cli", "apps/reports", "cases", "cmake", "CMakeLists.txt", "CMakePresets.json"]:
            before = len(self.calls("--build"))
            (self.root / "build/.program-built").touch()
            self.touch_later(name)
            self.call("cases")
            self.assertEqual(len(self.calls("--build")), before + 1, name)
            os.utime(self.root / name, (0, 0))

    def test_companions_are_built_when_they_are_first_asked_for(self):
        self.call("cases")
        self.call("reproduce", "--help")
        for verb, source in [("reproduce", "validation"), ("explore", "apps/explorer")]:
            target = f"cmake --build build --target stickslip_{verb}"
            arguments = [verb, "--page", "folder"] if verb == "explore" else [verb]
            self.call(*arguments)
            self.assertEqual(self.calls(f"stickslip_{verb}"), [target])
            self.call(*arguments)
            self.assertEqual(self.calls(f"stickslip_{verb}"), [target])
            self.touch_later(source)
            self.call("cases")
            self.assertEqual(self.calls(f"stickslip_{verb}"), [target])
            self.call(*arguments)
            self.assertEqual(self.calls(f"stickslip_{verb}"), [target, target])

    def test_the_tour_does_not_wait_for_what_its_last_stop_needs(self):
        run = self.call("demo", "--out", "here")
        self.assertEqual(run.stdout, "the program: demo --out here --to 5\nthe program: demo --out here --from 6\n", run.stderr)
        targets = [call.removeprefix("cmake --build build --target ") for call in self.calls("--build")]
        self.assertEqual(targets, ["stickslip_cli", "stickslip_structure_cli"])
        self.assertEqual(self.call("demo").stdout, "the program: demo\n")

    def test_a_tour_of_one_document_or_of_chosen_stops_is_one_run(self):
        for options, targets in [(["--json"], "stickslip_cli stickslip_structure_cli"), (["--to", "5"], "stickslip_cli"),
                                 (["--from", "6"], "stickslip_cli stickslip_structure_cli")]:  # fmt: skip
            with self.subTest(options):
                shutil.rmtree(self.root / "build", ignore_errors=True)
                self.assertEqual(self.call("demo", *options).stdout, f"the program: demo {' '.join(options)}\n")
                self.assertEqual(self.calls("--build")[-1], f"cmake --build build --target {targets}")

    def test_a_tour_that_fails_ends_there(self):
        self.call("cases")
        (self.root / "build/bin/stickslip").write_text("#!/bin/sh\nexit 3\n")
        self.assertEqual(self.call("demo").returncode, 3)
        self.assertEqual(self.calls("stickslip_structure_cli"), [])

    def test_structures_are_built_for_a_case_that_is_one(self):
        self.call("cases")
        (self.root / "cases/frame.toml").write_text('title = "Two storeys"\n[structure]\nmasses = [1, 1]\n')
        (self.root / "cases/mass.toml").write_text("# not a [structure]\n[oscillator]\nmass = 1\n")
        (self.folder / "dotted.toml").write_text("structure.masses = [1]\n")
        (self.folder / "spaced.toml").write_text("  [ structure ] # mine\n")
        os.utime(self.root / "build/.program-built")
        for arguments in [["simulate", "mass"], ["cases", "frame"], ["simulate", "frame", "--help"], ["simulate", "structure"],
                          ["steady", "--friction-ratio", "0.3"]]:  # fmt: skip
            self.call(*arguments)
            self.assertEqual(self.calls("stickslip_structure_cli"), [], arguments)
        for case in ["frame", "dotted.toml", "spaced.toml", str(self.root / "cases/frame.toml")]:
            (self.root / "build/bin/stickslip-structure").unlink(missing_ok=True)
            before = len(self.calls("stickslip_structure_cli"))
            self.assertEqual(self.call("--threads", "2", "simulate", case).returncode, 0)
            self.assertEqual(len(self.calls("stickslip_structure_cli")), before + 1, case)

    def test_a_value_that_is_the_name_of_a_verb_asks_for_nothing(self):
        self.call("cases")
        for verb in ["demo", "explore", "reproduce"]:
            self.assertEqual(self.call("simulate", "x", "--out", verb).stdout, f"the program: simulate x --out {verb}\n")
        self.assertEqual(len(self.calls("--build")), 1)

    def test_ranks_of_mpirun_get_its_module(self):
        self.call("map", OMPI_COMM_WORLD_RANK="0")
        self.assertEqual(self.calls("--build"), ["cmake --build build --target stickslip_cli stickslip_mpi"])

    def test_starts_at_the_same_time_build_once(self):
        (self.fakes / "seconds").write_text("1")
        starts = [self.start("cases", str(i)) for i in range(4)]
        for i, start in enumerate(starts):
            out, err = start.communicate(timeout=60)
            self.assertEqual((start.returncode, out), (0, f"the program: cases {i}\n"), err)
        self.assertEqual(len(self.calls("--build")), 1)

    def test_a_build_that_fails_shows_why_and_is_tried_again(self):
        (self.fakes / "cmake_fails").touch()
        run = self.call("cases")
        self.assertEqual((run.returncode, run.stdout), (1, ""))
        self.assertIn("x.cpp:1: error: no meaning", run.stderr)
        self.assertNotIn("9% Building", run.stderr)
        self.assertEqual(run.stderr.count("the build failed"), 1)
        (self.fakes / "cmake_fails").unlink()
        self.assertEqual(self.call("cases").returncode, 0)

    def test_the_pictures_of_the_demo_are_not_offered_to_git(self):
        run = subprocess.run(["git", "check-ignore", "-q", "stickslip-demo/motion.svg"], cwd=ROOT)
        self.assertEqual(run.returncode, 0)
