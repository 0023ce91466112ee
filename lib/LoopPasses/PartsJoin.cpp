//===- PartsJoin.cpp - what threads have added to copies ------------------===//
///
/// \file
/// Threads of a loop marked LoopMarks::Updates::Private add to copies of an
/// array, all but the first one, which adds to the array itself. Behind the
/// loop they are joined:
///
///     double *y_parts = y_parts_of_threads;
///     const int copies = sparsec_threads() - 1;
///     if (copies > 0)
///       parallel for e
///         double sum = 0;
///         for t
///           sum += y_parts[t * n + e]
///         if (sum != 0)
///           y[e] += sum
///
/// An element to which nobody added is not touched: it need not exist.
///
//===----------------------------------------------------------------------===//

#include "PartsJoin.h"
#include "TouchedParts.h"

#include "sparsec/IR/RowPointers.h"
#include "sparsec/IR/StructureMember.h"
#include "sparsec/IR/ThreadParts.h"
#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/LoopIR/Statements.h"
#include "sparsec/Lowering/ArrayExtents.h"

#include <optional>

namespace sparsec {
namespace {

/// Whether C has it as an array of arrays.
bool isNested(const Array &array) {
  return array.extents.size() > 1 && !array.isFlat;
}

/// The names in what joinParts makes.
struct JoinNames {
  explicit JoinNames(const Program &program)
      : copies(program.freshName("copies")), whole(program.freshName("whole")),
        sum(program.freshName("sum")), block(program.freshName("block")),
        any(program.freshName("any")), e(program.freshName("e")),
        t(program.freshName("t")) {}
  std::string copies, whole, sum, block, any, e, t;
};

/// The element of \p array, which lies in rows of its own, at position \p e of
/// its copies.
llvm::Expected<LoopExpr> elementInRows(const Program &program,
                                       const Array &array, LoopExpr e) {
  std::vector<LoopExpr> subscripts;
  for (size_t dim = array.extents.size() - 1; dim > 0; --dim) {
    llvm::Expected<LoopExpr> extent =
        lowerParameterValue(program, *array.extents[dim], true);
    if (!extent)
      return extent.takeError();
    subscripts.push_back(LoopExpr::binary(Operator::Remainder, e, *extent));
    e = LoopExpr::binary(Operator::Divide, e, *extent);
  }
  subscripts.push_back(e);
  return LoopExpr::load(array.name, {subscripts.rbegin(), subscripts.rend()});
}

/// Whether the thread with copy t has marked the block. All have marks, also
/// the first one, which may have no copy.
LoopExpr markOf(const Array &marks, bool isInPlace, const LoopExpr &elements,
                const JoinNames &names) {
  const LoopExpr thread = LoopExpr::widen(LoopExpr::variable(names.t)) +
                          LoopExpr::integer(isInPlace ? 1 : 0);
  return LoopExpr::load(
      marks.name, {thread * elements + LoopExpr::variable(names.block, true)});
}

/// Block by block: \p join, the statements of an element, where a thread has
/// marked it.
LoopNode joinBlocks(const LoopExpr &mark, const LoopExpr &elements,
                    const JoinNames &names, std::vector<LoopNode> join) {
  const LoopExpr block = LoopExpr::variable(names.block, true),
                 any = LoopExpr::variable(names.any);
  std::vector<LoopNode> body = {
      stmt::variable(LoopType::int32(), names.any, LoopExpr::integer(0)),
      stmt::countedLoop(LoopType::int32(), names.t, LoopExpr::integer(0),
                        LoopExpr::variable(names.copies),
                        {stmt::assign(any, mark, Update::Or)}),
      LoopNode::ifThen(any, {stmt::countedLoop(
                                LoopType::int64(), names.e, blockBegin(block),
                                blockEnd(block, elements), std::move(join))})};
  return stmt::countedLoop(LoopType::int64(), names.block, LoopExpr::integer(0),
                           blocksOf(elements), std::move(body));
}

/// Adds up what each thread has of an element, \p element, and, where that
/// \p isRepeated, leaves zeros there.
std::vector<LoopNode> elementJoin(const Array &parts, const LoopExpr &elements,
                                  const LoopExpr &element,
                                  const std::optional<LoopExpr> &mark,
                                  const JoinNames &names, bool isRepeated) {
  const LoopExpr e = LoopExpr::variable(names.e, true),
                 t = LoopExpr::variable(names.t),
                 sum = LoopExpr::variable(names.sum, parts.type.isWide()),
                 zero = LoopExpr::literal("0");
  const LoopExpr part =
      LoopExpr::load(parts.name, {LoopExpr::widen(t) * elements + e});
  std::vector<LoopNode> body = {stmt::assign(sum, part, parts.joinedBy)};
  if (mark)
    body = {LoopNode::ifThen(*mark, std::move(body))};
  else if (isRepeated)
    body.push_back(stmt::assign(part, zero));
  return {stmt::variable(parts.type, names.sum, zero),
          stmt::countedLoop(LoopType::int32(), names.t, LoopExpr::integer(0),
                            LoopExpr::variable(names.copies), std::move(body)),
          LoopNode::ifThen(expr::binary(sum, Operator::NotEqual, zero),
                           {stmt::assign(element, sum, parts.joinedBy)})};
}

/// A pointer to the first element of \p array, which C may have as an array of
/// arrays.
LoopExpr startOf(const Array &array) {
  if (!isNested(array))
    return LoopExpr::variable(array.name);
  return expr::addressOf(
      LoopExpr::load(array.name, std::vector<LoopExpr>(array.extents.size(),
                                                       LoopExpr::integer(0))));
}

/// The copy that thread number \p copy has in what is of all threads.
LoopExpr copyAt(const Array &array, const LoopExpr &copy,
                const LoopExpr &elements, const Program &program) {
  return expr::binary(LoopExpr::variable(program.arrayOfThreads(array.name)),
                      Operator::Add,
                      expr::binary(elements.wide ? copy : LoopExpr::widen(copy),
                                   Operator::Multiply, elements));
}

} // namespace

llvm::Expected<LoopNode> copyOfThread(const Array &array,
                                      const Program &program,
                                      LoopType::Pointer kind) {
  llvm::Expected<LoopExpr> elements = elementsOf(program, array);
  if (!elements)
    return elements.takeError();
  const LoopExpr thread = expr::call(runtime::thread, {}),
                 zero = LoopExpr::integer(0), one = LoopExpr::integer(1);
  LoopExpr own = copyAt(array, thread, *elements, program);
  if (updatesInPlace(program, array))
    own = LoopExpr::select(expr::binary(thread, Operator::Equal, zero),
                           startOf(program.arrays.at(array.partsOf)),
                           copyAt(array,
                                  expr::binary(thread, Operator::Subtract, one),
                                  *elements, program));
  return stmt::variable(LoopType::pointerTo(array.type, false, kind),
                        array.name, own);
}

llvm::Expected<LoopNode> joinParts(const Array &parts, bool isRepeated,
                                   const Program &program) {
  llvm::Expected<LoopExpr> elements = elementsOf(program, parts);
  if (!elements)
    return elements.takeError();
  const Array &array = program.arrays.at(parts.partsOf);
  if (isNested(array) && structureMember(array.name))
    return llvm::createStringError(
        "private: '%s' is an array inside structures, of which threads cannot "
        "have copies; updates = \"atomic\" is possible",
        array.name.c_str());
  JoinNames names(program);
  const bool isInRows = hasRowPointers(program, array.name);
  if (!isNested(array))
    names.whole = array.name;
  const LoopExpr e = LoopExpr::variable(names.e, true);
  llvm::Expected<LoopExpr> element = isInRows
                                         ? elementInRows(program, array, e)
                                         : LoopExpr::load(names.whole, {e});
  if (!element)
    return element.takeError();
  const Array *marks = marksOf(parts, program);
  const bool isInPlace = updatesInPlace(program, parts);
  std::optional<LoopExpr> mark;
  if (marks)
    mark = markOf(*marks, isInPlace, *elements, names);
  std::vector<LoopNode> join =
      elementJoin(parts, *elements, *element, mark, names, isRepeated);
  LoopNode all =
      mark ? joinBlocks(*mark, *elements, names, std::move(join))
           : stmt::countedLoop(LoopType::int64(), names.e, LoopExpr::integer(0),
                               *elements, std::move(join));
  all.marks.parallel = true;
  LoopExpr copies = expr::call(runtime::threads, {});
  if (isInPlace)
    copies = expr::binary(copies, Operator::Subtract, LoopExpr::integer(1));
  const LoopType pointer = LoopType::pointerTo(parts.type);
  std::vector<LoopNode> nodes = {
      stmt::variable(pointer, parts.name,
                     LoopExpr::variable(program.arrayOfThreads(parts.name))),
      stmt::constant(LoopType::int32(), names.copies, copies)};
  if (marks)
    nodes.push_back(stmt::variable(
        LoopType::pointerTo(marks->type), marks->name,
        LoopExpr::variable(program.arrayOfThreads(marks->name))));
  if (isNested(array) && !isInRows)
    nodes.push_back(stmt::variable(pointer, names.whole, startOf(array)));
  if (isInPlace)
    all =
        LoopNode::ifThen(expr::binary(LoopExpr::variable(names.copies),
                                      Operator::Greater, LoopExpr::integer(0)),
                         {std::move(all)});
  nodes.push_back(std::move(all));
  return stmt::scope(std::move(nodes));
}

} // namespace sparsec
