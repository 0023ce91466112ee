//===- WriteCoverage.cpp - reads fed by an earlier assignment -------------===//

#include "Support/WriteCoverage.h"

#include "Support/OuterView.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <optional>

namespace sparsec {

WriteCoverage::WriteCoverage(const Program &program, const ScheduleTree &tree,
                             std::string array)
    : program(program), tree(tree), array(std::move(array)) {}

std::vector<Access> WriteCoverage::accesses(const std::string &name) const {
  std::vector<Access> result;
  for (const Access &access : program.statement(name).accesses())
    if (access.array == array)
      result.push_back(access);
  return result;
}

bool WriteCoverage::uses(const std::string &name) const {
  return !accesses(name).empty();
}

bool WriteCoverage::reads(const std::string &name) const {
  return llvm::any_of(accesses(name),
                      [](const Access &access) { return access.isRead; });
}

bool WriteCoverage::assigns(const std::string &name) const {
  const Statement &statement = program.statement(name);
  return statement.assignment && statement.assignment->op == Update::Set &&
         statement.assignment->target.text == array && !reads(name);
}

/// How many loops are around both.
unsigned WriteCoverage::loopsAround(const std::string &writer,
                                    const std::string &reader) const {
  std::vector<const ScheduleTree *> ofWriter = tree.loopsAround(writer);
  std::vector<const ScheduleTree *> ofReader = tree.loopsAround(reader);
  unsigned common = 0;
  while (common < ofWriter.size() && common < ofReader.size() &&
         ofWriter[common] == ofReader[common])
    ++common;
  return common;
}

/// Whether \p writers, which \p common loops have in common with \p reader,
/// together assign before what it reads.
bool WriteCoverage::coverTogether(const std::vector<std::string> &writers,
                                  const std::string &reader,
                                  unsigned common) const {
  std::vector<std::string> order = tree.statements();
  OuterView view(program, tree, reader, common);
  std::optional<isl::map> assigned;
  for (const std::string &writer : writers) {
    const Access write = accesses(writer).front();
    if (llvm::find(order, writer) >= llvm::find(order, reader) || write.isWhole)
      continue;
    OuterRelation own = view.see(writer, "A", write.subscripts);
    if (own.exact)
      assigned = assigned ? assigned->unite(own.relation) : own.relation;
  }
  return assigned && llvm::all_of(accesses(reader), [&](const Access &access) {
           if (!access.isRead)
             return true;
           return !access.isWhole && view.see(reader, "A", access.subscripts)
                                         .relation.is_subset(*assigned);
         });
}

bool WriteCoverage::covers(const std::string &writer, const std::string &reader,
                           unsigned depth) const {
  unsigned common = loopsAround(writer, reader);
  return common >= depth && coverTogether({writer}, reader, common);
}

bool WriteCoverage::isFed(const std::string &reader,
                          const std::vector<std::string> &writers,
                          unsigned depth) const {
  std::map<unsigned, std::vector<std::string>> byLoops;
  for (const std::string &writer : writers)
    if (assigns(writer))
      byLoops[loopsAround(writer, reader)].push_back(writer);
  return llvm::any_of(byLoops, [&](const auto &entry) {
    return entry.first >= depth &&
           coverTogether(entry.second, reader, entry.first);
  });
}

} // namespace sparsec
