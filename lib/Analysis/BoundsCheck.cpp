//===- BoundsCheck.cpp - loops outside what bounds them -------------------===//
///
/// \file
/// A loop can be written only where its bounds are known: the index arrays
/// that they mention must be subscripted by loops further out. `for j` from
/// index[i] to index[i + 1] outside `for i` has no bounds.
///
//===----------------------------------------------------------------------===//

#include "StepCheck.h"

#include "sparsec/IR/LoopSpace.h"
#include "sparsec/Poly/AstBuild.h"
#include "sparsec/Poly/Linear.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

/// The loops around one statement, outermost first.
class LoopsAround {
public:
  LoopsAround(const Program &program, const Statement &statement,
              const ScheduleTree &tree)
      : statement(statement), space(program, statement, tree),
        // As when code is generated: `0 <= index(i)` gives no loop a bound.
        instances(statement.instances().intersect_params(program.context)) {}

  llvm::Error check() const {
    Names known;
    for (unsigned depth = 0; depth < space.loops().size(); ++depth) {
      known = space.availableCalls(depth, std::move(known));
      if (!isBoundedAt(depth, known))
        return outside(depth, known);
    }
    if (areToldApart())
      return llvm::Error::success();
    if (llvm::Expected<isl::pw_multi_aff> inverse = space.inverse(); !inverse)
      return inverse.takeError();
    return llvm::Error::success();
  }

private:
  using Names = std::vector<std::string>;

  /// Whether the loops' values add up to the iterators.
  bool areToldApart() const {
    std::vector<isl::pw_aff> values;
    for (unsigned pos = 0; pos < space.loops().size(); ++pos)
      values.push_back(space.schedule().at(int(pos)));
    for (unsigned dim = 0; dim < statement.iterators.size(); ++dim)
      if (!poly::isSumOf(values, statement.iterator(dim), {}))
        return false;
    return true;
  }

  /// Whether loop \p depth has a value and bounds when only the calls
  /// \p known are.
  bool isBoundedAt(unsigned depth, const Names &known) const {
    isl::set visible = instances;
    for (const auto &[name, call] : statement.calls) {
      if (llvm::is_contained(known, name))
        continue;
      if (poly::involvesParam(space.schedule().at(int(depth)), name))
        return false;
      if (poly::involvesParam(visible, name))
        visible = visible.project_out_param(poly::makeId(visible.ctx(), name));
    }
    // { P[values of loops 0 to depth] }
    std::vector<isl::pw_aff> values;
    for (unsigned pos = 0; pos <= depth; ++pos)
      values.push_back(space.schedule().at(int(pos)));
    isl::set image =
        visible.apply(poly::makeMap(statement.space(), "P", values).as_map());
    return image.is_empty() || poly::isBounded(image.coalesce(), depth);
  }

  /// "`index[i]` and `index[i + 1]`": what bounds the loop but is not known.
  std::string unknownCalls(unsigned depth, const Names &known) const {
    Names texts;
    for (const auto &[name, call] : statement.calls) {
      bool used = poly::involvesParam(statement.constraints, name) ||
                  poly::involvesParam(space.schedule().at(int(depth)), name);
      if (!used || llvm::is_contained(known, name))
        continue;
      std::string text = "`" + call.function;
      for (const isl::pw_aff &argument : call.arguments)
        text += "[" + affineText(argument, statement.iterators) + "]";
      texts.push_back(text + "`");
    }
    // index[i] before index[i + 1], as one reads them.
    llvm::stable_sort(texts, [](const std::string &a, const std::string &b) {
      return a.size() < b.size();
    });
    return llvm::join(texts, " and ");
  }

  llvm::Error outside(unsigned depth, const Names &known) const {
    const std::string &loop = space.loops()[depth];
    std::string around = " loop '" + loop + "' around '" + statement.name + "'";
    std::string calls = unknownCalls(depth, known);
    if (calls.empty())
      return refusal("the" + around + " has no finite bounds");
    Names inside(space.loops().begin() + depth + 1, space.loops().end());
    if (inside.empty())
      return refusal(calls + " bounds" + around +
                     ", but no loop outside it fixes the subscript");
    return refusal(calls + " bounds" + around +
                   " but the loop that fixes the subscript is now inside it "
                   "(inside are: " +
                   llvm::join(inside, ", ") + "); permute '" + loop +
                   "' inwards, or make_dense first");
  }

  const Statement &statement;
  LoopSpace space;
  isl::set instances;
};

} // namespace

llvm::Error checkBounds(const Program &before, const Program &after,
                        Record &record) {
  std::vector<std::string> checked;
  for (const Phase &phase : after.phases) {
    if (isSamePhase(before, after, phase))
      continue;
    for (const std::string &name : phase.tree.statements()) {
      if (isSameNest(before, after, phase, name))
        continue;
      if (llvm::Error failure =
              LoopsAround(after, after.statement(name), phase.tree).check())
        return failure;
      checked.push_back(name);
    }
  }
  if (!checked.empty())
    record.note("the loops around " + llvm::join(checked, ", ") +
                " have bounds that are known where they stand, and tell "
                "instances apart");
  return llvm::Error::success();
}

} // namespace sparsec
