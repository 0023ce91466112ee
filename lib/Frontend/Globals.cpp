//===- Globals.cpp - variables of the file that kernels read --------------===//
///
/// \file
///     extern int n;              int scale_execute(plan, double *y, int n,
///     static double *w;                            double *w);
///     double a[100];
///
//===----------------------------------------------------------------------===//

#include "Globals.h"
#include "Constructs.h"

namespace sparsec {
namespace {

class GlobalsBuilder {
public:
  explicit GlobalsBuilder(Kernel &kernel) : kernel(kernel) {}

  void enter(const Object &object) {
    where = object.variable->getLocation();
    requireOrdinary(object);
    kernel.program.function.arguments.push_back(argument(object));
  }

private:
  /// The drop-in names the variable, and reads it once.
  void requireOrdinary(const Object &object) {
    const std::string name = object.variable->getNameAsString();
    if (object.name != name)
      kernel.diagnoser.refuse(where,
                              "the function uses this variable and has "
                              "another one with its name",
                              "rename one of them");
    for (clang::QualType type = object.type; !type.isNull();
         type = inner(type)) {
      if (type.isVolatileQualified() || type->isAtomicType())
        kernel.diagnoser.refuse(
            where, "'" + name + "' may change while the function runs",
            "pass its value to the function");
      if (type->isRecordType())
        kernel.diagnoser.refuse(
            where, "'" + name + "' is a structure outside the function",
            "pass it to the function as a parameter");
    }
  }

  clang::QualType inner(clang::QualType type) const {
    if (const clang::ArrayType *array = kernel.ast.getAsArrayType(type))
      return array->getElementType();
    return type->getPointeeType();
  }

  SourceFunction::Argument argument(const Object &object) const {
    SourceFunction::Argument argument;
    argument.name = object.name;
    argument.isGlobal = true;
    argument.isPointer = !object.type->isArithmeticType();
    clang::QualType passed = object.type;
    if (passed->isArrayType())
      passed = kernel.ast.getArrayDecayedType(passed);
    argument.declarator.text = declared(passed, object.name);
    argument.declarator.restrictText =
        argument.isPointer ? declared(passed.withRestrict(), object.name)
                           : argument.declarator.text;
    clang::QualType element = object.type;
    while (!element->isArithmeticType() && !inner(element).isNull())
      element = inner(element);
    argument.isConst = element.isConstQualified();
    std::optional<ElementType> type = elementType(element, kernel.ast);
    if (!type)
      kernel.diagnoser.refuse(where,
                              "'" + object.name +
                                  "' is neither a number nor an array of "
                                  "numbers",
                              "pass it to the function as a parameter");
    argument.baseType = type->spelling;
    return argument;
  }

  std::string declared(clang::QualType type, std::string name) const {
    type.getAsStringInternal(name, kernel.ast.getPrintingPolicy());
    return name;
  }

  Kernel &kernel;
  clang::SourceLocation where;
};

} // namespace

void enterGlobals(Kernel &kernel) {
  GlobalsBuilder builder(kernel);
  for (const auto &[name, object] : kernel.scan.objects)
    if (object.isGlobal())
      builder.enter(object);
}

const clang::VarDecl *globalNamed(llvm::StringRef name,
                                  const clang::ASTContext &ast) {
  const auto known = ast.Idents.find(name);
  if (known == ast.Idents.end())
    return nullptr;
  for (const clang::NamedDecl *found :
       ast.getTranslationUnitDecl()->lookup(known->second))
    if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(found))
      return valueOfConstant(variable) ? nullptr : variable;
  return nullptr;
}

} // namespace sparsec
