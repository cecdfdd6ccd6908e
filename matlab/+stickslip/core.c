/* The one compiled part of the package, for Octave (mkoctfile --mex) and for MATLAB (mex): takes a verb, a problem and
   options as structs, and gives the columns of the result. Not to be called by people: stickslip.simulate and the other
   functions check and convert first.

       [status, sentence, names, units, descriptions, numbers, words] = stickslip.core (verb, problem, options, progress)

   Nothing is raised while a handle of the library is open, but for want of memory; what that leaves open is closed by the
   next call. */
#include <signal.h>
#include <string.h>

#include "mex.h"
#include "stickslip.h"

#ifdef HAVE_OCTAVE
#define text_of_array mxArrayToString
extern sig_atomic_t octave_interrupt_state; /* above 0 while Ctrl-C waits to be heard; Octave hears it after the call */
#else
#define text_of_array mxArrayToUTF8String
extern bool utIsInterruptPending(void);
#endif

enum { outputs = 7 };

/* What is open during a call. */
static struct {
    stickslip_problem *problem;
    stickslip_request *request;
    stickslip_result *result;
    bool is_busy;
    bool has_failed_progress;
} held;

static void close_all(void) {
    stickslip_result_free(held.result);
    stickslip_request_free(held.request);
    stickslip_problem_free(held.problem);
    memset(&held, 0, sizeof held);
}

/* Whether Ctrl-C was pressed, or the progress function has failed. */
static int is_interruption_wanted(void *user) {
    (void)user;
#ifdef HAVE_OCTAVE
    return octave_interrupt_state > 0 || held.has_failed_progress;
#else
    return utIsInterruptPending() || held.has_failed_progress;
#endif
}

/* A mistake in the call of this function; the functions of the package make none. */
static void misuse(const char *sentence) {
    held.is_busy = false;
    mexErrMsgIdAndTxt("stickslip:badInput", "stickslip.core %s", sentence);
}

/* NULL where the field is missing or empty. */
static const mxArray *field_of(const mxArray *from, const char *name) {
    const mxArray *field = mxIsStruct(from) ? mxGetField(from, 0, name) : NULL;
    return field == NULL || mxIsEmpty(field) ? NULL : field;
}

static const double *numbers_of(const mxArray *array, size_t wanted) {
    if (array == NULL) return NULL;
    if (!mxIsDouble(array) || mxIsComplex(array) || mxIsSparse(array)) misuse("takes numbers as full, real doubles");
    if (wanted > 0 && mxGetNumberOfElements(array) != wanted) misuse("takes arrays of one size");
    return mxGetPr(array);
}

static char *text_of(const mxArray *array) {
    if (array == NULL || !mxIsChar(array)) misuse("misses a text");
    return text_of_array(array);
}

static int open_problem(const mxArray *from) {
    const mxArray *text = field_of(from, "text"), *folder = field_of(from, "folder"), *mass = field_of(from, "mass");
    const mxArray *ratios = field_of(from, "ratios"), *name = field_of(from, "name");
    if (mass != NULL) {
        const size_t degrees = mxGetM(mass), entries = degrees * degrees;
        return stickslip_problem_from_matrices(degrees, numbers_of(mass, entries),
                                               numbers_of(field_of(from, "damping"), entries),
                                               numbers_of(field_of(from, "stiffness"), entries), &held.problem);
    }
    if (ratios != NULL) {
        const double *r = numbers_of(ratios, 4);
        return stickslip_problem_from_ratios(r[0], r[1], r[2], r[3], &held.problem);
    }
    if (text != NULL) {
        return stickslip_problem_from_text(text_of(text), folder == NULL ? NULL : text_of(folder), &held.problem);
    }
    return stickslip_problem_open(text_of(name), &held.problem);
}

/* A list of keys and values, one after the other. */
static int change_keys(const mxArray *changes) {
    size_t i;
    int status = STICKSLIP_OK;
    if (changes == NULL) return status;
    if (!mxIsCell(changes) || mxGetNumberOfElements(changes) % 2 != 0) misuse("takes changes as pairs in a cell");
    for (i = 0; i + 1 < mxGetNumberOfElements(changes) && status == STICKSLIP_OK; i += 2) {
        const mxArray *value = mxGetCell(changes, i + 1);
        char *key = text_of(mxGetCell(changes, i));
        if (value != NULL && mxIsChar(value)) {
            status = stickslip_problem_set_text(held.problem, key, text_of(value));
        } else {
            const double *number = value == NULL ? NULL : numbers_of(value, 1);
            if (number == NULL) misuse("misses a value");
            status = stickslip_problem_set_number(held.problem, key, *number);
        }
    }
    return status;
}

/* Records: names, times and values, one after the other. */
static int put_records(const mxArray *records) {
    size_t i;
    int status = STICKSLIP_OK;
    if (records == NULL) return status;
    if (!mxIsCell(records) || mxGetNumberOfElements(records) % 3 != 0) misuse("takes records as triples in a cell");
    for (i = 0; i + 2 < mxGetNumberOfElements(records) && status == STICKSLIP_OK; i += 3) {
        const mxArray *times = mxGetCell(records, i + 1);
        const size_t count = mxGetNumberOfElements(times);
        status =
            stickslip_problem_set_record(held.problem, text_of(mxGetCell(records, i)), count, numbers_of(times, count),
                                         numbers_of(mxGetCell(records, i + 2), count), NULL);
    }
    return status;
}

static int read_problem(const mxArray *from) {
    const mxArray *added = field_of(from, "added");
    int status = open_problem(from);
    if (status == STICKSLIP_OK && added != NULL) status = stickslip_problem_add_text(held.problem, text_of(added));
    if (status == STICKSLIP_OK) status = put_records(field_of(from, "records"));
    return status == STICKSLIP_OK ? change_keys(field_of(from, "changes")) : status;
}

static void tell_progress(void *user, double done) {
    mxArray *arguments[2], *trouble;
    arguments[0] = user;
    arguments[1] = mxCreateDoubleScalar(done);
    trouble = mexCallMATLABWithTrap(0, NULL, 2, arguments, "feval");
    held.has_failed_progress = trouble != NULL;
    if (trouble != NULL) mxDestroyArray(trouble);
    mxDestroyArray(arguments[1]);
}

static int read_request(const mxArray *from, const mxArray *progress) {
    int field, status = stickslip_request_create(&held.request);
    for (field = 0; field < mxGetNumberOfFields(from) && status == STICKSLIP_OK; ++field) {
        const char *name = mxGetFieldNameByNumber(from, field);
        const mxArray *value = mxGetFieldByNumber(from, 0, field);
        if (value != NULL && mxIsChar(value)) {
            status = stickslip_request_text(held.request, name, text_of(value));
        } else if (value != NULL) {
            const size_t count = mxGetNumberOfElements(value);
            status = stickslip_request_numbers(held.request, name, count, numbers_of(value, count));
        }
    }
    if (status == STICKSLIP_OK) status = stickslip_request_interruption(held.request, is_interruption_wanted, NULL);
    if (status == STICKSLIP_OK && !mxIsEmpty(progress)) {
        status = stickslip_request_progress(held.request, tell_progress, (void *)progress);
    }
    return status;
}

/* -- Verbs -------------------------------------------------------------------------------------------------------- */

/* Many dimensionless oscillators: the problem is a cell of four arrays, of which the last two may be empty. */
static int run_ratios(const mxArray *ratios) {
    const double *given[4] = {NULL, NULL, NULL, NULL};
    size_t i, count;
    if (!mxIsCell(ratios) || mxGetNumberOfElements(ratios) != 4) misuse("takes ratios as a cell of four arrays");
    count = mxGetNumberOfElements(mxGetCell(ratios, 0));
    for (i = 0; i < 4; ++i) {
        const mxArray *array = mxGetCell(ratios, i);
        if (i < 2 || !mxIsEmpty(array)) given[i] = numbers_of(array, count);
    }
    return stickslip_steady_ratios(count, given[0], given[1], given[2], given[3], held.request, &held.result);
}

static int run(const char *name, const mxArray *problem, const mxArray *options, const mxArray *progress) {
    int status;
    if (strcmp(name, "cases") == 0) return stickslip_cases(&held.result);
    status = read_request(options, progress);
    if (status == STICKSLIP_OK && strcmp(name, "steady_ratios") == 0) return run_ratios(problem);
    if (status == STICKSLIP_OK) status = read_problem(problem);
    if (status != STICKSLIP_OK) return status;
    if (strcmp(name, "check") == 0) return stickslip_problem_check(held.problem);
    return stickslip_run(name, held.problem, held.request, &held.result);
}

/* -- What the caller gets ----------------------------------------------------------------------------------------- */

static mxArray *numbers_of_column(size_t i) {
    mwSize dimensions[2] = {1, 1};
    const size_t rank = stickslip_column_rank(held.result, i), length = stickslip_column_length(held.result, i);
    mxArray *array;
    if (rank > 0) dimensions[0] = stickslip_column_dimension(held.result, i, 0);
    if (rank > 1) dimensions[1] = stickslip_column_dimension(held.result, i, 1);
    array = mxCreateNumericArray(2, dimensions, mxDOUBLE_CLASS, mxREAL);
    stickslip_column_copy(held.result, i, length, mxGetPr(array));
    return array;
}

static mxArray *words_of_column(size_t i) {
    const size_t count = stickslip_column_words(held.result, i);
    mxArray *words = mxCreateCellMatrix(count, count > 0 ? 1 : 0);
    size_t k;
    for (k = 0; k < count; ++k) mxSetCell(words, k, mxCreateString(stickslip_column_word(held.result, i, k)));
    return words;
}

static void give_columns(mxArray *given[]) {
    const size_t count = stickslip_column_count(held.result);
    size_t i, k;
    for (k = 2; k < outputs; ++k) given[k] = mxCreateCellMatrix(count, 1);
    for (i = 0; i < count; ++i) {
        mxSetCell(given[2], i, mxCreateString(stickslip_column_name(held.result, i)));
        mxSetCell(given[3], i, mxCreateString(stickslip_column_unit(held.result, i)));
        mxSetCell(given[4], i, mxCreateString(stickslip_column_description(held.result, i)));
        mxSetCell(given[5], i, numbers_of_column(i));
        mxSetCell(given[6], i, words_of_column(i));
    }
}

/* The text of a problem has no columns. */
static void give_text(mxArray *given[], int status) {
    size_t needed = 0;
    char *text;
    if (status == STICKSLIP_OK) status = stickslip_problem_text(held.problem, NULL, 0, &needed);
    text = mxCalloc(needed + 1, 1);
    if (status == STICKSLIP_OK) status = stickslip_problem_text(held.problem, text, needed, NULL);
    given[0] = mxCreateDoubleScalar(status);
    given[1] = mxCreateString(status == STICKSLIP_OK ? text : stickslip_error());
}

void mexFunction(int given, mxArray *gives[], int count, const mxArray *takes[]) {
    mxArray *all[outputs] = {NULL};
    char *name;
    int status, i;
    if (count != 4 || given > outputs) misuse("takes a verb, a problem, options and a progress function");
    if (held.is_busy) misuse("cannot be called by a progress function");
    close_all();
    mexAtExit(close_all);
    name = text_of(takes[0]);
    if (!mxIsStruct(takes[2])) misuse("takes options as a struct");
    if (strcmp(name, "version") == 0) {
        gives[0] = mxCreateString(stickslip_version());
        return;
    }
    if (strcmp(name, "text") == 0) {
        give_text(all, read_problem(takes[1]));
    } else {
        held.is_busy = true;
        status = run(name, takes[1], takes[2], takes[3]);
        held.is_busy = false;
        all[0] = mxCreateDoubleScalar(status);
        all[1] = mxCreateString(status == STICKSLIP_OK ? "" : stickslip_error());
        give_columns(all);
    }
    close_all();
    for (i = 0; i < (given > 1 ? given : 1) && all[i] != NULL; ++i) gives[i] = all[i];
}
