/*===- permanent.h - permanents of sparse matrices, from C ------*- C -*-===*/
/** \file
 * The permanent of a square sparse matrix as sparsec-permanent computes it:
 * docs/permanent.md. Link sparsec_permanent. Matrices that need a
 * kernel of their own (gray) need sparsec in PATH, or $SPARSEC, and a compiler.
 * The functions keep nothing between calls and may be called by several threads
 * at a time.
 *
 *     sparsec_permanent_result result;
 *     if (sparsec_permanent_of_file("A.mtx", NULL, &result))
 *       fprintf(stderr, "%s\n", result.message);
 *     else
 *       printf("%s, wrong by %s at most\n", result.value, result.error);
 *     sparsec_permanent_free(&result);
 *
 * value, error, real and imaginary are decimal texts, as permanents lie beyond
 * any number type; strtod reads those that do not.
 */
#ifndef SPARSEC_PERMANENT_H
#define SPARSEC_PERMANENT_H

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define SPARSEC_PERMANENT_API __attribute__((visibility("default")))
#else
#define SPARSEC_PERMANENT_API
#endif

/** How to compute. */
typedef enum sparsec_permanent_arithmetic {
  SPARSEC_PERMANENT_AUTOMATIC, /**< exact for integer and pattern files */
  SPARSEC_PERMANENT_EXACT,     /**< doubles are the binary fractions they are */
  SPARSEC_PERMANENT_DOUBLE /**< double, or \c bits, whatever the file says */
} sparsec_permanent_arithmetic;

/** Zero in each member means what it says there. */
typedef struct sparsec_permanent_options {
  sparsec_permanent_arithmetic arithmetic;
  unsigned threads; /**< 0: one per processor */
  double bytes;     /**< largest memory; 0: half of the machine's */
  double seconds;   /**< longest predicted run; 0: a day */
  /** Called now and then with the share that is done, from 0 to 1, by the
   * thread that called; a result other than 0 stops. NULL: not called. */
  int (*progress)(void *context, double share);
  void *context;      /**< for \c progress */
  unsigned bits;      /**< of numbers that are not exact; 0: 53, a double's */
  const char *engine; /**< as sparsec-permanent -engine; NULL: the cheapest */
} sparsec_permanent_options;

/** What sparsec_permanent_free frees. */
typedef struct sparsec_permanent_result {
  char *value; /**< decimal, of any exponent; "a+bi" if complex */
  char *error; /**< a bound of the error, of `gray` an estimate; "0": exact */
  double relative_error; /**< the same over |value| */
  int exact;             /**< 1: integer or rational arithmetic */
  double seconds;        /**< with the plan */
  char *message;         /**< why there is no value; else NULL */
  int is_complex;        /**< 1: the matrix is; the parts are below */
  char *real;            /**< the value, or its real part */
  char *imaginary;       /**< its imaginary part; "0" if it is real */
  int estimated;         /**< 1: the error is an estimate, no bound */
  int note_count;
  char **notes; /**< what a run fell back to, its speed; lines of text */
} sparsec_permanent_result;

/** The permanent of the matrix in a Matrix Market file, .mtx or .mtx.gz.
 * \p options may be NULL. Returns 0, or 1 with a message: the file is not read,
 * the matrix is not square or not finite, no plan fits \p options, stopped. */
SPARSEC_PERMANENT_API int
sparsec_permanent_of_file(const char *path,
                          const sparsec_permanent_options *options,
                          sparsec_permanent_result *result);

/** The permanent of the \p size x \p size matrix with \p count entries,
 * (row[e], column[e]) = value[e] + i imaginary[e]. Counted from 0, in any
 * order; entries of one place are added. \p imaginary is NULL for a real
 * matrix. */
SPARSEC_PERMANENT_API int sparsec_permanent_of_entries(
    int size, long long count, const int *row, const int *column,
    const double *value, const double *imaginary,
    const sparsec_permanent_options *options, sparsec_permanent_result *result);

/** Frees the texts of \p result and zeroes it; it may be zero already. */
SPARSEC_PERMANENT_API void
sparsec_permanent_free(sparsec_permanent_result *result);

#ifdef __cplusplus
}
#endif

#endif /* SPARSEC_PERMANENT_H */
