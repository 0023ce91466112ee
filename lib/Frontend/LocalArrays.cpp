//===- LocalArrays.cpp - arrays that serve one iteration ------------------===//
///
/// \file
///     double t[3];
///     for (i ..) {
///       for (k < 3) t[k] = ..;
///       for (k < 3) y[i] += t[k];
///     }
///
/// An iteration of i reads only elements that it has set before: t may as well
/// be declared inside. Each element that a statement reads must be one that a
/// statement before it, in the same iteration of all the loops that both are
/// in, has set for certain. What index arrays choose may be any element of the
/// array. An array that serves several nests is one for each of them.
///
//===----------------------------------------------------------------------===//

#include "LocalArrays.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

using Names = std::vector<std::string>;

class LocalArrays {
public:
  explicit LocalArrays(Program &program)
      : program(program), tree(program.executePhase().tree) {}

  void run() {
    Names names;
    for (const auto &[name, array] : program.arrays)
      if (array.owner == Array::Owner::Local && !array.isScalar() &&
          array.privateDepth <= 0)
        names.push_back(name);
    for (const std::string &name : names)
      settle(name);
  }

private:
  void settle(const std::string &name) {
    const std::vector<Names> nests = nestsOf(name);
    const bool areApart = llvm::all_of(
        nests, [&](const Names &nest) { return isSetFirst(name, nest); });
    if (nests.empty() || !areApart)
      return;
    for (size_t number = 0; number < nests.size(); ++number) {
      std::string own = name;
      if (number > 0) {
        Array copy = program.arrays.at(name);
        copy.name = own = program.freshName(name);
        for (const std::string &statement : nests[number])
          rename(program.statement(statement), name, own);
        program.arrays.emplace(own, std::move(copy));
      }
      program.arrays.at(own).privateDepth = int(sharedLoops(nests[number]));
    }
  }

  static void rename(Statement &statement, const std::string &from,
                     const std::string &to) {
    auto change = [&](Expr &node) {
      if (node.kind == Expr::Kind::Access && node.text == from)
        node.text = to;
    };
    statement.assignment->target =
        statement.assignment->target.mapNodes(change);
    statement.assignment->value = statement.assignment->value.mapNodes(change);
  }

  bool uses(const std::string &statement, const std::string &array) const {
    return llvm::any_of(
        program.statement(statement).accesses(),
        [&](const Access &access) { return access.array == array; });
  }

  /// The users of \p array, in their order, by the child of the innermost node
  /// that holds them all; one nest where a loop does.
  std::vector<Names> nestsOf(const std::string &array) const {
    Names all;
    for (const std::string &name : tree.statements())
      if (uses(name, array))
        all.push_back(name);
    if (all.empty())
      return {};
    if (sharedLoops(all) > 0)
      return {all};
    std::vector<Names> nests;
    const ScheduleTree *node = &tree;
    auto holdsAll = [&](const ScheduleTree &child) {
      return llvm::all_of(
          all, [&](const std::string &name) { return child.contains(name); });
    };
    while (!node->isLeaf()) {
      auto inner = llvm::find_if(node->children, holdsAll);
      if (inner == node->children.end())
        break;
      node = &*inner;
    }
    for (const ScheduleTree &child : node->children) {
      Names nest;
      for (const std::string &name : all)
        if (child.contains(name))
          nest.push_back(name);
      if (!nest.empty())
        nests.push_back(nest);
    }
    return nests;
  }

  size_t sharedLoops(const std::string &first,
                     const std::string &second) const {
    const auto a = tree.loopsAround(first);
    const auto b = tree.loopsAround(second);
    return size_t(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first -
                  a.begin());
  }

  size_t sharedLoops(const Names &nest) const {
    size_t shared = tree.loopsAround(nest.front()).size();
    for (const std::string &name : nest)
      shared = std::min(shared, sharedLoops(nest.front(), name));
    return shared;
  }

  /// Whether all that \p nest, in a loop, reads of \p array is set before in
  /// the same iteration of its loops.
  bool isSetFirst(const std::string &array, const Names &nest) const {
    if (sharedLoops(nest) == 0)
      return false;
    for (size_t pos = 0; pos < nest.size(); ++pos)
      for (const Access &access : program.statement(nest[pos]).accesses())
        if (access.array == array && access.isRead &&
            !isSetBefore(access, nest, pos))
          return false;
    return true;
  }

  /// Whether what \p read, of statement \p pos of \p nest, reads is set by
  /// those before it.
  bool isSetBefore(const Access &read, const Names &nest, size_t pos) const {
    if (read.isWhole)
      return false; // data tells what it is
    const Statement &reader = program.statement(nest[pos]);
    const unsigned depth = unsigned(reader.iterators.size());
    isl::set missing = elements(reader, read, depth);
    for (size_t before = 0; before < pos; ++before) {
      const Statement &writer = program.statement(nest[before]);
      const auto shared = unsigned(sharedLoops(nest[before], nest[pos]));
      for (const Access &write : writer.accesses())
        if (write.array == read.array && write.isWrite && !write.isRead &&
            !write.isWhole && isCertain(writer, write, shared))
          missing = missing.subtract(seenBy(elements(writer, write, shared),
                                            shared, depth,
                                            unsigned(write.subscripts.size())));
    }
    return missing.is_empty();
  }

  /// Whether where \p write happens, and where to, does not depend on index
  /// arrays that are read inside the \p shared outermost loops.
  static bool isCertain(const Statement &writer, const Access &write,
                        unsigned shared) {
    for (const auto &[name, call] : writer.calls) {
      const bool isUsed =
          poly::involvesParam(writer.instances(), name) ||
          llvm::any_of(write.subscripts, [&, &name = name](const auto &value) {
            return poly::involvesParam(value, name);
          });
      if (isUsed && isInside(call, writer, shared))
        return false;
    }
    return true;
  }

  static bool isInside(const UninterpretedCall &call,
                       const Statement &statement, unsigned shared) {
    for (const isl::pw_aff &argument : call.arguments)
      for (unsigned dim = shared; dim < statement.iterators.size(); ++dim)
        if (poly::involvesDim(argument, dim))
          return true;
    return llvm::any_of(
        nestedCalls(call, statement.calls), [&](const std::string &inner) {
          return isInside(statement.calls.at(inner), statement, shared);
        });
  }

  /// `{ [outer iterators, subscripts] }` of the instances of \p statement, as
  /// far as the elements exist.
  isl::set elements(const Statement &statement, const Access &access,
                    unsigned depth) const {
    const isl::space space = statement.space();
    std::vector<isl::pw_aff> values;
    for (unsigned dim = 0; dim < depth; ++dim)
      values.push_back(poly::dimension(space, dim));
    values.insert(values.end(), access.subscripts.begin(),
                  access.subscripts.end());
    isl::set set = statement.instances().apply(
        poly::makeMap(space, "elements", values).as_map());
    const Array &array = program.arrays.at(access.array);
    for (size_t dim = 0; dim < array.extents.size(); ++dim) {
      const isl::pw_aff subscript =
          poly::dimension(set.space(), depth + unsigned(dim));
      set = set.intersect(subscript.ge_set(poly::constant(set.space(), 0)));
      if (array.extents[dim])
        set = set.intersect(
            subscript.lt_set(poly::onSpace(*array.extents[dim], set.space())));
    }
    return set;
  }

  /// `{ [shared, subscripts] }` as `{ [iterators, subscripts] }`.
  static isl::set seenBy(const isl::set &set, unsigned shared, unsigned depth,
                         unsigned subscripts) {
    const isl::space from = set.space();
    const isl::space to =
        poly::tupleSpace(from.ctx(), "elements", depth + subscripts);
    std::vector<isl::pw_aff> values;
    for (unsigned dim = 0; dim < shared; ++dim)
      values.push_back(poly::dimension(to, dim));
    for (unsigned dim = 0; dim < subscripts; ++dim)
      values.push_back(poly::dimension(to, depth + dim));
    return set.preimage(poly::makeMap(to, "elements", values));
  }

  Program &program;
  const ScheduleTree &tree;
};

} // namespace

void analyzeLocalArrays(Program &program) { LocalArrays(program).run(); }

} // namespace sparsec
