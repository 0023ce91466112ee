//===- MadeFacts.cpp - facts about what inspectors make -------------------===//

#include "MadeFacts.h"

#include "sparsec/IR/ArrayLengths.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace sparsec {
namespace {

using Names = std::set<std::string>;

/// The arrays and parameters that a fact speaks of.
class Mentioned {
public:
  Mentioned(const Program &program, const Fact &fact) : program(program) {
    for (const std::string &array : fact.arrays)
      addArray(array);
    for (const auto *value : {&fact.lower, &fact.upper, &fact.at})
      if (*value)
        add(**value, program.calls);
    if (fact.condition)
      add(*fact.condition, program.calls);
    if (fact.rule)
      for (const isl::set &side : {fact.rule->premise, fact.rule->conclusion})
        add(side, fact.rule->calls);
  }

  Names names;

private:
  /// A check looks at all elements, so it needs to know how many there are.
  void addArray(const std::string &name) {
    if (!names.insert(name).second)
      return;
    const Array &array = program.arrays.at(name);
    for (const std::optional<isl::pw_aff> &extent : array.extents)
      if (extent)
        add(*extent, program.calls);
    if (array.isScalar() || array.extents[0] ||
        array.owner != Array::Owner::Argument)
      return;
    llvm::Expected<isl::pw_aff> length = firstExtent(program, array);
    if (length)
      add(*length, program.calls);
    else
      llvm::consumeError(length.takeError()); // whoever counts fails by it
  }

  template <class Value>
  void add(const Value &value, const CallTable &calls) {
    for (const std::string &name : poly::paramNames(value.space())) {
      if (!poly::involvesParam(value, name))
        continue;
      auto call = calls.find(name);
      if (call == calls.end()) {
        names.insert(name);
        continue;
      }
      addArray(call->second.function);
      for (const isl::pw_aff &argument : call->second.arguments)
        add(argument, calls);
    }
  }

  const Program &program;
};

bool isMade(const Program &program, const std::string &name) {
  if (const Parameter *parameter = program.findParameter(name))
    return parameter->owner == Parameter::Owner::Plan;
  auto array = program.arrays.find(name);
  return array != program.arrays.end() &&
         array->second.owner != Array::Owner::Argument;
}

Names madeNames(const Program &program, const Fact &fact) {
  Names names = Mentioned(program, fact).names;
  std::erase_if(
      names, [&](const std::string &name) { return !isMade(program, name); });
  return names;
}

bool writes(const Program &program, const Phase &phase,
            const std::string &name) {
  return llvm::any_of(
      phase.tree.statements(), [&](const std::string &statement) {
        return llvm::any_of(program.statement(statement).accesses(),
                            [&](const Access &access) {
                              return access.isWrite && access.array == name;
                            });
      });
}

llvm::Error cannotCheck(const Fact &fact, const llvm::Twine &why) {
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      llvm::Twine(fact.location.empty() ? "" : fact.location + ": ") + "'" +
          fact.text + "' cannot be checked: " + why + "; assume(\"" +
          fact.text + "\") in the recipe takes it as given");
}

/// Whether there is anything to look at: extents become conditions.
bool isChecked(const Fact &fact) {
  return fact.kind != Fact::Kind::Extent && fact.kind != Fact::Kind::NoAlias &&
         fact.kind != Fact::Kind::AssumeFinite;
}

/// The phase behind which \p names have their values.
llvm::Expected<size_t> lastMaker(const Program &program, const Fact &fact,
                                 const Names &names) {
  size_t last = 0;
  std::string condition;
  for (const std::string &name : names) {
    bool isFound = false;
    for (size_t at = 0; at < program.phases.size(); ++at) {
      const Phase &phase = program.phases[at];
      if (phase.role == Phase::Role::Execute || !writes(program, phase, name))
        continue;
      if (phase.onlyIf != condition && !phase.onlyIf.empty()) {
        if (!condition.empty())
          return cannotCheck(fact, "the inspector makes '" + name +
                                       "' only where it makes other lists");
        condition = phase.onlyIf;
      }
      isFound = true;
      last = std::max(last, at);
    }
    if (!isFound)
      return cannotCheck(fact, "'" + name +
                                   "' has no value before the loops "
                                   "run");
  }
  if (program.phases[last].onlyIf != condition)
    return cannotCheck(fact, "the inspector makes some of its lists only "
                             "where they are needed");
  return last;
}

} // namespace

bool isAboutMade(const Program &program, const Fact &fact) {
  return !madeNames(program, fact).empty();
}

llvm::Expected<std::map<size_t, std::vector<const Fact *>>>
madeFactsByPhase(const Program &program) {
  std::map<size_t, std::vector<const Fact *>> result;
  for (const Fact &fact : program.facts) {
    if (fact.origin != Fact::Origin::Declared || !isChecked(fact))
      continue;
    const Names names = madeNames(program, fact);
    if (names.empty())
      continue;
    llvm::Expected<size_t> phase = lastMaker(program, fact, names);
    if (!phase)
      return phase.takeError();
    result[*phase].push_back(&fact);
  }
  return result;
}

} // namespace sparsec
