//===- StepIdioms.cpp - steps that make sense together --------------------===//

#include "StepIdioms.h"

#include "sparsec/Analysis/Checker.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>

namespace sparsec::stress {
namespace {

std::string quoted(const std::string &text) { return "\"" + text + "\""; }

/// `NAME("S0", A, B)`.
std::string call(const std::string &name, const std::string &statement,
                 const std::vector<std::string> &arguments) {
  std::string text = name + "(" + quoted(statement);
  for (const std::string &argument : arguments)
    text += ", " + argument;
  return text + ")";
}

Later always(const std::string &text) {
  return [text](const Program &) { return text; };
}

std::string tiled(const Place &place, const std::string &loop, int size,
                  const std::string &outer) {
  return call(
      "tile", place.statement,
      {quoted(loop), std::to_string(size), "{outer = " + quoted(outer) + "}"});
}

std::string mapped(const Place &place, const std::string &kernel,
                   const std::string &block, const std::string &thread) {
  std::string where = block.empty() ? "" : "block = {" + quoted(block) + "}";
  if (!thread.empty())
    where +=
        (where.empty() ? "" : ", ") + ("thread = {" + quoted(thread)) + "}";
  return call("cudaize", place.statement, {quoted(kernel), "{" + where + "}"});
}

/// Whether a loop may be cut into tiles that threads share.
bool isLong(const LoopTraits &loop) {
  return loop.isParametric && loop.trips().value_or(9) > 1;
}

const LoopTraits *firstLong(const Place &place) {
  auto found = llvm::find_if(place.loops, isLong);
  return found == place.loops.end() ? nullptr : &*found;
}

/// Loops whose iterations are independent, outermost first.
const LoopTraits *firstParallel(const Place &place) {
  auto found = llvm::find_if(place.loops, [&](const LoopTraits &loop) {
    return whyNotParallel(place.program, place.statement, loop.name).empty();
  });
  return found == place.loops.end() ? nullptr : &*found;
}

int threadCount(Random &random) {
  return random.pick(std::vector<int>{2, 4, 8, 32, 32, 64});
}

/// `tile`, \p inside, and the tiles on blocks, their iterations on threads.
std::vector<Later> mapTiles(const Place &place, const std::string &loop,
                            int size, std::vector<Later> inside,
                            const std::string &outer) {
  std::string kernel = place.freshName();
  std::vector<Later> steps = {always(tiled(place, loop, size, outer))};
  llvm::append_range(steps, inside);
  steps.push_back(always(mapped(place, kernel, outer, loop)));
  return steps;
}

/// Updates that threads share: parts that are joined, or atomic updates.
std::vector<Later> reduced(const Place &place) {
  Random &random = place.random;
  const LoopTraits *outer = firstParallel(place);
  const LoopTraits &inner = place.loops.back();
  std::string kernel = place.freshName();
  auto reduce = [&](const std::string &loop, const std::string &how) {
    return always(call("reduce", place.statement, {quoted(loop), how}));
  };
  if (outer && outer != &inner && random.chance(60))
    return {reduce(inner.name, random.pick(std::vector<std::string>{
                                   "\"combined\"", "\"atomic\""})),
            always(mapped(place, kernel, outer->name, inner.name))};
  const LoopTraits *loop = firstLong(place);
  // Tiles of tiles whose reduction is refused again and again lead nowhere.
  if (!loop || place.loops.size() > 6)
    return {};
  std::string tiles = place.freshName();
  bool isInnermost = loop == &inner;
  std::string how = isInnermost && random.chance(50)
                        ? random.chance(40)
                              ? "\"segments\", {neighbours = \"block\"}"
                              : "\"segments\""
                        : "\"atomic\"";
  return mapTiles(place, loop->name, random.chance(50) ? 32 : 64,
                  {reduce(tiles, "\"atomic\""), reduce(loop->name, how)},
                  tiles);
}

bool isMovedBy(const isl::pw_aff &subscript, const LoopTraits &loop) {
  return llvm::any_of(loop.iterators, [&](unsigned pos) {
    return poly::involvesDim(subscript, pos);
  });
}

/// Whether a box of constant size holds what one iteration of the loops around
/// touches, all but \p moving having a constant number of iterations.
bool hasBox(const Place &place, const Access &access,
            const LoopTraits *moving) {
  const Statement &where = place.program.statement(place.statement);
  return llvm::none_of(access.subscripts, [&](const isl::pw_aff &subscript) {
    for (const auto &[name, called] : where.calls)
      if (poly::involvesParam(subscript, name))
        return true;
    return llvm::any_of(place.loops, [&](const LoopTraits &loop) {
      return &loop != moving && !loop.trips() && isMovedBy(subscript, loop);
    });
  });
}

/// Arrays with elements whose subscript the loop moves, in boxes of its tiles;
/// index arrays, too, unless \p onlyRead.
std::vector<std::string> arraysAlong(const Place &place, const LoopTraits &loop,
                                     bool onlyRead) {
  std::vector<std::string> result;
  const Statement &where = place.program.statement(place.statement);
  std::vector<Access> touched = where.accesses();
  for (const auto &[name, called] : where.calls)
    if (!onlyRead)
      touched.push_back(Access::read(called.function, called.arguments));
  for (const Access &access : touched) {
    bool moves = llvm::any_of(access.subscripts, [&](const auto &subscript) {
      return isMovedBy(subscript, loop);
    });
    bool isWritten = llvm::any_of(where.accesses(), [&](const Access &other) {
      return other.isWrite && other.array == access.array;
    });
    if (moves && hasBox(place, access, &loop) && !(onlyRead && isWritten))
      result.push_back(access.array);
  }
  return result;
}

std::vector<Later> shared(const Place &place) {
  const LoopTraits *loop = firstLong(place);
  if (!loop)
    return {};
  std::vector<std::string> arrays = arraysAlong(place, *loop, false);
  if (arrays.empty())
    return {};
  std::string tiles = place.freshName(), copy = place.freshName(),
              kernel = place.freshName(), array = place.random.pick(arrays);
  std::vector<Later> steps = {
      always(tiled(place, loop->name, place.random.between(2, 40), tiles)),
      always(call(
          "copy_to_shared", place.statement,
          {quoted(tiles), quoted(array), "{name = " + quoted(copy) + "}"})),
      always(mapped(place, kernel, tiles, loop->name))};
  // The copies' own loops on the same threads.
  for (const char *side : {"_in", "_out"})
    steps.push_back([copy, kernel, side](const Program &program) {
      const std::string statement = copy + side;
      if (!program.statements.count(statement))
        return std::string();
      return call("cudaize", statement,
                  {quoted(kernel), "{thread = {" + quoted(copy + "_0") + "}}"});
    });
  return steps;
}

std::vector<Later> constant(const Place &place) {
  std::vector<std::string> arrays;
  for (const Access &access :
       place.program.statement(place.statement).accesses())
    if (!access.isWrite && !access.subscripts.empty() &&
        place.program.arrays.at(access.array).owner != Array::Owner::Local &&
        hasBox(place, access, nullptr))
      arrays.push_back(access.array);
  if (arrays.empty())
    return {};
  std::vector<Later> steps = {
      always(call("copy_to_constant", place.statement,
                  {quoted(place.random.pick(arrays))}))};
  llvm::append_range(steps, mapToGpu(place));
  return steps;
}

std::vector<Later> partitioned(const Place &place) {
  std::vector<std::string> arrays;
  for (const Access &access :
       place.program.statement(place.statement).accesses()) {
    const Array &array = place.program.arrays.at(access.array);
    if (array.owner == Array::Owner::Local && !array.isScalar())
      arrays.push_back(access.array);
  }
  if (arrays.empty())
    return {};
  std::string array = place.random.pick(arrays);
  std::vector<Later> steps;
  std::string rest = place.random.chance(50) ? "\"shared\"" : "\"global\"";
  std::string options = "rest = " + rest;
  if (place.random.chance(60)) {
    // Elements in registers need subscripts that are numbers.
    for (const auto &[name, statement] : place.program.statements)
      for (const Access &access : statement.accesses())
        if (access.array == array && access.isWrite)
          for (const ScheduleTree *loop :
               place.program.executePhase().tree.loopsAround(name))
            if (loop->children[0].isLeaf())
              steps.push_back(
                  always(call("unroll", name, {quoted(loop->name)})));
    options = "registers = " + std::to_string(place.random.between(1, 3)) +
              ", " + options;
  }
  steps.push_back(always(call("partition_storage", place.statement,
                              {quoted(array), "{" + options + "}"})));
  llvm::append_range(steps, mapToGpu(place));
  return steps;
}

std::vector<Later> neighbours(const Place &place) {
  const LoopTraits *loop = firstParallel(place);
  if (!loop || !isLong(*loop))
    return {};
  std::vector<std::string> arrays = arraysAlong(place, *loop, true);
  if (arrays.empty())
    return {};
  std::string threads = place.freshName(), blocks = place.freshName(),
              kernel = place.freshName();
  return {always(tiled(place, loop->name, place.random.chance(50) ? 2 : 4,
                       threads)),
          always(call("vector_loads", place.statement,
                      {quoted(loop->name), quoted(place.random.pick(arrays))})),
          always(tiled(place, threads, place.random.between(2, 32), blocks)),
          always(mapped(place, kernel, blocks, threads))};
}

/// Levels of a loop with dependences, as launches, barriers or awaited values.
std::vector<Later> levels(const Place &place, bool onGpu) {
  const LoopTraits *loop = firstLong(place);
  if (!loop || loop == firstParallel(place))
    return {};
  if (!onGpu)
    return {always(
        call("sparse_partition", place.statement, {quoted(loop->name)}))};
  std::string kernel = place.freshName(), tasks = place.freshName();
  std::string sync = place.random.chance(50) ? "levels" : "values";
  std::string options =
      "{block = " + std::to_string(place.random.between(1, 9)) +
      ", sync = " + quoted(sync) + ", tasks = " + quoted(tasks) + "}";
  return {always(call("sparse_partition", place.statement,
                      {quoted(loop->name), options})),
          always(mapped(place, kernel, tasks, loop->name))};
}

/// A permuted loop, and copies of what it subscripts in its order.
std::vector<Later> reordered(const Place &place) {
  const LoopTraits *loop = firstLong(place);
  if (!loop || loop->trips())
    return {};
  bool isFree =
      whyNotParallel(place.program, place.statement, loop->name).empty();
  std::string order = isFree                    ? "reorder_by_inspector"
                      : place.random.chance(50) ? "sparse_wavefront"
                                                : "sparse_partition";
  Later copies = [statement = place.statement, name = loop->name,
                  &random = place.random](const Program &program) {
    std::vector<std::string> arrays = permutedArrays(program, statement);
    const auto inRows = arraysInRows(program);
    if (!inRows.empty() && random.chance(40)) {
      const auto &[array, pointers] = random.pick(inRows);
      return call("reorder_data", statement,
                  {quoted(name), "{" + quoted(array) +
                                     "}, {rows = " + quoted(pointers) + "}"});
    }
    if (arrays.empty())
      return std::string();
    bool keeps = random.chance(30);
    return call("reorder_data", statement,
                {quoted(name), "{" + quoted(random.pick(arrays)) + "}" +
                                   (keeps ? ", {kept = true}" : "")});
  };
  return {always(call(order, place.statement, {quoted(loop->name)})), copies};
}

std::vector<Later> lanes(const Place &place) {
  const LoopTraits *loop = firstParallel(place);
  if (!loop || !isLong(*loop))
    return {};
  int count = 1 << place.random.between(1, 3);
  std::string statement = place.statement + "_main";
  return {always(call("split_with_alignment", place.statement,
                      {quoted(loop->name), std::to_string(count)})),
          always(call("tile", statement,
                      {quoted(loop->name), std::to_string(count)})),
          always(call("vectorize", statement, {quoted(loop->name)}))};
}

/// A known matrix, and code without loops over it.
std::vector<Later> special(const Place &place) {
  const Inputs &known = *place.known;
  if (!place.program.arrays.count("index") || known.sizes.at("n") > 13)
    return {};
  std::string list;
  for (long value : known.integers.at("index"))
    list += (list.empty() ? "" : ", ") + std::to_string(value);
  std::vector<Later> steps = {
      always(call("specialize", place.statement,
                  {"\"n\"", std::to_string(known.sizes.at("n"))})),
      always(call("specialize", place.statement,
                  {"\"index\"", "{" + list + "}"}))};
  for (const LoopTraits &loop : place.loops)
    if (place.random.chance(80))
      steps.push_back(
          always(call("unroll", place.statement, {quoted(loop.name)})));
  return steps;
}

} // namespace

std::vector<std::string> permutedArrays(const Program &program,
                                        const std::string &statement) {
  std::vector<std::string> result;
  const Statement &where = program.statement(statement);
  for (const auto &[name, called] : where.calls) {
    auto order = program.arrays.find(called.function);
    if (order == program.arrays.end() ||
        order->second.owner != Array::Owner::Plan ||
        program.factsAbout(called.function, Fact::Kind::Permutation).empty())
      continue;
    for (const Access &access : where.accesses())
      if (llvm::any_of(access.subscripts, [&](const isl::pw_aff &subscript) {
            return poly::involvesParam(subscript, name);
          }))
        result.push_back(access.array);
  }
  return result;
}

std::string knownValues(const Place &place) {
  std::vector<std::string> sizes;
  for (const Parameter &parameter : place.program.parameters)
    if (parameter.owner == Parameter::Owner::Argument &&
        place.known->sizes.count(parameter.name))
      sizes.push_back(parameter.name);
  if (sizes.empty())
    return "";
  std::string name = place.random.pick(sizes);
  return quoted(name) + ", " + std::to_string(place.known->sizes.at(name));
}

std::vector<Later> mapToGpu(const Place &place) {
  Random &random = place.random;
  const LoopTraits *loop = firstParallel(place);
  if (!loop)
    return reduced(place);
  const LoopTraits &inner = place.loops.back();
  if (loop != &inner && random.chance(25) &&
      whyNotParallel(place.program, place.statement, inner.name).empty())
    return {always(mapped(place, place.freshName(), loop->name, inner.name))};
  if (!isLong(*loop))
    return {always(mapped(place, place.freshName(), loop->name, ""))};
  return mapTiles(place, loop->name, threadCount(random), {},
                  place.freshName());
}

std::vector<Later> idiomFor(const std::string &transform, const Place &place) {
  if (place.loops.empty())
    return {};
  using Maker = std::vector<Later> (*)(const Place &);
  static const std::map<std::string, Maker> makers = {
      {"cudaize", mapToGpu},
      {"reduce", reduced},
      {"copy_to_shared", shared},
      {"copy_to_constant", constant},
      {"partition_storage", partitioned},
      {"vector_loads", neighbours},
      {"reorder_data", reordered},
      {"vectorize", lanes},
      {"parallel", sharedEntries},
      {"specialize", special},
      {"sparse_partition",
       [](const Place &where) { return levels(where, false); }},
  };
  auto found = makers.find(transform);
  return found == makers.end() ? std::vector<Later>() : found->second(place);
}

std::vector<Later> gpuLevels(const Place &place) { return levels(place, true); }

} // namespace sparsec::stress
