//===- AliasChecks.cpp - arrays that must be disjoint ---------------------===//

#include "AliasChecks.h"

#include "Presence.h"

#include "sparsec/IR/RowPointers.h"
#include "sparsec/IR/StructureMember.h"
#include "sparsec/LoopIR/Statements.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

/// The caller's arrays that \p program touches, and which it writes.
void collectArrays(const Program &program, std::set<std::string> &touched,
                   std::set<std::string> &written) {
  for (const auto &entry : program.statements) {
    const Statement &statement = entry.second;
    if (!program.phaseOf(statement.name))
      continue;
    for (const Access &access : statement.accesses()) {
      auto found = program.arrays.find(access.array);
      if (found == program.arrays.end() ||
          found->second.owner != Array::Owner::Argument ||
          found->second.isScalar())
        continue;
      touched.insert(access.array);
      if (access.isWrite)
        written.insert(access.array);
    }
    for (const auto &call : statement.calls) {
      const Array &array = program.arrays.at(call.second.function);
      if (array.owner == Array::Owner::Argument)
        touched.insert(array.name);
    }
  }
}

bool isAssumedDisjoint(const Program &program, const std::string &first,
                       const std::string &second) {
  return llvm::any_of(program.facts, [&](const Fact &fact) {
    return fact.kind == Fact::Kind::NoAlias &&
           fact.origin == Fact::Origin::Assumed &&
           llvm::is_contained(fact.arrays, first) &&
           llvm::is_contained(fact.arrays, second);
  });
}

/// Nothing compares where rows lie: facts have to say that they are apart.
llvm::Error requireRowsApart(const Program &program, const std::string &first,
                             const std::string &second) {
  if (areStatedApart(program, first, second))
    return llvm::Error::success();
  if (first == second)
    return llvm::createStringError(
        "the rows of '%s', an array of pointers that is written, may overlap: "
        "state '#pragma sparsec noalias(%s)' where they never do",
        first.c_str(), first.c_str());
  return llvm::createStringError(
      "'%s' and '%s' may overlap, and rows behind pointers are not compared "
      "when the code runs: state '#pragma sparsec noalias(%s, %s)' where they "
      "never do",
      first.c_str(), second.c_str(), first.c_str(), second.c_str());
}

/// Whether C forbids two accesses of these types to one object.
bool typesDiffer(const Array &first, const Array &second) {
  bool bytes = first.type.bytes == 1 || second.type.bytes == 1;
  return !bytes && (first.type.kind != second.type.kind ||
                    first.type.bytes != second.type.bytes);
}

/// \p bytes of \p array, none where it is null.
LoopExpr bytesThere(const Program &program, const Array &array,
                    LoopExpr bytes) {
  const auto member = structureMember(array.name);
  std::optional<LoopExpr> isThere =
      presenceCondition(program, {member ? member->structures : array.name});
  return isThere ? LoopExpr::select(std::move(*isThere), std::move(bytes),
                                    LoopExpr::integer(0))
                 : bytes;
}

/// Members of one array of structures lie beside each other.
bool areBeside(const std::string &first, const std::string &second) {
  const auto one = structureMember(first), other = structureMember(second);
  return one && other && one->structures == other->structures;
}

/// What points to the elements, or to the structures that hold them.
LoopExpr pointerTo(const std::string &array) {
  const auto member = structureMember(array);
  return LoopExpr::variable(member ? member->structures : array);
}

/// Arrays in one order: the written one first.
llvm::Expected<OverlapCheck> checkOf(const Program &program, const Array &first,
                                     const Array &second) {
  OverlapCheck check;
  check.first = first.name;
  check.second = second.name;
  llvm::Expected<LoopExpr> firstBytes = bytesOf(program, first);
  if (!firstBytes)
    return firstBytes.takeError();
  llvm::Expected<LoopExpr> secondBytes = bytesOf(program, second);
  if (!secondBytes)
    return secondBytes.takeError();
  check.firstBytes = bytesThere(program, first, *firstBytes);
  check.secondBytes = bytesThere(program, second, *secondBytes);
  check.names = namesIn(overlapCondition(check));
  return check;
}

} // namespace

LoopExpr overlapCondition(const OverlapCheck &check) {
  return expr::call(runtime::overlap,
                    {pointerTo(check.first), check.firstBytes,
                     pointerTo(check.second), check.secondBytes});
}

llvm::Expected<std::vector<std::pair<std::string, std::string>>>
comparedArrays(const Program &program) {
  std::set<std::string> touched, written;
  collectArrays(program, touched, written);
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const std::string &name : written)
    for (const std::string &other : touched) {
      const Array &first = program.arrays.at(name);
      const Array &second = program.arrays.at(other);
      bool once = name != other && (!written.count(other) || name < other);
      // `restrict` of a table of pointers says nothing of the rows.
      const bool hasRows = hasRowPointers(program, name);
      if (hasRows || hasRowPointers(program, other)) {
        const bool isOwn = hasRows && name == other;
        if ((once || isOwn) && !typesDiffer(first, second))
          if (llvm::Error failure = requireRowsApart(program, name, other))
            return failure;
        continue;
      }
      if (!once || areBeside(name, other) || first.isRestrict ||
          second.isRestrict || typesDiffer(first, second) ||
          isAssumedDisjoint(program, name, other))
        continue;
      pairs.push_back({name, other});
    }
  return pairs;
}

llvm::Expected<std::vector<OverlapCheck>>
overlapChecks(const Program &program) {
  auto pairs = comparedArrays(program);
  if (!pairs)
    return pairs.takeError();
  std::vector<OverlapCheck> checks;
  for (const auto &[first, second] : *pairs) {
    llvm::Expected<OverlapCheck> check =
        checkOf(program, program.arrays.at(first), program.arrays.at(second));
    if (!check)
      return check.takeError();
    checks.push_back(std::move(*check));
  }
  return checks;
}

std::vector<LoopNode> overlapGuard(const PlanFunction &function,
                                   const OverlapCheck &check) {
  const std::string message = function.name + ": arrays '" + check.first +
                              "' and '" + check.second + "' overlap";
  return {LoopNode::ifThen(overlapCondition(check),
                           {stmt::returns(stmt::failure("OVERLAP", message))})};
}

} // namespace sparsec
