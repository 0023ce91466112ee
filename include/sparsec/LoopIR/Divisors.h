//===- Divisors.h - what divides positions ----------------------*- C++ -*-===//
#ifndef SPARSEC_LOOPIR_DIVISORS_H
#define SPARSEC_LOOPIR_DIVISORS_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopAst.h"

#include <map>
#include <memory>
#include <string>

namespace sparsec {

/// Powers of two that are known to divide integers, at most `greatest`; a
/// value that grows on the way down the lowered loops.
class Divisors {
public:
  static constexpr long greatest = 16;

  /// What the program's conditions say of parameters: `known("n % 4 == 0")`.
  explicit Divisors(const Program &program);

  /// Behind the constant local, or inside the loop, \p node.
  void define(const LoopNode &node);
  /// 1 when nothing is known.
  long of(const LoopExpr &expr) const;

private:
  /// What divides parameters, found when one is first asked about: to ask isl
  /// about all of them costs more than most passes, which ask about few.
  struct Parameters;
  std::shared_ptr<Parameters> parameters;
  /// Loops and constant locals.
  std::map<std::string, long> known;
};

} // namespace sparsec

#endif // SPARSEC_LOOPIR_DIVISORS_H
