//===- IdiomParts.cpp - what idioms are put together of -------------------===//

#include "IdiomParts.h"

#include "sparsec/Analysis/Checker.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec::stress {

std::string quoted(const std::string &text) { return "\"" + text + "\""; }

std::string call(const std::string &name, const std::string &statement,
                 const std::vector<std::string> &arguments) {
  std::string text = name + "(" + quoted(statement);
  for (const std::string &argument : arguments)
    text += ", " + argument;
  return text + ")";
}

Later always(const std::string &text) {
  return [text](const Program &) { return text; };
}

std::string tiled(const Place &place, const std::string &loop, int size,
                  const std::string &outer) {
  return call(
      "tile", place.statement,
      {quoted(loop), std::to_string(size), "{outer = " + quoted(outer) + "}"});
}

std::string mapped(const Place &place, const std::string &kernel,
                   const std::string &block, const std::string &thread) {
  std::string where = block.empty() ? "" : "block = {" + quoted(block) + "}";
  if (!thread.empty())
    where +=
        (where.empty() ? "" : ", ") + ("thread = {" + quoted(thread)) + "}";
  return call("cudaize", place.statement, {quoted(kernel), "{" + where + "}"});
}

bool isLong(const LoopTraits &loop) {
  return loop.isParametric && loop.trips().value_or(9) > 1;
}

const LoopTraits *firstLong(const Place &place) {
  auto found = llvm::find_if(place.loops, isLong);
  return found == place.loops.end() ? nullptr : &*found;
}

const LoopTraits *firstParallel(const Place &place) {
  auto found = llvm::find_if(place.loops, [&](const LoopTraits &loop) {
    return whyNotParallel(place.program, place.statement, loop.name).empty();
  });
  return found == place.loops.end() ? nullptr : &*found;
}

} // namespace sparsec::stress
