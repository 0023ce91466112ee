//===- TensorSums.cpp - who else reads an instruction's sums --------------===//
///
/// \file
/// An instruction sets all of a lane's registers, those of missing rows and
/// columns, too. It may where nobody wants what was there: neither the
/// statement itself in another step nor another statement.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/TensorSums.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

namespace sparsec {
namespace {

/// Elements of one array by thread, `{ T[block and thread.., subscripts..] }`,
/// for all values of index arrays.
struct Elements {
  std::vector<std::string> threads; ///< "thread.x"
  isl::set set;
};

Elements elementsOf(const Program &program, const Statement &statement,
                    const std::vector<isl::pw_aff> &subscripts) {
  std::map<std::string, isl::pw_aff> mapped;
  for (const ScheduleTree *loop :
       program.phaseOf(statement.name)->tree.loopsAround(statement.name))
    if (loop->marks.gpu.isMapped())
      mapped.emplace(loop->marks.gpu.text(), loop->values.at(statement.name));
  Elements elements;
  std::vector<isl::pw_aff> place;
  for (const auto &[name, value] : mapped) {
    elements.threads.push_back(name);
    place.push_back(value);
  }
  llvm::append_range(place, subscripts);
  elements.set = poly::makeMap(statement.space(), "T", place)
                     .as_map()
                     .intersect_domain(statement.instances().intersect_params(
                         program.context))
                     .range();
  for (const auto &[name, call] : statement.calls)
    elements.set = poly::dropParam(elements.set, name);
  return elements;
}

bool provedReads(const Program &program, const std::string &name) {
  const Statement &statement = program.statement(name);
  const Expr &target = statement.assignment->target;
  for (const isl::pw_aff &subscript : target.subscripts)
    for (const auto &[call, of] : statement.calls)
      if (poly::involvesParam(subscript, call))
        return false;
  const Elements sums = elementsOf(program, statement, target.subscripts);
  for (const auto &[other, reader] : program.statements) {
    if (other == name)
      continue;
    for (const Access &access : reader.accesses()) {
      if (access.array != target.text || !access.isRead)
        continue;
      if (access.isWhole || !program.phaseOf(other))
        return false;
      const Elements read = elementsOf(program, reader, access.subscripts);
      if (read.threads != sums.threads || !read.set.is_subset(sums.set))
        return false;
    }
  }
  return true;
}

} // namespace

bool othersReadOnlySums(const Program &program, const std::string &statement) {
  auto proved = poly::tryIsl([&]() -> llvm::Expected<bool> {
    return provedReads(program, statement);
  });
  if (proved)
    return *proved;
  llvm::consumeError(proved.takeError());
  return false;
}

} // namespace sparsec
