#pragma once

// SUNDIALS CVODE with what it owns: Adams with fixed-point iteration or BDF with the dense solver, events where one of
// its functions falls through zero.

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace stickslip {

/// What CVODE integrates; `data` is handed to both functions.
struct CvodeEquations {
    sunindextype size = 0;
    CVRhsFn rates = nullptr;
    int event_count = 0;
    CVRootFn event_functions = nullptr;
    void* data = nullptr;
};

enum class CvodeFamily { adams, bdf };

class CvodeSession {
public:
    /// The tolerance is relative and absolute.
    CvodeSession(CvodeFamily family, const CvodeEquations& equations, double tolerance) {
        check(SUNContext_Create(nullptr, &context_), "SUNContext_Create");
        state_ = N_VNew_Serial(equations.size, context_);
        memory_ = CVodeCreate(family == CvodeFamily::adams ? CV_ADAMS : CV_BDF, context_);
        check(CVodeInit(memory_, equations.rates, 0.0, state_), "CVodeInit");
        check(CVodeSStolerances(memory_, tolerance, tolerance), "CVodeSStolerances");
        check(CVodeSetUserData(memory_, equations.data), "CVodeSetUserData");
        if (family == CvodeFamily::adams) {
            nonlinear_ = SUNNonlinSol_FixedPoint(state_, 0, context_);
            check(CVodeSetNonlinearSolver(memory_, nonlinear_), "CVodeSetNonlinearSolver");
        } else {
            matrix_ = SUNDenseMatrix(equations.size, equations.size, context_);
            linear_ = SUNLinSol_Dense(state_, matrix_, context_);
            check(CVodeSetLinearSolver(memory_, linear_, matrix_), "CVodeSetLinearSolver");
        }
        check(CVodeRootInit(memory_, equations.event_count, equations.event_functions), "CVodeRootInit");
        std::vector<int> falling(static_cast<std::size_t>(equations.event_count), -1);
        check(CVodeSetRootDirection(memory_, falling.data()), "CVodeSetRootDirection");
        check(CVodeSetNoInactiveRootWarn(memory_), "CVodeSetNoInactiveRootWarn");
        check(CVodeSetMaxHnilWarns(memory_, -1), "CVodeSetMaxHnilWarns");  // first steps below an ulp of t are harmless
    }
    CvodeSession(const CvodeSession&) = delete;
    CvodeSession& operator=(const CvodeSession&) = delete;
    ~CvodeSession() {
        CVodeFree(&memory_);
        if (linear_ != nullptr) SUNLinSolFree(linear_);
        if (matrix_ != nullptr) SUNMatDestroy(matrix_);
        if (nonlinear_ != nullptr) SUNNonlinSolFree(nonlinear_);
        N_VDestroy(state_);
        SUNContext_Free(&context_);
    }

    [[nodiscard]] double* state() { return N_VGetArrayPointer(state_); }

    /// For settings that only some problems need.
    [[nodiscard]] void* memory() { return memory_; }

    /// Forgets the history: the state has been changed.
    void restart(double time) { check(CVodeReInit(memory_, time, state_), "CVodeReInit"); }

    /// On to `limit`, not beyond, or to the first event; returns whether there was one.
    [[nodiscard]] bool advance(double limit, double& time) {
        check(CVodeSetStopTime(memory_, limit), "CVodeSetStopTime");
        const int status = CVode(memory_, limit, state_, &time, CV_NORMAL);
        check(status, "CVode");
        return status == CV_ROOT_RETURN;
    }

    static void check(int status, const char* call) {
        if (status < 0) throw std::runtime_error(std::string(call) + " failed with " + std::to_string(status));
    }

private:
    SUNContext context_ = nullptr;
    N_Vector state_ = nullptr;
    void* memory_ = nullptr;
    SUNMatrix matrix_ = nullptr;
    SUNLinearSolver linear_ = nullptr;
    SUNNonlinearSolver nonlinear_ = nullptr;
};

}  // namespace stickslip
