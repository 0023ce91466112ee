//===- LoopPrinter.cpp - lowered loops as C text --------------------------===//

#include "sparsec/Target/C/LoopPrinter.h"

#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/LoopIR/Statements.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;

/// The one node that \p node, an action with a body, becomes; itself otherwise.
const LoopNode &onlyWork(const LoopNode &node) {
  const bool isOne = node.kind == Kind::Action && node.body.size() == 1;
  return isOne ? node.body[0] : node;
}

/// Where only gcc is meant.
constexpr const char *isGcc = "#if defined(__GNUC__) && !defined(__clang__)";

class Printer {
public:
  Printer(unsigned indent, Dialect dialect, PrintedNames *names)
      : indent(indent), dialect(dialect), names(names) {}

  void printAll(const std::vector<LoopNode> &nodes) {
    for (const LoopNode &node : nodes)
      print(node);
  }
  PlacedText take() { return {std::move(result), std::move(places)}; }

private:
  void line(const std::string &content) {
    if (!content.empty())
      result.append(size_t{2} * indent, ' ');
    result += content + "\n";
  }

  /// A line at column 0.
  void directive(const std::string &content) { result += content + "\n"; }

  /// Lines at the start of a body that compilers do not vectorise: neither gcc,
  /// which has a directive since version 14 only, nor clang does so across an
  /// empty assembler text. clang then unrolls less, too, so it gets a directive
  /// before the loop where one may stand: not behind OpenMP's.
  std::string scalarBody(bool isOpenMp) const {
    return emptyText(isOpenMp ? "#ifdef __GNUC__" : isGcc, "no vectors");
  }
  /// A text for the assembler that is empty, but that compilers keep in order.
  std::string emptyText(const std::string &where,
                        const std::string &why) const {
    return where + "\n" + std::string(size_t{2} * (indent + 1), ' ') +
           noted("__asm__ volatile(\"\");") + " // " + why + "\n#endif";
  }
  void scalarHint() {
    directive("#ifdef __clang__");
    directive("#pragma " + noted("clang loop vectorize(disable)"));
    directive("#endif");
  }

  void openMp(const std::string &pragma) {
    directive("#ifdef _OPENMP");
    directive("#pragma " + noted("omp " + pragma));
    directive("#endif");
  }

  /// `HEAD {` body, without braces around a single simple statement.
  void nested(const std::string &head, const std::vector<LoopNode> &body,
              bool braces) {
    line(braces ? head + " {" : head);
    ++indent;
    if (braces && body.size() == 1 && isScope(onlyWork(body[0])))
      printScope(onlyWork(body[0]));
    else
      printAll(body);
    --indent;
  }

  /// Whether \p node is a region for nothing but its names.
  static bool isScope(const LoopNode &node) {
    return node.kind == Kind::Region && !node.isParallel;
  }
  void printScope(const LoopNode &node) {
    printAll(node.prologue);
    printAll(node.body);
  }

  static bool isSimple(const std::vector<LoopNode> &body);
  void print(const LoopNode &node);
  void printFor(const LoopNode &node);
  void printIf(const LoopNode &node);
  void printMarks(const LoopNode &node);
  void printAssign(const LoopNode &node);
  void printUpdate(const LoopNode &node);
  void printCheck(const LoopNode &node);
  void printDeclare(const LoopNode &node);
  std::string text(const LoopExpr &expr) const {
    return printExpr(expr, dialect, names);
  }
  /// Notes the parts of \p part, a type, a name or a directive, and returns it.
  std::string noted(std::string part) const {
    if (names)
      names->addWords(part);
    return part;
  }
  std::string listText(const std::vector<LoopExpr> &operands) const;
  std::string extentsText(const LoopNode &node) const;
  std::string upperBound(const LoopNode &node) const;
  void printLocal(const LoopNode &node);
  void printRegion(const LoopNode &node);

  /// The next line is that of \p node, a loop or a statement of the program.
  void place(const LoopNode &node);

  std::string result;
  std::vector<CodePlace> places;
  unsigned indent;
  const Dialect dialect;
  PrintedNames *const names; ///< null: nobody asks
  bool inRegion = false;
};

bool hasDirective(const LoopNode &node) {
  return node.isFor() && (node.marks.parallel || node.marks.simd ||
                          node.marks.scalar || !node.marks.pragmas.empty());
}

/// Whether \p update is an `if` around an assignment.
bool isConditional(Update update) {
  return isChoice(update) && !*functionOf(update);
}

/// Whether \p body may stand without braces.
bool Printer::isSimple(const std::vector<LoopNode> &body) {
  if (body.size() != 1)
    return false;
  const LoopNode &node = body[0];
  if (node.isFor())
    return !hasDirective(node) && isSimple(node.body);
  // One without work is no statement.
  if (node.kind == Kind::Action)
    return isSimple(node.body);
  if (node.kind == Kind::Assign)
    return node.atomic == LoopNode::Atomic::Function ||
           (node.atomic == LoopNode::Atomic::None && !isConditional(node.op));
  return node.kind == Kind::Call || node.kind == Kind::Return ||
         node.kind == Kind::Break || node.kind == Kind::Continue;
}

/// The one bound that the condition compares with.
std::string Printer::upperBound(const LoopNode &node) const {
  LoopExpr bound = node.upper[0];
  for (size_t pos = 1; pos < node.upper.size(); ++pos)
    bound = minOf(bound, node.upper[pos]);
  // A conditional expression binds less tightly than the comparison.
  bool isSelect = bound.kind == LoopExpr::Kind::Select;
  const std::string least = text(bound);
  return isSelect ? "(" + least + ")" : least;
}

void Printer::printMarks(const LoopNode &node) {
  if (node.marks.gpu.isMapped())
    line("// " + node.marks.gpu.kernel + ": " + node.marks.gpu.text());
  std::string clauses;
  for (const Reduction &reduction : node.reductions)
    clauses += " reduction(" + reduction.clause() + ")";
  std::string simd = node.marks.simd ? " simd" : "";
  if (node.marks.parallel) {
    std::string schedule = node.marks.schedule.empty()
                               ? ""
                               : " schedule(" + node.marks.schedule + ")";
    if (node.nowait)
      clauses += " nowait";
    if (node.parallelIf)
      clauses += " if (" + text(*node.parallelIf) + ")";
    openMp((inRegion ? "for" : "parallel for") + simd + schedule + clauses);
  } else if (node.marks.simd) {
    openMp("simd" + clauses);
  }
  // OpenMP wants the loop right after its directive.
  bool isOpenMp = node.marks.parallel || node.marks.simd;
  const bool guards = isOpenMp && !node.marks.pragmas.empty();
  if (guards)
    directive("#ifndef _OPENMP");
  for (const std::string &pragma : node.marks.pragmas)
    directive("#pragma " + noted(pragma));
  if (guards)
    directive("#endif");
  if (node.marks.scalar && !isOpenMp)
    scalarHint();
}

/// The statements that \p node, and what is in it, are made of.
std::vector<std::string> statementsIn(const LoopNode &node) {
  std::vector<std::string> names;
  node.walk([&](const LoopNode &part) {
    const bool isStatement =
        part.kind == Kind::Assign || part.kind == Kind::Action;
    if (isStatement && !part.name.empty() &&
        !llvm::is_contained(names, part.name))
      names.push_back(part.name);
  });
  return names;
}

void Printer::place(const LoopNode &node) {
  std::vector<std::string> statements = statementsIn(node);
  if (!statements.empty() && (!node.isFor() || !node.loop.empty()))
    places.push_back(
        {result.size(), node.isFor() ? node.loop : "", std::move(statements)});
}

void Printer::printFor(const LoopNode &node) {
  printMarks(node);
  place(node);
  std::string by = node.descending ? "--" : "++";
  if (node.step != 1)
    by = (node.descending ? " -= " : " += ") + std::to_string(node.step);
  if (node.stride)
    by = " += " + text(*node.stride);
  const std::string goesOn = node.goesOn ? text(*node.goesOn) + " && " : "";
  std::string compare = node.descending ? " >= " : " < ";
  std::string head = "for (" +
                     noted(node.type.declare(node.name, languageOf(dialect))) +
                     " = " + text(node.lower) + "; " + goesOn + node.name +
                     compare + upperBound(node) + "; " + node.name + by + ")";
  const bool hasText = node.marks.scalar || node.noJam;
  bool braces = hasText || !isSimple(node.body);
  if (node.marks.scalar)
    head += " {\n" + scalarBody(node.marks.parallel || node.marks.simd);
  else if (node.noJam)
    head += " {\n" + emptyText(isGcc, "no unroll and jam");
  nested(head, node.body, braces && !hasText);
  if (braces)
    line("}");
}

void Printer::printIf(const LoopNode &node) {
  std::string head = "if (" + text(node.condition) + ")";
  bool braces = !isSimple(node.body) ||
                (!node.otherwise.empty() && !isSimple(node.otherwise));
  nested(head, node.body, braces);
  if (!node.otherwise.empty())
    nested(braces ? "} else" : "else", node.otherwise, braces);
  if (braces)
    line("}");
}

/// By a function of the runtime, or OpenMP.
void Printer::printUpdate(const LoopNode &node) {
  if (node.atomic != LoopNode::Atomic::Function) {
    const bool isWrite = node.atomic == LoopNode::Atomic::Write;
    openMp(isWrite ? "atomic write" : "atomic");
    place(node);
    return line(text(node.target) + " " + spellingOf(node.op) + " " +
                text(node.value) + ";");
  }
  const std::vector<LoopExpr> operands = operandsOfUpdater(node);
  if (names)
    names->addCall(node.updater);
  place(node);
  line(node.updater + "(" + listText(operands) + ");");
}

void Printer::printAssign(const LoopNode &node) {
  if (node.atomic != LoopNode::Atomic::None)
    return printUpdate(node);
  place(node);
  if (node.type.isVector())
    return line(text(expr::unary(Operator::Dereference,
                                 expr::cast(LoopType::pointerTo(node.type),
                                            expr::addressOf(node.target)))) +
                " = make_" + node.type.spelling() + "(" +
                listText(node.value.operands.toVector()) + ");");
  const std::string target = text(node.target), value = text(node.value);
  const std::string function = functionOf(node.op);
  if (!function.empty()) {
    if (names)
      names->addCall(function);
    line(target + " = " + function + "(" + target + ", " + value + ");");
    return;
  }
  if (!isConditional(node.op)) {
    line(target + " " + spellingOf(node.op) + " " + value + ";");
    return;
  }
  const Operator better = isLeast(node.op) ? Operator::Less : Operator::Greater;
  line("if (" + text(expr::binary(node.value, better, node.target)) + ")");
  ++indent;
  line(target + " = " + value + ";");
  --indent;
}

void Printer::printLocal(const LoopNode &node) {
  line((node.isConst ? "const " : "") +
       noted(node.type.declare(node.name, languageOf(dialect))) +
       extentsText(node) + " = " + text(node.value) + ";");
}

std::string Printer::listText(const std::vector<LoopExpr> &operands) const {
  std::string list;
  for (const LoopExpr &operand : operands)
    list += (list.empty() ? "" : ", ") + text(operand);
  return list;
}

std::string Printer::extentsText(const LoopNode &node) const {
  std::string extents;
  for (const LoopExpr &extent : node.dimensions)
    extents += "[" + text(extent) + "]";
  return extents;
}

void Printer::printDeclare(const LoopNode &node) {
  std::string extents = extentsText(node);
  if (!node.values.empty())
    extents = "(" + listText(node.values) + ")";
  line(noted(node.type.declare(node.name, languageOf(dialect))) + extents +
       ";");
}

void Printer::printRegion(const LoopNode &node) {
  bool outer = inRegion;
  if (node.isParallel)
    openMp("parallel" +
           (node.team ? " num_threads(" + text(*node.team) + ")" : ""));
  if (node.atomic == LoopNode::Atomic::Critical)
    openMp("critical");
  line("{");
  ++indent;
  inRegion |= node.isParallel;
  printScope(node);
  inRegion = outer;
  --indent;
  line("}");
}

void Printer::printCheck(const LoopNode &node) {
  line("if (" + noted("status != SPARSEC_OK") + ")");
  ++indent;
  line(node.leave == LoopNode::Leave::ToFail ? "goto " + noted("fail") + ";"
                                             : "return status;");
  --indent;
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
  case Kind::Declare:
    return printDeclare(node);
  case Kind::Action:
    place(node);
    return printAll(node.body);
  case Kind::Call:
    return line(text(node.value) + ";");
  case Kind::Check:
    return printCheck(node);
  case Kind::Return:
    return line(node.values.empty() ? "return;"
                                    : "return " + text(node.values[0]) + ";");
  case Kind::Label:
    return directive(noted(node.name) + ":");
  case Kind::Break:
    return line("break;");
  case Kind::Continue:
    return line("continue;");
  case Kind::Barrier:
    return inRegion ? openMp("barrier") : line("__syncthreads();");
  case Kind::Region:
    return printRegion(node);
  }
}

} // namespace

PlacedText printPlaced(const LoopAst &ast, unsigned indent, Dialect dialect,
                       PrintedNames *names) {
  Printer printer(indent, dialect, names);
  printer.printAll(ast.body);
  return printer.take();
}

} // namespace sparsec
