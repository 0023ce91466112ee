//===- NodeReader.cpp - statements from text ------------------------------===//

#include "NodeReader.h"

#include "Attributes.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec::looptext {

using Kind = LoopNode::Kind;

std::vector<LoopNode> NodeReader::readAll() {
  std::vector<LoopNode> nodes;
  while (isAtStatement())
    nodes.push_back(read());
  return nodes;
}

bool NodeReader::isAtStatement() const {
  return !cursor.isAtEnd() && !cursor.is("}") && !cursor.is("phase");
}

std::vector<LoopNode> NodeReader::body() {
  cursor.expect("{");
  scope.enter();
  std::vector<LoopNode> nodes = readAll();
  scope.leave();
  cursor.expect("}");
  return nodes;
}

LoopNode NodeReader::read() {
  LoopNode node;
  if (!cursor.enter())
    return node;
  if (cursor.is("["))
    attributes(node);
  readKind(node);
  cursor.leave();
  return node;
}

void NodeReader::readKind(LoopNode &node) {
  if (cursor.take("for"))
    return readFor(node);
  if (cursor.take("if"))
    return readIf(node);
  if (cursor.is("parallel") || cursor.is("scope"))
    return readRegion(node);
  if (cursor.take("action"))
    return readAction(node);
  if (cursor.is("{"))
    return readBlock(node);
  if (readSimple(node))
    return cursor.expect(";");
  if (exprs.isAtType())
    return readDeclaration(node);
  readAssignment(node);
}

/// What begins with a word of its own and has no body.
bool NodeReader::readSimple(LoopNode &node) {
  static const std::pair<const char *, Kind> words[] = {
      {"call", Kind::Call},      {"check", Kind::Check},
      {"return", Kind::Return},  {"label", Kind::Label},
      {"break", Kind::Break},    {"continue", Kind::Continue},
      {"barrier", Kind::Barrier}};
  for (const auto &[word, kind] : words) {
    if (!cursor.take(word))
      continue;
    node.kind = kind;
    if (kind == Kind::Call)
      node.value = exprs.read(Mode::Values);
    if (kind == Kind::Return && !cursor.is(";"))
      node.values = {exprs.read(Mode::Values)};
    if (kind == Kind::Label)
      node.name = cursor.name("a label");
    return true;
  }
  return false;
}

/// ` word (value)`
std::optional<LoopExpr> NodeReader::clause(const char *word) {
  if (!cursor.take(word))
    return std::nullopt;
  cursor.expect("(");
  LoopExpr value = exprs.read(Mode::Values);
  cursor.expect(")");
  return value;
}

/// `made`, `loop(ii)` and `source(ii, 2)`.
bool NodeReader::sourceAttribute(LoopNode &node, SourceKey &source) {
  const Token token = cursor.peek();
  if (cursor.take("made")) {
    node.loop.clear();
    source.number = 0;
    return true;
  }
  if (!token.is("loop") && !token.is("source"))
    return false;
  cursor.next();
  Entries entries = readEntries(cursor);
  long number = 1;
  const bool isNumbered = token.is("source") && entries.size() == 2;
  if (isNumbered && llvm::StringRef(entries[1].value).getAsInteger(10, number))
    number = 0;
  if ((entries.size() != 1 && !isNumbered) || number < 1) {
    cursor.failAt(token, token.is("loop")
                             ? "'loop' takes the name of a loop"
                             : "'source' takes the name of a loop, and "
                               "which one of that name");
    return true;
  }
  if (token.is("loop")) {
    node.loop = source.name = entries[0].value;
    source.number = 1;
  } else if (entries[0].value == "none") {
    source.number = 0;
  } else {
    source = {entries[0].value, number};
  }
  return true;
}

void NodeReader::attributes(LoopNode &node, SourceKey *source) {
  if (!cursor.take("["))
    return;
  do {
    if (source && sourceAttribute(node, *source))
      continue;
    if (source && cursor.take("step")) {
      cursor.expect("(");
      node.step = cursor.integer("a step");
      cursor.expect(")");
      continue;
    }
    readAttribute(cursor, nodeAttributes(), node);
  } while (cursor.take(","));
  cursor.expect("]");
}

void NodeReader::readFor(LoopNode &node) {
  node.kind = Kind::For;
  cursor.expect("(");
  node.type = exprs.type();
  node.name = node.loop = cursor.name("the loop's variable");
  cursor.expect("=");
  node.lower = exprs.read(Mode::Integers);
  cursor.expect(";");
  readBounds(node);
  cursor.expect(";");
  readStep(node);
  cursor.expect(")");
  node.goesOn = clause("while");
  node.parallelIf = clause("where");
  SourceKey source{node.name, 1};
  attributes(node, &source);
  sources.push_back(std::move(source));
  scope.enter();
  scope.declare(node);
  node.body = body();
  scope.leave();
}

/// `i < n` or `i >= n`; `i < min(n, m)` has two bounds, `i < (min(n, m))` one.
void NodeReader::readBounds(LoopNode &node) {
  if (!cursor.peek().isName() || cursor.peek().text != node.name)
    cursor.fail("expected '" + node.name + "', the loop's variable");
  cursor.next();
  node.descending = cursor.take(">=");
  if (!node.descending)
    cursor.expect("<");
  const bool isMin = cursor.is("min") && cursor.peek(1).is("(");
  if (isMin && cursor.peek(2).is(")")) {
    for (const char *word : {"min", "(", ")"})
      cursor.expect(word);
    return;
  }
  LoopExpr bound = exprs.operand(Mode::Integers, Additive);
  if (isMin && bound.kind == LoopExpr::Kind::Min && cursor.previous().is(")"))
    node.upper = bound.operands.toVector();
  else
    node.upper = {std::move(bound)};
}

/// `i++`, `i += 4` or, where only kernels know, `i += blocks`.
void NodeReader::readStep(LoopNode &node) {
  if (!cursor.peek().isName() || cursor.peek().text != node.name)
    cursor.fail("expected '" + node.name + "', the loop's variable");
  cursor.next();
  if (cursor.take(node.descending ? "--" : "++"))
    return;
  cursor.expect(node.descending ? "-=" : "+=");
  if (cursor.peek().kind == Token::Kind::Number && cursor.peek(1).is(")"))
    node.step = cursor.integer("a step");
  else
    node.stride = exprs.read(Mode::Integers);
}

void NodeReader::readIf(LoopNode &node) {
  node.kind = Kind::If;
  cursor.expect("(");
  node.condition = exprs.read(Mode::Integers);
  cursor.expect(")");
  if (cursor.take("from"))
    node.values = exprs.list(Mode::Integers, "(", ")");
  attributes(node);
  node.body = body();
  if (cursor.take("else"))
    node.otherwise = body();
}

/// Its locals are seen behind it.
void NodeReader::readBlock(LoopNode &node) {
  cursor.expect("{");
  node.body = readAll();
  cursor.expect("}");
}

void NodeReader::readRegion(LoopNode &node) {
  node.kind = Kind::Region;
  node.isParallel = cursor.next().is("parallel");
  node.team = clause("team");
  attributes(node);
  cursor.expect("{");
  scope.enter();
  if (cursor.take("prologue")) {
    cursor.expect("{");
    node.prologue = readAll();
    cursor.expect("}");
  }
  node.body = readAll();
  scope.leave();
  cursor.expect("}");
}

void NodeReader::readAction(LoopNode &node) {
  node.kind = Kind::Action;
  node.name = cursor.name("an action");
  node.values = exprs.list(Mode::Integers, "(", ")");
  if (cursor.is("{"))
    node.body = body();
  else
    cursor.expect(";");
}

/// `const int k = col[j];`, `double s = 0;` or `double t[3][3];`.
void NodeReader::readDeclaration(LoopNode &node) {
  node.isConst = cursor.take("const");
  node.type = exprs.type();
  node.name = cursor.name("the name of a local");
  while (cursor.take("[")) {
    node.dimensions.push_back(exprs.read(Mode::Integers));
    cursor.expect("]");
  }
  if (cursor.take("=")) {
    node.kind = Kind::Local;
    node.value = exprs.read(modeOfLocal(node));
  } else {
    node.kind = Kind::Declare;
    node.isConst = true;
    if (cursor.is("("))
      node.values = exprs.list(Mode::Values, "(", ")");
  }
  cursor.expect(";");
  scope.declare(node);
}

void NodeReader::readAssignment(LoopNode &node) {
  node.kind = Kind::Assign;
  if (cursor.peek().isName() && cursor.peek(1).is(":")) {
    node.name = cursor.name("a statement");
    cursor.expect(":");
  }
  node.target = exprs.operand(Mode::Values, Prefix);
  if (cursor.take("as"))
    node.type = exprs.type();
  const Token op = cursor.peek();
  node.op = op.kind == Token::Kind::Update || op.kind == Token::Kind::Symbol
                ? updateNamed(op.text)
                : Update::None;
  if (node.op == Update::None)
    return cursor.fail("expected '=' or an update, such as '+='");
  cursor.next();
  node.value = exprs.read(Mode::Values);
  if (cursor.take("before"))
    node.before = exprs.list(Mode::Values, "(", ")");
  if (cursor.take("after"))
    node.after = exprs.list(Mode::Values, "(", ")");
  cursor.expect(";");
}

} // namespace sparsec::looptext
