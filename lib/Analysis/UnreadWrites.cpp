//===- UnreadWrites.cpp - work that nobody takes notice of ----------------===//
///
/// \file
/// A statement may run more often where all that it then writes belongs to one
/// iteration of some loops, and nothing reads it there: for no two instances,
/// one `{ S[..] }` of those that it would run as well, one of a reader's, is
/// the element the same, and whose it is.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/UnreadWrites.h"

#include "InstancePair.h"

#include "sparsec/Poly/Meet.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

/// Whether \p reader reads nothing of what \p writer, instances that the
/// program has not, writes.
bool readsNothingOf(const Program &program, const Statement &writer,
                    const Statement &reader) {
  InstancePair pair(program, program, writer, reader);
  const isl::set both = pair.instances();
  for (const Touch &write : touchesOf(writer))
    for (const Touch &read : touchesOf(reader)) {
      if (!write.isWrite || !read.isRead || write.array != read.array)
        continue;
      const isl::set met = poly::meet(
          both, pair.sameElement(pair.first, write, pair.second, read));
      if (!pair.facts.provesEmpty(met))
        return false;
    }
  return true;
}

} // namespace

std::string readerOfMore(const Program &program, const std::string &statement,
                         const isl::set &more) {
  Statement writer = program.statement(statement);
  writer.constraints = more;
  const std::string &target = writer.assignment->target.text;
  for (const auto &[name, reader] : program.statements) {
    const bool reads = llvm::any_of(touchesOf(reader), [&](const Touch &touch) {
      return touch.array == target && touch.isRead;
    });
    if (!reads)
      continue;
    const Statement &asked = reader;
    const bool isProved = program.phaseOf(name) == program.phaseOf(statement) &&
                          proves(program.context.ctx(), [&] {
                            return readsNothingOf(program, writer, asked);
                          });
    if (!isProved)
      return name;
  }
  return "";
}

} // namespace sparsec
