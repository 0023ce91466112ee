//===- basis.c - orthonormal blocks of vectors ----------------------------===//
#include "basis.h"

#include "small.h"

#include <sparsec/error.h>

#include <math.h>

/// Two passes are enough for vectors that are not nearly dependent.
enum { PASSES = 8 };

/// Of vectors that are orthonormal, but for rounding.
static const double ROUNDING = 1e-13;

/// Of a vector of length 1 a projection leaves this square or less only if
/// nothing but rounding is left.
static const double NOTHING = 1e-20;

/// W -= V (V' W), unless no |V' W| is greater than \p rounding; *overlap
/// becomes the greatest; G [v][w].
static int project(const vector_space *space, int v, const double *V, int w,
                   double *W, double *G, double rounding, double *overlap) {
  *overlap = 0;
  const int status = space_gram(space, v, V, w, W, G);
  if (status != SPARSEC_OK)
    return status;
  for (int at = 0; at < v * w; at++) {
    *overlap = fmax(*overlap, fabs(G[at]));
    G[at] = -G[at];
  }
  if (*overlap <= rounding)
    return SPARSEC_OK;
  return space_update(space, v, w, V, G, W);
}

int basis_orthonormalize(const vector_space *space, int v, const double *V,
                         int *w, double **W, double **spare, double *work) {
  const int most = *w;
  double *H = work, *C = H + most * most, *rest = C + most * most;
  double *G = rest + most * most + 2 * most;
  for (int pass = 0; pass < PASSES && *w > 0; pass++) {
    double overlap = 0;
    int status =
        project(space, v, V, *w, *W, G, pass > 0 ? ROUNDING : 0, &overlap);
    if (status == SPARSEC_OK)
      status = space_gram(space, *w, *W, *w, *W, H);
    small_basis found = {0};
    if (status == SPARSEC_OK)
      status =
          small_orthonormalizer(*w, H, pass > 0 ? NOTHING : 0, C, rest, &found);
    if (status != SPARSEC_OK)
      return status;
    if (overlap <= ROUNDING && found.deviation <= ROUNDING)
      return SPARSEC_OK;
    status = space_multiply(space, *w, found.kept, *W, C, *spare);
    if (status != SPARSEC_OK)
      return status;
    double *made = *spare;
    *spare = *W;
    *W = made;
    *w = found.kept;
  }
  // What is not orthonormal by now is nothing but rounding.
  *w = 0;
  return SPARSEC_OK;
}
