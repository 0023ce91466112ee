//===- RowRun.cpp - instances that number themselves ----------------------===//

#include "Compaction/RowRun.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Dims = CompactedDomain::Dims;

namespace {

/// Whether \p array has a Boundary fact array[0] == 0.
bool startsAtZero(const Program &program, const std::string &array) {
  return llvm::any_of(
      program.factsAbout(array, Fact::Kind::Boundary), [](const Fact *fact) {
        return fact->at && fact->upper && poly::constantValue(*fact->at) == 0 &&
               poly::constantValue(*fact->upper) == 0;
      });
}

class RunFinder {
public:
  RunFinder(const Program &program, const CompactedDomain &set)
      : program(program), set(set), nest(set.nest),
        box(nest.domain.intersect_params(program.context)) {}

  std::optional<RowRun> find() const {
    for (unsigned row : set.keys)
      for (const auto &[name, call] : nest.calls)
        if (isPointerOf(call, row))
          if (std::optional<RowRun> run = findBetween(row, name))
            return run;
    return std::nullopt;
  }

private:
  bool isPointerOf(const UninterpretedCall &call, unsigned row) const {
    return call.arguments.size() == 1 && startsAtZero(program, call.function) &&
           !program.factsAbout(call.function, Fact::Kind::Monotonic).empty() &&
           call.arguments[0]
               .sub(nest.iterator(row))
               .plain_is_equal(poly::constant(nest.space(), 0));
  }

  std::optional<RowRun> findBetween(unsigned row,
                                    const std::string &low) const {
    UninterpretedCall end = nest.calls.at(low);
    end.arguments[0] = end.arguments[0].add_constant(1);
    const std::string endName = callName(end, nest.iterators);
    std::optional<isl::pw_aff> at;
    if (nest.calls.count(endName))
      at = numberAbove(low, endName);
    if (!at || dependsOn(*at, row) || !visitsAllRows(row))
      return std::nullopt;
    isl::set run =
        poly::parameter(nest.space(), low)
            .le_set(*at)
            .intersect(at->lt_set(poly::parameter(nest.space(), endName)));
    if (!nest.constraints.is_equal(run))
      return std::nullopt;
    return solve({row, low, *at, {}});
  }

  /// `{ R[..] -> [at] }` where the guard says `low <= at`.
  std::optional<isl::pw_aff> numberAbove(const std::string &low,
                                         const std::string &end) const {
    isl::set guard = poly::dropParam(nest.constraints, end);
    isl::pw_aff value = poly::parameter(nest.space(), low);
    isl::set below =
        poly::dropParam(value.as_map().intersect_domain(guard).wrap(), low);
    try {
      isl::pw_aff most = below.unwrap().lexmax_pw_multi_aff().at(0).coalesce();
      if (most.n_piece() == 1)
        return most;
    } catch (const isl::exception &) { // nothing bounds it
    }
    return std::nullopt;
  }

  bool dependsOn(const isl::pw_aff &value, unsigned row) const {
    Dims free = set.inner;
    free.push_back(row);
    return llvm::any_of(
        free, [&](unsigned dim) { return poly::involvesDim(value, dim); });
  }

  /// Whether the row takes the values 0, 1, …, whatever the other loops do.
  bool visitsAllRows(unsigned row) const {
    Dims others;
    for (unsigned dim = 0; dim < nest.iterators.size(); ++dim)
      if (dim != row)
        others.push_back(dim);
    isl::set rows = poly::eliminateDims(box, others);
    auto bounds = poly::parameterBounds(rows, row);
    return bounds && poly::constantValue(bounds->first) == 0 &&
           isDense(rows, row, *bounds) &&
           rows.intersect(poly::eliminateDims(box, {row})).is_subset(box);
  }

  /// The other keys as functions of the loops outside and the number, if these
  /// fix them and the numbers rise in the order of the instances.
  std::optional<RowRun> solve(RowRun run) const {
    isl::set others = poly::eliminateDims(box, {run.row});
    std::vector<isl::pw_aff> known, keys;
    for (unsigned dim : set.outer)
      known.push_back(nest.iterator(dim));
    isl::pw_multi_aff outer = poly::makeMap(nest.space(), "O", known);
    known.push_back(run.number);
    isl::map fromNumber = poly::makeMap(nest.space(), "P", known)
                              .as_map()
                              .intersect_domain(others)
                              .reverse();
    for (unsigned dim : set.keys) {
      if (dim == run.row)
        continue;
      isl::map value = fromNumber.apply_range(nest.iterator(dim).as_map());
      if (!value.is_single_valued())
        return std::nullopt;
      isl::pw_aff key = value.as_pw_multi_aff().at(0);
      run.keys.emplace(dim, key.gist(key.domain()).coalesce());
      keys.push_back(nest.iterator(dim));
    }
    // { R -> R' }: in one iteration of the loops outside.
    isl::map same = outer.as_map().intersect_domain(others);
    same = same.apply_range(same.reverse());
    isl::multi_pw_aff order(poly::makeMap(nest.space(), "K", keys)),
        number(poly::makeMap(nest.space(), "N", {run.number}));
    isl::map later = same.lex_lt_at(order);
    bool rises = later.is_subset(same.lex_lt_at(number));
    return rises ? std::optional<RowRun>(run) : std::nullopt;
  }

  const Program &program;
  const CompactedDomain &set;
  const Statement &nest;
  const isl::set box; ///< `{ R[..] }` without the guard
};

} // namespace

std::optional<RowRun> findRowRun(const Program &program,
                                 const CompactedDomain &set, bool isPadded) {
  // Storage with padding has a place per row and entry, or per entry alone.
  bool isAlone = set.outer.empty() && set.eliminated.empty();
  if (!set.distinct || (isPadded && !isAlone))
    return std::nullopt;
  return RunFinder(program, set).find();
}

} // namespace sparsec
