//===- Coverage.cpp - reads fed by an earlier assignment ------------------===//

#include "Coverage.h"

#include "OuterView.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

Coverage::Coverage(const Program &program, const ScheduleTree &tree,
                   std::string array)
    : program(program), tree(tree), array(std::move(array)) {}

std::vector<Access> Coverage::accesses(const std::string &name) const {
  std::vector<Access> result;
  for (const Access &access : program.statement(name).accesses())
    if (access.array == array)
      result.push_back(access);
  return result;
}

bool Coverage::uses(const std::string &name) const {
  return !accesses(name).empty();
}

bool Coverage::reads(const std::string &name) const {
  return llvm::any_of(accesses(name),
                      [](const Access &access) { return access.isRead; });
}

bool Coverage::assigns(const std::string &name) const {
  const Statement &statement = program.statement(name);
  return statement.assignment && statement.assignment->op == "=" &&
         statement.assignment->target.text == array && !reads(name);
}

bool Coverage::covers(const std::string &writer, const std::string &reader,
                      unsigned depth) const {
  std::vector<const ScheduleTree *> ofWriter = tree.loopsAround(writer);
  std::vector<const ScheduleTree *> ofReader = tree.loopsAround(reader);
  size_t common = 0;
  while (common < ofWriter.size() && common < ofReader.size() &&
         ofWriter[common] == ofReader[common])
    ++common;
  std::vector<std::string> order = tree.statements();
  if (common < depth || llvm::find(order, writer) >= llvm::find(order, reader))
    return false;
  OuterView view(program, tree, reader, unsigned(common));
  OuterRelation assigned =
      view.see(writer, "A", accesses(writer).front().subscripts);
  return assigned.exact &&
         llvm::all_of(accesses(reader), [&](const Access &access) {
           if (!access.isRead)
             return true;
           return view.see(reader, "A", access.subscripts)
               .relation.is_subset(assigned.relation);
         });
}

bool Coverage::isFed(const std::string &reader,
                     const std::vector<std::string> &writers,
                     unsigned depth) const {
  return llvm::any_of(writers, [&](const std::string &writer) {
    return assigns(writer) && covers(writer, reader, depth);
  });
}

} // namespace sparsec
