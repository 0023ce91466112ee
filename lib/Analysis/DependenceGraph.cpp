//===- DependenceGraph.cpp - dependences for Graphviz ---------------------===//

#include "sparsec/Analysis/Explain.h"

#include "StepCheck.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace sparsec {
namespace {

/// All dependences of one kind on one array between two statements.
struct Edge {
  std::string source, sink, kind, array;
  std::vector<std::string> kept;
  /// Loop => facts that exclude it there, for one pair of accesses or more.
  std::map<std::string, std::vector<std::string>> refuted;

  bool isBetween(const Edge &other) const {
    return source == other.source && sink == other.sink && kind == other.kind &&
           array == other.array;
  }
};

void addOnce(std::vector<std::string> &names, const std::string &name) {
  if (!llvm::is_contained(names, name))
    names.push_back(name);
}

std::vector<Edge> edgesOf(const Program &program, const Phase &phase) {
  std::vector<Edge> edges;
  forEachConflict(program, phase, [&](const Conflict &conflict) {
    Edge made{conflict.source.name,
              conflict.sink.name,
              kindText(conflict.first, conflict.second),
              conflict.first.array,
              {},
              {}};
    auto edge = llvm::find_if(
        edges, [&](const Edge &known) { return known.isBetween(made); });
    if (edge == edges.end())
      edge = edges.insert(edges.end(), made);
    for (const OrderLevel &level : conflict.levels) {
      if (level.order.is_empty())
        continue;
      const UninterpretedFunctionSolver &facts = conflict.pair.facts;
      std::string loop = level.loop ? "loop " + level.loop->name : "in order";
      if (!proves(program.context.ctx(),
                  [&] { return facts.provesEmpty(level.order); })) {
        addOnce(edge->kept, loop);
        continue;
      }
      std::vector<std::string> &witnesses = edge->refuted[loop];
      for (const std::string &fact : witnessesOf(facts, level.order))
        addOnce(witnesses, fact);
    }
  });
  return edges;
}

/// \p text inside the quotes of a label; lines are set to the left.
std::string escaped(llvm::StringRef text) {
  std::string result;
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += c == '\n' ? std::string("\\l") : std::string(1, c);
  }
  return result;
}

void addNode(const Statement &statement, std::string &text) {
  std::string label = statement.name;
  if (!statement.location.empty())
    label += " at " + statement.location;
  std::string body = statement.source;
  if (body.empty() && statement.action)
    body = statement.action->label;
  text += "    \"" + escaped(statement.name) + "\" [label=\"" + escaped(label) +
          "\\l" + (body.empty() ? "" : escaped(body) + "\\l") + "\"];\n";
}

void addEdge(const Edge &edge, std::string &text) {
  std::string ends = "  \"" + escaped(edge.source) + "\" -> \"" +
                     escaped(edge.sink) + "\" [label=\"" +
                     escaped(edge.kind + " on " + edge.array) + "\\l";
  if (!edge.kept.empty())
    text += ends + escaped(llvm::join(edge.kept, ", ")) + "\\l\"];\n";
  for (const auto &[loop, facts] : edge.refuted) {
    if (llvm::is_contained(edge.kept, loop))
      continue;
    std::string why = facts.empty() ? "whatever the index arrays hold"
                                    : "by " + llvm::join(facts, " and ");
    text += ends + escaped(loop + ": impossible " + why) +
            "\\l\", style=dashed, color=gray, fontcolor=gray];\n";
  }
}

} // namespace

std::string dependenceGraph(const Program &program) {
  static const char *const roles[] = {"inspect", "update", "execute"};
  std::string text = "digraph dependences {\n"
                     "  node [shape=box, fontname=\"monospace\"];\n"
                     "  edge [fontname=\"monospace\"];\n";
  for (size_t number = 0; number < program.phases.size(); ++number) {
    const Phase &phase = program.phases[number];
    text += "  subgraph \"cluster" + std::to_string(number) +
            "\" {\n    label=\"" + roles[unsigned(phase.role)] + "\";\n";
    for (const std::string &name : phase.tree.statements())
      addNode(program.statement(name), text);
    text += "  }\n";
  }
  for (const Phase &phase : program.phases)
    for (const Edge &edge : edgesOf(program, phase))
      addEdge(edge, text);
  return text + "}\n";
}

} // namespace sparsec
