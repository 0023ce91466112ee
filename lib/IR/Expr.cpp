//===- Expr.cpp - expression trees ----------------------------------------===//

#include "sparsec/IR/Expr.h"

#include "sparsec/IR/Widths.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

Expr Expr::constant(std::string literal, ElementType type) {
  Expr result;
  result.text = std::move(literal);
  result.type = std::move(type);
  return result;
}

Expr Expr::affine(isl::pw_aff value, ElementType type) {
  Expr result;
  result.kind = Kind::Affine;
  result.subscripts = {std::move(value)};
  result.type = std::move(type);
  return result;
}

Expr Expr::access(std::string array, std::vector<isl::pw_aff> subscripts,
                  ElementType type) {
  Expr result;
  result.kind = Kind::Access;
  result.text = std::move(array);
  result.subscripts = std::move(subscripts);
  result.type = std::move(type);
  return result;
}

Expr Expr::binary(Operator op, Expr left, Expr right) {
  Expr result;
  result.kind = Kind::Binary;
  result.op = op;
  result.type = left.type;
  // Not `= {..}`, which copies: a sum of n terms would take n squared.
  result.operands.push_back(std::move(left));
  result.operands.push_back(std::move(right));
  return result;
}

bool Expr::isSame(const Expr &other) const {
  if (kind != other.kind || op != other.op || text != other.text ||
      !(type == other.type) || subscripts.size() != other.subscripts.size() ||
      operands.size() != other.operands.size())
    return false;
  for (size_t pos = 0; pos < subscripts.size(); ++pos)
    if (!subscripts[pos].plain_is_equal(other.subscripts[pos]))
      return false;
  for (size_t pos = 0; pos < operands.size(); ++pos)
    if (!operands[pos].isSame(other.operands[pos]))
      return false;
  return true;
}

Expr Expr::masked(Expr mask, Expr value) {
  Expr result;
  result.kind = Kind::Masked;
  result.type = value.type;
  result.operands.push_back(std::move(mask));
  result.operands.push_back(std::move(value));
  return result;
}

Expr Expr::carrying(Expr value) {
  Expr result;
  result.kind = Kind::Carrying;
  result.type = value.type;
  result.operands.push_back(std::move(value));
  return result;
}

void Expr::walk(const std::function<void(const Expr &)> &visit) const {
  visit(*this);
  for (const Expr &operand : operands)
    operand.walk(visit);
}

/// Applies \p rewrite to \p node and all below, bottom-up.
static void rewriteNodes(Expr &node,
                         const std::function<void(Expr &)> &rewrite) {
  for (Expr &operand : node.operands)
    rewriteNodes(operand, rewrite);
  const SourceSpan span = node.span;
  rewrite(node);
  if (!node.span.isKnown())
    node.span = span;
}

Expr Expr::mapNodes(const std::function<void(Expr &)> &rewrite) const {
  Expr result = *this;
  rewriteNodes(result, rewrite);
  return result;
}

Expr Expr::mapAffine(
    const std::function<isl::pw_aff(const isl::pw_aff &)> &rewrite) const {
  return mapNodes([&](Expr &node) {
    for (isl::pw_aff &subscript : node.subscripts)
      subscript = rewrite(subscript);
  });
}

/// Whether an integer target cuts what the update leaves, so that the next
/// update finds something else than what was computed. A sum loses high bits
/// only, which no later sum puts into the others.
static bool cutsUpdates(const Assignment &body) {
  const ElementType &target = body.target.type, &value = body.offered().type;
  if (!target.isInteger())
    return false;
  if (value.isFloating())
    return true;
  if (isChoice(body.op))
    return !holdsAll(target, value);
  // 0 + 2 - 1 is 1, 0 - 1 + 2 too, but _Bool makes 1 of 2 and of -1.
  return isTruth(target) && body.op != Update::And && body.op != Update::Or;
}

const Expr *Assignment::mask() const {
  return value.kind == Expr::Kind::Masked ? &value.operands[0] : nullptr;
}

const Expr &Assignment::computed() const {
  return mask() ? value.operands[1] : value;
}

Expr &Assignment::computed() { return mask() ? value.operands[1] : value; }

const Expr &Assignment::offered() const {
  const Expr &all = computed();
  return all.kind == Expr::Kind::Carrying ? all.operands[0] : all;
}

std::vector<Companion> Assignment::companions() const {
  std::vector<Companion> result;
  const Expr &all = computed();
  if (all.kind == Expr::Kind::Carrying)
    for (size_t pos = 1; pos + 1 < all.operands.size(); pos += 2)
      result.push_back({&all.operands[pos], &all.operands[pos + 1]});
  return result;
}

std::set<std::string> Assignment::written() const {
  std::set<std::string> arrays = {target.text};
  for (const Companion &companion : companions())
    arrays.insert(companion.cell->text);
  return arrays;
}

bool Assignment::overwrites() const { return op == Update::Set && !mask(); }

bool Assignment::isReduction() const {
  bool readsTarget = false;
  const auto look = [&](const Expr &node) {
    readsTarget |= node.kind == Expr::Kind::Access && node.text == target.text;
  };
  value.walk(look);
  for (const Expr &subscript : target.operands)
    subscript.walk(look);
  return commutes(op) && !hasTies(op) && !readsTarget && !cutsUpdates(*this);
}

bool Assignment::isTuple() const {
  if (!hasTies(op) || cutsUpdates(*this))
    return false;
  std::vector<Companion> all = companions();
  const auto isIn = [&](const Expr &node) {
    return node.kind == Expr::Kind::Access &&
           (node.text == target.text ||
            llvm::any_of(all, [&](const Companion &companion) {
              return companion.cell->text == node.text;
            }));
  };
  bool readsTuple = false;
  const auto look = [&](const Expr &node) { readsTuple |= isIn(node); };
  const auto lookIn = [&](const Expr &value) { value.walk(look); };
  if (mask())
    lookIn(*mask());
  lookIn(offered());
  const auto areSame = [](const isl::pw_aff &a, const isl::pw_aff &b) {
    return a.plain_is_equal(b);
  };
  bool isOnePlace = !target.isOfData();
  for (const Companion &companion : all) {
    lookIn(*companion.value);
    isOnePlace &=
        !companion.cell->isOfData() &&
        llvm::equal(companion.cell->subscripts, target.subscripts, areSame);
  }
  return isOnePlace && !readsTuple;
}

bool Assignment::isTupleReduction() const {
  return isTuple() && !computed().subscripts.empty();
}

std::string Assignment::identity() const {
  return identityOf(op, target.type.isFloating());
}

} // namespace sparsec
