//===- Compose.cpp - one index array for indices of indices ---------------===//
///
/// \file
/// `compose` lets the inspector look up indices of indices once:
///
///     for e                           for x: h[x] = f[g[x]]  // inspector
///       y[f[g[e]]] += ..        =>    for e
///                                       y[h[e]] += ..
///
/// `h` is the composition of two or more index arrays. It has an element for
/// each of the innermost one's, whatever the loops visit, so all statements of
/// the executor that have this index share it.
///
//===----------------------------------------------------------------------===//

#include "Inspection/InspectorBuilder.h"

#include "sparsec/IR/CallSafety.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <functional>
#include <map>
#include <set>

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement,
     "a statement of the executor; all that have the same indices change"},
    {"arrays", ParameterSpec::Kind::Arrays,
     "the outer index arrays whose indices are looked up; all of the "
     "statement's unless given",
     true},
};

using Names = std::vector<std::string>;

bool involvesIterators(const isl::pw_aff &value, const Statement &statement) {
  for (unsigned dim = 0; dim < statement.iterators.size(); ++dim)
    if (poly::involvesDim(value, dim))
      return true;
  return false;
}

/// Calls of \p statement around each other, from the outermost in: f, g of
/// f(g(e) + 1). Only the innermost one's arguments have iterators. Empty where
/// they are not so.
Names chainFrom(const Statement &statement, const std::string &outermost) {
  Names chain = {outermost};
  for (;;) {
    const UninterpretedCall &call = statement.calls.at(chain.back());
    const Names inner = nestedCalls(call, statement.calls);
    const bool hasIterators =
        llvm::any_of(call.arguments, [&](const isl::pw_aff &argument) {
          return involvesIterators(argument, statement);
        });
    if (inner.empty())
      return hasIterators ? chain : Names();
    if (inner.size() > 1 || call.arguments.size() > 1 || hasIterators)
      return {};
    chain.push_back(inner.front());
  }
}

/// The indices that a statement has as subscripts and values, but for loop
/// bounds and other arrays' indices.
Names indicesOf(const Statement &statement) {
  Names found;
  if (!statement.assignment)
    return found;
  auto look = [&](const isl::pw_aff &value) {
    for (const auto &entry : statement.calls)
      if (poly::involvesParam(value, entry.first) &&
          !llvm::is_contained(found, entry.first))
        found.push_back(entry.first);
    return value;
  };
  statement.assignment->target.mapAffine(look);
  statement.assignment->value.mapAffine(look);
  return found;
}

/// Drops the calls that nothing of \p statement or the loops \p around it
/// mentions.
void dropUnreadCalls(Statement &statement,
                     const std::vector<const ScheduleTree *> &around) {
  std::set<std::string> read;
  std::function<void(const std::string &)> keep = [&](const std::string &name) {
    if (read.insert(name).second)
      llvm::for_each(nestedCalls(statement.calls.at(name), statement.calls),
                     keep);
  };
  for (const std::string &name : indicesOf(statement))
    keep(name);
  for (const auto &entry : statement.calls) {
    const std::string &name = entry.first;
    bool isRead = poly::involvesParam(statement.constraints, name);
    for (const ScheduleTree *loop : around)
      isRead |= poly::involvesParam(loop->values.at(statement.name), name);
    for (const auto &shared : statement.sharing)
      for (const auto *values : {&shared.second.segment, &shared.second.owner})
        for (const isl::pw_aff &value : *values)
          isRead |= poly::involvesParam(value, name);
    if (isRead)
      keep(name);
  }
  std::erase_if(statement.calls,
                [&](const auto &entry) { return !read.count(entry.first); });
  statement.constraints = poly::withDimNames(
      poly::dropUnusedParams(statement.constraints), statement.iterators);
}

class Composition {
public:
  Composition(const Program &program, const Arguments &args)
      : old(program), statement(args.statement()), asked(args.texts("arrays")),
        result(startStep(program)), next(result.program),
        phases(next, "compose") {}

  llvm::Expected<StepResult> run();

private:
  /// The inspector's statement, `{ S[x] }`: target[x] = f[g[x]].
  struct Maker {
    Statement statement;
    std::string index; ///< its call f(g(x))
    std::string outer; ///< f
    std::string inner; ///< g
    bool keepsApart;   ///< no index is there twice
    Names arrays;      ///< all of the chain
  };

  Maker makerOf(const Statement &user, const Names &chain) const;
  bool areApart(const Maker &maker) const;
  llvm::Error checkReadable(const Maker &maker) const;
  llvm::Expected<std::string> conditionOf(const Maker &maker) const;
  llvm::Expected<std::string> make(Maker maker);
  void addFacts(const Maker &maker, const std::string &composed);
  llvm::Error redirect(const std::string &name, bool mayMake);

  const Program &old;
  const std::string statement;
  const Names asked;
  StepResult result;
  Program &next;
  InspectorBuilder phases;
  /// "f(g(x))" => the array that holds it.
  std::map<std::string, std::string> made;
};

/// The composition of \p chain, calls of \p user.
Composition::Maker Composition::makerOf(const Statement &user,
                                        const Names &chain) const {
  Maker maker;
  const UninterpretedCall &innermost = user.calls.at(chain.back());
  maker.outer = user.calls.at(chain.front()).function;
  maker.inner = innermost.function;
  maker.keepsApart = true;
  Statement &look = maker.statement;
  look.name = next.freshName("compose_" + maker.outer);
  const unsigned dims = unsigned(innermost.arguments.size());
  for (unsigned dim = 0; dim < dims; ++dim)
    look.iterators.push_back("x" + (dim ? std::to_string(dim) : ""));
  const isl::space space = poly::tupleSpace(old.context.ctx(), look.name, dims);
  look.domain = look.constraints = isl::set::universe(space);
  std::vector<isl::pw_aff> arguments;
  for (unsigned dim = 0; dim < dims; ++dim)
    arguments.push_back(poly::dimension(space, dim));
  // No iterator of the user stands in the arguments of the outer calls.
  const isl::pw_multi_aff anywhere =
      poly::makeMap(space, user.name,
                    std::vector<isl::pw_aff>(user.iterators.size(),
                                             poly::constant(space, 0)));
  for (size_t pos = chain.size(); pos-- > 0;) {
    const UninterpretedCall &call = user.calls.at(chain[pos]);
    if (pos + 1 < chain.size()) {
      isl::pw_aff argument = poly::renameParam(
          poly::dropUnusedParams(call.arguments[0]).pullback(anywhere),
          chain[pos + 1], maker.index);
      const isl::pw_aff offset =
          argument.sub(poly::parameter(space, maker.index));
      maker.keepsApart &=
          !poly::involvesParam(poly::dropUnusedParams(offset), maker.index);
      arguments = {argument};
    }
    const UninterpretedCall own{call.function, arguments};
    maker.index = callName(own, look.iterators);
    look.calls.insert_or_assign(maker.index, own);
    maker.arrays.push_back(call.function);
  }
  return maker;
}

/// Whether different places have different indices.
bool Composition::areApart(const Maker &maker) const {
  return maker.keepsApart &&
         llvm::all_of(maker.arrays, [&](const std::string &array) {
           return !old.factsAbout(array, Fact::Kind::Injective).empty() ||
                  !old.factsAbout(array, Fact::Kind::Permutation).empty();
         });
}

/// The inspector looks up all elements of the innermost array, also those that
/// no instance asks for.
llvm::Error Composition::checkReadable(const Maker &maker) const {
  const std::set<std::string> safe =
      CallSafety(next, {&maker.statement})
          .safeCalls(maker.statement, maker.statement.domain);
  for (const auto &[name, call] : maker.statement.calls)
    if (!safe.count(name))
      return refuse("not every element of '" + maker.inner +
                    "' is known to lead to an element of '" + call.function +
                    "'; state how long that is, extent(" + call.function +
                    ", ..), and which indices there are, range(..)");
  return llvm::Error::success();
}

/// Where a list is made only if a phase runs, so is what is made of it.
llvm::Expected<std::string> Composition::conditionOf(const Maker &maker) const {
  std::set<std::string> conditions;
  for (const Phase &phase : old.phases)
    for (const std::string &array : maker.arrays)
      if (phase.role != Phase::Role::Execute && !phase.onlyIf.empty() &&
          !writerIn(old, phase, array).empty())
        conditions.insert(phase.onlyIf);
  if (conditions.size() > 1)
    return refuse("the inspector makes '" + llvm::join(maker.arrays, "', '") +
                  "' under different conditions");
  return conditions.empty() ? std::string() : *conditions.begin();
}

void Composition::addFacts(const Maker &maker, const std::string &composed) {
  for (const Fact *fact : old.factsAbout(maker.outer, Fact::Kind::Range)) {
    Fact copy = *fact;
    copy.arrays = {composed};
    copy.origin = Fact::Origin::Proved;
    next.facts.push_back(copy);
  }
  if (areApart(maker))
    next.facts.push_back(provedFact(Fact::Kind::Injective, {composed}));
}

/// The inspector's loop over all places; the new array.
llvm::Expected<std::string> Composition::make(Maker maker) {
  const Array &inner = old.arrays.at(maker.inner);
  Statement &look = maker.statement;
  std::vector<isl::pw_aff> extents, place;
  for (unsigned dim = 0; dim < look.iterators.size(); ++dim) {
    if (dim >= inner.extents.size() || !inner.extents[dim])
      return refuse("how long is '" + maker.inner + "'? Say it, extent(" +
                    maker.inner + ", ..)");
    extents.push_back(*inner.extents[dim]);
    place.push_back(poly::dimension(look.space(), dim));
    look.domain =
        look.domain
            .intersect(place.back().ge_set(poly::constant(look.space(), 0)))
            .intersect(place.back().lt_set(
                poly::onSpace(extents.back(), look.space())));
  }
  look.domain = poly::withDimNames(look.domain, look.iterators);
  if (llvm::Error error = checkReadable(maker))
    return error;
  llvm::Expected<std::string> condition = conditionOf(maker);
  if (!condition)
    return condition.takeError();
  const ElementType type = old.arrays.at(maker.outer).type;
  const std::string composed =
      next.freshName(maker.outer + "_of_" + maker.inner);
  phases.addArray(composed, type, Array::Owner::Plan, extents);
  phases.onlyIf(*condition);
  phases.allocate(composed);
  look.assignment = Assignment{
      Expr::access(composed, place, type), Update::Set,
      Expr::affine(poly::parameter(look.space(), maker.index), type)};
  addFacts(maker, composed);
  phases.add(std::move(look), /*parallel=*/true);
  return composed;
}

/// Gives statement \p name the composed indices; those that are not there yet
/// only if it \p mayMake them.
llvm::Error Composition::redirect(const std::string &name, bool mayMake) {
  Statement &user = next.statement(name);
  std::map<std::string, isl::pw_aff> values;
  for (const std::string &index : indicesOf(user)) {
    const Names chain = chainFrom(user, index);
    if (chain.size() < 2 ||
        old.arrays.at(user.calls.at(chain.back()).function).extraElements > 0)
      continue;
    Maker maker = makerOf(user, chain);
    const std::string key = maker.index;
    if (!made.count(key)) {
      if (!mayMake ||
          (!asked.empty() && !llvm::is_contained(asked, maker.outer)))
        continue;
      llvm::Expected<std::string> composed = make(std::move(maker));
      if (!composed)
        return composed.takeError();
      made[key] = *composed;
    }
    const UninterpretedCall call{made[key],
                                 user.calls.at(chain.back()).arguments};
    values.emplace(index,
                   addCall(user.calls, call, user.iterators, user.space()));
  }
  auto rewrite = [&](isl::pw_aff value) {
    for (const auto &[index, composed] : values)
      value = poly::substituteParam(value, index, composed);
    return value;
  };
  Assignment &body = *user.assignment;
  body.target = body.target.mapAffine(rewrite);
  body.value = body.value.mapAffine(rewrite);
  dropUnreadCalls(user, next.phaseOf(name)->tree.loopsAround(name));
  return llvm::Error::success();
}

llvm::Expected<StepResult> Composition::run() {
  const Names users = old.executePhase().tree.statements();
  if (!llvm::is_contained(users, statement))
    return refuse("'" + statement + "' belongs to the inspector");
  if (!old.statement(statement).assignment)
    return refuse("'" + statement + "' is no assignment");
  if (llvm::Error error = redirect(statement, /*mayMake=*/true))
    return error;
  if (made.empty())
    return refuse("'" + statement + "' has no index of an index" +
                  (asked.empty() ? std::string()
                                 : " in '" + llvm::join(asked, "', '") + "'") +
                  " that one array could hold, such as x[f[g[j]]]");
  for (const std::string &name : users)
    if (name != statement && old.statement(name).assignment)
      if (llvm::Error error = redirect(name, /*mayMake=*/false))
        return error;
  phases.insertBeforeExecution();
  return std::move(result);
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return Composition(program, args).run(); });
}

} // namespace

extern const TransformSpec composeSpec;
const TransformSpec composeSpec = {
    .name = "compose",
    .summary = "look up indices of indices once",
    .before = "for e\n  y[f[g[e]]] += ..",
    .after = "for x: f_of_g[x] = f[g[x]]  // inspector\nfor e\n"
             "  y[f_of_g[e]] += ..",
    .legality = "when every element of the inner index array leads to one of "
                "the outer one, and the loops write neither",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
