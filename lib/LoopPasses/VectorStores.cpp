//===- VectorStores.cpp - several elements by one store -------------------===//
///
/// \file
/// What vector_stores asks for: elements that the copies of an unrolled body
/// assign side by side go by one store.
///
///     y[4 * e] = f;                  *(float2 *)&y[4 * e]
///     y[4 * e + 1] = g;         =>       = make_float2(f, g);
///
/// The one store stands where the last of them stood. What is between is
/// assignments of other arrays and scalars, none of which the stored values or
/// the position read; so all values are what they were, and nobody sees an
/// element early or late. Assignments of one list happen together.
///
//===----------------------------------------------------------------------===//

#include "Vectors.h"

#include "sparsec/LoopIR/Statements.h"
#include "sparsec/LoopPasses/LoopPasses.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

/// Assignments of one array whose positions differ by constants.
struct Group {
  LoopExpr rest; ///< the position of each but for a constant
  std::map<long, std::vector<size_t>> stores; ///< constant => where they are
};

bool isPlain(const LoopNode &node) {
  return node.kind == Kind::Assign && node.op == Update::Set &&
         node.atomic == LoopNode::Atomic::None && !node.lanes.isMapped() &&
         node.combinedBy == Update::None && !node.type.isVector();
}

bool asksFor(const LoopNode &node, const std::string &array) {
  return node.kind == Kind::Assign && node.target.name == array &&
         llvm::is_contained(node.vectors, array);
}

class VectorStorer {
public:
  VectorStorer(Nodes &nodes, const Array &array, const Divisors &known)
      : nodes(nodes), array(array), known(known) {}

  /// The bytes at a multiple of which the array has to begin, 0 for no vector.
  unsigned run();

  std::string why; ///< there is no vector; "" where nothing asks for one

private:
  void findGroups();
  unsigned storeGroup(const Group &group);
  bool storeOne(const Group &group, long at, unsigned width);
  std::vector<size_t> placesOf(const Group &group, long at,
                               unsigned width) const;
  std::string obstacleTo(const std::vector<size_t> &places) const;
  std::string obstacleIn(const LoopNode &between,
                         const std::set<std::string> &read) const;
  void removeJoined();

  Nodes &nodes;
  const Array &array;
  const Divisors &known;
  std::vector<Group> groups;
  std::set<size_t> joined; ///< whose values later nodes store
};

void VectorStorer::findGroups() {
  for (size_t pos = 0; pos < nodes.size(); ++pos) {
    const LoopNode &node = nodes[pos];
    if (!asksFor(node, array.name))
      continue;
    if (!isPlain(node) || node.target.operands.size() != 1) {
      why = "'" + readableAccess(node.target) +
            "' is updated, not assigned: vectors are stored of values in "
            "registers (scalar_expand)";
      continue;
    }
    auto [rest, constant] = splitConstant(node.target.operands[0]);
    auto group = llvm::find_if(
        groups, [&, &rest = rest](const Group &g) { return g.rest == rest; });
    if (group == groups.end())
      group = groups.insert(groups.end(), Group{rest, {}});
    group->stores[constant].push_back(pos);
  }
}

/// Where elements \p at to \p at + \p width - 1 are assigned, each once; none
/// otherwise, or where a vector has one of them already.
std::vector<size_t> VectorStorer::placesOf(const Group &group, long at,
                                           unsigned width) const {
  std::vector<size_t> places;
  for (unsigned lane = 0; lane < width; ++lane) {
    auto store = group.stores.find(at + lane);
    const bool isOne =
        store != group.stores.end() && store->second.size() == 1 &&
        isPlain(nodes[store->second[0]]) && !joined.count(store->second[0]);
    if (!isOne)
      return {};
    places.push_back(store->second[0]);
  }
  return places;
}

/// Why \p between cannot happen before what reads \p read and stores the
/// vector; "" if it can.
std::string VectorStorer::obstacleIn(const LoopNode &between,
                                     const std::set<std::string> &read) const {
  const bool isSimple =
      between.kind == Kind::Local ||
      (between.kind == Kind::Assign &&
       between.atomic == LoopNode::Atomic::None && !between.lanes.isMapped());
  if (!isSimple)
    return "more than assignments is between those of its elements";
  const std::string &set =
      between.kind == Kind::Local ? between.name : between.target.name;
  if (read.count(set))
    return "what is stored changes between the assignments of its elements";
  bool touches = false;
  between.visitExprs([&](const LoopExpr &expr, bool) {
    expr.walk(
        [&](const LoopExpr &part) { touches |= part.name == array.name; });
  });
  return touches ? "it is read or written between the assignments of its "
                   "elements"
                 : "";
}

/// Why the assignments at \p places cannot be one; "" if they can.
std::string VectorStorer::obstacleTo(const std::vector<size_t> &places) const {
  std::set<std::string> read;
  bool counts = false;
  const auto note = [&](const LoopExpr &part) {
    if (!part.name.empty())
      read.insert(part.name);
    counts |= part.kind == LoopExpr::Kind::Increment;
  };
  for (size_t place : places) {
    nodes[place].value.walk(note);
    nodes[place].target.operands[0].walk(note);
  }
  if (counts)
    return "what is stored counts something";
  if (read.count(array.name))
    return "its elements are computed from others of it: keep them in "
           "registers (scalar_expand) until all are stored";
  const auto [first, last] = std::minmax_element(places.begin(), places.end());
  for (size_t pos = *first + 1; pos < *last; ++pos) {
    if (llvm::is_contained(places, pos) || joined.count(pos))
      continue;
    if (std::string obstacle = obstacleIn(nodes[pos], read); !obstacle.empty())
      return obstacle;
  }
  return "";
}

/// Whether elements \p at to \p at + \p width - 1 are stored as one now.
bool VectorStorer::storeOne(const Group &group, long at, unsigned width) {
  const std::vector<size_t> places = placesOf(group, at, width);
  if (places.empty())
    return false;
  if (std::string obstacle = obstacleTo(places); !obstacle.empty()) {
    why = obstacle;
    return false;
  }
  LoopExpr values = LoopExpr::node(LoopExpr::Kind::List, "", {});
  std::vector<LoopExpr> lanes;
  for (size_t place : places)
    lanes.push_back(nodes[place].value);
  values.operands = lanes;
  const size_t last = *std::max_element(places.begin(), places.end());
  LoopNode store = nodes[last];
  store.type = LoopType::vector(LoopType::Shape::CudaVector, array.type, width);
  store.target = nodes[places[0]].target;
  store.value = values;
  nodes[last] = std::move(store);
  for (size_t place : places)
    if (place != last)
      joined.insert(place);
  return true;
}

/// The widest vectors that start at multiples of their width.
unsigned VectorStorer::storeGroup(const Group &group) {
  const long divisor = known.of(group.rest);
  const LoopExpr first = nodes[group.stores.begin()->second[0]].target;
  unsigned bytes = 0;
  bool hasNeighbours = false, mayStart = false;
  for (unsigned width : vectorWidths) {
    if (!hasVectors(array.type, width))
      continue;
    for (const auto &[at, places] : group.stores) {
      if (placesOf(group, at, width).empty())
        continue;
      hasNeighbours = true;
      if (divisor % width != 0 || at % long(width) != 0)
        continue;
      mayStart = true;
      if (storeOne(group, at, width))
        bytes = std::max(bytes, width * array.type.bytes);
    }
  }
  if (!hasNeighbours)
    why = "no neighbour of '" + readableAccess(first) +
          "' is assigned together with it, once: the unrolled loop has to move "
          "the last subscript by 1";
  else if (!mayStart)
    why = startsNowhere(first);
  return bytes;
}

void VectorStorer::removeJoined() {
  Nodes left;
  for (size_t pos = 0; pos < nodes.size(); ++pos)
    if (!joined.count(pos))
      left.push_back(std::move(nodes[pos]));
  nodes = std::move(left);
}

unsigned VectorStorer::run() {
  findGroups();
  unsigned bytes = 0;
  for (const Group &group : groups)
    bytes = std::max(bytes, storeGroup(group));
  removeJoined();
  return bytes;
}

} // namespace

void storeVectors(Nodes &nodes, const Array &array, const Divisors &known,
                  LoopAst &ast, std::map<std::string, std::string> &outcomes) {
  const bool asks = llvm::any_of(
      nodes, [&](const LoopNode &node) { return asksFor(node, array.name); });
  if (!asks)
    return;
  const auto [entry, isFirst] = outcomes.try_emplace(array.name);
  std::string &outcome = entry->second;
  const bool wasStored = !isFirst && outcome.empty();
  if (array.owner == Array::Owner::Local || !array.publishedIn.empty()) {
    outcome = array.publishedIn.empty()
                  ? "it is in registers or shared memory"
                  : "other threads wait for each of its elements";
    return;
  }
  VectorStorer storer(nodes, array, known);
  const unsigned bytes = storer.run();
  if (bytes == 0) {
    if (!wasStored)
      outcome = storer.why;
    return;
  }
  unsigned &alignment = ast.alignments[array.name];
  alignment = std::max(alignment, bytes);
  outcome = "";
}

} // namespace sparsec
