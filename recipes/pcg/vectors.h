//===- vectors.h - what CG does with vectors --------------------*- C -*-===//
///
/// \file
/// Sums are added up in blocks of one size and the blocks in order, whatever
/// the number of threads: each run gives the same bits, and so the same number
/// of iterations.
///
//===--------------------------------------------------------------------===//
#ifndef PCG_VECTORS_H
#define PCG_VECTORS_H

/// The length of vectors, and room for the sums of their blocks.
typedef struct {
  int n;
  int blocks;
  double *sums; ///< [2 * blocks]
} vector_space;

int vector_space_setup(vector_space *space, int n);
void vector_space_teardown(vector_space *space);

/// x'y
double dot(const vector_space *space, const double *x, const double *y);

/// Returns p'q; *pp is p'p.
double dot_and_square(const vector_space *space, const double *p,
                      const double *q, double *pp);

/// x += alpha p, r -= alpha q; returns r'r.
double step(const vector_space *space, double alpha, const double *p,
            const double *q, double *x, double *r);

/// p = z + beta p
void turn(const vector_space *space, const double *z, double beta, double *p);

/// y = x
void copy(const vector_space *space, const double *x, double *y);

#endif // PCG_VECTORS_H
