//===- StepIdioms.cpp - steps that make sense together --------------------===//

#include "IdiomParts.h"

#include "sparsec/Analysis/Checker.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

namespace sparsec::stress {
namespace {

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

/// Iterations of a loop in two classes, a kernel each, which run beside each
/// other.
std::vector<Later> beside(const Place &place) {
  const LoopTraits *loop = firstParallel(place);
  if (!loop || !isLong(*loop))
    return {};
  const std::string &statement = place.statement;
  const std::string bound = std::to_string(place.random.between(0, 5));
  std::vector<Later> steps = {
      always(call("split_by", statement,
                  {quoted(loop->name + " < " + bound), quoted(loop->name)}))};
  for (const char *suffix : {"_part", "_rest"}) {
    const std::string tiles = place.freshName(), kernel = place.freshName(),
                      part = statement + suffix;
    steps.push_back(always(
        call("tile", part,
             {quoted(loop->name), std::to_string(threadCount(place.random)),
              "{outer = " + quoted(tiles) + "}"})));
    steps.push_back(always(
        call("cudaize", part,
             {quoted(kernel), "{block = {" + quoted(tiles) + "}, thread = {" +
                                  quoted(loop->name) + "}}"})));
  }
  steps.push_back(always(call("fuse_kernels", statement + "_part",
                              {quoted(statement + "_rest")})));
  return steps;
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
      {"fuse_kernels", beside},
      {"reduce", reduced},
      {"copy_to_shared", shared},
      {"copy_to_constant", constant},
      {"partition_storage", partitioned},
      {"vector_loads", loadedNeighbours},
      {"vector_stores", storedNeighbours},
      {"reorder_data", reordered},
      {"vectorize", lanes},
      {"parallel", sharedEntries},
      {"specialize", special},
      {"speculate", speculated},
      {"compact_and_pad", kept},
      {"sparse_partition",
       [](const Place &where) { return levels(where, false); }},
  };
  auto found = makers.find(transform);
  return found == makers.end() ? std::vector<Later>() : found->second(place);
}

} // namespace sparsec::stress
