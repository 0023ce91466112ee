//===- Fingerprint.cpp - whether steps change a program -------------------===//

#include "Fingerprint.h"

#include "sparsec/IR/TensorAtom.h"

#include "llvm/ADT/StringExtras.h"

namespace sparsec::recipe {

static std::string marksText(const LoopMarks &marks) {
  std::string text = marks.parallel ? "parallel" : "";
  text += marks.hasParts()      ? " reduces"
          : marks.isAtomic()    ? " atomic"
          : marks.hasCopies()   ? " private"
          : marks.hasSegments() ? " segments"
                                : "";
  text += marks.expand ? " expand" : "";
  text += marks.lanes ? " lanes" : "";
  if (marks.digits.isSet)
    text += " digits " + std::to_string(marks.digits.unrolled) +
            (marks.digits.skipsZeros ? " skip" : "") + " " +
            std::to_string(int(marks.digits.products));
  text += marks.tensor ? marks.tensor->name.str() : "";
  text += marks.simd ? " simd" : "";
  text += marks.scalar ? " scalar" : "";
  text += marks.jam ? " jam " : " ";
  text += std::to_string(int(marks.wave.sync));
  text += marks.gpu.kernel + marks.gpu.text() +
          std::to_string(int(marks.gpu.sharing)) +
          std::to_string(marks.gpu.blocksAtOnce);
  return text + std::to_string(marks.unroll) + marks.schedule +
         marks.balancedBy + llvm::join(marks.pragmas, ";") +
         llvm::join(marks.vectors, ",");
}

// Not printLoops: the bounds that it derives take longer than most steps.
std::string fingerprint(const Program &program) {
  std::string text = printIsl(program);
  for (const Phase &phase : program.phases)
    phase.tree.walk([&](const ScheduleTree &node) {
      text += node.name + marksText(node.marks) +
              std::to_string(node.children.size());
    });
  for (const auto &entry : program.statements)
    if (entry.second.assignment)
      entry.second.assignment->value.walk(
          [&](const Expr &part) { text += part.text + " "; });
  for (const auto &[name, array] : program.arrays)
    text += name + array.type.spelling + std::to_string(array.isZeroed) +
            std::to_string(int(array.owner)) +
            std::to_string(array.extents.size()) +
            std::to_string(array.constantElements) +
            (array.partition ? "divided" : "") +
            (array.contents ? "bound" : "");
  return text;
}

} // namespace sparsec::recipe
