//===- ArrayExtents.cpp - how large arrays are ----------------------------===//

#include "sparsec/Lowering/ArrayExtents.h"

#include "sparsec/IR/CallSafety.h"
#include "sparsec/IR/StructureMember.h"
#include "sparsec/LoopIR/ExprPrinter.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

namespace sparsec {

/// `{ [subscript] }` that \p subscript takes on \p instances of \p statement.
static isl::set imageOf(const Statement &statement, const isl::set &instances,
                        const isl::pw_aff &subscript) {
  isl::set image = instances.apply(subscript.as_map());
  std::vector<std::string> kept;
  for (const std::string &name : poly::paramNames(image.space()))
    if (!statement.calls.count(name))
      kept.push_back(name);
  return poly::keepParams(image, kept);
}

/// The same where the call's array is read: bounds are also where what they
/// bound is empty, so only the loops that \p position names count, whatever
/// values index arrays have; \p instances where those do not bound it.
static isl::set readPositions(const Statement &statement,
                              const isl::set &instances,
                              const isl::pw_aff &position) {
  isl::set reads = statement.instances();
  for (unsigned dim = 0; dim < statement.iterators.size(); ++dim)
    if (!poly::involvesDim(position, dim))
      reads = poly::dropConstraints(reads, dim);
  isl::set image = imageOf(statement, reads, position);
  return poly::parameterBounds(image, 0)
             ? image
             : imageOf(statement, instances, position);
}

/// The union of \p sets, which are many where an expression is long: halves
/// are united, not one after the other with all before, and what is one
/// interval becomes one.
static isl::set unionOf(llvm::ArrayRef<isl::set> sets) {
  constexpr size_t many = 16;
  if (sets.size() == 1)
    return sets.front();
  const size_t half = sets.size() / 2;
  isl::set all =
      unionOf(sets.take_front(half)).unite(unionOf(sets.drop_front(half)));
  return sets.size() > many ? all.coalesce() : all;
}

/// The positions of dimension 0 in the accesses that \p statement makes to
/// \p array, as data or as an index; nothing when it makes none.
static std::optional<isl::set> positionsIn(const Program &program,
                                           const Statement &statement,
                                           const std::string &array) {
  std::vector<isl::set> touched;
  isl::set instances =
      statement.instances().intersect_params(program.callContext(statement));
  auto add = [&](const isl::set &positions) { touched.push_back(positions); };
  for (const Access &access : statement.accesses())
    if (access.array == array && !access.subscripts.empty())
      add(imageOf(statement, instances, access.subscripts[0]));
  for (const auto &[name, call] : statement.calls)
    if (call.function == array)
      add(readPositions(statement, instances, call.arguments[0]));
  if (touched.empty())
    return std::nullopt;
  return unionOf(touched);
}

/// The program whose accesses tell the length of \p array.
static const Program &accessesTo(const Program &program, const Array &array) {
  const bool isCallers = array.owner == Array::Owner::Argument;
  return isCallers && program.source ? *program.source : program;
}

/// The same for all statements, index arrays that calls read included.
static std::optional<isl::set> touchedPositions(const Program &program,
                                                const Program &accessing,
                                                const Array &array) {
  std::optional<isl::set> touched;
  for (const auto &[name, statement] : accessing.statements) {
    if (!accessing.phaseOf(name))
      continue;
    std::optional<isl::set> positions =
        positionsIn(program, statement, array.name);
    if (positions)
      touched = touched ? touched->unite(*positions) : *positions;
  }
  return touched;
}

/// The user's error for an array of unknown length.
static llvm::Error unknownExtent(const Array &array) {
  const auto member = structureMember(array.name);
  const std::string name = member ? member->structures : array.name;
  const std::string otherwise =
      array.isRestrict
          ? ""
          : ", declare it restrict, or write assume(\"noalias(" + name +
                ", ...)\") in the recipe, with the arrays of its type";
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      "the length of '%s' is not known; write '#pragma sparsec extent(%s, n)' "
      "with its number of elements%s",
      name.c_str(), name.c_str(), otherwise.c_str());
}

/// Whether data subscripts \p array somewhere.
static bool isSubscriptedByData(const Program &program,
                                const std::string &array) {
  return llvm::any_of(program.statements, [&](const auto &entry) {
    const Statement &statement = entry.second;
    return statement.assignment && program.phaseOf(entry.first) &&
           llvm::any_of(statement.accesses(), [&](const Access &access) {
             return access.isWhole && access.array == array;
           });
  });
}

/// The declared extent of dimension 0, or one after the last element touched,
/// defined where one is.
static llvm::Expected<isl::pw_aff> touchedExtent(const Program &program,
                                                 const Array &array) {
  if (array.extents[0])
    return *array.extents[0];
  if (!array.partsOf.empty())
    return touchedExtent(program, program.arrays.at(array.partsOf));
  if (isSubscriptedByData(accessesTo(program, array), array.name))
    return unknownExtent(array);
  // Where the source's loops do not bound a subscript, an inspector may.
  for (const Program *accessing : {&accessesTo(program, array), &program}) {
    std::optional<isl::set> touched =
        touchedPositions(program, *accessing, array);
    if (!touched || touched->is_empty())
      continue;
    try {
      return touched->max_multi_pw_aff().at(0).add_constant(1);
    } catch (const isl::exception &) {
      continue;
    }
  }
  return unknownExtent(array);
}

static isl::pw_aff withoutDomain(const isl::pw_aff &value) {
  return value.gist(value.domain()).coalesce();
}

/// \p extent, 0 where the loops touch nothing.
static isl::pw_aff withNone(const Program &program, const isl::pw_aff &extent) {
  // Of p[0] .. p[n] not even p[0] is there when n is 0.
  isl::pw_aff simple = withoutDomain(extent);
  isl::set untouched = program.context.subtract(extent.domain());
  isl::pw_aff none = poly::constant(isl::space::unit(extent.ctx()), 0);
  if (untouched.is_subset(simple.le_set(none)))
    return simple;
  return extent.union_add(none.intersect_params(untouched))
      .gist(program.context)
      .coalesce();
}

llvm::Expected<isl::pw_aff> firstExtent(const Program &program,
                                        const Array &array) {
  llvm::Expected<isl::pw_aff> extent = touchedExtent(program, array);
  if (!extent)
    return extent;
  return withNone(program, *extent);
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
  return unknownExtent(array);
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
