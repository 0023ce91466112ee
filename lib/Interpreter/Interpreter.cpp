//===- Interpreter.cpp - loops of a program without a C compiler ----------===//

#include "sparsec/Interpreter/Interpreter.h"

#include "Machine.h"

#include "sparsec/LoopPasses/Pipeline.h"

#include "llvm/ADT/StringRef.h"

namespace sparsec {

/// The pass after which loops are about to be calls of the runtime.
static const char *const lastTyped = "print-requests";

llvm::Expected<std::vector<LoopSnapshot>>
loopSnapshots(const Program &program) {
  std::vector<LoopSnapshot> snapshots;
  for (size_t number = 0; number < program.phases.size(); ++number) {
    size_t place = 0;
    bool isOver = false;
    LoweringHooks hooks;
    hooks.afterPass = [&](const Program &, const Phase &, llvm::StringRef pass,
                          const LoopAst &loops) {
      if (isOver)
        return;
      if (place == snapshots.size())
        snapshots.push_back({pass.str(), {}});
      snapshots[place].phases.resize(number + 1);
      snapshots[place++].phases.back() = loops;
      isOver = pass == lastTyped;
    };
    llvm::Expected<LoopAst> lowered =
        lowerPhase(program, program.phases[number], hooks);
    if (!lowered)
      return lowered.takeError();
  }
  for (LoopSnapshot &snapshot : snapshots)
    snapshot.phases.resize(program.phases.size());
  return snapshots;
}

static llvm::Error fault(const LoopSnapshot &loops, const std::string &what) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "after %s: %s",
                                 loops.pass.c_str(), what.c_str());
}

llvm::Error interpret(const Program &program, const LoopSnapshot &loops,
                      Memory &memory, unsigned seed) {
  if (program.inspectsOnGpu)
    return llvm::make_error<NotInterpreted>("an inspector on a GPU");
  for (const Parameter &parameter : program.parameters)
    if (parameter.owner == Parameter::Owner::Plan)
      memory.parameters.emplace(parameter.name, 0);
  try {
    for (size_t number = 0; number < program.phases.size(); ++number) {
      const std::string &condition = program.phases[number].onlyIf;
      if (condition.empty() || memory.parameters[condition] != 0)
        Machine(program, memory, seed).run(loops.phases[number].body);
    }
  } catch (const Unknown &unknown) {
    return llvm::make_error<NotInterpreted>(unknown.what());
  } catch (const Fault &found) {
    return fault(loops, found.what());
  }
  return llvm::Error::success();
}

} // namespace sparsec
