//===- SymbolReader.cpp - symbols from text -------------------------------===//

#include "Symbols.h"

#include "Attributes.h"
#include "ExprReader.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec::looptext {
namespace {

/// An expression that is looked at when all symbols are known.
struct Pending {
  Token place;
  LoopExpr expr;
};

struct PendingFact {
  Fact fact;
  std::map<std::string, Pending> values; ///< by key
};

class SymbolReader {
public:
  SymbolReader(Cursor &cursor, LoopModule &module)
      : cursor(cursor), module(module), program(module.program), scope(program),
        exprs(cursor, scope, /*knowsNames=*/false) {}

  void read() {
    while (readOne())
      cursor.expect(";");
    settle();
  }

private:
  bool readOne();
  void readOptions();
  void readParameter();
  void readArray();
  void readExtents(Array &array);
  void readContents(Array &array);
  std::vector<double> numbers();
  void readFact();
  void readFactPart(PendingFact &pending);
  void readAlignment();
  Pending pending() { return {cursor.peek(), exprs.read(Mode::Integers)}; }

  void settle();
  std::optional<isl::pw_aff> settled(const Pending &value);
  void declare(const Token &name);

  Cursor &cursor;
  LoopModule &module;
  Program &program;
  const Scope scope;
  ExprReader exprs;
  std::map<std::string, std::vector<std::optional<Pending>>> extents;
  std::vector<PendingFact> facts;
  std::vector<Pending> conditions;
};

bool SymbolReader::readOne() {
  if (cursor.take("option"))
    readOptions();
  else if (cursor.take("param"))
    readParameter();
  else if (cursor.take("array"))
    readArray();
  else if (cursor.take("fact"))
    readFact();
  else if (cursor.take("assume"))
    conditions.push_back(pending());
  else if (cursor.take("align"))
    readAlignment();
  else
    return false;
  return true;
}

void SymbolReader::readOptions() {
  do {
    const Token word = cursor.next();
    if (word.is("assume_finite"))
      program.assumeFinite = true;
    else if (word.is("allow_reassociation"))
      program.allowReassociation = true;
    else if (word.is("inspects_on_gpu"))
      program.inspectsOnGpu = true;
    else
      cursor.failAt(word, "no option '" + word.text + "'" +
                              didYouMean(word.text, {"assume_finite",
                                                     "allow_reassociation",
                                                     "inspects_on_gpu"}));
  } while (cursor.take(","));
}

template <typename Owner>
static void readAttributes(Cursor &cursor,
                           llvm::ArrayRef<Attribute<Owner>> table,
                           Owner &owner) {
  if (!cursor.take("["))
    return;
  do
    readAttribute(cursor, table, owner);
  while (cursor.take(","));
  cursor.expect("]");
}

void SymbolReader::declare(const Token &name) {
  if (program.findParameter(name.text) || program.arrays.count(name.text))
    cursor.failAt(name, "there is a '" + name.text + "' already");
}

void SymbolReader::readParameter() {
  Parameter parameter;
  readAttributes(cursor, parameterAttributes(), parameter);
  parameter.type = elementTypeOf(exprs.typeName());
  if (!parameter.type.isInteger())
    cursor.fail("a parameter is an integer");
  const Token name = cursor.peek();
  parameter.name = cursor.name("the name of a parameter");
  declare(name);
  program.parameters.push_back(std::move(parameter));
}

void SymbolReader::readArray() {
  Array array;
  readAttributes(cursor, arrayAttributes(), array);
  ElementType type = elementTypeOf(exprs.typeName());
  if (array.type.kind != ElementType::Kind::Void)
    type.kind = array.type.kind;
  if (array.type.bytes)
    type.bytes = array.type.bytes;
  array.type = type;
  const Token name = cursor.peek();
  array.name = cursor.name("the name of an array");
  declare(name);
  readExtents(array);
  readContents(array);
  program.arrays[array.name] = array;
}

void SymbolReader::readExtents(Array &array) {
  std::vector<std::optional<Pending>> &lengths = extents[array.name];
  while (cursor.take("[")) {
    // Only the first one may be unknown.
    if (lengths.empty() && cursor.take("?"))
      lengths.emplace_back();
    else
      lengths.emplace_back(pending());
    cursor.expect("]");
  }
  array.extents.resize(lengths.size());
}

std::vector<double> SymbolReader::numbers() {
  std::vector<double> result;
  cursor.expect("{");
  if (cursor.take("}"))
    return result;
  do {
    const bool isNegative = cursor.take("-");
    double value = 0;
    if (llvm::StringRef(cursor.peek().text).getAsDouble(value))
      cursor.fail("expected a number");
    cursor.next();
    result.push_back(isNegative ? -value : value);
  } while (cursor.take(","));
  cursor.expect("}");
  return result;
}

void SymbolReader::readContents(Array &array) {
  if (!cursor.take("="))
    return;
  Contents contents;
  if (!array.type.isInteger()) {
    contents.numbers = numbers();
    if (cursor.take("imaginary"))
      contents.imaginary = numbers();
    if (!contents.imaginary.empty() &&
        contents.imaginary.size() != contents.numbers.size())
      cursor.fail("there are more or fewer imaginary parts");
  } else {
    cursor.expect("{");
    do
      contents.integers.push_back(cursor.integer("an integer"));
    while (cursor.take(","));
    cursor.expect("}");
  }
  array.contents = std::move(contents);
}

void SymbolReader::readFactPart(PendingFact &pendingFact) {
  const Token name = cursor.peek();
  const std::string key = cursor.name("an array");
  if (!cursor.take("=")) {
    if (name.is("strict"))
      pendingFact.fact.strict = true;
    else
      pendingFact.fact.arrays.push_back(key);
    return;
  }
  if (key == "which") {
    pendingFact.fact.which = cursor.name("a word");
    return;
  }
  if (key != "at" && key != "lower" && key != "upper")
    cursor.failAt(name, "a fact has no '" + key + "'");
  pendingFact.values.emplace(key, pending());
}

void SymbolReader::readFact() {
  const Token word = cursor.next();
  const auto *known = llvm::find_if(
      factWords(), [&](const FactWord &kind) { return word.is(kind.word); });
  if (known == factWords().end()) {
    std::vector<std::string> words;
    for (const FactWord &kind : factWords())
      words.push_back(kind.word);
    return cursor.failAt(word, "no fact '" + word.text + "'" +
                                   didYouMean(word.text, words));
  }
  PendingFact fact;
  fact.fact.kind = known->kind;
  cursor.expect("(");
  do
    readFactPart(fact);
  while (cursor.take(","));
  cursor.expect(")");
  if (fact.fact.arrays.empty())
    return cursor.failAt(word, "a fact is about an array");
  facts.push_back(std::move(fact));
}

void SymbolReader::readAlignment() {
  std::string array = cursor.name("the name of an array");
  cursor.expect("=");
  module.loops.alignments[array] = unsigned(cursor.integer("bytes"));
}

std::optional<isl::pw_aff> SymbolReader::settled(const Pending &value) {
  if (cursor.error())
    return std::nullopt;
  llvm::Expected<isl::pw_aff> result = affineValue(program, value.expr);
  if (result)
    return *result;
  cursor.failAt(value.place, llvm::toString(result.takeError()));
  return std::nullopt;
}

/// What mentions other symbols.
void SymbolReader::settle() {
  for (auto &[name, lengths] : extents)
    for (size_t dim = 0; dim < lengths.size(); ++dim)
      if (lengths[dim])
        program.arrays.at(name).extents[dim] = settled(*lengths[dim]);
  for (PendingFact &pending : facts) {
    for (const auto &[key, value] : pending.values) {
      std::optional<isl::pw_aff> &place = key == "at"      ? pending.fact.at
                                          : key == "lower" ? pending.fact.lower
                                                           : pending.fact.upper;
      place = settled(value);
    }
    program.facts.push_back(std::move(pending.fact));
  }
  for (const Pending &condition : conditions) {
    if (cursor.error())
      return;
    llvm::Expected<isl::set> holds = affineCondition(program, condition.expr);
    if (holds)
      program.context = program.context.intersect(*holds);
    else
      cursor.failAt(condition.place, llvm::toString(holds.takeError()));
  }
}

} // namespace

void readSymbols(Cursor &cursor, LoopModule &module) {
  SymbolReader(cursor, module).read();
}

} // namespace sparsec::looptext
