//===- RescaledParts.cpp - parts of maxima and sums, combined -------------===//
///
/// \file
/// New arrays have a dimension in front, for the part. Statements that set or
/// combine elements run in the loops in which the iterations update them
/// (RescaledElements.h), and in one over the parts. A part's factor is 1 where
/// its maximum is the one of all, so that parts that have seen nothing, of
/// maxima that are all -infinity, do no harm.
///
//===----------------------------------------------------------------------===//

#include "Support/RescaledParts.h"

#include "Support/WriteCoverage.h"

#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

#include <cstdlib>

namespace sparsec {

bool isZeroConstant(const std::optional<Assignment> &assignment) {
  if (!assignment || assignment->op != Update::Set)
    return false;
  const Expr &value = assignment->value;
  const Expr &inner =
      value.kind == Expr::Kind::Cast ? value.operands[0] : value;
  if (inner.kind == Expr::Kind::Affine)
    return poly::constantValue(inner.subscripts[0]) == 0;
  char *end = nullptr;
  const double number = std::strtod(inner.text.c_str(), &end);
  return inner.kind == Expr::Kind::Constant && end != inner.text.c_str() &&
         number == 0;
}

static Expr converted(Expr value, const ElementType &type) {
  Expr result;
  result.kind = Expr::Kind::Cast;
  result.type = type;
  result.operands.push_back(std::move(value));
  return result;
}

RescaledParts::RescaledParts(StepResult &result, RescaledSums sums,
                             RescaledLoops loops, const std::string &starts,
                             std::map<std::string, std::string> setters)
    : result(result), before(result.program), sums(std::move(sums)),
      loops(std::move(loops)), setters(std::move(setters)),
      view(before, before.phaseOf(this->loops.statement)->tree,
           this->loops.statement, this->loops.depth),
      needed(view.see(starts.empty() ? this->loops.statement : starts, "A", {})
                 .relation.domain()),
      alone{{},
            isl::set::universe(poly::tupleSpace(before.context.ctx(), "E",
                                                this->loops.depth + 1)),
            {}} {}

llvm::Error RescaledParts::make() {
  for (const RescaledSums::Sum &sum : sums.sums) {
    auto own = rescaledElements(before, loops, sum);
    if (!own)
      return own.takeError();
    elements.emplace(sum.array, std::move(*own));
  }
  result.made.push_back({"update", loops.statement});
  makeArrays();
  redirect();
  std::vector<ScheduleTree> nests = start();
  const size_t first = nests.size();
  llvm::append_range(nests, combine());
  ScheduleTree &tree = result.program.phaseOf(loops.statement)->tree;
  for (unsigned pos = 0; pos < loops.depth; ++pos) {
    ScheduleTree &around = *tree.findLoop(loops.statement, view.outer()[pos]);
    for (const ScheduleTree &nest : nests)
      for (const std::string &made : nest.statements())
        around.values[made] = result.program.statement(made).iterator(pos);
  }
  ScheduleTree &top = *tree.findLoop(loops.statement, loops.top);
  nests.insert(nests.begin() + long(first), std::move(top));
  top = ScheduleTree::sequence(std::move(nests));
  tree.normalize();
  return checkElements();
}

/// Parts are combined in iterations of the loops around that have none inside,
/// too, where nothing in the source says that the elements are there.
llvm::Error RescaledParts::checkElements() const {
  const ScheduleTree &tree = result.program.phaseOf(loops.statement)->tree;
  for (const auto &[array, statement] : combined) {
    const std::string &setter = setters.at(array);
    if (!WriteCoverage(result.program, tree, array)
             .covers(setter, statement, loops.depth))
      return refuse("'" + setter + "' sets fewer elements of '" + array +
                    "' to 0 than loop '" + loops.top +
                    "' would update, were its condition true in all "
                    "iterations of the loops around; let both have one "
                    "condition");
  }
  return llvm::Error::success();
}

void RescaledParts::makeArrays() {
  Program &program = result.program;
  auto make = [&](const std::string &array,
                  const std::string &stem) -> Array & {
    Array copy = before.arrays.at(array);
    copy.name = program.freshName(stem);
    copy.extents.insert(
        copy.extents.begin(),
        poly::constant(isl::space::unit(before.context.ctx()), loops.size));
    return program.arrays[copy.name] = copy;
  };
  std::vector<std::string> all = {sums.maximum};
  for (const RescaledSums::Sum &sum : sums.sums)
    all.push_back(sum.array);
  for (const std::string &array : all) {
    parts[array] = make(array, array + "_part").name;
    result.storageMap[array] = parts[array];
  }
  Array &factors = make(sums.maximum, sums.maximum + "_factor");
  factors.type = sums.functionType;
  factor = factors.name;
}

/// Iterations work on the parts.
void RescaledParts::redirect() {
  const ScheduleTree &tree = before.phaseOf(loops.statement)->tree;
  const ScheduleTree &loop = *tree.findLoop(loops.statement, loops.loop);
  for (const std::string &name : loop.statements()) {
    Assignment &assignment = *result.program.statement(name).assignment;
    for (Expr *side : {&assignment.target, &assignment.value})
      *side = side->mapNodes([&](Expr &node) {
        const auto known = parts.find(node.text);
        if (node.kind != Expr::Kind::Access || known == parts.end())
          return;
        node.text = known->second;
        node.subscripts.insert(node.subscripts.begin(), loop.values.at(name));
      });
  }
}

/// The element of an array of parts, over E.
Expr RescaledParts::part(const std::string &array,
                         const RescaledElements &own) const {
  std::vector<isl::pw_aff> subscripts = {
      poly::dimension(own.where.space(), loops.depth)};
  llvm::append_range(subscripts, own.subscripts);
  return Expr::access(array, subscripts, result.program.arrays.at(array).type);
}

/// `M[outer, part, inner]`, which does \p assignment, over E.
std::string RescaledParts::makeStatement(const std::string &role,
                                         const RescaledElements &own,
                                         const Assignment &assignment) {
  Program &program = result.program;
  Statement made;
  made.name = program.freshName(assignment.target.text + "_" + role);
  made.iterators = view.outer();
  made.iterators.push_back(loops.loop);
  llvm::append_range(made.iterators, own.loops);
  const isl::space space = poly::tupleSpace(before.context.ctx(), made.name,
                                            unsigned(made.iterators.size()));
  std::vector<isl::pw_aff> all;
  for (unsigned pos = 0; pos < made.iterators.size(); ++pos)
    all.push_back(poly::dimension(space, pos));
  const isl::pw_multi_aff toElements = poly::makeMap(space, "E", all);
  const isl::pw_multi_aff toOuter =
      poly::makeMap(space, "O", {all.begin(), all.begin() + long(loops.depth)});
  const isl::pw_aff &number = all[loops.depth];
  setInstances(
      made, view.adopt(made, toOuter,
                       needed.preimage(toOuter)
                           .intersect(own.where.preimage(toElements))
                           .intersect(number.ge_set(poly::constant(space, 0)))
                           .intersect(number.lt_set(
                               poly::constant(space, loops.size)))));
  auto here = [&](const isl::pw_aff &subscript) {
    return subscript.pullback(toElements);
  };
  made.assignment = Assignment{assignment.target.mapAffine(here), assignment.op,
                               assignment.value.mapAffine(here)};
  const std::string key = made.name;
  program.statements.emplace(key, std::move(made));
  result.made.push_back({role, key});
  return key;
}

/// A loop over the parts and those over elements, one in the other.
ScheduleTree RescaledParts::nest(const std::vector<std::string> &statements,
                                 const RescaledElements &own,
                                 bool isPartInside) const {
  std::vector<unsigned> order;
  for (unsigned pos = 0; pos < own.loops.size(); ++pos)
    order.push_back(loops.depth + 1 + pos);
  order.insert(isPartInside ? order.end() : order.begin(), loops.depth);
  std::vector<ScheduleTree> leaves;
  for (const std::string &name : statements)
    leaves.push_back(ScheduleTree::leaf(name));
  ScheduleTree body = ScheduleTree::sequence(std::move(leaves));
  for (const unsigned dim : llvm::reverse(order)) {
    std::map<std::string, isl::pw_aff> values;
    for (const std::string &name : statements)
      values[name] = result.program.statement(name).iterator(dim);
    const Statement &first = result.program.statement(statements[0]);
    body = ScheduleTree::loop(first.iterators[dim], std::move(values),
                              std::move(body));
  }
  return body;
}

/// Parts begin with the maximum as it is, and with sums of nothing.
std::vector<ScheduleTree> RescaledParts::start() {
  const ElementType type = before.arrays.at(sums.maximum).type;
  std::vector<ScheduleTree> nests;
  std::vector<std::string> scalars = {
      makeStatement("start", alone,
                    {part(parts.at(sums.maximum), alone), Update::Set,
                     Expr::access(sums.maximum, {}, type)})};
  for (const RescaledSums::Sum &sum : sums.sums) {
    const RescaledElements &own = elements.at(sum.array);
    const Expr target = part(parts.at(sum.array), own);
    const std::string made = makeStatement(
        "start", own, {target, Update::Set, Expr::constant("0", target.type)});
    if (own.loops.empty())
      scalars.push_back(made);
    else
      nests.push_back(nest({made}, own, /*isPartInside=*/false));
  }
  nests.insert(nests.begin(), nest(scalars, alone, /*isPartInside=*/false));
  return nests;
}

/// `own == m ? 1 : g(own - m)`, in the type of g, of a difference that is not
/// rounded to less.
Expr RescaledParts::factorOf(const Expr &own) const {
  const Expr whole = Expr::access(sums.maximum, {}, own.type);
  const ElementType &type = sums.functionType;
  const bool isWidened = type.bytes > own.type.bytes;
  Expr isSame = Expr::binary(Operator::Equal, own, whole), power, result;
  isSame.type = ElementType::int32();
  power.kind = Expr::Kind::Call;
  power.text = sums.function;
  power.type = type;
  power.operands = {Expr::binary(Operator::Subtract,
                                 isWidened ? converted(own, type) : own,
                                 isWidened ? converted(whole, type) : whole)};
  result.kind = Expr::Kind::Select;
  result.type = type;
  result.operands = {std::move(isSame), Expr::constant("1", type),
                     std::move(power)};
  return result;
}

/// `part * factor`, in the wider of their types.
Expr RescaledParts::scaled(Expr part, Expr factor) const {
  const ElementType &type = sums.functionType;
  const bool isWidened = type.bytes > part.type.bytes;
  Expr result =
      Expr::binary(Operator::Multiply, std::move(part), std::move(factor));
  if (isWidened)
    result.type = type;
  return result;
}

std::vector<ScheduleTree> RescaledParts::combine() {
  const Expr own = part(parts.at(sums.maximum), alone);
  const std::string maximum =
      makeStatement("maximum", alone,
                    {Expr::access(sums.maximum, {}, own.type), sums.join, own});
  const std::string rescale = makeStatement(
      "rescale", alone, {part(factor, alone), Update::Set, factorOf(own)});
  std::vector<std::string> scalars;
  std::vector<ScheduleTree> nests = {nest({maximum}, alone, true),
                                     nest({rescale}, alone, true)};
  for (const RescaledSums::Sum &sum : sums.sums) {
    const RescaledElements &all = elements.at(sum.array);
    const ElementType type = before.arrays.at(sum.array).type;
    RescaledElements plain = all;
    plain.subscripts.clear();
    const std::string made = makeStatement(
        "sum", all,
        {Expr::access(sum.array, all.subscripts, type), Update::Add,
         scaled(part(parts.at(sum.array), all), part(factor, plain))});
    combined[sum.array] = made;
    if (all.loops.empty())
      scalars.push_back(made);
    else
      nests.push_back(nest({made}, all, /*isPartInside=*/true));
  }
  if (!scalars.empty())
    nests.insert(nests.begin() + 2, nest(scalars, alone, true));
  return nests;
}

} // namespace sparsec
