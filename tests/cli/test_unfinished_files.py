"""A file appears when it is complete: not on a full disk, not after an interruption, never through a planted link."""

import os
import pathlib
import resource
import signal
import stat
import subprocess
import tempfile
import time

import pictures
import program
from program import ProgramTest

DATA = {
    "simulate": (["simulate", "hong-liu-fig10"], ["csv", "json", "nc"]),
    "planar": (["simulate", "liu-fig5", "--until", "2"], ["csv", "json"]),
    "steady": (["steady", "riddoch-fig6"], ["csv"]),
    "planar-steady": (["steady", "liu-fig11"], ["csv"]),
    "sweep": (["sweep", "--friction-ratio", "0.3", "--over", "frequency_ratio=0.1:2:50"], ["csv", "json"]),
    "planar-sweep": (pictures.OF_A_CASE["planar-sweep"], ["csv", "json"]),
    "boundary": (pictures.OF_A_CASE["boundary"], ["csv", "json"]),
    "map": (["map", "--x", "friction_ratio=0.1:0.9:40", "--y", "frequency_ratio=0.3:1.5:40"], ["nc"]),
    "ring-down": (pictures.OF_A_CASE["ring-down"], ["csv", "json"]),
    "backbone": (pictures.OF_A_CASE["backbone"], ["csv", "json"]),
    "poincare": (pictures.OF_A_CASE["poincare"], ["csv"]),
    "bifurcation": (pictures.OF_A_CASE["bifurcation"], ["csv"]),
    "basins": (pictures.OF_A_CASE["basins"], ["csv"]),
}


class FullDisk(ProgramTest):
    """No file of the program may grow beyond a few bytes, as on a disk that is full."""

    def run_on_full_disk(self, arguments, bytes_left):
        def fill():
            resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_left, bytes_left))

        return subprocess.run(
            [program.BINARY, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=program.SECONDS,
            preexec_fn=fill,
        )

    def assert_said_and_gone(self, arguments, name, bytes_left=100):
        run = self.run_on_full_disk(arguments, bytes_left)
        self.assertEqual(run.returncode, 1, run.stderr)
        said = [line for line in run.stderr.splitlines() if not line.startswith("stickslip: this takes ")]
        self.assertEqual(len(said), 1, run.stderr)
        if name:
            self.assertIn(name, run.stderr)
        self.assertIn("File too large", run.stderr)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_data_are_kept_where_only_the_picture_has_no_room(self):
        """And the sentence says so. The picture is on a small disk, where one can be mounted; else gnuplot fails."""
        tools = self.folder / "tools"
        tools.mkdir()
        (tools / "gnuplot").write_text("#!/bin/sh\necho 'no room for a picture' >&2\nexit 1\n")
        (tools / "gnuplot").chmod(0o755)
        broken = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"}
        for kind, (arguments, suffixes) in DATA.items():
            data = "a." + suffixes[0]
            whole = self.succeed(*arguments, "--out", data) and (self.folder / data).read_bytes()
            (self.folder / data).unlink()
            arguments = [word for word in arguments if word != "--json"]
            for folder, environment, why in [("", broken, "gnuplot failed: no room for a picture"),
                                             ("disk/", None, "cannot be written: No space left on device")]:
                with self.subTest(kind, why=why):
                    if folder and not self.mount_small_disk():
                        continue
                    run = self.run_program(*arguments, "--out", data, "--plot", folder + "a.png", environment=environment)
                    self.assertEqual(run.returncode, 1, run.stderr)
                    self.assertEqual(program.problems(run.stderr), [f"stickslip: {folder}a.png: {why}; {data} is complete"])
                    self.assertEqual((self.folder / data).read_bytes(), whole)
                    left = [p.name for p in self.folder.rglob("*") if p.is_file() and p.name not in [data, "gnuplot"]]
                    self.assertEqual(left, [])
                    (self.folder / data).unlink()

    def mount_small_disk(self):
        """At disk/, until the test is over; whether that is allowed here."""
        disk = self.folder / "disk"
        if disk.is_dir():
            return os.path.ismount(disk)
        disk.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", "size=8k", "tmpfs", str(disk)]
        if os.geteuid() != 0 or subprocess.run(mount, stderr=subprocess.DEVNULL).returncode != 0:
            return False
        self.addCleanup(subprocess.run, ["umount", str(disk)], check=True)
        return True

    def test_pictures_on_a_small_disk(self):
        """With the right to mount one; else the limit of file sizes, which also holds for files in memory, must do."""
        if not self.mount_small_disk():
            return
        for kind in pictures.OF_A_CASE:
            for suffix in ["svg", "png", "pdf"] if kind in ("simulate", "steady", "map") else ["svg"]:
                with self.subTest(kind, suffix=suffix):
                    run = self.run_program(*pictures.command(kind, "disk/a." + suffix))
                    self.assertEqual(run.returncode, 1, run.stderr)
                    self.assertIn(f"disk/a.{suffix}: cannot be written: No space left on device", run.stderr)
                    self.assertEqual(list((self.folder / "disk").iterdir()), [])

    def test_pictures(self):
        for kind in pictures.OF_A_CASE:
            for suffix in ["svg", "png", "pdf"] if kind in ("simulate", "steady", "map") else ["svg"]:
                with self.subTest(kind, suffix=suffix):
                    self.assert_said_and_gone(pictures.command(kind, "a." + suffix), f"a.{suffix}: gnuplot cannot be used")

    def test_data(self):
        for kind, (arguments, suffixes) in DATA.items():
            for suffix in suffixes:
                with self.subTest(kind, suffix=suffix):
                    self.assert_said_and_gone([*arguments, "--out", "a." + suffix], "a." + suffix)

    def test_points(self):
        points = self.folder / "p.csv"
        points.write_text("friction_ratio,frequency_ratio\n" + "0.3,0.5\n" * 20)
        run = self.run_on_full_disk(["steady", "--points", "p.csv", "--out", "a.csv"], 100)
        self.assertEqual(run.returncode, 1, run.stderr)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["p.csv"])

    def test_the_demo(self):
        run = self.run_on_full_disk(["demo", "--out", "d"], 1000)
        self.assertEqual(run.returncode, 1)
        self.assertIn("File too large", run.stderr)
        self.assertEqual(list((self.folder / "d").iterdir()), [])

    def test_the_report(self):
        run = self.run_on_full_disk(["reproduce", "dlubal-table", "--quick", "--out", "r"], 1000)
        self.assertEqual(run.returncode, 1, run.stderr)
        self.assertEqual([path for path in self.folder.rglob("*") if path.is_file()], [])


class Links(ProgramTest):
    def run_with_planted_link(self, arguments, name_for_pid):
        """The program finds a link under the name that this gives for its process."""
        victim = self.folder / "victim"
        victim.write_text("untouched")

        def plant():
            os.symlink(victim, self.folder / name_for_pid(os.getpid()))

        run = subprocess.run(
            [program.BINARY, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=program.SECONDS,
            preexec_fn=plant,
        )
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(victim.read_text(), "untouched")

    def test_a_link_under_a_name_that_can_be_guessed_is_not_written_through(self):
        self.run_with_planted_link(["simulate", "dlubal-0116", "--out", "z.csv"], lambda pid: f".z.csv.{pid}.partial")
        self.run_with_planted_link(
            ["map", "--x", "friction_ratio=0.1:0.9:4", "--y", "frequency_ratio=0.3:1.5:4", "--out", "m.nc"],
            lambda pid: "m.nc.writing",
        )

    def test_a_link_is_replaced_and_not_written_through(self):
        victim = self.folder / "victim"
        victim.write_text("untouched")
        (self.folder / "a.csv").symlink_to(victim)
        self.succeed("simulate", "dlubal-0116", "--out", "a.csv")
        self.assertEqual(victim.read_text(), "untouched")
        self.assertFalse((self.folder / "a.csv").is_symlink())

    def test_a_file_has_the_rights_that_the_user_gives_new_files(self):
        subprocess.run([program.BINARY, "simulate", "dlubal-0116", "--out", "a.csv"], cwd=self.folder, check=True,
                       stdout=subprocess.DEVNULL, preexec_fn=lambda: os.umask(0o027))
        self.assertEqual(stat.S_IMODE((self.folder / "a.csv").stat().st_mode), 0o640)

    def test_a_name_as_long_as_a_folder_allows(self):
        name = "a" * 251 + ".csv"
        self.succeed("simulate", "dlubal-0116", "--out", name)
        self.assertTrue((self.folder / name).is_file())


class Interruption(ProgramTest):
    """gnuplot is slow here: a stand-in that notes its process and waits."""

    def setUp(self):
        super().setUp()
        self.tools = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.tools / "tmp").mkdir()
        stand_in = self.tools / "gnuplot"
        stand_in.write_text(f"#!/bin/sh\necho $$ > {self.tools}/pid.new && mv {self.tools}/pid.new {self.tools}/pid\n"
                            "exec sleep 60\n")
        stand_in.chmod(0o755)
        self.environment = {**os.environ, "PATH": f"{self.tools}:{os.environ['PATH']}", "TMPDIR": str(self.tools / "tmp")}

    def interrupt(self, arguments, how):
        (self.tools / "pid").unlink(missing_ok=True)
        run = subprocess.Popen([program.BINARY, *arguments], cwd=self.folder, env=self.environment,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + program.SECONDS
        while not (self.tools / "pid").exists() and time.monotonic() < end:
            time.sleep(0.01)
        drawn = [path.name for path in self.folder.rglob("*.partial")]
        run.send_signal(how)
        run.wait(timeout=program.SECONDS)
        child = int((self.tools / "pid").read_text())
        while self.is_alive(child) and time.monotonic() < end:
            time.sleep(0.01)
        self.assertFalse(self.is_alive(child), "gnuplot lives on")
        return drawn

    def is_alive(self, process):
        try:
            state = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return False
        return state != "Z"

    def test_neither_gnuplot_nor_files_stay_behind(self):
        for how in [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]:
            for kind in ["simulate", "sweep", "poincare"]:
                with self.subTest(kind, how=how):
                    self.interrupt(pictures.command(kind, "a.svg"), how)
                    self.assertEqual(list(self.folder.iterdir()), [])
                    self.assertEqual(list((self.tools / "tmp").iterdir()), [])

    def test_a_map_without_its_picture_is_complete(self):
        """Ctrl-C while gnuplot draws ends the program soon, and the work on the cells is not lost."""
        arguments = DATA["map"][0]
        for how in [signal.SIGTERM, signal.SIGINT]:
            began = time.monotonic()
            self.interrupt([*arguments, "--out", "m.nc", "--plot", "m.png"], how)
            self.assertLess(time.monotonic() - began, 40)  # gnuplot takes a minute
            self.assertEqual([path.name for path in self.folder.iterdir()], ["m.nc"])
            (self.folder / "m.nc").unlink()

    def test_temporary_names_are_random(self):
        names = set()
        for _ in range(4):
            [name] = self.interrupt(pictures.command("simulate", "a.svg"), signal.SIGTERM)
            self.assertRegex(name, r"^\.stickslip-[0-9a-f]{16}\.partial$")
            names.add(name)
        self.assertEqual(len(names), 4)

    def test_the_report_and_the_demo(self):
        for arguments in [["demo", "--out", "d"], ["reproduce", "dlubal-table", "--quick", "--out", "d"]]:
            self.interrupt(arguments, signal.SIGTERM)
            self.assertEqual([path for path in self.folder.rglob("*") if path.is_file()], [])
