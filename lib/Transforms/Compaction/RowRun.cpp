//===- RowRun.cpp - instances that number themselves ----------------------===//

#include "Compaction/RowRun.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Dims = CompactedDomain::Dims;

bool RowRun::isRow(unsigned dim) const {
  return llvm::any_of(levels,
                      [&](const Level &level) { return level.row == dim; });
}

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
  explicit RunFinder(const CompactionInput &in)
      : program(in.old), request(in.request), set(in.set), nest(set.nest),
        box(nest.domain.intersect_params(program.context)) {}

  std::optional<RowRun> find() const {
    for (unsigned row : set.keys)
      for (const auto &[name, call] : nest.calls)
        if (isPointerOf(call, row))
          if (std::optional<RowRun> run = findFrom({row, name}))
            return run;
    return std::nullopt;
  }

private:
  bool isPointerOf(const UninterpretedCall &call, unsigned row) const {
    return call.arguments.size() == 1 && startsAtZero(program, call.function) &&
           !program.factsAbout(call.function, Fact::Kind::Monotonic).empty() &&
           areEqual(call.arguments[0], nest.iterator(row));
  }

  /// The run whose outermost level is \p first.
  std::optional<RowRun> findFrom(const RowRun::Level &first) const {
    const isl::set all = isl::set::universe(nest.space());
    RowRun run{{}, nest.iterator(first.row), all, all};
    for (std::optional<RowRun::Level> next = first; next;
         next = levelBelow(run)) {
      run.levels.push_back(*next);
      const std::string end = endOf(next->pointer);
      std::optional<isl::pw_aff> at;
      if (nest.calls.count(end))
        at = numberAbove(next->pointer, end);
      if (!at || dependsOnRows(*at, run))
        return std::nullopt;
      run.number = *at;
      isl::pw_aff begin = poly::parameter(nest.space(), next->pointer);
      run.guard =
          run.guard.intersect(begin.le_set(*at))
              .intersect(at->lt_set(poly::parameter(nest.space(), end)));
    }
    // The host would have to fetch next[index[rows]] from a GPU in two steps.
    if (program.inspectsOnGpu && run.levels.size() > 1)
      return std::nullopt;
    if (!nest.constraints.is_subset(run.guard) || !visitsAllRows(run))
      return std::nullopt;
    if (!run.guard.is_subset(nest.constraints))
      run.inside = nest.constraints.gist(run.guard);
    if (!mayListAll(run))
      return std::nullopt;
    return solve(std::move(run));
  }

  std::string endOf(const std::string &pointer) const {
    UninterpretedCall end = nest.calls.at(pointer);
    end.arguments[0] = end.arguments[0].add_constant(1);
    return callName(end, nest.iterators);
  }

  /// The level whose rows are the numbers of \p run, if they are a key's.
  std::optional<RowRun::Level> levelBelow(const RowRun &run) const {
    for (unsigned dim : set.keys)
      if (areEqual(run.number, nest.iterator(dim)))
        for (const auto &[name, call] : nest.calls)
          if (isPointerOf(call, dim) && asksOf(name))
            return RowRun::Level{dim, name};
    return std::nullopt;
  }

  /// Whether the guard is about compacted loops between \p pointer and the next
  /// row's: loops that stay inside may have their own bounds of that kind.
  bool asksOf(const std::string &pointer) const {
    const std::string end = endOf(pointer);
    if (!nest.calls.count(end))
      return false;
    std::optional<isl::pw_aff> at = numberAbove(pointer, end);
    return at && llvm::none_of(set.inner, [&](unsigned dim) {
             return poly::involvesDim(*at, dim);
           });
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
        return poly::dropUnusedParams(most.gist(most.domain()));
    } catch (const isl::exception &) { // nothing bounds it
    }
    return std::nullopt;
  }

  bool dependsOnRows(const isl::pw_aff &value, const RowRun &run) const {
    Dims free = set.inner;
    for (const RowRun::Level &level : run.levels)
      free.push_back(level.row);
    return llvm::any_of(
        free, [&](unsigned dim) { return poly::involvesDim(value, dim); });
  }

  /// Whether the outermost rows are 0, 1, … and those below any number that is
  /// one, whatever the other loops do.
  bool visitsAllRows(const RowRun &run) const {
    const unsigned first = run.levels.front().row;
    Dims rows, others;
    isl::set numbers = isl::set::universe(nest.space());
    for (const RowRun::Level &level : run.levels) {
      rows.push_back(level.row);
      numbers = numbers.intersect(
          nest.iterator(level.row).ge_set(poly::constant(nest.space(), 0)));
    }
    for (unsigned dim = 0; dim < nest.iterators.size(); ++dim)
      if (dim != first)
        others.push_back(dim);
    isl::set outermost = poly::eliminateDims(box, others);
    auto bounds = poly::parameterBounds(outermost, first);
    return bounds && poly::constantValue(bounds->first) == 0 &&
           isDense(outermost, first, *bounds) &&
           outermost.intersect(numbers)
               .intersect(poly::eliminateDims(box, rows))
               .is_subset(box);
  }

  /// Whether the list may have all numbers: what is asked beyond \p run is for
  /// loops that stay inside to ask. It may not where only values with instances
  /// are to be listed, or where others rely on what the list has.
  bool mayListAll(const RowRun &run) const {
    if (set.shared && !run.guard.intersect(nest.domain)
                           .intersect_params(program.callContext(nest))
                           .is_subset(*set.shared))
      return false;
    if (!run.asksInside())
      return true;
    RowRun outside = run;
    for (unsigned dim : set.inner)
      outside.inside = poly::dropConstraints(outside.inside, dim);
    const bool runsAll = request.loops.size() > 1 && !request.pad;
    return runsAll && !outside.asksInside();
  }

  /// The other keys as functions of the loops outside and the number, if these
  /// fix them and the numbers rise in the order of the instances.
  std::optional<RowRun> solve(RowRun run) const {
    Dims rows;
    for (const RowRun::Level &level : run.levels)
      rows.push_back(level.row);
    isl::set others = poly::eliminateDims(box, rows);
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
      if (run.isRow(dim))
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
  const CompactionRequest &request;
  const CompactedDomain &set;
  const Statement &nest;
  const isl::set box; ///< `{ R[..] }` without the guard
};

} // namespace

std::optional<RowRun> findRowRun(const CompactionInput &in) {
  // Storage with padding has a place per row and entry, or per entry alone.
  bool isAlone = in.set.outer.empty() && in.set.eliminated.empty();
  if (!in.set.distinct || (in.request.pad && !isAlone))
    return std::nullopt;
  return RunFinder(in).find();
}

} // namespace sparsec
