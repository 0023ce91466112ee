//===- ContractPhases.cpp - the phases as text ----------------------------===//

#include "ContractPhases.h"

#include "FactChecks.h"
#include "IntSums.h"
#include "MadeFacts.h"
#include "sparsec/Target/Cuda/GpuInspector.h"
#include "sparsec/Target/Cuda/Kernels.h"

#include "sparsec/LoopPasses/Pipeline.h"
#include "sparsec/Target/C/LoopPrinter.h"
#include "sparsec/Target/C/SourceRewrite.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

using Names = std::set<std::string>;

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

/// Arrays that \p statement reads or writes, also in subscripts.
Names arraysOf(const Statement &statement) {
  Names names;
  for (const Access &access : statement.accesses())
    names.insert(access.array);
  for (const auto &entry : statement.calls)
    names.insert(entry.second.function);
  return names;
}

/// What the statements of \p phase use, write and make.
void noteWrites(PhaseCode &code, const Program &program, const Phase &phase) {
  for (const std::string &name : phase.tree.statements()) {
    code.touched.merge(arraysOf(program.statement(name)));
    for (const Access &access : program.statement(name).accesses()) {
      if (access.isWrite)
        code.written.insert(access.array);
      if (access.isMade)
        code.made.insert(access.array);
    }
  }
}

/// Takes the kernels out of \p ast; \p kernels: those of phases before.
llvm::Expected<OutlinedKernels> outline(LoopAst &ast, const Program &program,
                                        const PhaseCode &code, Phase::Role role,
                                        const CodeGenOptions &options,
                                        Names &kernels) {
  if (options.target == Target::Cuda && role == Phase::Role::Execute)
    return outlineKernels(ast, program);
  if (!program.inspectsOnGpu)
    return OutlinedKernels();
  auto functions = outlineInspector(ast, program, code.written, kernels);
  if (!functions)
    return functions.takeError();
  return OutlinedKernels{std::move(*functions), {}};
}

llvm::Expected<PhaseCode> lowerOne(const Program &program, const Phase &phase,
                                   const CodeGenOptions &options,
                                   Names &kernels) {
  LoweringHooks hooks;
  hooks.makesRegions = true;
  hooks.warn = options.warn;
  hooks.afterPass = options.afterLoopPass;
  bool inspectsOnGpu =
      program.inspectsOnGpu && phase.role != Phase::Role::Execute;
  llvm::Expected<LoopAst> ast = lowerPhase(
      program, inspectsOnGpu ? withParallelLoops(program, phase) : phase,
      hooks);
  if (!ast)
    return ast.takeError();
  PhaseCode code;
  code.inIntSums = namesInIntSums(ast->body);
  noteWrites(code, program, phase);
  for (const auto &[name, bytes] : ast->alignments)
    if (program.arrays.at(name).owner == Array::Owner::Argument)
      code.alignments[name] = bytes;
  llvm::Expected<OutlinedKernels> outlined =
      outline(*ast, program, code, phase.role, options, kernels);
  if (!outlined)
    return outlined.takeError();
  code.kernels = std::move(outlined->functions);
  code.threadArrays = std::move(outlined->threadArrays);
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
  return code;
}

/// Puts \p code, which runs only if a condition holds, behind \p before, which
/// runs only if \p last one does.
void addConditional(std::vector<PhaseCode> &before, PhaseCode code,
                    const std::string &condition, const std::string &last) {
  if (condition != last && !last.empty())
    before.back().text += "  }\n";
  if (condition != last && !condition.empty())
    code.text = "  if (" + condition + ") {\n" + code.text;
  before.push_back(std::move(code));
}

/// The checks of \p facts about what the phases so far have made.
llvm::Expected<PhaseCode> checkMade(const Program &program,
                                    const std::vector<const Fact *> &facts,
                                    std::string &types) {
  auto lines = madeFactCheckLines(program, facts,
                                  program.inspectsOnGpu ? &types : nullptr);
  if (!lines)
    return lines.takeError();
  PhaseCode code;
  for (const std::string &line : *lines)
    code.text += "  " + line + "\n";
  code.names = identifiersOf(code.text);
  return code;
}

/// Lowers the phases of a program in turn.
class PhaseLowering {
public:
  PhaseLowering(const Program &program, const CodeGenOptions &options)
      : program(program), options(options) {}

  llvm::Expected<LoweredPhases> run() {
    if (options.checkFacts) {
      auto facts = madeFactsByPhase(program);
      if (!facts)
        return facts.takeError();
      made = std::move(*facts);
    }
    for (size_t at = 0; at < program.phases.size(); ++at)
      if (llvm::Error error = add(at))
        return error;
    if (!last.empty())
      phases.inspect.back().text += "  }\n";
    dropUnusedRebinds(phases.inspect, program);
    return std::move(phases);
  }

private:
  llvm::Error add(size_t at) {
    const Phase &phase = program.phases[at];
    llvm::Expected<PhaseCode> code = lowerOne(program, phase, options, kernels);
    if (!code)
      return code.takeError();
    place(phase, std::move(*code));
    if (!made.count(at))
      return llvm::Error::success();
    code = checkMade(program, made.at(at), phases.checkTypes);
    if (!code)
      return code.takeError();
    place(phase, std::move(*code));
    return llvm::Error::success();
  }

  void place(const Phase &phase, PhaseCode code) {
    if (phase.role == Phase::Role::Inspect)
      addConditional(phases.inspect, std::move(code), phase.onlyIf,
                     std::exchange(last, phase.onlyIf));
    else if (phase.role == Phase::Role::Update)
      phases.update.push_back(std::move(code));
    else
      phases.execute = std::move(code);
  }

  const Program &program;
  const CodeGenOptions &options;
  std::map<size_t, std::vector<const Fact *>> made;
  LoweredPhases phases;
  Names kernels;
  std::string last; ///< Phase::onlyIf
};

} // namespace

Program withInspectorsOwn(Program program) {
  Names kept;
  for (const Phase &phase : program.phases) {
    if (phase.role == Phase::Role::Inspect)
      continue;
    for (const std::string &name : phase.tree.statements())
      kept.merge(arraysOf(program.statement(name)));
    phase.tree.walk([&](const ScheduleTree &node) {
      const WaveMark::Waits &waits = node.marks.wave.waits;
      kept.insert({waits.first, waits.slot, waits.wave, waits.progress});
    });
  }
  for (auto &[name, array] : program.arrays)
    if (array.owner == Array::Owner::Plan && !array.isScalar() &&
        array.onGpu == Array::OnGpu::No && !kept.count(name))
      array.owner = Array::Owner::Workspace;
  return program;
}

llvm::Expected<LoweredPhases> lowerToText(const Program &program,
                                          const CodeGenOptions &options) {
  return PhaseLowering(program, options).run();
}

} // namespace sparsec
