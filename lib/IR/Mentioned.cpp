//===- Mentioned.cpp - the parameters that matter to statements -----------===//

#include "sparsec/IR/Mentioned.h"

#include <algorithm>

namespace sparsec {

/// Only those that \p value depends on: spaces have others, too, which came
/// with contexts.
template <typename Value>
static void addNames(std::set<std::string> &names, const Value &value) {
  for (const std::string &name : poly::paramNames(value.space()))
    if (poly::involvesParam(value, name))
      names.insert(name);
}

static void addNames(std::set<std::string> &names,
                     const std::optional<isl::pw_aff> &value) {
  if (value)
    addNames(names, *value);
}

/// What is known of the elements of \p array, and how many there are.
static void addArray(std::set<std::string> &names, const Program &program,
                     const std::string &array) {
  for (const Fact &fact : program.facts)
    if (std::find(fact.arrays.begin(), fact.arrays.end(), array) !=
        fact.arrays.end()) {
      addNames(names, fact.lower);
      addNames(names, fact.upper);
      addNames(names, fact.at);
    }
  auto found = program.arrays.find(array);
  if (found != program.arrays.end())
    for (const std::optional<isl::pw_aff> &extent : found->second.extents)
      addNames(names, extent);
}

std::set<std::string> mentionedParameters(const Program &program,
                                          const isl::set &points,
                                          const CallTable &calls) {
  std::set<std::string> names;
  for (const Parameter &parameter : program.parameters)
    if (parameter.owner != Parameter::Owner::Plan)
      names.insert(parameter.name);
  addNames(names, points);
  for (const auto &entry : calls) {
    addArray(names, program, entry.second.function);
    for (const isl::pw_aff &argument : entry.second.arguments)
      addNames(names, argument);
  }
  return names;
}

std::set<std::string> mentionedParameters(const Program &program,
                                          const Statement &statement) {
  std::set<std::string> names =
      mentionedParameters(program, statement.domain, statement.calls);
  addNames(names, statement.constraints);
  for (const Access &access : statement.accesses())
    for (const isl::pw_aff &subscript : access.subscripts)
      addNames(names, subscript);
  const Phase *phase = program.phaseOf(statement.name);
  if (phase)
    for (const ScheduleTree *loop : phase->tree.loopsAround(statement.name))
      if (auto value = loop->values.find(statement.name);
          value != loop->values.end())
        addNames(names, value->second);
  return names;
}

isl::set contextOf(const Program &program,
                   const std::set<std::string> &mentioned) {
  isl::set context = program.context;
  for (const Parameter &parameter : program.parameters)
    if (!mentioned.count(parameter.name))
      context = poly::dropParam(context, parameter.name);
  return context;
}

} // namespace sparsec
