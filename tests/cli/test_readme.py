"""The commands of the README work as typed."""

import pathlib
import shlex

from program import ProgramTest

README = pathlib.Path(__file__).resolve().parents[2] / "README.md"


class Readme(ProgramTest):
    def test_every_command_succeeds(self):
        commands = [line.strip() for line in README.read_text().splitlines() if line.startswith("    ./stickslip ")]
        self.assertGreater(len(commands), 5)
        for command in commands:
            self.succeed(*shlex.split(command)[1:])

    def test_the_case_runs(self):
        text = README.read_text()
        case = text[text.index("    title =") : text.index("`./stickslip cases dlubal-0116 >")]
        self.write("case.toml", "\n".join(line.strip() for line in case.splitlines()))
        self.succeed("simulate", "case.toml")
