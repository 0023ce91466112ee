//===- Pipeline.cpp - from a phase to clean loops -------------------------===//

#include "sparsec/LoopPasses/Pipeline.h"

#include "LoopRequests.h"
#include "OwnElements.h"
#include "StagedCopies.h"
#include "TensorInstructions.h"
#include "TupleParts.h"
#include "sparsec/LoopIR/ComplexNumbers.h"
#include "sparsec/LoopIR/DoubleDouble.h"
#include "sparsec/LoopIR/MappedLoops.h"
#include "sparsec/LoopIR/Verifier.h"
#include "sparsec/LoopPasses/LoopPasses.h"
#include "sparsec/LoopPasses/Unroll.h"
#include "sparsec/Lowering/NestLowering.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace sparsec {
namespace {

/// What passes work on.
struct Job {
  LoopAst &ast;
  const Program &program;
  const Phase &phase;
  const LoweringHooks &hooks;
  LoopRequests requests = {};
};

llvm::Error versionSerialFallback(Job &job) {
  // Regions are what it costs a plan of one task to be in waves.
  if (job.hooks.makesRegions)
    versionSerialFallbacks(job.ast, job.program);
  return llvm::Error::success();
}

llvm::Error instructTensors(Job &job) {
  auto done = makeTensorInstructions(job.ast, job.program);
  if (!done)
    return done.takeError();
  LoopAst loops;
  loops.body = std::move(*done);
  job.requests.carryOut(loops, LoopRequest::Unroll);
  return llvm::Error::success();
}

llvm::Error unroll(Job &job) {
  job.requests.carryOut(job.ast, LoopRequest::Unroll);
  return unrollLoops(job.ast, job.program);
}

llvm::Error warnOfWeakBounds(Job &job) {
  if (job.hooks.warn)
    reportWeakBounds(job.ast, job.hooks.warn);
  return llvm::Error::success();
}

llvm::Error searchRows(Job &job) {
  findEntries(job.ast, job.program, job.hooks.warn);
  return llvm::Error::success();
}

llvm::Error expand(Job &job) {
  job.requests.carryOut(job.ast, LoopRequest::Expand);
  return expandLoops(job.ast, job.program);
}

llvm::Error vectorize(Job &job) {
  job.requests.carryOut(job.ast, LoopRequest::Vectorize);
  return vectorizeLanes(job.ast, job.program);
}

llvm::Error shareOut(Job &job) {
  dropUnshared(job.ast, job.program);
  job.requests.carryOut(job.ast, LoopRequest::Balance);
  shareWork(job.ast, job.program);
  return llvm::Error::success();
}

llvm::Error printRequests(Job &job) {
  for (LoopRequest printed :
       {LoopRequest::Parallel, LoopRequest::Simd, LoopRequest::Scalar,
        LoopRequest::Pragma, LoopRequest::Cooperative})
    job.requests.carryOut(job.ast, printed);
  if (job.hooks.warn && job.phase.role == Phase::Role::Execute)
    job.requests.report(job.ast, job.phase, job.hooks.warn);
  return llvm::Error::success();
}

llvm::Error regions(Job &job) {
  return job.hooks.makesRegions ? addRegions(job.ast, job.program)
                                : llvm::Error::success();
}

/// Signatures that passes may have.
llvm::Error run(llvm::Error (*pass)(Job &), Job &job) { return pass(job); }
llvm::Error run(llvm::Error (*pass)(LoopAst &, const Program &), Job &job) {
  return pass(job.ast, job.program);
}
llvm::Error run(llvm::Error (*pass)(LoopAst &, const Program &, const Phase &),
                Job &job) {
  return pass(job.ast, job.program, job.phase);
}
llvm::Error run(void (*pass)(LoopAst &, const Program &), Job &job) {
  pass(job.ast, job.program);
  return llvm::Error::success();
}
llvm::Error run(void (*pass)(LoopAst &, const Program &, const Phase &),
                Job &job) {
  pass(job.ast, job.program, job.phase);
  return llvm::Error::success();
}
llvm::Error run(void (*pass)(std::vector<LoopNode> &), Job &job) {
  pass(job.ast.body);
  return llvm::Error::success();
}
llvm::Error run(void (*pass)(std::vector<LoopNode> &, const Program &),
                Job &job) {
  pass(job.ast.body, job.program);
  return llvm::Error::success();
}

struct LoopPass {
  const char *name;
  llvm::Error (*run)(Job &);
  const char *sentence; ///< "" from its second row on
};

constexpr LoopPass pipeline[] = {
#define LOOP_PASS(NAME, FUNCTION, SENTENCE)                                    \
  {NAME, [](Job &job) { return run(FUNCTION, job); }, SENTENCE},
#include "Pipeline.def"
#undef LOOP_PASS
};

const char *const beforePasses = "lower";
#ifdef SPARSEC_TEST_HOOKS
/// From that pass on locals have the names that are printed.
const char *const namesLocals = "name-locals";
#endif

} // namespace

llvm::Expected<LoopAst> lowerPhase(const Program &program, const Phase &phase,
                                   const LoweringHooks &hooks) {
  LoopAst ast;
  if (phase.tree.statements().empty())
    return ast;
  if (llvm::Error error = requireNumberedWaves(program, phase))
    return error;
  llvm::Expected<std::vector<LoopNode>> nodes = lowerNests(program, phase);
  if (!nodes)
    return nodes.takeError();
  ast.body = std::move(*nodes);
  Job job{ast, program, phase, hooks};
  job.requests.start(ast);
  auto show = [&](const char *pass) {
    if (hooks.afterPass)
      hooks.afterPass(program, phase, pass, ast);
  };
  show(beforePasses);
#ifdef SPARSEC_TEST_HOOKS
  LocalNames names = LocalNames::Any;
#endif
  for (const LoopPass &pass : pipeline) {
    if (llvm::Error error = pass.run(job))
      return error;
    show(pass.name);
#ifdef SPARSEC_TEST_HOOKS
    if (llvm::StringRef(pass.name) == namesLocals)
      names = LocalNames::OfC;
    if (std::string wrong = wrongWith(ast, program, names); !wrong.empty())
      return llvm::createStringError("sparsec is wrong: after the pass '" +
                                     llvm::Twine(pass.name) + "': " + wrong);
#endif
  }
  return ast;
}

std::vector<std::string> loopPassNames() {
  std::vector<std::string> names = {beforePasses};
  for (const LoopPass &pass : pipeline)
    if (!llvm::is_contained(names, pass.name))
      names.push_back(pass.name);
  return names;
}

std::vector<LoopPassRow> loopPasses() {
  std::vector<LoopPassRow> rows;
  for (const LoopPass &pass : pipeline)
    if (*pass.sentence)
      rows.push_back({pass.name, pass.sentence});
  return rows;
}

namespace {

/// Nodes for which a pass asks statements for their instances and accesses.
struct Question {
  const char *pass;
  bool (*isAsked)(const LoopNode &);
  const char *about;
};

bool isAction(const LoopNode &node) {
  return node.kind == LoopNode::Kind::Action;
}
bool isPlacedTuple(const LoopNode &node) {
  return isTupleUpdate(node) && !node.values.empty();
}
bool isSimd(const LoopNode &node) { return node.isFor() && node.marks.simd; }
bool reduces(const LoopNode &node) {
  return node.isFor() && node.marks.hasParts();
}
bool sharesUpdates(const LoopNode &node) {
  const LoopMarks &marks = node.marks;
  return node.isFor() &&
         (marks.isAtomic() || marks.hasCopies() || marks.hasSegments());
}

constexpr const char *aboutAction = "what action '{0}' accesses";
constexpr const char *aboutPlaces = "in which order values come to an extremum";
constexpr const char *aboutSharing =
    "which elements iterations of loop '{0}' share";

constexpr Question questions[] = {
    {"clean-locals", isAction, aboutAction},
    {"drop-dead-stores", isAction, aboutAction},
    {"share-updates", sharesUpdates, aboutSharing},
    {"hoist-loads", isAction, aboutAction},
    {"accumulators", isAction, aboutAction},
    {"accumulators", isSimd, aboutSharing},
    {"combine-tuples", isPlacedTuple, aboutPlaces},
    {"own-elements", isMapped, aboutSharing},
    {"barriers", isMapped, aboutSharing},
    {"declare-locals", isAction, aboutAction},
    {"drop-guards", isAction, aboutAction},
    {"privatize-reductions", reduces, aboutSharing},
    {"privatize-tuples", isPlacedTuple, aboutPlaces},
    {"actions", isAction, "what action '{0}' does"},
    {"regions", isAction, aboutAction},
};

} // namespace

std::string neededByPass(llvm::StringRef name, const LoopAst &loops) {
  std::string needed;
  for (const Question &question : questions)
    loops.walk([&](const LoopNode &node) {
      if (needed.empty() && name == question.pass && question.isAsked(node))
        needed = llvm::formatv(question.about, node.name);
    });
  return needed;
}

llvm::Error runLoopPass(llvm::StringRef name, LoopAst &loops,
                        const Program &program, const Phase &phase,
                        const LoweringHooks &hooks) {
  const LoopPass *pass = llvm::find_if(
      pipeline, [&](const LoopPass &row) { return name == row.name; });
  if (pass == std::end(pipeline))
    return llvm::createStringError("no pass '" + name + "'");
  Job job{loops, program, phase, hooks};
  job.requests.start(loops);
  return pass->run(job);
}

} // namespace sparsec
