//===- Tile.cpp - split loops into tiles ----------------------------------===//
///
/// \file
/// `tile` splits loop `k` into a loop over tiles and a loop over the points of
/// one tile:
///
///     for k                     for kk
///       S(k)           =>         for k in tile kk
///                                   S(k)
///
/// The band { S[k] -> [k] } gains an outer one. `counted`: tiles are numbered,
/// { S[k] -> [floor(k / size)] }, and points count from the tile's start,
/// { S[k] -> [k mod size] }. `strided`: the outer loop visits the first value
/// of each tile, { S[k] -> [size * floor(k / size)] }, points keep their value.
/// Of several loops all tile loops come first.
///
/// A size may be a parameter M when `0 <= k < M` follows from the domain and
/// the facts: then all points are in the one tile [0].
///
//===----------------------------------------------------------------------===//

#include "sparsec/Transforms/LoopBounds.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/StringExtras.h"

#include <set>

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loops"},
    {"loops", ParameterSpec::Kind::Loops, "the loops to split"},
    {"sizes", ParameterSpec::Kind::Sizes,
     "points per tile, one per loop: a number, or a parameter that the facts "
     "prove the loop to stay below"},
    {"level", ParameterSpec::Kind::Count,
     "where the tile loops go, counted from the outermost loop (1); the place "
     "of the first of the loops unless given",
     true},
    {"method", ParameterSpec::Kind::Text,
     "counted: tiles are numbered and points start at 0; strided: tiles start "
     "at multiples of the size and points keep their value",
     true, "counted|strided"},
    {"outer", ParameterSpec::Kind::NewNames,
     "names of the tile loops; the loop's letter doubled unless given", true},
};

/// One loop to split.
struct Split {
  std::string loop, outer;
  /// A number, or the name of a parameter when `constant` is 0.
  std::string size;
  long constant = 0;
};

llvm::Expected<Split> parseSplit(const Program &program,
                                 const std::string &loop,
                                 const std::string &size) {
  Split split{.loop = loop, .outer = "", .size = size};
  llvm::StringRef text = llvm::StringRef(size).trim();
  bool isNumber = !text.getAsInteger(10, split.constant);
  if (isNumber && split.constant < 1)
    return refuse("a tile size must be at least 1, not " + size);
  if (!isNumber && !program.findParameter(size))
    return refuse("tile size '" + size +
                  "' is neither a number nor a parameter of the program");
  return split;
}

/// The tile and the point of one value: `{ S[..] -> [tile] }, { .. [point] }`.
struct TileValues {
  isl::pw_aff tile, point;
};

TileValues splitValue(const isl::pw_aff &value, const Split &split,
                      bool strided) {
  if (!split.constant)
    return {poly::constant(value.space().domain(), 0), value};
  isl::pw_aff tile = poly::floorDiv(value, split.constant);
  if (strided)
    return {tile.scale(split.constant), value};
  return {tile, poly::modulo(value, split.constant)};
}

bool isSingleTile(const Program &program, const std::string &statement,
                  const isl::pw_aff &value, const Split &split) {
  isl::space space = value.space().domain();
  isl::pw_aff size = split.constant ? poly::constant(space, split.constant)
                                    : poly::parameter(space, split.size);
  return staysBelow(program, statement, value, size);
}

/// Splits \p loop in place, which becomes the point loop; returns the tile
/// loop without a body.
llvm::Expected<ScheduleTree> splitLoop(const Program &program,
                                       ScheduleTree &loop, const Split &split,
                                       bool strided, StepResult &result) {
  ScheduleTree tiles = ScheduleTree::loop(split.outer, {}, {});
  tiles.span = loop.span;
  bool single = true;
  for (auto &[statement, value] : loop.values) {
    bool fits = isSingleTile(program, statement, value, split);
    if (!fits && !split.constant)
      return refuse("cannot prove 0 <= " + loop.name + " < " + split.size +
                    " for statement '" + statement +
                    "'; normalize the loop and state a fact such as "
                    "row_length(index) <= " +
                    split.size + ", or use a number");
    single &= fits;
    TileValues values = splitValue(value, split, strided);
    tiles.values[statement] = values.tile;
    value = values.point;
  }
  if (single && split.constant)
    result.warnings.push_back("loop '" + split.outer +
                              "' has a single trip: '" + loop.name +
                              "' stays below " + split.size);
  return tiles;
}

/// Puts \p loops, outermost first, around \p node.
void wrap(ScheduleTree &node, std::vector<ScheduleTree> loops) {
  for (size_t at = loops.size(); at-- > 0;) {
    loops[at].children = {std::move(node)};
    node = std::move(loops[at]);
  }
}

/// The loop at nesting level \p level around the statement, if it and \p first
/// are perfectly nested.
llvm::Expected<ScheduleTree *> loopAtLevel(Program &program,
                                           const std::string &statement,
                                           const std::string &first,
                                           long level) {
  std::vector<const ScheduleTree *> around =
      program.phaseOf(statement)->tree.loopsAround(statement);
  if (level > static_cast<long>(around.size()))
    return refuse("there is no level " + llvm::Twine(level) + " around '" +
                  statement +
                  "'; the loops are: " + loopsText(program, statement));
  const std::string &outermost = around[level - 1]->name;
  if (outermost == first)
    return editLoop(program, statement, first);
  auto chain = perfectChain(program, statement, {outermost, first});
  if (!chain)
    return chain.takeError();
  if (chain->front()->name != outermost)
    return refuse("level " + llvm::Twine(level) + " is inside loop '" + first +
                  "'");
  return chain->front();
}

llvm::Expected<std::vector<Split>> parseSplits(const Program &program,
                                               const Arguments &args,
                                               const ScheduleTree &node) {
  std::vector<std::string> loops = args.texts("loops");
  std::vector<std::string> sizes = args.texts("sizes");
  std::vector<std::string> outer = args.texts("outer");
  if (sizes.size() != loops.size())
    return refuse("one size per loop is needed: " + llvm::Twine(loops.size()) +
                  " loops, " + llvm::Twine(sizes.size()) + " sizes");
  if (!outer.empty() && outer.size() != loops.size())
    return refuse("one name in 'outer' per loop is needed");
  if (std::set<std::string>(outer.begin(), outer.end()).size() != outer.size())
    return refuse("two names in 'outer' are the same");
  std::vector<Split> splits;
  std::set<std::string> taken;
  for (size_t at = 0; at < loops.size(); ++at) {
    auto split = parseSplit(program, loops[at], sizes[at]);
    if (!split)
      return split.takeError();
    if (outer.empty()) {
      auto loop = requireLoop(program, args.statement(), loops[at]);
      if (!loop)
        return loop.takeError();
      split->outer = defaultLoopName(program, **loop, taken);
      taken.insert(split->outer);
    } else {
      split->outer = outer[at];
      if (llvm::Error clash = checkNewLoopName(program, node, outer[at]))
        return clash;
    }
    splits.push_back(*split);
  }
  return splits;
}

/// Arrays that belong to an iteration of the loops \p tiled around
/// \p statement, and of none inside, belong to one of the \p made new loops as
/// well: threads that have the points of one tile each have their own.
void widenPrivates(Program &program, const std::string &statement,
                   const std::vector<std::string> &tiled, unsigned made) {
  const ScheduleTree &tree = program.phaseOf(statement)->tree;
  int depth = 0, deepest = 0;
  for (const ScheduleTree *loop : tree.loopsAround(statement)) {
    ++depth;
    if (llvm::is_contained(tiled, loop->name))
      deepest = depth;
  }
  const ScheduleTree *outermost = tree.findLoop(statement, tiled.front());
  for (auto &[name, array] : program.arrays) {
    if (array.isScalar() || !array.isPrivate() || array.privateDepth < deepest)
      continue;
    bool isInside = true;
    for (const auto &[other, user] : program.statements)
      for (const Access &access : user.accesses())
        isInside &= access.array != name || outermost->contains(other);
    if (isInside)
      array.privateDepth += int(made);
  }
}

llvm::Expected<StepResult> tile(const Program &program, const Arguments &args) {
  StepResult result = startStep(program);
  std::string statement = args.statement();
  auto chain = perfectChain(result.program, statement, args.texts("loops"));
  if (!chain)
    return chain.takeError();
  auto splits = parseSplits(program, args, *chain->front());
  if (!splits)
    return splits.takeError();

  ScheduleTree *place = chain->front();
  if (args.has("level")) {
    auto at = loopAtLevel(result.program, statement, place->name,
                          args.integer("level"));
    if (!at)
      return at.takeError();
    place = *at;
  }
  std::vector<ScheduleTree> tiles;
  for (const Split &split : *splits) {
    ScheduleTree *loop = place->findLoop(statement, split.loop);
    auto outer = splitLoop(program, *loop, split,
                           args.text("method", "counted") == "strided", result);
    if (!outer)
      return outer.takeError();
    tiles.push_back(std::move(*outer));
  }
  widenPrivates(result.program, statement, args.texts("loops"),
                unsigned(tiles.size()));
  wrap(*place, std::move(tiles));
  return result;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return tile(program, args); });
}

} // namespace

extern const TransformSpec tileSpec;
const TransformSpec tileSpec = {
    .name = "tile",
    .summary = "split loops into tiles",
    .before = "for k in [0, n)\n  S(k)",
    .after = "for kk in [0, ceil(n / size))\n"
             "  for k in [0, min(size, n - size * kk))\n"
             "    S(size * kk + k)",
    .legality = "one loop in place: always; several loops, or tile loops moved "
                "outward: when every dependence still points forward",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
