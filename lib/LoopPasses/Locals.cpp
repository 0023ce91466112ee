//===- Locals.cpp - locals of lowered loops -------------------------------===//
///
/// \file
/// Loads of index arrays start as `const int` locals where their call becomes
/// available. Those used once go to their use; index loads that a body repeats
/// become locals.
///
//===----------------------------------------------------------------------===//

#include "sparsec/LoopPasses/LoopPasses.h"

#include "sparsec/IR/Widths.h"
#include "sparsec/LoopIR/ExprPrinter.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

/// How often and where a local is used.
struct Uses {
  unsigned total = 0;
  bool inLoop = false;      ///< in a loop that starts after its definition
  bool inBusyBound = false; ///< in the upper bound of a loop that writes
                            ///< integers, which may be what is loaded
};

unsigned occurrences(const LoopExpr &expr, const std::string &name) {
  unsigned count = 0;
  expr.walk([&](const LoopExpr &node) {
    count += node.isVariable() && node.name == name;
  });
  return count;
}

/// Whether \p loop may write memory that an index load reads.
bool writesIntegers(const LoopNode &loop, const Program &program) {
  bool writes = false;
  loop.walk([&](const LoopNode &node) {
    writes |= node.kind == Kind::Action || node.kind == Kind::Call;
    if (node.kind != Kind::Assign)
      return;
    auto array = program.arrays.find(node.target.name);
    writes |= array != program.arrays.end() &&
              !array->second.type.isFloating() && !node.target.operands.empty();
  });
  return writes;
}

class UseCounter {
public:
  UseCounter(const Program &program, const std::string &name)
      : program(program), name(name) {}

  void count(const LoopNode &node, bool inLoop) {
    // Inside it, the name is the loop's.
    if (node.isFor() && node.name == name) {
      unsigned here = occurrences(node.lower, name);
      uses.total += here;
      uses.inLoop |= here && inLoop;
      return;
    }
    node.visitExprs([&](const LoopExpr &expr, bool) {
      unsigned here = occurrences(expr, name);
      uses.total += here;
      uses.inLoop |= here && inLoop;
    });
    if (node.isFor() && !inLoop)
      for (const LoopExpr &bound : node.upper)
        uses.inBusyBound |=
            occurrences(bound, name) && writesIntegers(node, program);
    countIn(node.body, 0, inLoop || node.isFor());
    countIn(node.otherwise, 0, inLoop);
  }

  void countIn(const Nodes &nodes, size_t first, bool inLoop) {
    for (size_t pos = first; pos < nodes.size(); ++pos) {
      count(nodes[pos], inLoop);
      if (nodes[pos].kind == Kind::Local && nodes[pos].name == name)
        return;
    }
  }

  Uses uses;

private:
  const Program &program;
  const std::string &name;
};

/// Whether a value costs nothing wherever it stands.
bool isFree(const LoopExpr &value) {
  using E = LoopExpr::Kind;
  bool free = true;
  value.walk([&](const LoopExpr &node) {
    free &= node.kind == E::Integer || node.kind == E::Variable ||
            node.kind == E::GpuIndex || node.kind == E::Add ||
            node.kind == E::Mul || node.kind == E::Widen;
  });
  return free;
}

/// Inlines or drops the local \p nodes[pos]; true when it is gone.
bool inlineLocal(Nodes &nodes, size_t pos, const Program &program) {
  const LoopNode local = nodes[pos];
  if (local.kind != Kind::Local || !local.isConst)
    return false;
  UseCounter counter(program, local.name);
  counter.countIn(nodes, pos + 1, false);
  const Uses &uses = counter.uses;
  bool once = uses.total == 1 && !uses.inLoop && !uses.inBusyBound;
  if (uses.total != 0 && !once && !isFree(local.value))
    return false;
  substituteIn(nodes, pos + 1, local.name, local.value);
  nodes.erase(nodes.begin() + long(pos));
  return true;
}

void inlineLocals(Nodes &nodes, const Program &program) {
  for (size_t pos = nodes.size(); pos-- > 0;)
    inlineLocal(nodes, pos, program);
  for (LoopNode &node : nodes) {
    inlineLocals(node.body, program);
    inlineLocals(node.otherwise, program);
  }
}

/// Loads that stand inside subscripts of \p expr.
void subscriptLoads(const LoopExpr &expr, bool inSubscript,
                    std::vector<LoopExpr> &loads) {
  bool isLoad = expr.kind == LoopExpr::Kind::Load;
  if (isLoad && inSubscript && !expr.operands.empty())
    loads.push_back(expr);
  for (const LoopExpr &operand : expr.operands)
    subscriptLoads(operand, inSubscript || isLoad, loads);
}

class LoadSharer {
public:
  LoadSharer(const LoopAst &ast, const Program &program) : program(program) {
    ast.walk([&](const LoopNode &node) {
      if (node.kind == Kind::Assign)
        written.insert(node.target.name);
      if (node.kind != Kind::Action)
        return;
      for (const Access &access : program.statement(node.name).accesses())
        if (access.isWrite)
          written.insert(access.array);
    });
  }

  void run(Nodes &nodes) {
    reuseLocals(nodes);
    while (shareOne(nodes)) {
    }
    for (LoopNode &node : nodes) {
      run(node.body);
      run(node.otherwise);
    }
  }

private:
  bool isConstant(const LoopExpr &load) const {
    bool constant = true;
    load.walk([&](const LoopExpr &node) {
      constant &=
          node.kind != LoopExpr::Kind::Load || !written.count(node.name);
    });
    return constant;
  }

  static LoopExpr replaced(const LoopExpr &expr, const LoopExpr &load,
                           const LoopExpr &local) {
    return expr.map([&](LoopExpr node) { return node == load ? local : node; });
  }

  static void replaceIn(LoopNode &node, const LoopExpr &load,
                        const LoopExpr &local) {
    node.rewriteExprs(
        [&](const LoopExpr &expr) { return replaced(expr, load, local); });
    for (LoopNode &child : node.body)
      replaceIn(child, load, local);
    for (LoopNode &child : node.otherwise)
      replaceIn(child, load, local);
  }

  /// Uses of a load that a local in scope holds already.
  void reuseLocals(Nodes &nodes) {
    for (size_t pos = 0; pos < nodes.size(); ++pos) {
      const LoopNode local = nodes[pos];
      bool holdsLoad = local.kind == Kind::Local && local.isConst &&
                       local.value.kind == LoopExpr::Kind::Load;
      if (!holdsLoad || !isConstant(local.value))
        continue;
      LoopExpr variable = LoopExpr::variable(local.name, local.type.isWide());
      for (size_t later = pos + 1; later < nodes.size(); ++later)
        replaceIn(nodes[later], local.value, variable);
    }
  }

  /// Makes a local of one load that the assignments of \p nodes repeat.
  bool shareOne(Nodes &nodes) {
    std::vector<LoopExpr> loads;
    for (const LoopNode &node : nodes)
      if (node.kind == Kind::Assign || node.kind == Kind::Action)
        node.visitExprs([&](const LoopExpr &expr, bool) {
          subscriptLoads(expr, node.kind == Kind::Action, loads);
        });
    for (const LoopExpr &load : loads) {
      if (llvm::count(loads, load) < 2 || !isConstant(load))
        continue;
      insertLocal(nodes, load);
      return true;
    }
    return false;
  }

  /// Data in a subscript is of any type: `x[(int)v[i]]`, `x[mask[i] & 7]`.
  LoopType typeOf(const LoopExpr &load) const {
    auto array = program.arrays.find(load.name);
    if (array == program.arrays.end())
      return integerType(load.wide);
    const ElementType &type = array->second.type;
    const bool isIndex =
        type.isInteger() &&
        (type.isWide() || holdsAll(ElementType::int32(), type));
    return isIndex ? integerType(load.wide) : LoopType(type);
  }

  void insertLocal(Nodes &nodes, const LoopExpr &load) {
    auto uses = [&](const LoopNode &node) {
      std::vector<LoopExpr> inside;
      node.visitExprs([&](const LoopExpr &expr, bool) {
        subscriptLoads(expr, node.kind == Kind::Action, inside);
      });
      return llvm::is_contained(inside, load);
    };
    auto first = llvm::find_if(nodes, uses);
    LoopNode local = LoopNode::local(
        typeOf(load), printExpr(load) + "#" + std::to_string(made++), load);
    local.vectors = first->vectors;
    LoopExpr variable = LoopExpr::variable(local.name, load.wide);
    for (auto later = first; later != nodes.end(); ++later)
      replaceIn(*later, load, variable);
    nodes.insert(first, std::move(local));
  }

  const Program &program;
  std::set<std::string> written;
  unsigned made = 1000;
};

} // namespace

void cleanLocals(LoopAst &ast, const Program &program) {
  inlineLocals(ast.body, program);
  LoadSharer(ast, program).run(ast.body);
  inlineLocals(ast.body, program);
}

} // namespace sparsec
