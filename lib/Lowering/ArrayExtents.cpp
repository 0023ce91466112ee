//===- ArrayExtents.cpp - how large arrays are ----------------------------===//

#include "sparsec/Lowering/ArrayExtents.h"

#include "sparsec/IR/CallSafety.h"
#include "sparsec/IR/StructureMember.h"
#include "sparsec/LoopIR/ExprPrinter.h"

namespace sparsec {

static isl::pw_aff withoutDomain(const isl::pw_aff &value) {
  return value.gist(value.domain()).coalesce();
}

static isl::pw_aff atLeastZero(const isl::pw_aff &extent,
                               const isl::set &context) {
  isl::pw_aff zero = poly::constant(isl::space::unit(extent.ctx()), 0);
  if (context.is_subset(extent.ge_set(zero)))
    return extent;
  return extent.max(zero).coalesce();
}

/// What gives the extent of dimension 0.
using FirstExtent = llvm::Expected<isl::pw_aff> (*)(const Program &,
                                                    const Array &);

/// The product of the extents, a factor \p scale and 1.
static llvm::Expected<LoopExpr> productOf(const Program &program,
                                          const Array &array, long scale,
                                          FirstExtent first = touchedExtent) {
  LoopExpr product = LoopExpr::integer(1);
  for (size_t dim = 0; dim < array.extents.size(); ++dim) {
    llvm::Expected<isl::pw_aff> extent =
        dim == 0 ? first(program, array)
                 : llvm::Expected<isl::pw_aff>(*array.extents[dim]);
    if (!extent)
      return extent.takeError();
    *extent = withoutDomain(*extent);
    // Elements beyond are there also when the loops run not once.
    if (array.extraElements)
      *extent = atLeastZero(*extent,
                            program.context.intersect(readableEnds(program)));
    llvm::Expected<LoopExpr> value =
        lowerParameterValue(program, *extent, true);
    if (!value)
      return value.takeError();
    product = product * *value;
  }
  if (array.extraElements)
    product = product + LoopExpr::integer(array.extraElements);
  return product * LoopExpr::integer(scale);
}

llvm::Expected<LoopExpr> elementsOf(const Program &program,
                                    const Array &array) {
  return productOf(program, array, 1);
}

/// Structures are there as a whole.
static llvm::Expected<LoopExpr> bytesOfStructures(const Program &program,
                                                  Array array,
                                                  const std::string &holder,
                                                  FirstExtent first) {
  if (!array.isFlat)
    array.extents.resize(1);
  llvm::Expected<LoopExpr> count = productOf(program, array, 1, first);
  if (!count)
    return count;
  for (const SourceFunction::Argument &argument : program.function.arguments)
    if (argument.name == holder)
      return LoopExpr::sizeOf(LoopType::named(argument.baseType)) * *count;
  // What a member points to: sizeof (A->e[0]).
  if (holder != holderOf(holder))
    return LoopExpr::sizeOf(LoopType::named(holder + "[0]")) * *count;
  return unknownLength(program, array);
}

llvm::Expected<LoopExpr> copiedBytesOf(const Program &program,
                                       const Array &array) {
  if (const auto member = structureMember(array.name))
    return bytesOfStructures(program, array, member->structures, firstExtent);
  return productOf(program, array, array.type.bytes, firstExtent);
}

llvm::Expected<LoopExpr> bytesOf(const Program &program, const Array &array) {
  if (const auto member = structureMember(array.name))
    return bytesOfStructures(program, array, member->structures, touchedExtent);
  return productOf(program, array, array.type.bytes);
}

} // namespace sparsec
