//===- Kernel.cpp - what a driver must know of a function -----------------===//
///
/// \file
/// Turns a Program's signature into slots, and reads the contract functions'
/// parameter names from generated text.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Bench/Kernel.h"

#include "RoundedArrays.h"

#include "sparsec/IR/RowPointers.h"
#include "sparsec/IR/StorageFormat.h"
#include "sparsec/IR/StructureMember.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

namespace sparsec::bench {
namespace {

llvm::Error kernelError(const std::string &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s",
                                 message.c_str());
}

bool isMemberOf(llvm::StringRef name, const std::string &argument) {
  return name.consume_front(argument) &&
         (name.starts_with("->") || name.starts_with("."));
}

bool isWritten(const Program &program, const std::string &array) {
  for (const auto &entry : program.statements)
    for (const Access &access : entry.second.accesses())
      if (access.isWrite && access.array == array)
        return true;
  return false;
}

/// What is written to \p array, or computed of its elements, is rounded by.
double epsilonOf(const Program &program, const Array &array) {
  if (!array.type.isFloating())
    return 0;
  const StorageFormat *small = smallFloat(array.type);
  if (small && isWritten(program, array.name))
    return 2 * small->relativeError();
  return array.type.bytes <= 4 ? 0x1p-23 : 0;
}

/// The type of a parameter that the region does not use.
ElementType unusedType(const SourceFunction::Argument &argument) {
  llvm::StringRef type = argument.baseType;
  if (argument.isPointer)
    return ElementType::byte();
  if (type.contains("_Complex") || type.contains("complex"))
    return ElementType::complex128();
  if (type.contains("double"))
    return ElementType::float64();
  if (type.contains("float"))
    return {ElementType::Kind::Floating, 4, true, "float"};
  return ElementType::int64();
}

Slot makeSlot(const Program &program, const std::string &name) {
  Slot slot;
  slot.name = name;
  if (const Parameter *parameter = program.findParameter(name)) {
    slot.type = parameter->type;
    slot.isScalar = true;
    return slot;
  }
  const Array &array = program.arrays.at(name);
  slot.type = array.type;
  slot.isScalar = array.isScalar();
  slot.isWritten = isWritten(program, name);
  return slot;
}

std::vector<std::string> slotNames(const Program &program,
                                   const SourceFunction::Argument &argument) {
  std::vector<std::string> names;
  for (const Parameter &parameter : program.parameters)
    if (isMemberOf(parameter.name, argument.name))
      names.push_back(parameter.name);
  for (const auto &entry : program.arrays)
    if (isMemberOf(entry.first, argument.name))
      names.push_back(entry.first);
  return names;
}

/// Adds the slots of an array of structures, if \p argument is one.
bool addStructures(const Program &program, KernelArgument &argument,
                   std::vector<Slot> &slots) {
  for (const auto &entry : program.arrays) {
    const auto member = structureMember(entry.first);
    if (!member || member->structures != argument.name)
      continue;
    const unsigned array = argument.slots[0];
    if (slots.size() == array)
      slots.push_back({argument.name, ElementType::byte(), false, false, true});
    argument.slots.push_back(unsigned(slots.size()));
    slots.push_back(makeSlot(program, entry.first));
    slots[array].isWritten |= slots.back().isWritten;
  }
  return argument.slots.size() > 1;
}

KernelArgument makeArgument(const Program &program,
                            const SourceFunction::Argument &source,
                            std::vector<Slot> &slots) {
  KernelArgument argument;
  argument.name = source.name;
  argument.baseType = source.baseType;
  argument.isPointer = source.isPointer;
  argument.isResult = !program.function.isInSource(source);
  std::vector<std::string> members = slotNames(program, source);
  argument.isStruct = !members.empty();
  if (argument.isStruct) {
    for (const std::string &member : members) {
      argument.slots.push_back(slots.size());
      slots.push_back(makeSlot(program, member));
    }
    return argument;
  }
  argument.slots.push_back(slots.size());
  if (addStructures(program, argument, slots))
    return argument;
  if (program.findParameter(source.name) || program.arrays.count(source.name))
    slots.push_back(makeSlot(program, source.name));
  else
    slots.push_back(
        {source.name, unusedType(source), !source.isPointer, false});
  return argument;
}

/// Of doubles, for one operation on complex numbers.
double complexOperations(const Expr &node) {
  bool areComplex = true;
  for (const Expr &operand : node.operands)
    areComplex &= operand.type.isComplex();
  return areComplex && node.op == Operator::Multiply ? 6 : 2;
}

/// Floating-point operations of one evaluation.
double countOperations(const Expr &expr) {
  double count = 0;
  expr.walk([&](const Expr &node) {
    bool operates = node.kind == Expr::Kind::Binary ||
                    node.kind == Expr::Kind::Unary ||
                    node.kind == Expr::Kind::Call;
    if (operates && node.type.isFloating())
      count += node.type.isComplex() ? complexOperations(node) : 1;
  });
  return count;
}

/// Whether \p expr calls a function that negative arguments have no value of.
bool callsPartialFunction(const Expr &expr) {
  static constexpr llvm::StringLiteral partial[] = {
      "sqrt", "log", "log2", "log10", "log1p", "pow", "asin", "acos", "atanh"};
  bool found = false;
  expr.walk([&](const Expr &node) {
    llvm::StringRef name = node.text;
    name.consume_back("f");
    found |= node.kind == Expr::Kind::Call && llvm::is_contained(partial, name);
  });
  return found;
}

double countOperations(const Statement &statement) {
  if (!statement.assignment || !statement.assignment->target.type.isFloating())
    return 0;
  const Assignment &assignment = *statement.assignment;
  if (assignment.op == Update::Set)
    return countOperations(assignment.value);
  return countOperations(Expr::binary(operatorOf(assignment.op),
                                      assignment.target, assignment.value));
}

} // namespace

llvm::Expected<Kernel> describeKernel(const Program &program, bool isExact) {
  Kernel kernel;
  kernel.name = program.function.name;
  for (const auto &entry : program.arrays)
    if (const auto member = structureMember(entry.first);
        member && holderOf(member->structures) != member->structures)
      return kernelError("'" + member->structures +
                         "' is an array of structures behind a member, which "
                         "the driver does not make; pass it as a parameter of "
                         "its own");
  for (const SourceFunction::Argument &argument : program.function.arguments) {
    if (argument.isGlobal)
      return kernelError("'" + argument.name +
                         "' is a variable outside the function, which nothing "
                         "here sets; pass it as a parameter");
    if (hasRowPointers(program, argument.name))
      return kernelError("'" + argument.name +
                         "' is an array of pointers, which the driver does "
                         "not make");
    kernel.arguments.push_back(makeArgument(program, argument, kernel.slots));
  }
  for (const Slot &slot : kernel.slots) {
    bool known = slot.type.isInteger()
                     ? slot.type.bytes <= 8
                     : slot.type.isComplex() ||
                           (slot.type.isFloating() && slot.type.bytes <= 8);
    if (!known)
      return kernelError(
          "'" + slot.name + "' has elements of type " + slot.type.spelling +
          "; the driver makes integers, _Float16, __bf16, float, double and "
          "double _Complex");
  }
  for (const auto &entry : program.arrays)
    kernel.epsilon = std::max(kernel.epsilon, epsilonOf(program, entry.second));
  const std::set<std::string> rounded = roundedArrays(program);
  for (const auto &entry : program.statements) {
    kernel.statements.push_back(entry.first);
    kernel.operations.push_back(countOperations(entry.second));
    const bool isMasked =
        entry.second.assignment && entry.second.assignment->mask();
    const bool takesAlong = entry.second.assignment &&
                            hasTies(entry.second.assignment->op) &&
                            rounded.count(entry.second.assignment->target.text);
    if (!isExact &&
        (takesAlong ||
         (isMasked && readsRounded(*entry.second.assignment->mask(), rounded))))
      return kernelError("'" + entry.second.source +
                         "' is under a condition on values that are rounded, "
                         "which another order of operations may decide in "
                         "another way; -exact, which compares bits, verifies "
                         "recipes that keep the order; for others verify the "
                         "loops without the condition");
    if (entry.second.assignment)
      kernel.needsPositive |=
          callsPartialFunction(entry.second.assignment->value);
  }
  return kernel;
}

namespace {

/// The end of the comment, literal or directive that starts at \p at; \p at
/// when none does.
size_t skipNonCode(llvm::StringRef text, size_t at) {
  llvm::StringRef rest = text.substr(at);
  if (rest.starts_with("//"))
    return std::min(text.find('\n', at), text.size());
  if (rest.starts_with("/*"))
    return std::min(text.find("*/", at + 2), text.size() - 2) + 2;
  bool starts = text.take_front(at).rtrim(" \t").ends_with("\n") || at == 0;
  if (starts && text[at] == '#') {
    while (at < text.size() && (text[at] != '\n' || text[at - 1] == '\\'))
      ++at;
    return at;
  }
  if (text[at] != '"' && text[at] != '\'')
    return at;
  size_t end = at + 1;
  while (end < text.size() && text[end] != text[at])
    end += text[end] == '\\' ? 2 : 1;
  return std::min(end + 1, text.size());
}

/// \p text with blanks in place of comments, literals and directives.
std::string codeOf(llvm::StringRef text) {
  std::string code = text.str();
  for (size_t at = 0; at < text.size();) {
    size_t next = skipNonCode(text, at);
    std::fill(code.begin() + long(at), code.begin() + long(next), ' ');
    at = std::max(next, at + 1);
  }
  return code;
}

/// The text between the parentheses that open at \p open.
llvm::StringRef parenthesised(llvm::StringRef text, size_t open) {
  int depth = 0;
  for (size_t at = open; at < text.size(); ++at) {
    depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
    if (depth == 0)
      return text.slice(open + 1, at);
  }
  return {};
}

/// The name a parameter declares: `const double (*restrict x)[n]` => x. It is
/// the last identifier outside brackets.
std::string declaredName(llvm::StringRef declaration) {
  std::string name, word;
  int brackets = 0;
  for (char c : declaration.str() + " ") {
    brackets += c == '[' ? 1 : c == ']' ? -1 : 0;
    if (brackets == 0 && (llvm::isAlnum(c) || c == '_')) {
      word += c;
      continue;
    }
    if (!word.empty())
      name = word;
    word.clear();
  }
  return name;
}

/// Parameter names of the first declaration of \p function; none if it is not
/// declared.
std::optional<std::vector<std::string>>
parameterNames(llvm::StringRef text, const std::string &function) {
  size_t at = 0;
  while ((at = text.find(function, at)) != llvm::StringRef::npos) {
    size_t after = at + function.size();
    bool wholeWord =
        at > 0 && !llvm::isAlnum(text[at - 1]) && text[at - 1] != '_';
    llvm::StringRef rest = text.drop_front(after).ltrim();
    // A declaration follows its type, a call does not.
    bool declared = wholeWord && rest.starts_with("(") &&
                    (text.take_front(at).rtrim(" *\n").ends_with("int") ||
                     text.take_front(at).rtrim(" *\n").ends_with("void"));
    at = after;
    if (!declared)
      continue;
    size_t open = text.find('(', after);
    llvm::StringRef list = parenthesised(text, open);
    std::vector<std::string> names;
    int depth = 0;
    size_t start = 0;
    for (size_t k = 0; k <= list.size(); ++k) {
      char c = k < list.size() ? list[k] : ',';
      depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
      if (c != ',' || depth != 0)
        continue;
      names.push_back(declaredName(list.slice(start, k)));
      start = k + 1;
    }
    return names;
  }
  return std::nullopt;
}

} // namespace

llvm::Expected<GeneratedInterface> readInterface(const std::string &file,
                                                 const std::string &function) {
  const std::string text = codeOf(file);
  GeneratedInterface result;
  auto inspect = parameterNames(text, function + "_inspect");
  auto execute = parameterNames(text, function + "_execute");
  auto destroy = parameterNames(text, function + "_destroy");
  if (!inspect || !execute || !destroy || inspect->empty() || execute->empty())
    return kernelError("the generated file does not define " + function +
                       "_inspect, " + function + "_execute and " + function +
                       "_destroy");
  // The first parameter is the plan.
  result.inspect.assign(inspect->begin() + 1, inspect->end());
  result.execute.assign(execute->begin() + 1, execute->end());
  if (auto update = parameterNames(text, function + "_update"))
    result.update.emplace(update->begin() + 1, update->end());
  result.roundedBy = readRoundedLines(file);
  result.isCuda = llvm::StringRef(text).contains("cudaStream_t stream");
  result.hasMessages = llvm::StringRef(text).contains("*sparsec_strerror(");
  result.hasLastError = llvm::StringRef(text).contains("*sparsec_last_error(");
  return result;
}

} // namespace sparsec::bench
