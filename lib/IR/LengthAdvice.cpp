//===- LengthAdvice.cpp - what would tell the length of arrays ------------===//

#include "sparsec/IR/ArrayLengths.h"

#include "sparsec/IR/StructureMember.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

/// The greatest value of \p value on the instances of \p statement, if that is
/// one of parameters or of one call: then the call's name is left in it.
std::optional<isl::pw_aff> greatestOn(const Statement &statement,
                                      const isl::pw_aff &value,
                                      const std::string &call) {
  isl::set image = statement.instances().apply(value.as_map());
  std::vector<std::string> kept;
  for (const std::string &name : poly::paramNames(image.space()))
    if (!statement.calls.count(name) || name == call)
      kept.push_back(name);
  try {
    return poly::keepParams(image, kept).max_multi_pw_aff().at(0);
  } catch (const isl::exception &) {
    return std::nullopt;
  }
}

/// Whether \p call is the end of a row of which another call is the begin:
/// ptr(i + 1) beside ptr(i).
bool endsRow(const Statement &statement, const UninterpretedCall &call) {
  return llvm::any_of(statement.calls, [&](const auto &entry) {
    const UninterpretedCall &other = entry.second;
    return other.function == call.function && call.arguments.size() == 1 &&
           poly::constantValue(call.arguments[0].sub(other.arguments[0])) == 1;
  });
}

/// "ptr[n]" for `v[j]` in `for (i = 0; i < n; i++) for (j = ptr[i]; j < ptr[i +
/// 1]; j++)`: the end of the last row, where rows follow each other.
std::string endOfRows(const Statement &statement,
                      const isl::pw_aff &subscript) {
  for (const auto &[name, call] : statement.calls) {
    if (!endsRow(statement, call) || poly::involvesParam(subscript, name))
      continue;
    const auto last = greatestOn(statement, subscript, name);
    const auto row = greatestOn(statement, call.arguments[0], "");
    if (!last || !row || !poly::involvesParam(*last, name))
      continue;
    const isl::pw_aff end = poly::parameter(last->space().domain(), name);
    const std::optional<long> more = poly::constantValue(last->sub(end));
    if (!more)
      continue;
    std::string text = call.function + "[" +
                       affineText(row->gist(row->domain()).coalesce(), {}) +
                       "]";
    if (*more + 1 != 0)
      text +=
          (*more + 1 < 0 ? " - " : " + ") + std::to_string(std::abs(*more + 1));
    return text;
  }
  return "";
}

/// The positions of dimension 0 that \p statement uses of \p array, as data or
/// as an index.
std::vector<isl::pw_aff> subscriptsOf(const Statement &statement,
                                      const std::string &array) {
  std::vector<isl::pw_aff> subscripts;
  for (const Access &access : statement.accesses())
    if (access.array == array && !access.subscripts.empty())
      subscripts.push_back(access.subscripts[0]);
  for (const auto &[name, call] : statement.calls)
    if (call.function == array)
      subscripts.push_back(call.arguments[0]);
  return subscripts;
}

/// How many elements \p array probably has; "LENGTH" where its accesses do not
/// suggest one number.
std::string probableLength(const Program &program, const Array &array) {
  std::string length;
  for (const auto &[name, statement] : accessesTo(program, array).statements)
    for (const isl::pw_aff &subscript : subscriptsOf(statement, array.name)) {
      const std::string end = endOfRows(statement, subscript);
      if (end.empty() || (!length.empty() && length != end))
        return "LENGTH";
      length = end;
    }
  return length.empty() ? "LENGTH" : length;
}

/// The index arrays that tell the length of \p array, and of which nothing says
/// how great elements are.
std::vector<std::string> openRanges(const Program &program,
                                    const Array &array) {
  if (isSubscriptedByData(accessesTo(program, array), array.name))
    return {};
  std::vector<std::string> names = tellingArrays(program, array);
  llvm::erase_if(names, [&](const std::string &name) {
    return llvm::any_of(program.factsAbout(name, Fact::Kind::Range),
                        [](const Fact *fact) { return fact->upper; });
  });
  return names;
}

std::string namesOf(llvm::ArrayRef<std::string> names) {
  if (names.size() == 1)
    return "'" + names[0] + "'";
  return "'" + llvm::join(names.drop_back(), "', '") + "' and '" +
         names.back() + "'";
}

} // namespace

llvm::Error unknownLengths(const Program &program,
                           llvm::ArrayRef<const Array *> arrays) {
  std::vector<std::string> names, extents, ranges;
  bool areRestrict = true;
  for (const Array *array : arrays) {
    const auto member = structureMember(array->name);
    names.push_back(member ? member->structures : array->name);
    std::string lengths = probableLength(program, *array);
    for (size_t dim = 1; dim < array->extents.size() && !array->isFlat; ++dim)
      lengths += ", " + affineText(*array->extents[dim], {});
    extents.push_back("#pragma sparsec extent(" + names.back() + ", " +
                      lengths + ")");
    areRestrict &= array->isRestrict;
    for (const std::string &name : openRanges(program, *array))
      if (!llvm::is_contained(ranges, "range(" + name + ", 0, ?)"))
        ranges.push_back("range(" + name + ", 0, ?)");
  }
  const bool isOne = names.size() == 1;
  std::string text = std::string("the length") + (isOne ? "" : "s") + " of " +
                     namesOf(names) + (isOne ? " is" : " are") +
                     " not known; write " + namesOf(extents) + " with " +
                     (isOne ? "its number" : "their numbers") + " of elements";
  if (!ranges.empty())
    text += ", or '" + llvm::join(ranges, "; ") +
            "', so that the inspector finds the greatest element" +
            (ranges.size() > 1 ? "s" : "");
  if (!areRestrict)
    text += std::string(", declare ") + (isOne ? "it" : "them") +
            " restrict, or write assume(\"noalias(" + llvm::join(names, ", ") +
            ", ...)\") in the recipe, with the arrays of " +
            (isOne ? "its" : "their") + " type";
  return llvm::make_error<UnknownLength>(arrays.front()->name, text);
}

llvm::Error unknownLength(const Program &program, const Array &array) {
  return unknownLengths(program, {&array});
}

} // namespace sparsec
