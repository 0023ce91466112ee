//===- Description.cpp - the contract for other tools ---------------------===//
///
/// \file
/// What callers need to bind arguments without reading C: names, types and
/// lengths, which function takes what, and what may change in between.
///
//===----------------------------------------------------------------------===//

#include "PlanFunctions.h"

#include "sparsec/Analysis/ExplainJson.h"
#include "sparsec/Analysis/SparseArguments.h"
#include "sparsec/IR/StructureMember.h"
#include "sparsec/IR/Widths.h"
#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/LoopIR/Statements.h"
#include "sparsec/Poly/Constraints.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace sparsec {
namespace {

using Argument = SourceFunction::Argument;

class DescriptionWriter {
public:
  DescriptionWriter(const PlanInterface &model, llvm::raw_ostream &out)
      : model(model), program(model.program), json(out, /*IndentSize=*/2) {}
  void write(const std::vector<std::string> &recipes);

private:
  void writeStrings(const char *name, const std::vector<std::string> &texts);
  void writeType(const ElementType &type);
  void writeArray(const Array &array);
  void writeMembers(const Argument &argument);
  void writeArgument(const Argument &argument);
  void writeFunction(const char *role, const PlanFunction &function);
  void writeDestroy();
  void writeSparse();
  void writeLengths(const std::vector<std::optional<LoopExpr>> &lengths);
  std::optional<LoopExpr> lengthOf(const isl::pw_aff &length) const;

  const PlanInterface &model;
  const Program &program;
  llvm::json::OStream json;
};

const char *wordOf(ElementType::Kind kind) {
  switch (kind) {
  case ElementType::Kind::Integer:
    return "integer";
  case ElementType::Kind::Floating:
    return "floating";
  case ElementType::Kind::Complex:
    return "complex";
  case ElementType::Kind::Void:
  case ElementType::Kind::Opaque:
    break;
  }
  return "opaque";
}

void DescriptionWriter::writeStrings(const char *name,
                                     const std::vector<std::string> &texts) {
  json.attributeArray(name, [&] {
    for (const std::string &text : texts)
      json.value(text);
  });
}

void DescriptionWriter::writeType(const ElementType &type) {
  json.attributeObject("element", [&] {
    json.attribute("type", type.spelling);
    json.attribute("kind", wordOf(type.kind));
    json.attribute("bytes", type.bytes);
    if (type.isInteger())
      json.attribute("isSigned", type.isSigned);
    if (isTruth(type))
      json.attribute("isTruth", true);
  });
}

/// The facts of \p program, but not which number a parameter is: it stays what
/// an array's length tells.
isl::set factsWithoutNumbers(const Program &program) {
  isl::set facts = program.context;
  for (const std::string &name : poly::paramNames(facts.space()))
    if (poly::isFixed(facts, name))
      facts = poly::dropParam(facts, name);
  return facts;
}

/// As C computes it from arguments; nothing where it takes what an inspector
/// measures, such as the largest element of an index array.
std::optional<LoopExpr>
DescriptionWriter::lengthOf(const isl::pw_aff &length) const {
  llvm::Expected<LoopExpr> value = lowerParameterValue(
      program, length, factsWithoutNumbers(program), /*wide=*/false);
  if (!value) {
    llvm::consumeError(value.takeError());
    return std::nullopt;
  }
  const bool isCallers =
      llvm::all_of(namesIn(*value), [&](const std::string &name) {
        return model.findArgument(holderOf(name)) != nullptr;
      });
  return isCallers ? std::optional(*value) : std::nullopt;
}

/// The word of an operation on integers; null where callers know none.
const char *wordOf(LoopExpr::Kind kind) {
  using Kind = LoopExpr::Kind;
  switch (kind) {
  case Kind::Add:
    return "add";
  case Kind::Mul:
    return "multiply";
  case Kind::FloorDiv:
    return "floor-divide";
  // Of what is not negative: both quotients are one.
  case Kind::Div:
    return "floor-divide";
  case Kind::Mod:
    return "modulo";
  case Kind::Min:
    return "min";
  case Kind::Max:
    return "max";
  case Kind::Less:
    return "less";
  case Kind::LessEqual:
    return "less-equal";
  case Kind::Equal:
    return "equal";
  case Kind::And:
    return "and";
  case Kind::Or:
    return "or";
  case Kind::Select:
    return "select";
  default:
    return nullptr;
  }
}

/// For callers that do not read C: 4, "n", ["add", "n", 1],
/// ["element", "index", "n"]; null where there is no word for it.
llvm::json::Value treeOf(const LoopExpr &length) {
  using Kind = LoopExpr::Kind;
  if (length.isInteger())
    return length.value;
  if (length.isVariable() ||
      (length.kind == Kind::Load && length.operands.empty()))
    return length.name;
  if (length.kind == Kind::Widen)
    return treeOf(length.operands.front());
  llvm::json::Array tree;
  if (length.kind == Kind::Load) {
    tree.push_back("element");
    tree.push_back(length.name);
  } else if (const char *word = wordOf(length.kind)) {
    tree.push_back(word);
  } else {
    return nullptr;
  }
  for (const LoopExpr &operand : length.operands) {
    llvm::json::Value below = treeOf(operand);
    if (below.kind() == llvm::json::Value::Null)
      return nullptr;
    tree.push_back(std::move(below));
  }
  return tree;
}

void DescriptionWriter::writeLengths(
    const std::vector<std::optional<LoopExpr>> &lengths) {
  json.attributeArray("extents", [&] {
    for (const std::optional<LoopExpr> &length : lengths)
      json.value(length ? llvm::json::Value(printExpr(*length))
                        : llvm::json::Value(nullptr));
  });
  json.attributeArray("lengths", [&] {
    for (const std::optional<LoopExpr> &length : lengths)
      json.value(length ? treeOf(*length) : llvm::json::Value(nullptr));
  });
}

void DescriptionWriter::writeArray(const Array &array) {
  writeType(array.type);
  std::vector<std::optional<LoopExpr>> lengths;
  for (const std::optional<isl::pw_aff> &extent : array.extents)
    lengths.push_back(extent ? lengthOf(*extent) : std::nullopt);
  writeLengths(lengths);
  json.attribute("isFlat", isFlat(array));
  json.attribute("isIndex", array.isIndex);
  json.attribute("isWritten",
                 model.executePhase.written.count(array.name) != 0);
}

/// The names on the way from the structure to \p member, "rows", "col" of
/// "A->rows.col"; none where another pointer, or an array of structures, lies
/// on it.
std::vector<std::string> pathOf(const std::string &member) {
  const llvm::StringRef rest =
      llvm::StringRef(member).drop_front(holderOf(member).size());
  const llvm::StringRef path = rest.ltrim("->").ltrim('.');
  if (rest.starts_with("[") || path.contains('>') || path.contains('['))
    return {};
  llvm::SmallVector<llvm::StringRef, 4> words;
  path.split(words, '.');
  return {words.begin(), words.end()};
}

/// Those that the function uses, "A->col" and "A->count".
void DescriptionWriter::writeMembers(const Argument &argument) {
  // Rows are an array of the argument's own name.
  auto isMember = [&](const std::string &name) {
    return name != argument.name && holderOf(name) == argument.name;
  };
  json.attributeArray("members", [&] {
    for (const Parameter &parameter : program.parameters)
      if (parameter.owner == Parameter::Owner::Argument &&
          parameter.pointer.empty() && isMember(parameter.name))
        json.object([&] {
          json.attribute("name", parameter.name);
          writeStrings("path", pathOf(parameter.name));
          json.attribute("isPointer", false);
          writeType(parameter.type);
        });
    for (const auto &[name, member] : program.arrays)
      if (member.owner == Array::Owner::Argument && isMember(name))
        json.object([&, &name = name, &member = member] {
          json.attribute("name", name);
          writeStrings("path", pathOf(name));
          json.attribute("isPointer", !member.isScalar());
          writeArray(member);
        });
  });
}

void DescriptionWriter::writeArgument(const Argument &argument) {
  json.object([&] {
    json.attribute("name", argument.name);
    json.attribute("declaration", argument.declarator.text);
    json.attribute("type", argument.baseType);
    json.attribute("isPointer", argument.isPointer);
    json.attribute("isConst", argument.isConst);
    json.attribute("hasRows", argument.hasRows);
    json.attribute("isGlobal", argument.isGlobal);
    json.attribute("isResult",
                   program.function.result &&
                       program.function.result->argument == argument.name);
    const Array *array = model.findArray(argument.name);
    const auto scalar = ElementType::named(argument.baseType);
    if (array && argument.isPointer)
      writeArray(*array);
    else if (scalar && !argument.isPointer)
      writeType(*scalar);
    if (!ElementType::named(argument.baseType))
      writeMembers(argument);
  });
}

void DescriptionWriter::writeFunction(const char *role,
                                      const PlanFunction &function) {
  json.object([&] {
    json.attribute("role", role);
    json.attribute("name", function.name);
    writeStrings("arguments", function.arguments);
    json.attribute("takesStream", model.takesStream(function));
  });
}

/// Which arguments are the parts of one sparse matrix.
void DescriptionWriter::writeSparse() {
  json.attributeArray("sparse", [&] {
    for (const SparseArgument &argument : sparseArguments(program))
      json.object([&] {
        auto writeCount = [&](const char *name,
                              const std::optional<isl::pw_aff> &count) {
          std::optional<LoopExpr> value;
          if (count)
            value = lengthOf(*count);
          json.attribute(name,
                         value ? treeOf(*value) : llvm::json::Value(nullptr));
        };
        json.attribute("format", "csr");
        writeCount("rows", argument.rowCount);
        writeCount("columns", argument.columnCount);
        json.attribute("base", argument.base);
        json.attribute("index", argument.pointer);
        writeStrings("columnIndices", argument.columns);
        writeStrings("values", argument.values);
      });
  });
}

void DescriptionWriter::writeDestroy() {
  json.object([&] {
    json.attribute("role", "destroy");
    json.attribute("name", destroyFunction(model).name);
    writeStrings("arguments", {});
    json.attribute("takesStream", false);
  });
}

void DescriptionWriter::write(const std::vector<std::string> &recipes) {
  json.object([&] {
    json.attribute("version", 1);
    json.attribute("sparsec", SPARSEC_VERSION);
    json.attribute("source", program.function.file);
    if (const std::string &text = model.options.forms.outlined; !text.empty())
      json.attribute("outlined", llvm::json::isUTF8(text)
                                     ? text
                                     : llvm::json::fixUTF8(text));
    writeStrings("headers", program.function.includes);
    writeStrings("recipes", recipes);
    json.attribute("function", program.function.name);
    json.attribute("language", model.isCuda() ? "cuda" : "c");
    if (program.function.result)
      json.attribute("returns", program.function.result->type);
    json.attribute("plan", model.planType());
    json.attributeArray("arguments", [&] {
      for (const Argument &argument : program.function.arguments)
        writeArgument(argument);
    });
    writeSparse();
    json.attributeArray("functions", [&] {
      writeFunction("inspect", model.inspect);
      if (model.hasUpdate())
        writeFunction("update", model.update);
      writeFunction("execute", model.execute);
      writeDestroy();
    });
    writeStrings("frozen", frozenContents(model));
    writeStrings("updated", model.hasUpdate() ? refreshed(model)
                                              : std::vector<std::string>{});
    json.attributeObject("alignments", [&] {
      for (const auto &[name, bytes] : model.executePhase.alignments)
        json.attribute(name, bytes);
    });
    json.attribute("isForOneExecutionAtATime", model.isForOneExecution());
    writeFacts(json, program, /*withProved=*/false);
    writeStrings("steps", model.options.steps);
  });
}

} // namespace

llvm::Expected<std::string>
emitDescription(const Program &program, const CodeGenOptions &options,
                const std::vector<std::string> &recipes) {
  return poly::tryIsl([&]() -> llvm::Expected<std::string> {
    llvm::Expected<PlanInterface> model = targetInterfaceOf(program, options);
    if (!model)
      return model.takeError();
    // There is a description only of what can be written.
    if (auto code = outputFile(*model, program, options); !code)
      return code.takeError();
    // C has the types and arrays as they were declared.
    model->program.function = program.function;
    model->program.arrays = program.arrays;
    std::string text;
    llvm::raw_string_ostream out(text);
    DescriptionWriter(*model, out).write(recipes);
    out << "\n";
    return text;
  });
}

} // namespace sparsec
