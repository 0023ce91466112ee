//===- SourceAdvice.cpp - how a source may say it instead -----------------===//
///
/// \file
/// Forms whose iterations depend on each other as they are written, where the
/// result needs no order. No command rewrites them, so the message says how.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/Refusal.h"

#include "sparsec/IR/Program.h"

#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

bool isScalar(const Expr &expr) {
  return expr.kind == Expr::Kind::Access && expr.subscripts.empty() &&
         expr.operands.empty();
}

class Adviser {
public:
  Adviser(const Program &program, const ScheduleTree &loop,
          const Refusal &refusal)
      : program(program), loop(loop), array(refusal.array),
        names(loop.statements()) {}

  std::string run() const {
    for (const std::string &name : names) {
      const Assignment *body = maskedSet(name);
      const Assignment *condition = body ? conditionOf(*body) : nullptr;
      if (!condition)
        continue;
      std::string advice = mark(name, *body, *condition);
      if (!advice.empty())
        return advice;
    }
    return "";
  }

private:
  /// `target = value` of statement \p name, where a scalar is not 0.
  const Assignment *maskedSet(const std::string &name) const {
    const std::optional<Assignment> &body = program.statement(name).assignment;
    return body && body->op == Update::Set && body->mask() &&
                   isScalar(*body->mask())
               ? &*body
               : nullptr;
  }

  /// What sets the scalar that \p body asks, a comparison; null for others.
  const Assignment *conditionOf(const Assignment &body) const {
    const Assignment *found = nullptr;
    for (const std::string &name : names) {
      const std::optional<Assignment> &one = program.statement(name).assignment;
      if (!one || one->target.text != body.mask()->text)
        continue;
      if (found)
        return nullptr;
      found = &*one;
    }
    return found && found->value.kind == Expr::Kind::Binary &&
                   isComparison(found->value.op)
               ? found
               : nullptr;
  }

  /// The value of the loop, in statement \p name.
  bool isLoopValue(const std::string &name, const Expr &value) const {
    return value.kind == Expr::Kind::Affine &&
           value.subscripts[0].plain_is_equal(loop.values.at(name));
  }

  /// `if (met[k] != i) { met[k] = i; .. }`
  std::string mark(const std::string &name, const Assignment &body,
                   const Assignment &condition) const {
    const std::string &marks = body.target.text;
    auto isMark = [&](const Expr &side) {
      return side.kind == Expr::Kind::Access && side.text == marks;
    };
    if (marks != array || isScalar(body.target) ||
        llvm::StringRef(spellingOf(condition.value.op)) != "!=" ||
        llvm::none_of(condition.value.operands, isMark) ||
        !isLoopValue(name, body.computed()))
      return "";
    return "give each iteration marks of its own: declare '" + marks +
           "' in loop '" + loop.name +
           "', and let the iteration set the elements that it will ask for to "
           "-1 first, by the same loops";
  }

  const Program &program;
  const ScheduleTree &loop;
  const std::string &array;
  const std::vector<std::string> names;
};

} // namespace

std::string sourceAdvice(const Program &program, const ScheduleTree &loop,
                         const Refusal &refusal) {
  return Adviser(program, loop, refusal).run();
}

} // namespace sparsec
