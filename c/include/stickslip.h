/* Exact motion of masses with dry friction: the interface for C, and for every language that calls C.

   A *problem* is a case: one mass, or a structure of many masses and contacts. A *request* holds named options. Each
   verb takes a problem and a request (NULL: no options), and gives a *result*: named columns of numbers with units.

       stickslip_problem *problem = NULL;
       stickslip_result *motion = NULL;
       double slip = 0.0;
       if (stickslip_problem_open("dlubal-0116", &problem) != STICKSLIP_OK ||
           stickslip_simulate(problem, NULL, &motion) != STICKSLIP_OK ||
           stickslip_value(motion, "peak.total_slip", &slip) != STICKSLIP_OK) {
           fprintf(stderr, "%s\n", stickslip_error());
       }
       stickslip_result_free(motion);
       stickslip_problem_free(problem);

   Memory: what this library makes, this library frees (stickslip_problem_free, stickslip_request_free,
   stickslip_result_free; NULL is allowed). Texts that a function returns belong to the handle they were asked of.
   Numbers are copied into memory of the caller.

   Errors: a function that can fail returns a stickslip_status. The sentence that says what is wrong is kept for each
   thread (stickslip_error). Where a function fails its last argument is set to NULL, but see STICKSLIP_NO_RESULT.

   Threads: every function may be called from any thread. One problem may be used by many threads at once as long as
   none of them changes it; the same holds for requests and results. Verbs use all processors unless the option
   `threads` says otherwise; their numbers do not depend on it.

   Texts are UTF-8. Options, columns and their meanings: docs/guide/c.md. */
#ifndef STICKSLIP_H
#define STICKSLIP_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define STICKSLIP_API __attribute__((visibility("default")))
#else
#define STICKSLIP_API
#endif

/* What a function returns. */
enum stickslip_status {
    STICKSLIP_OK = 0,
    STICKSLIP_FAILED = 1,        /* a file cannot be read, a thread cannot be started, an inner error */
    STICKSLIP_BAD_INPUT = 2,     /* the sentence names what is wrong, its value and what is allowed */
    STICKSLIP_NO_RESULT = 3,     /* the answer does not exist: unbounded, not converged, diverging; what is known all
                                    the same is in the result where that is not NULL */
    STICKSLIP_OUT_OF_MEMORY = 4, /* also for sizes that no memory holds */
    STICKSLIP_INTERRUPTED = 5    /* the interruption callback said so */
};

typedef struct stickslip_problem stickslip_problem;
typedef struct stickslip_request stickslip_request;
typedef struct stickslip_result stickslip_result;

/* "0.1.0" */
STICKSLIP_API const char *stickslip_version(void);

/* The sentence of the last function that failed in this thread; "" before that. Valid until the next failure. */
STICKSLIP_API const char *stickslip_error(void);

/* -- Problems ----------------------------------------------------------------------------------------------------- */

/* The built-in cases: the columns `name` and `title`, in words. */
STICKSLIP_API int stickslip_cases(stickslip_result **cases);

/* A case file, or a built-in case by its name. */
STICKSLIP_API int stickslip_problem_open(const char *file_or_name, stickslip_problem **problem);

/* The TOML text of a case. Record and matrix files are found relative to `folder` (NULL: where the program runs). */
STICKSLIP_API int stickslip_problem_from_text(const char *toml, const char *folder, stickslip_problem **problem);

/* The dimensionless oscillator, m = k = p0 = 1. A NaN as `static_ratio` means that of sliding. */
STICKSLIP_API int stickslip_problem_from_ratios(double friction_ratio, double frequency_ratio, double damping_ratio,
                                                double static_ratio, stickslip_problem **problem);

/* A structure M x'' + C x' + K x + friction = loads of `degrees` degrees of freedom. The matrices are symmetric, so
   that rows and columns may be exchanged; `damping` may be NULL. Contacts, loads and all else are added to it. */
STICKSLIP_API int stickslip_problem_from_matrices(size_t degrees, const double *mass, const double *damping,
                                                  const double *stiffness, stickslip_problem **problem);

/* Adds a contact: the slip velocity is direction' x', with an entry for each of the `degrees` degrees of freedom, the
   bound of the sliding friction is `bound` [N]. `keys` are lines of a case file that say more, as
   "name = \"tip\"\nstiffness = 3e5", or NULL. */
STICKSLIP_API int stickslip_problem_add_contact(stickslip_problem *problem, const double *direction, size_t degrees,
                                                double bound, const char *keys);

/* Adds a load amplitude sin(frequency t + phase) [N, rad/s, rad] along a direction. `keys` as above. */
STICKSLIP_API int stickslip_problem_add_harmonic(stickslip_problem *problem, const double *direction, size_t degrees,
                                                 double amplitude, double frequency, double phase, const char *keys);

/* Adds lines to the text of the case: "[[contact]]\non = 2\nbound = 1.5", "[start]\nposition = [0, 0.1]". */
STICKSLIP_API int stickslip_problem_add_text(stickslip_problem *problem, const char *toml);

/* Changes a key: load.frequency, contact.tip.bound, structure.springs[2], friction_ratio. A text is read as TOML if it
   is that, else as a string. */
STICKSLIP_API int stickslip_problem_set_number(stickslip_problem *problem, const char *key, double value);
STICKSLIP_API int stickslip_problem_set_text(stickslip_problem *problem, const char *key, const char *value);

/* Samples in the place of the record file that the case calls `file`: value i at times[i]. `second` is that of the
   second axis of a planar case, else NULL. */
STICKSLIP_API int stickslip_problem_set_record(stickslip_problem *problem, const char *file, size_t count,
                                               const double *times, const double *values, const double *second);

/* Whether the case can be read as a whole; each verb asks the same first. */
STICKSLIP_API int stickslip_problem_check(const stickslip_problem *problem);

/* Copies the case as TOML, with a zero at the end, where `capacity` is large enough; `needed` (may be NULL) is told
   how much that is. `to` may be NULL where capacity is 0. */
STICKSLIP_API int stickslip_problem_text(const stickslip_problem *problem, char *to, size_t capacity, size_t *needed);

STICKSLIP_API int stickslip_problem_copy(const stickslip_problem *problem, stickslip_problem **copy);
STICKSLIP_API void stickslip_problem_free(stickslip_problem *problem);

/* -- Requests ----------------------------------------------------------------------------------------------------- */

/* A request without options. A name that the verb does not know is refused by the verb. Every verb knows `threads`. */
STICKSLIP_API int stickslip_request_create(stickslip_request **request);
STICKSLIP_API int stickslip_request_number(stickslip_request *request, const char *name, double value);
STICKSLIP_API int stickslip_request_numbers(stickslip_request *request, const char *name, size_t count,
                                            const double *values);
/* A list of names is one text with commas. */
STICKSLIP_API int stickslip_request_text(stickslip_request *request, const char *name, const char *value);

/* While a verb works, both are called some ten times a second, by the thread that called the verb, and by no other. A
   callback must return: it may neither throw nor jump. */

/* Ends the work, soon, with STICKSLIP_INTERRUPTED when it returns anything but 0. */
STICKSLIP_API int stickslip_request_interruption(stickslip_request *request, int (*is_wanted)(void *user), void *user);
/* Told the share of the work that is done, 0 to 1; NaN where nobody knows. */
STICKSLIP_API int stickslip_request_progress(stickslip_request *request, void (*progress)(void *user, double done),
                                             void *user);
STICKSLIP_API void stickslip_request_free(stickslip_request *request);

/* -- Verbs -------------------------------------------------------------------------------------------------------- */

STICKSLIP_API int stickslip_simulate(const stickslip_problem *problem, const stickslip_request *request,
                                     stickslip_result **result);
STICKSLIP_API int stickslip_steady(const stickslip_problem *problem, const stickslip_request *request,
                                   stickslip_result **result);

/* The steady states of `count` dimensionless oscillators at once. `damping` and `static_ratio` may be NULL. */
STICKSLIP_API int stickslip_steady_ratios(size_t count, const double *friction, const double *frequency,
                                          const double *damping, const double *static_ratio,
                                          const stickslip_request *request, stickslip_result **result);

STICKSLIP_API int stickslip_sweep(const stickslip_problem *problem, const stickslip_request *request,
                                  stickslip_result **result);
STICKSLIP_API int stickslip_map(const stickslip_problem *problem, const stickslip_request *request,
                                stickslip_result **result);
STICKSLIP_API int stickslip_boundary(const stickslip_problem *problem, const stickslip_request *request,
                                     stickslip_result **result);
STICKSLIP_API int stickslip_design(const stickslip_problem *problem, const stickslip_request *request,
                                   stickslip_result **result);
STICKSLIP_API int stickslip_backbone(const stickslip_problem *problem, const stickslip_request *request,
                                     stickslip_result **result);
/* Options: times and values of the record, quantity (displacement, velocity, acceleration), fit (a list of keys), lower
   and upper (a bound for each key, NaN for none), confidence. */
STICKSLIP_API int stickslip_identify(const stickslip_problem *problem, const stickslip_request *request,
                                     stickslip_result **result);
STICKSLIP_API int stickslip_lyapunov(const stickslip_problem *problem, const stickslip_request *request,
                                     stickslip_result **result);
STICKSLIP_API int stickslip_poincare(const stickslip_problem *problem, const stickslip_request *request,
                                     stickslip_result **result);
STICKSLIP_API int stickslip_bifurcation(const stickslip_problem *problem, const stickslip_request *request,
                                        stickslip_result **result);
STICKSLIP_API int stickslip_basins(const stickslip_problem *problem, const stickslip_request *request,
                                   stickslip_result **result);
/* The same by the name of the function without "stickslip_", for programs that read it from somewhere. */
STICKSLIP_API int stickslip_run(const char *name, const stickslip_problem *problem, const stickslip_request *request,
                                stickslip_result **result);

/* -- Results ------------------------------------------------------------------------------------------------------ */

/* Columns are counted from 0. For an index beyond the last one, or a result that is NULL, texts are NULL and numbers
   are 0. */
STICKSLIP_API size_t stickslip_column_count(const stickslip_result *result);
/* The index of the column of this name. */
STICKSLIP_API int stickslip_column_find(const stickslip_result *result, const char *name, size_t *index);
STICKSLIP_API const char *stickslip_column_name(const stickslip_result *result, size_t index);
/* "m", "N"; "1" for numbers without a unit, "" for words. */
STICKSLIP_API const char *stickslip_column_unit(const stickslip_result *result, size_t index);
/* In words, for axes and legends; "" where the name says all. */
STICKSLIP_API const char *stickslip_column_description(const stickslip_result *result, size_t index);
/* How many numbers the column has: the product of its dimensions. */
STICKSLIP_API size_t stickslip_column_length(const stickslip_result *result, size_t index);
/* How many dimensions: 0 for one number, 1 for a list, 2 for a table. */
STICKSLIP_API size_t stickslip_column_rank(const stickslip_result *result, size_t index);
STICKSLIP_API size_t stickslip_column_dimension(const stickslip_result *result, size_t index, size_t which);
/* Copies the numbers; those of the first dimension lie next to each other, as in Fortran, MATLAB and Julia. A number
   that does not exist is NaN. `capacity` is how many numbers fit. */
STICKSLIP_API int stickslip_column_copy(const stickslip_result *result, size_t index, size_t capacity, double *to);
/* A column of words has numbers that count its words from 0: regimes, kinds of events, names. */
STICKSLIP_API size_t stickslip_column_words(const stickslip_result *result, size_t index);
STICKSLIP_API const char *stickslip_column_word(const stickslip_result *result, size_t index, size_t word);
/* The number of a column that has only one. */
STICKSLIP_API int stickslip_value(const stickslip_result *result, const char *name, double *value);
/* The word of a column that has only one; NULL with a sentence where there is none. */
STICKSLIP_API const char *stickslip_word(const stickslip_result *result, const char *name);
STICKSLIP_API void stickslip_result_free(stickslip_result *result);

#ifdef __cplusplus
}
#endif

#endif
