//===- MaskedBlocks.cpp - blocks without what nobody put there ------------===//
///
/// \file
/// What was put there follows from places (PlaceMarks.h), not from values: so
/// `_update` may turn zeros into other numbers, and stored zeros stay.
///
//===----------------------------------------------------------------------===//

#include "Inspection/MaskedBlocks.h"

#include "Inspection/InspectorBuilder.h"
#include "Inspection/PlaceMarks.h"
#include "Inspection/StoredValues.h"

#include "sparsec/IR/StorageFormat.h"
#include "sparsec/Transforms/LoopNest.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

constexpr long mostBits = 64;

/// Unsigned, of \p bits or more.
ElementType wordOf(long bits) {
  return *ElementType::named(bits <= 8    ? "unsigned char"
                             : bits <= 16 ? "unsigned short"
                             : bits <= 32 ? "unsigned int"
                                          : "unsigned long long");
}

Expr callOf(const RuntimeHelper &helper, std::vector<Expr> operands) {
  Expr call;
  call.kind = Expr::Kind::Call;
  call.text = helper.name.str();
  call.type = ElementType::int32();
  call.operands = std::move(operands);
  return call;
}

Expr castTo(const ElementType &type, Expr value) {
  Expr cast;
  cast.kind = Expr::Kind::Cast;
  cast.type = type;
  cast.operands = {std::move(value)};
  return cast;
}

class BlockMasks {
public:
  BlockMasks(const Program &program, const std::string &statement,
             const std::string &array, const std::string &name)
      : old(program), statement(statement), array(array),
        result(startStep(program)), next(result.program),
        packed(name.empty() ? next.freshName(array + "_mask") : name),
        phases(next, packed), places(old, array) {}

  llvm::Expected<StepResult> run() {
    for (auto check : {&BlockMasks::checkArray, &BlockMasks::checkReads})
      if (llvm::Error error = (this->*check)())
        return error;
    if (llvm::Error error = places.check())
      return error;
    if (places.areMany())
      indexType = ElementType::int64();
    makeArrays();
    phases.allocate(marks);
    places.mark(next, marks, phases);
    addMasks();
    placeBlocks();
    storeValues();
    phases.insertBeforeExecution();
    redirect();
    return std::move(result);
  }

private:
  llvm::Error checkArray();
  llvm::Error checkReads();
  void makeArrays();
  void addMasks();
  void placeBlocks();
  void storeValues();
  void redirect();

  /// Number of the element that \p subscripts have in its block.
  isl::pw_aff placeIn(const std::vector<isl::pw_aff> &subscripts) const;
  Expr place(const std::vector<isl::pw_aff> &subscripts) const {
    return Expr::affine(placeIn(subscripts), ElementType::int32());
  }
  Expr maskOf(const std::vector<isl::pw_aff> &subscripts) const {
    return Expr::access(mask, {subscripts[0]}, wordOf(bits));
  }
  Expr isStored(const std::vector<isl::pw_aff> &subscripts) const {
    return callOf(runtime::has_bit, {maskOf(subscripts), place(subscripts)});
  }
  Expr stored(const std::vector<isl::pw_aff> &subscripts) const;

  const Program &old;
  const std::string statement, array;
  StepResult result;
  Program &next;
  const std::string packed;
  InspectorBuilder phases;
  std::vector<long> sizes; ///< of a block
  long bits = 1;           ///< elements of a block
  PlaceMarks places;
  std::string marks, mask, first, count;
  ElementType indexType = ElementType::int32(); ///< of places in `packed`
};

llvm::Error BlockMasks::checkArray() {
  const Array &blocks = old.arrays.at(array);
  bool isBlocked = blocks.owner == Array::Owner::Plan && !blocks.isFlat &&
                   blocks.extents.size() > 1 && blocks.extraElements == 0;
  for (size_t dim = 1; isBlocked && dim < blocks.extents.size(); ++dim) {
    const std::optional<long> size = poly::constantValue(*blocks.extents[dim]);
    isBlocked = size && *size > 0 && *size <= mostBits / bits;
    if (isBlocked) {
      sizes.push_back(*size);
      bits *= *size;
    }
  }
  if (!isBlocked)
    return refuse("'" + array +
                  "' has no blocks of 2 to 64 elements that the "
                  "plan holds; compact_and_pad makes such of loops of constant "
                  "length, as tile makes them");
  if (blocks.type.isComplex() || smallFloat(blocks.type))
    return refuse("'" + array + "' has elements of type " +
                  blocks.type.spelling +
                  "; masks are for real numbers and "
                  "integers");
  if (const std::string writer = executedWriter(old, array); !writer.empty())
    return refuse("'" + writer + "' writes '" + array + "'");
  return llvm::Error::success();
}

llvm::Error BlockMasks::checkReads() {
  if (!old.executePhase().tree.contains(statement))
    return refuse("'" + statement + "' belongs to the inspector");
  const Statement &user = old.statement(statement);
  bool isRead = false, isOfData = !user.assignment;
  for (const Access &access : user.accesses())
    if (access.array == array) {
      isRead = true;
      isOfData |= access.isWhole;
    }
  for (const auto &[name, call] : user.calls)
    isOfData |= call.function == array;
  if (isOfData)
    return refuse("'" + statement + "' reads '" + array +
                  "' as an index, or where data says");
  return isRead ? llvm::Error::success()
                : llvm::Error(refuse("'" + statement + "' has no value of '" +
                                     array + "'"));
}

void BlockMasks::makeArrays() {
  const Array blocks = old.arrays.at(array);
  std::vector<isl::pw_aff> extents;
  for (const auto &extent : blocks.extents)
    extents.push_back(*extent);
  marks = next.freshName(packed + "_places");
  mask = next.freshName(packed + "_bits");
  first = next.freshName(packed + "_first");
  count = next.freshName(packed + "_count");
  phases.addArray(marks, places.typeOfMark(), Array::Owner::Workspace, extents)
      .isZeroed = true;
  Array &words =
      phases.addArray(mask, wordOf(bits), Array::Owner::Plan, {extents[0]});
  words.isZeroed = true;
  words.isIndex = false;
  Array &firsts = phases.addArray(first, indexType, Array::Owner::Plan,
                                  {extents[0].add_constant(1)});
  firsts.isZeroed = true;
  firsts.isIndex = false;
  addCount(next, count, indexType);
  phases
      .addArray(packed, blocks.type, Array::Owner::Plan,
                {poly::parameter(isl::space::unit(old.context.ctx()), count)})
      .isIndex = false;
}

isl::pw_aff
BlockMasks::placeIn(const std::vector<isl::pw_aff> &subscripts) const {
  isl::pw_aff place = subscripts[1];
  for (size_t dim = 2; dim < subscripts.size(); ++dim)
    place = place.scale(isl::val(old.context.ctx(), sizes[dim - 1]))
                .add(subscripts[dim]);
  return place;
}

/// The element of `packed` that holds the one at \p subscripts.
Expr BlockMasks::stored(const std::vector<isl::pw_aff> &subscripts) const {
  Expr element = Expr::access(packed, {}, old.arrays.at(array).type);
  Expr position = Expr::binary(
      Operator::Add, Expr::access(first, {subscripts[0]}, indexType),
      callOf(runtime::bits_below, {maskOf(subscripts), place(subscripts)}));
  position.type = indexType;
  element.operands = {std::move(position)};
  return element;
}

/// mask[t] |= marks[t][b] << b
void BlockMasks::addMasks() {
  phases.allocate(mask);
  Statement made = elementCopy(next, "mask", marks, marks);
  const std::vector<isl::pw_aff> places = made.assignment->target.subscripts;
  Expr shifted = Expr::binary(Operator::ShiftLeft,
                              castTo(wordOf(mostBits), made.assignment->value),
                              place(places));
  shifted.type = wordOf(mostBits);
  made.assignment = Assignment{maskOf(places), Update::Or,
                               castTo(wordOf(bits), std::move(shifted))};
  phases.add(std::move(made), /*parallel=*/true);
}

/// first[t + 1] = how many of block t are stored; then their sums.
void BlockMasks::placeBlocks() {
  phases.allocate(first);
  Statement made = elementCopy(next, "count", mask, mask);
  const isl::pw_aff block = made.assignment->target.subscripts[0];
  const Expr last =
                 Expr::constant(std::to_string(bits - 1), ElementType::int32()),
             word = made.assignment->value;
  Expr number =
      Expr::binary(Operator::Add, callOf(runtime::bits_below, {word, last}),
                   callOf(runtime::has_bit, {word, last}));
  number.type = ElementType::int32();
  made.assignment =
      Assignment{Expr::access(first, {block.add_constant(1)}, indexType),
                 Update::Set, std::move(number)};
  phases.add(std::move(made), /*parallel=*/true);
  action::Call scan = callFor(indexType, runtime::inclusive_scan,
                              {Argument::array(first), Argument::size(first)});
  const isl::space none = poly::tupleSpace(old.context.ctx(), "call", 0);
  const isl::pw_aff end = poly::onSpace(*old.arrays.at(array).extents[0], none);
  scan.results = {{count, Expr::access(first, {end}, indexType)}};
  phases.call("scan", std::move(scan));
  phases.allocate(packed);
}

void BlockMasks::storeValues() {
  Statement made = elementCopy(next, "pack", array, array);
  const std::vector<isl::pw_aff> places = made.assignment->target.subscripts;
  made.assignment =
      Assignment{stored(places), Update::Set,
                 Expr::masked(isStored(places), made.assignment->value)};
  made.sharing[packed].segment = {places[0]};
  phases.add(std::move(made), /*parallel=*/true, Phase::Role::Update);
}

void BlockMasks::redirect() {
  Assignment &body = *next.statement(statement).assignment;
  body.value = body.value.mapNodes([&](Expr &node) {
    if (node.kind != Expr::Kind::Access || node.text != array)
      return;
    const std::vector<isl::pw_aff> places = node.subscripts;
    const ElementType type = node.type;
    const char *zero = !type.isFloating()               ? "0"
                       : type == ElementType::float64() ? "0.0"
                                                        : "0.0f";
    Expr choice;
    choice.kind = Expr::Kind::Select;
    choice.type = type;
    choice.operands = {isStored(places), stored(places),
                       Expr::constant(zero, type)};
    node = std::move(choice);
  });
}

} // namespace

llvm::Expected<StepResult> maskBlocks(const Program &program,
                                      const std::string &statement,
                                      const std::string &array,
                                      const std::string &name) {
  return BlockMasks(program, statement, array, name).run();
}

} // namespace sparsec
