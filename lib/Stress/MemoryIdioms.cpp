//===- MemoryIdioms.cpp - steps that say where arrays are -----------------===//

#include "IdiomParts.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec::stress {
namespace {

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

} // namespace

/// `cudaize` of the loops of a copy, if it is made, on \p threads.
static std::vector<Later> mapCopies(const std::string &copy,
                                    const std::string &kernel,
                                    const std::string &threads) {
  std::vector<Later> steps;
  for (const char *side : {"_in", "_out"})
    steps.push_back([copy, kernel, threads, side](const Program &program) {
      const std::string statement = copy + side;
      if (!program.statements.count(statement))
        return std::string();
      return call("cudaize", statement,
                  {quoted(kernel), "{thread = {" + threads + "}}"});
    });
  return steps;
}

std::vector<Later> shared(const Place &place) {
  if (place.random.chance(50)) {
    std::vector<Later> other =
        place.random.chance(50) ? staged(place) : sideBySide(place);
    if (!other.empty())
      return other;
  }
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
  llvm::append_range(steps, mapCopies(copy, kernel, quoted(copy + "_0")));
  return steps;
}

std::vector<Later> staged(const Place &place) {
  Random &random = place.random;
  const LoopTraits *outer = firstParallel(place);
  const LoopTraits &inner = place.loops.back();
  if (!outer || outer == &inner || !isLong(*outer) || !isLong(inner))
    return {};
  const std::vector<std::string> arrays = arraysAlong(place, inner, true);
  if (arrays.empty())
    return {};
  const std::string blocks = place.freshName(), step = place.freshName(),
                    copy = place.freshName(), kernel = place.freshName();
  const std::string options = "{name = " + quoted(copy) + ", stages = " +
                              std::to_string(random.between(2, 4)) +
                              (random.chance(50) ? ", how = \"async\"}" : "}");
  std::vector<Later> steps = {
      always(tiled(place, outer->name, random.between(2, 8), blocks)),
      always(tiled(place, inner.name, random.between(2, 8), step)),
      always(call("permute", place.statement,
                  {"{" + quoted(blocks) + ", " + quoted(step) + ", " +
                   quoted(outer->name) + ", " + quoted(inner.name) + "}"})),
      always(call("copy_to_shared", place.statement,
                  {quoted(step), quoted(random.pick(arrays)), options})),
      always(mapped(place, kernel, blocks, outer->name))};
  llvm::append_range(steps, mapCopies(copy, kernel, quoted(copy + "_0")));
  return steps;
}

std::vector<Later> sideBySide(const Place &place) {
  Random &random = place.random;
  const LoopTraits *loop = firstParallel(place);
  if (!loop || !isLong(*loop))
    return {};
  std::vector<std::string> arrays = arraysAlong(place, *loop, false);
  llvm::erase_if(arrays, [&](const std::string &array) {
    return place.program.arrays.at(array).isIndex;
  });
  if (arrays.empty())
    return {};
  const std::string tiles = place.freshName(), copy = place.freshName(),
                    kernel = place.freshName();
  const std::string options =
      "{name = " + quoted(copy) + ", apart = {" + quoted(loop->name) +
      "}, pad = " + std::to_string(random.between(0, 2)) + "}";
  std::vector<Later> steps = {
      always(tiled(place, loop->name, random.between(2, 16), tiles)),
      always(call("copy_to_shared", place.statement,
                  {quoted(loop->name), quoted(random.pick(arrays)), options})),
      always(mapped(place, kernel, tiles, loop->name))};
  llvm::append_range(steps, mapCopies(copy, kernel, quoted(loop->name)));
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

/// `vector_loads` or `vector_stores` of one of \p arrays in tiles of \p loop.
static std::vector<Later> vectors(const Place &place, const LoopTraits &loop,
                                  const std::string &step,
                                  const std::vector<std::string> &arrays) {
  if (arrays.empty())
    return {};
  std::string threads = place.freshName(), blocks = place.freshName(),
              kernel = place.freshName();
  return {
      always(tiled(place, loop.name, place.random.chance(50) ? 2 : 4, threads)),
      always(call(step, place.statement,
                  {quoted(loop.name), quoted(place.random.pick(arrays))})),
      always(tiled(place, threads, place.random.between(2, 32), blocks)),
      always(mapped(place, kernel, blocks, threads))};
}

std::vector<Later> loadedNeighbours(const Place &place) {
  const LoopTraits *loop = firstParallel(place);
  if (!loop || !isLong(*loop))
    return {};
  return vectors(place, *loop, "vector_loads",
                 arraysAlong(place, *loop, /*onlyRead=*/true));
}

std::vector<Later> storedNeighbours(const Place &place) {
  const LoopTraits *loop = firstParallel(place);
  if (!loop || !isLong(*loop))
    return {};
  // Updates are no stores of something that a thread has in registers.
  std::vector<std::string> arrays;
  for (const Access &access :
       place.program.statement(place.statement).accesses())
    if (access.isWrite && !access.isRead)
      arrays.push_back(access.array);
  return vectors(place, *loop, "vector_stores", arrays);
}

} // namespace sparsec::stress
