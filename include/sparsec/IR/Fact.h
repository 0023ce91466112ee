//===- Fact.h - what is known about index arrays ----------------*- C++ -*-===//
#ifndef SPARSEC_IR_FACT_H
#define SPARSEC_IR_FACT_H

#include "sparsec/IR/UninterpretedCall.h"

#include <optional>
#include <string>
#include <vector>

namespace sparsec {

/// One fact. `csr(…)` is expanded by the frontend into the elementary kinds.
struct Fact {
  enum class Kind {
    Range,            ///< lower <= array[*] < upper
    Monotonic,        ///< arrays[0] non-decreasing (strict: increasing)
    Injective,        ///< arrays[0]
    Permutation,      ///< arrays[0] of [0, upper)
    Inverse,          ///< arrays[0][arrays[1][i]] == i
    Sorted,           ///< arrays[0] ascending in each segment of arrays[1]
    Unique,           ///< arrays[0] has no duplicates in a segment of arrays[1]
    RowLength,        ///< arrays[0][i+1] - arrays[0][i] <= upper
    HasDiagonal,      ///< column array arrays[0], pointer array arrays[1]
    SymmetricPattern, ///< arrays[0], arrays[1]
    Triangular,       ///< arrays[0], arrays[1]; lower/upper in `which`
    Boundary,         ///< arrays[0][at] == upper (index[0] = 0)
    Extent,           ///< arrays[0] has `upper` elements
    NoAlias,          ///< the arrays do not overlap
    Condition,        ///< an affine condition on parameters, `condition`
    Rule,             ///< `rule`: what a premise implies for all values
    Order,            ///< arrays[0], a permutation, keeps the order of pairs
    Contents,         ///< arrays[0] holds its Array::contents; `which` =
                      ///< "rows": a run of rows (Compaction/RowRun.h)
    AssumeFinite,     ///< floating arguments hold neither Inf nor NaN
    Rounded, ///< arrays[0] holds arrays[1] as `which` (IR/StorageFormat.h)
  };
  /// Who vouches for it, and so what happens with it at run time.
  enum class Origin {
    Proved,   ///< an inspector made the array so
    Declared, ///< pragma or known(…): asserted by the inspector
    Assumed,  ///< asked for explicitly: never checked
  };

  Kind kind = Kind::Range;
  Origin origin = Origin::Declared;
  std::vector<std::string> arrays;
  bool strict = false;
  std::string which;
  /// `[n] -> { [value] }` (no tuple: poly::isOnParameters) over parameters and
  /// calls with parameter arguments (Program::calls); absent where the kind has
  /// none. (A null isl object cannot even be copied, hence optional.)
  std::optional<isl::pw_aff> lower, upper, at;
  std::optional<isl::set> condition;
  /// `forall v: premise => conclusion`: sets `{ [v] }` over `calls`.
  struct Rule {
    CallTable calls;
    isl::set premise, conclusion;
  };
  /// Order: what `rule` relates runs in order. arrays = {perm, rows, tasks}: a
  /// value perm(p) with rows(k) <= p < rows(k + 1) and tasks(w) <= k < tasks(w
  /// + 1) has place p, task k and wave w. For all `{ [u, v, ..] }` in the
  /// premise the place of u is less than that of v, and so is its wave unless
  /// both have one task. {perm, rows}: k is the wave, and less for u. {perm,
  /// rows, steps, tasks}: rows are those of steps; u's step is less, and so is
  /// its wave unless both have one task. There is no conclusion. Where `which`
  /// is "apart", arrays = {perm, rows}: u and v are in different k, of which
  /// either may be less. Where it is "keys", there is no rule, arrays = {key,
  /// first, other}: iteration u and each of other[first(u) .. first(u + 1))
  /// have keys that rise with their numbers; number u is the loop's iteration
  /// lower + at * u. It is declared, and what the others rest on.
  std::optional<Rule> rule;
  /// As the user wrote it, and where ("spmv.c:3:9"), for messages.
  std::string text;
  std::string location;
};

} // namespace sparsec

#endif // SPARSEC_IR_FACT_H
