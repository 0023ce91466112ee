//===- Storage.cpp - where interpreted loops have their values ------------===//

#include "Kernel.h"
#include "Machine.h"

#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/LoopIR/Statements.h"

namespace sparsec {

long long Machine::parameter(const std::string &name) {
  return use(LoopExpr::variable(name)).toInteger();
}

long long Machine::extentOf(const Array &array, size_t dimension) {
  const std::optional<isl::pw_aff> &extent = array.extents[dimension];
  if (!extent)
    throw Unknown("the unknown length of '" + array.name + "'");
  auto known = extents.find(&*extent);
  if (known == extents.end()) {
    llvm::Expected<LoopExpr> value =
        lowerParameterValue(program, *extent, /*wide=*/true);
    if (!value)
      throw Unknown(llvm::toString(value.takeError()));
    known = extents.emplace(&*extent, std::move(*value)).first;
  }
  return use(known->second).toInteger();
}

long long Machine::elementsOf(const Array &array) {
  long long count = 1;
  for (size_t dimension = 0; dimension < array.extents.size(); ++dimension)
    count *= extentOf(array, dimension);
  return count + array.extraElements;
}

/// What the GPU has before the first execution is zero; what is published is
/// not there yet.
Cells Machine::makeCells(const Array &array) {
  const long long count = elementsOf(array);
  if (count < 0 || count > 100000000)
    throw Fault("'" + array.name + "' has " + std::to_string(count) +
                " elements");
  return Cells::make(array.type, size_t(count),
                     array.isZeroed || array.onGpu == Array::OnGpu::Elements ||
                         array.onGpu == Array::OnGpu::Tickets);
}

Cells &Machine::allocate(const std::string &name) {
  const Array &array = program.arrays.at(name);
  return memory.arrays[name] = makeCells(array);
}

/// What the thread, or its block, has under that name; null for nothing.
Cells *Machine::ownCells(const std::string &name) {
  auto own = frame->arrays.find(name);
  if (own != frame->arrays.end())
    return &own->second;
  return kernel ? kernel->shared(name) : nullptr;
}

/// Those of arrays that no phase allocates are there when they are used first.
Cells &Machine::cellsOf(const std::string &name) {
  if (auto itself = frame->inPlace.find(name); itself != frame->inPlace.end())
    return cellsOf(itself->second);
  if (Cells *own = ownCells(name))
    return *own;
  auto local = program.arrays.find(name);
  if (kernel && local != program.arrays.end() &&
      local->second.owner == Array::Owner::Local) {
    Cells cells = makeCells(local->second);
    return local->second.isShared ? kernel->share(name, std::move(cells))
                                  : frame->arrays[name] = std::move(cells);
  }
  auto found = memory.arrays.find(name);
  if (found != memory.arrays.end())
    return found->second;
  auto array = program.arrays.find(name);
  if (array == program.arrays.end())
    throw Unknown("'" + name + "'");
  if (array->second.owner == Array::Owner::Argument)
    throw Fault("'" + name + "' is no argument");
  if (!array->second.contents)
    return allocate(name);
  const Contents &contents = *array->second.contents;
  const ElementType &type = array->second.type;
  if (!contents.imaginary.empty())
    throw Unknown("a bound array of complex numbers");
  return memory.arrays[name] = type.isInteger()
                                   ? Cells::of(type, contents.integers)
                                   : Cells::of(type, contents.numbers);
}

/// Where an element is in its array: arrays of the plan have one subscript once
/// they are flattened, or one for each dimension.
long long Machine::positionOf(const LoopExpr &load) {
  long long position = 0;
  for (size_t pos = 0; pos < load.operands.size(); ++pos) {
    const long long subscript = use(load.operands[pos]).toInteger();
    if (pos == 0) {
      position = subscript;
      continue;
    }
    const Array &array = program.arrays.at(load.name);
    const long long extent = extentOf(array, pos);
    // Ends of segments are behind the last one.
    if ((subscript < 0 || subscript >= extent) && array.extraElements == 0)
      throw Fault("subscript " + std::to_string(subscript) + " of '" +
                  load.name + "' is not in [0, " + std::to_string(extent) +
                  ")");
    position = position * extent + subscript;
  }
  return position;
}

Machine::Place Machine::locate(const LoopExpr &load) {
  const long long position = positionOf(load);
  Cells &cells = cellsOf(load.name);
  if (position < 0 || size_t(position) >= cells.count())
    throw Fault("'" + printExpr(load) + "' is element " +
                std::to_string(position) + " of " +
                std::to_string(cells.count()));
  return {&cells, size_t(position)};
}

Number Machine::read(const LoopExpr &load) {
  if (load.operands.empty()) {
    auto local = frame->locals.find(load.name);
    if (local != frame->locals.end())
      return local->second;
    auto found = memory.parameters.find(load.name);
    const Parameter *known = program.findParameter(load.name);
    if (found != memory.parameters.end() && known)
      return Number::of(found->second).as(known->type);
    if (const Cells *own = ownCells(load.name); own && own->count() > 1)
      return Number::load(*own, lane);
  }
  const Place place = locate(load);
  noteRead(place, load.name);
  return Number::load(*place.cells, place.position);
}

void Machine::noteRead(const Place &place, const std::string &array) {
  if (tracer.visit)
    accesses.push_back({&array, place.cells, place.position, true, false});
  if (kernel)
    kernel->beforeRead(*place.cells, place.position, array);
  else if (threads)
    threads->note(*place.cells, place.position, array, Races::Kind::Read,
                  /*isAtomic=*/false);
}

void Machine::noteWrite(const Place &place, const std::string &array, Update op,
                        bool isAtomic) {
  if (tracer.visit)
    accesses.push_back(
        {&array, place.cells, place.position, op != Update::Set, true});
  const bool updates = op != Update::Set;
  if (kernel)
    kernel->note(*place.cells, place.position, array, /*writes=*/true,
                 isAtomic || (updates && kernel->isAtomic()));
  else if (threads)
    threads->note(*place.cells, place.position, array, Races::Kind::Write,
                  isAtomic, updates);
}

void Machine::assign(const LoopExpr &target, Update op, const Number &value,
                     bool isAtomic) {
  if (target.operands.empty()) {
    auto local = frame->locals.find(target.name);
    if (local != frame->locals.end()) {
      if (op != Update::Set)
        use(target);
      local->second = updated(op, local->second, value);
      return;
    }
    if (!program.arrays.count(target.name) &&
        program.findParameter(target.name)) {
      Number before = op == Update::Set ? value : use(target);
      memory.parameters[target.name] = updated(op, before, value).toInteger();
      return;
    }
  }
  // Functions that fail are faults: see Calls.cpp.
  if (target == expr::status())
    return;
  const Place place = locate(target);
  noteWrite(place, target.name, op, isAtomic);
  Number before;
  before.type = place.cells->type;
  if (op != Update::Set) {
    before = Number::load(*place.cells, place.position);
    // An update that nobody reads the result of is fine: the part of a sum that
    // a condition leaves out. What is private stays without a value.
    auto array = program.arrays.find(target.name);
    const bool isPrivate =
        array != program.arrays.end() && array->second.isPrivate();
    if (!before.isSet && isPrivate)
      return;
    if (!before.isSet)
      throw Fault("'" + printExpr(target) + "' has no value");
  }
  updated(op, before, value).store(*place.cells, place.position);
  tuplePlaces.erase({place.cells, place.position});
  if (kernel)
    kernel->publish(target.name, place.position, *place.cells);
}

void Machine::setNumber(const std::string &name, long long value) {
  if (program.arrays.count(name))
    Number::of(value).store(cellsOf(name), 0);
  else
    memory.parameters[name] = value;
}

} // namespace sparsec
