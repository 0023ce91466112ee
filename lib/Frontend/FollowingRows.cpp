//===- FollowingRows.cpp - rows from begin[i] to end[i] -------------------===//
///
/// \file
/// Rows that are given by two arrays may have gaps between them. Where a fact
/// says that they have none,
///
///     rule(forall i: 0 <= i && i < n - 1 => end[i] == begin[i + 1])
///
/// the sum of their lengths telescopes as that of index[i + 1] - index[i] does:
/// the rows before row i have begin[i] - begin[first] entries.
///
//===----------------------------------------------------------------------===//

#include "AffineBuilder.h"

namespace sparsec {
namespace {

/// Whether \p rule says that the calls \p first and \p second are equal
/// wherever its premise holds, which asks for no elements.
bool saysEqual(const Fact::Rule &rule, const std::string &first,
               const std::string &second) {
  for (const auto &entry : rule.calls)
    if (poly::involvesParam(rule.premise, entry.first))
      return false;
  const isl::space space = rule.conclusion.space();
  return rule.premise.intersect(rule.conclusion)
      .is_subset(
          poly::parameter(space, first).eq_set(poly::parameter(space, second)));
}

/// What \p call, of the variable of a rule, adds to it as its subscript.
std::optional<long> shiftOf(const UninterpretedCall &call,
                            const isl::space &space) {
  if (call.arguments.size() != 1)
    return std::nullopt;
  return poly::constantValue(
      call.arguments[0].sub(poly::dimension(space, 0)).coalesce());
}

} // namespace

/// Whether a fact says that \p end in an iteration is \p begin in the next one,
/// to which \p next leads.
bool AffineBuilder::rowsFollow(const UninterpretedCall &begin,
                               const UninterpretedCall &end,
                               const isl::pw_multi_aff &next) const {
  if (begin.arguments.size() != 1 || end.arguments.size() != 1 ||
      !nestedCalls(begin, statement.calls).empty() ||
      !nestedCalls(end, statement.calls).empty())
    return false;
  const isl::set followed =
      statement.domain.intersect(statement.domain.preimage(next))
          .intersect_params(kernel.program.context.params());
  const isl::pw_aff here = end.arguments[0],
                    there = begin.arguments[0].pullback(next);
  for (const Fact &fact : kernel.program.facts) {
    if (fact.kind != Fact::Kind::Rule || fact.rule->premise.tuple_dim() != 1)
      continue;
    const isl::space space = fact.rule->premise.space();
    for (const auto &[endName, endCall] : fact.rule->calls)
      for (const auto &[beginName, beginCall] : fact.rule->calls) {
        const std::optional<long> atEnd = shiftOf(endCall, space),
                                  atBegin = shiftOf(beginCall, space);
        if (endCall.function != end.function ||
            beginCall.function != begin.function || !atEnd || !atBegin ||
            !saysEqual(*fact.rule, endName, beginName))
          continue;
        const isl::pw_aff variable = here.add_constant(-*atEnd);
        const isl::pw_multi_aff at = poly::makeMap(this->space, "", {variable});
        if (poly::equalOn(there, variable.add_constant(*atBegin), followed) &&
            followed.is_subset(fact.rule->premise.preimage(at)))
          return true;
      }
  }
  return false;
}

/// Takes the lengths of rows that follow each other out of \p value.
void AffineBuilder::takeFollowingRows(isl::pw_aff &value,
                                      const isl::pw_multi_aff &next,
                                      std::vector<Telescope> &result) {
  const CallTable calls = statement.calls;
  for (const auto &[beginName, begin] : calls)
    for (const auto &[endName, end] : calls) {
      const std::optional<long> factor =
          beginName == endName ? std::nullopt : coefficientOf(value, endName);
      if (!factor || coefficientOf(value, beginName) != -*factor ||
          !rowsFollow(begin, end, next))
        continue;
      const isl::pw_aff length = poly::parameter(space, endName)
                                     .sub(poly::parameter(space, beginName));
      value = value.sub(length.mul(poly::constant(space, *factor))).coalesce();
      result.push_back({*factor, begin, end});
    }
}

/// Behind all \p number rows: where the last one ends, less \p first; 0 where
/// there is none. begin[n] need not exist.
isl::pw_aff AffineBuilder::lengthOfRows(const UninterpretedCall &lastEnd,
                                        const UninterpretedCall &first,
                                        const isl::pw_aff &number,
                                        clang::SourceRange range) {
  const isl::set isSome = number.gt_set(poly::constant(space, 0));
  if (!elementExists(lastEnd, isSome) || !elementExists(first, isSome))
    kernel.diagnoser.refuse(
        range,
        "this value is read from '" + lastEnd.function + "' and '" +
            first.function +
            "', whose elements may not exist where the loop that moves it does "
            "not run",
        "state how long both are and that it runs: #pragma sparsec extent(" +
            lastEnd.function + ", n); extent(" + first.function +
            ", n); n > 0");
  const isl::pw_aff none = poly::constant(space, 0);
  return elementValue(lastEnd)
      .sub(elementValue(first))
      .intersect_domain(isSome)
      .union_add(none.intersect_domain(isSome.complement()))
      .coalesce();
}

} // namespace sparsec
