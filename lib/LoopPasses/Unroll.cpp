//===- Unroll.cpp - unrolling and versioning of lowered loops -------------===//
///
/// \file
/// Full unrolling of a loop that has at most N iterations:
///
///     for k in [0, min(3, m - 3*kk))   =>   if (3*kk + 2 < m) S(0) S(1) S(2)
///       S(k)                                else for k … S(k)
///
/// The condition is moved out of all loops that it does not depend on, so that
/// a block format pays one predictable branch per block. Unrolling by a factor
/// makes a main loop and a clean-up loop.
///
//===----------------------------------------------------------------------===//

#include "sparsec/LoopPasses/Unroll.h"

#include "Unswitch.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

class Unroller {
public:
  explicit Unroller(const Program &program) : program(program) {}

  llvm::Error run(Nodes &nodes) {
    Nodes result;
    for (LoopNode &node : nodes) {
      if (llvm::Error error = run(node.body))
        return error;
      if (llvm::Error error = run(node.otherwise))
        return error;
      Nodes unswitched = unswitch(std::move(node));
      if (llvm::Error error = unrollAll(unswitched))
        return error;
      for (LoopNode &part : unswitched)
        result.push_back(std::move(part));
    }
    nodes = std::move(result);
    return llvm::Error::success();
  }

private:
  llvm::Error unrollAll(Nodes &nodes);
  llvm::Expected<Nodes> unroll(LoopNode loop);
  llvm::Expected<Nodes> unrollFully(LoopNode loop);
  llvm::Expected<Nodes> unrollBy(LoopNode loop, unsigned factor, bool jam);
  llvm::Expected<Nodes> fuse(std::vector<Nodes> copies,
                             const std::string &loop) const;
  Nodes copyOf(const LoopNode &loop, const LoopExpr &value, unsigned number);
  LoopExpr named(const LoopExpr &value, const std::string &name, bool wide,
                 Nodes &into);

  bool subscriptsLocals(const LoopNode &loop) const;
  bool isWithin(const LoopNode &loop, unsigned factor) const;
  Nodes guardedCopies(const LoopNode &loop, long trips);

  const Program &program;
  unsigned names = 0;
};

/// Unrolls the loops of \p nodes, also those that unswitching put into
/// branches; what is below them is done.
llvm::Error Unroller::unrollAll(Nodes &nodes) {
  Nodes result;
  for (LoopNode &node : nodes) {
    if (node.kind == Kind::If && node.isVersion) {
      if (llvm::Error error = unrollAll(node.body))
        return error;
      if (llvm::Error error = unrollAll(node.otherwise))
        return error;
    }
    if (!node.isFor() || node.marks.unroll == 1) {
      result.push_back(std::move(node));
      continue;
    }
    llvm::Expected<Nodes> unrolled = unroll(std::move(node));
    if (!unrolled)
      return unrolled.takeError();
    for (LoopNode &part : *unrolled)
      result.push_back(std::move(part));
  }
  nodes = std::move(result);
  return llvm::Error::success();
}

/// Refuses \p copies of the body of \p loop that are too many.
llvm::Error checkCopies(const LoopNode &loop, long copies) {
  long statements = 0;
  loop.walk([&](const LoopNode &node) {
    statements += node.kind == Kind::Assign || node.kind == Kind::Call ||
                  node.kind == Kind::Action;
  });
  return copies <= mostUnrolled / std::max(1L, statements)
             ? llvm::Error::success()
             : tooManyStatements(loop);
}

/// Lets \p nodes and all below load vectors of the arrays that \p loop asks
/// for.
void addVectors(Nodes &nodes, const LoopMarks &marks) {
  for (LoopNode &node : nodes) {
    llvm::append_range(node.vectors, marks.vectors);
    addVectors(node.body, marks);
    addVectors(node.otherwise, marks);
  }
}

llvm::Expected<Nodes> Unroller::unroll(LoopNode loop) {
  unsigned factor = loop.marks.unroll;
  bool jam = loop.marks.jam;
  loop.marks.unroll = 1;
  loop.marks.jam = false;
  if (factor == 0)
    return unrollFully(std::move(loop));
  if (!jam && isWithin(loop, factor)) {
    if (llvm::Error error = checkCopies(loop, factor))
      return error;
    Nodes copies = guardedCopies(loop, factor);
    addVectors(copies, loop.marks);
    return copies;
  }
  return unrollBy(std::move(loop), factor, jam);
}

/// The body with the iterator at \p value; its locals are renamed.
Nodes Unroller::copyOf(const LoopNode &loop, const LoopExpr &value,
                       unsigned number) {
  LoopNode copy = LoopNode::block(loop.body).substitute(loop.name, value);
  // Locals that depend on the iterator, also through others.
  std::vector<std::string> locals = {loop.name};
  for (const LoopNode &root : loop.body)
    root.walk([&](const LoopNode &node) {
      if (node.kind == Kind::Local &&
          llvm::any_of(locals, [&](const std::string &name) {
            return node.value.mentions(name);
          }))
        locals.push_back(node.name);
    });
  locals.erase(locals.begin());
  if (number == 0)
    return std::move(copy.body);
  bool isWide = false; // what was renamed
  std::function<void(Nodes &, const std::string &, const std::string &)>
      rename =
          [&](Nodes &nodes, const std::string &from, const std::string &to) {
            for (LoopNode &node : nodes) {
              if (node.kind == Kind::Local && node.name == from) {
                node.name = to;
                isWide |= node.type.isWide();
              }
              rename(node.body, from, to);
              rename(node.otherwise, from, to);
            }
          };
  for (const std::string &local : locals) {
    std::string fresh = local + "#u" + std::to_string(names++);
    // Declarations first: the old name stops at one.
    isWide = false;
    rename(copy.body, local, fresh);
    copy = copy.substitute(local, LoopExpr::variable(fresh, isWide));
  }
  return std::move(copy.body);
}

/// Adds \p more, without the locals that the list has already.
void appendAll(Nodes &list, Nodes more) {
  for (LoopNode &node : more) {
    bool known = node.kind == Kind::Local &&
                 llvm::any_of(list, [&](const LoopNode &other) {
                   return other.kind == Kind::Local && other.name == node.name;
                 });
    if (!known)
      list.push_back(std::move(node));
  }
}

/// Whether the iterator subscripts an array that the body owns.
bool Unroller::subscriptsLocals(const LoopNode &loop) const {
  bool found = false;
  auto visit = [&](const LoopExpr &expr) {
    if (expr.kind != LoopExpr::Kind::Load || !expr.mentions(loop.name))
      return;
    auto array = program.arrays.find(expr.name);
    found |= array != program.arrays.end() &&
             array->second.owner == Array::Owner::Local;
  };
  loop.walk([&](const LoopNode &node) {
    node.visitExprs([&](const LoopExpr &expr, bool) { expr.walk(visit); });
  });
  return found;
}

/// Whether \p loop has no more than \p factor iterations, and subscripts arrays
/// that are registers only if numbers do.
bool Unroller::isWithin(const LoopNode &loop, unsigned factor) const {
  const auto fits = [&](const LoopExpr &bound) {
    const LoopExpr distance = bound - loop.lower;
    return distance.isInteger() && distance.value <= factor * loop.step;
  };
  return loop.step > 0 && llvm::any_of(loop.upper, fits) &&
         subscriptsLocals(loop);
}

/// A copy of the body for each of \p trips iterations, if that is there.
Nodes Unroller::guardedCopies(const LoopNode &loop, long trips) {
  Nodes copies;
  for (unsigned trip = 0; trip < trips; ++trip) {
    const LoopExpr value = loop.lower + LoopExpr::integer(trip * loop.step);
    LoopExpr runs = LoopExpr::integer(1);
    for (const LoopExpr &bound : loop.upper)
      if (const LoopExpr distance = bound - value;
          !distance.isInteger() || distance.value <= 0)
        runs = logicalAnd(runs, less(value, bound));
    copies.push_back(LoopNode::ifThen(runs, copyOf(loop, value, trip)));
  }
  return copies;
}

llvm::Expected<Nodes> Unroller::unrollFully(LoopNode loop) {
  // The full trip count, and the bounds that may cut it short.
  std::optional<long> trips;
  for (const LoopExpr &bound : loop.upper) {
    LoopExpr difference = bound - loop.lower;
    if (difference.isInteger())
      trips = std::max(0L, (difference.value + loop.step - 1) / loop.step);
  }
  if (!trips)
    return llvm::createStringError(
        "loop '%s' cannot be unrolled completely: it has no constant number of "
        "iterations; tile it by a constant first, or unroll it by a factor",
        loop.name.c_str());
  if (llvm::Error error = checkCopies(loop, *trips))
    return error;
  LoopExpr full = LoopExpr::integer(1);
  std::vector<LoopExpr> cuts;
  for (const LoopExpr &bound : loop.upper) {
    if ((bound - loop.lower).isInteger())
      continue;
    cuts.push_back(bound);
    LoopExpr last = loop.lower + LoopExpr::integer((*trips - 1) * loop.step);
    full = logicalAnd(full, less(last, bound));
  }
  Nodes unrolled, partial;
  for (unsigned trip = 0; trip < *trips; ++trip)
    appendAll(
        unrolled,
        copyOf(loop, loop.lower + LoopExpr::integer(trip * loop.step), trip));
  addVectors(unrolled, loop.marks);
  if (cuts.empty())
    return unrolled;
  if (subscriptsLocals(loop))
    partial = guardedCopies(loop, *trips);
  else
    partial.push_back(std::move(loop));
  LoopNode version =
      LoopNode::ifThen(full, std::move(unrolled), std::move(partial));
  version.isVersion = true;
  return Nodes{std::move(version)};
}

/// \p value as a local of \p into, unless it is simple enough to repeat.
LoopExpr Unroller::named(const LoopExpr &value, const std::string &name,
                         bool wide, Nodes &into) {
  if (value.isInteger() || value.isVariable())
    return value;
  std::string unique = name + "#f" + std::to_string(names++);
  into.push_back(LoopNode::local(integerType(wide), unique, value));
  return LoopExpr::variable(unique, wide);
}

llvm::Expected<Nodes> Unroller::unrollBy(LoopNode loop, unsigned factor,
                                         bool jam) {
  if (llvm::Error error = checkCopies(loop, factor))
    return error;
  Nodes result;
  bool wide = loop.type.isWide();
  LoopExpr lower = named(loop.lower, loop.name + "_begin", wide, result);
  LoopExpr upper = loop.upper[0];
  for (const LoopExpr &bound : llvm::drop_begin(loop.upper))
    upper = minOf(upper, bound);
  upper = named(upper, loop.name + "_end", wide, result);
  LoopExpr chunk = LoopExpr::integer(long(factor) * loop.step);
  // Truncation is right for empty loops too: neither loop runs then.
  LoopExpr main = named(lower + chunk * plainDiv(upper - lower, chunk),
                        loop.name + "_main", wide, result);
  std::vector<Nodes> copies;
  for (unsigned number = 0; number < factor; ++number)
    copies.push_back(copyOf(loop,
                            LoopExpr::variable(loop.name, wide) +
                                LoopExpr::integer(long(number) * loop.step),
                            number));
  LoopNode unrolled = loop;
  unrolled.lower = lower;
  unrolled.upper = {main};
  unrolled.step = loop.step * long(factor);
  unrolled.body.clear();
  if (jam) {
    llvm::Expected<Nodes> fused = fuse(std::move(copies), loop.name);
    if (!fused)
      return fused.takeError();
    unrolled.body = std::move(*fused);
  } else {
    for (Nodes &copy : copies)
      appendAll(unrolled.body, std::move(copy));
  }
  addVectors(unrolled.body, loop.marks);
  // Its own locals: both loops may vanish into one scope.
  loop.body = copyOf(loop, LoopExpr::variable(loop.name, wide), factor);
  loop.lower = main;
  loop.upper = {upper};
  loop.marks = LoopMarks();
  result.push_back(std::move(unrolled));
  result.push_back(std::move(loop));
  return result;
}

/// Copies of one list of nodes, interleaved; inner loops of equal bounds become
/// one loop.
llvm::Expected<Nodes> Unroller::fuse(std::vector<Nodes> copies,
                                     const std::string &loop) const {
  Nodes result;
  for (size_t pos = 0; pos < copies[0].size(); ++pos) {
    const LoopNode &first = copies[0][pos];
    if (first.kind == Kind::Assign && first.target.operands.empty())
      return llvm::createStringError(
          "loop '%s' cannot be unrolled and jammed: its copies share the "
          "scalar '%s'; scalar_expand it first",
          loop.c_str(), first.target.name.c_str());
    if (!first.isFor()) {
      for (Nodes &copy : copies)
        appendAll(result, {std::move(copy[pos])});
      continue;
    }
    std::vector<Nodes> bodies;
    for (Nodes &copy : copies) {
      if (copy[pos].lower != first.lower || copy[pos].upper != first.upper)
        return llvm::createStringError(
            "loop '%s' cannot be unrolled and jammed: the bounds of loop '%s' "
            "inside it depend on it",
            loop.c_str(), first.name.c_str());
      bodies.push_back(copy[pos].body);
    }
    LoopNode fused = first;
    llvm::Expected<Nodes> body = fuse(std::move(bodies), loop);
    if (!body)
      return body.takeError();
    fused.body = std::move(*body);
    result.push_back(std::move(fused));
  }
  return result;
}

} // namespace

llvm::Error unrollLoops(LoopAst &ast, const Program &program) {
  return Unroller(program).run(ast.body);
}

} // namespace sparsec
