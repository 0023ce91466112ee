//===- LoopPassesParts.cpp - what threads reduce into ---------------------===//
///
/// \file
/// LoopMarks::reduces: each OpenMP thread has a part of the elements that all
/// iterations update:
///
///     parallel for i              double part = 0;
///       sum[0] += x[i]     =>     #pragma omp parallel for reduction(+ : part)
///                                 for i: part += x[i];
///                                 sum[0] += part;
///
//===----------------------------------------------------------------------===//

#include "LoopPasses.h"

#include "sparsec/CodeGen/ExprPrinter.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

class PartMaker {
public:
  explicit PartMaker(const Program &program, const LoopAst &ast)
      : program(program) {
    for (const std::string &name : reservedNames(program))
      taken.insert(name);
    ast.walk([&](const LoopNode &node) { taken.insert(node.name); });
  }

  llvm::Error run(Nodes &nodes) {
    Nodes result;
    for (LoopNode &node : nodes) {
      if (llvm::Error error = run(node.body))
        return error;
      if (llvm::Error error = run(node.otherwise))
        return error;
      bool isReduced =
          node.isFor() && node.marks.parallel && node.marks.reduces;
      if (!isReduced) {
        result.push_back(std::move(node));
        continue;
      }
      if (llvm::Error error = makeParts(std::move(node), result))
        return error;
    }
    nodes = std::move(result);
    return llvm::Error::success();
  }

private:
  struct Part {
    LoopExpr target;
    std::string op, name, statement;
  };

  llvm::Error makeParts(LoopNode loop, Nodes &into) {
    std::set<std::string> own = {loop.name};
    for (const LoopNode &node : loop.body)
      node.walk([&](const LoopNode &inner) {
        bool defines = inner.isFor() || inner.kind == Kind::Local ||
                       inner.kind == Kind::Declare;
        if (defines)
          own.insert(inner.name);
      });
    std::vector<Part> parts;
    for (LoopNode &node : loop.body)
      if (llvm::Error error = gather(node, own, parts))
        return error;
    for (const Part &part : parts) {
      const ElementType &type = program.arrays.at(part.target.name).type;
      LoopNode local =
          LoopNode::local(type.spelling, part.name,
                          LoopExpr::literal(part.op == "*=" ? "1" : "0"));
      local.isConst = false;
      local.isStatement = true;
      into.push_back(std::move(local));
      loop.reductions.push_back(std::string(part.op == "*=" ? "*" : "+") + ":" +
                                part.name);
    }
    into.push_back(std::move(loop));
    for (const Part &part : parts) {
      LoopNode node;
      node.kind = Kind::Assign;
      node.name = part.statement;
      node.target = part.target;
      node.op = part.op == "-=" ? "+=" : part.op;
      node.value = LoopExpr::variable(part.name);
      into.push_back(std::move(node));
    }
    return llvm::Error::success();
  }

  llvm::Error gather(LoopNode &node, const std::set<std::string> &own,
                     std::vector<Part> &parts) {
    for (Nodes *inner : {&node.body, &node.otherwise})
      for (LoopNode &child : *inner)
        if (llvm::Error error = gather(child, own, parts))
          return error;
    bool isShared = node.kind == Kind::Assign && node.op != "=" &&
                    !own.count(node.target.name);
    if (isShared && node.target.kind != LoopExpr::Kind::Load)
      return llvm::createStringError(
          "threads would share '%s', which gathers what a loop around them "
          "adds up; distribute that loop",
          node.target.name.c_str());
    if (!isShared)
      return llvm::Error::success();
    for (const std::string &name : own)
      if (node.target.mentions(name))
        return llvm::Error::success(); // Its own in each iteration.
    if (node.op != "+=" && node.op != "-=" && node.op != "*=")
      return llvm::createStringError(
          "threads cannot have parts of '%s', which is updated by %s; sums and "
          "products can be",
          printExpr(node.target).c_str(), node.op.c_str());
    auto sameJoin = [](const std::string &a, const std::string &b) {
      return (a == "*=") == (b == "*=");
    };
    auto part = llvm::find_if(parts, [&](const Part &other) {
      return other.target == node.target && sameJoin(other.op, node.op);
    });
    if (part == parts.end()) {
      std::string name = "part";
      for (unsigned number = 2; !taken.insert(name).second; ++number)
        name = "part_" + std::to_string(number);
      parts.push_back({node.target, node.op, name, node.name});
      part = parts.end() - 1;
    }
    node.target = LoopExpr::variable(part->name);
    return llvm::Error::success();
  }

  const Program &program;
  std::set<std::string> taken;
};

} // namespace

llvm::Error addParts(LoopAst &ast, const Program &program) {
  return PartMaker(program, ast).run(ast.body);
}

} // namespace sparsec
