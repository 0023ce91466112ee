//===- CompactionStorage.cpp - arrays moved into the new storage ----------===//
///
/// \file
/// Which arrays move, what their padding holds, and where the executor finds
/// them: `{ (position or O, dims) -> to }`, loop order, dense.
///
//===----------------------------------------------------------------------===//

#include "Compaction/CompactionStep.h"

#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

namespace {

bool mentions(const Expr &value, const std::string &array) {
  bool found = false;
  value.walk([&](const Expr &node) {
    found |= node.kind == Expr::Kind::Access && node.text == array;
  });
  return found;
}

/// Whether \p value is zero wherever \p array's element is: a product with it,
/// a sum of such, not a quotient by it. `multiplied` tells whether anything but
/// constants multiplies it (0 times an infinity is not 0).
bool isHomogeneous(const Expr &value, const std::string &array,
                   bool &multiplied) {
  auto operand = [&](size_t pos) {
    return isHomogeneous(value.operands[pos], array, multiplied);
  };
  switch (value.kind) {
  case Expr::Kind::Access:
    return value.text == array;
  case Expr::Kind::Cast:
    return operand(0);
  case Expr::Kind::Unary:
    return value.text == "-" && operand(0);
  case Expr::Kind::Binary:
    break;
  default:
    return false;
  }
  const Expr &left = value.operands[0], &right = value.operands[1];
  if (value.text == "+" || value.text == "-")
    return operand(0) && operand(1);
  bool inLeft = mentions(left, array), inRight = mentions(right, array);
  if (value.text == "/") {
    multiplied = true;
    return inLeft && !inRight && operand(0);
  }
  if (value.text != "*" || inLeft == inRight)
    return false;
  const Expr &other = inLeft ? right : left;
  multiplied |= other.kind != Expr::Kind::Constant;
  return operand(inLeft ? 0 : 1);
}

} // namespace

/// Whether an element of a \p type can be what leaves the target of \p body as
/// it is: no integer is infinite, and an unsigned -1 is shorter in a long.
static bool holdsIdentity(const ElementType &type, const Assignment &body) {
  const std::string identity = body.identity();
  if (identity == "0" || identity == "1")
    return true;
  if (identity == "-1")
    return type.isSigned || type.bytes >= body.target.type.bytes;
  return !identity.empty() && type.isFloating();
}

/// Whether padding may be visited without a guard.
bool CompactionStep::canDropGuard() const {
  if (!set.nest.assignment->isReduction())
    return false;
  const Assignment &body = *set.nest.assignment;
  for (const MovedArray &array : moved) {
    if (array.isIndex)
      continue;
    if (body.value.kind == Expr::Kind::Access && body.value.text == array.from)
      return holdsIdentity(old.arrays.at(array.from).type, body);
    bool multiplied = false;
    if ((body.op == "+=" || body.op == "-=") &&
        isHomogeneous(body.value, array.from, multiplied))
      return !multiplied || old.assumeFinite;
  }
  return false;
}

/// Whether the executor may visit points that have no instance: inner loops
/// that the guard says something about, or no list of touched values at all.
bool CompactionStep::hasPadding() const {
  return set.single || llvm::any_of(set.inner, [&](unsigned dim) {
           return llvm::is_contained(set.free, dim) ||
                  poly::involvesDim(set.nest.constraints, dim);
         });
}

llvm::Error CompactionStep::moveArrays() {
  if (!request.pad)
    return llvm::Error::success();
  if (!set.nest.assignment)
    return refuse("only assignments have arrays to move");
  for (size_t pos = 0; pos < request.arrays.size(); ++pos) {
    const std::string to = pos < request.names.size()
                               ? request.names[pos]
                               : request.arrays[pos] + "_prime";
    if (llvm::Error error = moveArray(request.arrays[pos], next.freshName(to)))
      return error;
  }
  // Duplicates share a place, so their values are added up there.
  if (!set.unique && !set.eliminated.empty()) {
    bool multiplied = false;
    for (const MovedArray &array : moved)
      if (moved.size() > 1 || array.isIndex ||
          (!(set.nest.assignment->op == "+=" ||
             set.nest.assignment->op == "-=") ||
           !isHomogeneous(set.nest.assignment->value, array.from, multiplied)))
        return refuse("two instances may share one place of '" + array.to +
                      "'; that is allowed only for a reduction += or -= whose "
                      "right side is linear in exactly that array, or when a "
                      "fact such as unique(col, index) excludes it");
  }
  guarded = hasPadding() && !canDropGuard();
  for (MovedArray &array : moved)
    if (llvm::Error error = choosePadding(array))
      return error;
  if (guarded && !set.eliminated.empty()) {
    // The exact guard: one byte per point tells whether it has an instance.
    MovedArray flags{"", present, {}, {}, "0", false};
    for (const MovedArray &array : moved)
      for (unsigned dim : array.dims)
        if (!llvm::is_contained(flags.dims, dim))
          flags.dims.push_back(dim);
    llvm::sort(flags.dims);
    for (const auto *dims : {&set.outer, &set.inner})
      for (unsigned dim : *dims)
        if (!llvm::is_contained(flags.dims, dim) &&
            !llvm::is_contained(set.outerKeys, dim) &&
            !llvm::is_contained(set.implied, dim) &&
            poly::involvesDim(set.nest.constraints, dim))
          flags.dims.push_back(dim);
    Array &array = addArray(present, ElementType::byte(), Array::Owner::Plan);
    array.isIndex = true;
    moved.push_back(flags);
    addStorage(moved.back());
  }
  redirectAccesses(source);
  return llvm::Error::success();
}

/// Those of all reads of \p from, which nothing writes.
llvm::Expected<std::vector<isl::pw_aff>>
CompactionStep::movedSubscripts(const std::string &from) const {
  std::vector<std::vector<isl::pw_aff>> found;
  for (const Access &access : set.nest.accesses()) {
    if (access.array == from && access.isWrite)
      return refuse("'" + from +
                    "' is written in the loops; only arrays that "
                    "are read can move into the plan");
    if (access.array == from)
      found.push_back(access.subscripts);
  }
  for (const auto &entry : set.nest.calls)
    if (entry.second.function == from)
      found.push_back(entry.second.arguments);
  if (found.empty())
    return refuse("'" + request.statement + "' does not read '" + from + "'");
  for (const auto &subscripts : found)
    for (size_t pos = 0; pos < subscripts.size(); ++pos)
      if (!subscripts[pos].plain_is_equal(found.front()[pos]))
        return refuse("'" + from +
                      "' is read at two different places by one "
                      "instance; give each its own statement first");
  for (const std::string &name : old.executePhase().tree.statements())
    for (const Access &access : old.statement(name).accesses())
      if (access.array == from && access.isWrite)
        return refuse("'" + from +
                      "' is written in the region, so a copy "
                      "made by the inspector would be stale");
  return found.front();
}

/// Where there is no instance a value has to be void, and any index will do.
bool CompactionStep::dependsOn(const MovedArray &array, unsigned dim) const {
  if (!array.isIndex && poly::involvesDim(set.nest.constraints, dim))
    return true;
  std::function<bool(const isl::pw_aff &)> involves =
      [&](const isl::pw_aff &value) {
        if (poly::involvesDim(value, dim))
          return true;
        return llvm::any_of(set.nest.calls, [&](const auto &entry) {
          return poly::involvesParam(value, entry.first) &&
                 llvm::any_of(entry.second.arguments, involves);
        });
      };
  return llvm::any_of(array.subscripts, involves);
}

llvm::Error CompactionStep::moveArray(const std::string &from,
                                      const std::string &to) {
  auto subscripts = movedSubscripts(from);
  if (!subscripts)
    return subscripts.takeError();
  MovedArray array{from, to, *subscripts, {}, "0", old.arrays.at(from).isIndex};
  const Dims leading = set.leading();
  for (unsigned dim : set.outer)
    if (!llvm::is_contained(leading, dim) && dependsOn(array, dim))
      array.dims.push_back(dim);
  for (unsigned dim : set.inner)
    if (dependsOn(array, dim) || llvm::is_contained(set.free, dim))
      array.dims.push_back(dim);
  for (unsigned dim : array.dims)
    if (!parameterBounds(dim))
      return refuse("'" + to + "' would need a dimension for loop '" +
                    set.name(dim) +
                    "', which has no bounds in the parameters; "
                    "tile it, or state a bound such as row_length(index) <= M");
  ElementType type = old.arrays.at(from).type;
  addArray(to, type, Array::Owner::Plan).isIndex = array.isIndex;
  moved.push_back(array);
  addStorage(moved.back());
  return llvm::Error::success();
}

/// What a point without an instance holds: the identity for a bare operand, a
/// valid index for an index array, zero otherwise.
llvm::Error CompactionStep::choosePadding(MovedArray &array) {
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
llvm::Error CompactionStep::chooseIndex(MovedArray &array) {
  const auto ranges = old.factsAbout(array.from, Fact::Kind::Range);
  std::optional<long> least;
  for (const Fact *fact : ranges)
    if (fact->lower)
      if (std::optional<long> low = poly::constantValue(*fact->lower))
        least = std::max(least.value_or(*low), *low);
  array.padding = std::to_string(least.value_or(0));
  const isl::pw_aff pad =
      poly::constant(isl::space::unit(old.context.ctx()), least.value_or(0));
  bool isValid = least.has_value();
  for (const Fact *fact : ranges) {
    Fact copy = *fact;
    copy.arrays = {array.to};
    copy.origin = Fact::Origin::Proved;
    if (fact->lower)
      isValid &= old.context.is_subset(fact->lower->le_set(pad));
    if (fact->upper && !guarded)
      source.domain = source.domain.intersect_params(pad.lt_set(*fact->upper));
    if (fact->lower && hasPadding())
      copy.lower = fact->lower->min(pad).coalesce();
    if (fact->upper && hasPadding())
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
void CompactionStep::addStorage(const MovedArray &array) {
  Array &made = next.arrays.at(array.to);
  isl::space params = isl::space::unit(old.context.ctx());
  auto addExtent = [&](unsigned dim) {
    auto [low, high] = bounds(dim);
    made.extents.push_back(high.sub(low).add_constant(1));
  };
  if (set.single)
    llvm::for_each(set.outerKeys, addExtent);
  else
    made.extents.push_back(poly::parameter(params, count));
  llvm::for_each(array.dims, addExtent);
  // A single value is an array of one element, too.
  if (made.extents.empty())
    made.extents.push_back(poly::constant(params, 1));
}

std::vector<isl::pw_aff>
CompactionStep::storageSubscripts(const MovedArray &array,
                                  const isl::space &space,
                                  const std::map<unsigned, unsigned> &place,
                                  std::optional<isl::pw_aff> at) const {
  std::vector<isl::pw_aff> result;
  auto addDim = [&](unsigned dim) {
    isl::pw_aff low = poly::onSpace(bounds(dim).first, space);
    result.push_back(poly::dimension(space, place.at(dim)).sub(low));
  };
  if (set.single)
    llvm::for_each(set.outerKeys, addDim);
  else
    result.push_back(*at);
  llvm::for_each(array.dims, addDim);
  if (result.empty())
    result.push_back(poly::constant(space, 0));
  return result;
}

/// Replaces accesses of moved arrays by accesses without subscripts, which
/// placeAccesses completes after the nest has got its positions.
void CompactionStep::redirectAccesses(Statement &nest) const {
  for (const MovedArray &array : moved) {
    if (array.from.empty())
      continue;
    nest.assignment->value = nest.assignment->value.mapNodes([&](Expr &node) {
      if (node.kind != Expr::Kind::Access || node.text != array.from)
        return;
      node.text = array.to;
      node.subscripts.clear();
    });
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

void CompactionStep::placeAccesses(Statement &made,
                                   const std::map<unsigned, unsigned> &place,
                                   std::optional<unsigned> position) const {
  isl::space space = made.space();
  std::optional<isl::pw_aff> at;
  if (position)
    at = poly::dimension(space, *position);
  for (const MovedArray &array : moved) {
    std::vector<isl::pw_aff> subscripts =
        storageSubscripts(array, space, place, at);
    made.assignment->value = made.assignment->value.mapNodes([&](Expr &node) {
      if (node.kind == Expr::Kind::Access && node.text == array.to)
        node.subscripts = subscripts;
    });
    std::string open = callName({array.to, {}}, made.iterators);
    UninterpretedCall call{array.to, subscripts};
    std::string name = callName(call, made.iterators);
    if (made.calls.erase(open)) {
      made.calls.insert_or_assign(name, call);
      renameCall(made, open, name);
    }
    if (array.to == present && guarded) {
      made.calls.insert_or_assign(name, call);
      isl::pw_aff one = poly::constant(space, 1);
      made.constraints = poly::withDimNames(
          made.constraints.intersect(poly::parameter(space, name).eq_set(one)),
          made.iterators);
    }
  }
}

} // namespace sparsec
