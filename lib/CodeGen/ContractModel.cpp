//===- ContractModel.cpp - what each contract function uses ---------------===//

#include "ContractModel.h"

#include "InspectorCalls.h"

#include "AliasChecks.h"
#include "FactChecks.h"

#include "sparsec/CodeGen/LoopPrinter.h"
#include "sparsec/CodeGen/Lowering.h"
#include "sparsec/CodeGen/SourceRewrite.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {

bool ContractFunction::takes(const std::string &argument) const {
  return llvm::is_contained(arguments, argument);
}

const SourceFunction::Argument *
ContractModel::findArgument(const std::string &name) const {
  for (const SourceFunction::Argument &argument : program.function.arguments)
    if (argument.name == name)
      return &argument;
  return nullptr;
}

const Array *ContractModel::findArray(const std::string &name) const {
  auto found = program.arrays.find(name);
  return found == program.arrays.end() ? nullptr : &found->second;
}

namespace {

using Names = std::set<std::string>;

/// Names x for which \p text has `plan->x`.
Names planFieldsIn(llvm::StringRef text) {
  Names fields;
  for (size_t at = text.find("plan->"); at != llvm::StringRef::npos;
       at = text.find("plan->", at + 1))
    fields.insert(text.drop_front(at + 6)
                      .take_while([](char c) { return isalnum(c) || c == '_'; })
                      .str());
  return fields;
}

/// \p lines in which every field `plan->x` that they may set is followed by
/// `x = plan->x;`: at once after an assignment to it, so that the lines below
/// may use x, else at the end.
std::vector<std::string> withRebinds(const std::vector<std::string> &lines) {
  Names pending = planFieldsIn(llvm::join(lines, "\n"));
  std::vector<std::string> result;
  for (const std::string &line : lines) {
    result.push_back(line);
    llvm::StringRef code = llvm::StringRef(line).ltrim();
    std::string indent(line.size() - code.size(), ' ');
    for (const std::string &field : planFieldsIn(line))
      if (code.starts_with("plan->" + field + " = ") && pending.erase(field))
        result.push_back(indent + field + " = plan->" + field + ";");
  }
  for (const std::string &field : pending)
    result.push_back(field + " = plan->" + field + ";");
  return result;
}

/// \p program with the fields that runtime calls set in locals as well: the
/// loops use those.
Program withRebinds(Program program) {
  for (auto &entry : program.statements) {
    std::optional<Action> &action = entry.second.action;
    if (action && action->kind == Action::Kind::RuntimeCall)
      action->lines = withRebinds(action->lines);
  }
  return program;
}

/// Each thread's part of a per-thread workspace, which the frame allocates for
/// all threads, set to its initial value.
std::pair<std::vector<std::string>, std::vector<std::string>>
regionLines(const Program &program, const std::vector<std::string> &arrays) {
  std::vector<std::string> prologue;
  for (const std::string &name : arrays) {
    const Array &array = program.arrays.at(name);
    llvm::Expected<std::string> elements = elementsText(program, array);
    if (!elements) {
      llvm::consumeError(elements.takeError());
      continue;
    }
    prologue.push_back(array.type.spelling + " *restrict " + name + " = " +
                       name + "_of_threads + sparsec_thread() * (" + *elements +
                       ");");
    llvm::append_range(prologue, fillLines(array, *elements));
  }
  return {prologue, {}};
}

/// The lines `x = plan->x;` that runtime calls may end with.
Names rebindLines(const Program &program) {
  Names lines;
  for (const auto &entry : program.arrays)
    lines.insert(entry.first + " = plan->" + entry.first + ";");
  for (const Parameter &parameter : program.parameters)
    lines.insert(parameter.name + " = plan->" + parameter.name + ";");
  return lines;
}

/// \p text without the lines in \p drop, but for those that set a name in
/// \p keep.
std::string withoutLines(const std::string &text, const Names &drop,
                         const Names &keep) {
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(text).rtrim().split(lines, '\n');
  std::string result;
  for (llvm::StringRef line : lines) {
    std::string name = line.trim().split(" ").first.str();
    if (!drop.count(line.trim().str()) || keep.count(name))
      result += line.str() + "\n";
  }
  return result;
}

/// Drops the lines `x = plan->x;` of locals x that no phase uses.
void dropUnusedRebinds(std::vector<PhaseCode> &phases, const Program &program) {
  Names rebinds = rebindLines(program), used;
  for (const PhaseCode &code : phases) {
    Names more = identifiersOf(withoutLines(code.text, rebinds, {}));
    used.insert(more.begin(), more.end());
  }
  for (PhaseCode &code : phases) {
    code.text = withoutLines(code.text, rebinds, used);
    code.names = identifiersOf(code.text);
  }
}

llvm::Expected<PhaseCode> lowerToText(const Program &program,
                                      const Phase &phase) {
  LoweringHooks hooks;
  hooks.regionLines = regionLines;
  llvm::Expected<LoopAst> ast = lowerPhase(program, phase, hooks);
  if (!ast)
    return ast.takeError();
  PhaseCode code;
  // Locals of the loops may not be jumped over by `goto fail` in C++, and two
  // phases may use one name: a phase that declares some becomes a block.
  bool declares = llvm::any_of(ast->body, [](const LoopNode &node) {
    return node.kind == LoopNode::Kind::Local ||
           node.kind == LoopNode::Kind::Declare;
  });
  bool isBlock = declares && phase.role != Phase::Role::Execute;
  code.declares = declares && !isBlock;
  code.text = printLoops(*ast, isBlock ? 2 : 1);
  if (isBlock)
    code.text = "  {\n" + code.text + "  }\n";
  code.names = identifiersOf(code.text);
  for (const std::string &name : phase.tree.statements())
    for (const Access &access : program.statement(name).accesses())
      if (access.isWrite)
        code.written.insert(access.array);
  for (const std::string &name : phase.tree.statements())
    if (const std::optional<Action> &action = program.statement(name).action)
      code.written.insert(action->writes.begin(), action->writes.end());
  return code;
}

class ContractBuilder {
public:
  ContractBuilder(const Program &program, const CodeGenOptions &options)
      : model{program, options, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}} {}

  llvm::Expected<ContractModel> build() {
    if (llvm::Error failure = checkNames())
      return failure;
    if (llvm::Error failure = lowerPhases())
      return failure;
    if (llvm::Error failure = addChecks())
      return failure;
    if (llvm::Error failure = nameFunctions())
      return failure;
    return std::move(model);
  }

private:
  llvm::Error checkNames() const;
  llvm::Error lowerPhases();
  llvm::Error addChecks();
  llvm::Error nameFunctions();
  Names closure(Names names) const;
  std::vector<std::string> argumentsIn(const Names &names) const;
  Names inspectNames() const;
  Names executeNames() const;
  void placeOverlapChecks(std::vector<OverlapCheck> checks);

  ContractModel model;
};

/// Names that the frame of the contract functions uses itself.
llvm::Error ContractBuilder::checkNames() const {
  for (const char *reserved :
       {"plan", "plan_out", "status", "fail", "fill_limit", "input_bytes"}) {
    const Program &program = model.program;
    if (model.findArgument(reserved) || program.arrays.count(reserved) ||
        program.findParameter(reserved))
      return llvm::createStringError(
          llvm::inconvertibleErrorCode(),
          "'%s' is a name that generated code uses itself; rename the variable",
          reserved);
  }
  return llvm::Error::success();
}

llvm::Error ContractBuilder::lowerPhases() {
  llvm::Expected<Program> stored = withStorage(model.program);
  if (!stored)
    return stored.takeError();
  const Program program = withRebinds(std::move(*stored));
  for (const Phase &phase : program.phases) {
    llvm::Expected<PhaseCode> code = lowerToText(program, phase);
    if (!code)
      return code.takeError();
    if (phase.role == Phase::Role::Inspect)
      model.inspectPhases.push_back(std::move(*code));
    else if (phase.role == Phase::Role::Update)
      model.updatePhases.push_back(std::move(*code));
    else
      model.executePhase = std::move(*code);
  }
  dropUnusedRebinds(model.inspectPhases, program);
  return llvm::Error::success();
}

llvm::Error ContractBuilder::addChecks() {
  if (model.options.checkFacts) {
    llvm::Expected<std::vector<std::string>> lines =
        factCheckLines(model.program);
    if (!lines)
      return lines.takeError();
    model.checkLines = std::move(*lines);
  }
  return llvm::Error::success();
}

/// \p names with those that the declarations of the C parameters in it and the
/// extents of arrays that the functions allocate mention.
Names ContractBuilder::closure(Names names) const {
  const std::vector<SourceFunction::Argument> &arguments =
      model.program.function.arguments;
  for (auto at = arguments.rbegin(); at != arguments.rend(); ++at)
    if (names.count(at->name))
      for (const std::string &name : identifiersOf(at->declaration))
        names.insert(name);
  return names;
}

std::vector<std::string>
ContractBuilder::argumentsIn(const Names &names) const {
  std::vector<std::string> result;
  for (const SourceFunction::Argument &argument :
       model.program.function.arguments)
    if (names.count(argument.name))
      result.push_back(argument.name);
  return result;
}

/// Identifiers in the extents of the arrays in \p names that the frame
/// allocates.
static Names allocationNames(const Program &program, const Names &names) {
  Names result;
  for (const auto &entry : program.arrays) {
    bool made = entry.second.owner == Array::Owner::Plan ||
                entry.second.owner == Array::Owner::Workspace;
    if (!made || !names.count(entry.first) || entry.second.isScalar())
      continue;
    llvm::Expected<std::string> elements = elementsText(program, entry.second);
    if (!elements) {
      llvm::consumeError(elements.takeError());
      continue;
    }
    Names more = identifiersOf(*elements);
    result.insert(more.begin(), more.end());
  }
  return result;
}

Names ContractBuilder::inspectNames() const {
  Names names = identifiersOf(llvm::join(model.checkLines, "\n"));
  for (const auto *phases : {&model.inspectPhases, &model.updatePhases})
    for (const PhaseCode &code : *phases) {
      names.insert(code.names.begin(), code.names.end());
      Names more = allocationNames(model.program, code.names);
      names.insert(more.begin(), more.end());
    }
  return closure(names);
}

/// Identifiers of the execute phase and its checks, less those that come from
/// the plan.
Names ContractBuilder::executeNames() const {
  Names names = model.executePhase.names;
  Names more = allocationNames(model.program, names);
  names.insert(more.begin(), more.end());
  for (const std::string &frozen : model.frozen)
    names.erase(frozen);
  return closure(names);
}

/// A check belongs to `_execute` when that has all the names in it, else to the
/// drop-in.
void ContractBuilder::placeOverlapChecks(std::vector<OverlapCheck> checks) {
  for (OverlapCheck &check : checks) {
    bool known = llvm::all_of(check.names, [&](const std::string &name) {
      return !model.findArgument(name) || model.execute.takes(name) ||
             llvm::is_contained(model.frozen, name);
    });
    (known ? model.executeChecks : model.dropInChecks)
        .push_back(std::move(check));
  }
}

llvm::Error ContractBuilder::nameFunctions() {
  const Program &program = model.program;
  const std::string &name = program.function.name;
  Names taken = identifiersOf(program.function.fileText);
  for (const char *suffix :
       {"_plan", "_inspect", "_update", "_execute", "_destroy"})
    if (taken.count(name + suffix))
      return llvm::createStringError(
          llvm::inconvertibleErrorCode(),
          "'%s%s' exists already in %s; it is a name of the generated code",
          name.c_str(), suffix, program.function.file.c_str());
  model.check.name = name + "_check";
  model.check.arguments =
      argumentsIn(closure(identifiersOf(llvm::join(model.checkLines, "\n"))));
  model.inspect.name = name + "_inspect";
  model.inspect.arguments = argumentsIn(inspectNames());
  for (const Parameter &parameter : program.parameters) {
    bool isArgument = parameter.owner == Parameter::Owner::Argument &&
                      model.findArgument(parameter.name);
    if (isArgument && model.inspect.takes(parameter.name))
      model.frozen.push_back(parameter.name);
  }
  Names updateNames;
  for (const PhaseCode &code : model.updatePhases)
    updateNames.insert(code.names.begin(), code.names.end());
  for (const std::string &frozen : model.frozen)
    updateNames.erase(frozen);
  model.update.name = name + "_update";
  model.update.arguments = argumentsIn(closure(updateNames));
  model.execute.name = name + "_execute";
  model.execute.arguments = argumentsIn(executeNames());
  llvm::Expected<std::vector<OverlapCheck>> checks = overlapChecks(program);
  if (!checks)
    return checks.takeError();
  placeOverlapChecks(std::move(*checks));
  return llvm::Error::success();
}

} // namespace

llvm::Expected<ContractModel> buildContract(const Program &program,
                                            const CodeGenOptions &options) {
  return ContractBuilder(program, options).build();
}

} // namespace sparsec
