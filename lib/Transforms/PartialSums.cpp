//===- PartialSums.cpp - what an iteration adds, added up first -----------===//
///
/// \file
/// `partial_sums` gathers in a scalar what one iteration of a loop adds to one
/// element, and adds that once:
///
///     for d                          for d
///       for j                          part = 0
///         y[i] += a[d][j]    =>        for j
///                                        part += a[d][j]
///                                      y[i] += part
///
/// It is the reverse of update_in_place, and what Halide and TVM call rfactor:
/// the loops down to this one then have sums of their own, which scalar_expand
/// keeps beside each other and reduce adds up by threads. Iterations O of these
/// loops have one element each, { O[loops] -> y[element] }.
///
//===----------------------------------------------------------------------===//

#include "Support/LoopCoordinates.h"
#include "Support/OuterView.h"
#include "Support/Temporaries.h"

#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

#include <cstdlib>

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement,
     "an update of an element: y[i] += .."},
    {"loop", ParameterSpec::Kind::Loop,
     "the loop whose iterations have a sum each"},
    {"name", ParameterSpec::Kind::NewName,
     "name of the scalar; `ARRAY_part` unless given",
     /*optional=*/true},
};

class PartialSums {
public:
  PartialSums(StepResult &result, const Arguments &args)
      : result(result), args(args), name(args.statement()),
        loop(args.text("loop")), before(result.program) {}

  llvm::Error run() {
    for (auto step : {&PartialSums::checkUpdate, &PartialSums::findElements,
                      &PartialSums::makeScalar})
      if (llvm::Error error = (this->*step)())
        return error;
    rewrite();
    return llvm::Error::success();
  }

private:
  llvm::Error checkUpdate();
  llvm::Error findElements();
  llvm::Error makeScalar();
  std::string makeStatement(const std::string &role, bool isFirst);
  void rewrite();

  StepResult &result;
  const Arguments &args;
  const std::string name, loop;
  Program before;                     ///< once the loops are iterators
  unsigned depth = 0;                 ///< the loops down to `loop`
  Expr element;                       ///< that the statement updates
  std::string start;                  ///< a sum of nothing
  std::optional<OuterView> view;      ///< over these loops
  std::optional<isl::set> iterations; ///< `{ O[loops] }` or more
  std::optional<isl::map> elements;   ///< `{ O[loops] -> A[element] }`
  Array scalar;
};

/// The number that a sum by \p op begins with, "" if there is none.
std::string startOf(Update op, const ElementType &type) {
  const std::string text = identityOf(op, type.isFloating());
  char *end = nullptr;
  std::strtod(text.c_str(), &end);
  return end == text.c_str() || *end ? "" : text;
}

llvm::Error PartialSums::checkUpdate() {
  const Program &program = result.program;
  const auto &assignment = program.statement(name).assignment;
  if (!assignment || !assignment->isReduction() || assignment->isBranch() ||
      assignment->target.isOfData() || joinOf(assignment->op) == Update::None)
    return refuse("'" + name + "' does not add to an element as 'y[i] += ..'");
  element = assignment->target;
  start = startOf(assignment->op, element.type);
  if (start.empty())
    return refuse("no number is what '" + name +
                  "' makes of nothing, so that a part could begin with it");
  if (!program.isExactReduction(element.text, assignment->op) &&
      !program.allowReassociation)
    return refuse("'" + element.text +
                  "' would get its parts added up first, which rounds "
                  "differently; 'allow_reassociation()' before this step "
                  "permits it");
  const ScheduleTree &tree = program.phaseOf(name)->tree;
  if (tree.findLoop(name, loop)->statements().size() != 1)
    return refuse("loop '" + loop +
                  "' holds other statements, too; distribute first");
  const auto around = tree.loopsAround(name);
  const auto own = llvm::find_if(
      around, [&](const ScheduleTree *each) { return each->name == loop; });
  depth = unsigned(own - around.begin()) + 1;
  if (depth == around.size())
    return refuse("loop '" + loop +
                  "' is the innermost one: one iteration adds one value");
  return llvm::Error::success();
}

llvm::Error PartialSums::findElements() {
  if (!useLoopCoordinates(result, {name}, depth))
    return refuse("the loops around '" + name + "' down to '" + loop +
                  "' do not say whose a scalar in them would be: their values "
                  "follow from index arrays, or other scalars belong to some "
                  "of them");
  before = result.program;
  element = before.statement(name).assignment->target;
  view.emplace(before, before.phaseOf(name)->tree, name, depth);
  iterations = view->see(name, "A", {}).relation.domain();
  const OuterRelation seen = view->see(name, "A", element.subscripts);
  elements = seen.exact ? seen.relation
                        : withinExtents(before, before.arrays.at(element.text),
                                        seen.relation);
  if (!elements->is_single_valued())
    return refuse("one iteration of loop '" + loop +
                  "' adds to several elements of '" + element.text +
                  "'; put the loops that move it outside of '" + loop + "'");
  return llvm::Error::success();
}

llvm::Error PartialSums::makeScalar() {
  auto given = temporaryName(result.program, args, element.text + "_part");
  if (!given)
    return given.takeError();
  scalar = localArray(before.context.ctx(), {}, depth);
  scalar.name = *given;
  scalar.type = before.arrays.at(element.text).type;
  result.program.arrays[*given] = scalar;
  return llvm::Error::success();
}

/// `M[O]`, which begins the sum or adds it to the element.
std::string PartialSums::makeStatement(const std::string &role, bool isFirst) {
  Program &program = result.program;
  Statement made;
  made.name = program.freshName(scalar.name + "_" + role);
  made.iterators = view->outer();
  const isl::space space =
      poly::tupleSpace(program.context.ctx(), made.name, depth);
  std::vector<isl::pw_aff> loops;
  for (unsigned pos = 0; pos < depth; ++pos)
    loops.push_back(poly::dimension(space, pos));
  const isl::pw_multi_aff toOuter = poly::makeMap(space, "O", loops);
  const isl::set where = isFirst ? *iterations : elements->domain();
  setInstances(made, view->adopt(made, toOuter, where.preimage(toOuter)));
  const Expr part = Expr::access(scalar.name, {}, scalar.type);
  if (isFirst) {
    made.assignment =
        Assignment{part, Update::Set, Expr::constant(start, scalar.type)};
  } else {
    const isl::pw_multi_aff places = elements->as_pw_multi_aff();
    Expr whole = element;
    for (unsigned pos = 0; pos < whole.subscripts.size(); ++pos) {
      const isl::pw_aff place = places.at(int(pos));
      whole.subscripts[pos] =
          view->lookFrom(made, toOuter, place.gist(place.domain()).coalesce());
    }
    made.assignment =
        Assignment{whole, joinOf(before.statement(name).assignment->op), part};
  }
  const std::string key = made.name;
  program.statements.emplace(key, std::move(made));
  result.made.push_back({role, key});
  return key;
}

void PartialSums::rewrite() {
  Program &program = result.program;
  Statement &update = program.statement(name);
  update.assignment->target = Expr::access(scalar.name, {}, scalar.type);
  dropUnusedCalls(update);
  keepInstances(result, name);
  result.made.push_back({"update", name});
  const std::string first = makeStatement("start", true),
                    last = makeStatement("sum", false);
  ScheduleTree &tree = program.phaseOf(name)->tree;
  for (unsigned pos = 0; pos < depth; ++pos) {
    ScheduleTree &around = *tree.findLoop(name, view->outer()[pos]);
    for (const std::string &made : {first, last})
      around.values[made] = program.statement(made).iterator(pos);
  }
  ScheduleTree &body = tree.findLoop(name, loop)->children.front();
  body = ScheduleTree::sequence(
      {ScheduleTree::leaf(first), std::move(body), ScheduleTree::leaf(last)});
  tree.normalize();
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&]() -> llvm::Expected<StepResult> {
    StepResult result = startStep(program);
    if (llvm::Error error = PartialSums(result, args).run())
      return error;
    return result;
  });
}

} // namespace

extern const TransformSpec partial_sumsSpec;
const TransformSpec partial_sumsSpec = {
    .name = "partial_sums",
    .summary = "gather what an iteration adds to an element, and add that once",
    .before = "for d\n  for j\n    y[i] += a[d][j]",
    .after = "for d\n  part = 0\n  for j\n    part += a[d][j]\n"
             "  y[i] += part",
    .legality = "when an iteration adds to one element only, and, for "
                "floating-point sums and products, with allow_reassociation()",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
