/* A blade with a friction damper, from arrays: two masses, a contact between the ground and the tip, a harmonic load.
   Prints the response curve for three friction bounds.

       cc friction_damper.c $(pkg-config --cflags --libs stickslip_c) -o friction_damper */
#include <stdio.h>
#include <stdlib.h>
#include <stickslip.h>

enum { degrees = 2, frequencies = 7 };

static void check(int status) {
    if (status == STICKSLIP_OK) return;
    fprintf(stderr, "friction_damper: %s\n", stickslip_error());
    exit(status);
}

/* The largest amplitude of the tip over the curve; the curve goes to standard output. */
static double print_curve(const stickslip_problem *blade, const double *frequency) {
    double amplitude[frequencies], largest = 0.0;
    stickslip_request *request = NULL;
    stickslip_result *curve = NULL;
    size_t column = 0;
    check(stickslip_request_create(&request));
    check(stickslip_request_text(request, "over", "load.frequency"));
    check(stickslip_request_numbers(request, "values", frequencies, frequency));
    check(stickslip_request_text(request, "observables", "amplitude[2]"));
    check(stickslip_sweep(blade, request, &curve));
    check(stickslip_column_find(curve, "amplitude[2]", &column));
    check(stickslip_column_copy(curve, column, frequencies, amplitude));
    for (int i = 0; i < frequencies; ++i) {
        printf(" %9.6f", amplitude[i]);
        if (amplitude[i] > largest) largest = amplitude[i];
    }
    stickslip_result_free(curve);
    stickslip_request_free(request);
    return largest;
}

int main(void) {
    const double mass[] = {1.0, 0.0, 0.0, 0.5};
    const double damping[] = {0.02, -0.01, -0.01, 0.01};
    const double stiffness[] = {3.0, -1.0, -1.0, 1.0};
    const double root[] = {1.0, 0.0}, tip[] = {0.0, 1.0};
    const double frequency[frequencies] = {0.8, 0.9, 1.0, 1.1, 1.2, 1.3, 1.4};
    const double bounds[] = {0.05, 0.15, 0.25};
    stickslip_problem *blade = NULL;
    check(stickslip_problem_from_matrices(degrees, mass, damping, stiffness, &blade));
    check(stickslip_problem_add_contact(blade, tip, degrees, 0.4, "name = \"damper\"\nstiffness = 5.0"));
    check(stickslip_problem_add_harmonic(blade, root, degrees, 0.3, 1.0, 0.0, NULL));
    printf("tip amplitude [m] at %g to %g rad/s\n", frequency[0], frequency[frequencies - 1]);
    for (size_t i = 0; i < sizeof bounds / sizeof bounds[0]; ++i) {
        check(stickslip_problem_set_number(blade, "contact.damper.bound", bounds[i]));
        printf("bound %4.2f N:", bounds[i]);
        printf("   largest %.6f\n", print_curve(blade, frequency));
    }
    stickslip_problem_free(blade);
    printf("stickslip %s\n", stickslip_version());
    return 0;
}
