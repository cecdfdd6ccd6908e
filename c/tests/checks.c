/* The C interface as a program in C sees it: every verb, every way to make a problem, every kind of mistake. Prints the
   number of checks; memcheck and the address sanitizer watch the same program (memory.sh, preset sanitize). */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stickslip.h"

static int passed = 0, failed = 0;

static void check_at(int line, int holds, const char *what) {
    if (holds) {
        ++passed;
        return;
    }
    ++failed;
    printf("checks.c:%d: %s does not hold; the last sentence is \"%s\"\n", line, what, stickslip_error());
}
#define CHECK(holds) check_at(__LINE__, (holds) != 0, #holds)

static void check_sentence(int line, int status, int wanted, const char *part) {
    check_at(line, status == wanted, "the status");
    check_at(line, strstr(stickslip_error(), part) != NULL, part);
    check_at(line, strstr(stickslip_error(), "--") == NULL, "a sentence without option signs");
}
#define REFUSED(call, part) check_sentence(__LINE__, (call), STICKSLIP_BAD_INPUT, (part))

/* -- Small steps of every check ----------------------------------------------------------------------------------- */

static stickslip_problem *opened(const char *name) {
    stickslip_problem *problem = NULL;
    CHECK(stickslip_problem_open(name, &problem) == STICKSLIP_OK);
    CHECK(problem != NULL);
    return problem;
}

static stickslip_request *request_with(const char *text_name, const char *text, const char *numbers_name, size_t count,
                                       const double *numbers) {
    stickslip_request *request = NULL;
    CHECK(stickslip_request_create(&request) == STICKSLIP_OK);
    if (text_name != NULL) CHECK(stickslip_request_text(request, text_name, text) == STICKSLIP_OK);
    if (numbers_name != NULL) CHECK(stickslip_request_numbers(request, numbers_name, count, numbers) == STICKSLIP_OK);
    return request;
}

static double value(const stickslip_result *result, const char *name) {
    double number = NAN;
    CHECK(stickslip_value(result, name, &number) == STICKSLIP_OK);
    return number;
}

/* The first number of a column. */
static double first(const stickslip_result *result, const char *name) {
    size_t index = 0, length;
    double number, *all;
    CHECK(stickslip_column_find(result, name, &index) == STICKSLIP_OK);
    length = stickslip_column_length(result, index);
    CHECK(length > 0);
    all = malloc(length * sizeof *all);
    CHECK(stickslip_column_copy(result, index, length, all) == STICKSLIP_OK);
    number = length > 0 ? all[0] : NAN;
    free(all);
    return number;
}

/* Every column of every result: names, units, dimensions that fit, numbers that can be copied, words that exist. */
static void look_through(const stickslip_result *result) {
    size_t i, axis, word, count = stickslip_column_count(result);
    CHECK(count > 0);
    for (i = 0; i < count; ++i) {
        size_t found = 0, product = 1, length = stickslip_column_length(result, i);
        double *numbers = malloc((length + 1) * sizeof *numbers);
        CHECK(stickslip_column_find(result, stickslip_column_name(result, i), &found) == STICKSLIP_OK && found == i);
        CHECK(stickslip_column_unit(result, i) != NULL && stickslip_column_description(result, i) != NULL);
        for (axis = 0; axis < stickslip_column_rank(result, i); ++axis) {
            product *= stickslip_column_dimension(result, i, axis);
        }
        CHECK(product == length);
        numbers[length] = 1234.5;
        CHECK(stickslip_column_copy(result, i, length, numbers) == STICKSLIP_OK && numbers[length] == 1234.5);
        for (word = 0; word < stickslip_column_words(result, i); ++word) {
            CHECK(stickslip_column_word(result, i, word) != NULL);
        }
        CHECK(stickslip_column_word(result, i, stickslip_column_words(result, i)) == NULL);
        free(numbers);
    }
    CHECK(stickslip_column_name(result, count) == NULL && stickslip_column_length(result, count) == 0);
}

/* -- Problems ----------------------------------------------------------------------------------------------------- */

static const double two_masses[] = {1.0, 0.0, 0.0, 2.0};
static const double two_springs[] = {3.0, -1.0, -1.0, 1.5};
static const double two_dampers[] = {0.06, -0.02, -0.02, 0.03};
static const double on_first[] = {1.0, 0.0}, on_second[] = {0.0, 1.0};

static stickslip_problem *structure_of_arrays(void) {
    stickslip_problem *problem = NULL;
    CHECK(stickslip_problem_from_matrices(2, two_masses, two_dampers, two_springs, &problem) == STICKSLIP_OK);
    CHECK(stickslip_problem_add_contact(problem, on_second, 2, 0.4, "name = \"tip\"") == STICKSLIP_OK);
    CHECK(stickslip_problem_add_harmonic(problem, on_first, 2, 1.0, 0.9, 0.25, NULL) == STICKSLIP_OK);
    return problem;
}

static const char structure_text[] =
    "title = \"structure\"\n"
    "[structure]\n"
    "mass = [[1, 0], [0, 2]]\n"
    "stiffness = [[3, -1], [-1, 1.5]]\n"
    "damping = [[0.06, -0.02], [-0.02, 0.03]]\n"
    "[[contact]]\nname = \"tip\"\non = 2\nbound = 0.4\n"
    "[[load]]\nkind = \"harmonic\"\non = 1\namplitude = 1\nfrequency = 0.9\nphase = 0.25\n";

/* The same structure from arrays and from text has the same steady state, to the last digit. */
static void check_arrays_are_text(void) {
    stickslip_problem *arrays = structure_of_arrays(), *text = NULL, *copy = NULL;
    stickslip_result *a = NULL, *b = NULL, *c = NULL;
    CHECK(stickslip_problem_from_text(structure_text, NULL, &text) == STICKSLIP_OK);
    CHECK(stickslip_problem_copy(arrays, &copy) == STICKSLIP_OK);
    stickslip_problem_free(arrays); /* a copy lives by itself */
    CHECK(stickslip_steady(copy, NULL, &a) == STICKSLIP_OK);
    CHECK(stickslip_steady(text, NULL, &b) == STICKSLIP_OK);
    CHECK(first(a, "amplitude") == first(b, "amplitude") && first(a, "amplitude") > 0.0);
    CHECK(strcmp(stickslip_word(a, "regime"), "stick-slip") == 0);
    CHECK(strcmp(stickslip_word(a, "contacts.name"), "tip") == 0);
    CHECK(stickslip_problem_set_number(copy, "contact.tip.bound", 1e3) == STICKSLIP_OK);
    CHECK(stickslip_steady(copy, NULL, &c) == STICKSLIP_OK);
    CHECK(first(c, "contacts.stuck_fraction") == 1.0);
    look_through(a);
    stickslip_result_free(a);
    stickslip_result_free(b);
    stickslip_result_free(c);
    stickslip_problem_free(copy);
    stickslip_problem_free(text);
}

static void check_text_of_problem(void) {
    stickslip_problem *problem = structure_of_arrays(), *again = NULL;
    size_t needed = 0;
    char small[8], *text;
    CHECK(stickslip_problem_text(problem, NULL, 0, &needed) == STICKSLIP_OK && needed > 100);
    REFUSED(stickslip_problem_text(problem, small, sizeof small, NULL), "there is room for 8");
    text = malloc(needed);
    CHECK(stickslip_problem_text(problem, text, needed, NULL) == STICKSLIP_OK && strlen(text) + 1 == needed);
    CHECK(stickslip_problem_from_text(text, "", &again) == STICKSLIP_OK);
    CHECK(stickslip_problem_check(again) == STICKSLIP_OK);
    free(text);
    stickslip_problem_free(again);
    stickslip_problem_free(problem);
}

/* A record from arrays: a block that is pushed over the floor for a second. */
static void check_records(void) {
    const double times[] = {0.0, 0.5, 1.0}, forces[] = {0.0, 40.0, 0.0};
    stickslip_problem *problem = NULL;
    stickslip_result *motion = NULL;
    CHECK(stickslip_problem_from_text("[oscillator]\nmass = 1\nstiffness = 0\n[friction]\nbound = 10\n[load]\nkind = "
                                      "\"record\"\nfile = \"push\"\n[run]\nuntil = 3\n",
                                      NULL, &problem) == STICKSLIP_OK);
    REFUSED(stickslip_problem_check(problem), "push");
    CHECK(stickslip_problem_set_record(problem, "push", 3, times, forces, NULL) == STICKSLIP_OK);
    CHECK(stickslip_problem_add_text(problem, "[start]\nvelocity = 0.5") == STICKSLIP_OK);
    CHECK(stickslip_simulate(problem, NULL, &motion) == STICKSLIP_OK);
    CHECK(strcmp(stickslip_word(motion, "final.phase"), "stick") == 0 && value(motion, "final.x") > 0.5);
    look_through(motion);
    stickslip_result_free(motion);
    stickslip_problem_free(problem);
}

/* -- Verbs -------------------------------------------------------------------------------------------------------- */

typedef int (*verb)(const stickslip_problem *, const stickslip_request *, stickslip_result **);

/* Runs a verb, looks through its result and leaves it. */
static stickslip_result *result_of(verb run, const char *name, stickslip_request *request) {
    stickslip_problem *problem = opened(name);
    stickslip_result *result = NULL;
    CHECK(run(problem, request, &result) == STICKSLIP_OK);
    look_through(result);
    stickslip_problem_free(problem);
    stickslip_request_free(request);
    return result;
}

static void check_motions(void) {
    const double times[] = {1.0, 2.0, 4.0};
    stickslip_result *r = result_of(stickslip_simulate, "dlubal-0116", request_with(NULL, NULL, "times", 3, times));
    CHECK(fabs(first(r, "samples.x") - 0.13893041873831) < 1e-14);
    stickslip_result_free(r);
    r = result_of(stickslip_simulate, "sdnd106-two-masses", request_with(NULL, NULL, NULL, 0, NULL));
    CHECK(value(r, "final.t") > 0.0);
    stickslip_result_free(r);
    r = result_of(stickslip_simulate, "liu-fig6", request_with("method", "exact", "times", 3, times));
    stickslip_result_free(r);
    r = result_of(stickslip_steady, "liu-fig6", request_with(NULL, NULL, NULL, 0, NULL));
    stickslip_result_free(r);
    r = result_of(stickslip_steady, "riddoch-fig6", request_with(NULL, NULL, NULL, 0, NULL));
    CHECK(strcmp(stickslip_word(r, "regime"), "stick-slip") == 0);
    stickslip_result_free(r);
}

static void check_names_of_verbs(void) {
    stickslip_problem *problem = opened("hong-liu-fig10");
    stickslip_result *called = NULL, *named = NULL;
    CHECK(stickslip_steady(problem, NULL, &called) == STICKSLIP_OK);
    CHECK(stickslip_run("steady", problem, NULL, &named) == STICKSLIP_OK);
    CHECK(stickslip_column_count(named) == stickslip_column_count(called));
    CHECK(value(named, "amplitude") == value(called, "amplitude"));
    stickslip_result_free(called);
    stickslip_result_free(named);
    REFUSED(stickslip_run("stedy", problem, NULL, &named), "steady");
    CHECK(named == NULL);
    REFUSED(stickslip_run(NULL, problem, NULL, &named), "name");
    stickslip_problem_free(problem);
}

static void check_studies(void) {
    const double frequencies[] = {0.5, 0.75, 1.5}, window[] = {0.2, 0.9, 5}, band[] = {0.3, 0.9};
    stickslip_request *q = request_with("over", "frequency_ratio", "values", 3, frequencies);
    stickslip_result *r = result_of(stickslip_sweep, "hong-liu-fig10", q);
    CHECK(stickslip_column_length(r, 1) == 3);
    stickslip_result_free(r);
    q = request_with("x", "friction_ratio", "x_range", 3, window);
    CHECK(stickslip_request_text(q, "y", "frequency_ratio") == STICKSLIP_OK);
    CHECK(stickslip_request_numbers(q, "y_range", 3, window) == STICKSLIP_OK);
    CHECK(stickslip_request_number(q, "threads", 1) == STICKSLIP_OK);
    stickslip_result_free(result_of(stickslip_map, "hong-liu-fig10", q));
    q = request_with("x", "friction_ratio", "x_range", 2, band);
    CHECK(stickslip_request_text(q, "at", "frequency_ratio") == STICKSLIP_OK);
    CHECK(stickslip_request_number(q, "at_value", 0.4) == STICKSLIP_OK);
    stickslip_result_free(result_of(stickslip_boundary, "hong-liu-fig10", q));
    q = request_with("vary", "friction_ratio", "vary_range", 2, band);
    CHECK(stickslip_request_number(q, "avoid_stick", 1) == STICKSLIP_OK);
    r = result_of(stickslip_design, "riddoch-fig5", q);
    CHECK(value(r, "value") > band[0] && value(r, "value") < band[1]);
    stickslip_result_free(r);
    q = request_with("over", "friction_ratio", "values", 1, band);
    stickslip_result_free(result_of(stickslip_backbone, "hong-liu-fig10", q));
}

static void check_chaos(void) {
    const double few[] = {40}, ratio[] = {0.7}, window[] = {-4.0, 4.0, 2};
    stickslip_request *q = request_with(NULL, NULL, "periods", 1, few);
    CHECK(stickslip_request_number(q, "runs", 2) == STICKSLIP_OK);
    CHECK(stickslip_request_number(q, "transient", 5) == STICKSLIP_OK);
    stickslip_result_free(result_of(stickslip_lyapunov, "stefanski-fig3b", q));
    stickslip_result_free(result_of(stickslip_poincare, "stefanski-fig3b", request_with(NULL, NULL, "points", 1, few)));
    q = request_with(NULL, NULL, "position", 3, window);
    CHECK(stickslip_request_numbers(q, "velocity", 3, window) == STICKSLIP_OK);
    CHECK(stickslip_request_number(q, "periods", 60) == STICKSLIP_OK);
    stickslip_result_free(result_of(stickslip_basins, "hong-liu-fig10", q));
    q = request_with("over", "frequency_ratio", "values", 1, ratio);
    CHECK(stickslip_request_number(q, "periods", 60) == STICKSLIP_OK);
    CHECK(stickslip_request_number(q, "sweeps", 0) == STICKSLIP_OK);
    stickslip_result_free(result_of(stickslip_bifurcation, "hong-liu-fig10", q));
}

enum { many = 500 };

static void check_many_ratios(void) {
    double friction[many], frequency[many], one = NAN, static_ratio[many];
    size_t i, column = 0;
    double amplitudes[many];
    stickslip_problem *problem = NULL;
    stickslip_result *all = NULL, *single = NULL, *statics = NULL;
    for (i = 0; i < many; ++i) {
        friction[i] = 0.02 + 0.9 * (double)((i * 37) % many) / many;
        frequency[i] = 0.1 + 1.7 * (double)((i * 101) % many) / many;
        static_ratio[i] = friction[i];
    }
    CHECK(stickslip_steady_ratios(many, friction, frequency, NULL, NULL, NULL, &all) == STICKSLIP_OK);
    CHECK(stickslip_column_find(all, "amplitude_ratio", &column) == STICKSLIP_OK);
    CHECK(stickslip_column_copy(all, column, many, amplitudes) == STICKSLIP_OK);
    for (i = 0; i < many; i += 83) {
        CHECK(stickslip_problem_from_ratios(friction[i], frequency[i], 0.0, NAN, &problem) == STICKSLIP_OK);
        if (stickslip_steady(problem, NULL, &single) == STICKSLIP_OK) one = value(single, "amplitude_ratio");
        CHECK(one == amplitudes[i]);
        stickslip_result_free(single);
        stickslip_problem_free(problem);
    }
    CHECK(stickslip_steady_ratios(many, friction, frequency, NULL, static_ratio, NULL, &statics) == STICKSLIP_OK);
    CHECK(first(statics, "amplitude_ratio") == first(all, "amplitude_ratio"));
    look_through(all);
    stickslip_result_free(statics);
    stickslip_result_free(all);
    friction[7] = -1.0;
    REFUSED(stickslip_steady_ratios(many, friction, frequency, NULL, NULL, NULL, &all), "(8)");
    CHECK(all == NULL);
    CHECK(stickslip_steady_ratios(0, NULL, NULL, NULL, NULL, NULL, &all) == STICKSLIP_OK);
    stickslip_result_free(all);
}

/* -- Callbacks and threads ---------------------------------------------------------------------------------------- */

struct listener {
    int calls;
    int most;
    double last;
};

static int stops_after(void *user) {
    struct listener *l = user;
    return ++l->calls >= l->most;
}

static void hears(void *user, double done) { ((struct listener *)user)->last = done; }

static void check_callbacks(void) {
    const double frequencies[] = {1e5};
    struct listener ear = {0, 2, -1.0};
    stickslip_problem *problem = opened("stefanski-fig3b");
    stickslip_request *request = request_with(NULL, NULL, "periods", 1, frequencies);
    stickslip_result *result = NULL;
    CHECK(stickslip_request_number(request, "periods", 1e8) == STICKSLIP_OK);
    CHECK(stickslip_request_interruption(request, stops_after, &ear) == STICKSLIP_OK);
    CHECK(stickslip_request_progress(request, hears, &ear) == STICKSLIP_OK);
    CHECK(stickslip_lyapunov(problem, request, &result) == STICKSLIP_INTERRUPTED);
    CHECK(result == NULL && ear.calls >= 2 && ear.last >= 0.0 && ear.last < 1.0);
    CHECK(strstr(stickslip_error(), "interrupted") != NULL);
    stickslip_request_free(request);
    stickslip_problem_free(problem);
}

enum { threads = 4 };

struct job {
    const stickslip_problem *problem;
    double amplitude;
    int has_own_sentence;
};

static void *solve(void *user) {
    struct job *job = user;
    stickslip_result *result = NULL;
    stickslip_problem *missing = NULL;
    if (stickslip_steady(job->problem, NULL, &result) == STICKSLIP_OK) {
        size_t column = 0;
        double amplitudes[2];
        if (stickslip_column_find(result, "amplitude", &column) == STICKSLIP_OK &&
            stickslip_column_copy(result, column, 2, amplitudes) == STICKSLIP_OK) {
            job->amplitude = amplitudes[0];
        }
    }
    stickslip_result_free(result);
    job->has_own_sentence = stickslip_error()[0] == '\0' &&
                            stickslip_problem_open("no-such-case", &missing) == STICKSLIP_BAD_INPUT &&
                            strstr(stickslip_error(), "no-such-case") != NULL;
    return NULL;
}

/* One problem for all threads, whose added lines nobody has read before; sentences stay in their threads. */
static void check_threads(void) {
    stickslip_problem *problem = structure_of_arrays();
    struct job jobs[threads];
    pthread_t started[threads];
    int i;
    for (i = 0; i < threads; ++i) {
        jobs[i].problem = problem;
        jobs[i].amplitude = NAN;
        CHECK(pthread_create(&started[i], NULL, solve, &jobs[i]) == 0);
    }
    for (i = 0; i < threads; ++i) pthread_join(started[i], NULL);
    for (i = 0; i < threads; ++i) CHECK(jobs[i].amplitude == jobs[0].amplitude && jobs[i].amplitude > 0.0);
    for (i = 0; i < threads; ++i) CHECK(jobs[i].has_own_sentence);
    stickslip_problem_free(problem);
}

/* -- Mistakes ----------------------------------------------------------------------------------------------------- */

static void check_bad_problems(void) {
    const double crooked[] = {3.0, -1.0, -2.0, 1.5}, nothing[] = {NAN, 0.0, 0.0, 1.0};
    stickslip_problem *p = NULL;
    REFUSED(stickslip_problem_open("hong-liu-fig1O", &p), "did you mean");
    CHECK(p == NULL);
    REFUSED(stickslip_problem_open(NULL, &p), "file_or_name must not be NULL");
    REFUSED(stickslip_problem_open("hong-liu-fig10", NULL), "problem must not be NULL");
    REFUSED(stickslip_problem_from_text("[oscillator\nmass = 1", NULL, &p), "1");
    REFUSED(stickslip_problem_from_text("", NULL, &p), "empty");
    REFUSED(stickslip_problem_from_ratios(-0.1, 1.0, 0.0, NAN, &p), "-0.1");
    REFUSED(stickslip_problem_from_ratios(0.5, 1.0, 0.0, 0.1, &p), "0.1");
    REFUSED(stickslip_problem_from_matrices(0, two_masses, NULL, two_springs, &p), "degrees = 0");
    REFUSED(stickslip_problem_from_matrices(100000, two_masses, NULL, two_springs, &p), "2000");
    REFUSED(stickslip_problem_from_matrices(2, NULL, NULL, two_springs, &p), "mass must not be NULL");
    CHECK(stickslip_problem_from_matrices(2, two_masses, NULL, crooked, &p) == STICKSLIP_OK);
    REFUSED(stickslip_problem_check(p), "symmetric");
    stickslip_problem_free(p);
    CHECK(stickslip_problem_from_matrices(2, nothing, NULL, two_springs, &p) == STICKSLIP_OK);
    REFUSED(stickslip_problem_check(p), "finite");
    stickslip_problem_free(p);
    p = structure_of_arrays();
    REFUSED(stickslip_problem_add_contact(p, NULL, 2, 1.0, NULL), "direction must not be NULL");
    CHECK(stickslip_problem_add_contact(p, on_first, 1, -1.0, NULL) == STICKSLIP_OK);
    REFUSED(stickslip_problem_check(p), "contact");
    stickslip_problem_free(p);
    p = structure_of_arrays();
    CHECK(stickslip_problem_add_text(p, "[[contact]\n") == STICKSLIP_OK);
    REFUSED(stickslip_problem_set_number(p, "contact.tip.bound", 1.0), "structure");
    stickslip_problem_free(p);
    p = structure_of_arrays();
    REFUSED(stickslip_problem_set_number(p, "contact.top.bound", 1.0), "top");
    CHECK(stickslip_problem_set_text(p, "contact.tip.bound", "much") == STICKSLIP_OK);
    REFUSED(stickslip_problem_check(p), "much");
    stickslip_problem_free(p);
}

static void check_bad_requests(void) {
    const double two[] = {1.0, 2.0};
    stickslip_problem *line = opened("hong-liu-fig10"), *structure = structure_of_arrays();
    stickslip_result *r = NULL;
    stickslip_request *q = NULL;
    REFUSED(stickslip_request_create(NULL), "request must not be NULL");
    REFUSED(stickslip_simulate(line, NULL, NULL), "result must not be NULL");
    REFUSED(stickslip_simulate(NULL, NULL, &r), "problem must not be NULL");
    q = request_with(NULL, NULL, "untill", 1, two);
    REFUSED(stickslip_simulate(line, q, &r), "did you mean until");
    CHECK(r == NULL);
    stickslip_request_free(q);
    q = request_with("until", "late", NULL, 0, NULL);
    REFUSED(stickslip_simulate(line, q, &r), "until = late");
    CHECK(stickslip_request_number(q, "until", -1.0) == STICKSLIP_OK);
    REFUSED(stickslip_simulate(line, q, &r), "until = -1");
    CHECK(stickslip_request_numbers(q, "until", 2, two) == STICKSLIP_OK);
    REFUSED(stickslip_simulate(line, q, &r), "one number");
    CHECK(stickslip_request_number(q, "until", 2.0) == STICKSLIP_OK);
    CHECK(stickslip_request_number(q, "samples", 1.5) == STICKSLIP_OK);
    REFUSED(stickslip_simulate(line, q, &r), "samples = 1.5");
    CHECK(stickslip_request_number(q, "samples", 3) == STICKSLIP_OK);
    CHECK(stickslip_request_text(q, "method", "exact") == STICKSLIP_OK);
    REFUSED(stickslip_simulate(line, q, &r), "planar");
    stickslip_request_free(q);
    q = request_with("over", "load.frequency", NULL, 0, NULL);
    REFUSED(stickslip_sweep(line, q, &r), "values");
    CHECK(stickslip_request_numbers(q, "values", 2, two) == STICKSLIP_OK);
    CHECK(stickslip_request_text(q, "observables", "amplitud") == STICKSLIP_OK);
    REFUSED(stickslip_sweep(line, q, &r), "amplitude");
    CHECK(stickslip_request_text(q, "direction", "left") == STICKSLIP_OK);
    REFUSED(stickslip_sweep(line, q, &r), "direction = left");
    REFUSED(stickslip_sweep(structure, q, &r), "direction");
    REFUSED(stickslip_map(line, q, &r), "option");
    stickslip_request_free(q);
    REFUSED(stickslip_map(line, NULL, &r), "x is missing");
    REFUSED(stickslip_boundary(line, NULL, &r), "x is missing");
    REFUSED(stickslip_design(line, NULL, &r), "minimise");
    REFUSED(stickslip_poincare(structure, NULL, &r), "structure");
    q = request_with(NULL, NULL, "threads", 1, two + 1);
    CHECK(stickslip_request_number(q, "threads", 0) == STICKSLIP_OK);
    REFUSED(stickslip_steady(line, q, &r), "threads = 0");
    stickslip_request_free(q);
    stickslip_problem_free(structure);
    stickslip_problem_free(line);
}

static void check_bad_questions(void) {
    stickslip_result *cases = NULL;
    double number = 0.0;
    size_t index = 0;
    CHECK(stickslip_cases(&cases) == STICKSLIP_OK);
    look_through(cases);
    REFUSED(stickslip_column_find(cases, "nam", &index), "name");
    REFUSED(stickslip_column_copy(cases, 99, 10, &number), "column 99");
    REFUSED(stickslip_column_copy(cases, 0, 1, &number), "there is room for 1");
    REFUSED(stickslip_value(cases, "name", &number), "not one");
    CHECK(stickslip_word(cases, "name") == NULL && stickslip_word(NULL, "name") == NULL);
    CHECK(stickslip_column_count(NULL) == 0 && stickslip_column_name(NULL, 0) == NULL);
    CHECK(stickslip_column_unit(NULL, 0) == NULL && stickslip_column_word(NULL, 0, 0) == NULL);
    CHECK(stickslip_column_rank(NULL, 0) == 0 && stickslip_column_dimension(NULL, 0, 0) == 0);
    stickslip_result_free(cases);
    stickslip_result_free(NULL);
    stickslip_problem_free(NULL);
    stickslip_request_free(NULL);
}

/* An answer that does not exist is told as such, with what is known of it. */
static void check_no_result(void) {
    stickslip_problem *p = NULL;
    stickslip_result *r = NULL;
    stickslip_request *q = NULL;
    const double short_way[] = {0.01, 0.02};
    CHECK(stickslip_problem_from_ratios(0.1, 1.0, 0.0, NAN, &p) == STICKSLIP_OK);
    CHECK(stickslip_steady(p, NULL, &r) == STICKSLIP_NO_RESULT);
    CHECK(strstr(stickslip_error(), "unbounded") != NULL);
    CHECK(strcmp(stickslip_word(r, "regime"), "unbounded") == 0 && value(r, "growth_per_cycle") > 0.0);
    stickslip_result_free(r);
    q = request_with(NULL, NULL, "most_events", 1, two_masses);
    CHECK(stickslip_simulate(p, q, &r) == STICKSLIP_NO_RESULT && r != NULL);
    CHECK(strcmp(stickslip_word(r, "termination"), "event-limit") == 0);
    stickslip_result_free(r);
    stickslip_request_free(q);
    q = request_with("vary", "friction_ratio", "vary_range", 2, short_way);
    CHECK(stickslip_request_text(q, "minimise", "amplitude_ratio") == STICKSLIP_OK);
    CHECK(stickslip_design(p, q, &r) == STICKSLIP_NO_RESULT && r == NULL);
    stickslip_request_free(q);
    stickslip_problem_free(p);
}

/* A sentence longer than what is kept is cut at a whole letter. */
static void check_long_sentence(void) {
    enum { letters = 9000 };
    char *name = malloc(letters + 1);
    stickslip_problem *p = NULL;
    size_t i, kept;
    for (i = 0; i < letters; i += 2) memcpy(name + i, "\xC3\xA9", 2);
    name[letters] = '\0';
    CHECK(stickslip_problem_open(name, &p) != STICKSLIP_OK);
    kept = strlen(stickslip_error());
    CHECK(kept > 0 && kept < 4096);
    CHECK((unsigned char)stickslip_error()[kept - 1] != 0xC3);
    free(name);
}

int main(void) {
    CHECK(stickslip_error()[0] == '\0');
    CHECK(strlen(stickslip_version()) >= 5);
    check_arrays_are_text();
    check_text_of_problem();
    check_records();
    check_motions();
    check_names_of_verbs();
    check_studies();
    check_chaos();
    check_many_ratios();
    check_callbacks();
    check_threads();
    check_bad_problems();
    check_bad_requests();
    check_bad_questions();
    check_no_result();
    check_long_sentence();
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
