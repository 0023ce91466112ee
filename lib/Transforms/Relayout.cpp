//===- Relayout.cpp - copies of arrays in the order of the loops ----------===//
///
/// \file
/// `relayout` lets the plan hold copies of what a loop reads, one element after
/// the other as the loops now run:
///
///     for p                                for p
///       i = perm[p]                          for q in offset[p]..offset[p+1]
///       for j in index[i]..         =>         s += a_prime[q]
///         s += a[j] * x[place[col[j]]]              * x[place_prime[q]]
///
/// It is compact_and_pad where each place belongs to one instance, so that
/// nothing is padded and no guard is left; what it copies follows from the
/// statement. Indices of indices are composed: `place_prime[q]` is
/// `place[col[j]]`. Loops over a box of values stay; copies have their order.
///
//===----------------------------------------------------------------------===//

#include "Compaction/CompactionArguments.h"

#include "sparsec/Transforms/LoopNest.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    compactedStatement,
    compactedLoops,
    {"arrays", ParameterSpec::Kind::Arrays,
     "arrays to copy; by default all that the statement reads at places which "
     "the loops tell, and nothing writes",
     true},
    {"names", ParameterSpec::Kind::NewNames,
     "names of the copies; by default NAME_prime", true},
    listLoop,
};

/// Finds what a statement reads in the order of loops.
class Streams {
public:
  Streams(const Program &program, const Statement &nest,
          std::vector<unsigned> loops)
      : program(program), nest(nest), loops(std::move(loops)) {}

  /// Data first, then indices, each once.
  std::vector<std::string> arrays() const {
    std::vector<std::string> found;
    auto add = [&](const std::string &array) {
      if (!llvm::is_contained(found, array) &&
          executedWriter(program, array).empty() && isReadAtOnePlace(array))
        found.push_back(array);
    };
    for (const Access &access : nest.accesses())
      if (!access.isWrite && llvm::any_of(access.subscripts, [&](auto &value) {
            return isAtLoops(value);
          }))
        add(access.array);
    for (const Access &access : nest.accesses())
      for (const isl::pw_aff &value : access.subscripts)
        for (const auto &[name, call] : nest.calls)
          if (poly::involvesParam(value, name) && dependsOnLoops(name))
            add(call.function);
    return found;
  }

private:
  /// An instance has one element in a copy.
  bool isReadAtOnePlace(const std::string &array) const {
    std::vector<std::vector<isl::pw_aff>> places;
    for (const Access &access : nest.accesses())
      if (access.array == array)
        places.push_back(access.subscripts);
    for (const auto &entry : nest.calls)
      if (entry.second.function == array)
        places.push_back(entry.second.arguments);
    return llvm::all_of(places, [&](const auto &place) {
      return llvm::equal(place, places.front(),
                         [](const isl::pw_aff &a, const isl::pw_aff &b) {
                           return a.plain_is_equal(b);
                         });
    });
  }

  /// Whether the loops themselves say where: `a[j]`, not `x[col[j]]`.
  bool isAtLoops(const isl::pw_aff &value) const {
    return llvm::any_of(
        loops, [&](unsigned dim) { return poly::involvesDim(value, dim); });
  }

  bool dependsOnLoops(const std::string &name) const {
    const UninterpretedCall &call = nest.calls.at(name);
    return llvm::any_of(call.arguments,
                        [&](const auto &value) { return isAtLoops(value); }) ||
           llvm::any_of(nestedCalls(call, nest.calls), [&](const auto &inner) {
             return dependsOnLoops(inner);
           });
  }

  const Program &program;
  const Statement &nest;
  const std::vector<unsigned> loops;
};

llvm::Expected<std::vector<std::string>>
arraysOf(const Program &program, const CompactionRequest &request) {
  llvm::Expected<LoopNest> nest = nestOf(program, request.statement);
  if (!nest)
    return nest.takeError();
  const std::vector<std::string> &names = nest->statement.iterators;
  std::vector<unsigned> loops;
  for (const std::string &loop : request.loops)
    loops.push_back(unsigned(llvm::find(names, loop) - names.begin()));
  std::vector<std::string> arrays =
      Streams(program, nest->statement, std::move(loops)).arrays();
  if (arrays.empty())
    return refuse("'" + request.statement +
                  "' reads no array at places which the loops '" +
                  llvm::join(request.loops, "', '") +
                  "' tell, but those that are written or read at several");
  return arrays;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  CompactionRequest request = compactionRequest(args);
  request.arrays = args.texts("arrays");
  request.names = args.texts("names");
  request.pad = true;
  request.isFull = true;
  request.order = "source";
  if (request.arrays.empty()) {
    auto arrays = arraysOf(program, request);
    if (!arrays)
      return arrays.takeError();
    request.arrays = std::move(*arrays);
  }
  return compactLoops(program, request);
}

} // namespace

extern const TransformSpec relayoutSpec;
const TransformSpec relayoutSpec = {
    .name = "relayout",
    .summary = "copy arrays into the order in which loops read them",
    .before = "for p\n  for j in index[perm[p]]..index[perm[p]+1]\n"
              "    s += a[j] * x[col[j]]\n",
    .after = "for p\n  for q in offset[p]..offset[p+1]\n"
             "    s += a_prime[q] * x[col_prime[q]]\n",
    .legality = "when each place has one instance; the copied arrays are not "
                "written in the region",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
