//===- TupleParts.cpp - what threads find of an extremum ------------------===//

#include "TupleParts.h"

#include "Elements.h"

#include "sparsec/Analysis/TupleOrder.h"

#include "sparsec/IR/Widths.h"
#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/LoopIR/Statements.h"

#include "llvm/ADT/STLExtras.h"

#include <functional>
#include <optional>
#include <set>

namespace sparsec {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

namespace {

/// GPUs exchange values of 4 and 8 bytes, which shorter integers fit. What a
/// _Bool gets becomes one as it is stored: an int would cut it off.
LoopType exchanged(const ElementType &type) {
  return type.isInteger() && type.bytes < 4 && !isTruth(type)
             ? LoopType::int32()
             : LoopType(type);
}

/// The greatest number of \p type, of 32 or 64 bits.
LoopExpr mostOf(const LoopType &type) {
  const bool isWide = type.element.bytes > 4;
  if (!type.element.isSigned)
    return LoopExpr::literal(isWide ? "18446744073709551615ull"
                                    : "4294967295u");
  return isWide ? LoopExpr::literal("LLONG_MAX")
                : LoopExpr::integer(2147483647);
}

/// What no value is beyond: the greatest of all, or the least.
LoopExpr extremeOf(const LoopType &type, bool isGreatest) {
  if (!type.isInteger())
    return LoopExpr::literal(isGreatest ? "INFINITY" : "-INFINITY");
  if (isGreatest)
    return mostOf(type);
  if (!type.element.isSigned)
    return LoopExpr::integer(0);
  return type.element.bytes > 4 ? LoopExpr::literal("LLONG_MIN")
                                : LoopExpr::integer(-2147483648L);
}

/// What \p loop declares: its iterator, those inside, and locals.
std::set<std::string> declaredIn(const LoopNode &loop) {
  std::set<std::string> names;
  loop.walk([&](const LoopNode &node) {
    if (node.isFor() || node.kind == Kind::Local || node.kind == Kind::Declare)
      names.insert(node.name);
  });
  return names;
}

LoopExpr both(Operator op, LoopExpr left, LoopExpr right) {
  return LoopExpr::binary(op, std::move(left), std::move(right));
}

/// Whether \p places come before \p others, of which each component counts
/// where those before it are equal.
LoopExpr isBefore(const std::vector<LoopExpr> &places,
                  const std::vector<LoopExpr> &others) {
  LoopExpr result = both(Operator::Less, places.back(), others.back());
  for (size_t pos = places.size() - 1; pos-- > 0;)
    result = both(Operator::LogicalOr,
                  both(Operator::Less, places[pos], others[pos]),
                  both(Operator::LogicalAnd,
                       both(Operator::Equal, places[pos], others[pos]),
                       std::move(result)));
  return result;
}

bool mentions(const LoopExpr &expr, const std::set<std::string> &names) {
  bool found = false;
  expr.walk([&](const LoopExpr &part) { found |= names.count(part.name) > 0; });
  return found;
}

} // namespace

TupleParts::TupleParts(const LoopNode &update, const Program &program,
                       const NewName &newName, const Locals &locals)
    : how(update.op), newName(newName), locals(locals) {
  const std::vector<const LoopNode *> assigns = assignmentsOf(update);
  target = resolved(assigns.front()->target, locals);
  type = exchanged(program.arrays.at(target.name).type);
  for (const LoopExpr &place : update.values) {
    bool isWide = false;
    place.walk([&](const LoopExpr &part) { isWide |= part.wide; });
    placeTypes.push_back(integerType(isWide));
  }
  for (const LoopNode *assign : llvm::drop_begin(assigns)) {
    cells.push_back(resolved(assign->target, locals));
    cellTypes.push_back(exchanged(program.arrays.at(assign->target.name).type));
    const auto place = llvm::find(update.values, assign->value);
    cellPlaces.push_back(
        place == update.values.end()
            ? std::nullopt
            : std::optional<size_t>(place - update.values.begin()));
  }
}

/// Those that have one value wherever they are declared.
TupleParts::Locals TupleParts::localsIn(const LoopNode &loop) {
  Locals found;
  std::set<std::string> others;
  for (const LoopNode &child : loop.body)
    child.walk([&](const LoopNode &node) {
      if (node.kind != Kind::Local)
        return;
      const auto known = found.emplace(node.name, node.value).first;
      if (!node.isConst || !(known->second == node.value))
        others.insert(node.name);
    });
  for (const std::string &name : others)
    found.erase(name);
  return found;
}

LoopExpr TupleParts::resolved(const LoopExpr &expr, const Locals &locals) {
  return expr.map([&](LoopExpr part) {
    const auto known =
        part.isVariable() ? locals.find(part.name) : locals.end();
    return known == locals.end() ? part : resolved(known->second, locals);
  });
}

bool TupleParts::isOne(const LoopNode &node) const {
  return isTupleUpdate(node) && node.op == how && !node.values.empty() &&
         resolved(assignmentsOf(node).front()->target, locals) == target;
}

bool TupleParts::add(const LoopNode &update) {
  const std::vector<const LoopNode *> assigns = assignmentsOf(update);
  names.insert(assigns.front()->name);
  if (assigns.size() != cells.size() + 1 ||
      update.values.size() != placeTypes.size())
    return false;
  for (size_t pos = 0; pos < cells.size(); ++pos) {
    const LoopNode &assign = *assigns[pos + 1];
    if (assign.op != Update::Set ||
        resolved(assign.target, locals) != cells[pos])
      return false;
    if (cellPlaces[pos] && assign.value != update.values[*cellPlaces[pos]])
      cellPlaces[pos].reset();
  }
  return true;
}

bool TupleParts::varies(const LoopNode &loop) const {
  return mentions(target, declaredIn(loop));
}

/// Its subscripts tell the iteration, or it begins anew with each.
bool TupleParts::isOfIteration(const LoopNode &loop,
                               const Program &program) const {
  const Array &array = program.arrays.at(target.name);
  return llvm::any_of(target.operands,
                      [&](const LoopExpr &one) {
                        return one.isVariable() && one.name == loop.name;
                      }) ||
         (array.isPrivate() &&
          array.privateDepth > int(sharedDepth(program, *names.begin())));
}

bool TupleParts::isTouched(const LoopNode &loop) const {
  std::vector<LoopExpr> held = cells;
  held.push_back(target);
  auto touches = [&](const LoopExpr &part) {
    return llvm::any_of(held, [&](const LoopExpr &one) {
      return one.name == part.name && !areApart(one, part);
    });
  };
  bool found = false;
  std::function<void(const LoopNode &)> look = [&](const LoopNode &node) {
    if (isOne(node))
      return; // by itself it reads nothing of the tuple
    node.visitExprs([&](const LoopExpr &expr, bool) {
      expr.walk([&](const LoopExpr &part) { found |= touches(part); });
    });
    for (const Nodes *inside : {&node.body, &node.otherwise})
      llvm::for_each(*inside, look);
  };
  llvm::for_each(loop.body, look);
  return found;
}

llvm::Expected<std::vector<TupleParts>>
TupleParts::of(const LoopNode &loop, const Program &program,
               const NewName &newName, std::set<std::string> *scattered) {
  std::vector<TupleParts> result;
  std::string torn, chosenInside;
  const Locals locals = localsIn(loop);
  for (const LoopNode &child : loop.body)
    child.walk([&](const LoopNode &node) {
      if (!isTupleUpdate(node) || node.values.empty())
        return;
      auto known = llvm::find_if(
          result, [&](const TupleParts &one) { return one.isOne(node); });
      if (known == result.end())
        known = result.insert(result.end(),
                              TupleParts(node, program, newName, locals));
      if (!known->add(node))
        torn = printExpr(known->target);
    });
  if (!torn.empty())
    return llvm::createStringError(
        "threads would share '%s' with other cells in one statement than in "
        "another; let all statements that update it take the same along",
        torn.c_str());
  llvm::erase_if(result, [&](const TupleParts &one) {
    if (one.varies(loop)) {
      if (!one.isOfIteration(loop, program)) {
        chosenInside = printExpr(one.target);
        if (scattered)
          scattered->insert(one.target.name);
      }
      return true;
    }
    const bool isTouched = one.isTouched(loop);
    if (isTouched && !program.arrays.at(one.target.name).isPrivate())
      torn = printExpr(one.target);
    return isTouched;
  });
  const bool isShared =
      loop.marks.gpu.sharing == GpuMark::Sharing::Combined ||
      (loop.marks.parallel && loop.marks.updates != LoopMarks::Updates::None);
  if (!chosenInside.empty() && isShared)
    return llvm::createStringError(
        "threads would share '%s', an extremum with what goes along whose "
        "element loops inside choose; share a loop inside of these",
        chosenInside.c_str());
  if (!torn.empty() && isShared)
    return llvm::createStringError(
        "threads would share '%s', of which the loop touches elements "
        "otherwise, too; distribute the loop",
        torn.c_str());
  return result;
}

LoopExpr TupleParts::noPlace(size_t pos) const {
  return mostOf(placeTypes[pos]);
}

LoopExpr TupleParts::directed(const LoopExpr &place) const {
  return tiesOf(how) == Ties::First ? place : LoopExpr::integer(0) - place;
}

LoopExpr TupleParts::name(const std::string &stem, const LoopType &of,
                          LoopExpr value, Nodes &into) const {
  LoopNode local = LoopNode::local(of, newName(stem), std::move(value));
  local.isConst = false;
  into.push_back(std::move(local));
  return LoopExpr::variable(into.back().name, of.isWide());
}

TupleCopy TupleParts::declare(Nodes &into) const {
  TupleCopy copy;
  copy.value = name(stemOf(how), type, extremeOf(type, isLeast(how)), into);
  for (size_t pos = 0; pos < placeTypes.size(); ++pos)
    copy.places.push_back(name("place", placeTypes[pos], noPlace(pos), into));
  for (size_t pos = 0; pos < cells.size(); ++pos)
    copy.cells.push_back(cellPlaces[pos] ? LoopExpr()
                                         : name(cells[pos].name, cellTypes[pos],
                                                LoopExpr::literal("0"), into));
  return copy;
}

LoopExpr TupleParts::isBetter(const LoopExpr &value, const LoopExpr &other,
                              bool orEqual) const {
  const Operator less = orEqual ? Operator::LessEqual : Operator::Less,
                 greater = orEqual ? Operator::GreaterEqual : Operator::Greater;
  return LoopExpr::binary(isLeast(how) ? less : greater, value, other);
}

void TupleParts::redirectOne(LoopNode &update, const TupleCopy &copy,
                             bool inOrder) const {
  const std::vector<const LoopNode *> assigns = assignmentsOf(update);
  const LoopNode take = *assigns.front();
  const LoopExpr value = resolved(take.value, localsIn(update));
  std::vector<LoopExpr> places;
  for (const LoopExpr &place : update.values)
    places.push_back(directed(place));
  update.condition =
      inOrder ? isBetter(value, copy.value, tiesOf(how) == Ties::Last)
              : both(Operator::LogicalOr, isBetter(value, copy.value),
                     both(Operator::LogicalAnd,
                          LoopExpr::binary(Operator::Equal, value, copy.value),
                          isBefore(places, copy.places)));
  Nodes body;
  for (const LoopNode &node : update.body)
    if (node.kind == Kind::Local)
      body.push_back(node);
  auto set = [&](const LoopExpr &local, const LoopExpr &value) {
    body.push_back(stmt::assign(local, value));
    body.back().name = take.name;
  };
  set(copy.value, take.value);
  for (size_t pos = 0; pos < places.size(); ++pos)
    set(copy.places[pos], places[pos]);
  for (size_t pos = 0; pos < cells.size(); ++pos)
    if (!cellPlaces[pos])
      set(copy.cells[pos], assigns[pos + 1]->value);
  update.body = std::move(body);
  update.op = Update::None;
  update.values.clear();
}

void TupleParts::redirect(LoopNode &loop, const TupleCopy &copy,
                          bool inOrder) const {
  std::function<void(LoopNode &)> visit = [&](LoopNode &node) {
    if (isOne(node))
      return redirectOne(node, copy, inOrder);
    for (Nodes *inside : {&node.body, &node.otherwise})
      llvm::for_each(*inside, visit);
  };
  llvm::for_each(loop.body, visit);
}

LoopNode TupleParts::join(const TupleCopy &whole, const TupleCopy &part) const {
  Nodes body = {stmt::assign(whole.value, part.value)};
  for (size_t pos = 0; pos < placeTypes.size(); ++pos)
    body.push_back(stmt::assign(whole.places[pos], part.places[pos]));
  for (size_t pos = 0; pos < cells.size(); ++pos)
    if (!cellPlaces[pos])
      body.push_back(stmt::assign(whole.cells[pos], part.cells[pos]));
  return LoopNode::ifThen(
      both(Operator::LogicalOr, isBetter(part.value, whole.value),
           both(Operator::LogicalAnd,
                LoopExpr::binary(Operator::Equal, part.value, whole.value),
                isBefore(part.places, whole.places))),
      std::move(body));
}

/// What was there before the loop comes before all of what it finds.
LoopNode TupleParts::update(const TupleCopy &found) const {
  const bool isLast = tiesOf(how) == Ties::Last;
  LoopExpr condition = isBetter(found.value, target, isLast);
  // Where nothing was found nothing could be equal, and an element need not
  // exist.
  if (isLast || !target.operands.empty())
    condition =
        both(Operator::LogicalAnd,
             LoopExpr::binary(Operator::NotEqual, found.places[0], noPlace(0)),
             std::move(condition));
  Nodes body = {stmt::assign(target, found.value)};
  for (size_t pos = 0; pos < cells.size(); ++pos)
    body.push_back(stmt::assign(
        cells[pos], cellPlaces[pos] ? directed(found.places[*cellPlaces[pos]])
                                    : found.cells[pos]));
  for (LoopNode &assign : body)
    assign.name = *names.begin();
  return LoopNode::ifThen(std::move(condition), std::move(body));
}

} // namespace sparsec
