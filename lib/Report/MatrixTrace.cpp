//===- MatrixTrace.cpp - which iteration uses which entry -----------------===//

#include "MatrixTrace.h"

#include "sparsec/Bench/Environment.h"
#include "sparsec/Bench/InterpretedCases.h"
#include "sparsec/Interpreter/Interpreter.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>

namespace sparsec {

using bench::CsrMatrix;

CsrMatrix leadingBlock(const CsrMatrix &matrix, int64_t mostEntries) {
  // How many entries become part of it with each row and column.
  const int64_t most = std::min(matrix.rows, matrix.columns);
  std::vector<int64_t> more(static_cast<size_t>(most));
  bench::Coordinates places;
  for (int64_t row = 0; row < most; ++row)
    for (int64_t at = matrix.pointer[size_t(row)];
         at < matrix.pointer[size_t(row) + 1]; ++at)
      if (const int64_t column = matrix.column[size_t(at)]; column < most)
        ++more[size_t(std::max(row, column))];
  int64_t entries = 0;
  while (places.rows < most &&
         (entries += more[size_t(places.rows)]) <= mostEntries)
    ++places.rows;
  places.columns = places.rows;
  for (int64_t row = 0; row < places.rows; ++row)
    for (int64_t at = matrix.pointer[size_t(row)];
         at < matrix.pointer[size_t(row) + 1]; ++at)
      if (matrix.column[size_t(at)] < places.columns)
        places.add(row, matrix.column[size_t(at)], 1);
  CsrMatrix block = toCsr(places);
  block.name = matrix.name;
  return block;
}

CsrMatrix coarsened(const CsrMatrix &matrix) {
  bench::Coordinates places;
  places.rows = (matrix.rows + 1) / 2;
  places.columns = (matrix.columns + 1) / 2;
  std::vector<int64_t> seen(size_t(places.columns), -1);
  for (int64_t row = 0; row < matrix.rows; ++row)
    for (int64_t at = matrix.pointer[size_t(row)];
         at < matrix.pointer[size_t(row) + 1]; ++at) {
      const int32_t column = matrix.column[size_t(at)] / 2;
      if (std::exchange(seen[size_t(column)], row / 2) != row / 2)
        places.add(row / 2, column, 1);
    }
  CsrMatrix coarse = toCsr(places);
  coarse.name = matrix.name;
  return coarse;
}

/// The number in a cell of double or float; nothing elsewhere.
static std::optional<double> realIn(const Cells &cells, size_t position) {
  double number = 0;
  float shorter = 0;
  if (!cells.isSet[position] || !cells.type.isFloating() ||
      cells.type.isComplex())
    return std::nullopt;
  if (cells.type.bytes == sizeof number) {
    std::memcpy(&number, cells.at(position), sizeof number);
    return number;
  }
  if (cells.type.bytes != sizeof shorter)
    return std::nullopt;
  std::memcpy(&shorter, cells.at(position), sizeof shorter);
  return shorter;
}

/// Entries are told by a fraction that neither sums of two of them have, such
/// as of entries at one place, nor what other arrays hold.
static constexpr double entryFraction = 0.375, otherFraction = 0.25;

/// The entry whose value \p number is; -1 for padding, nothing for others.
static std::optional<long long> entryOf(double number, size_t entryCount) {
  if (number == 0)
    return -1;
  const double entry = number - entryFraction;
  if (entry < 0 || entry >= double(entryCount) || entry != std::floor(entry))
    return std::nullopt;
  return static_cast<long long>(entry);
}

llvm::Expected<MatrixTracer>
MatrixTracer::make(const Program &source, CsrMatrix matrix,
                   const std::map<std::string, std::string> &values,
                   const UserCalls &callUsers) {
  const auto sparse = bench::sparseArguments(source);
  if (sparse.empty())
    return llvm::createStringError(
        "'%s' has no facts such as '#pragma sparsec csr(n, m, index, col, a)' "
        "that tell what the matrix is for; without -matrix, and with values of "
        "its sizes such as -arg n=32, which elements are reached when is drawn",
        source.function.name.c_str());
  if (sparse.front().values.empty())
    return llvm::createStringError("the matrix of '%s' has no array of values, "
                                   "which would tell entries apart",
                                   source.function.name.c_str());
  MatrixTracer tracer;
  std::vector<CsrMatrix> matrices;
  std::vector<bench::MatrixShape> shapes;
  for (const bench::SparseArgument &argument : sparse) {
    shapes.push_back(bench::requiredShape(source, argument));
    if (matrices.empty())
      tracer.changed = !bench::hasShape(matrix, shapes.back());
    shapes.back().unique = true;
    matrices.push_back(bench::adaptTo(matrix, shapes.back()));
  }
  const std::vector<CsrMatrix> adapted = matrices;
  bench::fitSizes(source, sparse, shapes, values, matrices);
  tracer.changed |= adapted.front().pointer != matrices.front().pointer;
  if (matrices.front().entries() == 0)
    return llvm::createStringError(
        "'%s' has no entries to draw%s", matrix.name.c_str(),
        tracer.changed ? ", cut as the facts ask" : "");
  std::vector<const CsrMatrix *> pointers;
  for (const CsrMatrix &made : matrices)
    pointers.push_back(&made);
  llvm::Expected<bench::Kernel> kernel = bench::describeKernel(source);
  if (!kernel)
    return kernel.takeError();
  bench::BindingOptions binding;
  binding.defaultSize = 4;
  binding.values = values;
  auto inputs = bench::bindInputs(source, *kernel, pointers, binding);
  if (!inputs)
    return inputs.takeError();
  tracer.entries = std::move(matrices.front());
  tracer.values = sparse.front().values;
  tracer.kernel = std::move(*kernel);
  tracer.inputs = std::move(*inputs);
  tracer.callUsers = callUsers;
  return tracer;
}

namespace {

/// Follows one run.
class TraceBuilder {
public:
  TraceBuilder(const Program &program, const Memory &memory, size_t entryCount)
      : program(program), memory(memory), entryCount(entryCount) {}

  /// What hold entries is known before assignments change it.
  void findCarriers();
  void visit(const TracedAssignment &assignment);

  MatrixTrace trace;

private:
  size_t rowLengthOf(const Array &array) const;
  bool holdsEntries(const Cells &cells, MatrixTrace::Carrier &carrier) const;

  const Program &program;
  const Memory &memory;
  const size_t entryCount;
  std::map<std::string, size_t> carriers, statements; ///< numbers in the trace
  std::map<const LoopNode *, size_t> loops; ///< from 1: 0 is where none is
};

/// Whether all elements are entries' numbers or zeros.
bool TraceBuilder::holdsEntries(const Cells &cells,
                                MatrixTrace::Carrier &carrier) const {
  bool any = false;
  for (size_t position = 0; position < cells.count(); ++position) {
    const auto entry = entryOf(realIn(cells, position).value_or(0), entryCount);
    if (!entry)
      return false;
    any |= *entry >= 0;
    carrier.entries.push_back(*entry);
  }
  return any;
}

/// The last of several extents, in elements; 0 where it is not known.
size_t TraceBuilder::rowLengthOf(const Array &array) const {
  if (array.extents.size() < 2 || !array.extents.back())
    return 0;
  bench::Environment known(program);
  for (const auto &[name, value] : memory.parameters)
    known.parameters[name] = value;
  const auto length = known.evaluate(*array.extents.back());
  return length && *length > 0 ? size_t(*length) : 0;
}

void TraceBuilder::findCarriers() {
  for (const auto &[name, cells] : memory.arrays) {
    auto array = program.arrays.find(name);
    if (array == program.arrays.end() || !cells.type.isFloating())
      continue;
    const Array::Owner owner = array->second.owner;
    if (owner != Array::Owner::Argument && owner != Array::Owner::Plan)
      continue;
    MatrixTrace::Carrier carrier;
    carrier.name = name;
    carrier.isCopy = owner == Array::Owner::Plan;
    carrier.places = cells.count();
    carrier.rowLength = rowLengthOf(array->second);
    if (!holdsEntries(cells, carrier))
      continue;
    carriers[name] = trace.carriers.size();
    trace.carriers.push_back(std::move(carrier));
  }
}

void TraceBuilder::visit(const TracedAssignment &assignment) {
  bool reads = false, hasEntry = false;
  const size_t statement =
      statements.try_emplace(assignment.statement, statements.size())
          .first->second;
  trace.loops.resize(statements.size());
  trace.nodes.resize(statements.size());
  trace.parallel.resize(statements.size());
  for (const TracedAccess &access : assignment.accesses) {
    const auto carrier = carriers.find(*access.array);
    if (!access.isRead || carrier == carriers.end())
      continue;
    const auto &entries = trace.carriers[carrier->second].entries;
    MatrixTrace::Visit visit{statement,
                             carrier->second,
                             access.position,
                             entries[access.position],
                             {}};
    reads = true;
    hasEntry |= visit.entry >= 0;
    for (size_t at = 0;
         at < std::min(assignment.loops.size(), MatrixTrace::depth); ++at) {
      visit.loops[at] = assignment.loops[at].second;
      const LoopNode &loop = *assignment.loops[at].first;
      trace.loops[visit.statement][at] = loop.name;
      trace.nodes[visit.statement][at] =
          loops.try_emplace(&loop, loops.size() + 1).first->second;
      trace.parallel[visit.statement][at] =
          loop.marks.parallel || loop.marks.gpu.isMapped();
    }
    trace.visits.push_back(visit);
  }
  trace.iterations += reads;
  trace.padding += reads && !hasEntry;
}

} // namespace

llvm::Expected<MatrixTrace>
MatrixTracer::run(const Program &program, Memory &memory, bool executes) const {
  llvm::Expected<LoopSnapshot> loops = loopsBeforePasses(program);
  if (!loops)
    return loops.takeError();
  for (size_t at = 0; at < program.phases.size() && !executes; ++at)
    if (program.phases[at].role == Phase::Role::Execute)
      loops->phases[at].body.clear();
  TraceBuilder builder(program, memory, size_t(entries.entries()));
  if (llvm::Error error = interpret(
          program, *loops, memory, /*seed=*/0,
          {[&] { builder.findCarriers(); },
           [&](const TracedAssignment &done) { builder.visit(done); },
           executes ? mostIterations : mostCounted, plannedThreads, callUsers}))
    return error;
  if (executes && builder.trace.visits.empty())
    return llvm::createStringError(
        "no assignment reads the matrix's values as double or float");
  return std::move(builder.trace);
}

Memory MatrixTracer::memoryFor(const Program &program) const {
  Memory memory = bench::memoryOf(program, kernel, inputs);
  for (size_t pos = 0; pos < kernel.slots.size(); ++pos) {
    const bench::Slot &slot = kernel.slots[pos];
    auto cells = memory.arrays.find(slot.name);
    if (cells == memory.arrays.end() || !slot.type.isFloating())
      continue;
    // No other number is an entry's.
    std::vector<double> numbers(
        cells->second.count() * (slot.type.isComplex() ? 2 : 1), otherFraction);
    if (llvm::is_contained(values, slot.name))
      for (size_t at = 0; at < numbers.size(); ++at)
        numbers[at] = double(at) + entryFraction;
    cells->second = Cells::of(slot.type, numbers);
  }
  return memory;
}

llvm::Expected<MatrixTrace> MatrixTracer::trace(const Program &program) const {
  Memory memory = memoryFor(program);
  return poly::tryIsl([&] { return run(program, memory, /*executes=*/true); });
}

llvm::Expected<MatrixTrace> MatrixTracer::count(const Program &program,
                                                Memory &memory) const {
  memory = memoryFor(program);
  return poly::tryIsl([&] { return run(program, memory, /*executes=*/false); });
}

} // namespace sparsec
