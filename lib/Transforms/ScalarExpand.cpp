//===- ScalarExpand.cpp - give every iteration its own element ------------===//
///
/// \file
/// `scalar_expand` replaces a scalar that each iteration of some loops writes
/// before it reads by an array over these loops:
///
///     for i                          for i
///       sum = b[i]                     sums[i] = b[i]
///       for j                          for j
///         sum -= a[j]*x[col[j]]  =>      sums[i] -= a[j]*x[col[j]]
///       x[i] = sum                     x[i] = sums[i]
///
/// With "rhs" it splits a statement: its right-hand side goes into a temporary
///
///     y[i] += a[j]*x[col[j]]   =>   t[i][j] = a[j]*x[col[j]]; y[i] += t[i][j]
///
/// Either way the loops may be distributed afterwards. A scalar qualifies when
/// each read has, in the same iteration of the loops, an earlier assignment.
///
//===----------------------------------------------------------------------===//

#include "Support/LoopCoordinates.h"
#include "Support/OuterView.h"
#include "Support/Temporaries.h"
#include "Support/WriteCoverage.h"

#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace sparsec {
namespace {

/// Above this an array does not belong on the stack.
constexpr long maxLocalElements = 32 * 1024;

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement,
     "a statement that uses the scalar, or whose right-hand side is split off"},
    {"loops", ParameterSpec::Kind::Loops,
     "the loops that get a dimension each, outermost first"},
    {"what", ParameterSpec::Kind::Text,
     "the scalar's name, \"lhs\" for the scalar that the statement sets, or "
     "\"rhs\" for the statement's right-hand side"},
    {"name", ParameterSpec::Kind::NewName,
     "name of the new array; derived from the scalar's unless given",
     /*optional=*/true},
    {"all", ParameterSpec::Kind::Flag,
     "whether the array has an element for each value that the loops ever "
     "have, "
     "not only for those in one iteration of the loops outside",
     /*optional=*/true},
};

/// One application of scalar_expand.
class ScalarExpand {
public:
  ScalarExpand(StepResult &result, const Program &before, const Arguments &args)
      : result(result), before(before), statement(args.statement()),
        scalar(args.text("what")), loops(args.texts("loops")),
        hasAll(args.flag("all")), tree(&this->before.phaseOf(statement)->tree) {
  }

  llvm::Error run(const Arguments &args);

private:
  llvm::Error findScalar();
  llvm::Error findLoops();
  llvm::Error findUsers();
  llvm::Error checkPrivate() const;
  llvm::Error checkOutside(const std::string &name) const;
  void rebase();
  llvm::Error makeArray(const Arguments &args);
  std::vector<isl::pw_aff> loopValues(const std::string &name) const;
  bool makeLocal(const OuterRelation &values);
  llvm::Error makeWorkspace(const OuterRelation &values);
  std::vector<isl::pw_aff> subscripts(Statement &user) const;
  void rewriteUsers();
  void splitStatement();

  bool isRhs() const { return scalar == "rhs"; }

  StepResult &result;
  /// The program as it was; once the loops are iterators (`rebase`), so.
  Program before;
  std::string statement, scalar;
  std::vector<std::string> loops;
  const bool hasAll;
  const ScheduleTree *tree;
  unsigned outside = 0;           ///< loops outside all expanded ones
  unsigned inside = 0;            ///< loops down to the innermost expanded one
  std::vector<std::string> users; ///< statements to rewrite
  std::optional<OuterView> view;  ///< over the loops outside
  std::vector<isl::pw_aff> lower; ///< `{ O[outside] -> [first value] }`
  bool isPrivate = false; ///< the outside loops are the users' iterators
  Array array;
};

/// "lhs", unless a variable is called so.
llvm::Error ScalarExpand::findScalar() {
  if (scalar != "lhs" || before.arrays.count(scalar))
    return llvm::Error::success();
  const auto &assignment = before.statement(statement).assignment;
  if (!assignment || !before.arrays.count(assignment->target.text) ||
      !before.arrays.at(assignment->target.text).isScalar())
    return refuse("'" + statement + "' sets no scalar variable; name one");
  scalar = assignment->target.text;
  return llvm::Error::success();
}

llvm::Error ScalarExpand::findLoops() {
  std::vector<const ScheduleTree *> around = tree->loopsAround(statement);
  std::vector<unsigned> places;
  for (unsigned pos = 0; pos < around.size(); ++pos)
    if (llvm::is_contained(loops, around[pos]->name))
      places.push_back(pos);
  if (places.size() != loops.size())
    return refuse("a loop is listed twice");
  for (unsigned pos = 0; pos < loops.size(); ++pos)
    if (around[places[pos]]->name != loops[pos])
      return refuse("list the loops outermost first");
  outside = places.front();
  inside = places.back() + 1;
  return llvm::Error::success();
}

llvm::Error ScalarExpand::findUsers() {
  if (isRhs()) {
    if (!before.statement(statement).assignment)
      return refuse("'" + statement + "' has no right-hand side");
    if (before.statement(statement).assignment->isBranch())
      return refuse("'" + statement +
                    "' is under a condition on data, without which its "
                    "right-hand side need not have a value");
    users = {statement};
    return llvm::Error::success();
  }
  auto found = before.arrays.find(scalar);
  if (found == before.arrays.end() || !found->second.isScalar() ||
      found->second.owner == Array::Owner::Argument)
    return refuse("'" + scalar +
                  "' is no scalar variable of the function; give "
                  "its name, or \"rhs\"");
  if (found->second.liveOut)
    return refuse("'" + scalar +
                  "' is used after its last loop, so its last "
                  "value must stay where it is");
  WriteCoverage coverage(before, *tree, scalar);
  const ScheduleTree *node = tree->findLoop(statement, loops.back());
  for (const std::string &name : node->statements())
    if (coverage.uses(name))
      users.push_back(name);
  if (!llvm::is_contained(users, statement))
    return refuse("'" + statement + "' does not use '" + scalar + "'");
  return llvm::Error::success();
}

/// Reads inside must be fed inside, in the same iteration of the loops.
llvm::Error ScalarExpand::checkPrivate() const {
  WriteCoverage coverage(before, *tree, scalar);
  for (const std::string &reader : users) {
    if (!coverage.reads(reader))
      continue;
    if (!coverage.isFed(reader, users, inside))
      return refuse("'" + scalar +
                    "' carries a value from one iteration of "
                    "loop '" +
                    loops.back() + "' to the next: '" + reader +
                    "' may read it before it is assigned");
  }
  for (const Phase &phase : before.phases)
    for (const std::string &name : phase.tree.statements())
      if (!llvm::is_contained(users, name) && &phase.tree == tree)
        if (llvm::Error error = checkOutside(name))
          return error;
  return llvm::Error::success();
}

/// A read outside must be fed by an assignment that directly precedes it, with
/// none of the rewritten statements in between.
llvm::Error ScalarExpand::checkOutside(const std::string &name) const {
  WriteCoverage coverage(before, *tree, scalar);
  if (!coverage.reads(name))
    return llvm::Error::success();
  std::vector<std::string> order = tree->statements();
  auto reader = llvm::find(order, name);
  for (auto writer = order.begin(); writer != reader; ++writer) {
    bool inBetween = std::any_of(writer, reader, [&](const std::string &other) {
      return llvm::is_contained(users, other);
    });
    if (!inBetween && coverage.assigns(*writer) &&
        coverage.covers(*writer, name, 0))
      return llvm::Error::success();
  }
  return refuse("'" + scalar + "' is also read by '" + name +
                "' outside loop '" + loops.back() +
                "', which may see a value from inside");
}

void ScalarExpand::rebase() {
  isPrivate = useLoopCoordinates(result, users, outside, scalar);
  before = result.program;
  tree = &before.phaseOf(statement)->tree;
}

/// Of a loop that runs down the iterator, so that subscripts are those of C.
std::vector<isl::pw_aff>
ScalarExpand::loopValues(const std::string &name) const {
  std::vector<isl::pw_aff> values;
  for (const std::string &loop : loops) {
    const ScheduleTree &node = *tree->findLoop(name, loop);
    const isl::pw_aff &value = node.values.at(name);
    bool runsDown = llvm::all_of(users, [&](const std::string &user) {
      return writtenValue(node, before.statement(user))
          .plain_is_equal(node.values.at(user).neg());
    });
    values.push_back(runsDown ? value.neg() : value);
  }
  return values;
}

/// For fixed outer loops a small box of constant extents holds the values.
bool ScalarExpand::makeLocal(const OuterRelation &values) {
  std::optional<ConstantBox> box =
      constantBox(hasAll ? valuesAnywhere(values.relation) : values.relation);
  if (!box || box->elements(maxLocalElements) > maxLocalElements)
    return false;
  for (unsigned pos = 0; pos < loops.size(); ++pos)
    lower.push_back(isl::pw_aff(box->corner.at(int(pos))));
  array = localArray(before.context.ctx(), box->sizes, isPrivate ? outside : 0);
  return true;
}

/// Over all outer iterations the values lie between parameters.
llvm::Error ScalarExpand::makeWorkspace(const OuterRelation &values) {
  isl::set range = values.relation.range();
  for (const auto &entry : view->calls())
    if (poly::involvesParam(range, entry.first))
      range = range.project_out_param(poly::makeId(range.ctx(), entry.first));
  for (unsigned pos = 0; pos < loops.size(); ++pos) {
    auto bounds = poly::parameterBounds(range, pos);
    if (!bounds)
      return refuse("loop '" + loops[pos] +
                    "' has no bound by a constant or a "
                    "parameter; normalize it and give the fact that bounds it, "
                    "such as row_length(..) <= M");
    lower.push_back(bounds->first.insert_domain(view->space()));
    array.extents.emplace_back(
        bounds->second.sub(bounds->first).add_constant(1).coalesce());
  }
  array.owner = Array::Owner::Workspace;
  return llvm::Error::success();
}

llvm::Error ScalarExpand::makeArray(const Arguments &args) {
  view.emplace(before, *tree, statement, outside);
  std::optional<OuterRelation> values;
  for (const std::string &user : users) {
    OuterRelation seen = view->see(user, "V", loopValues(user));
    seen.relation = seen.relation.intersect_params(before.context);
    if (values)
      values->unite(seen);
    else
      values = seen;
  }
  if (!makeLocal(*values))
    if (llvm::Error error = makeWorkspace(*values))
      return error;
  array.type = isRhs() ? typeOf(before.statement(statement).assignment->value)
                       : before.arrays.at(scalar).type;
  auto name =
      temporaryName(result.program, args,
                    isRhs() ? statement + "_rhs" : scalar + "_expanded");
  if (!name)
    return name.takeError();
  array.name = *name;
  result.program.arrays[array.name] = array;
  return llvm::Error::success();
}

/// `{ S[..] -> [value of each loop - its first value] }`
std::vector<isl::pw_aff> ScalarExpand::subscripts(Statement &user) const {
  isl::pw_multi_aff prefix = view->prefix(user.name);
  std::vector<isl::pw_aff> values = loopValues(user.name);
  for (unsigned pos = 0; pos < values.size(); ++pos)
    values[pos] =
        values[pos].sub(view->lookFrom(user, prefix, lower[pos])).coalesce();
  return values;
}

void ScalarExpand::rewriteUsers() {
  for (const std::string &name : users) {
    Statement &user = result.program.statement(name);
    Expr element = Expr::access(array.name, subscripts(user), array.type);
    auto rewrite = [&](Expr &node) {
      if (node.kind == Expr::Kind::Access && node.text == scalar)
        node = element;
    };
    user.assignment->target = user.assignment->target.mapNodes(rewrite);
    user.assignment->value = user.assignment->value.mapNodes(rewrite);
    keepInstances(result, name);
  }
  result.made.push_back({"expanded", statement});
  result.storageMap[scalar] = array.name;
  bool alive = llvm::any_of(result.program.statements, [&](const auto &entry) {
    return llvm::any_of(entry.second.accesses(), [&](const Access &access) {
      return access.array == scalar;
    });
  });
  if (!alive)
    result.program.arrays.erase(scalar);
}

/// S: target op value   =>   R: array[..] = value;  S: target op array[..]
void ScalarExpand::splitStatement() {
  Program &program = result.program;
  Statement &user = program.statement(statement);
  std::vector<isl::pw_aff> place = subscripts(user);
  Expr element = Expr::access(array.name, place, array.type);

  Statement first = user;
  first.assignment = Assignment{element, Update::Set, user.assignment->value};
  std::string name = program.freshName(statement + "_rhs_of");
  isl::space space = poly::tupleSpace(program.context.ctx(), name,
                                      unsigned(user.iterators.size()));
  isl::pw_multi_aff toUser = identityMap(space, statement);
  isl::set universe = isl::set::universe(space);
  Statement made =
      pullBack(first, name, user.iterators, toUser, {}, universe, universe);
  user.assignment->value = element;
  dropUnusedCalls(user); // what the right-hand side alone read
  keepInstances(result, statement);

  ScheduleTree &whole = program.phaseOf(statement)->tree;
  for (const ScheduleTree *loop : tree->loopsAround(statement)) {
    ScheduleTree *edited = whole.findLoop(statement, loop->name);
    edited->values[name] = edited->values.at(statement).pullback(toUser);
  }
  putBefore(whole, statement, name);
  whole.normalize();
  keepScheduleCalls(whole, first, identityMap(user.space(), statement), user);
  keepScheduleCalls(whole, first, toUser, made);
  program.statements.emplace(name, std::move(made));
  result.made.push_back({"value", name});
  result.made.push_back({"use", statement});
}

llvm::Error ScalarExpand::run(const Arguments &args) {
  if (llvm::Error error = findScalar())
    return error;
  if (llvm::Error error = findLoops())
    return error;
  if (llvm::Error error = findUsers())
    return error;
  if (!isRhs())
    if (llvm::Error error = checkPrivate())
      return error;
  rebase();
  if (llvm::Error error = makeArray(args))
    return error;
  if (isRhs())
    splitStatement();
  else
    rewriteUsers();
  return llvm::Error::success();
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&]() -> llvm::Expected<StepResult> {
    StepResult result = startStep(program);
    if (llvm::Error error = ScalarExpand(result, program, args).run(args))
      return error;
    return result;
  });
}

} // namespace

extern const TransformSpec scalar_expandSpec;
const TransformSpec scalar_expandSpec = {
    .name = "scalar_expand",
    .summary = "give each iteration its own element for a scalar or a "
               "right-hand side",
    .before = "for i\n  s = b[i]\n  for j\n    s += a[i][j]\n  y[i] = s",
    .after = "for i\n  t[i] = b[i]\n  for j\n    t[i] += a[i][j]\n"
             "  y[i] = t[i]",
    .legality = "a scalar: when each iteration assigns it before reading it; "
                "a right-hand side: always",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
