//===- KernelProgram.cpp - one function as a Program ----------------------===//
///
/// \file
/// KernelScan (what it reads and writes) -> Signature (parameters, arrays) ->
/// facts -> BodyBuilder (statements, loops) -> ScalarAnalysis (private
/// scalars).
///
//===----------------------------------------------------------------------===//

#include "KernelProgram.h"
#include "BodyBuilder.h"
#include "CountedRows.h"
#include "Globals.h"
#include "LocalArrays.h"
#include "PragmaFacts.h"
#include "Returns.h"
#include "RowPointers.h"
#include "ScalarAnalysis.h"
#include "Signature.h"
#include "TuplePlaces.h"

#include "sparsec/IR/FactParser.h"

namespace sparsec {
namespace {

/// Members, and variables outside the function, that only facts name belong to
/// the program, too.
void addObjectsInFacts(const FoundKernel &found, ObjectNames &names,
                       KernelScan &scan) {
  for (const SparsecPragma &pragma : found.pragmas)
    for (const std::string &name : namesInFacts(pragma.fact))
      if (std::optional<Object> member = names.ofPath(name))
        scan.objects.emplace(name, *member);
      else if (const clang::VarDecl *variable =
                   globalNamed(name, found.function->getASTContext()))
        scan.objects.emplace(name, names.ofVariable(variable));
}

} // namespace

Program kernelProgram(Session &session, const FoundKernel &found,
                      const SourceFunction &source, ObjectNames &names,
                      const RowMerges &merges, const FoundData &data,
                      Diagnoser &diagnoser) {
  clang::ASTContext &ast = found.function->getASTContext();
  KernelScan scan = scanKernel(*found.function, names, diagnoser, data);
  if (diagnoser.hasErrors())
    throw Refused();
  addObjectsInFacts(found, names, scan);
  std::map<std::string, FlatArray> shapes;
  while (true) {
    Kernel kernel{session,   ast,
                  diagnoser, names,
                  scan,      *found.function,
                  merges,    Program(session.ctx()),
                  shapes};
    kernel.program.function = source;
    enterGlobals(kernel);
    enterSignature(kernel);
    enterResult(kernel);
    addPragmaFacts(kernel.program, found, diagnoser);
    if (diagnoser.hasErrors())
      throw Refused();
    Phase phase;
    phase.tree = buildBody(kernel);
    kernel.program.phases.push_back(phase);
    if (diagnoser.hasErrors())
      throw Refused();
    if (kernel.shapesChanged)
      continue;
    if (kernel.program.statements.empty())
      diagnoser.refuse(found.function->getLocation(),
                       "'" + found.function->getName() + "' assigns nothing",
                       "statements such as y[i] += a[j] * x[col[j]] are what "
                       "a recipe transforms");
    shapeFlatArrays(kernel);
    settleRowPointers(kernel);
    countByPosition(kernel.program);
    analyzeScalars(kernel.program);
    analyzeLocalArrays(kernel.program);
    placeTuples(kernel.program);
    Program program = kernel.program;
    program.source = std::make_shared<const Program>(kernel.program);
    program.inspectors = found.inspectors;
    return program;
  }
}

} // namespace sparsec
