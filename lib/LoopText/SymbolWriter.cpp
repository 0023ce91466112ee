//===- SymbolWriter.cpp - symbols as text ---------------------------------===//

#include "Attributes.h"
#include "ExprWriter.h"
#include "Lexer.h"
#include "Symbols.h"

#include "sparsec/LoopIR/ExprPrinter.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec::looptext {

static constexpr FactWord words[] = {
    {"range", Fact::Kind::Range},
    {"monotonic", Fact::Kind::Monotonic},
    {"injective", Fact::Kind::Injective},
    {"permutation", Fact::Kind::Permutation},
    {"inverse", Fact::Kind::Inverse},
    {"sorted", Fact::Kind::Sorted},
    {"unique", Fact::Kind::Unique},
    {"row_length", Fact::Kind::RowLength},
    {"has_diagonal", Fact::Kind::HasDiagonal},
    {"symmetric_pattern", Fact::Kind::SymmetricPattern},
    {"triangular", Fact::Kind::Triangular},
    {"boundary", Fact::Kind::Boundary},
    {"order", Fact::Kind::Order},
};

llvm::ArrayRef<FactWord> factWords() { return words; }

namespace {

class SymbolWriter {
public:
  SymbolWriter(const Program &program, const LoopAst &loops)
      : program(program), open(program), loops(loops),
        used(usedSymbols(program, loops)), scope(program), exprs(scope) {
    open.context = isl::set::universe(program.context.space());
  }

  std::string write() {
    writeOptions();
    for (const Parameter &parameter : program.parameters)
      if (used.count(parameter.name))
        text += "param " +
                headText(attributesOf(parameterAttributes(), parameter)) +
                typeText(parameter.type.spelling) + " " +
                nameText(parameter.name) + ";\n";
    for (const auto &[name, array] : program.arrays)
      if (used.count(name))
        writeArray(array);
    for (const Fact &fact : program.facts)
      if (!fact.arrays.empty() && used.count(fact.arrays[0]))
        writeFact(fact);
    writeConditions();
    for (const auto &[array, bytes] : loops.alignments)
      text +=
          "align " + nameText(array) + " = " + std::to_string(bytes) + ";\n";
    return text;
  }

private:
  /// "" where \p value is no expression of parameters and elements.
  std::string valueText(const std::optional<isl::pw_aff> &value) const {
    if (!value)
      return "";
    llvm::Expected<LoopExpr> lowered = lowerParameterValue(open, *value);
    if (lowered)
      return exprs.write(withFloors(*lowered), Mode::Integers);
    llvm::consumeError(lowered.takeError());
    return "";
  }
  /// Whether C's `/` does as well depends on what is known.
  static LoopExpr withFloors(const LoopExpr &value) {
    return value.map([](LoopExpr part) {
      return part.kind == LoopExpr::Kind::Div
                 ? floorDiv(part.operands[0], part.operands[1])
                 : part;
    });
  }

  void writeOptions();
  void writeArray(const Array &array);
  static std::string contentsText(const Contents &contents);
  void writeFact(const Fact &fact);
  void writeConditions();

  const Program &program;
  Program open; ///< with nothing known of parameters
  const LoopAst &loops;
  const std::set<std::string> used;
  const Scope scope;
  const ExprWriter exprs;
  std::string text;
};

void SymbolWriter::writeOptions() {
  std::vector<std::string> options;
  for (auto [isSet, word] :
       {std::pair(program.assumeFinite, "assume_finite"),
        {program.allowReassociation, "allow_reassociation"},
        {program.inspectsOnGpu, "inspects_on_gpu"}})
    if (isSet)
      options.push_back(word);
  if (!options.empty())
    text += "option " + llvm::join(options, ", ") + ";\n";
}

void SymbolWriter::writeArray(const Array &array) {
  Array made;
  made.type = elementTypeOf(array.type.spelling);
  text += "array " + headText(attributesOf(arrayAttributes(), array, made)) +
          typeText(array.type.spelling) + " " + nameText(array.name);
  for (const std::optional<isl::pw_aff> &extent : array.extents) {
    std::string length = valueText(extent);
    text += "[" + (length.empty() ? "?" : length) + "]";
  }
  text += (array.contents ? contentsText(*array.contents) : "") + ";\n";
}

template <typename Number>
static std::string numbersText(const std::vector<Number> &numbers) {
  std::string text;
  for (Number number : numbers) {
    std::string digits = std::to_string(number);
    if constexpr (std::is_floating_point_v<Number>) {
      char buffer[40];
      snprintf(buffer, sizeof buffer, "%.17g", number);
      digits = buffer;
    }
    text += (text.empty() ? "" : ", ") + digits;
  }
  return "{" + text + "}";
}

std::string SymbolWriter::contentsText(const Contents &contents) {
  if (!contents.integers.empty())
    return " = " + numbersText(contents.integers);
  return " = " + numbersText(contents.numbers) +
         (contents.imaginary.empty()
              ? ""
              : " imaginary " + numbersText(contents.imaginary));
}

void SymbolWriter::writeFact(const Fact &fact) {
  const auto *word = llvm::find_if(
      words, [&](const FactWord &known) { return known.kind == fact.kind; });
  if (word == std::end(words))
    return;
  std::vector<std::string> parts;
  for (const std::string &array : fact.arrays)
    parts.push_back(nameText(array));
  if (fact.strict)
    parts.push_back("strict");
  if (!fact.which.empty())
    parts.push_back("which = " + nameText(fact.which));
  for (auto [key, value] : {std::pair("at", &fact.at),
                            {"lower", &fact.lower},
                            {"upper", &fact.upper}}) {
    std::string bound = valueText(*value);
    if (!bound.empty())
      parts.push_back(std::string(key) + " = " + bound);
    else if (*value)
      return; // No text says it: a weaker fact of that kind would be another.
  }
  text += std::string("fact ") + word->word + "(" + llvm::join(parts, ", ") +
          ");\n";
}

/// The condition that \p indicator, which is 1 where it holds and else 0, is
/// made of.
static std::optional<LoopExpr> conditionOf(const LoopExpr &indicator) {
  using Kind = LoopExpr::Kind;
  if (indicator.kind != Kind::Select)
    return std::nullopt;
  const LoopExpr &condition = indicator.operands[0];
  if (indicator.operands[1].isInteger(1) && indicator.operands[2].isInteger(0))
    return condition;
  const bool isTurned =
      indicator.operands[1].isInteger(0) && indicator.operands[2].isInteger(1);
  if (isTurned && condition.kind == Kind::Less)
    return lessEqual(condition.operands[1], condition.operands[0]);
  if (isTurned && condition.kind == Kind::LessEqual)
    return lessEqual(condition.operands[1] + LoopExpr::integer(1),
                     condition.operands[0]);
  return std::nullopt;
}

/// What is known of the parameters that are used: conditions, and that elements
/// which are read exist.
void SymbolWriter::writeConditions() {
  isl::set known = program.context;
  for (const auto &entry : program.calls)
    for (const isl::pw_aff &position : entry.second.arguments)
      if (poly::isOnParameters(position))
        known = known.intersect(
            position.ge_set(poly::constant(position.domain().space(), 0)));
  known = poly::keepParams(known, {used.begin(), used.end()});
  llvm::Expected<LoopExpr> lowered =
      lowerParameterValue(open, known.coalesce().indicator_function());
  if (!lowered)
    return llvm::consumeError(lowered.takeError());
  std::optional<LoopExpr> holds = conditionOf(*lowered);
  if (!holds)
    return;
  // In no order that depends on isl's.
  std::set<std::string> conditions;
  std::function<void(const LoopExpr &)> add = [&](const LoopExpr &condition) {
    if (condition.kind != LoopExpr::Kind::And)
      conditions.insert(exprs.write(withFloors(condition), Mode::Integers));
    else
      llvm::for_each(condition.operands, add);
  };
  add(*holds);
  for (const std::string &condition : conditions)
    text += "assume " + condition + ";\n";
}

/// Collects names until those that they mention are there.
class UsedSymbols {
public:
  UsedSymbols(const Program &program, std::set<std::string> &used)
      : program(program), used(used) {
    for (const auto &[name, array] : program.arrays)
      if (array.perThread)
        ofThreads[program.arrayOfThreads(name)] = name;
  }

  void add(const std::string &name) {
    if (auto copies = ofThreads.find(name); copies != ofThreads.end())
      return add(copies->second);
    const bool isSymbol =
        program.findParameter(name) || program.arrays.count(name);
    if (!isSymbol || !used.insert(name).second)
      return;
    auto array = program.arrays.find(name);
    if (array == program.arrays.end())
      return;
    add(array->second.publishedIn);
    add(array->second.arrivals);
    for (const std::optional<isl::pw_aff> &extent : array->second.extents)
      add(extent);
    for (const Fact &fact : program.facts)
      if (!fact.arrays.empty() && fact.arrays[0] == name && isWritten(fact))
        add(fact);
  }

  void add(const LoopNode &node) {
    node.visitExprs([&](const LoopExpr &expr, bool) { add(expr); });
    if (node.stride)
      add(*node.stride);
    const WaveMark &wave = node.marks.wave;
    for (const std::string *name :
         {&node.marks.tickets, &wave.slots, &wave.waves, &wave.tasks,
          &wave.permutation, &wave.waits.first, &wave.waits.slot,
          &wave.waits.wave, &wave.waits.progress})
      add(*name);
    for (const auto *names : {&node.vectors, &node.marks.vectors})
      for (const std::string &name : *names)
        add(name);
  }

private:
  static bool isWritten(const Fact &fact) {
    return llvm::any_of(
        words, [&](const FactWord &known) { return known.kind == fact.kind; });
  }

  void add(const LoopExpr &expr) {
    expr.walk([&](const LoopExpr &part) { add(part.name); });
  }

  void add(const std::optional<isl::pw_aff> &value) {
    if (!value)
      return;
    for (const std::string &name : poly::paramNames(value->space())) {
      if (!poly::involvesParam(*value, name))
        continue;
      add(name);
      auto call = program.calls.find(name);
      if (call == program.calls.end())
        continue;
      add(call->second.function);
      for (const isl::pw_aff &argument : call->second.arguments)
        add(std::optional(argument));
    }
  }

  void add(const Fact &fact) {
    for (const std::string &array : fact.arrays)
      add(array);
    for (const auto *value : {&fact.lower, &fact.upper, &fact.at})
      add(*value);
  }

  const Program &program;
  std::set<std::string> &used;
  std::map<std::string, std::string> ofThreads; ///< all copies => the array
};

} // namespace

std::set<std::string> usedSymbols(const Program &program,
                                  const LoopAst &loops) {
  std::set<std::string> used;
  UsedSymbols symbols(program, used);
  loops.walk([&](const LoopNode &node) { symbols.add(node); });
  for (const auto &entry : loops.alignments)
    symbols.add(entry.first);
  return used;
}

std::string writeSymbols(const Program &program, const LoopAst &loops) {
  return SymbolWriter(program, loops).write();
}

} // namespace sparsec::looptext
