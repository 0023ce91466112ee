//===- Interpreter.cpp - loops of a program without a C compiler ----------===//

#include "sparsec/Interpreter/Interpreter.h"

#include "Machine.h"

#include "sparsec/LoopPasses/Pipeline.h"
#include "sparsec/Lowering/NestLowering.h"

#include "llvm/ADT/StringRef.h"

#include <utility>

namespace sparsec {

/// From that pass on threads of a block wait for each other.
static const char *const ordersThreads = "barriers";
/// From that pass on a thread has scalars of its own from one loop on threads
/// to the next. Until they wait for each other loops run as a whole, one after
/// the other, and cannot be interpreted.
static const char *const ownsScalars = "own-elements";

llvm::Expected<std::vector<LoopSnapshot>>
loopSnapshots(const Program &program) {
  std::vector<LoopSnapshot> snapshots;
  for (size_t number = 0; number < program.phases.size(); ++number) {
    size_t place = 0;
    bool isOrdered = false, isOwned = false;
    LoweringHooks hooks;
    hooks.makesRegions = true;
    hooks.afterPass = [&](const Program &, const Phase &, llvm::StringRef pass,
                          const LoopAst &loops) {
      isOrdered |= pass == ordersThreads;
      isOwned |= pass == ownsScalars;
      if (isOwned && !isOrdered)
        return;
      if (place == snapshots.size())
        snapshots.push_back({pass.str(), {}, isOrdered});
      snapshots[place].phases.resize(number + 1);
      snapshots[place++].phases.back() = loops;
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

llvm::Expected<LoopSnapshot> loopsBeforePasses(const Program &program) {
  LoopSnapshot loops = {"lower", {}, false};
  for (const Phase &phase : program.phases) {
    loops.phases.emplace_back();
    if (phase.tree.statements().empty())
      continue;
    llvm::Expected<std::vector<LoopNode>> nodes = lowerNests(program, phase);
    if (!nodes)
      return nodes.takeError();
    loops.phases.back().body = std::move(*nodes);
  }
  return loops;
}

llvm::Expected<LoopSnapshot> loopsAfterPasses(const Program &program) {
  LoopSnapshot loops = {"all passes", {}, true};
  LoweringHooks hooks;
  hooks.makesRegions = true;
  for (const Phase &phase : program.phases) {
    llvm::Expected<LoopAst> lowered = lowerPhase(program, phase, hooks);
    if (!lowered)
      return lowered.takeError();
    loops.phases.push_back(std::move(*lowered));
  }
  return loops;
}

static llvm::Error fault(const LoopSnapshot &loops, const std::string &what) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "after %s: %s",
                                 loops.pass.c_str(), what.c_str());
}

llvm::Error interpret(const Program &program, const LoopSnapshot &loops,
                      Memory &memory, unsigned seed, const Tracer &tracer) {
  for (const Parameter &parameter : program.parameters)
    if (parameter.owner == Parameter::Owner::Plan)
      memory.parameters.emplace(parameter.name, 0);
    else if (!parameter.pointer.empty()) // all arrays are there
      memory.parameters.emplace(parameter.name, 1);
  try {
    bool hasBegun = false;
    for (size_t number = 0; number < program.phases.size(); ++number) {
      const bool executes = program.phases[number].role == Phase::Role::Execute;
      if (executes && tracer.begin && !std::exchange(hasBegun, true))
        tracer.begin();
      const std::string &condition = program.phases[number].onlyIf;
      if (condition.empty() || memory.parameters[condition] != 0)
        Machine(program, memory, seed, loops.hasBarriers,
                executes ? tracer
                         : Tracer{nullptr, nullptr, tracer.mostIterations,
                                  tracer.threads, tracer.callUsers})
            .run(loops.phases[number].body);
    }
  } catch (const Unknown &unknown) {
    return llvm::make_error<NotInterpreted>(unknown.what());
  } catch (const TooLong &) {
    return llvm::make_error<TooManyIterations>();
  } catch (const Fault &found) {
    return fault(loops, found.what());
  }
  return llvm::Error::success();
}

} // namespace sparsec
