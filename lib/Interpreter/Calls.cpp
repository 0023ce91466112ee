//===- Calls.cpp - functions that interpreted loops call ------------------===//
///
/// \file
/// Functions of the runtime's table are called themselves. Memory, teams and
/// waits are the interpreter's: a team has one thread, and tasks that it would
/// wait for have to be done.
///
//===----------------------------------------------------------------------===//

#include "Kernel.h"
#include "Machine.h"
#include "RuntimeCalls.h"

#include "sparsec/IR/Visits.h"
#include "sparsec/LoopIR/ExprPrinter.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cstring>

namespace sparsec {

using Kind = LoopExpr::Kind;

/// What `&place` is the address of; null for other expressions.
static const LoopExpr *placeAt(const LoopExpr &expr) {
  return expr.kind == Kind::Unary && expr.op == Operator::AddressOf
             ? &expr.operands[0]
             : nullptr;
}

Number Machine::callFunction(const LoopExpr &expr) {
  llvm::StringRef name = expr.name;
  Number result;
  if (callMemory(expr) || callThreads(expr, result))
    return result;
  if (name == visitFunction)
    return callVisit(expr);
  const bool isTwin = name.consume_front("sparsec_gpu_");
  if (isTwin || (name.consume_front("sparsec_") &&
                 llvm::any_of(runtimeFunctions(), [&](const auto *row) {
                   return name == row->name ||
                          name == row->name.str() + "_int" ||
                          name == row->name.str() + "_long";
                 })))
    return callRow(expr, name, isTwin);
  std::vector<Number> arguments;
  for (const LoopExpr &operand : expr.operands)
    arguments.push_back(use(operand));
  return call(expr.name, arguments);
}

/// What a plan runs one after the other visits an iteration in one go.
Number Machine::callVisit(const LoopExpr &expr) {
  const Number value = use(expr.operands[0]);
  std::vector<long long> iteration;
  for (size_t loop = 2; loop < expr.operands.size(); ++loop)
    iteration.push_back(use(expr.operands[loop]).toInteger());
  auto &told = memory.visits[use(expr.operands[1]).toInteger()];
  if (told.empty() || told.back() != iteration)
    told.push_back(std::move(iteration));
  return value;
}

namespace {

/// One call of a function of the table.
struct RowCall {
  const RuntimeFunction *function = nullptr;
  bool isWide = false;
  std::vector<Passed> passed = {};
  std::vector<Cells *> arrays = {}; ///< null for numbers
  /// Results of the parameters, and the places that get them.
  std::vector<long long> results = {};
  std::vector<const LoopExpr *> targets = {};
};

} // namespace

/// \p name: without what all names begin with.
static const RuntimeFunction &rowNamed(llvm::StringRef name, bool &isWide) {
  isWide = name.ends_with("_long");
  for (const RuntimeFunction *row : runtimeFunctions()) {
    const std::string stem = row->name.str();
    if (name == stem || name == stem + "_int" || name == stem + "_long")
      return *row;
  }
  throw Unknown("the function '" + name.str() + "'");
}

/// A function for GPUs has further arguments: where its number goes, and the
/// stream. Its name does not say the type of indices.
Number Machine::callRow(const LoopExpr &expr, llvm::StringRef name,
                        bool isTwin) {
  RowCall call;
  call.function = &rowNamed(name, call.isWide);
  const auto &parameters = call.function->parameters;
  call.results.resize(parameters.size());
  bool hasNarrow = false;
  for (size_t pos = 0; pos < parameters.size(); ++pos) {
    const LoopExpr &operand = expr.operands[pos];
    const LoopExpr *place = placeAt(operand);
    call.targets.push_back(place);
    Cells *cells = nullptr;
    if (parameters[pos].isArray() && operand.kind != Kind::Literal) {
      cells = &cellsOf(operand.name);
      // Keys have 64 bits whatever indices have.
      hasNarrow |= cells->type.bytes < 8;
    }
    call.arrays.push_back(cells);
    call.passed.push_back(cells   ? Passed{cells->bytes.data(), 0}
                          : place ? Passed{&call.results[pos], 0}
                          : parameters[pos].isArray()
                              ? Passed{nullptr, 0}
                              : Passed{nullptr, use(operand).toInteger()});
  }
  call.isWide |= isTwin && !hasNarrow;
  const long long value =
      callRuntime(*call.function, call.isWide, isTwin, call.passed);
  for (size_t pos = 0; pos < parameters.size(); ++pos) {
    if (call.targets[pos])
      assign(
          *call.targets[pos], Update::Set,
          Number::of(call.isWide ? call.results[pos] : int(call.results[pos])),
          /*isAtomic=*/false);
    if (call.arrays[pos] && parameters[pos].kind != RuntimeParameter::Kind::In)
      call.arrays[pos]->isSet.assign(call.arrays[pos]->count(), true);
  }
  const bool hasNumber = expr.operands.size() > parameters.size() &&
                         placeAt(expr.operands[parameters.size()]);
  if (hasNumber)
    assign(*placeAt(expr.operands[parameters.size()]), Update::Set,
           Number::of(value),
           /*isAtomic=*/false);
  return Number::of(value);
}

/// Whether \p expr is a call that gives or clears memory, or one element.
bool Machine::callMemory(const LoopExpr &expr) {
  const RuntimeHelper *helper = findRuntimeHelper(expr.name);
  const bool allocates =
      llvm::is_contained({&runtime::allocate, &runtime::gpu_allocate,
                          &runtime::gpu_allocate_zeroed, &runtime::gpu_scratch,
                          &runtime::gpu_scratch_zeroed},
                         helper);
  if (allocates) {
    Cells &cells = allocate(expr.operands[1].name);
    const long long count = use(expr.operands[2]).toInteger();
    if (count < 0 || size_t(count) != cells.count())
      throw Fault("'" + expr.operands[1].name + "' is allocated with " +
                  std::to_string(count) + " elements and has " +
                  std::to_string(cells.count()));
    // What clears the host's arrays is a call of its own.
    if (helper == &runtime::allocate)
      cells.isSet.assign(cells.count(), false);
    return true;
  }
  if (expr.name == "memset") {
    auto array = program.arrays.find(expr.operands[0].name);
    if (array == program.arrays.end())
      throw Unknown("'" + printExpr(expr) + "'");
    progress.clear();
    Cells &cells = cellsOf(array->first);
    std::fill(cells.bytes.begin(), cells.bytes.end(), 0);
    cells.isSet.assign(cells.count(), true);
    return true;
  }
  if (helper == &runtime::mark) {
    assign(*placeAt(expr.operands[0]), Update::Set, Number::of(1LL),
           /*isAtomic=*/true);
    return true;
  }
  if (helper == &runtime::raise) {
    assign(expr.operands[0], Update::Greatest, use(expr.operands[1]),
           /*isAtomic=*/true);
    return true;
  }
  return false;
}

/// Whether \p expr is a call about threads of the host.
bool Machine::callThreads(const LoopExpr &expr, Number &result) {
  const RuntimeHelper *helper = findRuntimeHelper(expr.name);
  if (helper == &runtime::wait_for_int || helper == &runtime::wait_for_long) {
    waitFor(expr);
    return true;
  }
  if (helper == &runtime::task_done) {
    progress[use(expr.operands[1]).toInteger()] =
        use(expr.operands[2]).toInteger();
    return true;
  }
  if (helper == &runtime::share_int || helper == &runtime::share_long) {
    result = shareOf(expr, helper == &runtime::share_long);
    return true;
  }
  const bool isThread = helper == &runtime::thread;
  if (!isThread && helper != &runtime::threads && helper != &runtime::team)
    return false;
  const bool isPlanned = helper == &runtime::threads;
  result = Number::of(isThread    ? 0LL
                      : isPlanned ? static_cast<long long>(tracer.threads)
                                  : 1LL,
                      /*isWide=*/false);
  return true;
}

/// `sparsec_share(begin, first, end, part, parts)` of the one thread there is.
Number Machine::shareOf(const LoopExpr &expr, bool isWide) {
  const long long first = use(expr.operands[1]).toInteger(),
                  end = use(expr.operands[2]).toInteger(),
                  part = use(expr.operands[3]).toInteger();
  if (first >= end)
    return Number::of(first, isWide);
  for (long long at : {first, end})
    use(LoopExpr::load(expr.operands[0].name, {LoopExpr::integer(at)}));
  return Number::of(part == 0 ? first : end, isWide);
}

/// `sparsec_wait_for(progress, slots, waves, begin, end)`
void Machine::waitFor(const LoopExpr &expr) {
  const long long begin = use(expr.operands[3]).toInteger(),
                  end = use(expr.operands[4]).toInteger();
  for (long long wait = begin; wait < end; ++wait) {
    auto element = [&](size_t operand) {
      return use(LoopExpr::load(expr.operands[operand].name,
                                {LoopExpr::integer(wait)}))
          .toInteger();
    };
    const long long slot = element(1);
    if (progress[slot] < element(2))
      throw Fault("a task waits for slot " + std::to_string(slot) +
                  ", which has done " + std::to_string(progress[slot]) +
                  " waves");
  }
}

} // namespace sparsec
