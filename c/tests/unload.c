/* Whoever opens the library while running may close it again, as Octave does with its compiled parts: threads that wait in it
   for more work must not lose the ground under their feet. unload LIBRARY */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "stickslip.h"

enum { rounds = 20, many = 2000 };

typedef int (*many_states)(size_t, const double *, const double *, const double *, const double *,
                           const stickslip_request *, stickslip_result **);
typedef void (*release)(stickslip_result *);

/* A function of the library; ISO C has no cast from a pointer to data. */
static void find(void *library, const char *name, void *function) {
    void *found = dlsym(library, name);
    if (found == NULL) exit(1);
    *(void **)function = found;
}

int main(int count, char **arguments) {
    double friction[many], frequency[many];
    int i, round;
    for (i = 0; i < many; ++i) {
        friction[i] = 0.1 + 0.8 * i / many;
        frequency[i] = 0.2 + 1.6 * i / many;
    }
    for (round = 0; round < rounds && count == 2; ++round) {
        stickslip_result *result = NULL;
        many_states solve;
        release leave;
        void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
        if (library == NULL) return 1;
        find(library, "stickslip_steady_ratios", &solve);
        find(library, "stickslip_result_free", &leave);
        if (solve(many, friction, frequency, NULL, NULL, NULL, &result) != STICKSLIP_OK) return 1;
        leave(result);
        dlclose(library);
    }
    printf("%d rounds\n", round);
    return count == 2 ? 0 : 2;
}
