//===- AskedArrays.cpp - index arrays that a step's text reads ------------===//

#include "Support/AskedArrays.h"

#include "sparsec/IR/CallSafety.h"
#include "sparsec/Transforms/LoopUtils.h"

namespace sparsec {

llvm::Error askArray(Program &program, const std::string &statement,
                     const std::string &array, const std::string &reader) {
  const Phase *own = program.phaseOf(statement);
  for (const Phase &phase : program.phases) {
    if (phase.role != Phase::Role::Execute && &phase != own)
      continue;
    const std::string writer = writerIn(program, phase, array);
    if (!writer.empty())
      return refuse(reader + " reads '" + array + "', which '" + writer +
                    "' writes: it needs the same values whenever the loops "
                    "run");
  }
  program.arrays.at(array).isIndex = true;
  return llvm::Error::success();
}

llvm::Error checkAsked(const Program &program, const Statement &asking,
                       const CallTable &known, const std::string &reader) {
  const std::set<std::string> safe =
      CallSafety(program, {&asking}).safeCalls(asking, asking.domain);
  for (const auto &[name, call] : asking.calls)
    if (!known.count(name) && !safe.count(name))
      return refuse("'" + name + "' in " + reader + " may lie outside '" +
                    call.function + "' for some instances of '" + asking.name +
                    "'; say how long it is, with extent(" + call.function +
                    ", ..)");
  return llvm::Error::success();
}

} // namespace sparsec
