//===- GradientSource.cpp - a gradient as C source ------------------------===//

#include "sparsec/Analysis/StepReport.h"
#include "sparsec/Gradient/Gradient.h"
#include "sparsec/IR/ArrayLengths.h"
#include "sparsec/IR/Visits.h"
#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/LoopIR/Module.h"
#include "sparsec/LoopIR/Statements.h"
#include "sparsec/LoopPasses/Pipeline.h"
#include "sparsec/Lowering/ArrayExtents.h"
#include "sparsec/Lowering/NestLowering.h"
#include "sparsec/Lowering/ParameterExprs.h"
#include "sparsec/Target/C/Comments.h"
#include "sparsec/Target/C/LoopPrinter.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

using Argument = SourceFunction::Argument;

/// The least or greatest of operands as C has it, which knows no function for
/// that: `m < n ? m : n`. Other nodes stay.
LoopExpr spelledOut(const LoopExpr &extremum) {
  if (extremum.kind != LoopExpr::Kind::Min &&
      extremum.kind != LoopExpr::Kind::Max)
    return extremum;
  LoopExpr result = extremum.operands[0];
  for (size_t at = 1; at < extremum.operands.size(); ++at) {
    const LoopExpr &other = extremum.operands[at];
    const bool isMin = extremum.kind == LoopExpr::Kind::Min;
    result = LoopExpr::select(
        LoopExpr::node(LoopExpr::Kind::Less, "",
                       {isMin ? other : result, isMin ? result : other}),
        other, result);
  }
  return result;
}

/// Facts and declarations compute with integers as wide as they need.
std::string lengthText(const LoopExpr &length) {
  return printExpr(length.map([](LoopExpr node) {
    return node.kind == LoopExpr::Kind::Widen ? node.operands.front()
                                              : spelledOut(node);
  }));
}

/// Whether facts can state \p length: they know no choice, and no quotient.
bool isStated(const LoopExpr &length) {
  using Kind = LoopExpr::Kind;
  bool result = true;
  length.walk([&](const LoopExpr &node) {
    result &= node.kind != Kind::Min && node.kind != Kind::Max &&
              node.kind != Kind::Select && node.kind != Kind::FloorDiv;
  });
  return result;
}

/// Whether C's declaration of an array can have \p length: in facts, a length
/// may be an element of an array as well.
bool isDeclarable(const LoopExpr &length) {
  bool result = true;
  length.walk([&](const LoopExpr &node) {
    result &= node.kind != LoopExpr::Kind::Load;
  });
  return result;
}

/// Replaces what is a function of sparsec's runtime, which the source does not
/// have: of several upper bounds each is a condition, other extrema are
/// choices.
llvm::Error spellOut(std::vector<LoopNode> &nodes, const std::string &array) {
  bool isPlain = true;
  for (LoopNode &node : nodes) {
    if (node.isFor() && !node.upper.empty())
      for (; node.upper.size() > 1; node.upper.erase(node.upper.begin())) {
        LoopExpr below =
            LoopExpr::node(LoopExpr::Kind::Less, "",
                           {LoopExpr::variable(node.name), node.upper.front()});
        node.goesOn = node.goesOn
                          ? LoopExpr::binary(Operator::LogicalAnd, *node.goesOn,
                                             std::move(below))
                          : std::move(below);
      }
    node.rewriteExprs([&](const LoopExpr &expr) {
      return expr.map([&](LoopExpr part) {
        isPlain &= part.kind != LoopExpr::Kind::FloorDiv;
        return spelledOut(part);
      });
    });
    for (std::vector<LoopNode> *inner :
         {&node.prologue, &node.body, &node.otherwise})
      if (llvm::Error error = spellOut(*inner, array))
        return error;
  }
  if (!isPlain)
    return llvm::createStringError(
        llvm::inconvertibleErrorCode(),
        "no gradient by '" + array +
            "': a loop's bound or a subscript is a quotient of what may be "
            "negative; pass it to the function as a parameter");
  return llvm::Error::success();
}

/// Loops as one would write them: no pass for speed, which is the business of
/// the run that compiles them, and would hide updates from its recipe.
llvm::Expected<LoopAst> plainLoops(const Program &program,
                                   const std::string &array) {
  const Phase &phase = program.executePhase();
  llvm::Expected<std::vector<LoopNode>> nodes = lowerNests(program, phase);
  if (!nodes)
    return nodes.takeError();
  LoopAst loops;
  loops.body = std::move(*nodes);
  for (const char *pass :
       {"simplify-by-ranges", "clean-locals", "flatten", "simplify-by-ranges",
        "drop-guards", "linearize", "declare-locals", "name-locals",
        "legalize-integers"})
    if (llvm::Error error = runLoopPass(pass, loops, program, phase))
      return error;
  if (llvm::Error error = spellOut(loops.body, array))
    return error;
  return loops;
}

class SourceWriter {
public:
  SourceWriter(const Program &source, const Program &derived,
               const std::string &array)
      : source(source), derived(derived), array(array) {
    for (const auto &entry : source.statements)
      for (const Access &access : entry.second.accesses())
        if (access.isWrite)
          written.insert(access.array);
  }

  llvm::Expected<GeneratedText> write();

private:
  void findUsed(const LoopAst &loops);
  llvm::Error findFacts();
  llvm::Expected<std::string> guards() const;
  llvm::Expected<std::string> declare(const std::string &of, bool isConst);

  const Program &source, &derived;
  const std::string &array;
  /// Arrays that the loops, or a fact that stays, mention.
  std::set<std::string> used;
  /// Arrays that the source's loops write.
  std::set<std::string> written;
  /// Behind `#pragma sparsec`.
  std::vector<std::string> facts;
};

void SourceWriter::findUsed(const LoopAst &loops) {
  for (const std::string &name : loops.usedArrays())
    used.insert(name);
  for (const std::string &name : loops.usedParameters())
    used.insert(name);
}

/// A fact stays if one of its parts is about an array that the loops read; what
/// else it names has to be there, too. Results of the source are not.
llvm::Error SourceWriter::findFacts() {
  std::map<std::string, std::set<std::string>> arraysOf;
  std::vector<std::string> order;
  for (const Fact &fact : source.facts)
    if (!fact.text.empty() && fact.origin == Fact::Origin::Declared) {
      if (!arraysOf.count(fact.text))
        order.push_back(fact.text);
      arraysOf[fact.text].insert(fact.arrays.begin(), fact.arrays.end());
    }
  std::set<std::string> mentioned;
  for (const std::string &text : order) {
    const std::set<std::string> &arrays = arraysOf[text];
    const bool isUsed =
        arrays.empty() || llvm::any_of(arrays, [&](const std::string &name) {
          return used.count(name) && !written.count(name);
        });
    if (!isUsed)
      continue;
    for (const std::string &name : arrays)
      if (written.count(name))
        return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                       "no gradient by '" + array +
                                           "': " + text + " names '" + name +
                                           "', which the loops write; state it "
                                           "of an array that they read");
    facts.push_back(text);
    mentioned.insert(arrays.begin(), arrays.end());
  }
  used.insert(mentioned.begin(), mentioned.end());
  return llvm::Error::success();
}

/// The parameter of dL/d\p of, which is declared as \p of is.
llvm::Expected<std::string> SourceWriter::declare(const std::string &of,
                                                  bool isConst) {
  const Array &shaped = source.arrays.at(of);
  const std::string name = gradientName(of);
  const std::string type =
      (isConst ? "const " : "") + shaped.type.spelling + " ";
  if (isFlat(shaped)) {
    llvm::Expected<LoopExpr> length = elementsOf(source, shaped);
    if (!length)
      return length.takeError();
    // Else it is what the loops touch, as it is in the source.
    if (isStated(*length))
      facts.push_back("extent(" + name + ", " + lengthText(*length) + ")");
    return type + "*restrict " + name;
  }
  std::string text = type + name, lengths = name;
  bool areStated = true, isFirstStated = false;
  for (size_t dim = 0; dim < shaped.extents.size(); ++dim) {
    // `edge[restrict][m]` has no first length, but rows that the loops touch.
    const bool isOpen = !shaped.extents[dim];
    llvm::Expected<isl::pw_aff> value =
        isOpen ? touchedExtent(source, shaped)
               : llvm::Expected<isl::pw_aff>(*shaped.extents[dim]);
    if (!value)
      return value.takeError();
    llvm::Expected<LoopExpr> extent = lowerParameterValue(
        source, isOpen ? value->gist(value->domain()).coalesce() : *value);
    if (!extent)
      return extent.takeError();
    const std::string length = lengthText(*extent);
    lengths += ", " + length;
    areStated &= isStated(*extent);
    const bool isAFact = isOpen || !isDeclarable(*extent);
    isFirstStated |= dim == 0 && isAFact;
    text += dim != 0  ? "[" + length + "]"
            : isAFact ? std::string("[restrict]")
                      : "[restrict " + length + "]";
  }
  if (isFirstStated && areStated)
    facts.push_back("extent(" + lengths + ")");
  return text;
}

/// Calls that the source's function leaves add nothing.
llvm::Expected<std::string> SourceWriter::guards() const {
  const isl::set nothing = isl::set::universe(source.context.space());
  std::string text;
  for (const Expr &guard : source.guards) {
    llvm::Expected<LoopExpr> condition =
        lowerParameterExpr(source, guard, nothing);
    if (!condition)
      return condition.takeError();
    text += "  if (" + printExpr(*condition) + ")\n    return;\n";
  }
  return text;
}

llvm::Expected<GeneratedText> SourceWriter::write() {
  llvm::Expected<LoopAst> loops = plainLoops(derived, array);
  if (!loops)
    return loops.takeError();
  findUsed(*loops);
  if (llvm::Error error = findFacts())
    return error;
  std::vector<std::string> parameters;
  for (const Argument &argument : source.function.arguments) {
    if (!source.function.isInSource(argument))
      continue;
    const bool isArray = source.arrays.count(argument.name) != 0;
    if (!isArray ||
        (used.count(argument.name) && !written.count(argument.name)))
      parameters.push_back(argument.declarator.text);
    if (argument.name == array || !used.count(gradientName(argument.name)))
      continue;
    llvm::Expected<std::string> given = declare(argument.name, true);
    if (!given)
      return given.takeError();
    parameters.push_back(*given);
  }
  llvm::Expected<std::string> last = declare(array, false);
  if (!last)
    return last.takeError();
  parameters.push_back(*last);
  llvm::Expected<std::string> guarded = guards();
  if (!guarded)
    return guarded.takeError();
  const std::string &name = source.function.name;
  GeneratedText file;
  file.appendSource(source.function.around.before);
  file.append(commentLine(gradientName(array) + " += dL/d" + array + " of " +
                          name + ", where L is any number; made by sparsec."));
  for (const std::string &fact : facts)
    file.append("#pragma sparsec " + fact + "\n");
  file.append("void " + name + "_" + gradientName(array) + "(" +
              llvm::join(parameters, ", ") + ") {\n" + *guarded +
              printLoops(*loops) + "}\n");
  return file;
}

} // namespace

llvm::Expected<GeneratedText> emitGradient(const Program &program,
                                           const std::string &array) {
  llvm::Expected<Program> derived = gradientProgram(program, array);
  if (!derived)
    return derived.takeError();
  return poly::tryIsl([&]() -> llvm::Expected<GeneratedText> {
    return SourceWriter(program, *derived, array).write();
  });
}

} // namespace sparsec
