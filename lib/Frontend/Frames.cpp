//===- Frames.cpp - the loops and conditions around a place ---------------===//

#include "Frames.h"
#include "AffineBuilder.h"

namespace sparsec {

unsigned Frames::depth() const {
  unsigned loops = 0;
  for (const Frame &frame : frames)
    loops += std::holds_alternative<LoopFrame>(frame);
  return loops;
}

std::string Frames::loopName(const clang::VarDecl *variable) const {
  auto isTaken = [&](const std::string &name) {
    if (kernel.program.arrays.count(name) || kernel.program.findParameter(name))
      return true;
    for (const Frame &frame : frames)
      if (const auto *loop = std::get_if<LoopFrame>(&frame))
        if (loop->name == name)
          return true;
    return false;
  };
  const std::string stem = variable->getNameAsString();
  std::string name = stem;
  for (unsigned copy = 2; isTaken(name); ++copy)
    name = stem + "_" + std::to_string(copy);
  return name;
}

/// Restricts \p affine's statement to what a jump left.
static void assumeNot(const SkipFrame &skip, AffineBuilder &affine) {
  if (skip.reached.size() == 1) {
    const ConditionFrame &only = skip.reached.front();
    return affine.assume(only.condition, only.scope, !only.negated);
  }
  isl::set reached = isl::set::universe(affine.statementSpace());
  for (const ConditionFrame &one : skip.reached) {
    const isl::set holds = affine.condition(one.condition, one.scope);
    reached = reached.intersect(one.negated ? holds.complement() : holds);
  }
  affine.restrict(reached.complement());
}

Statement Frames::instancesHere(const std::string &name) const {
  Statement statement;
  statement.name = name;
  for (const Frame &frame : frames)
    if (const auto *loop = std::get_if<LoopFrame>(&frame))
      statement.iterators.push_back(loop->name);
  isl::space space = poly::tupleSpace(
      kernel.ctx(), name, static_cast<unsigned>(statement.iterators.size()));
  statement.domain = isl::set::universe(space);
  statement.constraints = isl::set::universe(space);
  AffineBuilder affine(kernel, statement);
  affine.assumePointers();
  unsigned position = 0;
  for (const Frame &frame : frames) {
    if (const auto *loop = std::get_if<LoopFrame>(&frame)) {
      affine.enter(*loop, position++);
    } else if (const auto *skip = std::get_if<SkipFrame>(&frame)) {
      assumeNot(*skip, affine);
    } else if (const auto *branch = std::get_if<ConditionFrame>(&frame)) {
      affine.assume(branch->condition, branch->scope, branch->negated);
    }
  }
  return statement;
}

void Frames::leave() {
  SkipFrame skip;
  for (const Frame &frame : frames) {
    if (std::holds_alternative<LoopFrame>(frame) ||
        std::holds_alternative<CallFrame>(frame))
      skip.reached.clear();
    else if (const auto *branch = std::get_if<ConditionFrame>(&frame))
      skip.reached.push_back(*branch);
  }
  left.push_back(std::move(skip));
}

size_t Frames::skipSince(size_t before) {
  const size_t skipped = left.size() - before;
  frames.insert(frames.end(), left.begin() + long(before), left.end());
  return skipped;
}

} // namespace sparsec
