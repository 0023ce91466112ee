//===- parts.h - the linear maps that solvers apply -------------*- C -*-===//
///
/// \file
/// A solver needs y = A x and z = M^-1 r. Each is a part: set up once, where
/// the kernels' index arrays are inspected, then applied in each iteration.
///
/// A part calls its kernels by the contract of generated code, NAME_inspect,
/// NAME_execute and NAME_destroy, from the header KERNEL.h. What stands behind
/// it is chosen by the build: a plan that sparsec generated, or the source as
/// it is (plain/KERNEL.h).
///
//===--------------------------------------------------------------------===//
#ifndef SOLVERS_PARTS_H
#define SOLVERS_PARTS_H

#include "matrix.h"

/// What setting a part up is told, and what it took.
typedef struct {
  double shift;         ///< factors A + shift diag(A); raised where needed
  double inspection;    ///< seconds of all NAME_inspect
  double factorization; ///< seconds of all factorizations
  double rest;          ///< seconds of setting up besides
  int factorizations;   ///< how many shifts were tried
} setup_report;

/// One linear map. Statuses are SPARSEC_OK or a failure with its text in
/// sparsec_last_error().
typedef struct {
  const char *name;
  /// Makes *state, which keeps pointers into \p matrix.
  int (*setup)(void **state, const csr_matrix *matrix, setup_report *report);
  /// Writes to = map(from), both of length n.
  int (*apply)(void *state, const double *from, double *to);
  /// Frees what setup made; null is fine.
  void (*teardown)(void *state);
} part;

extern const part product_part; ///< y = A x
extern const part none_part;    ///< z = r
extern const part jacobi_part;  ///< z = D^-1 r
extern const part sgs_part;     ///< z = (D + U)^-1 D (D + L)^-1 r
extern const part ilu0_part;    ///< z = U^-1 L^-1 r, L U ~ A
extern const part ic0_part;     ///< z = L^-T L^-1 r, L L' ~ A

/// The preconditioner that a command line calls \p value.
int argument_preconditioner(const part **part, const char *value);

/// A part that was set up; all zero before.
typedef struct {
  const part *part;
  void *state;
} linear_map;

/// Sets \p part up for \p matrix; what that took besides inspection and
/// factorization is added to report->rest. To be torn down after a failure,
/// too.
int linear_map_setup(linear_map *map, const part *part,
                     const csr_matrix *matrix, setup_report *report);
void linear_map_teardown(linear_map *map);

/// Factors A + shift diag(A) in \p state. *row becomes the first row whose
/// pivot is not positive; it is -1 before.
typedef int factor_attempt(void *state, double shift, int *row);

/// Calls \p attempt with report->shift, then with greater ones, until all
/// pivots are positive; each failure is a line on standard output.
int factor_with_shifts(const char *name, factor_attempt *attempt, void *state,
                       setup_report *report);

#endif // SOLVERS_PARTS_H
