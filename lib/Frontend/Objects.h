//===- Objects.h - what C expressions name ----------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_OBJECTS_H
#define SPARSEC_LIB_FRONTEND_OBJECTS_H

#include "Diagnostics.h"

#include "sparsec/IR/Type.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace sparsec {

/// A variable or struct member: a key of Program::arrays or a parameter.
struct Object {
  /// "col", "A->col"; unique in the function.
  std::string name;
  /// As declared: arrays that are parameters keep their array type.
  clang::QualType type;
  /// The variable, or the one whose member this is.
  const clang::VarDecl *variable = nullptr;
  bool isMember = false;
  /// "e[].v": the member of all structures that the variable points to, or a
  /// member of it, "A->e[].v".
  bool isOfElements = false;
  /// Of a member that is in no such array.
  const clang::FieldDecl *field = nullptr;
  /// 1: its address, `&A`; -1: what it points to, `*A`.
  int addresses = 0;

  /// A variable outside the function.
  bool isGlobal() const { return !isMember && variable->isFileVarDecl(); }
  bool isLocal() const {
    return !isMember && !isGlobal() && !llvm::isa<clang::ParmVarDecl>(variable);
  }
};

/// The type of an element or scalar; none for what sparsec cannot hold.
std::optional<ElementType> elementType(clang::QualType type,
                                       const clang::ASTContext &ast);

/// What \p variable, a local or parameter, is called in the program, but for a
/// number behind it: macros of libraries declare names that C keeps for them,
/// `__i`, which is `i_`.
std::string plainNameOf(const clang::VarDecl *variable);

/// Gives objects their names: locals that share one get a suffix ("sum_2").
class ObjectNames {
public:
  ObjectNames(Diagnoser &diagnoser, const clang::FunctionDecl &function)
      : diagnoser(diagnoser), function(function) {}

  /// Parameters that point to arrays of structures.
  std::set<const clang::VarDecl *> structureArrays;
  /// Members that do: `A->e[j].v`.
  std::set<const clang::FieldDecl *> structureFields;

  /// The object that \p expression, a variable or a chain of members from one,
  /// names. Refuses anything else.
  Object resolve(const clang::Expr *expression);
  Object ofVariable(const clang::VarDecl *variable);
  /// The member of \p base that \p member names.
  Object member(Object base, const clang::MemberExpr *member);
  /// The member that \p path, "A->rows.index" as in a fact, names; none when
  /// there is none.
  std::optional<Object> ofPath(llvm::StringRef path) const;
  /// Whether \p variable is a parameter of a function that is called.
  bool isForeign(const clang::VarDecl *variable) const;
  /// Whether \p expression is a variable or a member of one.
  static bool isNamed(const clang::Expr *expression);

private:
  Object memberOfElements(Object base, const clang::MemberExpr *member);

  Diagnoser &diagnoser;
  const clang::FunctionDecl &function;
  std::map<const clang::VarDecl *, std::string> names;
  std::set<std::string> taken;
};

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_OBJECTS_H
