//===- Actions.cpp - the lines of what inspectors do ----------------------===//

#include "sparsec/LoopPasses/LoopPasses.h"

#include "sparsec/LoopIR/ExprPrinter.h"

#include "llvm/ADT/StringRef.h"

namespace sparsec {
namespace {

/// \p line with `{KEY0}`, `{KEY1}`, … replaced by \p values.
std::string filled(std::string line, const std::string &key,
                   const std::vector<std::string> &values) {
  for (size_t number = 0; number < values.size(); ++number) {
    std::string hole = "{" + key + std::to_string(number) + "}";
    for (size_t at = line.find(hole); at != std::string::npos;
         at = line.find(hole, at + values[number].size()))
      line.replace(at, hole.size(), values[number]);
  }
  return line;
}

llvm::Expected<std::vector<std::string>> ownLines(const Program &program,
                                                  const Statement &statement,
                                                  const ActionValues &values) {
  // {p0}: the position in its array of the element {x0}.
  std::vector<std::string> lines, positions;
  for (const std::string &operand : values.operands) {
    auto [array, rest] = llvm::StringRef(operand).split('[');
    positions.push_back(rest.drop_back(rest.empty() ? 0 : 1).str());
  }
  // Later steps may have given a loop the name that a line had in mind.
  std::vector<std::string> locals;
  for (const std::string &stem : statement.action->locals)
    locals.push_back(program.freshName(stem));
  for (std::string line : statement.action->lines) {
    line = filled(std::move(line), "l", locals);
    line = filled(std::move(line), "", values.values);
    line = filled(std::move(line), "x", values.operands);
    lines.push_back(filled(std::move(line), "p", positions));
  }
  return lines;
}

} // namespace

llvm::Error expandActions(std::vector<LoopNode> &nodes, const Program &program,
                          const ActionLines &lines) {
  for (LoopNode &node : nodes) {
    if (llvm::Error error = expandActions(node.body, program, lines))
      return error;
    if (llvm::Error error = expandActions(node.otherwise, program, lines))
      return error;
    if (node.kind != LoopNode::Kind::Action)
      continue;
    const Statement &statement = program.statement(node.name);
    ActionValues values;
    size_t integers = statement.action->values.size();
    for (size_t pos = 0; pos < node.values.size(); ++pos)
      (pos < integers ? values.values : values.operands)
          .push_back(printTerm(node.values[pos]));
    auto made = lines ? lines(program, statement, values)
                      : ownLines(program, statement, values);
    if (!made)
      return made.takeError();
    node.lines = std::move(*made);
  }
  return llvm::Error::success();
}

} // namespace sparsec
