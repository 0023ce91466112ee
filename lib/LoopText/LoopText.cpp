//===- LoopText.cpp - loops as text, and back -----------------------------===//

#include "sparsec/LoopText/LoopText.h"

#include "NodeReader.h"
#include "NodeWriter.h"
#include "Phases.h"
#include "Symbols.h"

#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace sparsec {

const char *wordOf(Phase::Role role) {
  switch (role) {
  case Phase::Role::Inspect:
    return "inspect";
  case Phase::Role::Update:
    return "update";
  case Phase::Role::Execute:
    break;
  }
  return "execute";
}

using namespace looptext;

char LoopTextError::ID = 0;

void LoopTextError::log(llvm::raw_ostream &out) const {
  out << line << ":" << column << ": " << text;
}

std::string writeLoops(const Program &program, const Phase &phase,
                       const LoopAst &loops) {
  NodeWriter nodes(program);
  nodes.writeAll(loops.body);
  return std::string("phase ") + wordOf(phase.role) + ";\n" +
         writeSymbols(program, loops) + nodes.take();
}

/// `phase inspect;`, which the first phase need not have.
static Phase::Role readHead(Cursor &cursor, bool isFirst) {
  if (isFirst && !cursor.is("phase"))
    return Phase::Role::Execute;
  cursor.expect("phase");
  const Token word = cursor.next();
  cursor.expect(";");
  for (Phase::Role role : {Phase::Role::Inspect, Phase::Role::Update})
    if (word.is(wordOf(role)))
      return role;
  if (!word.is(wordOf(Phase::Role::Execute)))
    cursor.failAt(word, "a phase is one of inspect, update, execute");
  return Phase::Role::Execute;
}

static LoopModule readPhase(isl::ctx ctx, Cursor &cursor, bool isFirst) {
  LoopModule module(ctx);
  const Phase::Role role = readHead(cursor, isFirst);
  readSymbols(cursor, module);
  NodeReader reader(cursor, module.program);
  module.loops.body = reader.readAll();
  if (!cursor.isAtEnd() && !cursor.is("phase"))
    cursor.fail("expected a statement");
  if (!cursor.error())
    addPhase(module, role, reader.sources);
  return module;
}

static llvm::Error errorOf(llvm::StringRef text, const Cursor::Error &error) {
  llvm::StringRef before = text.take_front(error.offset);
  const size_t newline = before.rfind('\n');
  const size_t start = newline == before.npos ? 0 : newline + 1;
  return llvm::make_error<LoopTextError>(unsigned(before.count('\n')) + 1,
                                         unsigned(before.size() - start) + 1,
                                         unsigned(error.length), error.message);
}

llvm::Expected<std::vector<LoopModule>> readLoops(isl::ctx ctx,
                                                  llvm::StringRef text) {
  Cursor cursor(text);
  std::vector<LoopModule> modules;
  do
    modules.push_back(readPhase(ctx, cursor, modules.empty()));
  while (!cursor.isAtEnd());
  if (cursor.error())
    return errorOf(text, *cursor.error());
  return modules;
}

} // namespace sparsec
