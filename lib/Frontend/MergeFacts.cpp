//===- MergeFacts.cpp - what merges and searches need to know -------------===//
///
/// \file
/// A merge meets the pairs with equal entries, all of them and each once, where
/// both rows rise strictly; a search the only equal entry, where its row does.
/// Facts speak of rows that an array of positions tells: the loop has to stay
/// in one of them.
///
//===----------------------------------------------------------------------===//

#include "MergeFacts.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

/// The only call that needs dimension \p dim, if its argument is that and a
/// constant, and no other call's argument.
const UninterpretedCall *entryAt(const Statement &here, unsigned dim) {
  std::vector<std::string> names;
  for (const auto &[name, call] : here.calls)
    if (llvm::any_of(call.arguments, [&](const isl::pw_aff &value) {
          return poly::involvesDim(value, dim);
        }))
      names.push_back(name);
  if (names.size() != 1)
    return nullptr;
  const UninterpretedCall &entry = here.calls.at(names.front());
  const bool isPlain =
      entry.arguments.size() == 1 &&
      poly::constantValue(entry.arguments[0].sub(here.iterator(dim)));
  const bool isArgument = llvm::any_of(here.calls, [&](const auto &other) {
    return llvm::is_contained(nestedCalls(other.second, here.calls),
                              names.front());
  });
  return isPlain && !isArgument ? &entry : nullptr;
}

/// Whether \p place is between two neighbouring elements of \p pointers.
bool isInRow(const Statement &here, const isl::pw_aff &place,
             const std::string &pointers) {
  const isl::set instances = here.instances();
  for (const auto &[name, low] : here.calls) {
    if (low.function != pointers || low.arguments.size() != 1)
      continue;
    UninterpretedCall high = low;
    high.arguments[0] = high.arguments[0].add_constant(1);
    const std::string end = callName(high, here.iterators);
    if (!here.calls.count(end))
      continue;
    const isl::pw_aff begin = poly::parameter(here.space(), name);
    if (instances.is_subset(begin.le_set(place)) &&
        instances.is_subset(place.lt_set(poly::parameter(here.space(), end))))
      return true;
  }
  return false;
}

class RowChecker {
public:
  /// \p isCut: it stands for a part of a row.
  RowChecker(const Kernel &kernel, const RowMerge &merge, const Statement &here,
             bool isCut)
      : kernel(kernel), merge(merge), here(here), isCut(isCut) {}

  void requireRising(unsigned dim, bool strict) const {
    const UninterpretedCall *entry = entryAt(here, dim);
    if (!entry)
      kernel.diagnoser.refuse(
          merge.where,
          "what is compared in this " + kind() +
              " is no element of an array at the loop's position",
          "compare a[p], or a[p + C] with a constant C, of index arrays");
    const isl::pw_aff place = entry->arguments[0];
    if (isKnown(*entry, place, strict))
      return;
    std::vector<std::string> pointers;
    for (const auto &[name, call] : here.calls)
      if (!llvm::is_contained(pointers, call.function) &&
          isInRow(here, place, call.function))
        pointers.push_back(call.function);
    if (pointers.empty())
      kernel.diagnoser.refuse(
          merge.where,
          "this " + kind() + " may leave the rows of '" + entry->function + "'",
          "facts are about rows from index[i] to index[i + 1]: let its "
          "positions start and end there or inside");
    kernel.diagnoser.refuse(merge.where,
                            "this " + kind() + " takes it that '" +
                                entry->function + "' rises in each row",
                            "state it: #pragma sparsec sorted(" +
                                entry->function + ", " + pointers.front() +
                                (strict ? ", strict)" : ")") +
                                orWhereRepeated());
  }

private:
  /// Rows that repeat entries have a form of their own.
  std::string orWhereRepeated() const {
    return merge.isSearch && !isCut
               ? "; where rows may hold an entry twice, write the search "
                 "without it, for (p = ..; p < ..; p++) if (a[p] == v) { ..; "
                 "break; }"
               : "";
  }

  std::string kind() const {
    return isCut ? "loop" : merge.isSearch ? "search" : "merge";
  }

  bool isKnown(const UninterpretedCall &entry, const isl::pw_aff &place,
               bool strict) const {
    using Kind = Fact::Kind;
    return llvm::any_of(kernel.program.facts, [&](const Fact &fact) {
      if (fact.arrays.empty() || fact.arrays[0] != entry.function ||
          (strict && !fact.strict))
        return false;
      return fact.kind == Kind::Monotonic ||
             (fact.kind == Kind::Sorted &&
              isInRow(here, place, fact.arrays[1]));
    });
  }

  const Kernel &kernel;
  const RowMerge &merge;
  const Statement &here;
  const bool isCut;
};

} // namespace

const RowMerge *mergeAt(const Kernel &kernel, const clang::IfStmt *branch) {
  auto merge = kernel.merges.find(branch);
  if (merge == kernel.merges.end())
    return nullptr;
  if (kernel.scan.dataBranches.count(branch))
    kernel.diagnoser.refuse(merge->second.where,
                            "the entries of rows that are merged or searched "
                            "are data here",
                            "they are integers of arrays that the function "
                            "does not write");
  return &merge->second;
}

void requireRisingRows(const Kernel &kernel, const RowMerge &merge,
                       const clang::Expr *condition, const Statement &here) {
  if (!merge.problem.empty())
    kernel.diagnoser.refuse(merge.where, merge.problem, merge.instead);
  const auto *test =
      llvm::dyn_cast<clang::BinaryOperator>(condition->IgnoreParenImpCasts());
  const bool isCut = test && test->isRelationalOp();
  const RowChecker rows(kernel, merge, here, isCut);
  const unsigned inner = unsigned(here.iterators.size()) - 1;
  if (isCut)
    return rows.requireRising(inner, /*strict=*/false);
  rows.requireRising(inner, /*strict=*/true);
  if (!merge.isSearch)
    return rows.requireRising(inner - 1, /*strict=*/true);
  if (!merge.mayGoOn)
    return;
  // What a search looks for may be the iterator of the loop around.
  const bool isElement = llvm::any_of(here.calls, [&](const auto &call) {
    return llvm::any_of(call.second.arguments, [&](const auto &value) {
      return poly::involvesDim(value, inner - 1);
    });
  });
  if (isElement)
    rows.requireRising(inner - 1, /*strict=*/merge.isStepped);
}

} // namespace sparsec
