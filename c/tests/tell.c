/* Tells everything that a verb gives, for tests that compare it with other ways to ask the same:

       tell VERB CASE [NAME=VALUE ...]

   VALUE is a number, numbers with spaces between them, or a text. Each column is a line: its name, its unit, its
   dimensions, its numbers, its words, with tabs between them. The exit status is that of the command line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stickslip.h"

static int complain(int status) {
    fprintf(stderr, "%s\n", stickslip_error());
    return status;
}

/* "from 1 2 3" is three numbers, anything that does not read as numbers is a text. */
static int put_option(stickslip_request *request, char *option) {
    double numbers[1000];
    size_t count = 0;
    char *value = strchr(option, '='), *at, *end;
    if (value == NULL) return STICKSLIP_BAD_INPUT;
    *value++ = '\0';
    for (at = value; *at != '\0' && count < 1000; at = end) {
        numbers[count++] = strtod(at, &end);
        if (end == at) return stickslip_request_text(request, option, value);
        while (*end == ' ') ++end;
    }
    return stickslip_request_numbers(request, option, count, numbers);
}

/* A word in one line. */
static void tell_word(const char *word) {
    putchar('\t');
    for (; *word != '\0'; ++word) putchar(*word == '\n' || *word == '\t' ? ' ' : *word);
}

static void tell_column(const stickslip_result *result, size_t i) {
    size_t k, length = stickslip_column_length(result, i);
    double *numbers = malloc((length + 1) * sizeof *numbers);
    if (numbers == NULL || stickslip_column_copy(result, i, length, numbers) != STICKSLIP_OK) exit(1);
    printf("%s\t%s\t", stickslip_column_name(result, i), stickslip_column_unit(result, i));
    for (k = 0; k < stickslip_column_rank(result, i); ++k) printf("%zu ", stickslip_column_dimension(result, i, k));
    printf("\t");
    for (k = 0; k < length; ++k) printf("%.17g ", numbers[k]);
    for (k = 0; k < stickslip_column_words(result, i); ++k) tell_word(stickslip_column_word(result, i, k));
    printf("\n");
    free(numbers);
}

int main(int count, char **arguments) {
    stickslip_problem *problem = NULL;
    stickslip_request *request = NULL;
    stickslip_result *result = NULL;
    int status = STICKSLIP_BAD_INPUT;
    size_t i;
    if (count < 3) return status;
    if ((status = stickslip_problem_open(arguments[2], &problem)) != STICKSLIP_OK) return complain(status);
    if ((status = stickslip_request_create(&request)) != STICKSLIP_OK) return complain(status);
    for (i = 3; i < (size_t)count; ++i) {
        if ((status = put_option(request, arguments[i])) != STICKSLIP_OK) return complain(status);
    }
    status = stickslip_run(arguments[1], problem, request, &result);
    if (status != STICKSLIP_OK) complain(status);
    for (i = 0; i < stickslip_column_count(result); ++i) tell_column(result, i);
    stickslip_result_free(result);
    stickslip_request_free(request);
    stickslip_problem_free(problem);
    return status;
}
