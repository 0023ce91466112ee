//===- Pragma.cpp - fuzzes the text of facts ------------------------------===//
///
/// \file
/// What follows `#pragma sparsec`, for a program with the arrays of CSR.
///
//===----------------------------------------------------------------------===//

#include "Features.h"

#include "sparsec/IR/FactParser.h"
#include "sparsec/Support/Diagnostics.h"

#include <cstdlib>

using namespace sparsec;

static Program makeProgram(Session &session) {
  Program program(session.ctx());
  for (const char *name : {"n", "m"})
    program.parameters.push_back({name, ElementType::int32()});
  for (const char *name : {"index", "col", "perm", "x"}) {
    Array array;
    array.name = name;
    array.type = ElementType::int32();
    array.extents = {std::nullopt};
    array.isIndex = true;
    program.arrays.emplace(name, array);
  }
  return program;
}

extern "C" int LLVMFuzzerTestOneInput(const char *data, size_t size) {
  static Session session;
  Program program = makeProgram(session);
  llvm::Error error = addFacts(program, std::string(data, size),
                               Fact::Origin::Declared, "fuzz.c:1:1");
  if (error.isA<InternalError>())
    abort();
  if (error)
    fuzz::saw(fuzz::plain(llvm::toString(std::move(error))));
  for (const Fact &fact : program.facts)
    fuzz::saw("fact " + std::to_string(int(fact.kind)));
  return 0;
}
