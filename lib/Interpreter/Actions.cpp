//===- Actions.cpp - what inspectors do, interpreted ----------------------===//

#include "Machine.h"
#include "RuntimeCalls.h"

#include "sparsec/LoopIR/ExprPrinter.h"

namespace sparsec {

using namespace action;

/// Does the work of one action; takes its operands in turn.
class Machine::Worker {
public:
  Worker(Machine &machine, const LoopNode &node)
      : machine(machine), node(node) {}

  void operator()(const Allocate &work) { machine.allocate(work.array); }

  void operator()(const SetNumber &work) {
    machine.setNumber(work.target, nextInteger());
  }

  void operator()(const Count &work) {
    const LoopExpr &counter = next();
    if (isFirst(work.stamp, /*isNegated=*/false))
      takeFrom(counter);
  }

  void operator()(const CountAll &work) {
    machine.setNumber(work.total, machine.parameter(work.total) + 1);
  }

  void operator()(const Append &work) {
    std::vector<Number> values;
    for (size_t pos = 0; pos < work.lists.size(); ++pos)
      values.push_back(machine.use(next()));
    const LoopExpr &counter = next();
    if (!isFirst(work.stamp, /*isNegated=*/true))
      return;
    const long long at = takeFrom(counter);
    for (size_t pos = 0; pos < work.lists.size(); ++pos)
      store(work.lists[pos].first, at, values[pos]);
  }

  void operator()(const Meet &work) {
    const long long number = nextInteger();
    const LoopExpr &counter = next(), &last = next();
    const long long before = machine.use(last).toInteger();
    const bool counts = work.list.empty();
    if (counts && before > 0)
      takeFrom(counter);
    if (!counts && before < 0)
      store(work.list, takeFrom(counter), Number::of(-before - 1));
    set(last, counts ? number : -number);
  }

  void operator()(const Mark &) { set(next(), 1); }

  void operator()(const Collect &work) {
    const long long key = work.key ? nextInteger() : 0;
    const long long segment = machine.positionOf(next());
    const LoopExpr *slot = work.slot.element ? &next() : nullptr;
    long long value = segment;
    if (work.stamp) {
      const LoopExpr &last = next();
      if (machine.use(last).toInteger() == key)
        value = -1 - segment;
      set(last, key);
    }
    place(work.slot, slot, work, value);
    if (work.keys)
      place(*work.keys, work.keys->element ? &next() : nullptr, work, key);
    if (!work.total.empty())
      machine.setNumber(work.total, machine.parameter(work.total) + 1);
  }

  void operator()(const Scatter &work) {
    const LoopExpr &first = next();
    const Number value = machine.use(next());
    const Array &array = machine.program.arrays.at(first.name);
    long long block = 1;
    for (size_t dimension = 1; dimension < array.extents.size(); ++dimension)
      block *= machine.extentOf(array, dimension);
    const long long entry = machine.parameter(work.cursor);
    machine.setNumber(work.cursor, entry + 1);
    const long long slot = element(work.slot, entry).toInteger();
    const long long at = machine.positionOf(first) + slot * block;
    Cells &cells = cellsWith(first.name, at);
    Number before;
    before.type = cells.type;
    if (work.op != Update::Set)
      before = element(first.name, at);
    updated(work.op, before, value).store(cells, size_t(at));
  }

  void operator()(const Measure &work) {
    const long long length = nextInteger() + 1;
    if (length > machine.parameter(work.length))
      machine.setNumber(work.length, length);
  }

  void operator()(const Call &work) {
    std::vector<Passed> arguments;
    std::vector<long long> results(work.arguments.size());
    for (size_t pos = 0; pos < work.arguments.size(); ++pos)
      arguments.push_back(passed(work.arguments[pos], results[pos]));
    const long long value =
        work.function->isUsers
            ? callUsers(*work.function, arguments)
            : callRuntime(*work.function, work.isWide,
                          machine.program.inspectsOnGpu, arguments);
    for (size_t pos = 0; pos < work.arguments.size(); ++pos)
      if (work.arguments[pos].kind == Argument::Kind::Result)
        machine.setNumber(work.arguments[pos].name,
                          work.isWide ? results[pos] : int(results[pos]));
    if (!work.target.empty())
      machine.setNumber(work.target, value);
    noteWritten(work);
    for (const SetNumber &result : work.results)
      (*this)(result);
  }

private:
  long long callUsers(const RuntimeFunction &function,
                      const std::vector<Passed> &arguments) {
    if (!machine.tracer.callUsers)
      throw Unknown("the inspector '" + function.name.str() +
                    "' of the source");
    const long long value = machine.tracer.callUsers(function, arguments);
    if (function.returns == RuntimeFunction::Returns::Status && value != 0)
      throw Fault(function.name.str() + " returns " + std::to_string(value));
    return value;
  }
  const LoopExpr &next() { return node.values[taken++]; }
  long long nextInteger() { return machine.use(next()).toInteger(); }

  Cells &cellsWith(const std::string &array, long long position) {
    Cells &cells = machine.cellsOf(array);
    if (position < 0 || size_t(position) >= cells.count())
      throw Fault("'" + array + "' has no element " + std::to_string(position));
    return cells;
  }

  Number element(const std::string &array, long long position) {
    Cells &cells = cellsWith(array, position);
    if (!cells.isSet[size_t(position)])
      throw Fault("element " + std::to_string(position) + " of '" + array +
                  "' has no value");
    return Number::load(cells, size_t(position));
  }

  void store(const std::string &array, long long position,
             const Number &value) {
    value.store(cellsWith(array, position), size_t(position));
  }

  void set(const LoopExpr &target, long long value) {
    machine.assign(target, Update::Set, Number::of(value), /*isAtomic=*/false);
  }

  /// `counter++`
  long long takeFrom(const LoopExpr &counter) {
    const long long value = machine.use(counter).toInteger();
    set(counter, value + 1);
    return value;
  }

  bool isFirst(const std::optional<Stamp> &stamp, bool isNegated) {
    if (!stamp)
      return true;
    const LoopExpr &mark = next();
    const long long owner = machine.positionOf(next());
    const long long number = isNegated ? -owner : owner;
    if (machine.use(mark).toInteger() == number)
      return false;
    set(mark, number);
    return true;
  }

  void place(const Collect::Place &where, const LoopExpr *at,
             const Collect &work, long long value) {
    if (at)
      set(*at, value);
    else
      store(where.array, machine.parameter(work.total), Number::of(value));
  }

  Passed passed(const Argument &argument, long long &result) {
    switch (argument.kind) {
    case Argument::Kind::Array: {
      Cells &cells = machine.cellsOf(argument.name);
      return {cells.bytes.data(), 0};
    }
    case Argument::Kind::None:
      return {nullptr, 0};
    case Argument::Kind::Scalar:
      return {nullptr, machine.parameter(argument.name)};
    case Argument::Kind::Result:
      return {&result, 0};
    case Argument::Kind::Size:
      return {nullptr,
              machine.elementsOf(machine.program.arrays.at(argument.name)) +
                  argument.number};
    case Argument::Kind::Integer:
      return {nullptr, argument.number};
    case Argument::Kind::Value:
      return {nullptr, nextInteger()};
    case Argument::Kind::Threads:
      return {nullptr, static_cast<long long>(machine.tracer.threads)};
    }
    throw Unknown("an argument");
  }

  /// What a function writes has values.
  void noteWritten(const Call &work) {
    for (size_t pos = 0; pos < work.arguments.size(); ++pos)
      if (work.arguments[pos].kind == Argument::Kind::Array &&
          work.function->parameters[pos].kind != RuntimeParameter::Kind::In) {
        Cells &cells = machine.cellsOf(work.arguments[pos].name);
        cells.isSet.assign(cells.count(), true);
      }
  }

  Machine &machine;
  const LoopNode &node;
  size_t taken = 0;
};

void Machine::act(const LoopNode &node) {
  Worker worker(*this, node);
  std::visit(worker, program.statement(node.name).action->work);
}

} // namespace sparsec
