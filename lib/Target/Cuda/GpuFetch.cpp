//===- GpuFetch.cpp - the host's statements, arrays on a GPU --------------===//

#include "sparsec/Target/Cuda/GpuFetch.h"

#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/LoopIR/Statements.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

llvm::Error notOnGpu(const llvm::Twine &what) {
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      "inspector(\"cuda\"): " + what +
          "; leave the inspector on the host, inspector(\"host\")");
}

/// Puts locals in place of the elements that statements read.
class Fetcher {
public:
  /// \p known: how many locals there are already.
  explicit Fetcher(const Program &program, size_t known = 0)
      : program(program), known(known) {}

  /// A local, and the element that it gets.
  struct Element {
    ElementType type;
    LoopExpr local, place;
  };
  std::vector<Element> elements;

  /// \p node, not what is in it, with locals.
  llvm::Expected<LoopNode> fetchIn(LoopNode node);

  /// `status = sparsec_gpu_read(&local, &place, stream)`
  static LoopNode read(const Element &element) {
    return stmt::tryCall(runtime::gpu_read, {expr::addressOf(element.local),
                                             expr::addressOf(element.place),
                                             LoopExpr::variable("stream")});
  }
  static LoopNode declare(const Element &element) {
    return stmt::variable(element.type, element.local.name,
                          LoopExpr::integer(0));
  }

private:
  /// The array on the GPU of which \p expr is an element; null if it is none.
  const Array *arrayOf(const LoopExpr &expr) const {
    auto array = program.arrays.find(expr.name);
    bool isElement = expr.kind == LoopExpr::Kind::Load &&
                     !expr.operands.empty() && array != program.arrays.end() &&
                     array->second.owner != Array::Owner::Local;
    return isElement ? &array->second : nullptr;
  }
  bool readsArray(const ExprList &operands) const {
    bool found = false;
    for (const LoopExpr &operand : operands)
      operand.walk(
          [&](const LoopExpr &part) { found |= arrayOf(part) != nullptr; });
    return found;
  }
  LoopExpr localFor(const Array &array, const LoopExpr &place);
  LoopExpr fetched(const LoopExpr &expr);

  const Program &program;
  const size_t known;
  std::string twice; ///< an element that is read through another
};

LoopExpr Fetcher::localFor(const Array &array, const LoopExpr &place) {
  for (const Element &element : elements)
    if (element.place == place)
      return element.local;
  const size_t before = known + elements.size();
  const std::string number = before ? "_" + std::to_string(before + 1) : "";
  elements.push_back({array.type,
                      LoopExpr::variable(program.freshName("element" + number)),
                      place});
  return elements.back().local;
}

LoopExpr Fetcher::fetched(const LoopExpr &expr) {
  if (const Array *array = arrayOf(expr)) {
    if (readsArray(expr.operands))
      twice = printExpr(expr);
    return localFor(*array, expr);
  }
  if (expr.op == Operator::AddressOf)
    return expr;
  LoopExpr copy = expr;
  copy.operands = expr.operands.mapped(
      [&](const LoopExpr &operand) { return fetched(operand); });
  return copy;
}

llvm::Expected<LoopNode> Fetcher::fetchIn(LoopNode node) {
  if (node.kind == Kind::Assign && arrayOf(node.target))
    return notOnGpu("'" + printExpr(node.target) +
                    "', which is on the GPU, is set by the host");
  node.rewriteExprs([&](const LoopExpr &expr) { return fetched(expr); });
  if (!twice.empty())
    return notOnGpu("'" + twice + "' is read through two arrays");
  return node;
}

/// What decides what is done is known on the GPU only.
llvm::Error decides(const Fetcher &fetcher) {
  return notOnGpu("'" + printExpr(fetcher.elements.front().place) +
                  "', which is on the GPU, decides what the inspector does");
}

} // namespace

llvm::Expected<Nodes> withFetches(const Program &program, const Nodes &nodes) {
  Nodes result;
  size_t known = 0;
  for (const LoopNode &node : nodes) {
    Fetcher fetcher(program, known);
    llvm::Expected<LoopNode> own = fetcher.fetchIn(node);
    if (!own)
      return own.takeError();
    for (Nodes *children : {&own->prologue, &own->body, &own->otherwise}) {
      llvm::Expected<Nodes> inner = withFetches(program, *children);
      if (!inner)
        return inner.takeError();
      *children = std::move(*inner);
    }
    if (fetcher.elements.empty()) {
      result.push_back(std::move(*own));
      continue;
    }
    const bool isLocal = own->kind == Kind::Local;
    if (own->kind != Kind::Assign && own->kind != Kind::Call && !isLocal)
      return decides(fetcher);
    Nodes scope;
    for (const Fetcher::Element &element : fetcher.elements)
      llvm::append_range(scope, Nodes{Fetcher::declare(element),
                                      Fetcher::read(element), stmt::check()});
    scope.push_back(std::move(*own));
    if (isLocal) {
      llvm::append_range(result, scope);
      known += fetcher.elements.size();
    } else
      result.push_back(stmt::scope(std::move(scope)));
  }
  return result;
}

llvm::Expected<Nodes> declarationsWithFetches(const Program &program,
                                              const Nodes &nodes) {
  Fetcher fetcher(program);
  Nodes result, declared;
  for (const LoopNode &node : nodes) {
    llvm::Expected<LoopNode> own = fetcher.fetchIn(node);
    if (!own)
      return own.takeError();
    declared.push_back(std::move(*own));
  }
  for (const Fetcher::Element &element : fetcher.elements) {
    LoopNode read = Fetcher::read(element);
    llvm::append_range(result, Nodes{Fetcher::declare(element), std::move(read),
                                     stmt::check(LoopNode::Leave::Return)});
  }
  llvm::append_range(result, declared);
  return result;
}

namespace {

/// The nodes of checks, each behind what it needs.
class CheckFetcher {
public:
  explicit CheckFetcher(const Program &program) : fetcher(program) {}

  llvm::Error add(const LoopNode &node) {
    const size_t known = fetcher.elements.size();
    llvm::Expected<LoopNode> own = fetchBelow(node);
    if (!own)
      return own.takeError();
    for (size_t at = known; at < fetcher.elements.size(); ++at) {
      const Fetcher::Element &element = fetcher.elements[at];
      result.push_back(Fetcher::declare(element));
      result.push_back(stmt::ifFine(Fetcher::read(element)));
    }
    result.push_back(std::move(*own));
    return llvm::Error::success();
  }

  Nodes result;

private:
  llvm::Expected<LoopNode> fetchBelow(const LoopNode &node) {
    llvm::Expected<LoopNode> own = fetcher.fetchIn(node);
    if (!own)
      return own;
    for (Nodes *children : {&own->prologue, &own->body, &own->otherwise})
      for (LoopNode &child : *children) {
        llvm::Expected<LoopNode> inner = fetchBelow(child);
        if (!inner)
          return inner;
        child = std::move(*inner);
      }
    return own;
  }

  Fetcher fetcher;
};

} // namespace

llvm::Expected<Nodes> checksWithFetches(const Program &program,
                                        const Nodes &nodes) {
  CheckFetcher fetcher(program);
  for (const LoopNode &node : nodes)
    if (llvm::Error error = fetcher.add(node))
      return error;
  return std::move(fetcher.result);
}

} // namespace sparsec
