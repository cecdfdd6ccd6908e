"""Ctrl-C ends every long verb in the same way, and long work shows how far it is."""

import os
import pty
import re
import select
import signal
import subprocess
import time

import program
from program import ProgramTest

HOURS = {
    "simulate": ["simulate", "hong-liu-fig6-stick", "--until", "1e9", "--max-events", "4000000000"],
    "planar": ["simulate", "liu-fig5", "--set", "load.amplitude=1e9", "--until", "1e9"],
    "steady": ["steady", "--points", "points.csv", "--out", "answers.csv"],
    "structure": ["steady", "chain.toml"],
    "certify": ["certify", "--points", "points.csv", "--out", "answers.csv"],
    "sweep": ["sweep", "stefanski-fig3b", "--over", "load.amplitude=5:15:100000", "--out", "curve.csv"],
    "structure sweep": ["sweep", "three-mass-chain", "--over", "load.frequency=0.5:2:10000000", "--out", "curve.csv"],
    "map": ["map", "--x", "friction_ratio=0.001:0.1:2000", "--y", "frequency_ratio=0.01:0.02:2000"],
    "boundary": ["boundary", "--x", "friction_ratio=0.01:1.1", "--y", "frequency_ratio=0.01:1.5", "--out", "b.csv"],
    "design": ["design", "stefanski-fig3b", "--vary", "load.amplitude=1:10", "--minimise", "amplitude", "--over",
               "load.frequency=0.5:2"],
    "joint design": ["design", "three-mass-chain", "--vary", "contact.wall.bound=0.2:3", "--vary",
                     "contact.joint.bound=0.2:3", "--minimise", "amplitude[3]", "--over", "load.frequency=0.5:2",
                     "--evaluations", "1000000"],
    "ensemble": ["ensemble", "synthetic-earthquake", "--records", "quake.csv", "--scales", "0.1:2:1000000"],
    "backbone": ["backbone", "three-mass-chain", "--of", "3", "--over", "load[1].amplitude=0.5:4:100000", "--resonance",
                 "load.frequency=0.6:1.7"],
    "lyapunov": ["lyapunov", "stefanski-fig3b", "--periods", "900000000"],
    "poincare": ["poincare", "stefanski-fig3b", "--points", "100000000", "--out", "p.csv"],
    "bifurcation": ["bifurcation", "stefanski-fig3b", "--over", "load.amplitude=5:15:100000", "--out", "d.csv"],
    "basins": ["basins", "stefanski-fig3b", "--position=-4:4:1000", "--velocity=-6:6:1000", "--out", "c.csv"],
    "reproduce": ["reproduce"],
}


def long_chain():
    """150 masses in a row, twenty of them on a rough floor whose static friction is larger: hours of search."""
    rows = [f"{name} = {[value] * 150}\n" for name, value in [("masses", 1.0), ("springs", 1.0), ("dampers", 0.01)]]
    contacts = [f"[[contact]]\non = {i}\nbound = 0.02\nstatic_bound = 0.03\n" for i in range(1, 21)]
    load = '[[load]]\non = 75\nkind = "harmonic"\namplitude = 1\nfrequency = 0.3\n'
    return "[structure]\n" + "".join(rows + contacts) + load


# The same for as long as a person would wait: their bars move within seconds.
MINUTES = {
    **{verb: arguments for verb, arguments in HOURS.items() if verb != "structure"},  # nobody knows how long it takes
    "boundary": ["boundary", "--x", "friction_ratio=0.4:1.1", "--y", "frequency_ratio=0.5:1.5"],
    "joint design": ["design", "three-mass-chain", "--vary", "contact.wall.bound=0.2:3", "--vary",
                     "contact.joint.bound=0.2:3", "--minimise", "amplitude[3]", "--over", "load.frequency=0.5:2"],
    "lyapunov": ["lyapunov", "stefanski-fig3b", "--periods", "80000"],
    "basins": ["basins", "stefanski-fig3b", "--set", "load.amplitude=1", "--position=-4:4:60", "--velocity=-6:6:60"],
}


class Interruption(ProgramTest):
    def interrupt(self, arguments, number):
        command = [program.BINARY, *arguments]
        run = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        time.sleep(1.5)
        self.assertIsNone(run.poll(), f"{arguments} ended by itself")
        run.send_signal(number)
        asked = time.monotonic()
        _, said = run.communicate(timeout=60)
        return run.returncode, said, time.monotonic() - asked

    def test_every_long_verb_ends_with_the_same_sentence_and_code(self):
        self.write("quake.csv", "0,0\n1,5\n2,0\n3,-5\n4,0\n")
        self.write("points.csv", "friction_ratio,frequency_ratio\n" + "0.01,0.0101\n" * 200000)
        self.write("chain.toml", long_chain())
        before = sorted(self.folder.iterdir())
        for verb, arguments in HOURS.items():
            with self.subTest(verb=verb):
                code, said, seconds = self.interrupt(arguments, signal.SIGINT)
                self.assertEqual(code, 130, said)
                self.assertEqual(program.problems(said), ["stickslip: interrupted"])
                self.assertLess(seconds, 20)
                self.assertEqual(sorted(self.folder.iterdir()), before)

    def test_kill_says_the_same_and_tells_its_number(self):
        code, said, _ = self.interrupt(HOURS["lyapunov"], signal.SIGTERM)
        self.assertEqual(code, 128 + signal.SIGTERM)
        self.assertEqual(program.problems(said), ["stickslip: interrupted"])


# Each shows a bar, and answers within seconds.
SECONDS = {
    "simulate": ["simulate", "hong-liu-fig6-stick", "--until", "2e4"],
    "planar": ["simulate", "liu-fig6", "--until", "200"],
    "sweep": ["sweep", "--friction-ratio", "0.3", "--over", "frequency_ratio=0.1:2:50"],
    "structure sweep": ["sweep", "three-mass-chain", "--over", "load.frequency=0.5:2:50"],
    "planar sweep": ["sweep", "liu-fig6", "--over", "load.amplitude=4e5:6e5:5"],
    "map": ["map", "--x", "friction_ratio=0:1.1:200", "--y", "frequency_ratio=0.05:1.5:200", "--out", "m.nc"],
    "boundary": ["boundary", "--x", "friction_ratio=0.4:1.1", "--y", "frequency_ratio=0.8:1.5"],
    "crossings": ["boundary", "--x", "friction_ratio=0:1.1", "--at", "frequency_ratio=0.25"],
    "minimise": ["design", "--friction-ratio", "0.1", "--vary", "damping_ratio=0:0.5", "--minimise", "amplitude_ratio", "--over", "frequency_ratio=0.9:1.1"],
    "avoid stick": ["design", "riddoch-fig5", "--vary", "friction_ratio=0.01:0.99", "--avoid-stick"],
    "target": ["design", "riddoch-fig5", "--vary", "friction_ratio=0.05:0.99", "--target", "amplitude_ratio=0.5"],
    "ensemble": ["ensemble", "synthetic-earthquake", "--records", "quake.csv", "--scales", "0.1:2:200000"],
    "lyapunov": ["lyapunov", "stefanski-fig3b", "--periods", "200", "--transient", "20"],
    "poincare": ["poincare", "stefanski-fig3b", "--points", "300"],
    "bifurcation": ["bifurcation", "stefanski-fig3b", "--over", "load.amplitude=1:2:2", "--transient", "50", "--periods", "50"],
    "basins": ["basins", "stefanski-fig3b", "--position=-2:2:2", "--velocity=-2:2:2", "--transient", "50", "--periods", "50"],
    "points": ["steady", "--points", "points.csv", "--out", "answers.csv"],
    "reproduce": ["reproduce", "dlubal"],
}


def on_screen(text):
    """The lines that stay on a terminal: \\r goes back to their beginning, and ESC [K clears what follows."""
    lines = []
    for line in text.replace("\r\n", "\n").split("\n"):
        shown = ""
        for part in line.split("\r"):
            shown = part.removeprefix("\033[K") if part.startswith("\033[K") else part + shown[len(part) :]
        lines.append(shown)
    return lines


class Progress(ProgramTest):
    def test_no_bar_stays_beside_an_answer(self):
        self.write("quake.csv", "0,0\n1,5\n2,0\n3,-5\n4,0\n")
        self.write("points.csv", "friction_ratio,frequency_ratio\n" + "0.3,0.5\n" * 2000)
        for verb, arguments in SECONDS.items():
            with self.subTest(verb=verb):
                leader, follower = pty.openpty()
                run = subprocess.Popen([program.BINARY, *arguments], cwd=self.folder, stdout=follower, stderr=follower)
                os.close(follower)
                shown = b""
                while True:
                    try:
                        shown += os.read(leader, 65536)
                    except OSError:  # the program has closed its end
                        break
                self.assertEqual(run.wait(timeout=60), 0)
                os.close(leader)
                text = shown.decode(errors="replace")
                self.assertRegex(text, r"\] \d+ %", "it shows no bar")
                left = [line for line in on_screen(text) if re.search(r"\] \d+ %", line)]
                self.assertEqual(left, [])

    def shown_on_a_terminal(self, arguments, pattern, seconds=40):
        """What a terminal on stderr shows, until the pattern appears."""
        leader, follower = pty.openpty()
        run = subprocess.Popen([program.BINARY, *arguments], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=follower)
        os.close(follower)
        shown, end = "", time.monotonic() + seconds
        while time.monotonic() < end and not re.search(pattern, shown):
            if select.select([leader], [], [], 0.5)[0]:
                try:
                    shown += os.read(leader, 65536).decode(errors="replace")
                except OSError:
                    break
        run.send_signal(signal.SIGINT)
        run.wait(timeout=60)
        os.close(leader)
        return shown

    def test_long_verbs_show_how_far_they_are(self):
        self.write("quake.csv", "0,0\n1,5\n2,0\n3,-5\n4,0\n")
        self.write("points.csv", "friction_ratio,frequency_ratio\n" + "0.01,0.0101\n" * 200000)
        for verb, arguments in MINUTES.items():
            with self.subTest(verb=verb):
                self.assertRegex(self.shown_on_a_terminal(arguments, r"\d+ %"), r"\[.*\] \d+ %")

    def test_the_time_left_is_told(self):
        arguments = ["simulate", "hong-liu-fig6-stick", "--until", "3e6"]
        self.assertRegex(self.shown_on_a_terminal(arguments, r"left"), r"\d+ s left")

    def test_nothing_is_shown_where_nobody_looks(self):
        run = self.run_program("simulate", "hong-liu-fig6-stick", "--until", "1e5")
        self.assertEqual(run.stderr, "")
