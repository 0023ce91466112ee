//===- FactCandidates.cpp - facts that might help a refused step ----------===//

#include "FactCandidates.h"

#include "sparsec/Analysis/Checker.h"
#include "sparsec/IR/FactParser.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec::recipe {
namespace {

using Names = std::vector<std::string>;

void addOnce(Names &names, const std::string &name) {
  if (!llvm::is_contained(names, name))
    names.push_back(name);
}

/// Whether calls of \p function bound segments: p(i) and p(i + 1) occur.
bool isPointerArray(const Statement &statement, const std::string &function) {
  for (const auto &[firstName, first] : statement.calls)
    for (const auto &[secondName, second] : statement.calls) {
      if (first.function != function || second.function != function ||
          first.arguments.size() != 1 || second.arguments.size() != 1)
        continue;
      isl::pw_aff distance =
          second.arguments[0].sub(first.arguments[0]).coalesce();
      if (poly::isConstant(distance) && poly::constantValue(distance) == 1)
        return true;
    }
  return false;
}

/// The statements that \p refused speaks of; else the one that it transforms.
std::vector<const Statement *> statementsOf(const RefusedStep &refused) {
  Names names;
  if (refused.refusal)
    for (const RefusedAccess &access : refused.refusal->accesses)
      addOnce(names, access.statement);
  if (names.empty())
    names.push_back(refused.arguments.statement());
  std::vector<const Statement *> statements;
  for (const std::string &name : names) {
    auto found = refused.program.statements.find(name);
    if (found != refused.program.statements.end())
      statements.push_back(&found->second);
  }
  return statements;
}

struct IndexArrays {
  Names pointers, others;
};

IndexArrays arraysOf(const RefusedStep &refused) {
  IndexArrays result;
  for (const Statement *statement : statementsOf(refused))
    for (const auto &[name, call] : statement->calls)
      addOnce(isPointerArray(*statement, call.function) ? result.pointers
                                                        : result.others,
              call.function);
  llvm::erase_if(result.others, [&](const std::string &name) {
    return llvm::is_contained(result.pointers, name);
  });
  return result;
}

} // namespace

/// Not what the plan counts, nor whether a pointer is null.
static bool isSize(const Parameter &parameter) {
  return parameter.owner == Parameter::Owner::Argument &&
         parameter.pointer.empty();
}

/// `n <= m`: where no index array decides, sizes may.
static void addConditions(const RefusedStep &refused, Names &facts) {
  for (const Parameter &low : refused.program.parameters)
    for (const Parameter &high : refused.program.parameters)
      if (isSize(low) && isSize(high) && low.name != high.name)
        facts.push_back(low.name + " <= " + high.name);
}

std::vector<std::string> factCandidates(const RefusedStep &refused) {
  const IndexArrays arrays = arraysOf(refused);
  Names facts;
  if (arrays.pointers.empty() && arrays.others.empty())
    addConditions(refused, facts);
  for (const std::string &pointer : arrays.pointers)
    facts.push_back("monotonic(" + pointer + ")");
  for (const std::string &array : arrays.others)
    for (const std::string &pointer : arrays.pointers) {
      const std::string both = array + ", " + pointer;
      facts.push_back("unique(" + both + ")");
      facts.push_back("sorted(" + both + ")");
      facts.push_back("sorted(" + both + ", strict)");
      for (const char *half : {"lower", "upper"})
        for (const char *strict : {"", ", strict"})
          facts.push_back("triangular(" + both + ", " + half + strict + ")");
    }
  for (const std::string &array : arrays.others) {
    facts.push_back("injective(" + array + ")");
    facts.push_back("monotonic(" + array + ")");
    facts.push_back("monotonic(" + array + ", strict)");
  }
  for (const std::string &array : arrays.others)
    for (const std::string &other : arrays.others)
      if (other != array)
        facts.push_back("inverse(" + array + ", " + other + ")");
  for (const std::string &pointer : arrays.pointers)
    facts.push_back("monotonic(" + pointer + ", strict)");
  for (const std::string &array : arrays.others)
    for (const Parameter &parameter : refused.program.parameters)
      if (isSize(parameter))
        facts.push_back("range(" + array + ", 0, " + parameter.name + ")");
  return facts;
}

/// Whether \p fact gives the other half of a triangle, or less than a diagonal
/// where there is one: such matrices have next to nothing in them.
static bool isOdd(const Program &program, const Fact &fact) {
  if (fact.kind != Fact::Kind::Triangular)
    return false;
  bool isHalf = llvm::any_of(
      program.factsAbout(fact.arrays[0], Fact::Kind::Triangular),
      [&](const Fact *other) { return other->which != fact.which; });
  bool hasDiagonal =
      !program.factsAbout(fact.arrays[0], Fact::Kind::HasDiagonal).empty();
  return isHalf || (hasDiagonal && fact.strict);
}

std::optional<Program> withFact(const Program &program,
                                const std::string &fact) {
  Program result = program;
  size_t known = result.facts.size();
  if (llvm::Error wrong =
          addFacts(result, fact, Fact::Origin::Declared, "a remedy")) {
    llvm::consumeError(std::move(wrong));
    return std::nullopt;
  }
  for (size_t at = known; at < result.facts.size(); ++at)
    if (isOdd(program, result.facts[at]))
      return std::nullopt;
  for (const auto &[name, statement] : program.statements)
    if (mayRun(program, statement) && !mayRun(result, statement))
      return std::nullopt;
  return result;
}

} // namespace sparsec::recipe
