//===- Environment.h - values of parameters and index arrays ----*- C++ -*-===//
#ifndef SPARSEC_BENCH_ENVIRONMENT_H
#define SPARSEC_BENCH_ENVIRONMENT_H

#include "sparsec/IR/Program.h"

#include "llvm/Support/Error.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sparsec::bench {

/// What is known of a kernel's integers so far; evaluates affine values in it.
class Environment {
public:
  explicit Environment(const Program &program) : program(program) {}

  std::map<std::string, int64_t> parameters;
  std::map<std::string, std::vector<int64_t>> integers; ///< array => elements

  /// The value of \p value, `[n] -> { [v] }` over parameters and
  /// Program::calls. nullopt when it needs something that is not known yet;
  /// `missing` names it.
  std::optional<int64_t> evaluate(const isl::pw_aff &value);
  std::string missing;

  /// Parameters that the program's context leaves only one value for.
  void solveContext();
  /// Whether the known parameters satisfy the program's context.
  bool satisfiesContext();
  /// The number nearest to \p wanted, not less if one is there, that \p value
  /// can be: parameters that are not known may be what the context allows.
  std::optional<int64_t> nearest(const isl::pw_aff &value, int64_t wanted);
  /// The same for parameter \p name; \p wanted where nothing is near.
  int64_t sizeNear(const std::string &name, int64_t wanted);
  /// Gives unknown parameters values for which \p value is \p number, if there
  /// are any; such as the context allows, if there are any.
  bool choose(const isl::pw_aff &value, int64_t number);
  /// A condition on parameters that the known ones break; null for none.
  const Fact *brokenCondition();

  /// Length of dimension \p dim of \p array: its extent, or else one more than
  /// the largest subscript of its accesses, from the facts and the values of
  /// the index arrays known. nullopt when that is unbounded.
  std::optional<int64_t> extent(const std::string &array, unsigned dim);

private:
  /// `{ : p = value, .. }` for the parameters of \p space that are known.
  isl::set known(const isl::space &space);
  std::optional<int64_t> lookUp(const std::string &name);
  std::optional<int64_t> lookUp(const UninterpretedCall &call);
  /// `{ : least <= call <= greatest }` of the array's elements, where known.
  isl::set dataRange(const CallTable &calls);
  std::optional<int64_t> largestSubscript(const Statement &statement,
                                          const isl::pw_aff &subscript);

  const Program &program;
};

} // namespace sparsec::bench

#endif // SPARSEC_BENCH_ENVIRONMENT_H
