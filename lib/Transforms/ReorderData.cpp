//===- ReorderData.cpp - arrays in the order of a reordered loop ----------===//
///
/// \file
/// `reorder_data` gives a loop that runs through a permutation copies of arrays
/// in its own order:
///
///     for p                         for q: y2[q] = y[perm[q]]
///       y[perm[p]] += x[col[j]]  => for p: y2[p] += x2[inv[col[j]]]
///                                   for q: y[perm[q]] = y2[q]
///
/// with inv the inverse of perm, made by the inspector. An element y[f] is
/// y2[inv(f)], and inv(perm(p)) is p. What runs one after the other then stands
/// one after the other (Park et al., ISC 2014). With `rows` the arrays hold the
/// elements of rows, which move with these: perm and inv then order elements
/// (Inspection/ElementOrder.h).
///
//===----------------------------------------------------------------------===//

#include "Inspection/ElementOrder.h"
#include "Inspection/NumberedLoop.h"

#include "sparsec/Analysis/MeasuredRanges.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"loop", ParameterSpec::Kind::Loop,
     "the loop that runs through a permutation"},
    {"arrays", ParameterSpec::Kind::Texts,
     "the arrays to reorder, of any statements of the executor"},
    {"kept", ParameterSpec::Kind::Flag,
     "whether the plan keeps the copies, of arrays that the loops only read: "
     "made at inspection, refreshed by _update; otherwise every execution "
     "makes "
     "them",
     true},
    {"rows", ParameterSpec::Kind::Text,
     "pointers to the rows, one for each of the loop's iterations, whose "
     "elements the arrays hold; the elements of an iteration unless given",
     true},
};

/// Whether two values are one expression, whatever parameters they could use.
bool areSame(const isl::pw_aff &first, const isl::pw_aff &second) {
  return poly::constantValue(poly::dropUnusedParams(first.sub(second))) == 0;
}

class DataReordering {
public:
  DataReordering(const Program &program, const Arguments &args)
      : old(program), statement(args.statement()), loop(args.text("loop")),
        arrays(args.texts("arrays")), isKept(args.flag("kept")),
        rows(args.text("rows")), result(startStep(program)),
        next(result.program), phases(next, loop) {}

  llvm::Expected<StepResult> run();

private:
  llvm::Error findPermutation();
  llvm::Error orderRows();
  void makeInverse();
  llvm::Error reorder(const std::string &array);
  std::optional<unsigned> onlyOfCount(const std::string &array) const;
  llvm::Expected<unsigned> dimensionOf(const std::string &array) const;
  std::optional<isl::pw_aff> extentOf(const std::string &array,
                                      unsigned dim) const;
  llvm::Error requireWhole(const std::string &array, unsigned dim) const;
  std::vector<std::string> usersOf(const std::string &array) const;
  void redirect(Statement &user, const std::string &array,
                const std::string &copy, unsigned dim) const;
  isl::pw_aff placeOf(Statement &user, const isl::pw_aff &number) const;
  ScheduleTree copying(const std::string &array, const std::string &copy,
                       unsigned dim, bool out);

  const Program &old;
  const std::string statement, loop;
  const std::vector<std::string> arrays;
  const bool isKept;
  const std::string rows; ///< "": the loop's iterations have one element each
  StepResult result;
  Program &next;
  InspectorBuilder phases;

  std::string perm, inverse;
  isl::pw_aff count = poly::constant(isl::space::unit(old.context.ctx()), 0);
  std::vector<ScheduleTree> before, after;
};

/// The call `perm(p)`, p the loop, with a permutation.
llvm::Error DataReordering::findPermutation() {
  auto node = requireLoop(old, statement, loop);
  if (!node)
    return node.takeError();
  const Statement &user = old.statement(statement);
  const isl::pw_aff &place = (*node)->values.at(statement);
  for (const auto &[name, call] : user.calls)
    for (const Fact *fact :
         old.factsAbout(call.function, Fact::Kind::Permutation))
      if (call.arguments.size() == 1 && fact->upper &&
          areSame(call.arguments[0], place)) {
        perm = call.function;
        count = *fact->upper;
        return llvm::Error::success();
      }
  // Of a loop from a parameter a plan lists the values, not their numbers.
  for (const auto &[name, call] : user.calls)
    for (const Fact *fact : old.factsAbout(call.function, Fact::Kind::Range))
      if (call.arguments.size() == 1 && areSame(call.arguments[0], place) &&
          fact->lower && !poly::constantValue(*fact->lower) &&
          !old.factsAbout(call.function, Fact::Kind::Injective).empty())
        return refuse("'" + call.function + "' orders the values of loop '" +
                      loop + "' from " + affineText(*fact->lower, {}) +
                      " on, not all elements of an array; only a loop that "
                      "starts at 0 in the source orders those");
  return refuse("loop '" + loop +
                "' does not run through a permutation; reorder_by_inspector "
                "and sparse_wavefront make one");
}

void DataReordering::makeInverse() {
  for (const Fact &fact : old.facts)
    if (fact.kind == Fact::Kind::Inverse && fact.arrays[1] == perm &&
        fact.origin == Fact::Origin::Proved) {
      inverse = fact.arrays[0];
      return;
    }
  inverse = next.freshName(perm + "_inverse");
  invertOrder(next, phases, loop, {perm, inverse, count});
}

/// Elements instead of the loop's iterations, which are their rows.
llvm::Error DataReordering::orderRows() {
  if (!old.arrays.count(rows))
    return refuse("there is no array '" + rows + "' of pointers to rows");
  const std::string &first = arrays.front();
  const auto total =
      old.arrays.count(first) ? extentOf(first, 0) : std::nullopt;
  if (!total)
    return refuse("the extents of '" + first + "' are not known; add 'extent(" +
                  first + ", ..)'");
  auto elements =
      orderElements(next, phases, {loop, perm, rows, count}, *total);
  if (!elements)
    return elements.takeError();
  perm = elements->order;
  inverse = elements->inverse;
  count = elements->count;
  return llvm::Error::success();
}

/// The statements of the execute phase that access \p array.
std::vector<std::string>
DataReordering::usersOf(const std::string &array) const {
  std::vector<std::string> users;
  for (const std::string &name : old.executePhase().tree.statements())
    if (llvm::any_of(old.statement(name).accesses(), [&](const Access &access) {
          return access.array == array;
        }))
      users.push_back(name);
  return users;
}

/// The only dimension of \p array with as many elements as the permutation.
std::optional<unsigned>
DataReordering::onlyOfCount(const std::string &array) const {
  std::optional<unsigned> found;
  const auto &extents = old.arrays.at(array).extents;
  for (unsigned dim = 0; dim < extents.size(); ++dim) {
    if (!extents[dim] || !old.context.is_subset(extents[dim]->eq_set(count)))
      continue;
    if (found)
      return std::nullopt;
    found = dim;
  }
  return found;
}

/// The dimension of \p array that the permutation subscripts; where it
/// subscripts none, as of `x[col[j]]`, the only one with as many elements.
llvm::Expected<unsigned>
DataReordering::dimensionOf(const std::string &array) const {
  for (const std::string &name : usersOf(array)) {
    const Statement &user = old.statement(name);
    for (const Access &access : user.accesses()) {
      if (access.array != array)
        continue;
      if (access.isWhole)
        return refuse("'" + name + "' may touch any element of '" + array +
                      "'");
      for (unsigned dim = 0; dim < access.subscripts.size(); ++dim)
        for (const auto &[call, of] : user.calls)
          if (of.function == perm &&
              areSame(access.subscripts[dim],
                      poly::parameter(user.space(), call)))
            return dim;
    }
  }
  if (const std::optional<unsigned> dim = onlyOfCount(array))
    return *dim;
  return refuse("no element of '" + array + "' is at '" + perm +
                "': the loop's order says nothing about it");
}

/// As facts or the declaration say it, if they say all extents.
std::optional<isl::pw_aff> DataReordering::extentOf(const std::string &array,
                                                    unsigned dim) const {
  const auto &extents = old.arrays.at(array).extents;
  for (unsigned other = 0; other < extents.size(); ++other)
    if (other != dim && !extents[other])
      return std::nullopt;
  std::optional<isl::pw_aff> extent = extents[dim];
  for (const Fact *fact : old.factsAbout(array, Fact::Kind::Extent))
    if (!extent && dim == 0)
      extent = fact->upper;
  return extent;
}

/// The permutation must be one of all of the array.
llvm::Error DataReordering::requireWhole(const std::string &array,
                                         unsigned dim) const {
  const std::optional<isl::pw_aff> extent = extentOf(array, dim);
  if (!extent)
    return refuse("the extents of '" + array + "' are not known; add 'extent(" +
                  array + ", ..)'");
  if (!old.context.is_subset(extent->eq_set(count)))
    return refuse("'" + array + "' has " + affineText(*extent, {}) +
                  " elements where '" + perm + "' orders " +
                  affineText(count, {}) + " of them");
  return llvm::Error::success();
}

/// Where element \p number, `{ S[..] -> [number] }`, stands in a copy.
isl::pw_aff DataReordering::placeOf(Statement &user,
                                    const isl::pw_aff &number) const {
  for (const auto &[name, call] : user.calls)
    if (call.function == perm && call.arguments.size() == 1 &&
        areSame(number, poly::parameter(user.space(), name)))
      return call.arguments[0];
  return addCall(user.calls, {inverse, {number}}, user.iterators, user.space());
}

void DataReordering::redirect(Statement &user, const std::string &array,
                              const std::string &copy, unsigned dim) const {
  auto rewrite = [&](Expr &node) {
    if (node.kind != Expr::Kind::Access || node.text != array)
      return;
    node.text = copy;
    node.subscripts[dim] = placeOf(user, node.subscripts[dim]);
  };
  // Calls come to the table while the expressions are read.
  Assignment assignment = *user.assignment;
  assignment.target = assignment.target.mapNodes(rewrite);
  assignment.value = assignment.value.mapNodes(rewrite);
  user.assignment = std::move(assignment);
}

/// Loops that copy all of \p array, in parallel.
ScheduleTree DataReordering::copying(const std::string &array,
                                     const std::string &copy, unsigned dim,
                                     bool out) {
  const Array &from = next.arrays.at(copy);
  Statement made;
  made.name = next.freshName(copy + (out ? "_out" : "_in"));
  const unsigned dims = unsigned(from.extents.size());
  for (unsigned pos = 0; pos < dims; ++pos)
    made.iterators.push_back(
        pos == dim ? (rows.empty() ? loop : next.freshName("element"))
                   : "t" + std::to_string(pos));
  isl::space space = poly::tupleSpace(old.context.ctx(), made.name, dims);
  std::vector<isl::pw_aff> places, elements;
  made.domain = made.constraints = isl::set::universe(space);
  for (unsigned pos = 0; pos < dims; ++pos) {
    isl::pw_aff at = poly::dimension(space, pos);
    places.push_back(at);
    elements.push_back(
        pos == dim ? addCall(made.calls, {perm, {at}}, made.iterators, space)
                   : at);
    made.domain =
        made.domain.intersect(at.ge_set(poly::constant(space, 0)))
            .intersect(at.lt_set(poly::onSpace(*from.extents[pos], space)));
  }
  made.domain = poly::withDimNames(made.domain, made.iterators);
  Expr original = Expr::access(array, elements, from.type);
  Expr moved = Expr::access(copy, places, from.type);
  made.assignment = out ? Assignment{original, Update::Set, moved}
                        : Assignment{moved, Update::Set, original};
  ScheduleTree tree = loopsOver(made, ScheduleTree::leaf(made.name));
  tree.marks.parallel = true;
  result.made.push_back({out ? "copy_out" : "copy_in", made.name});
  next.statements.insert_or_assign(made.name, std::move(made));
  return tree;
}

llvm::Error DataReordering::reorder(const std::string &array) {
  for (const std::string &name : old.executePhase().tree.statements())
    for (const auto &entry : old.statement(name).calls)
      if (entry.second.function == array)
        return refuse("'" + array +
                      "' is used as an index: its values are "
                      "places in other arrays; name the arrays that it "
                      "subscripts");
  if (!old.arrays.count(array) || usersOf(array).empty())
    return refuse("the executor accesses no array '" + array + "'");
  if (old.arrays.at(array).owner != Array::Owner::Argument)
    return refuse("'" + array +
                  "' belongs to the loops or the plan; only the "
                  "caller's arrays have an order of their own");
  llvm::Expected<unsigned> dim = dimensionOf(array);
  if (!dim)
    return dim.takeError();
  if (llvm::Error error = requireWhole(array, *dim))
    return error;
  bool writes = !executedWriter(old, array).empty();
  if (isKept && writes)
    return refuse("the loops write '" + array +
                  "': the plan cannot keep its values");
  for (const std::string &name : usersOf(array))
    if (!old.statement(name).assignment)
      return refuse("'" + name + "' works on '" + array +
                    "' by a call that cannot be redirected");
  const std::string copy = next.freshName(array + "_ordered");
  Array made = old.arrays.at(array);
  made.name = copy;
  made.owner = isKept ? Array::Owner::Plan : Array::Owner::Workspace;
  made.extents[*dim] = count;
  made.isConst = made.isRestrict = made.isIndex = made.isFlat = false;
  next.arrays.insert_or_assign(copy, made);
  for (const std::string &name : usersOf(array))
    redirect(next.statement(name), array, copy, *dim);
  result.storageMap[array] = copy;
  ScheduleTree in = copying(array, copy, *dim, /*out=*/false);
  if (isKept)
    next.phases.insert(next.phases.end() - 1,
                       {Phase::Role::Update, std::move(in)});
  else
    before.push_back(std::move(in));
  if (writes)
    after.push_back(copying(array, copy, *dim, /*out=*/true));
  return llvm::Error::success();
}

llvm::Expected<StepResult> DataReordering::run() {
  if (llvm::Error error = findPermutation())
    return error;
  if (rows.empty())
    makeInverse();
  else if (llvm::Error error = orderRows())
    return error;
  const std::set<std::string> each(arrays.begin(), arrays.end());
  if (each.size() < arrays.size())
    return refuse("an array is named twice");
  for (const std::string &array : arrays)
    if (llvm::Error error = reorder(array))
      return error;
  phases.insertBefore(statement);
  ScheduleTree &tree = next.executePhase().tree;
  std::vector<ScheduleTree> all = std::move(before);
  all.push_back(tree);
  llvm::append_range(all, after);
  tree = ScheduleTree::sequence(std::move(all));
  tree.normalize();
  return std::move(result);
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] {
    const Program told = withLengths(program, args.texts("arrays"));
    return DataReordering(told, args).run();
  });
}

} // namespace

extern const TransformSpec reorder_dataSpec;
const TransformSpec reorder_dataSpec = {
    .name = "reorder_data",
    .summary = "work on copies of arrays in the order of a reordered loop",
    .before = "for p\n  y[perm[p]] += a[j] * x[col[j]]\n",
    .after = "for q: y_ordered[q] = y[perm[q]]  // and x\n"
             "for p\n  y_ordered[p] += a[j] * x_ordered[inverse[col[j]]]\n"
             "for q: y[perm[q]] = y_ordered[q]\n",
    .legality = "when the permutation orders all elements of the arrays",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
