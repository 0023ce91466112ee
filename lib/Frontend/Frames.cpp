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

void Frames::describe(Statement &statement, const clang::Stmt *source) const {
  const Diagnoser &diagnoser = kernel.diagnoser;
  statement.location = diagnoser.location(source->getBeginLoc());
  statement.source = diagnoser.sourceText(source->getSourceRange());
  statement.span = diagnoser.span(source->getSourceRange());
  statement.domain = poly::withDimNames(statement.domain, statement.iterators);
  statement.constraints =
      poly::withDimNames(statement.constraints, statement.iterators);
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
  const std::string stem = plainNameOf(variable);
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
  return instancesIn(frames, name);
}

std::set<std::string> Frames::callsAroundMasks() const {
  const auto mask = llvm::find_if(frames, [](const Frame &frame) {
    const auto *skip = std::get_if<SkipFrame>(&frame);
    return std::holds_alternative<MaskFrame>(frame) || (skip && skip->mask);
  });
  std::set<std::string> calls;
  for (const auto &[name, call] :
       instancesIn({frames.data(), size_t(mask - frames.begin())}, "frame")
           .calls)
    calls.insert(name);
  return calls;
}

Statement Frames::instancesIn(llvm::ArrayRef<Frame> frames,
                              const std::string &name) const {
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
      if (!skip->mask)
        assumeNot(*skip, affine);
    } else if (const auto *branch = std::get_if<ConditionFrame>(&frame)) {
      affine.assume(branch->condition, branch->scope, branch->negated);
    }
  }
  return statement;
}

/// One that holds makes those before it hold.
static void addMask(std::vector<MaskFrame> &masks, const MaskFrame &mask) {
  if (!mask.negated)
    masks.clear();
  masks.push_back(mask);
}

std::optional<Expr> Frames::mask() const {
  std::vector<MaskFrame> masks;
  for (const Frame &frame : frames) {
    if (const auto *mask = std::get_if<MaskFrame>(&frame))
      addMask(masks, *mask);
    const auto *skip = std::get_if<SkipFrame>(&frame);
    if (skip && skip->mask)
      // It need not have asked under those before it: `if (a) {..} else
      // continue`
      masks.push_back({skip->mask->local, !skip->mask->negated});
  }
  std::optional<Expr> all;
  for (const MaskFrame &mask : masks) {
    Expr holds = Expr::access(mask.local, {}, ElementType::int32());
    if (mask.negated) {
      Expr inner = std::move(holds);
      holds = Expr();
      holds.kind = Expr::Kind::Unary;
      holds.op = Operator::Not;
      holds.type = ElementType::int32();
      holds.operands.push_back(std::move(inner));
    }
    all = all ? Expr::binary(Operator::LogicalAnd, std::move(*all),
                             std::move(holds))
              : std::move(holds);
  }
  return all;
}

void refuseUnderSeveral(clang::SourceRange jump, Diagnoser &diagnoser) {
  diagnoser.refuse(jump,
                   "a jump under several conditions, some of them on data",
                   "put what it leaves under an 'if'");
}

void Frames::leave(const clang::Stmt *jump) {
  SkipFrame skip;
  std::vector<MaskFrame> masks;
  for (const Frame &frame : frames) {
    if (std::holds_alternative<LoopFrame>(frame) ||
        std::holds_alternative<CallFrame>(frame)) {
      skip.reached.clear();
      masks.clear();
    } else if (const auto *branch = std::get_if<ConditionFrame>(&frame)) {
      skip.reached.push_back(*branch);
    } else if (const auto *mask = std::get_if<MaskFrame>(&frame)) {
      addMask(masks, *mask);
    }
  }
  const bool isUnderSeveral = masks.size() + !skip.reached.empty() > 1;
  if (isUnderSeveral && llvm::isa<clang::ContinueStmt>(jump))
    throw JumpUnderData{jump->getSourceRange()};
  if (isUnderSeveral)
    refuseUnderSeveral(jump->getSourceRange(), kernel.diagnoser);
  if (!masks.empty())
    skip.mask = masks.front();
  left.push_back(std::move(skip));
}

std::map<std::string, isl::pw_aff>
Frames::loopValues(const LoopFrame &loop, const ScheduleTree &body) const {
  std::map<std::string, isl::pw_aff> values;
  for (const std::string &name : body.statements()) {
    isl::pw_aff value = kernel.program.statement(name).iterator(depth());
    const bool negate = loop.down && !loop.counted;
    values.emplace(name, negate ? value.neg() : value);
  }
  return values;
}

size_t Frames::skipSince(size_t before) {
  const size_t skipped = left.size() - before;
  frames.insert(frames.end(), left.begin() + long(before), left.end());
  return skipped;
}

} // namespace sparsec
