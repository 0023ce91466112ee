//===- Declare.cpp - where private arrays are declared --------------------===//
///
/// \file
/// Scalars and small arrays of the source, and temporaries of steps, belong to
/// iterations of loops. They are declared in the innermost block that can hold
/// them, and what is stored in them is dropped where that block reads nothing.
///
//===----------------------------------------------------------------------===//

#include "TupleParts.h"
#include "sparsec/LoopIR/MappedLoops.h"

#include "sparsec/LoopPasses/LoopPasses.h"

#include "sparsec/LoopIR/ExprPrinter.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

bool touches(const LoopExpr &expr, const std::string &array) {
  bool found = false;
  expr.walk([&](const LoopExpr &node) {
    found |= node.kind == LoopExpr::Kind::Load && node.name == array;
  });
  return found;
}

bool touches(const LoopNode &root, const std::string &array) {
  bool found = false;
  root.walk([&](const LoopNode &node) {
    node.visitExprs(
        [&](const LoopExpr &expr, bool) { found |= touches(expr, array); });
  });
  return found;
}

bool touchesAny(const Nodes &nodes, const std::string &array) {
  return llvm::any_of(
      nodes, [&](const LoopNode &node) { return touches(node, array); });
}

/// Whether data subscripts \p element by elements of \p array.
bool subscripts(const LoopExpr &element, const std::string &array) {
  return llvm::any_of(element.operands, [&](const LoopExpr &subscript) {
    return touches(subscript, array);
  });
}

/// Whether \p nodes read an element of \p array.
bool reads(const Nodes &nodes, const std::string &array) {
  bool found = false;
  for (const LoopNode &root : nodes)
    root.walk([&](const LoopNode &node) {
      node.visitExprs([&](const LoopExpr &expr, bool isTarget) {
        found |= isTarget && expr.name == array ? subscripts(expr, array)
                                                : touches(expr, array);
      });
    });
  return found;
}

/// What the first access to a local in a list of nodes is: Write if it sets an
/// element, or if it only may, Read.
enum class First { None, Write, Read };

/// \p loops: iterators of the loops around, as far as was looked.
First firstAccess(const Nodes &nodes, const std::string &name, bool isArray,
                  std::vector<std::string> loops = {});

First firstAccess(const LoopNode &node, const std::string &name, bool isArray,
                  std::vector<std::string> loops = {}) {
  if (!touches(node, name))
    return First::None;
  if (node.kind == Kind::Assign) {
    bool plain = node.op == Update::Set && !touches(node.value, name) &&
                 node.target.name == name && !subscripts(node.target, name);
    return plain ? First::Write : First::Read;
  }
  // What fills an array may be in loops and under conditions.
  bool own = false;
  node.visitExprs(
      [&](const LoopExpr &expr, bool) { own |= touches(expr, name); });
  if (node.isFor())
    loops.push_back(node.name);
  if (isArray && !own)
    return firstAccess(touchesAny(node.body, name) ? node.body : node.otherwise,
                       name, isArray, loops);
  bool bothWrite = node.kind == Kind::If && !touches(node.condition, name) &&
                   firstAccess(node.body, name, isArray) == First::Write &&
                   firstAccess(node.otherwise, name, isArray) == First::Write;
  return bothWrite ? First::Write : First::Read;
}

/// Whether \p node runs for some iterations of \p loops only, and data does not
/// decide that.
bool isForSome(const LoopNode &node, const std::vector<std::string> &loops) {
  return node.kind == Kind::If && node.otherwise.empty() &&
         !node.condition.hasLoad() &&
         llvm::any_of(loops, [&](const std::string &iterator) {
           return node.condition.mentions(iterator);
         });
}

First firstAccess(const Nodes &nodes, const std::string &name, bool isArray,
                  std::vector<std::string> loops) {
  for (size_t at = 0; at < nodes.size(); ++at) {
    First access = firstAccess(nodes[at], name, isArray, loops);
    // Other iterations read what stands elsewhere.
    if (access == First::Write && isForSome(nodes[at], loops) &&
        reads(Nodes(nodes.begin() + long(at) + 1, nodes.end()), name))
      return First::Read;
    if (access != First::None)
      return access;
  }
  return First::None;
}

void dropStores(Nodes &nodes, const std::string &array) {
  llvm::erase_if(nodes, [&](const LoopNode &node) {
    return node.kind == Kind::Assign && node.target.name == array;
  });
  for (LoopNode &node : nodes) {
    dropStores(node.body, array);
    dropStores(node.otherwise, array);
  }
}

class Declarer {
public:
  /// \p declares: or only drops stores.
  Declarer(const Program &program, const Array &array, bool declares = true)
      : program(program), array(array), declares(declares) {
    for (const auto &[name, statement] : program.statements)
      if (program.phaseOf(name) && accesses(statement))
        addOwners(program.phaseOf(name)->tree.loopsAround(name));
  }

  llvm::Error run(LoopAst &ast) { return settle(ast.body, 0); }
  bool hasDropped = false;

private:
  /// Declares what \p nodes, inside \p loops loops, use: in the innermost lists
  /// that can hold it. Loops that a step has split have a copy each: on threads
  /// they may not share one.
  llvm::Error settle(Nodes &nodes, int loops) {
    if (!allFit(nodes, loops))
      return place(nodes);
    for (LoopNode &node : nodes)
      if (touches(node, array.name))
        for (Nodes *inner : {&node.body, &node.otherwise})
          if (isUsed(*inner))
            if (llvm::Error failure = settle(*inner, loops + weight(node)))
              return failure;
    return llvm::Error::success();
  }

  bool accesses(const Statement &statement) const {
    return llvm::any_of(statement.accesses(), [&](const Access &access) {
      return access.array == array.name;
    });
  }

  void addOwners(const std::vector<const ScheduleTree *> &loops) {
    for (int pos = 0; pos < array.privateDepth && pos < int(loops.size());
         ++pos)
      owners.insert(loops[size_t(pos)]->name);
  }

  /// What \p node adds to the loops around: loops that run once are gone, so
  /// that one which tells no owners apart may stand in an owner's place.
  int weight(const LoopNode &node) const {
    if (!node.isFor())
      return 0;
    return owners.count(node.loop) ? 1 : std::max(array.privateDepth, 0) + 1;
  }

  bool isUsed(const Nodes &nodes) const {
    return touchesAny(nodes, array.name);
  }

  /// Whether declarations below \p nodes suffice. Of several uses of an array
  /// one may be there to fill it for the others.
  bool allFit(const Nodes &nodes, int loops) const {
    bool isOne = llvm::count_if(nodes, [&](const LoopNode &node) {
                   return touches(node, array.name);
                 }) == 1;
    return llvm::all_of(nodes, [&](const LoopNode &node) {
      return !touches(node, array.name) ||
             (fits(node, loops) &&
              (isOne || array.isScalar() ||
               (firstAccess(node, array.name, true) == First::Write &&
                reads({node}, array.name))));
    });
  }

  bool fits(const LoopNode &node, int loops) const {
    bool own = false;
    node.visitExprs(
        [&](const LoopExpr &expr, bool) { own |= touches(expr, array.name); });
    if (own)
      return false;
    loops += weight(node);
    for (const Nodes *inner : {&node.body, &node.otherwise})
      if (isUsed(*inner) && !mayHold(node, *inner, loops) &&
          !allFit(*inner, loops))
        return false;
    return true;
  }

  /// Whether no value is carried from one run of \p scope, below \p node, to
  /// the next, or to what stands behind it.
  bool mayHold(const LoopNode &node, const Nodes &scope, int loops) const {
    // The same thread may go on in another part of the loop.
    if (node.isFor() && node.marks.isConcurrent() && !isSingle(node))
      return true;
    if (array.isScalar())
      return firstAccess(scope, array.name, false) == First::Write;
    return loops <= array.privateDepth;
  }

  /// Declares what \p scope uses at its first use, or drops its stores.
  llvm::Error place(Nodes &scope) {
    auto first = llvm::find_if(
        scope, [&](const LoopNode &node) { return touches(node, array.name); });
    if (first == scope.end())
      return llvm::Error::success();
    if (!declares) {
      if (reads(scope, array.name))
        return llvm::Error::success();
      dropStores(scope, array.name);
      hasDropped = true;
      return llvm::Error::success();
    }
    LoopNode node;
    node.type = array.type;
    node.name = array.name;
    if (array.isScalar() && first->kind == Kind::Assign &&
        firstAccess(*first, array.name, false) == First::Write) {
      node.kind = Kind::Local;
      node.value = first->value;
      node.isConst = isNotWritten(first + 1, scope.end());
      node.isStatement = true;
      *first = std::move(node);
      return llvm::Error::success();
    }
    node.kind = Kind::Declare;
    for (const std::optional<isl::pw_aff> &extent : array.extents) {
      llvm::Expected<LoopExpr> value = lowerParameterValue(program, *extent);
      if (!value)
        return value.takeError();
      node.dimensions.push_back(*value);
    }
    scope.insert(first, std::move(node));
    return llvm::Error::success();
  }

  bool isNotWritten(Nodes::const_iterator from,
                    Nodes::const_iterator to) const {
    bool written = false;
    for (; from != to; ++from)
      from->walk([&](const LoopNode &node) {
        written |= node.kind == Kind::Assign && node.target.name == array.name;
      });
    return !written;
  }

  const Program &program;
  const Array &array;
  bool declares;
  /// The loops that give each owner of the array an iteration.
  std::set<std::string> owners;
};

/// The local that the threads of \p loop would share although one writes it;
/// "" when there is none.
std::string sharedLocal(const LoopNode &loop, const Program &program) {
  std::set<std::string> own, written, inTuples;
  loop.walk([&](const LoopNode &node) {
    if (node.kind == Kind::Local || node.kind == Kind::Declare)
      own.insert(node.name);
    // Whole tuples are updated together (PrivatizeTuples.cpp).
    if (isTupleUpdate(node) && loop.marks.updates != LoopMarks::Updates::None)
      for (const LoopNode &assign : node.body)
        inTuples.insert(assign.target.name);
    auto array = program.arrays.find(node.target.name);
    if (node.kind != Kind::Assign || array == program.arrays.end())
      return;
    // Of what threads gather each has a part of its own, or all have one; two
    // doubles have no such parts. What all set to one value they may share.
    const bool gathers =
        node.atomic == LoopNode::Atomic::Write ||
        (loop.marks.updates != LoopMarks::Updates::None &&
         node.op != Update::Set && !array->second.type.isDoubleDouble());
    if (array->second.isPrivate() && !gathers)
      written.insert(array->first);
  });
  for (const std::string &name : written)
    if (!own.count(name) && !inTuples.count(name))
      return name;
  return "";
}

} // namespace

/// Whether an action of the inspector works on \p array, in lines of its own.
static bool isInActions(const Program &program, const std::string &array) {
  return llvm::any_of(program.statements, [&](const auto &entry) {
    return entry.second.action &&
           llvm::any_of(entry.second.accesses(), [&](const Access &access) {
             return access.array == array;
           });
  });
}

/// Whether there was one.
static bool dropStoresOnce(LoopAst &ast, const Program &program) {
  bool hasDropped = false;
  for (const std::string &name : ast.usedArrays()) {
    auto array = program.arrays.find(name);
    if (array == program.arrays.end() || !array->second.isPrivate() ||
        array->second.liveOut || isInActions(program, name))
      continue;
    Declarer declarer(program, array->second, /*declares=*/false);
    // Nothing is declared, so no extent can fail.
    llvm::cantFail(declarer.run(ast));
    hasDropped |= declarer.hasDropped;
  }
  return hasDropped;
}

void dropDeadStores(LoopAst &ast, const Program &program) {
  // What one local is no longer set from, another one need not hold.
  while (dropStoresOnce(ast, program)) {
    flatten(ast.body);
    cleanLocals(ast, program);
  }
}

llvm::Error declareLocals(LoopAst &ast, const Program &program) {
  for (const std::string &name : ast.usedArrays()) {
    auto array = program.arrays.find(name);
    if (array != program.arrays.end() && array->second.isPrivate())
      if (llvm::Error failure = Declarer(program, array->second).run(ast))
        return failure;
  }
  std::string shared, loop;
  ast.walk([&](const LoopNode &node) {
    if (!node.isFor() || !node.marks.isConcurrent() || !shared.empty())
      return;
    shared = sharedLocal(node, program);
    loop = node.name;
  });
  if (shared.empty())
    return llvm::Error::success();
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      "threads of loop '%s' would share '%s', which holds a value from one "
      "loop to another; update_in_place of the statement that stores it "
      "gathers it where it is stored, or scalar_expand it before",
      loop.c_str(), shared.c_str());
}

} // namespace sparsec
