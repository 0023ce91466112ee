//===- NodeWriter.cpp - statements as text --------------------------------===//

#include "NodeWriter.h"

#include "Attributes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec::looptext {

using Kind = LoopNode::Kind;

void NodeWriter::line(const std::string &content) {
  text.append(size_t{2} * indent, ' ');
  text += content + "\n";
}

/// The loop of the phase that \p node runs, where its name does not say it.
void NodeWriter::addSource(std::vector<std::string> &texts,
                           const LoopNode &node) {
  if (node.loop.empty())
    texts.push_back("made");
  else if (node.loop != node.name)
    texts.push_back("loop" + entriesText({{"", node.loop}}));
  if (!node.source) {
    if (!node.loop.empty())
      texts.push_back("source(none)");
    return;
  }
  auto &known = sources[node.source->name];
  auto found = llvm::find(known, node.source);
  const size_t number = size_t(found - known.begin()) + 1;
  if (found == known.end())
    known.push_back(node.source);
  if (number == 1 && node.source->name == node.loop)
    return;
  Entries entries = {{"", node.source->name}};
  if (number > 1)
    entries.push_back({"", std::to_string(number)});
  texts.push_back("source" + entriesText(entries));
}

std::vector<std::string> NodeWriter::attributes(const LoopNode &node) {
  std::vector<std::string> texts;
  if (node.isFor())
    addSource(texts, node);
  const bool isStep = node.step > 0 && !node.stride;
  if (node.isFor() && node.step != 1 && !isStep)
    texts.push_back("step(" + std::to_string(node.step) + ")");
  llvm::append_range(texts, attributesOf(nodeAttributes(), node));
  return texts;
}

void NodeWriter::body(const std::vector<LoopNode> &nodes) {
  scope.enter();
  ++indent;
  writeAll(nodes);
  --indent;
  scope.leave();
}

void NodeWriter::nested(const std::string &head, const LoopNode &node) {
  line(head + (head.empty() ? "" : " ") + headText(attributes(node)) + "{");
}

/// One bound, or the least of several.
static std::string boundText(const LoopNode &node, const ExprWriter &exprs) {
  if (node.upper.size() != 1)
    return "min(" + exprs.list(node.upper, Mode::Integers) + ")";
  std::string bound = exprs.write(node.upper[0], Mode::Integers, Additive);
  const bool isMin = node.upper[0].kind == LoopExpr::Kind::Min;
  return isMin ? "(" + bound + ")" : bound;
}

/// ` word (value)`, if there is one.
std::string NodeWriter::clause(const char *word,
                               const std::optional<LoopExpr> &value) const {
  return value ? std::string(" ") + word + " (" +
                     exprs.write(*value, Mode::Values) + ")"
               : "";
}

/// ` word(values)`, if there are some.
std::string NodeWriter::clause(const char *word,
                               const std::vector<LoopExpr> &values) const {
  return values.empty() ? ""
                        : std::string(" ") + word + "(" +
                              exprs.list(values, Mode::Values) + ")";
}

std::string NodeWriter::headOf(const LoopNode &node) const {
  const std::string name = nameText(node.name);
  std::string by = node.descending ? " -= " : " += ";
  if (node.stride)
    by += (node.stride->isInteger() ? "(" : "") +
          exprs.write(*node.stride, Mode::Integers) +
          (node.stride->isInteger() ? ")" : "");
  else if (node.step > 1)
    by += std::to_string(node.step);
  else
    by = node.descending ? "--" : "++";
  return "for (" + typeText(node.type.spelling()) + " " + name + " = " +
         exprs.write(node.lower, Mode::Integers) + "; " + name +
         (node.descending ? " >= " : " < ") + boundText(node, exprs) + "; " +
         name + by + ")" + clause("while", node.goesOn) +
         clause("where", node.parallelIf);
}

void NodeWriter::writeFor(const LoopNode &node) {
  nested(headOf(node), node);
  scope.enter();
  scope.declare(node);
  body(node.body);
  scope.leave();
  line("}");
}

void NodeWriter::writeIf(const LoopNode &node) {
  const std::string places =
      node.values.empty()
          ? ""
          : " from (" + exprs.list(node.values, Mode::Integers) + ")";
  nested("if (" + exprs.write(node.condition, Mode::Integers) + ")" + places,
         node);
  body(node.body);
  if (!node.otherwise.empty()) {
    line("} else {");
    body(node.otherwise);
  }
  line("}");
}

void NodeWriter::writeRegion(const LoopNode &node) {
  nested((node.isParallel ? "parallel" : "scope") + clause("team", node.team),
         node);
  scope.enter();
  ++indent;
  if (!node.prologue.empty()) {
    // Its locals are seen behind it.
    line("prologue {");
    ++indent;
    writeAll(node.prologue);
    --indent;
    line("}");
  }
  writeAll(node.body);
  --indent;
  scope.leave();
  line("}");
}

void NodeWriter::writeAction(const LoopNode &node) {
  const std::string head = headText(attributes(node)) + "action " +
                           nameText(node.name) + "(" +
                           exprs.list(node.values, Mode::Integers) + ")";
  if (node.body.empty())
    return line(head + ";");
  line(head + " {");
  body(node.body);
  line("}");
}

void NodeWriter::writeLocal(const LoopNode &node) {
  std::string value = exprs.write(node.value, modeOfLocal(node));
  line(headText(attributes(node)) + (node.isConst ? "const " : "") +
       typeText(node.type.spelling()) + " " + nameText(node.name) +
       extents(node) + " = " + value + ";");
  scope.declare(node);
}

std::string NodeWriter::extents(const LoopNode &node) const {
  std::string text;
  for (const LoopExpr &extent : node.dimensions)
    text += "[" + exprs.write(extent, Mode::Integers) + "]";
  return text;
}

std::string NodeWriter::declaration(const LoopNode &node) const {
  const std::string made =
      node.values.empty() ? ""
                          : "(" + exprs.list(node.values, Mode::Values) + ")";
  return typeText(node.type.spelling()) + " " + nameText(node.name) +
         extents(node) + made + ";";
}

std::string NodeWriter::assignment(const LoopNode &node) const {
  return (node.name.empty() ? "" : nameText(node.name) + ": ") +
         exprs.write(node.target, Mode::Values) +
         (node.type.isVector() ? " as " + node.type.spelling() : "") + " " +
         spellingOf(node.op) + " " + exprs.write(node.value, Mode::Values) +
         clause("before", node.before) + clause("after", node.after) + ";";
}

void NodeWriter::write(const LoopNode &node) {
  switch (node.kind) {
  case Kind::For:
    return writeFor(node);
  case Kind::If:
    return writeIf(node);
  case Kind::Block:
    // Its locals are seen behind it.
    nested("", node);
    ++indent;
    writeAll(node.body);
    --indent;
    return line("}");
  case Kind::Assign:
    return line(headText(attributes(node)) + assignment(node));
  case Kind::Local:
    return writeLocal(node);
  case Kind::Declare:
    line(headText(attributes(node)) + declaration(node));
    return scope.declare(node);
  case Kind::Action:
    return writeAction(node);
  case Kind::Call:
    return line("call " + exprs.write(node.value, Mode::Values) + ";");
  case Kind::Check:
    return line(headText(attributes(node)) + "check;");
  case Kind::Return:
    return line(std::string("return") + (node.values.empty() ? "" : " ") +
                exprs.list(node.values, Mode::Values) + ";");
  case Kind::Label:
    return line("label " + nameText(node.name) + ";");
  case Kind::Break:
    return line("break;");
  case Kind::Continue:
    return line("continue;");
  case Kind::Barrier:
    return line("barrier;");
  case Kind::Region:
    return writeRegion(node);
  }
}

void NodeWriter::writeAll(const std::vector<LoopNode> &nodes) {
  for (const LoopNode &node : nodes)
    write(node);
}

} // namespace sparsec::looptext
