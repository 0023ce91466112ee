//===- ImpliedConditions.cpp - what need not be asked ---------------------===//
///
/// \file
/// `{ [u, v, k] : u = col(k) and index(u) <= diag(u) and col(diag(u)) = u }`
/// becomes `{ [u, v, k] : u = col(k) }` where facts say the rest. Calls go as a
/// whole, the most nested ones first: isl keeps what they imply of the others.
/// Then conditions go one by one.
///
//===----------------------------------------------------------------------===//

#include "ImpliedConditions.h"

#include "InstancePair.h"

#include "sparsec/Poly/Constraints.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

class Simplifier {
public:
  Simplifier(const Program &program, const CallTable &calls,
             const isl::set &points)
      : calls(calls), points(points),
        facts(program, poly::tupleSpace(points.ctx(), "R",
                                        unsigned(points.tuple_dim()))),
        import(importCalls()) {}

  isl::set run(const std::string &kept);

private:
  UninterpretedFunctionSolver::Import importCalls();
  unsigned depthOf(const std::string &name) const;
  bool isImplied(const isl::set &missing) const;
  void dropCalls(const std::string &kept);
  void dropConditions();

  const CallTable &calls;
  isl::set points;
  UninterpretedFunctionSolver facts;
  UninterpretedFunctionSolver::Import import;
};

/// The calls that the points mention.
UninterpretedFunctionSolver::Import Simplifier::importCalls() {
  std::vector<isl::pw_aff> values;
  for (unsigned dim = 0; dim < unsigned(points.tuple_dim()); ++dim)
    values.push_back(poly::dimension(facts.space(), dim));
  CallTable mentioned;
  auto add = [&](auto &self, const std::string &name) -> void {
    if (!mentioned.emplace(name, calls.at(name)).second)
      return;
    for (const std::string &nested : nestedCalls(calls.at(name), calls))
      self(self, nested);
  };
  for (const auto &entry : calls)
    if (poly::involvesParam(points, entry.first))
      add(add, entry.first);
  return facts.import(mentioned, poly::makeMap(facts.space(), "R", values));
}

/// How many calls are one within another.
unsigned Simplifier::depthOf(const std::string &name) const {
  unsigned inside = 0;
  for (const std::string &nested : nestedCalls(calls.at(name), calls))
    inside = std::max(inside, depthOf(nested));
  return inside + 1;
}

/// Whether the facts exclude all of \p missing.
bool Simplifier::isImplied(const isl::set &missing) const {
  return proves(points.ctx(), [&] {
    bool isEmpty = true;
    missing.foreach_basic_set([&](isl::basic_set piece) {
      isEmpty = isEmpty && facts.provesEmpty(import.set(isl::set(piece)));
    });
    return isEmpty;
  });
}

void Simplifier::dropCalls(const std::string &kept) {
  std::vector<std::string> names;
  for (const auto &entry : calls)
    if (entry.first != kept && poly::involvesParam(points, entry.first))
      names.push_back(entry.first);
  llvm::stable_sort(names, [&](const std::string &a, const std::string &b) {
    return depthOf(a) > depthOf(b);
  });
  for (const std::string &name : names) {
    isl::set without = poly::dropParam(points, name).coalesce();
    if (isImplied(without.subtract(points)))
      points = without;
  }
}

/// Of one conjunction; conditions on calls.
void Simplifier::dropConditions() {
  if (points.n_basic_set() != 1)
    return;
  std::vector<isl::set> conditions = poly::constraintsOf(points);
  auto allBut = [&](size_t left) {
    isl::set all = isl::set::universe(points.space());
    for (size_t pos = 0; pos < conditions.size(); ++pos)
      if (pos != left)
        all = all.intersect(conditions[pos]);
    return all;
  };
  // Existential variables cannot be taken apart.
  if (!allBut(conditions.size()).is_equal(points))
    return;
  for (size_t pos = conditions.size(); pos-- > 0;) {
    bool asksCalls = llvm::any_of(calls, [&](const auto &entry) {
      return poly::involvesParam(conditions[pos], entry.first);
    });
    isl::set rest = allBut(pos);
    if (!asksCalls || !isImplied(rest.subtract(conditions[pos])))
      continue;
    conditions.erase(conditions.begin() + long(pos));
    points = rest;
  }
}

isl::set Simplifier::run(const std::string &kept) {
  std::vector<std::string> parameters;
  for (const std::string &name : poly::paramNames(points.space()))
    if (!calls.count(name))
      parameters.push_back(name);
  const isl::set without = poly::keepParams(points, parameters);
  dropCalls(kept);
  dropConditions();
  return points.intersect(without).coalesce();
}

} // namespace

isl::set withoutImplied(const Program &program, const CallTable &calls,
                        const isl::set &points, const std::string &kept) {
  return Simplifier(program, calls, points).run(kept);
}

} // namespace sparsec
