//===- KernelFinder.h - which function, and its text ------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_KERNELFINDER_H
#define SPARSEC_LIB_FRONTEND_KERNELFINDER_H

#include "Diagnostics.h"
#include "Pragmas.h"

#include "sparsec/IR/Program.h"

#include "clang/AST/Decl.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sparsec {

struct UserInspector;

/// Bytes of the main file that are written otherwise in generated code.
struct LaidOut {
  size_t begin, end;
  std::string text;
};

struct FoundKernel {
  const clang::FunctionDecl *function = nullptr;
  /// The facts that stand before the function or in it.
  std::vector<SparsecPragma> pragmas;
  /// Of its text, in a file that was made (Outline.h).
  std::vector<LaidOut> layout = {};
  /// A pragma makes it one that inspectors may call (UserInspectors.h).
  bool isInspector = false;
  /// Those that recipes for it may name.
  std::vector<std::shared_ptr<const UserInspector>> inspectors = {};

  /// Where the definition begins in the file, and where its name stands there,
  /// which a macro may expand to: `bool f(..)`, `NAME (..)`.
  clang::SourceLocation begin() const;
  clang::SourceLocation name() const;
};

/// The functions that the main file defines, with their pragmas. Refuses
/// pragmas that belong to none of them. A declaration that begins at \p skipped
/// parts no pragmas from a function.
std::vector<FoundKernel> findFunctions(const clang::ASTContext &ast,
                                       Diagnoser &diagnoser,
                                       const PragmaList &pragmas,
                                       std::optional<size_t> skipped);

/// The one of \p all that is called \p name, or with an empty name the only one
/// with pragmas, or else the only one with a `for` loop. Refuses when there is
/// none or more than one.
FoundKernel chooseKernel(const std::vector<FoundKernel> &all,
                         const clang::ASTContext &ast, Diagnoser &diagnoser,
                         const std::string &name);

/// Byte ranges, texts and arguments of \p kernel in its file.
SourceFunction describeSource(clang::ASTContext &ast, Diagnoser &diagnoser,
                              const FoundKernel &kernel);

std::vector<SourceFunction::Argument>
argumentsOf(const clang::FunctionDecl &function, const clang::ASTContext &ast,
            const Diagnoser &diagnoser);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_KERNELFINDER_H
