//===- ArrayCopyCalls.cpp - copies of index arrays ------------------------===//
///
/// \file
/// Bounds, subscripts and conditions read elements of index arrays by calls. A
/// copy in shared memory serves these as it serves accesses; the call stays in
/// all sets, with what facts say of it, as the copy holds the same values
/// (Statement::copies). What the loops outside fix is read before there is a
/// copy, once, and stays where it is.
///
//===----------------------------------------------------------------------===//

#include "Support/ArrayCopy.h"

#include "sparsec/IR/LoopSpace.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

bool isIndexedBy(const Statement &statement, const std::string &array) {
  return llvm::any_of(statement.calls, [&](const auto &entry) {
    return entry.second.function == array;
  });
}

/// The calls of \p name that read the array inside the place.
std::vector<std::string> ArrayCopy::callsOf(const std::string &name) const {
  const Statement &user = before.statement(name);
  std::vector<std::string> calls;
  if (memory != Memory::Shared || !isIndexedBy(user, array))
    return calls;
  std::vector<std::string> fixed =
      LoopSpace(before, user, tree).availableCalls(depth);
  for (const auto &[call, of] : user.calls)
    if (of.function == array && !llvm::is_contained(fixed, call))
      calls.push_back(call);
  return calls;
}

/// Adds what the calls of \p name read to what is touched, and read.
llvm::Error ArrayCopy::collectCalls(const std::string &name) {
  const Statement &user = before.statement(name);
  for (const std::string &call : callsOf(name)) {
    if (auto copy = user.copies.find(call); copy != user.copies.end())
      return refuse("'" + call + "' of '" + name + "' is read in the copy '" +
                    copy->second.function + "' already");
    OuterRelation seen = view.seeCall(name, "A", call);
    for (std::optional<OuterRelation> *to : {&touched, &read}) {
      if (*to)
        (*to)->unite(seen);
      else
        *to = seen;
    }
  }
  return llvm::Error::success();
}

/// The calls of \p user, a statement of the new program, read the copy.
void ArrayCopy::rewriteCalls(Statement &user,
                             const std::vector<isl::pw_aff> &corner) const {
  for (const std::string &call : callsOf(user.name)) {
    UninterpretedCall copy{temporary, {}};
    for (unsigned pos : order)
      copy.arguments.push_back(
          user.calls.at(call).arguments[pos].sub(corner[pos]).coalesce());
    addBox(user.space(), copy.arguments);
    user.copies.emplace(call, std::move(copy));
  }
}

/// Whether the subscripts of the array in \p user follow from index arrays.
bool ArrayCopy::isIndirectIn(const Statement &user) const {
  auto isOfCalls = [&](const isl::pw_aff &subscript) {
    return llvm::any_of(user.calls, [&](const auto &entry) {
      return poly::involvesParam(subscript, entry.first);
    });
  };
  for (const Access &access : user.accesses())
    if (access.array == array && llvm::any_of(access.subscripts, isOfCalls))
      return true;
  return llvm::any_of(callsOf(user.name), [&](const std::string &call) {
    return llvm::any_of(user.calls.at(call).arguments, isOfCalls);
  });
}

/// Why nothing is touched.
std::string ArrayCopy::untouched() const {
  bool isFixed = memory == Memory::Shared &&
                 llvm::any_of(users, [&](const std::string &name) {
                   return isIndexedBy(before.statement(name), array);
                 });
  if (isFixed)
    return "each element of '" + array + "' that " + place.text() +
           " reads is fixed outside of it, and read there, once: copy for the "
           "iterations of a loop further out";
  return "what uses '" + array + "' in " + place.text() +
         " never runs: its conditions and bounds leave it no iteration, so "
         "there is nothing to copy";
}

} // namespace sparsec
