//===- BreakAdvice.cpp - loops that need no break -------------------------===//
///
/// \file
/// `break` has become a flag (Frontend/EarlyEnds.h), by which each iteration
/// depends on those before:
///
///     for j
///       holds = goes_on != 0;
///       if (col(j) == i)
///         at = j if holds;
///         goes_on = 0 if holds;
///
/// If no two iterations meet `col(j) == i`, `holds` is true wherever it is
/// asked, and the flag says nothing. Where anything else is done in iterations,
/// or the flag is read behind the loop, it does.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/BreakAdvice.h"

#include "sparsec/Analysis/FixedValues.h"
#include "sparsec/IR/FactParser.h"
#include "sparsec/IR/LoopSpace.h"
#include "sparsec/Poly/SingleValued.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>

namespace sparsec {
namespace {

bool reads(const Statement &statement, const std::string &array) {
  return llvm::any_of(statement.accesses(), [&](const Access &access) {
    return access.isRead && access.array == array;
  });
}

class Search {
public:
  Search(const Program &program, std::string flag)
      : program(program), flag(std::move(flag)) {}

  std::string advice() {
    if (!findFlag() || !findLoop() || !findTest() || isAskedOutside() ||
        !llvm::all_of(loop->statements(), [&](const std::string &name) {
          return isOfHits(program.statement(name));
        }))
      return "";
    const std::optional<std::string> fact = factOfOneHit();
    if (!fact)
      return "";
    return (fact->empty() ? "" : "where " + *fact + " holds, ") +
           "at most one iteration of loop '" + loop->name +
           "' meets the condition of its 'break': write the loop without "
           "'break', which does the same, and its iterations no longer share "
           "'" +
           flag + "'";
  }

private:
  /// The fact by which at most one iteration ends the loop, "" where what is
  /// known suffices; nothing where several may.
  std::optional<std::string> factOfOneHit() const {
    std::vector<unsigned> others;
    std::optional<unsigned> own;
    for (unsigned dim = 0; dim < clears->iterators.size(); ++dim)
      if (loop->values.at(clears->name).plain_is_equal(clears->iterator(dim)))
        own = dim;
      else
        others.push_back(dim);
    if (!own)
      return std::nullopt;
    if (isFixedBy(program, *clears, others, *own))
      return "";
    for (const auto &[text, column] : clears->calls)
      for (const auto &[other, pointer] : clears->calls) {
        const std::string fact =
            "unique(" + column.function + ", " + pointer.function + ")";
        Program known = program;
        if (llvm::Error error =
                addFacts(known, fact, Fact::Origin::Assumed, ""))
          llvm::consumeError(std::move(error));
        else if (isFixedBy(known, *clears, others, *own))
          return fact;
      }
    return std::nullopt;
  }

  /// The statement that clears the flag, and the one that sets it before.
  bool findFlag() {
    auto found = program.arrays.find(flag);
    if (found == program.arrays.end() ||
        found->second.owner == Array::Owner::Argument)
      return false;
    for (const auto &[name, statement] : program.statements) {
      if (!statement.assignment || statement.assignment->target.text != flag)
        continue;
      const Expr &value = statement.assignment->computed();
      const bool isMasked = statement.assignment->mask() != nullptr;
      const Statement *&place = isMasked ? clears : sets;
      if (place || !isNumber(value, isMasked ? 0 : 1) ||
          statement.assignment->op != Update::Set)
        return false;
      place = &statement;
    }
    return clears && sets;
  }

  static bool isNumber(const Expr &value, long number) {
    if (value.kind == Expr::Kind::Affine)
      return poly::constantValue(value.subscripts[0]) == number;
    return value.kind == Expr::Kind::Constant &&
           value.text == std::to_string(number);
  }

  /// The loop that ends: the one around what clears the flag alone.
  bool findLoop() {
    const Phase *phase = program.phaseOf(clears->name);
    if (!phase || phase != program.phaseOf(sets->name))
      return false;
    const auto around = phase->tree.loopsAround(clears->name);
    if (around.empty() || around.back()->contains(sets->name) ||
        around.size() != phase->tree.loopsAround(sets->name).size() + 1)
      return false;
    tree = &phase->tree;
    loop = around.back();
    return true;
  }

  /// What asks the flag, of all iterations, and nothing else.
  bool findTest() {
    const Expr &mask = *clears->assignment->mask();
    if (mask.kind != Expr::Kind::Access)
      return false;
    holds = mask.text;
    for (const std::string &name : loop->statements()) {
      const Statement &statement = program.statement(name);
      if (!statement.assignment || statement.assignment->target.text != holds)
        continue;
      if (test || !isTest(*statement.assignment))
        return false;
      test = &statement;
    }
    return test && !poly::isSubset(visits(*test), visits(*clears));
  }

  /// `holds = flag != 0`
  bool isTest(const Assignment &body) const {
    const Expr &value = body.value;
    return body.op == Update::Set && value.kind == Expr::Kind::Binary &&
           value.op == Operator::NotEqual &&
           value.operands[0].kind == Expr::Kind::Access &&
           value.operands[0].text == flag && isNumber(value.operands[1], 0);
  }

  bool isAskedOutside() const {
    return llvm::any_of(program.statements, [&](const auto &entry) {
      return !loop->contains(entry.first) &&
             (reads(entry.second, flag) || reads(entry.second, holds));
    });
  }

  /// Whether \p statement does nothing in iterations that do not end the loop.
  bool isOfHits(const Statement &statement) const {
    if (&statement == test || &statement == clears)
      return true;
    const Expr *mask =
        statement.assignment ? statement.assignment->mask() : nullptr;
    return mask && mask->kind == Expr::Kind::Access && mask->text == holds &&
           poly::isSubset(visits(statement), visits(*clears));
  }

  isl::set visits(const Statement &statement) const {
    return LoopSpace(program, statement, *tree).instances();
  }

  const Program &program;
  const std::string flag;
  const Statement *sets = nullptr, *clears = nullptr, *test = nullptr;
  const ScheduleTree *tree = nullptr, *loop = nullptr;
  std::string holds; ///< what \p test sets
};

} // namespace

std::string breakAdvice(const Program &program, const std::string &flag) {
  return Search(program, flag).advice();
}

std::string breakAdvice(const Program &program, const ScheduleTree &loop) {
  for (const std::string &name : loop.statements()) {
    const std::optional<Assignment> &body = program.statement(name).assignment;
    const std::string advice =
        body ? breakAdvice(program, body->target.text) : "";
    if (!advice.empty())
      return advice;
  }
  return "";
}

} // namespace sparsec
