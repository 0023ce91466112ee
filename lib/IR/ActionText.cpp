//===- ActionText.cpp - what inspectors do, for people --------------------===//
///
/// \file
/// Not what targets make of actions (Lowering/ActionLowering.h): numbers of
/// segments, negated stamps and casts would hide what a loop is there for.
///
//===----------------------------------------------------------------------===//

#include "StatementText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {

using namespace action;

namespace {

class ActionPrinter {
public:
  ActionPrinter(const Program &program, const Statement &statement)
      : program(program), statement(statement) {}

  std::string operator()(const Allocate &work) const;
  std::string operator()(const SetNumber &work) const {
    return work.target + " = " + text(work.value);
  }
  std::string operator()(const Count &work) const {
    return text(work.counter) + "++" + once(work.stamp);
  }
  std::string operator()(const CountAll &work) const {
    return work.total + "++";
  }
  std::string operator()(const Append &work) const;
  std::string operator()(const Meet &work) const;
  std::string operator()(const Mark &work) const {
    return text(work.flag) + " = 1";
  }
  std::string operator()(const Collect &work) const;
  std::string operator()(const Scatter &work) const;
  std::string operator()(const Measure &work) const {
    return work.length + " = max(" + work.length + ", " +
           affineText(work.greatest.add_constant(1), statement.iterators) + ")";
  }
  std::string operator()(const Call &work) const;

private:
  std::string text(const Expr &expr) const { return exprText(expr, statement); }
  std::string once(const std::optional<Stamp> &stamp) const;
  std::string placeOf(const Expr &element) const;
  std::string argumentText(const Argument &argument) const;

  const Program &program;
  const Statement &statement;
};

std::string ActionPrinter::operator()(const Allocate &work) const {
  const Array &array = program.arrays.at(work.array);
  std::string result = "allocate " + array.name;
  for (const std::optional<isl::pw_aff> &extent : array.extents)
    result += "[" + (extent ? affineText(*extent, {}) : "..") + "]";
  if (array.extraElements)
    result += " and " + std::to_string(array.extraElements) + " more";
  return result + (array.isZeroed ? ", zeros" : "");
}

/// ", once per (i, k)": where records may repeat.
std::string ActionPrinter::once(const std::optional<Stamp> &stamp) const {
  if (!stamp)
    return "";
  std::vector<std::string> parts;
  for (const isl::pw_aff &part : statement.action->record)
    parts.push_back(affineText(part, statement.iterators));
  return ", once per (" + llvm::join(parts, ", ") + ")";
}

std::string ActionPrinter::operator()(const Append &work) const {
  if (work.lists.empty())
    return text(work.counter) + "++" + once(work.stamp);
  if (work.lists.size() == 1)
    return work.lists[0].first + "[" + text(work.counter) +
           "++] = " + text(work.lists[0].second) + once(work.stamp);
  std::string result;
  for (const auto &[list, value] : work.lists)
    result += list + "[at] = " + text(value) + ", ";
  return result + "at = " + text(work.counter) + "++" + once(work.stamp);
}

std::string ActionPrinter::operator()(const Meet &work) const {
  const std::string met = " where " + text(work.last) + " is set, " +
                          text(work.last) + " = " + text(work.number);
  if (work.list.empty())
    return text(work.counter) + "++" + met;
  return work.list + "[" + text(work.counter) + "++] = " + text(work.last) +
         met;
}

/// The number of an element: "i" of `offset[i]`.
std::string ActionPrinter::placeOf(const Expr &element) const {
  std::vector<std::string> parts;
  for (const isl::pw_aff &subscript : element.subscripts)
    parts.push_back(affineText(subscript, statement.iterators));
  return parts.size() == 1 ? parts[0] : "(" + llvm::join(parts, ", ") + ")";
}

std::string ActionPrinter::operator()(const Collect &work) const {
  auto place = [&](const Collect::Place &one) {
    return one.element ? text(*one.element)
                       : one.array + "[" + work.total + "]";
  };
  std::string result = place(work.slot) + " = " + placeOf(work.segment);
  if (work.stamp)
    result += ", joined to the last where " + text(*work.stamp) +
              " == " + text(*work.key);
  if (work.keys)
    result += ", " + place(*work.keys) + " = " + text(*work.key);
  return result + (work.total.empty() ? "" : ", " + work.total + "++");
}

std::string ActionPrinter::operator()(const Scatter &work) const {
  std::string result = work.place.text;
  for (size_t dim = 0; dim < work.place.subscripts.size(); ++dim) {
    const isl::pw_aff &subscript = work.place.subscripts[dim];
    std::string first = affineText(subscript, statement.iterators);
    if (dim == 0)
      first = work.slot + "[" + work.cursor + "++]" +
              (poly::constantValue(subscript) == 0 ? "" : " + " + first);
    result += "[" + first + "]";
  }
  return result + " " + (work.op == Update::Add ? "+=" : "=") + " " +
         text(work.value);
}

std::string ActionPrinter::argumentText(const Argument &argument) const {
  switch (argument.kind) {
  case Argument::Kind::Array:
  case Argument::Kind::Scalar:
    return argument.name;
  case Argument::Kind::Result:
    return "&" + argument.name;
  case Argument::Kind::None:
    return "none";
  case Argument::Kind::Integer:
    return std::to_string(argument.number);
  case Argument::Kind::Value:
    return text(*argument.value);
  case Argument::Kind::Threads:
    return "threads";
  case Argument::Kind::Size:
    break;
  }
  std::string size = "size of " + argument.name;
  if (argument.number)
    size += (argument.number < 0 ? " - " : " + ") +
            std::to_string(std::abs(argument.number));
  return size;
}

std::string ActionPrinter::operator()(const Call &work) const {
  std::vector<std::string> arguments;
  for (const Argument &argument : work.arguments)
    arguments.push_back(argumentText(argument));
  std::string result = (work.target.empty() ? "" : work.target + " = ") +
                       work.function->name.str() + "(" +
                       llvm::join(arguments, ", ") + ")";
  for (const SetNumber &made : work.results)
    result += ", " + made.target + " = " + text(made.value);
  return result;
}

} // namespace

std::string actionText(const Program &program, const Statement &statement) {
  return std::visit(ActionPrinter(program, statement), statement.action->work) +
         ";";
}

} // namespace sparsec
