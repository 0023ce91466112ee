//===- RowRun.cpp - instances that number themselves ----------------------===//

#include "Compaction/RowRun.h"

#include "Inspection/InspectorBuilder.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Dims = CompactedDomain::Dims;

bool RowRun::isRow(unsigned dim) const {
  return llvm::any_of(levels,
                      [&](const Level &level) { return level.row == dim; });
}

isl::pw_aff RowRun::rowCount(const CompactionInput &in) const {
  if (rows)
    return *rows;
  auto ends = orEmpty(in.old, *in.parameterBounds(levels.front().row));
  isl::pw_aff count = ends.second.add_constant(1);
  // As facts and extents name it, n.
  return poly::dropUnusedParams(count.gist(count.domain()).coalesce());
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

/// What `which` is of a Kind::Contents fact about a list of rows.
constexpr llvm::StringLiteral rowsWord = "rows";

class RunFinder {
public:
  explicit RunFinder(const CompactionInput &in)
      : program(in.old), request(in.request), set(in.set), nest(set.nest),
        box(nest.domain.intersect_params(program.context)) {}

  std::optional<RowRun> find() const {
    for (unsigned row : set.keys)
      for (const auto &[name, call] : nest.calls)
        for (const Fact *list : listsOf(call, row))
          if (std::optional<RowRun> run = findFrom({row, name}, list))
            return run;
    return std::nullopt;
  }

  /// Whether all rows below \p rows of \p run and all their numbers are
  /// instances, as the inspector of a list looks at them: not at loops inside.
  bool runsForAll(const RowRun &run, const isl::pw_aff &rows) const {
    if (run.asksInside())
      return false;
    const isl::pw_aff zero = poly::constant(nest.space(), 0);
    isl::set asked =
        run.guard.intersect(run.number.ge_set(zero))
            .intersect(nest.iterator(run.levels.front().row)
                           .lt_set(poly::onSpace(rows, nest.space())));
    for (const RowRun::Level &level : run.levels)
      asked = asked.intersect(nest.iterator(level.row).ge_set(zero));
    // What facts say of what a number's instances read: 0 < m of col(j) < m.
    Statement outside = nest;
    isl::set visited = nest.instances();
    const Dims looked = set.visit();
    for (unsigned dim : set.inner) {
      visited = llvm::is_contained(looked, dim)
                    ? poly::eliminateDims(visited, {dim})
                    : withoutLoop(visited, dim, nest);
      std::erase_if(outside.calls, [&](const auto &entry) {
        return argumentsInvolve(nest, entry.first, dim);
      });
    }
    return asked.intersect_params(program.callContext(outside))
        .is_subset(visited);
  }

private:
  bool isPointer(const UninterpretedCall &call) const {
    return call.arguments.size() == 1 && startsAtZero(program, call.function) &&
           !program.factsAbout(call.function, Fact::Kind::Monotonic).empty();
  }

  bool isPointerOf(const UninterpretedCall &call, unsigned row) const {
    return isPointer(call) && areEqual(call.arguments[0], nest.iterator(row));
  }

  /// What is known of the list between \p row and \p call,
  /// `pointer(list(row))`; null where there is none, `pointer(row)`.
  std::vector<const Fact *> listsOf(const UninterpretedCall &call,
                                    unsigned row) const {
    std::vector<const Fact *> lists;
    if (isPointerOf(call, row))
      lists.push_back(nullptr);
    if (!isPointer(call))
      return lists;
    for (const auto &[name, inner] : nest.calls)
      if (inner.arguments.size() == 1 &&
          areEqual(inner.arguments[0], nest.iterator(row)) &&
          areEqual(call.arguments[0], poly::parameter(nest.space(), name)))
        for (const Fact *fact :
             program.factsAbout(inner.function, Fact::Kind::Contents))
          if (fact->which == rowsWord)
            lists.push_back(fact);
    return lists;
  }

  /// Whether \p list has the rows of \p run that have numbers: those with any
  /// in further levels have some in the first ones.
  bool hasRowsOf(const Fact &list, const RowRun &run) const {
    const auto pointers = llvm::ArrayRef(list.arrays).drop_front();
    return pointers.size() <= run.levels.size() &&
           llvm::all_of(llvm::zip(pointers, run.levels), [&](auto pair) {
             const auto &[pointer, level] = pair;
             return nest.calls.at(level.pointer).function == pointer;
           });
  }

  /// The run whose outermost level is \p first, of the rows that \p list has.
  std::optional<RowRun> findFrom(const RowRun::Level &first,
                                 const Fact *list) const {
    const isl::set all = isl::set::universe(nest.space());
    RowRun run{{}, std::nullopt, nest.iterator(first.row), all, all};
    if (list)
      run.rows = list->upper;
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
    if (list && !hasRowsOf(*list, run))
      return std::nullopt;
    if (!nest.constraints.is_subset(run.guard) || !visitsAllRows(run, list))
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
  /// one, whatever the other loops do. They are places in \p list, if any.
  bool visitsAllRows(const RowRun &run, const Fact *list) const {
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
           (!list || isLength(bounds->second.add_constant(1), *list)) &&
           outermost.intersect(numbers)
               .intersect(poly::eliminateDims(box, rows))
               .is_subset(box);
  }

  /// Whether all of \p list is \p length places.
  bool isLength(const isl::pw_aff &length, const Fact &list) const {
    const Array &array = program.arrays.at(list.arrays.front());
    return array.extents[0] && areEqual(length, *array.extents[0]);
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

std::optional<Fact> listedRows(const CompactionInput &in, unsigned dim,
                               const std::string &list) {
  // As if all loops that index arrays bound were to be one.
  CompactedDomain whole = in.set;
  whole.outer.clear();
  whole.keys.clear();
  whole.inner.clear();
  whole.shared.reset();
  CompactionRequest request = in.request;
  request.loops.clear();
  request.pad = false;
  for (unsigned at = 0; at < whole.nest.iterators.size(); ++at)
    if (at == dim || poly::involvesDim(whole.nest.constraints, at)) {
      whole.keys.push_back(at);
      request.loops.push_back(whole.name(at));
    } else {
      whole.inner.push_back(at);
    }
  const CompactionInput all(in.old, request, whole);
  const RunFinder finder(all);
  std::optional<RowRun> run = finder.find();
  if (!run || run->rows || run->levels.front().row != dim)
    return std::nullopt;
  const isl::pw_aff rows = run->rowCount(all);
  if (!finder.runsForAll(*run, rows))
    return std::nullopt;
  Fact fact = provedFact(Fact::Kind::Contents, {list});
  for (const RowRun::Level &level : run->levels)
    fact.arrays.push_back(whole.nest.calls.at(level.pointer).function);
  fact.which = rowsWord.str();
  fact.upper = rows;
  return fact;
}

} // namespace sparsec
