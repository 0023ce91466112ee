//===- Normalize.cpp - let a loop count from 0 ----------------------------===//
///
/// \file
/// `normalize` makes a loop start at 0, whatever its lower bound is; the bound
/// may depend on outer loops and index arrays (a non-affine shift):
///
///     for j in [index(i), index(i + 1))
///       S(i, j)
///  =>
///     for j in [0, index(i + 1) - index(i))
///       S(i, index(i) + j)
///
/// The statements get new instances, { S[i,j'] -> S[i, index(i) + j'] }, so
/// that their affine domain can say `0 <= j' < M` where the facts bound the
/// length of a row.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Transforms/LoopBounds.h"
#include "sparsec/Transforms/LoopUtils.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"loop", ParameterSpec::Kind::Loop, "the loop to normalize"},
};

/// Whether call \p name of \p statement has dimension \p pos in its arguments,
/// through nested calls too.
bool dependsOn(const Statement &statement, const std::string &name,
               unsigned pos) {
  const UninterpretedCall &call = statement.calls.at(name);
  for (const isl::pw_aff &argument : call.arguments)
    if (poly::involvesDim(argument, pos))
      return true;
  return llvm::any_of(nestedCalls(call, statement.calls),
                      [&](const std::string &nested) {
                        return dependsOn(statement, nested, pos);
                      });
}

/// Whether \p value varies with dimension \p pos, through its calls too.
bool dependsOn(const Statement &statement, const isl::pw_aff &value,
               unsigned pos) {
  if (poly::involvesDim(value, pos))
    return true;
  return llvm::any_of(statement.calls, [&](const auto &entry) {
    return poly::involvesParam(value, entry.first) &&
           dependsOn(statement, entry.first, pos);
  });
}

/// The new instances of one statement.
struct Relative {
  isl::pw_multi_aff map; ///< `{ S[new] -> S[old] }`
  isl::pw_aff loopValue; ///< `{ S[old] -> [value - bound] }`
};

/// Replaces the dimension that makes up \p value, from below or (where the loop
/// runs down) from above, by `value - bound`.
llvm::Expected<Relative> makeRelative(const Statement &statement,
                                      const std::string &loop,
                                      const isl::pw_aff &value,
                                      const isl::pw_aff &bound) {
  isl::space space = statement.space();
  std::vector<isl::pw_aff> dims;
  for (unsigned at = 0; at < statement.iterators.size(); ++at)
    dims.push_back(poly::dimension(space, at));
  for (unsigned pos = unsigned(dims.size()); pos-- > 0;) {
    if (dependsOn(statement, bound, pos))
      continue;
    // value = dim + up, or value = down - dim; the new value is dim + bound.
    isl::pw_aff up = value.sub(dims[pos]).coalesce();
    isl::pw_aff down = value.add(dims[pos]).coalesce();
    isl::pw_aff fromStart = dims[pos].add(bound);
    if (!dependsOn(statement, up, pos))
      dims[pos] = fromStart.sub(up);
    else if (!dependsOn(statement, down, pos))
      dims[pos] = down.sub(fromStart);
    else
      continue;
    return Relative{poly::makeMap(space, statement.name, dims),
                    value.sub(bound)};
  }
  return refuse("the value of loop '" + loop + "' is " +
                affineText(value, statement.iterators) + " for statement '" +
                statement.name +
                "', which is not one iterator plus what is known outside the "
                "loop; normalize before tile");
}

/// Fails when a loop around \p statement has a value whose calls change with
/// the instances.
llvm::Error checkCalls(const ScheduleTree &tree, const Statement &statement,
                       const isl::pw_multi_aff &map) {
  for (unsigned pos = 0; pos < statement.iterators.size(); ++pos) {
    isl::pw_aff same = poly::dimension(statement.space(), pos);
    if (poly::equalOn(map.at(int(pos)), same, statement.domain))
      continue;
    for (const ScheduleTree *loop : tree.loopsAround(statement.name))
      for (const auto &entry : statement.calls)
        if (poly::involvesParam(loop->values.at(statement.name), entry.first) &&
            dependsOn(statement, entry.first, pos))
          return refuse("loop '" + loop->name + "' visits values of '" +
                        entry.first + "'");
  }
  return llvm::Error::success();
}

/// \p old over its new instances.
Statement relativeStatement(const Program &program, const Statement &old,
                            const isl::pw_multi_aff &map) {
  // What is known of the calls in the constraints gives 0 <= j' < M.
  Statement bounded = old;
  std::erase_if(bounded.calls, [&](const auto &entry) {
    return !poly::involvesParam(old.constraints, entry.first);
  });
  isl::set domain = old.instances()
                        .intersect_params(program.callContext(bounded))
                        .preimage(map);
  for (const auto &entry : old.calls)
    if (poly::involvesParam(domain, entry.first))
      domain =
          domain.project_out_param(poly::makeId(domain.ctx(), entry.first));
  domain = poly::dropUnusedParams(domain);
  CallTable used;
  std::function<void(const std::string &)> use = [&](const std::string &name) {
    used.emplace(name, old.calls.at(name));
    for (const std::string &nested : nestedCalls(old.calls.at(name), old.calls))
      use(nested);
  };
  for (unsigned pos = 0; pos < old.iterators.size(); ++pos)
    for (const auto &entry : old.calls)
      if (poly::involvesParam(map.at(int(pos)), entry.first))
        use(entry.first);
  return pullBack(old, old.name, old.iterators, map, used, domain,
                  isl::set::universe(old.space()));
}

llvm::Expected<StepResult> normalize(const Program &program,
                                     const Arguments &args) {
  StepResult result = startStep(program);
  std::string statement = args.statement(), name = args.text("loop");
  auto loop = editLoop(result.program, statement, name);
  if (!loop)
    return loop.takeError();
  auto bounds = loopBound(program, statement, name, Side::Lower);
  if (!bounds)
    return bounds.takeError();
  if (llvm::all_of(*bounds, [](const auto &bound) {
        return poly::constantValue(bound.second) == 0;
      })) {
    result.warnings.push_back("loop '" + name + "' already starts at 0");
    return result;
  }

  ScheduleTree &tree = result.program.phaseOf(statement)->tree;
  std::map<std::string, Derivation> derivations;
  for (auto &[below, value] : (*loop)->values) {
    const Statement &old = program.statement(below);
    auto relative = makeRelative(old, name, value, bounds->at(below));
    if (!relative)
      return relative.takeError();
    value = relative->loopValue;
    if (llvm::Error unfit = checkCalls(tree, old, relative->map))
      return unfit;
    result.program.statement(below) =
        relativeStatement(program, old, relative->map);
    result.instanceMaps.push_back({below, below, relative->map});
    derivations.insert_or_assign(below, Derivation{below, relative->map});
  }
  rebindValues(tree, derivations);
  for (const auto &[below, from] : derivations)
    keepScheduleCalls(tree, program.statement(below), from.map,
                      result.program.statement(below));
  return result;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return normalize(program, args); });
}

} // namespace

extern const TransformSpec normalizeSpec;
const TransformSpec normalizeSpec = {
    .name = "normalize",
    .summary = "let a loop count from 0, also where its lower bound comes from "
               "an index array",
    .before = "for j in [index(i), index(i + 1))\n  S(i, j)",
    .after = "for j in [0, index(i + 1) - index(i))\n  S(i, index(i) + j)",
    .legality = "always: instances keep their order",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
