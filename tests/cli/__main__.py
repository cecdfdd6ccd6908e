"""Runs the tests of the command line: python3 tests/cli BINARY RESULT_FILE [--quick].

RESULT_FILE gets one line: the number of tests that passed and the number that failed. --quick leaves out the tests that take
longest: maps and other verbs that are interrupted, every command of the README.
"""

import pathlib
import signal
import sys
import unittest

# Each takes more than two seconds on an idle machine.
LONG_TESTS = {
    "test_map.Interruption.test_ctrl_c_leaves_a_state_and_says_how_to_go_on",
    "test_map.Interruption.test_kill_and_resume_give_the_same_bytes_as_one_thread",
    "test_map.Interruption.test_a_map_goes_on_with_the_vectors_it_was_begun_with",
    "test_map.Files.test_pictures",
    "test_map.Files.test_adaptive_maps_are_stored_cell_by_cell",
    "test_map.Files.test_planar_and_attractor_maps",
    "test_map.Files.test_the_search_for_a_period_can_be_shortened",
    "test_map.Ranks.test_a_lost_rank_leaves_a_state_to_continue",
    "test_interruption.Interruption.test_every_long_verb_ends_with_the_same_sentence_and_code",
    "test_interruption.Progress.test_no_bar_stays_beside_an_answer",
    "test_files.Pictures.test_the_demo_writes_its_pictures_where_it_says",
    "test_readme.Readme.test_every_command_succeeds",
    "test_reproduce.Reproduce.test_the_report_of_all_papers",
}

HERE = pathlib.Path(__file__).resolve().parent


def tests_in(suite):
    for test in suite:
        yield from tests_in(test) if isinstance(test, unittest.TestSuite) else [test]


def main():
    binary, result_file, *options = sys.argv[1:]
    # A shell starts what runs beside it deaf to Ctrl-C, which the programs tested here would inherit.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.path.insert(0, str(HERE))
    import program

    program.BINARY = str(pathlib.Path(binary).resolve())
    suite = unittest.defaultTestLoader.discover(str(HERE), pattern="test_*.py")
    if options == ["--quick"]:
        suite = unittest.TestSuite(test for test in tests_in(suite) if test.id() not in LONG_TESTS)
    result = unittest.TextTestRunner(verbosity=1).run(suite)
    failed = len(result.failures) + len(result.errors) + len(result.skipped)
    pathlib.Path(result_file).write_text(f"{result.testsRun - failed} {failed}\n")
    return 0 if failed == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
