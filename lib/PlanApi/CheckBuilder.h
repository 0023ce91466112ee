//===- CheckBuilder.h - the checks of a program's facts ---------*- C++ -*-===//
#ifndef SPARSEC_LIB_PLANAPI_CHECKBUILDER_H
#define SPARSEC_LIB_PLANAPI_CHECKBUILDER_H

#include "CheckLocals.h"
#include "sparsec/Target/Cuda/GpuRules.h"

#include "sparsec/IR/Program.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <map>
#include <string>
#include <vector>

namespace sparsec {

/// A function `sparsec_check_NAME` of runtime/sparsec/facts.h or a *_facts.h.
struct FactChecker {
  llvm::StringLiteral name;
  /// Whether there is a `sparsec_gpu_check_NAME` for arrays on the GPU. Without
  /// one it looks at pointers and lengths alone.
  bool hasTwin = true;
};

/// Makes statements of facts: see FactChecks.cpp (functions, conditions) and
/// ArrayChecks.cpp (what facts say of the elements of arrays).
class CheckBuilder {
public:
  /// \p types: on a GPU, those of rules; null on the host.
  CheckBuilder(const Program &program, std::vector<LoopStruct> *types)
      : program(program), types(types), locals(program) {}

  llvm::Expected<std::vector<LoopNode>> build();
  llvm::Expected<std::vector<LoopNode>>
  buildScope(std::vector<const Fact *> facts);
  llvm::Expected<std::vector<LoopNode>> buildGuards();

private:
  /// What must not be, and the call that says so.
  struct Violation {
    LoopExpr condition, failure;
  };

  llvm::Error addFacts(std::vector<const Fact *> facts);
  llvm::Error addCondition(const Fact &fact);
  llvm::Expected<Violation> violated(const Fact &fact);
  bool canFail(const Fact &fact) const;
  llvm::Expected<std::vector<Violation>> violatedParameters();
  llvm::Error addFactWhereThere(const Fact &fact);
  llvm::Error addFact(const Fact &fact);
  llvm::Error addOfArray(const Fact &fact);
  llvm::Error addOfRows(const Fact &fact);
  llvm::Error addRange(const Fact &fact);
  llvm::Error addOfScattered(const Fact &fact);
  std::string ruleName() const;
  llvm::Error addRule(const Fact &fact);
  llvm::Error addBoundary(const Fact &fact);
  llvm::Error addContents(const Fact &fact);
  llvm::Error addKeys(const Fact &fact);
  llvm::Error addRounded(const Fact &fact);
  void call(const FactChecker &checker, const Fact &fact,
            std::vector<LoopExpr> operands);
  void guard(Violation violation);
  std::vector<LoopNode> withStatus() const;

  llvm::Expected<LoopExpr> value(const isl::pw_aff &value);
  llvm::Expected<LoopExpr> valueOr(const std::optional<isl::pw_aff> &bound,
                                   const char *limit);
  llvm::Expected<LoopExpr> count(const std::string &array, long minus = 0);
  llvm::Expected<LoopExpr> rows(const Fact &fact);
  LoopExpr viewOf(const std::string &array) { return locals.viewOf(array); }
  LoopExpr factText(const Fact &fact) { return locals.textOf(fact); }

  const Program &program;
  std::vector<LoopStruct> *types;
  CheckLocals locals;
  std::vector<LoopNode> checks;
  std::map<std::string, LoopExpr> matrices;
};

} // namespace sparsec

#endif // SPARSEC_LIB_PLANAPI_CHECKBUILDER_H
