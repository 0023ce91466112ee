//===- MoveArrays.cpp - which arrays move, and their padding --------------===//

#include "Compaction/CompactedStorage.h"
#include "Compaction/KeptLoops.h"
#include "Compaction/Linearity.h"
#include "Compaction/LoopBox.h"

#include "Inspection/InspectorBuilder.h"

#include "sparsec/IR/Widths.h"
#include "sparsec/Poly/SingleValued.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Dims = CompactedDomain::Dims;

namespace {

/// Whether an element of a \p type can be what leaves the target of \p body as
/// it is: no integer is infinite, an unsigned -1 is shorter in a long, and a
/// _Bool -1 is 1.
bool holdsIdentity(const ElementType &type, const Assignment &body) {
  const std::string identity = body.identity();
  if (identity == "0" || identity == "1")
    return true;
  if (identity == "-1" && isTruth(type))
    return isTruth(body.target.type);
  if (identity == "-1")
    return type.isSigned || type.bytes >= body.target.type.bytes;
  return !identity.empty() && type.isFloating();
}

/// \p fact of a copy, whose elements are some of those that it is about.
Fact ofCopy(const Fact &fact, const std::string &array) {
  Fact copy = fact;
  copy.arrays = {array};
  copy.origin = Fact::Origin::Proved;
  return copy;
}

class StorageMaker {
public:
  StorageMaker(const CompactionInput &in, Program &next)
      : in(in), old(in.old), set(in.set), next(next) {}

  llvm::Error run();

  const CompactionInput &in;
  const Program &old;
  const CompactedDomain &set;
  CompactedStorage storage{in};

private:
  llvm::Error moveArray(const std::string &from, const std::string &to);
  llvm::Expected<std::vector<isl::pw_aff>>
  movedSubscripts(const std::string &from) const;
  llvm::Error checkLength(const std::string &from,
                          const std::vector<isl::pw_aff> &subscripts) const;
  bool dependsOn(const MovedArray &array, unsigned dim) const;
  llvm::Error checkLoopOrder(const MovedArray &array) const;
  llvm::Error checkMerging() const;
  std::string factAgainstDuplicates() const;
  bool canDropGuard();
  llvm::Error choosePadding(MovedArray &array);
  llvm::Error chooseIndex(MovedArray &array);
  void addFlags();
  llvm::Error keepLoop(const std::string &loop);
  Array &addStorage(const MovedArray &array);
  void redirectAccesses(Statement &nest) const;

  Program &next;
  std::vector<MovedArray> &moved = storage.moved;
  Statement &source = storage.source;
  bool &guarded = storage.guarded;
};

llvm::Error StorageMaker::run() {
  if (!in.request.pad)
    return llvm::Error::success();
  if (!set.nest.assignment)
    return refuse("only assignments have arrays to move");
  const std::vector<std::string> &arrays = in.request.arrays;
  for (size_t pos = 0; pos < arrays.size(); ++pos) {
    const std::string to = pos < in.request.names.size()
                               ? in.request.names[pos]
                               : arrays[pos] + "_prime";
    if (llvm::Error error = moveArray(arrays[pos], next.freshName(to)))
      return error;
  }
  if (llvm::Error error = checkMerging())
    return error;
  for (const std::string &loop : in.request.kept)
    if (llvm::Error error = keepLoop(loop))
      return error;
  guarded = set.hasPadding() && (in.request.keepsGuard ||
                                 !in.request.kept.empty() || !canDropGuard());
  for (MovedArray &array : moved)
    if (llvm::Error error = choosePadding(array))
      return error;
  if (storage.hasFlags() && in.request.kept.empty())
    addFlags();
  redirectAccesses(source);
  return llvm::Error::success();
}

/// Duplicates share a place, so their values are added up there.
llvm::Error StorageMaker::checkMerging() const {
  if (set.unique || set.eliminated.empty())
    return llvm::Error::success();
  const Assignment &body = *set.nest.assignment;
  for (const MovedArray &array : moved) {
    const bool isAlone = moved.size() == 1 && !array.isIndex;
    const std::string why =
        set.elsewhere.count(array.from)
            ? "'" + in.request.statement +
                  "', which does not read it, would run once for both"
        : isAlone ? whyNotSummed(old, body, array.from)
                  : "only one array can move, one of values, where they meet";
    if (!why.empty())
      return refuse("two instances may share one place of '" + array.to +
                    "', and their values cannot be added up there: " + why +
                    "; " + factAgainstDuplicates());
  }
  return llvm::Error::success();
}

/// What excludes that two instances meet.
std::string StorageMaker::factAgainstDuplicates() const {
  if (set.lists.empty())
    return "no fact is known that excludes it";
  return "the fact " + set.lists.front().unique() + " excludes that they meet";
}

/// The exact guard: one byte per point tells whether it has an instance.
void StorageMaker::addFlags() {
  MovedArray flags{"", in.names.present, ElementType::byte()};
  flags.dims = storage.dimsOfFlags();
  addStorage(flags).isIndex = true;
}

llvm::Error StorageMaker::keepLoop(const std::string &loop) {
  auto array = keptLoop(storage, loop, factAgainstDuplicates());
  if (!array)
    return array.takeError();
  array->to = next.freshName(array->to);
  addStorage(*array);
  addKeptFacts(in, *array, next);
  return llvm::Error::success();
}

/// Whether padding may be visited without a guard.
bool StorageMaker::canDropGuard() {
  if (!set.nest.assignment->isReduction())
    return false;
  const Assignment &body = *set.nest.assignment;
  for (const MovedArray &array : moved) {
    if (array.isIndex)
      continue;
    if (body.value.kind == Expr::Kind::Access && body.value.text == array.from)
      return holdsIdentity(old.arrays.at(array.from).type, body);
    if (body.op != Update::Add && body.op != Update::Subtract)
      continue;
    const ZeroValue atZero = valueAtZero(old, body.value, array.from);
    if (atZero.isZeroIn(old))
      return true;
    if (atZero.isZero && old.assumeFinite)
      storage.whyGuarded = atZero.doubt;
  }
  return false;
}

/// Those of all reads of \p from, which nothing writes; where only other
/// statements of the loops read it, theirs.
llvm::Expected<std::vector<isl::pw_aff>>
StorageMaker::movedSubscripts(const std::string &from) const {
  for (const Access &access : set.nest.accesses()) {
    if (access.array == from && access.isWrite)
      return refuse("'" + from +
                    "' is written in the loops; only arrays that "
                    "are read can move into the plan");
    if (access.array == from && access.isWhole)
      return refuse("data subscripts '" + from +
                    "': which elements move into the plan is not known");
  }
  std::vector<std::vector<isl::pw_aff>> found = placesOf(set.nest, from);
  if (auto place = set.elsewhere.find(from); place != set.elsewhere.end())
    found.push_back(place->second);
  for (const auto &subscripts : found)
    for (size_t pos = 0; pos < subscripts.size(); ++pos)
      if (!subscripts[pos].plain_is_equal(found.front()[pos]))
        return refuse("'" + from +
                      "' is read at two different places by one "
                      "instance; give each its own statement first");
  if (!executedWriter(old, from).empty())
    return refuse("'" + from +
                  "' is written in the region, so a copy "
                  "made by the inspector would be stale");
  if (llvm::Error error = checkLength(from, found.front()))
    return error;
  return found.front();
}

/// An array whose length only its reads tell may be empty where there are none:
/// `b[j]` inside `for t < q` when q is 0. The inspector copies it all the same.
llvm::Error
StorageMaker::checkLength(const std::string &from,
                          const std::vector<isl::pw_aff> &subscripts) const {
  const Array &array = old.arrays.at(from);
  if (array.owner != Array::Owner::Argument || array.extents.empty() ||
      array.extents[0])
    return llvm::Error::success();
  const isl::set instances =
      set.nest.instances().intersect_params(old.callContext(set.nest));
  for (unsigned dim : set.inner) {
    const bool isRead = llvm::any_of(subscripts, [&](const isl::pw_aff &value) {
      return involvesLoop(set.nest, value, dim);
    });
    if (!isRead && !poly::isSubset(poly::dropConstraints(instances, dim),
                                   poly::eliminateDims(instances, {dim})))
      return refuse("nothing says how long '" + from + "' is where loop '" +
                    set.name(dim) +
                    "' has no iterations, and the inspector copies it all the "
                    "same; write '#pragma sparsec extent(" +
                    from + ", n)' with its number of elements");
  }
  return llvm::Error::success();
}

/// Where there is no instance a value has to be void, and any index will do.
bool StorageMaker::dependsOn(const MovedArray &array, unsigned dim) const {
  if (!array.isIndex && poly::involvesDim(set.nest.constraints, dim))
    return true;
  return llvm::any_of(array.subscripts, [&](const isl::pw_aff &value) {
    return involvesLoop(set.nest, value, dim);
  });
}

/// Copies by relayout follow the loops, and every place of them is read: what a
/// list numbers comes first, so loops around tell nothing more, and those
/// inside have the same values at each place, or a constant number of them.
llvm::Error StorageMaker::checkLoopOrder(const MovedArray &array) const {
  if (!in.request.isFull || set.full)
    return llvm::Error::success();
  const isl::set instances =
      set.nest.instances().intersect_params(old.callContext(set.nest));
  for (unsigned dim : array.dims) {
    const bool isOutside = llvm::is_contained(set.outer, dim);
    const bool fits =
        !isOutside && (isBox(instances, {dim}) || !in.parameterBounds(dim) ||
                       poly::constantValue(in.extent(dim)));
    if (!fits)
      return refuse("loop '" + set.name(dim) + "' tells which element of '" +
                    array.from + "' is read, too, and " +
                    (isOutside ? "runs outside of the places that are numbered"
                               : "has other values at each place") +
                    "; name it with the others, or copy other arrays");
  }
  return llvm::Error::success();
}

llvm::Error StorageMaker::moveArray(const std::string &from,
                                    const std::string &to) {
  auto subscripts = movedSubscripts(from);
  if (!subscripts)
    return subscripts.takeError();
  const Array &before = old.arrays.at(from);
  MovedArray array{from, to, before.type, *subscripts};
  array.isIndex = before.isIndex;
  const Dims leading = set.leading();
  for (unsigned dim : set.outer)
    if (!llvm::is_contained(leading, dim) && dependsOn(array, dim))
      array.dims.push_back(dim);
  for (unsigned dim : set.inner)
    if (dependsOn(array, dim) || llvm::is_contained(set.free, dim))
      array.dims.push_back(dim);
  if (llvm::Error error = checkLoopOrder(array))
    return error;
  for (unsigned dim : array.dims)
    if (!in.parameterBounds(dim))
      return refuse("'" + to + "' would need a dimension for loop '" +
                    set.name(dim) +
                    "', which has no bounds in the parameters; "
                    "tile it, or state a bound such as row_length(index) <= M");
  addStorage(array);
  return llvm::Error::success();
}

/// What a point without an instance holds: the identity for a bare operand, a
/// valid index for an index array, zero otherwise.
llvm::Error StorageMaker::choosePadding(MovedArray &array) {
  if (array.loop)
    return llvm::Error::success();
  if (array.isIndex)
    return chooseIndex(array);
  const Assignment &body = *set.nest.assignment;
  if (body.value.kind == Expr::Kind::Access && body.value.text == array.from &&
      !guarded && holdsIdentity(old.arrays.at(array.from).type, body))
    array.padding = body.identity();
  return llvm::Error::success();
}

/// The least index that no range forbids. Where there is none no instance runs,
/// and no padding may; nor may later steps take the array's elements for valid
/// ones then.
llvm::Error StorageMaker::chooseIndex(MovedArray &array) {
  const auto ranges = old.factsAbout(array.from, Fact::Kind::Range);
  std::optional<long> least;
  for (const Fact *fact : ranges)
    if (fact->lower)
      if (std::optional<long> low = poly::constantValue(*fact->lower))
        least = std::max(least.value_or(*low), *low);
  array.padding = std::to_string(least.value_or(0));
  if (set.full) {
    for (const Fact *fact : ranges)
      next.facts.push_back(ofCopy(*fact, array.to));
    return llvm::Error::success();
  }
  const isl::pw_aff pad = poly::constant(in.parameters(), least.value_or(0));
  bool isValid = least.has_value();
  for (const Fact *fact : ranges) {
    Fact copy = ofCopy(*fact, array.to);
    if (fact->lower)
      isValid &= old.context.is_subset(fact->lower->le_set(pad));
    if (fact->upper && !guarded && !set.elsewhere.count(array.from))
      source.domain = source.domain.intersect_params(pad.lt_set(*fact->upper));
    if (fact->lower && set.hasPadding())
      copy.lower = fact->lower->min(pad).coalesce();
    if (fact->upper && set.hasPadding())
      copy.upper = fact->upper->max(pad.add_constant(1)).coalesce();
    next.facts.push_back(copy);
  }
  if (guarded || isValid)
    return llvm::Error::success();
  return refuse("the least value of '" + array.from +
                "' is not known, so no index is valid for its padding; state "
                "it, known(\"range(" +
                array.from + ", 0, ..)\"), or leave '" + array.from +
                "' where it is");
}

/// Extents: positions (or the outer loops' extents), then the dims'.
Array &StorageMaker::addStorage(const MovedArray &array) {
  std::vector<isl::pw_aff> extents;
  if (set.single)
    extents = in.extents(set.outerKeys);
  else
    extents.push_back(poly::parameter(in.parameters(), in.names.count));
  llvm::append_range(extents, in.extents(array.dims));
  // A single value is an array of one element, too.
  if (extents.empty())
    extents.push_back(poly::constant(in.parameters(), 1));
  moved.push_back(array);
  Array &made =
      makeArray(next, array.to, array.type, Array::Owner::Plan, extents);
  made.isIndex = array.isIndex;
  return made;
}

/// Replaces accesses of moved arrays by accesses without subscripts, which
/// placeAccesses completes after the nest has got its positions.
void StorageMaker::redirectAccesses(Statement &nest) const {
  for (const MovedArray &array : moved) {
    if (array.from.empty())
      continue;
    auto redirect = [&](Expr &node) {
      if (node.kind != Expr::Kind::Access || node.text != array.from)
        return;
      node.text = array.to;
      node.subscripts.clear();
    };
    nest.assignment->target = nest.assignment->target.mapNodes(redirect);
    nest.assignment->value = nest.assignment->value.mapNodes(redirect);
    CallTable calls = nest.calls;
    for (const auto &entry : calls) {
      if (entry.second.function != array.from)
        continue;
      std::string name = callName({array.to, {}}, nest.iterators);
      nest.calls.erase(entry.first);
      nest.calls.insert_or_assign(name, UninterpretedCall{array.to, {}});
      renameCall(nest, entry.first, name);
    }
  }
}

} // namespace

llvm::Expected<CompactedStorage> moveArrays(const CompactionInput &in,
                                            Program &next) {
  StorageMaker maker(in, next);
  if (llvm::Error error = maker.run())
    return error;
  return std::move(maker.storage);
}

} // namespace sparsec
