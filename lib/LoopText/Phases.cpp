//===- Phases.cpp - the phase that loops are of ---------------------------===//
///
/// \file
/// Some passes ask the phase which loops are around a statement, and whether a
/// statement is a reduction. As much of it as the loops show is made here: each
/// loop where the text has it first, with the marks it has there, and each
/// assignment with its operator, the arrays it reads and its types.
///
//===----------------------------------------------------------------------===//

#include "Phases.h"

#include "Lexer.h"

#include "llvm/ADT/STLExtras.h"

#include <memory>

namespace sparsec::looptext {
namespace {

/// A node of the tree to be, at a place that stays.
struct Draft {
  SourceKey key;
  LoopMarks marks;
  std::string leaf; ///< "" for a loop
  std::vector<std::unique_ptr<Draft>> children = {};
};

class PhaseMaker {
public:
  PhaseMaker(Program &program, const std::vector<SourceKey> &sources)
      : program(program), sources(sources) {}

  void run(LoopAst &loops, Phase::Role role) {
    add(loops.body, root);
    ScheduleTree tree = ScheduleTree::sequence(childrenOf(root));
    program.phases = {{role, std::move(tree)}};
    // Only now is the tree where it stays.
    placeLoops(program.phases.front().tree, root);
    next = 0;
    point(loops.body);
  }

private:
  void add(const std::vector<LoopNode> &nodes, Draft &around);
  void addStatement(const LoopNode &node, Draft &around);
  static std::vector<ScheduleTree> childrenOf(const Draft &draft);
  void placeLoops(const ScheduleTree &sequence, const Draft &draft);
  void point(std::vector<LoopNode> &nodes);
  Assignment assignmentOf(const LoopNode &node) const;
  Expr accessOf(const LoopExpr &load) const;

  Program &program;
  const std::vector<SourceKey> &sources;
  size_t next = 0;
  Draft root = {{}, {}, ""};
  std::map<SourceKey, Draft *> drafts;
  std::map<SourceKey, const ScheduleTree *> made;
};

void PhaseMaker::add(const std::vector<LoopNode> &nodes, Draft &around) {
  for (const LoopNode &node : nodes) {
    Draft *inside = &around;
    if (node.isFor() && sources[next++].number) {
      const SourceKey &key = sources[next - 1];
      auto [place, isNew] = drafts.try_emplace(key);
      if (isNew) {
        around.children.push_back(
            std::make_unique<Draft>(Draft{key, node.marks, ""}));
        place->second = around.children.back().get();
      }
      inside = place->second;
    }
    if (node.kind == LoopNode::Kind::Assign && !node.name.empty())
      addStatement(node, around);
    add(node.body, *inside);
    add(node.otherwise, *inside);
  }
}

void PhaseMaker::addStatement(const LoopNode &node, Draft &around) {
  isl::set domain =
      poly::tupleSpace(program.context.ctx(), node.name, 0).universe_set();
  Statement statement{.name = node.name,
                      .iterators = {},
                      .domain = domain,
                      .constraints = domain,
                      .calls = {},
                      .assignment = assignmentOf(node),
                      .action = std::nullopt,
                      .sharing = {},
                      .location = "",
                      .source = ""};
  if (program.statements.emplace(node.name, std::move(statement)).second)
    around.children.push_back(
        std::make_unique<Draft>(Draft{{}, {}, node.name}));
}

Expr PhaseMaker::accessOf(const LoopExpr &load) const {
  auto array = program.arrays.find(load.name);
  return Expr::access(load.name, {},
                      array == program.arrays.end() ? ElementType()
                                                    : array->second.type);
}

/// The operator, what is read and the types; subscripts and operations are
/// those of the node.
Assignment PhaseMaker::assignmentOf(const LoopNode &node) const {
  Expr value;
  value.kind = Expr::Kind::Call;
  std::function<void(const LoopExpr &)> add = [&](const LoopExpr &part) {
    ElementType type;
    if (part.kind == LoopExpr::Kind::Load) {
      value.operands.push_back(accessOf(part));
      type = value.operands.back().type;
    } else if (part.kind == LoopExpr::Kind::Literal) {
      llvm::StringRef text = part.name;
      const bool isReal = text.contains('.') && !text.contains("0x");
      if (isReal)
        type = elementTypeOf(text.ends_with("f") ? "float" : "double");
    }
    if (type.isFloating() && type.bytes > value.type.bytes)
      value.type = type;
    for (const LoopExpr &operand : part.operands)
      add(operand);
  };
  add(node.value);
  return {accessOf(node.target), node.op, std::move(value)};
}

std::vector<ScheduleTree> PhaseMaker::childrenOf(const Draft &draft) {
  std::vector<ScheduleTree> children;
  for (const std::unique_ptr<Draft> &child : draft.children) {
    if (!child->leaf.empty()) {
      children.push_back(ScheduleTree::leaf(child->leaf));
      continue;
    }
    ScheduleTree loop = ScheduleTree::loop(
        child->key.name, {}, ScheduleTree::sequence(childrenOf(*child)));
    loop.marks = child->marks;
    children.push_back(std::move(loop));
  }
  return children;
}

void PhaseMaker::placeLoops(const ScheduleTree &sequence, const Draft &draft) {
  for (size_t at = 0; at < draft.children.size(); ++at) {
    if (!draft.children[at]->leaf.empty())
      continue;
    const ScheduleTree &loop = sequence.children[at];
    made[draft.children[at]->key] = &loop;
    placeLoops(loop.children.front(), *draft.children[at]);
  }
}

void PhaseMaker::point(std::vector<LoopNode> &nodes) {
  for (LoopNode &node : nodes) {
    if (node.isFor()) {
      const SourceKey &key = sources[next++];
      node.source = key.number ? made.at(key) : nullptr;
    }
    point(node.body);
    point(node.otherwise);
  }
}

} // namespace

void addPhase(LoopModule &module, Phase::Role role,
              const std::vector<SourceKey> &sources) {
  PhaseMaker(module.program, sources).run(module.loops, role);
}

} // namespace sparsec::looptext
