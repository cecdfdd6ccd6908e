"""The commands of the README work as typed."""

import pathlib
import shlex

from program import ProgramTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
README = ROOT / "README.md"


class Readme(ProgramTest):
    def test_every_command_succeeds(self):
        commands = [line.strip() for line in README.read_text().splitlines() if line.startswith("    ./stickslip ")]
        self.assertGreater(len(commands), 5)
        for command in commands:
            if command.endswith(" explore"):
                continue  # serves until Ctrl-C: tests/explorer
            self.succeed(*shlex.split(command)[1:])

    def test_the_case_runs(self):
        text = README.read_text()
        case = text[text.index("    title =") : text.index("`./stickslip cases dlubal-0116 >")]
        self.write("case.toml", "\n".join(line.strip() for line in case.splitlines()))
        self.succeed("simulate", "case.toml")

    def test_the_code_is_that_of_the_example(self):
        text = README.read_text()
        code = text[text.index("## The library") : text.index("[examples/](examples/)")].splitlines()[1:]
        example = [line.strip() for line in (ROOT / "examples" / "01_first_motion.cpp").read_text().splitlines()]
        quoted = [line.strip() for line in code if line.strip()]
        self.assertGreater(len(quoted), 3)
        for line in quoted:
            self.assertIn(line, example)
