//===- StructureSetter.h - structures set member by member ------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_STRUCTURESETTER_H
#define SPARSEC_LIB_FRONTEND_STRUCTURESETTER_H

#include "StructureValues.h"

namespace sparsec {

/// Makes the statements that set variables, or elements, to structures.
class StructureValues::Setter {
public:
  Setter(StructureValues &all, clang::FunctionDecl &function)
      : all(all), function(function), ast(function.getASTContext()) {}
  virtual ~Setter() = default;

protected:
  /// \p part with variables in place of members.
  virtual clang::Stmt *replaced(clang::Stmt *part) = 0;
  virtual clang::Stmt *replaceIn(clang::Stmt *part) = 0;

  Members split(clang::QualType type, const std::string &name,
                const std::string &path);
  /// Of a parameter of a called function, or of a value on the way.
  Members &membersOf(const clang::VarDecl *variable);
  /// `e[j] = v`, a member at a time. What is read is read before.
  bool store(const clang::BinaryOperator *assign, Statements &parts,
             NewNodes &nodes);
  void storeMembers(clang::Expr *target, const std::string &path,
                    const Members &source, Statements &parts, NewNodes &nodes);
  clang::Expr *memberOf(clang::Expr *structure, clang::FieldDecl *field);
  Members &resultOf(const clang::FunctionDecl *callee);
  /// Sets \p target, at \p path, to the structure \p value.
  bool set(const Members &target, const std::string &path, clang::Expr *value,
           Statements &parts, NewNodes &nodes);
  /// The members behind \p from of \p source.
  bool setBy(const Members &target, const std::string &path,
             const std::string &from, const Members &source, Statements &parts,
             NewNodes &nodes);
  bool setByList(const Members &target, const std::string &path,
                 clang::InitListExpr *list, Statements &parts, NewNodes &nodes);
  /// From a structure that is elsewhere, `e[j]`.
  bool setByMembers(const Members &target, const std::string &path,
                    clang::Expr *source, Statements &parts, NewNodes &nodes);

  StructureValues &all;
  clang::FunctionDecl &function;
  clang::ASTContext &ast;
};

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_STRUCTURESETTER_H
