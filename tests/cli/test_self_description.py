"""Completion scripts and the manual page name every verb and every option."""

import gzip
import pathlib
import re
import shutil
import subprocess

import program
from program import ProgramTest


class SelfDescription(ProgramTest):
    def help_of(self, *verb):
        return self.run_program(*verb, "--help").stdout

    def verbs(self):
        page = self.help_of()
        part = page[page.index("Subcommands:") if "Subcommands:" in page else page.upper().index("VERBS:") :]
        names = re.findall(r"^  ([a-z]+) ", part, re.MULTILINE)
        self.assertGreater(len(names), 10)
        return names

    def options(self, *verb):
        return set(re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*", re.sub(r"(?s)\n(Examples?|Start with):.*", "", self.help_of(*verb))))

    def completed(self, script, *words):
        """What bash offers for the last of the words."""
        quoted = " ".join(f"'{word}'" for word in words)
        code = f"source {script}; COMP_WORDS=(stickslip {quoted}); COMP_CWORD={len(words)}; _stickslip; printf '%s\\n' \"${{COMPREPLY[@]}}\""
        run = subprocess.run(["bash", "-c", code], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(run.stderr, "")
        return set(run.stdout.split())

    def test_bash_completes_every_verb_option_and_case(self):
        self.write("completion", self.succeed("--completion", "bash"))
        self.assertEqual(self.completed("completion", ""), set(self.verbs()))
        self.assertEqual(self.completed("completion", "ste"), {"steady"})
        self.assertIn("riddoch-fig5", self.completed("completion", "steady", "riddoch-"))
        for verb in self.verbs():
            self.assertLessEqual(self.options(verb), self.completed("completion", verb, "--"), verb)
        self.write("mine.toml", "")
        self.assertIn("mine.toml", self.completed("completion", "simulate", "mi"))

    def test_zsh_and_fish_name_every_verb_and_option(self):
        for shell in ["zsh", "fish"]:
            script = self.succeed("--completion", shell)
            for verb in self.verbs():
                self.assertIn(verb, script)
                for option in self.options(verb):
                    wanted = option if shell == "zsh" else f"-l {option[2:]} "
                    self.assertIn(wanted, script, f"{shell} {verb}")
            if shutil.which(shell):
                self.write("script", script)
                run = subprocess.run([shell, "-n", self.folder / "script"], capture_output=True, text=True)
                self.assertEqual((run.returncode, run.stderr), (0, ""), shell)

    def test_another_shell_is_refused(self):
        self.refuse("--completion", "tcsh", saying=["tcsh", "bash, zsh or fish"])

    def test_the_manual_has_every_verb_and_option_and_no_warning(self):
        page = self.succeed("--manual")
        self.write("stickslip.1", page)
        text = page.replace("\\-", "-")
        for verb in self.verbs():
            self.assertRegex(text, rf"(?m)^\.SS {verb}\b")
            for option in self.options(verb):
                self.assertIn(f"\\fB{option}\\fR", text, verb)
        command = ["groff", "-k", "-man", "-Tutf8", "-P-cbou", "-ww", "stickslip.1"]
        run = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertTrue("EXIT STATUS" in run.stdout)

    def test_the_build_keeps_them_for_the_package(self):
        share = pathlib.Path(program.BINARY).parents[1] / "share"
        self.assertEqual(gzip.decompress((share / "stickslip.1.gz").read_bytes()).decode(), self.succeed("--manual"))
        for file, shell in {"stickslip": "bash", "_stickslip": "zsh", "stickslip.fish": "fish"}.items():
            self.assertEqual((share / file).read_text(), self.succeed("--completion", shell))
