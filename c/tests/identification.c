/* The inverse problem through the C interface: a record goes in, a coefficient of friction with its interval comes out, and what
   is wrong with a question or a record is said. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "stickslip.h"

enum { samples = 200 };

static int failed = 0;

static void check_at(int line, int holds, const char *what) {
    if (holds) return;
    ++failed;
    printf("identification.c:%d: %s does not hold; the last sentence is \"%s\"\n", line, what, stickslip_error());
}
#define CHECK(holds) check_at(__LINE__, (holds) != 0, #holds)

/* The status of a fit; the result is looked at and freed. */
static int identify(const double *times, const double *values, const char *quantity, const char *fit, double *mu) {
    stickslip_problem *problem = NULL;
    stickslip_request *request = NULL;
    stickslip_result *result = NULL;
    int status;
    CHECK(stickslip_problem_open("dlubal-0116", &problem) == STICKSLIP_OK);
    CHECK(stickslip_problem_set_number(problem, "friction.mu", 0.25) == STICKSLIP_OK);
    CHECK(stickslip_request_create(&request) == STICKSLIP_OK);
    CHECK(stickslip_request_numbers(request, "times", samples, times) == STICKSLIP_OK);
    CHECK(stickslip_request_numbers(request, "values", samples, values) == STICKSLIP_OK);
    CHECK(stickslip_request_text(request, "quantity", quantity) == STICKSLIP_OK);
    if (fit != NULL) CHECK(stickslip_request_text(request, "fit", fit) == STICKSLIP_OK);
    status = stickslip_identify(problem, request, &result);
    if (status == STICKSLIP_OK) {
        size_t column = 0;
        CHECK(stickslip_value(result, "estimates.friction.mu.value", mu) == STICKSLIP_OK);
        CHECK(stickslip_column_find(result, "record.modelled", &column) == STICKSLIP_OK);
        CHECK(stickslip_column_length(result, column) == samples);
        CHECK(strstr(stickslip_word(result, "case_text"), "mu = ") != NULL);
    }
    if (status == STICKSLIP_BAD_INPUT) CHECK(result == NULL);
    stickslip_result_free(result);
    stickslip_request_free(request);
    stickslip_problem_free(problem);
    return status;
}

/* x of the case itself. */
static void measure(double *times, double *values) {
    stickslip_problem *problem = NULL;
    stickslip_request *request = NULL;
    stickslip_result *result = NULL;
    size_t i, column = 0;
    for (i = 0; i < samples; ++i) times[i] = 5.0 * (double)i / (samples - 1);
    CHECK(stickslip_problem_open("dlubal-0116", &problem) == STICKSLIP_OK);
    CHECK(stickslip_request_create(&request) == STICKSLIP_OK);
    CHECK(stickslip_request_numbers(request, "times", samples, times) == STICKSLIP_OK);
    CHECK(stickslip_simulate(problem, request, &result) == STICKSLIP_OK);
    CHECK(stickslip_column_find(result, "samples.x", &column) == STICKSLIP_OK);
    CHECK(stickslip_column_copy(result, column, samples, values) == STICKSLIP_OK);
    stickslip_result_free(result);
    stickslip_request_free(request);
    stickslip_problem_free(problem);
}

int main(void) {
    double times[samples], values[samples], mu = 0.0;
    size_t i;
    measure(times, values);
    CHECK(identify(times, values, "displacement", "friction.mu", &mu) == STICKSLIP_OK);
    CHECK(fabs(mu - 0.1) < 1e-8);
    CHECK(identify(times, values, "jerk", "friction.mu", &mu) == STICKSLIP_BAD_INPUT);
    CHECK(strstr(stickslip_error(), "jerk") != NULL);
    CHECK(identify(times, values, "displacement", NULL, &mu) == STICKSLIP_BAD_INPUT);
    CHECK(identify(times, values, "displacement", "friction.bond", &mu) == STICKSLIP_BAD_INPUT);
    CHECK(strstr(stickslip_error(), "friction.bound") != NULL);
    times[7] = times[6];
    CHECK(identify(times, values, "displacement", "friction.mu", &mu) == STICKSLIP_BAD_INPUT);
    for (i = 0; i < samples; ++i) {
        times[i] = 0.01 * (double)i;
        values[i] = (double)((i * 7919U) % 101U);
    }
    CHECK(identify(times, values, "displacement", "friction.mu", &mu) == STICKSLIP_NO_RESULT);
    CHECK(strlen(stickslip_error()) > 20);
    return failed != 0;
}
