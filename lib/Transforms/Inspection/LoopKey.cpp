//===- LoopKey.cpp - keys of iterations that recipes give -----------------===//

#include "Inspection/LoopKey.h"

#include "Support/AskedArrays.h"

#include "sparsec/IR/Widths.h"
#include "sparsec/Poly/Differences.h"
#include "sparsec/Transforms/LoopUtils.h"
#include "sparsec/Transforms/Transform.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

void LoopKey::writeTo(const std::string &key, const IterationRange &range) {
  Assignment &assignment = *lister.assignment;
  assignment.target = Expr::access(key, {range.numberOf(lister.iterator(0))},
                                   assignment.value.type);
}

/// \p key without the constant that it adds to elements or parameters of 64
/// bits: `level[i] + 1` may not fit where they do, and only the order of keys
/// counts.
static isl::pw_aff withoutOffset(const isl::pw_aff &key, const TypeOf &typeOf) {
  const std::optional<poly::Terms> terms = poly::termsOf(key);
  const bool isLong =
      terms && llvm::any_of(terms->factors, [&](const auto &term) {
        const std::optional<ElementType> type = typeOf(term.first);
        return type && type->isInteger() && type->bytes > 4;
      });
  return isLong ? key.add_constant(-terms->constant) : key;
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
  found->value = withoutOffset(found->value, typesIn(old, found->calls));
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
