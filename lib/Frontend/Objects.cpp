//===- Objects.cpp - what C expressions name ------------------------------===//
///
/// \file
/// Variables and struct members as named objects, and their element types.
///
//===----------------------------------------------------------------------===//

#include "Objects.h"

#include "sparsec/IR/StructureMember.h"
#include "sparsec/IR/TakenNames.h"

#include "llvm/ADT/StringExtras.h"

namespace sparsec {

static bool isNameChar(char c) { return llvm::isAlnum(c) || c == '_'; }

static bool isDoubleComplex(clang::QualType type) {
  const auto *complex = type->getAs<clang::ComplexType>();
  return complex && complex->getElementType()->isSpecificBuiltinType(
                        clang::BuiltinType::Double);
}

/// `_Bool` has another name in C23.
static std::string spellingOf(clang::QualType type,
                              const clang::ASTContext &ast) {
  clang::PrintingPolicy policy = ast.getPrintingPolicy();
  policy.Bool = false;
  return type.getAsString(policy);
}

/// Whether generated code can name the type \p plain: a row of Types.def, so
/// not `__fp16` and `__int128`; no enumeration without a name.
static bool isPortable(clang::QualType plain, const std::string &spelling) {
  if (const auto *enumeration = plain->getAs<clang::EnumType>())
    return enumeration->getDecl()->getIdentifier() ||
           enumeration->getDecl()->getTypedefNameForAnonDecl();
  return plain->isBuiltinType() && ElementType::named(spelling);
}

std::optional<ElementType> elementType(clang::QualType type,
                                       const clang::ASTContext &ast) {
  clang::QualType plain = type.getCanonicalType().getUnqualifiedType();
  if (isDoubleComplex(plain))
    return ElementType::complex128();
  ElementType result;
  result.spelling = spellingOf(plain, ast);
  if (!isPortable(plain, result.spelling))
    return std::nullopt;
  result.kind = plain->isRealFloatingType() ? ElementType::Kind::Floating
                                            : ElementType::Kind::Integer;
  result.bytes =
      static_cast<unsigned>(ast.getTypeSizeInChars(plain).getQuantity());
  result.isSigned =
      plain->isRealFloatingType() || plain->isSignedIntegerOrEnumerationType();
  return result;
}

bool ObjectNames::isNamed(const clang::Expr *expression) {
  expression = expression->IgnoreParenImpCasts();
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(expression))
    return isNamed(member->getBase());
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression);
  return reference && llvm::isa<clang::VarDecl>(reference->getDecl());
}

/// The one that says most of a variable outside functions.
static const clang::VarDecl *lastDeclaration(const clang::VarDecl *variable) {
  const clang::VarDecl *last = variable->getMostRecentDecl();
  while (last && (!last->isFileVarDecl() || last->isLocalExternDecl()))
    last = last->getPreviousDecl();
  return last ? last : variable;
}

std::string plainNameOf(const clang::VarDecl *variable) {
  const std::string name = variable->getNameAsString();
  const bool isKept = name.size() > 1 && name[0] == '_' &&
                      (name[1] == '_' || llvm::isUpper(name[1]));
  if (!isKept || !variable->isLocalVarDecl())
    return name;
  const std::string rest = llvm::StringRef(name).ltrim('_').str() + "_";
  return llvm::isAlpha(rest[0]) && wordOfTargets(rest).empty() ? rest
                                                               : "v_" + rest;
}

Object ObjectNames::ofVariable(const clang::VarDecl *variable) {
  Object object;
  if (variable->isFileVarDecl())
    variable = lastDeclaration(variable);
  object.variable = variable;
  object.type = variable->getType();
  if (const auto *parameter = llvm::dyn_cast<clang::ParmVarDecl>(variable))
    object.type = parameter->getOriginalType();
  if (isForeign(variable)) {
    // Never an array's or a parameter's.
    const auto *callee =
        llvm::dyn_cast<clang::FunctionDecl>(variable->getDeclContext());
    object.name = (callee ? callee->getNameAsString() : "") +
                  "::" + variable->getNameAsString();
    return object;
  }
  std::string &name = names[variable];
  if (name.empty()) {
    const std::string stem = plainNameOf(variable);
    name = stem;
    for (unsigned copy = 2; !taken.insert(name).second; ++copy)
      name = stem + "_" + std::to_string(copy);
  }
  object.name = name;
  return object;
}

bool ObjectNames::isForeign(const clang::VarDecl *variable) const {
  const auto *parameter = llvm::dyn_cast<clang::ParmVarDecl>(variable);
  return parameter && parameter->getDeclContext() != &function;
}

std::optional<Object> ObjectNames::ofPath(llvm::StringRef path) const {
  Object object;
  object.name = path.str();
  object.isMember = true;
  llvm::StringRef rest = path.drop_while(isNameChar);
  for (const clang::ParmVarDecl *parameter : function.parameters())
    if (parameter->getName() == path.drop_back(rest.size()))
      object.variable = parameter;
  if (!object.variable || rest.empty())
    return std::nullopt;
  object.type = object.variable->getType();
  while (!rest.empty()) {
    const bool isOfElements = rest.consume_front("[].");
    object.isOfElements |= isOfElements;
    if (isOfElements || rest.consume_front("->"))
      object.type = object.type->getPointeeType();
    else
      rest.consume_front(".");
    const auto *record = object.type.isNull()
                             ? nullptr
                             : object.type->getAs<clang::RecordType>();
    const clang::FieldDecl *member = nullptr;
    if (record)
      for (const clang::FieldDecl *field : record->getDecl()->fields())
        if (field->getName() == rest.take_while(isNameChar))
          member = field;
    if (!member)
      return std::nullopt;
    object.type = member->getType();
    rest = rest.drop_while(isNameChar);
  }
  return object;
}

Object ObjectNames::memberOfElements(Object base,
                                     const clang::MemberExpr *member) {
  const clang::ValueDecl *declaration = member->getMemberDecl();
  const auto *field = llvm::dyn_cast<clang::FieldDecl>(declaration);
  const bool isPlain = field && field->getIdentifier() &&
                       !field->isBitField() && !field->getParent()->isUnion();
  if (!isPlain || (base.isOfElements && base.type->isArrayType()))
    diagnoser.refuse(member->getSourceRange(),
                     "this member of an array of structures is not supported",
                     "numbers, arrays of numbers and structures of such are "
                     "accepted: p[i].mass, p[i].at[2], p[i].box.low; no "
                     "unions, bit-fields and arrays of structures inside");
  const std::string name = declaration->getNameAsString();
  base.name = base.isOfElements ? base.name + "." + name
                                : nameOfMember(base.name, name);
  base.type = member->getType();
  base.isMember = base.isOfElements = true;
  base.field = nullptr;
  base.addresses = 0;
  return base;
}

Object ObjectNames::member(Object base, const clang::MemberExpr *member) {
  if (base.isOfElements || structureFields.count(base.field) ||
      (!base.isMember && structureArrays.count(base.variable)))
    return memberOfElements(std::move(base), member);
  if (isForeign(base.variable))
    diagnoser.refuse(member->getSourceRange(),
                     "a called function uses a member of its parameter '" +
                         base.variable->getNameAsString() + "'",
                     "pass the members themselves: f(A->col, A->n)");
  if (!llvm::isa<clang::ParmVarDecl>(base.variable))
    diagnoser.refuse(member->getSourceRange(),
                     "'" + base.name + "' is a local struct",
                     "use the members of the function's parameters");
  // `B->n` of B = &A is A.n, `B.n` of B = *A is A->n.
  const int indirections = int(member->isArrow()) - base.addresses;
  if (indirections != 0 && indirections != 1)
    diagnoser.refuse(member->getSourceRange(),
                     "a member of something that is not a parameter",
                     "members of struct parameters are accepted: A->col[j], "
                     "A.n");
  base.name +=
      (indirections ? "->" : ".") + member->getMemberDecl()->getNameAsString();
  base.type = member->getMemberDecl()->getType();
  base.isMember = true;
  base.field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
  base.addresses = 0;
  return base;
}

Object ObjectNames::resolve(const clang::Expr *expression) {
  expression = expression->IgnoreParenImpCasts();
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(expression)) {
    if (!isNamed(member->getBase()))
      diagnoser.refuse(member->getSourceRange(),
                       "a member of something that is not a parameter",
                       "members of struct parameters are accepted: A->col[j], "
                       "A.n");
    return this->member(resolve(member->getBase()), member);
  }
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression);
  const auto *variable =
      reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl())
                : nullptr;
  if (!variable)
    diagnoser.refuse(expression->getSourceRange(),
                     "this does not name an array or a scalar",
                     "subscript a parameter or a local array directly");
  if (variable->isStaticLocal())
    diagnoser.refuse(expression->getSourceRange(),
                     "'" + variable->getName() +
                         "' is neither a parameter nor an automatic variable",
                     "pass it to the function as a parameter");
  if (variable->isLocalExternDecl())
    diagnoser.refuse(expression->getSourceRange(),
                     "'" + variable->getName() +
                         "' is declared in the function and is not its own",
                     "declare it outside the function");
  return ofVariable(variable);
}

} // namespace sparsec
