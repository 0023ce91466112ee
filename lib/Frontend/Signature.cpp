//===- Signature.cpp - parameters and arrays of the program ---------------===//
///
/// \file
/// Integer parameters (and integer members, `A->n`) become parameters of the
/// program, pointers and arrays become arrays, other scalars 0-d arrays.
/// Integer locals that steer loops or subscripts become neither: the walk
/// substitutes them.
///
//===----------------------------------------------------------------------===//

#include "Signature.h"
#include "AffineBuilder.h"
#include "ElementTypes.h"

#include "sparsec/IR/StructureMember.h"

namespace sparsec {
namespace {

class SignatureBuilder {
public:
  explicit SignatureBuilder(Kernel &kernel) : kernel(kernel) {}

  void run() {
    // Parameters first, in their order: extents refer to them.
    for (const clang::ParmVarDecl *parameter : kernel.function.parameters())
      enterParameter(kernel.names.ofVariable(parameter));
    for (const auto &[name, object] : kernel.scan.objects)
      if (object.isMember || object.isGlobal())
        enterParameter(object);
    for (const auto &[name, object] : kernel.scan.objects)
      if (!object.isLocal())
        enterArray(object, Array::Owner::Argument);
      else if (!kernel.scan.isIndexScalar(object) &&
               !object.type->isPointerType())
        enterArray(object, Array::Owner::Local);
  }

private:
  void enterParameter(const Object &object) {
    std::optional<ElementType> type = elementType(object.type, kernel.ast);
    if (!type || !type->isInteger() || object.isOfElements ||
        kernel.program.findParameter(object.name))
      return;
    auto written = kernel.scan.written.find(object.name);
    if (written != kernel.scan.written.end())
      kernel.diagnoser.refuse(written->second,
                              "the integer parameter '" + object.name +
                                  "' is modified",
                              "copy it to a local variable first");
    kernel.program.parameters.push_back(
        {object.name, *type, Parameter::Owner::Argument});
    isl::space unit = isl::space::unit(kernel.ctx());
    isl::pw_aff value = poly::parameter(unit, object.name);
    if (!type->isSigned)
      kernel.program.context = kernel.program.context.intersect(
          value.ge_set(poly::constant(unit, 0)));
  }

  void enterArray(const Object &object, Array::Owner owner) {
    if (kernel.program.findParameter(object.name))
      return;
    Array array;
    array.name = object.name;
    array.owner = owner;
    clang::QualType element = object.type;
    enterExtents(object, element, array);
    std::optional<ElementType> type = elementType(element, kernel.ast);
    if (!type)
      return;
    array.type = *type;
    array.isConst = element.isConstQualified();
    array.isRestrict = isRestrict(object);
    array.isIndex = !array.extents.empty() && type->isInteger() &&
                    kernel.scan.indexObjects.count(object.name);
    kernel.program.arrays.emplace(array.name, array);
  }

  /// Whether the pointer by which the array is reached is one.
  bool isRestrict(const Object &object) const {
    if (!object.isOfElements)
      return object.isMember ? object.type.isRestrictQualified()
                             : object.variable->getType().isRestrictQualified();
    const std::string structures = structureMember(object.name)->structures;
    if (std::optional<Object> member = kernel.names.ofPath(structures))
      return member->type.isRestrictQualified();
    return object.variable->getType().isRestrictQualified();
  }

  /// Strips pointers and dimensions from \p type.
  void enterExtents(const Object &object, clang::QualType &type, Array &array) {
    clang::SourceRange range = object.variable->getSourceRange();
    if (object.isOfElements)
      array.extents.emplace_back();
    for (bool outermost = !object.isOfElements;; outermost = false) {
      const clang::ArrayType *dimension = kernel.ast.getAsArrayType(type);
      const auto *pointer = type->getAs<clang::PointerType>();
      // Rows that the caller allocated, `T **a`; what pointers to structures
      // point to is no array here.
      const bool isRow = pointer && !outermost && !object.isMember &&
                         array.owner == Array::Owner::Argument;
      if (!dimension && (!pointer || (!outermost && !isRow)))
        return;
      std::optional<isl::pw_aff> size;
      if (dimension)
        size = extent(dimension, range, outermost);
      if (array.owner == Array::Owner::Local && !size)
        kernel.diagnoser.refuse(range,
                                "a local array whose size is not affine in "
                                "the parameters",
                                "declare it with one extent per dimension, "
                                "double w[n][m]");
      if (!outermost && !size && !isRow)
        kernel.diagnoser.refuse(range,
                                "an inner extent that is not affine in the "
                                "parameters",
                                "use a parameter or a constant as extent");
      array.extents.push_back(size);
      type =
          dimension ? dimension->getElementType() : pointer->getPointeeType();
    }
  }

  /// None when the declaration does not say (or, for the first dimension, says
  /// something that is not affine).
  std::optional<isl::pw_aff> extent(const clang::ArrayType *dimension,
                                    clang::SourceRange range, bool outermost) {
    isl::space unit = isl::space::unit(kernel.ctx());
    if (const auto *fixed = llvm::dyn_cast<clang::ConstantArrayType>(dimension))
      return poly::constant(unit,
                            static_cast<long>(fixed->getSize().getSExtValue()));
    const auto *variable = llvm::dyn_cast<clang::VariableArrayType>(dimension);
    if (!variable || !variable->getSizeExpr() ||
        (outermost && isProduct(variable->getSizeExpr())))
      return std::nullopt;
    requireParameters(variable->getSizeExpr());
    Statement parameters;
    parameters.domain = isl::set::universe(unit);
    parameters.constraints = parameters.domain;
    AffineBuilder affine(kernel, parameters);
    isl::pw_aff size =
        affine.value(variable->getSizeExpr(), std::make_shared<Scope>());
    kernel.program.calls.insert(parameters.calls.begin(),
                                parameters.calls.end());
    // C requires the sizes of array types to be positive.
    if (!outermost && parameters.calls.empty())
      kernel.program.context = kernel.program.context.intersect(
          size.ge_set(poly::constant(unit, 0)));
    return size;
  }

  void requireParameters(const clang::Stmt *size) {
    const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(size);
    const auto *variable =
        reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl())
                  : nullptr;
    if (variable &&
        (variable->isLocalVarDecl() || kernel.names.isForeign(variable)))
      kernel.diagnoser.refuse(size->getSourceRange(),
                              "the size of an array depends on the local "
                              "variable '" +
                                  variable->getName() + "'",
                              "use parameters and constants in the sizes of "
                              "arrays, or the largest size");
    for (const clang::Stmt *child : size->children())
      if (child)
        requireParameters(child);
  }

  /// Whether \p size multiplies variables, as in `double a[n * m]`.
  static bool isProduct(const clang::Expr *size) {
    const auto *product =
        llvm::dyn_cast<clang::BinaryOperator>(size->IgnoreParenCasts());
    return product && product->getOpcode() == clang::BO_Mul;
  }

  Kernel &kernel;
};

} // namespace

void enterSignature(Kernel &kernel) { SignatureBuilder(kernel).run(); }

void placeLocalArray(Kernel &kernel, const std::string &name, unsigned depth) {
  auto found = kernel.program.arrays.find(name);
  if (found == kernel.program.arrays.end())
    return;
  if (depth > 0)
    found->second.privateDepth = static_cast<int>(depth);
}

void shapeFlatArrays(Kernel &kernel) {
  isl::space unit = isl::space::unit(kernel.ctx());
  for (const auto &[name, flat] : kernel.shapes) {
    if (flat.levels.empty())
      continue;
    Array &array = kernel.program.arrays.at(name);
    array.extents = {std::nullopt};
    array.isFlat = true;
    const auto lengths = rowLengths(flat.levels, unit);
    for (const isl::pw_aff &length : *lengths)
      array.extents.emplace_back(length);
  }
}

void checkHead(const clang::FunctionDecl &function, Diagnoser &diagnoser) {
  const clang::QualType result = function.getReturnType();
  if (!result->isVoidType() && !elementType(result, function.getASTContext()))
    diagnoser.refuse(function.getReturnTypeSourceRange(),
                     "'" + function.getName() + "' returns a value of type '" +
                         result.getAsString() + "'",
                     "return a number, or results through pointers");
  if (function.isVariadic())
    diagnoser.refuse(function.getLocation(),
                     "'" + function.getName() +
                         "' takes a variable number of arguments",
                     "list the parameters");
}

} // namespace sparsec
