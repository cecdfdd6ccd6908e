"""Runs the tests of the command line: python3 tests/cli BINARY RESULT_FILE [--quick] [--jobs N].

RESULT_FILE gets one line: the number of tests that passed and the number that failed. --quick leaves out the tests that take
longest: maps and other verbs that are interrupted, every command of the README. --jobs runs N tests at a time.
"""

import argparse
import concurrent.futures
import io
import multiprocessing
import os
import pathlib
import signal
import sys
import time
import unittest

# Each takes more than two seconds on an idle machine, and shorter ones run the same code.
LONG_TESTS = [
    "test_joint_design.JointDesign.test_over_a_band_no_sweep_is_worse",
    "test_joint_design.JointDesign.test_no_choice_of_a_grid_is_better",
    "test_pictures.Demo.test_the_commands_draw_the_same_pictures",
    "test_interruption.Progress.test_nothing_is_shown_where_nobody_looks",
    "test_structure_maps.Boundaries.test_curves_have_the_contact_they_belong_to",
    "test_structure_studies.Design.test_the_worst_of_a_band_is_best_at_the_optimum",
    "test_planar.EveryPlanarCombination.test_answers_or_refuses",
    "test_hostile_pictures.HostileText.test_titles_of_every_kind_of_picture",
    "test_pictures.ChaosPictures.test_every_kind_of_picture_in_every_format",
    "test_unfinished_files.Interruption.test_neither_gnuplot_nor_files_stay_behind",
    "test_interruption.Interruption.test_every_long_verb_ends_with_the_same_sentence_and_code",
    "test_interruption.Progress.test_no_bar_stays_beside_an_answer",
    "test_readme.Readme.test_every_command_succeeds",
    "test_reproduce.Reproduce.test_the_report_of_all_papers",
    "test_map_states.Interruption.test_ctrl_c_leaves_a_state_and_says_how_to_go_on",
    "test_map_states.Interruption.test_kill_and_resume_give_the_same_bytes_as_one_thread",
    "test_map_states.Interruption.test_a_map_goes_on_with_the_vectors_it_was_begun_with",
    "test_map.Files.test_pictures",
    "test_map.Files.test_adaptive_maps_are_stored_cell_by_cell",
    "test_map.Files.test_planar_and_attractor_maps",
    "test_map.Files.test_the_search_for_a_period_can_be_shortened",
    "test_map_backends.Ranks.test_a_lost_rank_leaves_a_state_to_continue",
    "test_files.Pictures.test_the_demo_writes_its_pictures_where_it_says",
]
SLOWEST_SHOWN = 12

HERE = pathlib.Path(__file__).resolve().parent


def names_in(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from names_in(test)
        else:
            yield test.id()


def chosen_names(is_quick):
    """All names, those of long tests first, so that none of them is alone at the end."""
    names = list(names_in(unittest.defaultTestLoader.discover(str(HERE), pattern="test_*.py")))
    unknown = set(LONG_TESTS) - set(names)
    if unknown:
        raise SystemExit(f"tests/cli/__main__.py: there is no test {sorted(unknown)[0]}")
    others = [name for name in names if name not in LONG_TESTS]
    return others if is_quick else LONG_TESTS + others


def processor_time():
    """Seconds of this process and of those that it has run, whatever else the machine does."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def run_test(name):
    """The processor time that one test took, with the programs it ran, and, unless it passed, what it said."""
    began = processor_time()
    report = io.StringIO()
    result = unittest.TextTestRunner(stream=report, verbosity=0).run(unittest.defaultTestLoader.loadTestsFromName(name))
    has_passed = result.wasSuccessful() and result.testsRun == 1 and not result.skipped
    return processor_time() - began, "" if has_passed else report.getvalue()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("result_file")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    # A shell starts what runs beside it deaf to Ctrl-C, which the programs tested here would inherit.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.path.insert(0, str(HERE))
    import program

    program.BINARY = str(pathlib.Path(options.binary).resolve())
    names = chosen_names(options.quick)
    began = time.monotonic()
    fork = multiprocessing.get_context("fork")
    with concurrent.futures.ProcessPoolExecutor(options.jobs, mp_context=fork) as jobs:
        results = dict(zip(names, jobs.map(run_test, names)))
    failed = [name for name, (_, words) in results.items() if words]
    for name in failed:
        print(f"FAILED: {name}\n{results[name][1]}")
    used = sum(seconds for seconds, _ in results.values())
    print(f"{len(names)} tests of the command line in {time.monotonic() - began:.0f} s, {used:.0f} s of processor time; the longest:")
    for name in sorted(names, key=lambda name: -results[name][0])[:SLOWEST_SHOWN]:
        print(f"  {results[name][0]:6.1f} s  {name}")
    pathlib.Path(options.result_file).write_text(f"{len(names) - len(failed)} {len(failed)}\n")
    return 0 if not failed else 1


if __name__ == "__main__":
    sys.exit(main())
