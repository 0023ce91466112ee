//===- LoopPasses.h - clean-up of lowered loops -----------------*- C++ -*-===//
#ifndef SPARSEC_LOOPPASSES_LOOPPASSES_H
#define SPARSEC_LOOPPASSES_LOOPPASSES_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LocalNames.h"
#include "sparsec/LoopIR/LoopAst.h"
#include "sparsec/LoopIR/Structure.h"
#include "sparsec/LoopPasses/Pipeline.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace sparsec {

/// Carries out LoopMarks::expand everywhere. Errors: bounds that are no
/// numbers, too many statements.
llvm::Error expandLoops(LoopAst &ast, const Program &program);

/// Carries out LoopMarks::digits everywhere (DigitNest.cpp). Errors: other
/// bounds than 0 and a power of two, bodies that cannot be taken apart.
llvm::Error takeDigitsApart(LoopAst &ast, const Program &program);

/// Carries out LoopMarks::lanes everywhere (LoopPassesLanes.cpp). Errors: loops
/// and conditions inside that differ between lanes.
llvm::Error vectorizeLanes(LoopAst &ast, const Program &program);

/// Neighbours under one condition on data, whose value a scalar holds, get one
/// `if`, or one `if` and `else`.
void joinMasks(std::vector<LoopNode> &nodes);
/// `c = v; if (c) …` => `if (v) …` where nothing else asks for c.
void foldMasks(LoopAst &ast, const Program &program);

/// Gives each thread of a loop with LoopMarks::reduces a part of its own:
/// `double part = 0; for … part += …; sum[0] += part;`. Errors: updates that
/// are no sums or products, elements that need not exist.
llvm::Error privatizeReductions(LoopAst &ast, const Program &program);

/// Gives each thread of a kernel's loop with GpuMark::Sharing::Combined a copy
/// of the tuples that all iterations update, and combines them behind it.
/// Errors: loops on blocks.
llvm::Error combineTuples(LoopAst &ast, const Program &program);

/// The same for threads of loops with LoopMarks::Updates::Parts. Errors: loops
/// whose threads have workspace.
llvm::Error privatizeTuples(LoopAst &ast, const Program &program);

/// Computes with 64 bits what is added to or compared with a variable that may
/// exceed an int: `t - 1000 * (long long)i`.
void legalizeIntegers(LoopAst &ast, const Program &program);

/// Drops unused constant locals, and replaces those used once where that moves
/// no load into a loop. Loads that occur twice become locals.
void cleanLocals(LoopAst &ast, const Program &program);

/// The type of a local that holds \p load, an element in a subscript: data
/// there is of any type, `x[(int)v[i]]`, `x[mask[i] & 7]`.
LoopType localTypeOf(const LoopExpr &load, const Program &program);

/// Index loads leave loops that do not move them.
void hoistLoads(LoopAst &ast, const Program &program);

/// Puts barriers into the kernels of \p phase: wherever threads of a block have
/// to wait for others (Analysis/ThreadExchanges.h), and outside loops on
/// threads, so that all of them come by.
void addBarriers(LoopAst &ast, const Program &program, const Phase &phase);

/// Where iterations of a parallel loop share elements, makes updates of them
/// atomic, or of a copy that the thread has, as the loop's mark says.
llvm::Error shareUpdates(LoopAst &ast, const Program &program);
llvm::Error scanUpdates(LoopAst &ast, const Program &program);

/// Takes LoopMarks::balancedBy from loops that have no form which threads can
/// share by work, or of which the array says nothing any more.
void dropUnshared(LoopAst &ast, const Program &program);
/// Balanced loops become loops over parts, one for each thread, around those
/// over a part's iterations.
void shareWork(LoopAst &ast, const Program &program);

/// Lets serial loops end where the rest of their iterations would do nothing.
void endLoopsEarly(LoopAst &ast, const Program &program);

/// Lets loops that do something for one entry of a sorted row find it, and
/// tells
/// \p warn, unless null, of those that try all entries as they are asked to.
void findEntries(LoopAst &ast, const Program &program, const WarningSink &warn);

/// Keeps an array element that the innermost loop only updates in a scalar:
/// `double sum = y[i]; for … sum += …; y[i] = sum;`.
void addAccumulators(LoopAst &ast, const Program &program);
/// Goes on with one scalar where a loop's accumulator follows another's.
void joinAccumulators(std::vector<LoopNode> &nodes);

/// Lets small local arrays be scalars where all subscripts are numbers, and
/// copies that give their value back be what they are a copy of.
void splitArrays(std::vector<LoopNode> &nodes, const Program &program);

/// Whether lanes may update a \p type by \p op, each from the identity: sums of
/// floating values only where the recipe allows to reassociate them. Not so for
/// the minimum of floating values that may be NaN or infinite: OpenMP's
/// reduction forgets a NaN and may start from DBL_MAX.
bool mayShareLanes(const Program &program, Update op, const ElementType &type);
/// The scalars that \p loop updates and no iteration sets: simd needs to know.
/// Takes the mark off where an update is not exact in lanes.
void addScalarReductions(LoopNode &loop, const Program &program);
/// Tells the simd loops at \p node and below that they reduce into \p local.
void addReductionClauses(LoopNode &node, const std::string &local,
                         const ElementType &type, const Program &program);
/// Takes the simd mark off \p loop; \p why is what the recipe's author reads.
void takeSimdOff(LoopNode &loop, const std::string &why);
/// Takes the simd mark off \p loop when it still updates an element in memory
/// that it does not move, or that lanes share: they would overwrite each other.
void dropUnsafeSimd(LoopNode &loop, const Program &program);

/// Drops what is stored in scalars and arrays that belong to the body
/// (Owner::Local) where their owner reads nothing of them, and the loops and
/// locals that do nothing then.
void dropDeadStores(LoopAst &ast, const Program &program);

/// Drops conditions that only say that the loop under them runs.
void dropGuards(LoopAst &ast, const Program &program);

/// Loads what matrix instructions beside each other read of arrays once.
void shareOperands(LoopAst &ast, const Program &program);

/// Loads neighbouring elements as vectors in the kernels of \p phase, where its
/// loops ask for it. An error where no vector can be loaded of such an array.
llvm::Error loadVectors(LoopAst &ast, const Program &program,
                        const Phase &phase);
/// Whether CUDA has a vector of \p width elements of \p type, "double2", that
/// one instruction loads.
bool hasVectors(const ElementType &type, unsigned width);

/// Declares scalars and arrays that belong to the body (Owner::Local) in the
/// innermost block that can hold them. An error when that is outside a parallel
/// loop that writes them.
llvm::Error declareLocals(LoopAst &ast, const Program &program);

/// Makes one loop over positions of two over rows and the places in them.
void joinRows(std::vector<LoopNode> &nodes, const Program &program);

/// Marks loops that gather rows, which gcc would unroll, and jam the loops over
/// the rows: that costs more than it gains.
void leaveUnjammed(std::vector<LoopNode> &nodes);

/// Gives names to bounds with a condition in loops that a compiler's pragma is
/// about: GCC ignores its hint on `j < (b ? m : n)`, with a warning.
void nameHintedBounds(std::vector<LoopNode> &nodes);

/// Gives locals C names that are unique where they are seen.
void nameLocals(LoopAst &ast, const Program &program);

/// Uses what bounds, conditions and facts say: plain divisions, conditions
/// that always or never hold, bounds that never count.
void simplifyByRanges(LoopAst &ast, const Program &program);

/// Turns loops whose iterator is only used negated into descending ones, and
/// those of inspectors from `1 - n` on where most uses are; the last pass: no
/// other one knows them.
void turnDescending(LoopAst &ast, const Program &program, const Phase &phase);

/// Gives waves of tasks a second version, for plans of one task: the loop as it
/// was before the waves, in its own order, on one thread.
void versionSerialFallbacks(LoopAst &ast, const Program &program);

/// Fails where a later step has given the waves or tasks of \p phase, whose
/// tasks wait by their numbers, other numbers (shift, normalize, tile).
llvm::Error requireNumberedWaves(const Program &program, const Phase &phase);

/// Gives each thread its copy of the per-thread workspaces that it uses: what
/// works on them goes into regions that begin with \p lines. Waves of tasks
/// become regions, too; an error where they hold more than tasks.
llvm::Error addRegions(LoopAst &ast, const Program &program);

/// Replaces subscripts of flat arrays by one position.
llvm::Error flattenArrays(LoopAst &ast, const Program &program);

/// Updates of one element that unrolling left side by side become one:
/// shorter chains of dependent operations. Only for floating-point reductions
/// that may be reassociated.
void mergeReductions(std::vector<LoopNode> &nodes, const Program &program);

/// Gives every Action its body (Lowering/ActionLowering.h).
llvm::Error expandActions(LoopAst &ast, const Program &program);

} // namespace sparsec

#endif // SPARSEC_LOOPPASSES_LOOPPASSES_H
