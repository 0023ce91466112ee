//===- GroupPositions.cpp - positions by counting sort --------------------===//
///
/// \file
/// When the outer loops follow from the index arrays (columns outside rows),
/// the inspector cannot visit one segment after the other. It writes down the
/// segment of every instance, in visiting order, in `slot`; a counting sort
/// (runtime/sparsec/group.h) turns segments into places; another visit puts
/// the keys there. Linear in instances and segments.
///
/// An instance is found again by its number (InstanceNumbers.h). Visits that
/// know it run in parallel; others count, on the host one instance after the
/// other. On a GPU each iteration is told with which number it begins
/// (Target/Cuda/ExclusiveNumbering.h).
///
//===----------------------------------------------------------------------===//

#include "Compaction/GroupPositions.h"

#include "Compaction/StorageFiller.h"

#include "sparsec/Analysis/RisingValues.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Dims = CompactedDomain::Dims;

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

/// Why the inspector cannot sort all instances at once, those that meet adding
/// up atomically, in any order; "" if it can.
static std::string whyNotSorted(const CompactionInput &in) {
  const CompactedDomain &set = in.set;
  const CompactionRequest &request = in.request;
  if (!request.order.empty() && request.order != "ascending")
    return "order '" + request.order + "' is asked for";
  if (!request.mayReassociate)
    return "the step may not add up in another order";
  if (set.keys.size() != 1)
    return "'" + set.name(set.keys[0]) + "' and '" + set.name(set.keys[1]) +
           "' are compacted as one";
  for (const Access &access : in.old.statement(request.statement).accesses())
    if (const ElementType &type = in.old.arrays.at(access.array).type;
        type.bytes != 4 && type.bytes != 8)
      return "'" + access.array + "' has elements of " +
             std::to_string(type.bytes) + " bytes";
  return "";
}

/// Whether threads may sort all instances at once.
static bool sortsOnGpu(const CompactionInput &in) {
  return in.old.inspectsOnGpu && !in.set.distinct && whyNotSorted(in).empty();
}

/// Whether no two instances have one record: by construction, or by facts where
/// all that the guard says of an instance is in its record.
static bool recordsDiffer(const CompactedDomain &set) {
  auto isVisited = [&](unsigned dim) {
    return llvm::is_contained(set.free, dim) || set.isDerived(dim);
  };
  return set.distinct || (set.unique && set.outer == set.leading() &&
                          llvm::none_of(set.inner, isVisited));
}

/// How instances with one record become one entry.
static GroupPositions::Merging mergingOf(const CompactionInput &in,
                                         bool sortsAll) {
  using Merging = GroupPositions::Merging;
  const CompactedDomain &set = in.set;
  if (sortsAll)
    return Merging::Sort;
  if (recordsDiffer(set))
    return Merging::None;
  // A stamp is a value of the key, counted from its least.
  unsigned key = set.keys.back();
  return set.free.front() == key && in.parameterBounds(key) ? Merging::Stamps
                                                            : Merging::Sort;
}

GroupPositions::GroupPositions(const CompactionInput &in, Dims segments,
                               bool sortsAll,
                               std::optional<InstanceNumbers> numbers)
    : PositionStrategy(in, std::move(segments)), sortsAll(sortsAll),
      merging(mergingOf(in, sortsAll)), numbers(std::move(numbers)),
      lists{in.names.offset, in.indexType} {}

std::unique_ptr<PositionStrategy> sortedPositions(const CompactionInput &in) {
  if (!sortsOnGpu(in))
    return nullptr;
  auto numbers = numberInstances(in);
  if (!numbers)
    return nullptr;
  return std::make_unique<GroupPositions>(in, in.set.outerKeys,
                                          /*sortsAll=*/true, numbers);
}

llvm::Expected<std::unique_ptr<PositionStrategy>>
groupPositions(const CompactionInput &in) {
  const CompactedDomain &set = in.set;
  const bool hasOuter = !set.outerKeys.empty();
  Dims segments = hasOuter ? set.outerKeys : Dims{set.keys.front()};
  // Entries are told apart by their segment and one key more.
  Dims others;
  for (unsigned dim : set.keys)
    if (!llvm::is_contained(segments, dim))
      others.push_back(dim);
  bool tooMany = others.size() > 1 && !recordsDiffer(set);
  if (tooMany && !hasOuter)
    return refuse("more than two loops that follow from index arrays cannot "
                  "be compacted as one; compact some of them first");
  if (tooMany) {
    unsigned finder = set.free.back();
    std::string advice = finder == set.keys.back() + 1
                             ? "; compact '" + set.name(finder) +
                                   "' with them, which keeps these apart"
                             : "";
    return refuse("instances that share '" + set.name(others[0]) + "' and '" +
                  set.name(others[1]) +
                  "' cannot be found inside loops that follow from the index "
                  "arrays" +
                  advice);
  }
  return std::make_unique<GroupPositions>(
      in, segments, hasOuter && sortsOnGpu(in), numberInstances(in));
}

bool GroupPositions::listsInOrder(unsigned dim) const {
  if (set.outerKeys.empty())
    return segments == Dims{dim};
  // A counting sort leaves instances of a segment in the order of the visit.
  const bool risesInSegments =
      sortsAll || merging == Merging::Sort || set.free.front() == dim;
  return set.keys == Dims{dim} && risesInSegments &&
         risesWith(old, set.nest, set.outerKeys, dim);
}

/// Whether threads of a GPU can fill in a list whose entries several instances
/// share.
llvm::Error GroupPositions::checkThreads() const {
  if (!old.inspectsOnGpu || sortsAll || merging == Merging::None)
    return llvm::Error::success();
  return refuse("with inspector(\"cuda\") instances that share an entry of the "
                "list are sorted all at once, but " +
                whyNotSorted(in) +
                "; compact so that each has its own entry (facts such as "
                "unique(col, index) may tell), or leave the inspector on the "
                "host, inspector(\"host\")");
}

/// Where instances have no numbers, a fill has to visit them as the inspector
/// does: a loop of its own, over columns of blocks, would count each again.
llvm::Error GroupPositions::checkMoved(const CompactedStorage &storage) const {
  if (numbers || set.distinct)
    return llvm::Error::success();
  const Dims counted = set.visit();
  for (const MovedArray &array : storage.moved)
    for (unsigned dim : array.dims)
      if (!llvm::is_contained(counted, dim) &&
          !set.isDetermined(set.nest.instances(), counted, dim))
        return refuse("'" + array.to + "' has a dimension for loop '" +
                      set.name(dim) +
                      "', and an instance is found again by counting, without "
                      "that loop; a row loop from 0 numbers the instances: do "
                      "this step before the rows are split, or leave '" +
                      array.from + "' where it is");
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// The list
//===----------------------------------------------------------------------===//

/// How many instances there are, in the parameter \p total.
void GroupPositions::countInstances(const InspectorParts &parts,
                                    const std::string &total) const {
  if (numbers)
    return parts.builder.set("count", total, numbers->total);
  Statement counting = in.bareNest();
  counting.action = Action{action::CountAll{total}, "count"};
  parts.builder.visit(std::move(counting), set.visit(), "count",
                      /*parallel=*/false);
}

/// An array of workspace with an element per instance.
void GroupPositions::addPerInstance(const InspectorParts &parts,
                                    const std::string &name,
                                    const std::string &total,
                                    Array::Owner owner) const {
  parts.builder
      .addArray(name, in.indexType, owner,
                {poly::parameter(in.parameters(), total)})
      .isIndex = true;
  parts.builder.allocate(name);
}

std::string GroupPositions::inspect(const InspectorParts &parts) const {
  InspectorBuilder &builder = parts.builder;
  const std::string &slot = in.names.slot;
  builder
      .addArray(lists.offset, in.indexType, Array::Owner::Plan,
                in.extents(segments))
      .extraElements = 1;
  const std::string total =
      parts.next.freshName(in.names.position + "_instances");
  const std::string key = parts.next.freshName(in.names.position + "_key");
  parts.next.parameters.push_back(
      {total, in.indexType, Parameter::Owner::Plan});
  countInstances(parts, total);
  bool findsLater = !set.distinct && !parts.storage.moved.empty();
  addPerInstance(parts, slot, total,
                 findsLater ? Array::Owner::Plan : Array::Owner::Workspace);
  if (merging == Merging::Sort)
    addPerInstance(parts, key, total, Array::Owner::Workspace);
  if (!numbers)
    builder.set("restart", total, Expr::constant("0", in.indexType));
  std::string recorder =
      builder.visit(collecting(parts, total, key), set.visit(), "collect",
                    /*parallel=*/numbers.has_value());
  builder.allocate(lists.offset);
  builder.call("group", grouping(total, key));
  for (const auto &[dim, index] : parts.indices) {
    builder.allocate(index);
    if (sortsAll) {
      builder.call(
          "list", calling(runtime::list_keys, {Argument::array(key),
                                               Argument::scalar(in.names.count),
                                               Argument::array(index)}));
      continue;
    }
    MovedArray keys{"", index, parts.next.arrays.at(index).type};
    keys.isIndex = true;
    fillByInstance(parts, keys,
                   Expr::affine(set.nest.iterator(dim), in.indexType),
                   Update::Set);
  }
  return recorder;
}

/// Turns segments, and keys where they are sorted, into places.
action::Call GroupPositions::grouping(const std::string &total,
                                      const std::string &key) const {
  const bool sorts = merging == Merging::Sort;
  std::vector<Argument> arguments = {Argument::scalar(total),
                                     Argument::array(in.names.slot)};
  if (sorts)
    arguments.push_back(Argument::array(key));
  arguments.push_back(Argument::size(lists.offset, -1));
  arguments.push_back(Argument::array(lists.offset));
  action::Call group = calling(sorts ? runtime::group_by_key : runtime::group,
                               std::move(arguments));
  std::vector<isl::pw_aff> last;
  for (unsigned dim : segments)
    last.push_back(
        poly::onSpace(in.extent(dim).add_constant(-1), in.outside()));
  group.results = {{in.names.count, lists.counter(last, 1)}};
  return group;
}

/// Writes down the segment of each instance, or -1 - segment where it joins
/// the entry that its segment got last.
Statement GroupPositions::collecting(const InspectorParts &parts,
                                     const std::string &total,
                                     const std::string &key) const {
  Statement body = in.bareNest();
  std::vector<isl::pw_aff> segment = in.numbersOf(segments);
  auto placeIn = [&](const std::string &array) {
    action::Collect::Place place{array, std::nullopt};
    if (numbers)
      place.element = Expr::access(array, {numbers->number}, in.indexType);
    return place;
  };
  action::Collect collect;
  collect.segment = lists.counter(segment, 0);
  collect.slot = placeIn(in.names.slot);
  if (merging == Merging::Stamps) {
    parts.builder.addStamps(in.names.stamps, in.indexType,
                            in.extents(segments));
    const isl::pw_aff own = in.numbersOf({set.keys.back()}).front();
    collect.key = Expr::affine(own.add_constant(1), in.indexType);
    collect.stamp = Expr::access(in.names.stamps, segment, in.indexType);
    body.sharing[in.names.stamps].owner = {own};
  }
  if (merging == Merging::Sort) {
    collect.key =
        Expr::affine(set.nest.iterator(set.keys.back()), in.indexType);
    collect.keys = placeIn(key);
  }
  if (!numbers)
    collect.total = total;
  body.action = Action{std::move(collect), "collect", in.recordOf(segments)};
  return body;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Places are (slot of the instance, dims).
void GroupPositions::fillShared(const InspectorParts &parts) const {
  StorageFiller filler(in, parts);
  for (const MovedArray &array : parts.storage.moved) {
    filler.clearAll(array);
    fillByInstance(parts, array, parts.storage.broughtValue(array),
                   parts.storage.fillOperator(array));
  }
}

/// `array[slot of the instance, dims] op= value`, a phase over the nest.
/// Iterations of the first visited loop may have entries of their own.
void GroupPositions::fillByInstance(const InspectorParts &parts,
                                    const MovedArray &array, const Expr &value,
                                    Update op) const {
  std::string name = parts.next.freshName("fill_" + array.to);
  Statement body = numbers ? fillingNumbered(parts, array, value, op)
                           : scattering(parts, array, value, op);
  Statement fill = projectNest(std::move(body), name,
                               StorageFiller(in, parts).visitWith(array));
  bool parallel = numbers && (sortsAll || merging != Merging::Sort);
  parts.builder.add(std::move(fill), parallel, array.role());
}

/// The body where an instance knows its number.
Statement GroupPositions::fillingNumbered(const InspectorParts &parts,
                                          const MovedArray &array,
                                          const Expr &value, Update op) const {
  Statement body = in.bareNest();
  const isl::space space = set.nest.space();
  isl::pw_aff point = addCall(body.calls, {in.names.slot, {numbers->number}},
                              set.nest.iterators, space);
  Expr place = Expr::access(
      array.to, parts.storage.subscripts(array, space, in.ownPlaces(), point),
      array.type);
  // An entry, with all its places, belongs to one record.
  body.sharing[array.to].segment = in.recordOf(segments);
  body.sharing[array.to].isAtomic = sortsAll && op != Update::Set;
  if (sortsAll && array.from.empty()) // several instances store 1
    body.action = Action{action::Mark{place}, "mark"};
  else
    body.assignment = Assignment{place, op, value};
  return body;
}

/// The body where instances are counted in the order of the inspector, and the
/// phase that restarts the count.
Statement GroupPositions::scattering(const InspectorParts &parts,
                                     const MovedArray &array, const Expr &value,
                                     Update op) const {
  const std::string cursor = parts.next.freshName(array.to + "_cursor");
  parts.builder.addArray(cursor, in.indexType, Array::Owner::Plan, {}).isIndex =
      false;
  Statement rewind;
  rewind.name = parts.next.freshName("rewind_" + array.to);
  rewind.domain = rewind.constraints =
      isl::set::universe(poly::tupleSpace(old.context.ctx(), rewind.name, 0));
  rewind.assignment =
      Assignment{Expr::access(cursor, {}, in.indexType), Update::Set,
                 Expr::constant("0", in.indexType)};
  parts.builder.add(std::move(rewind), /*parallel=*/false, array.role());

  const isl::space space = set.nest.space();
  action::Scatter scatter;
  scatter.place =
      Expr::access(array.to,
                   parts.storage.subscripts(array, space, in.ownPlaces(),
                                            poly::constant(space, 0)),
                   array.type);
  scatter.value = value;
  scatter.slot = in.names.slot;
  scatter.cursor = cursor;
  scatter.op = op;
  scatter.isShared = sortsAll && (array.from.empty() || op != Update::Set);
  Statement body = in.bareNest();
  body.action = Action{std::move(scatter), "scatter"};
  return body;
}

} // namespace sparsec
