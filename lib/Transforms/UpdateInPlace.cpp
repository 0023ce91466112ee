//===- UpdateInPlace.cpp - sums where they are wanted ---------------------===//
///
/// \file
/// `update_in_place` lets what a private scalar gathers be gathered in the
/// element that it goes to in the end:
///
///     for i                             for i
///       sum = 0                           y[i] = 0
///       for j                     =>      for j
///         sum += a[j]*x[col[j]]             y[i] += a[j]*x[col[j]]
///       y[i] = sum
///
/// With `y[i] += sum` the first assignment goes away, too. The statement that
/// stores the scalar vanishes: what it would store is there. Each iteration
/// { O[loops] } of the loops around it has one element, nobody else touches the
/// array in these, and whoever uses the scalar belongs to one of them.
///
//===----------------------------------------------------------------------===//

#include "Support/LoopCoordinates.h"

#include "sparsec/Transforms/LoopBounds.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

#include <cstdlib>
#include <limits>
#include <optional>

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement,
     "the statement that stores the scalar: y[i] = s, y[i] += s, .."},
    reassociationOption,
};

class InPlace {
public:
  InPlace(StepResult &result, const Program &before, const Arguments &args)
      : result(result), before(before), name(args.statement()),
        mayReassociate(args.flag(reassociationOption.name, true)),
        tree(before.phaseOf(name)->tree), store(before.statement(name)) {}

  llvm::Error run() {
    for (auto check : {&InPlace::findScalar, &InPlace::findUsers,
                       &InPlace::checkElement, &InPlace::checkUpdates})
      if (llvm::Error error = (this->*check)())
        return error;
    for (const std::string &user : users)
      if (llvm::Error error = checkOwner(user))
        return error;
    rewrite();
    return llvm::Error::success();
  }

private:
  llvm::Error findScalar();
  llvm::Error findUsers();
  llvm::Error checkElement();
  llvm::Error checkUpdates();
  llvm::Error checkFirst(const std::string &user);
  llvm::Error checkOwner(const std::string &user) const;
  Statement storeSeenBy(const Statement &user) const;
  Update updateNow(Update op) const;
  void rewrite();
  void dropLeaves(ScheduleTree &node) const;

  const Assignment &stored() const { return *store.assignment; }
  bool isOverwritten() const { return stored().op == Update::Set; }
  bool mayTouchElement(const Statement &statement) const;
  bool touches(const Statement &statement, const std::string &array) const {
    return llvm::any_of(statement.accesses(), [&](const Access &access) {
      return access.array == array;
    });
  }

  StepResult &result;
  const Program &before;
  const std::string name;
  const bool mayReassociate;
  const ScheduleTree &tree;
  const Statement &store;
  std::string scalar;
  std::vector<std::string> users; ///< of the scalar, but for the store
  /// The first assignment, where it would change nothing in the element.
  std::string needless;
};

llvm::Error InPlace::findScalar() {
  const std::string hint = "; it has to be 'y[i] = s' or 'y[i] += s', where s "
                           "is a scalar variable of the loops";
  if (!store.assignment || stored().mask() ||
      stored().value.kind != Expr::Kind::Access ||
      !stored().value.subscripts.empty() || stored().value.isOfData())
    return refuse("'" + name + "' does not store a scalar as it is" + hint);
  scalar = stored().value.text;
  const Array &source = before.arrays.at(scalar);
  const Expr &target = stored().target;
  if (source.owner != Array::Owner::Local || !source.isScalar())
    return refuse("'" + scalar + "' is no scalar variable of the function" +
                  hint);
  if (source.liveOut && !store.iterators.empty())
    return refuse("'" + scalar +
                  "' is used after its last loop, so its last "
                  "value must stay where it is");
  const Array &array = before.arrays.at(target.text);
  if (target.text == scalar || target.isOfData() || array.isScalar())
    return refuse("'" + name + "' does not store '" + scalar +
                  "' in an element of an array");
  if (!(array.type == source.type))
    return refuse("'" + scalar + "' is '" + source.type.spelling + "' and '" +
                  target.text + "' of '" + array.type.spelling +
                  "': sums there would be other ones");
  const size_t depth = size_t(std::max(source.privateDepth, 0));
  if (depth != store.iterators.size())
    return refuse("'" + name + "' stores '" + scalar +
                  "' more than once for each time that it is assigned first");
  return llvm::Error::success();
}

llvm::Error InPlace::findUsers() {
  for (const auto &[other, statement] : before.statements)
    if (touches(statement, scalar) && !tree.contains(other))
      return refuse("'" + other + "' uses '" + scalar + "' in another phase");
  for (const std::string &other : tree.statements())
    if (other != name && touches(before.statement(other), scalar))
      users.push_back(other);
  return llvm::Error::success();
}

/// Whether \p statement may touch an element that the scalar is stored in:
/// out[1] is none where that is out[0].
bool InPlace::mayTouchElement(const Statement &statement) const {
  const Expr &target = stored().target;
  return llvm::any_of(statement.accesses(), [&](const Access &access) {
    bool isElsewhere =
        !access.isWhole && access.subscripts.size() == target.subscripts.size();
    bool differs = false;
    for (size_t pos = 0; isElsewhere && pos < target.subscripts.size(); ++pos) {
      auto one = poly::constantValue(access.subscripts[pos]),
           other = poly::constantValue(target.subscripts[pos]);
      differs |= one && other && *one != *other;
    }
    return access.array == target.text && !differs;
  });
}

/// Nobody else may see the element while it holds a part of the sum.
llvm::Error InPlace::checkElement() {
  const std::vector<const ScheduleTree *> loops = tree.loopsAround(name);
  const std::string &array = stored().target.text;
  for (const std::string &other :
       (loops.empty() ? tree : *loops.back()).statements()) {
    const Statement &statement = before.statement(other);
    bool isIndex = llvm::any_of(statement.calls, [&](const auto &call) {
      return call.second.function == array;
    });
    if (isIndex || (other != name && mayTouchElement(statement)))
      return refuse("'" + other + "' uses '" + array +
                    "', too, in the loops "
                    "around '" +
                    name + "', and would see parts of '" + scalar + "' there");
  }
  return llvm::Error::success();
}

/// The operator of an update of the scalar, once it updates the element; None
/// where there is none.
Update InPlace::updateNow(Update op) const {
  const Update by = stored().op;
  if (isOverwritten())
    return op;
  if (joinOf(op) == Update::None || joinOf(op) != joinOf(by))
    return Update::None;
  if (by != Update::Subtract)
    return op;
  return op == Update::Subtract ? Update::Add : Update::Subtract;
}

/// The number that \p value is, where it is a literal.
static std::optional<double> literalValue(const Expr &value) {
  if (value.kind == Expr::Kind::Affine) {
    auto constant = poly::constantValue(value.subscripts.front());
    return constant ? std::optional(double(*constant)) : std::nullopt;
  }
  if (value.kind == Expr::Kind::Cast)
    return literalValue(value.operands.front());
  if (value.kind == Expr::Kind::Unary && value.op == Operator::Negate) {
    auto negated = literalValue(value.operands.front());
    return negated ? std::optional(-*negated) : std::nullopt;
  }
  const llvm::StringRef text = value.text;
  if (text.starts_with("__builtin_inf") ||
      text.starts_with("__builtin_huge_val"))
    return std::numeric_limits<double>::infinity();
  char *end = nullptr;
  const double number = std::strtod(value.text.c_str(), &end);
  if (value.kind != Expr::Kind::Constant || end == value.text.c_str())
    return std::nullopt;
  return number;
}

/// Whether \p value is a literal that an update by \p op leaves all as is.
static bool changesNothing(const Expr &value, Update op, bool isFloating) {
  const std::string identity = identityOf(op, isFloating);
  char *end = nullptr;
  const double wanted = std::strtod(identity.c_str(), &end);
  return end != identity.c_str() && literalValue(value) == wanted;
}

/// The one assignment `s = c` before `y[i] += s`.
llvm::Error InPlace::checkFirst(const std::string &user) {
  const Assignment &first = *before.statement(user).assignment;
  if (first.mask() || user != users.front() ||
      tree.loopsAround(user) != tree.loopsAround(name))
    return refuse("'" + user + "' assigns '" + scalar +
                  "' where it may hold something already, and '" + name +
                  "' adds it up");
  if (changesNothing(first.value, stored().op,
                     before.arrays.at(scalar).type.isFloating()))
    needless = user;
  return llvm::Error::success();
}

llvm::Error InPlace::checkUpdates() {
  const std::vector<std::string> order = tree.statements();
  const auto end = llvm::find(order, name);
  for (const std::string &user : users) {
    const Statement &statement = before.statement(user);
    bool writes = llvm::any_of(statement.accesses(), [&](const Access &access) {
      return access.array == scalar && access.isWrite;
    });
    if (!statement.assignment || (writes && llvm::find(order, user) > end))
      return refuse("'" + user + "' changes '" + scalar + "' once '" + name +
                    "' has stored it");
    if (isOverwritten())
      continue;
    const Assignment &update = *statement.assignment;
    if (writes && update.op == Update::Set) {
      if (llvm::Error error = checkFirst(user))
        return error;
      continue;
    }
    if (!writes || !update.isReduction() ||
        updateNow(update.op) == Update::None)
      return refuse("'" + user + "' uses '" + scalar +
                    "' otherwise than to add to it by the operator of '" +
                    name + "'");
  }
  if (llvm::all_of(users,
                   [&](const std::string &user) { return user == needless; }))
    return refuse("nothing is gathered in '" + scalar + "'");
  const bool isExact =
      isOverwritten() || before.isExactReduction(scalar, stored().op);
  if (!isExact && !mayReassociate)
    return refuse("'" + name + "' adds '" + scalar +
                  "' as a whole; to add its parts one by one rounds "
                  "differently, and the step is told 'allow_reassociation = "
                  "false'");
  return llvm::Error::success();
}

/// The store over the instances of \p user, in the same iteration of the loops
/// around it: { user[o, ..] -> store[o] }.
Statement InPlace::storeSeenBy(const Statement &user) const {
  std::vector<isl::pw_aff> owner;
  for (unsigned pos = 0; pos < store.iterators.size(); ++pos)
    owner.push_back(user.iterator(pos));
  isl::set everywhere = isl::set::universe(user.space());
  return pullBack(store, user.name, user.iterators,
                  poly::makeMap(user.space(), store.name, owner), user.calls,
                  everywhere, everywhere);
}

/// \p user runs in the iteration whose element it uses, and only where there
/// is one.
llvm::Error InPlace::checkOwner(const std::string &user) const {
  const Statement &statement = before.statement(user);
  const std::vector<const ScheduleTree *> loops = tree.loopsAround(name);
  if (statement.iterators.size() < store.iterators.size() ||
      (!loops.empty() && !loops.back()->contains(user)))
    return refuse("'" + user + "' uses '" + scalar +
                  "' outside the loops around '" + name + "'");
  const Statement seen = storeSeenBy(statement);
  const isl::set instances = knownInstances(before, user);
  if (!instances.is_subset(seen.instances()))
    return refuse("'" + user + "' uses '" + scalar + "' where '" + name +
                  "' does not store it");
  std::vector<isl::pw_aff> owner;
  for (unsigned pos = 0; pos < store.iterators.size(); ++pos)
    owner.push_back(statement.iterator(pos));
  isl::pw_multi_aff map = poly::makeMap(statement.space(), name, owner);
  for (const ScheduleTree *loop : loops)
    if (!poly::equalOn(loop->values.at(user),
                       loop->values.at(name).pullback(map), instances))
      return refuse("loop '" + loop->name + "' runs '" + user + "' and '" +
                    name + "' of one '" + scalar + "' in two iterations");
  return llvm::Error::success();
}

/// Without the store and what it makes needless.
void InPlace::dropLeaves(ScheduleTree &node) const {
  llvm::erase_if(node.children, [&](const ScheduleTree &child) {
    return child.isLeaf() && (child.name == name || child.name == needless);
  });
  for (ScheduleTree &child : node.children)
    dropLeaves(child);
  node.values.erase(name);
  node.values.erase(needless);
}

void InPlace::rewrite() {
  Program &next = result.program;
  for (const std::string &user : users) {
    if (user == needless)
      continue;
    Statement &statement = next.statement(user);
    Statement seen = storeSeenBy(statement);
    const Expr element = seen.assignment->target;
    auto rename = [&](Expr &node) {
      if (node.kind == Expr::Kind::Access && node.text == scalar)
        node = element;
    };
    Assignment &assignment = *statement.assignment;
    if (assignment.target.text == scalar)
      assignment.op =
          assignment.op == Update::Set ? stored().op : updateNow(assignment.op);
    assignment.target = assignment.target.mapNodes(rename);
    assignment.value = assignment.value.mapNodes(rename);
    for (const auto &call : seen.calls)
      statement.calls.insert(call);
    keepInstances(result, user);
    result.made.push_back({"update", user});
  }
  // The updates are what recipes go on with.
  std::stable_partition(
      result.made.begin(), result.made.end(), [&](const MadeStatement &made) {
        return before.statement(made.statement).assignment->op != Update::Set;
      });
  ScheduleTree &whole = next.phaseOf(name)->tree;
  dropLeaves(whole);
  whole.normalize();
  for (const std::string &gone : {name, needless})
    next.statements.erase(gone);
  next.arrays.erase(scalar);
  result.storageMap[scalar] = stored().target.text;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&]() -> llvm::Expected<StepResult> {
    StepResult result = startStep(program);
    if (llvm::Error error = InPlace(result, program, args).run())
      return error;
    return result;
  });
}

} // namespace

extern const TransformSpec update_in_placeSpec;
const TransformSpec update_in_placeSpec = {
    .name = "update_in_place",
    .summary = "gather in the element itself what a scalar gathers for it",
    .before = "for i\n  s = 0\n  for j\n    s += a[i][j]\n  y[i] = s",
    .after = "for i\n  y[i] = 0\n  for j\n    y[i] += a[i][j]",
    .legality = "when nothing else touches the element meanwhile",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
