//===- SumElements.cpp - which iterations have one element ----------------===//
///
/// \file
/// What a thread's loops say of the elements that its registers are: a row or a
/// column is missing in each step or in none where only loops tell that have
/// one iteration for each element.
///
//===----------------------------------------------------------------------===//

#include "TensorCall.h"
#include "Vectors.h"

#include "llvm/ADT/STLExtras.h"

#include <cstdlib>

namespace sparsec {
namespace {

using E = LoopExpr::Kind;

/// `factor * loop + one of constants`, what the registers have as one
/// subscript.
struct Subscripts {
  std::string loop;
  long factor = 1;
  std::set<long> constants;
};

/// None where it has another form, or not the same one in all registers.
std::optional<Subscripts> subscriptsOf(llvm::ArrayRef<LoopExpr> sums,
                                       size_t at) {
  Subscripts result;
  const LoopExpr form = splitConstant(sums[0].operands[at]).first;
  const bool isMultiple = form.kind == E::Mul && form.operands.size() == 2 &&
                          form.operands[0].isInteger();
  const LoopExpr &loop = isMultiple ? form.operands[1] : form;
  if (!loop.isVariable())
    return std::nullopt;
  result.loop = loop.name;
  if (isMultiple)
    result.factor = form.operands[0].value;
  for (const LoopExpr &sum : sums) {
    const auto [rest, constant] = splitConstant(sum.operands[at]);
    if (rest != form)
      return std::nullopt;
    result.constants.insert(constant);
  }
  return result;
}

} // namespace

bool hasMoving(const LoopExpr &expr, const Lanes &lanes) {
  bool found = false;
  expr.walk([&](const LoopExpr &part) {
    found |= (part.kind == E::Load && lanes.written.count(part.name)) ||
             part.kind == E::Call ||
             (part.isVariable() && lanes.moving.count(part.name));
  });
  return found;
}

std::set<std::string> loopsOfElements(llvm::ArrayRef<LoopExpr> sums,
                                      const Lanes &lanes) {
  std::set<std::string> loops;
  for (size_t at = 0; at < sums[0].operands.size(); ++at) {
    const auto known = subscriptsOf(sums, at);
    const auto loop =
        known ? lanes.moving.find(known->loop) : lanes.moving.end();
    if (loop == lanes.moving.end())
      continue;
    // Whether some other iteration has, in another register, the same number.
    const auto meet = [&](long a, long b) {
      return a != b && (a - b) % known->factor == 0 &&
             std::abs((a - b) / known->factor) < loop->second;
    };
    if (llvm::none_of(known->constants, [&](long a) {
          return llvm::any_of(known->constants,
                              [&](long b) { return meet(a, b); });
        }))
      loops.insert(known->loop);
  }
  return loops;
}

} // namespace sparsec
