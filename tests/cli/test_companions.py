"""What the program does not do itself it goes on as a companion for; without that it says what is missing."""

import pathlib
import shutil
import subprocess

import program
from program import ProgramTest


class Companions(ProgramTest):
    def setUp(self):
        super().setUp()
        self.alone = self.folder / "alone" / "stickslip"
        self.alone.parent.mkdir()
        shutil.copy(program.BINARY, self.alone)

    def run_alone(self, *arguments):
        return subprocess.run([self.alone, *arguments], capture_output=True, text=True, check=False, cwd=self.folder)

    def test_without_its_companion_a_command_says_what_is_missing(self):
        for arguments, words, companion in [
            (["reproduce"], "reproduce", "stickslip-reproduce"),
            (["explore"], "explore", "stickslip-explore"),
            (["simulate", "braced-building", "--out", "a.csv"], "a structure of many masses", "stickslip-structure"),
            (["demo", "--from", "6"], "a structure of many masses", "stickslip-structure"),
        ]:
            with self.subTest(arguments):
                run = self.run_alone(*arguments)
                self.assertEqual((run.returncode, run.stdout), (1, ""))
                self.assertRegex(run.stderr, rf"^stickslip: {words} needs .*{companion}, which cannot be run: .*builds it\n$")
                self.assertEqual(self.run_alone(arguments[0], "--help").returncode, 0)
        self.assertEqual([path for path in self.folder.rglob("*") if path.is_file()], [self.alone])

    def test_what_needs_no_companion_works_without(self):
        for arguments in [["simulate", "dlubal-0116"], ["simulate", "liu-fig6"], ["cases"], ["cases", "braced-building"],
                          ["demo", "--to", "2"]]:  # fmt: skip
            self.assertEqual(self.run_alone(*arguments).returncode, 0, arguments)

    def test_a_verb_that_does_not_take_structures_needs_no_companion_to_say_so(self):
        run = self.run_alone("lyapunov", "braced-building")
        self.assertEqual(run.returncode, 2)
        self.assertIn("a structure of many masses", run.stderr)

    def test_what_takes_long_to_compile_is_linked_into_its_companion_only(self):
        for suffix, sentence in [("-structure", b"too many redundant contacts"), ("-explore", b"The explorer is at "),
                                 ("-reproduce", b"not reproduced")]:  # fmt: skip
            self.assertIn(sentence, pathlib.Path(program.BINARY + suffix).read_bytes(), suffix)
            self.assertNotIn(sentence, pathlib.Path(program.BINARY).read_bytes(), suffix)

    def test_a_companion_does_what_the_program_does(self):
        for arguments in [["simulate", "dlubal-0116", "--json"], ["steady", "riddoch-fig6", "--json"], ["--help"]]:
            runs = [subprocess.run([program.BINARY + suffix, *arguments], capture_output=True, check=True, cwd=self.folder)
                    for suffix in ["", "-structure", "-explore", "-reproduce"]]  # fmt: skip
            for run in runs[1:]:
                self.assertEqual(run.stdout, runs[0].stdout, arguments)
