//===- LoopKey.cpp - keys of iterations that recipes give -----------------===//

#include "Inspection/LoopKey.h"

#include "Support/AskedArrays.h"

#include "sparsec/Transforms/LoopUtils.h"
#include "sparsec/Transforms/Transform.h"

namespace sparsec {

void LoopKey::writeTo(const std::string &key, const IterationRange &range) {
  Assignment &assignment = *lister.assignment;
  assignment.target = Expr::access(key, {range.numberOf(lister.iterator(0))},
                                   assignment.value.type);
}

llvm::Expected<LoopKey> findLoopKey(const Program &old, Program &next,
                                    const LoopKeyRequest &request,
                                    const IterationRange &range) {
  const auto &[statement, loop, text, suffix] = request;
  llvm::Expected<LoopValue> found = parseLoopValue(old, {loop}, text);
  if (!found)
    return refuse("cannot read the key '" + text +
                  "': " + llvm::toString(found.takeError()));
  for (const auto &[name, call] : found->calls)
    if (llvm::Error error = askArray(next, statement, call.function, "the key"))
      return error;
  const ScheduleTree &node =
      *old.phaseOf(statement)->tree.findLoop(statement, loop);
  LoopKey key;
  key.runsDown = !writtenValue(node, old.statement(statement))
                      .plain_is_equal(node.values.at(statement));
  key.lister = valueListing(range, {next.freshName("key_" + suffix), loop},
                            *found, key.runsDown);
  if (llvm::Error error = checkAsked(next, key.lister, {}, "the key"))
    return error;
  if (llvm::Error error =
          checkFits(next, key.lister,
                    key.lister.assignment->value.subscripts[0], "the key"))
    return error;
  return key;
}

} // namespace sparsec
