//===- PlanPhases.cpp - the phases, lowered -------------------------------===//

#include "PlanPhases.h"

#include "FactChecks.h"
#include "IntSums.h"
#include "MadeFacts.h"
#include "sparsec/Target/Cuda/GpuInspector.h"
#include "sparsec/Target/Cuda/Kernels.h"

#include "sparsec/IR/StructureMember.h"
#include "sparsec/LoopIR/Statements.h"
#include "sparsec/LoopPasses/Pipeline.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

using Names = std::set<std::string>;

/// The local x that \p node, `x = plan->x`, sets; "" where it is something
/// else. Who makes a field of the plan ends so.
std::string reboundBy(const LoopNode &node) {
  const bool isRebind = node.kind == LoopNode::Kind::Assign &&
                        node.value == expr::arrow("plan", node.target.name);
  return isRebind ? node.target.name : "";
}

/// Takes out of \p nodes what sets locals that are not in \p used.
void dropRebinds(std::vector<LoopNode> &nodes, const Names &used) {
  llvm::erase_if(nodes, [&](const LoopNode &node) {
    const std::string local = reboundBy(node);
    return !local.empty() && !used.count(local);
  });
  for (LoopNode &node : nodes)
    for (auto *children : {&node.prologue, &node.body, &node.otherwise})
      dropRebinds(*children, used);
}

/// Drops `x = plan->x` of locals x that no phase uses.
void dropUnusedRebinds(std::vector<PhaseCode> &phases) {
  Names used;
  for (const PhaseCode &code : phases) {
    std::vector<LoopNode> others = code.body;
    dropRebinds(others, {});
    used.merge(namesIn(others));
  }
  for (PhaseCode &code : phases) {
    dropRebinds(code.body, used);
    code.names = namesIn(code.body);
    if (!code.onlyIf.empty())
      code.names.insert(code.onlyIf);
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
  code.body = std::move(ast->body);
  if (isBlock)
    code.body = {stmt::scope(std::move(code.body))};
  code.names = namesIn(code.body);
  return code;
}

/// The checks of \p facts about what the phases so far have made.
llvm::Expected<PhaseCode> checkMade(const Program &program,
                                    const std::vector<const Fact *> &facts,
                                    std::vector<LoopStruct> &types) {
  auto checks =
      madeFactChecks(program, facts, program.inspectsOnGpu ? &types : nullptr);
  if (!checks)
    return checks.takeError();
  PhaseCode code;
  code.body = std::move(*checks);
  code.names = namesIn(code.body);
  return code;
}

/// Lowers the phases of a program in turn.
/// Members of structures have no pointer that runtime functions could get.
llvm::Error requireElements(const std::vector<LoopNode> &nodes) {
  std::string whole;
  LoopAst{nodes}.walk([&](const LoopNode &node) {
    node.visitExprs([&](const LoopExpr &expr, bool) {
      expr.walk([&](const LoopExpr &part) {
        if (part.kind == LoopExpr::Kind::Variable && structureMember(part.name))
          whole = part.name;
      });
    });
  });
  if (whole.empty())
    return llvm::Error::success();
  return llvm::createStringError(
      "a step needs '%s' as an array of its own, but it is a member of "
      "structures: pass a copy of it",
      whole.c_str());
}

class PhaseLowering {
public:
  PhaseLowering(const Program &program, const CodeGenOptions &options)
      : program(program), options(options) {}

  llvm::Expected<LoweredPhases> run() {
    for (const auto &[name, array] : program.arrays)
      if (const auto member = structureMember(name))
        if (program.presenceOf(member->structures))
          return llvm::createStringError(
              "the array of structures '%s' may be null: return first where it "
              "is, if (!%s) return",
              member->structures.c_str(), member->structures.c_str());
    if (options.checkFacts) {
      auto facts = madeFactsByPhase(program);
      if (!facts)
        return facts.takeError();
      made = std::move(*facts);
    }
    for (size_t at = 0; at < program.phases.size(); ++at)
      if (llvm::Error error = add(at))
        return error;
    dropUnusedRebinds(phases.inspect);
    return std::move(phases);
  }

private:
  llvm::Error add(size_t at) {
    const Phase &phase = program.phases[at];
    llvm::Expected<PhaseCode> code = lowerOne(program, phase, options, kernels);
    if (!code)
      return code.takeError();
    if (llvm::Error failure = requireElements(code->body))
      return failure;
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
    code.onlyIf = phase.onlyIf;
    if (phase.role == Phase::Role::Inspect)
      phases.inspect.push_back(std::move(code));
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
};

} // namespace

llvm::Expected<LoweredPhases> lowerPhases(const Program &program,
                                          const CodeGenOptions &options) {
  return PhaseLowering(program, options).run();
}

} // namespace sparsec
