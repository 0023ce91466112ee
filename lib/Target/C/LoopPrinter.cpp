//===- LoopPrinter.cpp - lowered loops as C text --------------------------===//

#include "sparsec/Target/C/LoopPrinter.h"

#include "sparsec/IR/Update.h"
#include "sparsec/LoopIR/ExprPrinter.h"

#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;

/// Whether the lines of an action bring braces of their own.
bool isBlock(const LoopNode &node) {
  return node.kind == Kind::Action && node.lines.size() > 1 &&
         node.lines.front() == "{" && node.lines.back() == "}";
}

/// The lines between those braces.
std::vector<std::string> innerLines(const LoopNode &node) {
  std::vector<std::string> lines;
  for (size_t at = 1; at + 1 < node.lines.size(); ++at) {
    llvm::StringRef line = node.lines[at];
    line.consume_front("  ");
    lines.push_back(line.str());
  }
  return lines;
}

class Printer {
public:
  /// \p shows: as showLoops does.
  Printer(unsigned indent, bool shows) : indent(indent), shows(shows) {}

  void printAll(const std::vector<LoopNode> &nodes) {
    for (const LoopNode &node : nodes)
      print(node);
  }
  std::string take() { return std::move(text); }

private:
  void line(const std::string &content) {
    if (!content.empty())
      text.append(size_t{2} * indent, ' ');
    text += content + "\n";
  }

  /// A line at column 0.
  void directive(const std::string &content) { text += content + "\n"; }

  void openMp(const std::string &pragma) {
    directive("#ifdef _OPENMP");
    directive("#pragma omp " + pragma);
    directive("#endif");
  }

  /// `HEAD {` body, without braces around a single simple statement.
  void nested(const std::string &head, const std::vector<LoopNode> &body,
              bool braces) {
    line(braces ? head + " {" : head);
    ++indent;
    if (body.size() == 1 && isBlock(body[0]))
      for (const std::string &content : innerLines(body[0]))
        line(content);
    else if (braces && body.size() == 1 && isScope(body[0]))
      printScope(body[0]);
    else
      printAll(body);
    --indent;
  }

  /// Whether \p node is a region for nothing but its names.
  static bool isScope(const LoopNode &node) {
    return node.kind == Kind::Region && !node.isParallel;
  }
  void printScope(const LoopNode &node) {
    for (const std::string &content : node.prologue)
      line(content);
    printAll(node.body);
  }

  static bool isSimple(const std::vector<LoopNode> &body);
  void print(const LoopNode &node);
  void printFor(const LoopNode &node);
  void printIf(const LoopNode &node);
  void showRequests(const LoopNode &node);
  void printMarks(const LoopNode &node);
  void printAction(const LoopNode &node);
  void printAssign(const LoopNode &node);
  void printLocal(const LoopNode &node);
  void printRegion(const LoopNode &node);

  std::string text;
  unsigned indent;
  const bool shows;
  bool inRegion = false;
};

bool hasDirective(const LoopNode &node) {
  return node.isFor() && (node.marks.parallel || node.marks.simd ||
                          !node.marks.pragmas.empty());
}

/// Whether \p op keeps the smaller or larger of target and value, by an `if`.
bool isChoice(llvm::StringRef op) { return op == "min=" || op == "max="; }

/// Whether \p body may stand without braces.
bool Printer::isSimple(const std::vector<LoopNode> &body) {
  if (body.size() != 1)
    return false;
  const LoopNode &node = body[0];
  if (node.isFor())
    return !hasDirective(node) && isSimple(node.body);
  if (node.kind == Kind::Action)
    return node.lines.size() == 1 &&
           !llvm::StringRef(node.lines[0]).starts_with("if");
  return node.kind == Kind::Assign &&
         (!isChoice(node.op) || !node.callHead.empty());
}

/// The one bound that the condition compares with.
std::string upperBound(const LoopNode &node) {
  LoopExpr bound = node.upper[0];
  for (size_t pos = 1; pos < node.upper.size(); ++pos)
    bound = minOf(bound, node.upper[pos]);
  // A conditional expression binds less tightly than the comparison.
  bool isSelect = bound.kind == LoopExpr::Kind::Select;
  std::string text = printExpr(bound);
  return isSelect ? "(" + text + ")" : text;
}

/// What passes are still to do with the loop.
void Printer::showRequests(const LoopNode &node) {
  const LoopMarks &marks = node.marks;
  for (auto [isAsked, request] :
       {std::pair(marks.unroll > 1, "unroll " + std::to_string(marks.unroll)),
        {marks.unroll == 0, "unroll all"},
        {marks.expand, "unroll completely"},
        {marks.lanes, "vectorize"},
        {marks.digits.isSet, "incremental"},
        {marks.wave.isSet(), "waves"},
        {marks.reduces, "a part of the reduction for each thread"}})
    if (isAsked)
      line("// " + request);
}

void Printer::printMarks(const LoopNode &node) {
  if (shows)
    showRequests(node);
  if (node.marks.gpu.isMapped())
    line("// " + node.marks.gpu.kernel + ": " + node.marks.gpu.text());
  std::string clauses;
  for (const std::string &reduction : node.reductions)
    clauses += " reduction(" + reduction + ")";
  std::string simd = node.marks.simd ? " simd" : "";
  if (node.marks.parallel) {
    std::string schedule = node.marks.schedule.empty()
                               ? ""
                               : " schedule(" + node.marks.schedule + ")";
    if (node.nowait)
      clauses += " nowait";
    openMp((inRegion ? "for" : "parallel for") + simd + schedule + clauses);
  } else if (node.marks.simd) {
    openMp("simd" + clauses);
  }
  // OpenMP wants the loop right after its directive.
  bool isOpenMp = node.marks.parallel || node.marks.simd;
  bool guards = isOpenMp && !node.marks.pragmas.empty();
  if (guards)
    directive("#ifndef _OPENMP");
  for (const std::string &pragma : node.marks.pragmas)
    directive("#pragma " + pragma);
  if (guards)
    directive("#endif");
}

void Printer::printFor(const LoopNode &node) {
  printMarks(node);
  std::string by = node.descending ? "--" : "++";
  if (node.step != 1)
    by = (node.descending ? " -= " : " += ") + std::to_string(node.step);
  if (node.stride)
    by = " += " + printExpr(*node.stride);
  std::string compare = node.descending ? " >= " : " < ";
  std::string head = "for (" + node.type + " " + node.name + " = " +
                     printExpr(node.lower) + "; " + node.name + compare +
                     upperBound(node) + "; " + node.name + by + ")";
  bool braces = !isSimple(node.body);
  nested(head, node.body, braces);
  if (braces)
    line("}");
}

void Printer::printIf(const LoopNode &node) {
  std::string head = "if (" + printExpr(node.condition) + ")";
  bool braces = !isSimple(node.body) ||
                (!node.otherwise.empty() && !isSimple(node.otherwise));
  nested(head, node.body, braces);
  if (!node.otherwise.empty())
    nested(braces ? "} else" : "else", node.otherwise, braces);
  if (braces)
    line("}");
}

void Printer::printAssign(const LoopNode &node) {
  std::string target = printExpr(node.target), value = printExpr(node.value);
  if (!node.callHead.empty()) {
    line(node.callHead + "&" + target + ", " + value + node.callTail + ";");
    return;
  }
  const std::string function = functionOfUpdate(node.op);
  if (!function.empty()) {
    line(target + " = " + function + "(" + target + ", " + value + ");");
    return;
  }
  if (!isChoice(node.op)) {
    line(target + " " + node.op + " " + value + ";");
    return;
  }
  const char *better = node.op == "min=" || node.op == "fmin=" ? " < " : " > ";
  // fmin and fmax give the other operand where one is NaN.
  std::string missing =
      node.op[0] == 'f' ? " || " + target + " != " + target : "";
  line("if (" + value + better + target + missing + ")");
  ++indent;
  line(target + " = " + value + ";");
  --indent;
}

void Printer::printLocal(const LoopNode &node) {
  line((node.isConst ? "const " : "") + node.type + " " + node.name + " = " +
       printExpr(node.value) + ";");
}

void Printer::printRegion(const LoopNode &node) {
  bool outer = inRegion;
  if (node.isParallel)
    openMp("parallel" + (node.clauses.empty() ? "" : " " + node.clauses));
  line("{");
  ++indent;
  inRegion = node.isParallel;
  printScope(node);
  inRegion = outer;
  --indent;
  line("}");
}

/// Its lines, or, before it has any, a call of the statement.
void Printer::printAction(const LoopNode &node) {
  for (const std::string &content : node.lines)
    line(content);
  if (!node.lines.empty())
    return;
  std::string operands;
  for (const LoopExpr &operand : node.values)
    operands += (operands.empty() ? "" : ", ") + printExpr(operand);
  line(node.name + "(" + operands + ");");
}

void Printer::print(const LoopNode &node) {
  switch (node.kind) {
  case Kind::For:
    return printFor(node);
  case Kind::If:
    return printIf(node);
  case Kind::Block:
    return printAll(node.body);
  case Kind::Assign:
    return printAssign(node);
  case Kind::Local:
    return printLocal(node);
  case Kind::Declare: {
    std::string extents;
    for (const LoopExpr &extent : node.dimensions)
      extents += "[" + printExpr(extent) + "]";
    return line(node.type + " " + node.name + extents + ";");
  }
  case Kind::Action:
    return printAction(node);
  case Kind::Text:
    for (const std::string &content : node.lines)
      line(content);
    return;
  case Kind::Region:
    return printRegion(node);
  }
}

} // namespace

std::string printLoops(const LoopAst &ast, unsigned indent) {
  Printer printer(indent, /*shows=*/false);
  printer.printAll(ast.body);
  return printer.take();
}

std::string showLoops(const LoopAst &ast) {
  Printer printer(/*indent=*/0, /*shows=*/true);
  printer.printAll(ast.body);
  return printer.take();
}

} // namespace sparsec
