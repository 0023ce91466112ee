//===- Statements.h - statements around loops -------------------*- C++ -*-===//
///
/// \file
/// What functions do outside loops: calls of the runtime, whose failures end
/// the function, and C's expressions that do not fold.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LOOPIR_STATEMENTS_H
#define SPARSEC_LOOPIR_STATEMENTS_H

#include "sparsec/IR/RuntimeFunctions.h"
#include "sparsec/LoopIR/LoopAst.h"

#include <set>
#include <string>
#include <vector>

namespace sparsec {

namespace expr {
LoopExpr call(std::string callee, std::vector<LoopExpr> operands);
LoopExpr call(const RuntimeHelper &callee, std::vector<LoopExpr> operands);
/// `callee<first, second>(operands)`, of one number or several.
LoopExpr call(const RuntimeHelper &callee, const std::vector<long> &numbers,
              std::vector<LoopExpr> operands);
/// C's operators, which do not fold.
LoopExpr unary(Operator op, LoopExpr operand);
LoopExpr binary(const LoopExpr &left, Operator op, const LoopExpr &right);
LoopExpr addressOf(LoopExpr place);
LoopExpr cast(const LoopType &type, LoopExpr operand);
LoopExpr sizeOf(LoopType type);
/// place++
LoopExpr increment(LoopExpr place);
LoopExpr string(std::string text);
LoopExpr list(std::vector<LoopExpr> elements);
/// `pointer->field`, `object.field`
LoopExpr arrow(const std::string &pointer, const std::string &field);
LoopExpr dot(LoopExpr object, const std::string &field);
/// The local that says whether all went well so far, and what it then is.
LoopExpr status();
LoopExpr isFine();
/// What the runtime joins values of threads by: `sparsec_add()`.
LoopExpr combiner(Update update);
} // namespace expr

namespace stmt {
using Nodes = std::vector<LoopNode>;

LoopNode assign(LoopExpr target, LoopExpr value, Update op = Update::Set);
LoopNode call(LoopExpr value);
LoopNode call(std::string callee, std::vector<LoopExpr> operands);
LoopNode call(const RuntimeHelper &callee, std::vector<LoopExpr> operands);
/// `status = callee(operands)`
LoopNode tryCall(const RuntimeHelper &callee, std::vector<LoopExpr> operands);
LoopNode tryCall(std::string callee, std::vector<LoopExpr> operands);
/// Calls a function of the source, \p callee; \p returnsStatus: it returns 0
/// where it succeeds, and the function here ends where it does not.
Nodes callOfSource(const std::string &callee, std::vector<LoopExpr> operands,
                   bool returnsStatus);
LoopNode check(LoopNode::Leave leave = LoopNode::Leave::ToFail);
/// \p work unless something has failed.
LoopNode ifFine(LoopNode work);
LoopNode returns();
LoopNode returns(LoopExpr value);
LoopNode label(std::string name);
LoopNode leaveLoop();
LoopNode nextIteration();
LoopNode barrier();
LoopNode declare(LoopType type, std::string name,
                 std::vector<LoopExpr> constructor = {});
/// A local that may be assigned later, and one that may not.
LoopNode variable(LoopType type, std::string name, LoopExpr value);
LoopNode constant(LoopType type, std::string name, LoopExpr value);
/// `for (type name = lower; name < upper; name++) body`
LoopNode countedLoop(LoopType type, std::string name, LoopExpr lower,
                     LoopExpr upper, Nodes body = {});
/// \p body with a scope of its own.
LoopNode scope(Nodes body);
/// `sparsec_fail(SPARSEC_code, "format", operands..)`
LoopExpr failure(const std::string &code, std::string format,
                 const std::vector<LoopExpr> &operands = {});
} // namespace stmt

/// Makes \p update, an assignment, atomic among the threads of a GPU.
void updateAtomically(LoopNode &update);

/// What the function of \p update gets: an atomic one's, or that of a copy
/// which is not waited for.
std::vector<LoopExpr> operandsOfUpdater(const LoopNode &update);

/// What \p nodes name: variables, arrays, functions, and what holds the members
/// they use ("A" for `A->col`), declared there or not.
std::set<std::string> namesIn(const std::vector<LoopNode> &nodes);
std::set<std::string> namesIn(const LoopExpr &expr);
/// Whether the function may end in the middle of \p nodes, by a Check.
bool mayLeave(const std::vector<LoopNode> &nodes);
/// Whether they use the function's status.
bool usesStatus(const std::vector<LoopNode> &nodes);

} // namespace sparsec

#endif // SPARSEC_LOOPIR_STATEMENTS_H
