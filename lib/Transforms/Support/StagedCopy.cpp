//===- StagedCopy.cpp - rings of copies -----------------------------------===//
///
/// \file
/// With `stages` a copy in shared memory is a ring of boxes, which the steps of
/// its loop use by turns: what one reads was filled some steps before
/// (LoopPasses/StagedCopies.cpp). The program still says that each step fills
/// the first box and reads it, so that all that is proved of it holds; what is
/// copied has to be there early, and the copy nobody's but the loop's.
///
//===----------------------------------------------------------------------===//

#include "Support/ArrayCopy.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

/// Puts the subscript of a ring's box before the others: statements know its
/// first box.
void ArrayCopy::addBox(const isl::space &space,
                       std::vector<isl::pw_aff> &subscripts) const {
  if (stages > 1)
    subscripts.insert(subscripts.begin(), poly::constant(space, 0));
}

llvm::Error ArrayCopy::readStages(const Arguments &args) {
  constexpr long mostStages = 4;
  stages = args.integer("stages", 1);
  const std::string how = args.text("how", "sync");
  const bool isBulk = how == "bulk", isLate = isBulk || how == "async";
  if (stages < 1 || stages > mostStages)
    return refuse("`stages` is a number of boxes from 1 to " +
                  llvm::Twine(mostStages));
  if (stages == 1 && isLate)
    return refuse("what is copied asynchronously is there some steps later: "
                  "`stages` has to be 2 or more");
  if (stages > 1 && !args.texts("apart").empty())
    return refuse("a ring of boxes is one for all threads of a block: leave "
                  "`stages` or `apart` out");
  if (stages > 1)
    ring = isBulk   ? Array::OnGpu::BulkRing
           : isLate ? Array::OnGpu::LateRing
                    : Array::OnGpu::Ring;
  return llvm::Error::success();
}

/// Gives \p copy, a ring of rows that are copied as a whole, an array of the
/// words that tell what has arrived.
void ArrayCopy::addArrivals(Array &copy) {
  Program &program = result.program;
  Array words = localArray(program.context.ctx(), {stages}, /*depth=*/0);
  words.name = program.freshName(copy.name + "_arrivals");
  words.isShared = true;
  words.onGpu = Array::OnGpu::Arrivals;
  words.type = *ElementType::named("unsigned long long");
  copy.arrivals = words.name;
  program.arrays[words.name] = words;
}

llvm::Error ArrayCopy::checkStages() const {
  if (stages == 1)
    return llvm::Error::success();
  const ScheduleTree &loop = *tree.findLoop(statement, place.loop);
  if (loop.marks.gpu.isMapped())
    return refuse("loop '" + place.loop + "' is mapped to " +
                  loop.marks.gpu.text() +
                  ": a block has one step of it, and `stages` are for a loop "
                  "inside blocks");
  if (written)
    return refuse("'" + array + "' is written in loop '" + place.loop +
                  "': what a later step reads is not there some steps before; "
                  "leave `stages` out");
  if (before.arrays.at(array).owner == Array::Owner::Local)
    return refuse("the elements of '" + array + "' belong to " + place.text() +
                  ": a step has no others to copy ahead; leave `stages` out");
  return llvm::Error::success();
}

} // namespace sparsec
