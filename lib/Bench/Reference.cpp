//===- Reference.cpp - the loops that bound the rounding error ------------===//
///
/// \file
/// Four variants of the source's loops, made by rewriting its expressions:
///
/// * bench_bound adds up magnitudes: run on absolute values, with every minus
///   a plus, it computes for y = sum a x the sum |a| |x|.
/// * bench_terms computes for each element the longest chain of roundings
///   behind it, from data that are all zero: each operation adds one to the
///   larger of its operands' lengths.
/// * bench_rounding computes how far each element may be off, relative to what
///   bench_bound has for it, from data that hold by how much a plan rounds
///   them: factors add up, of terms the worst counts.
/// * bench_count counts the executions of each statement.
///
/// Of complex numbers the first two are in the real parts (verify.c); fmax
/// takes these. No operation on complex numbers rounds a part more than twice.
///
/// A result whose chain has k roundings is off by at most about k eps times
/// the bound, in whatever order its terms were added (Higham, Accuracy and
/// Stability of Numerical Algorithms, section 3.1).
///
//===----------------------------------------------------------------------===//

#include "sparsec/Bench/Driver.h"
#include "sparsec/Bench/Replay.h"

#include "sparsec/IR/StorageFormat.h"
#include "sparsec/PlanApi/Emit.h"
#include "sparsec/Target/C/RuntimeText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec::bench {
namespace {

Expr call(const char *function, std::vector<Expr> operands) {
  Expr result;
  result.kind = Expr::Kind::Call;
  result.text = function;
  result.type = operands[0].type;
  result.operands = std::move(operands);
  return result;
}

/// An element with which C computes alike everywhere: of 16 bits, as a float.
Expr loaded(const Expr &access) {
  if (!smallFloat(access.type))
    return access;
  Expr wide;
  wide.kind = Expr::Kind::Cast;
  wide.type = *ElementType::named("float");
  wide.operands = {access};
  return wide;
}

Expr larger(Expr a, Expr b) {
  return call("fmax", {std::move(a), std::move(b)});
}

/// Whether a choice does not depend on floating-point values.
bool isExactChoice(const Expr &select) {
  bool exact = true;
  select.operands[0].walk(
      [&](const Expr &node) { exact &= !node.type.isFloating(); });
  return exact;
}

/// Integers count with their magnitude where they become floating.
void boundInteger(Expr &node) {
  if (node.type.isFloating() || node.kind == Expr::Kind::Constant)
    return;
  node = call("fabs", {node});
  node.type = ElementType::float64();
}

void boundNode(Expr &node) {
  // What data subscripts stays in its place.
  if (!node.type.isFloating() || node.kind == Expr::Kind::Access)
    return;
  const bool isSelect = node.kind == Expr::Kind::Select;
  for (size_t pos = isSelect ? 1 : 0; pos < node.operands.size(); ++pos)
    boundInteger(node.operands[pos]);
  if (node.op == Operator::Subtract)
    node.op = Operator::Add;
  else if (node.op == Operator::Negate)
    node = Expr(node.operands[0]);
  else if (!node.type.isComplex() &&
           (node.kind == Expr::Kind::Cast || node.kind == Expr::Kind::Affine ||
            node.kind == Expr::Kind::Call))
    node = call("fabs", {node});
  else if (node.kind == Expr::Kind::Select && !isExactChoice(node))
    node = larger(node.operands[1], node.operands[2]);
}

/// What is compared or assigned: not what goes along with it, which tells
/// where bounds are taken from, too.
Expr &offeredIn(Assignment &assignment) {
  Expr &all = assignment.computed();
  return all.kind == Expr::Kind::Carrying ? all.operands[0] : all;
}

/// The update by which a bound takes the place of lesser and equal ones.
Update largerBy(Update update) {
  return hasTies(update) ? Update::LastGreatest : Update::Greatest;
}

Assignment boundAssignment(Assignment assignment) {
  if (!assignment.target.type.isFloating())
    return assignment;
  Expr &value = offeredIn(assignment);
  value = value.mapNodes(boundNode);
  boundInteger(value);
  if (assignment.op == Update::Subtract)
    assignment.op = Update::Add;
  if (isChoice(assignment.op))
    assignment.op = largerBy(assignment.op);
  return assignment;
}

Expr number(const char *text, const ElementType &type) {
  return Expr::constant(text, type);
}

/// One more than the longest chain among \p operands.
Expr longerChain(const std::vector<Expr> &operands, const ElementType &type);

/// The chain behind the value of \p expr.
Expr chainOf(const Expr &expr, const ElementType &type) {
  switch (expr.kind) {
  case Expr::Kind::Access:
    return expr.type.isFloating() ? loaded(expr) : number("0.0", type);
  case Expr::Kind::Constant:
  case Expr::Kind::Affine:
    return number("0.0", type);
  case Expr::Kind::Select:
    if (isExactChoice(expr)) {
      Expr choice = expr;
      choice.type = type;
      choice.operands[1] = chainOf(expr.operands[1], type);
      choice.operands[2] = chainOf(expr.operands[2], type);
      return choice;
    }
    return longerChain({expr.operands[1], expr.operands[2]}, type);
  default:
    return longerChain(expr.operands, type);
  }
}

Expr longerChain(const std::vector<Expr> &operands, const ElementType &type) {
  Expr longest = chainOf(operands[0], type);
  for (const Expr &operand : llvm::ArrayRef(operands).drop_front()) {
    Expr chain = chainOf(operand, type);
    bool nothing = chain.kind == Expr::Kind::Constant;
    if (longest.kind == Expr::Kind::Constant)
      longest = chain;
    else if (!nothing)
      longest = larger(longest, chain);
  }
  return Expr::binary(Operator::Add, longest, number("1.0", type));
}

Assignment chainAssignment(Assignment assignment) {
  ElementType type = assignment.target.type;
  if (!type.isFloating())
    return assignment;
  Expr &value = offeredIn(assignment);
  value = assignment.op == Update::Set
              ? chainOf(value, type)
              : longerChain({assignment.target, value}, type);
  assignment.op = hasTies(assignment.op) ? Update::LastGreatest : Update::Set;
  return assignment;
}

/// The two errors of a product or quotient.
Expr both(Expr a, Expr b) {
  if (a.kind == Expr::Kind::Constant)
    return b;
  return b.kind == Expr::Kind::Constant
             ? a
             : Expr::binary(Operator::Add, std::move(a), std::move(b));
}

/// The greater one of the errors of terms.
Expr worse(Expr a, Expr b) {
  if (a.kind == Expr::Kind::Constant)
    return b;
  return b.kind == Expr::Kind::Constant ? a
                                        : larger(std::move(a), std::move(b));
}

/// By how much the value of \p expr may be off; a constant for nothing.
Expr roundingOf(const Expr &expr, const ElementType &type) {
  const bool isTerms = expr.kind == Expr::Kind::Select ||
                       expr.op == Operator::Add ||
                       expr.op == Operator::Subtract || expr.text == "fmin" ||
                       expr.text == "fmax";
  Expr result = number("0.0", type);
  if (expr.kind == Expr::Kind::Access)
    return expr.type.isFloating() ? loaded(expr) : result;
  if (expr.kind == Expr::Kind::Select && isExactChoice(expr)) {
    Expr choice = expr;
    choice.type = type;
    for (size_t pos : {1, 2})
      choice.operands[pos] = roundingOf(expr.operands[pos], type);
    return choice;
  }
  for (size_t pos = expr.kind == Expr::Kind::Select ? 1 : 0;
       pos < expr.operands.size(); ++pos) {
    Expr next = roundingOf(expr.operands[pos], type);
    result = isTerms ? worse(std::move(result), std::move(next))
                     : both(std::move(result), std::move(next));
  }
  return result;
}

Assignment roundingAssignment(Assignment assignment) {
  const ElementType type = assignment.target.type;
  if (!type.isFloating())
    return assignment;
  Expr &value = offeredIn(assignment);
  Expr rounding = roundingOf(value, type);
  const Update op = assignment.op;
  if (op == Update::Multiply || op == Update::Divide)
    rounding = both(assignment.target, std::move(rounding));
  else if (op != Update::Set)
    rounding = worse(assignment.target, std::move(rounding));
  value = std::move(rounding);
  assignment.op = hasTies(op) ? Update::LastGreatest : Update::Set;
  return assignment;
}

/// One function of the reference file.
class ReferenceWriter {
public:
  ReferenceWriter(const Program &program, const Kernel &kernel,
                  const std::vector<FreeOrder> &orders)
      : program(program), kernel(kernel), orders(orders),
        passing(passArguments(kernel)) {}

  llvm::Expected<std::string> variant(const std::string &name,
                                      Assignment (*rewrite)(Assignment));
  llvm::Expected<std::string> counting();
  /// bench_replay, the loops as they are.
  llvm::Expected<std::string> replay();
  /// The words of the loops so far.
  PrintedNames names;

private:
  llvm::Expected<std::string> loops(Program changed, const std::string &name,
                                    const std::string &counts);
  std::string parameters() const;
  std::string presences() const;

  const Program &program;
  const Kernel &kernel;
  const std::vector<FreeOrder> &orders;
  ArgumentPassing passing;
};

std::string ReferenceWriter::parameters() const {
  std::vector<std::string> declarations;
  for (const SourceFunction::Argument &argument : program.function.arguments)
    declarations.push_back(argument.declarator.text);
  return llvm::join(declarations, ", ");
}

/// What the loops ask of pointers.
std::string ReferenceWriter::presences() const {
  std::string text;
  for (const Parameter &parameter : program.parameters)
    if (!parameter.pointer.empty())
      text += "  const int " + parameter.name + " = " + parameter.pointer +
              " != 0;\n  (void)" + parameter.name + ";\n";
  return text;
}

llvm::Expected<std::string> ReferenceWriter::loops(Program changed,
                                                   const std::string &name,
                                                   const std::string &counts) {
  llvm::Expected<std::string> body =
      emitPhase(changed, changed.executePhase(), &names);
  if (!body)
    return body.takeError();
  std::string first = counts.empty() ? "" : "double *bench_counts, ";
  std::string passed = counts.empty() ? "" : "counts, ";
  return "static void " + name + "_loops(" + first + parameters() + ") {\n" +
         presences() + orderLists(orders) + *body + "}\n\nvoid " + name +
         "(void *const *args" + counts + ") {\n" + passing.setUp + "  " + name +
         "_loops(" + passed + llvm::join(passing.values, ", ") + ");\n}\n\n";
}

/// \p program with other assignments; it reads what recipes bind.
static Program rewritten(Program program, Assignment (*rewrite)(Assignment)) {
  for (auto &entry : program.statements)
    entry.second.assignment = rewrite(*entry.second.assignment);
  for (auto &entry : program.arrays)
    entry.second.contents.reset();
  return program;
}

llvm::Expected<std::string>
ReferenceWriter::variant(const std::string &name,
                         Assignment (*rewrite)(Assignment)) {
  return loops(rewritten(program, rewrite), name, "");
}

llvm::Expected<std::string> ReferenceWriter::counting() {
  Program changed = program;
  isl::ctx ctx = program.context.ctx();
  Array counts;
  counts.name = "bench_counts";
  counts.type = ElementType::float64();
  counts.extents = {poly::constant(
      isl::space::unit(ctx), std::max<long>(1, kernel.statements.size()))};
  changed.arrays[counts.name] = counts;
  for (size_t k = 0; k < kernel.statements.size(); ++k) {
    Statement &statement = changed.statement(kernel.statements[k]);
    Assignment &assignment = *statement.assignment;
    assignment.target = Expr::access(
        counts.name, {poly::constant(statement.space(), static_cast<long>(k))},
        counts.type);
    assignment.op = Update::Add;
    assignment.value = number("1.0", counts.type);
  }
  return loops(std::move(changed), "bench_count", ", double *counts");
}

llvm::Expected<std::string> ReferenceWriter::replay() {
  return loops(program, "bench_replay", "");
}

} // namespace

Program boundProgram(const Program &program) {
  return rewritten(program, boundAssignment);
}

Program termsProgram(const Program &program) {
  return rewritten(program, chainAssignment);
}

Program roundingProgram(const Program &program) {
  return rewritten(program, roundingAssignment);
}

llvm::Expected<DriverFile> referenceFile(const Program &program,
                                         const Kernel &kernel,
                                         const std::string &sourcePath,
                                         const std::vector<FreeOrder> &orders) {
  return poly::tryIsl([&]() -> llvm::Expected<DriverFile> {
    // The source's own loops: they read what recipes bind.
    Program source = inOrder(program, orders);
    for (auto &entry : source.arrays)
      entry.second.contents.reset();
    ReferenceWriter writer(source, kernel, orders);
    // What the rewritten loops call; all of <math.h> would take names that the
    // source is free to use, such as y0 and M_PI. <tgmath.h> has macros.
    DriverFile file{
        "reference.c",
        "#include \"" + sourcePath +
            "\"\n\ndouble(fabs)(double);\n"
            "double(fmax)(double, double);\n\n",
        {"bench_bound", "bench_terms", "bench_rounding", "bench_count"}};
    llvm::Expected<std::string> bound =
        writer.variant("bench_bound", boundAssignment);
    if (!bound)
      return bound.takeError();
    llvm::Expected<std::string> terms =
        writer.variant("bench_terms", chainAssignment);
    if (!terms)
      return terms.takeError();
    llvm::Expected<std::string> rounding =
        writer.variant("bench_rounding", roundingAssignment);
    if (!rounding)
      return rounding.takeError();
    llvm::Expected<std::string> counts = writer.counting();
    if (!counts)
      return counts.takeError();
    std::string loops = *bound + *terms + *rounding + *counts;
    if (!orders.empty()) {
      llvm::Expected<std::string> replay = writer.replay();
      if (!replay)
        return replay.takeError();
      loops = listDeclarations + loops + *replay;
      file.visible.push_back("bench_replay");
    }
    file.text += runtimeFor(writer.names.all, true) + loops;
    return file;
  });
}

} // namespace sparsec::bench
