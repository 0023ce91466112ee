//===- Diagnostics.h - refusals with a caret --------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_DIAGNOSTICS_H
#define SPARSEC_LIB_FRONTEND_DIAGNOSTICS_H

#include "sparsec/IR/SourceSpan.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/Diagnostic.h"

#include "llvm/ADT/Twine.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sparsec {

/// Thrown after an error has been reported: the construct cannot be
/// represented. Caught at the statement or function that it belongs to, always
/// within the frontend's own frames.
struct Refused {};

/// Reports on the C source through clang's DiagnosticsEngine.
class Diagnoser {
public:
  explicit Diagnoser(clang::ASTContext &ast) : ast(ast) {}

  /// An error on \p where, a note that says what would be accepted (none when
  /// empty), and no return.
  [[noreturn]] void refuse(clang::SourceRange where, const llvm::Twine &what,
                           const llvm::Twine &instead);
  /// As `refuse`, but returns: for scans that report several errors.
  void error(clang::SourceRange where, const llvm::Twine &what,
             const llvm::Twine &instead);
  void warn(clang::SourceRange where, const llvm::Twine &what);
  /// Says more on the error before.
  void note(clang::SourceLocation where, const llvm::Twine &what);
  /// What is done with the source that is neither wrong nor doubtful.
  void remark(clang::SourceRange where, const llvm::Twine &what);

  bool hasErrors() const { return errors; }
  /// The errors in the main file, with their offsets there.
  using Places = std::vector<std::pair<size_t, std::string>>;
  const Places &errorPlaces() const { return places; }

  /// What is reported until leaveCall() is in a function called at \p where.
  void enterCall(clang::SourceRange where, const std::string &callee) {
    calls.emplace_back(where, callee);
  }
  void leaveCall() { calls.pop_back(); }
  /// "spmv.c:4:7" of the place where the text was expanded.
  std::string location(clang::SourceLocation where) const;
  /// Where \p range was expanded; empty outside the main file.
  SourceSpan span(clang::SourceRange range) const;
  /// The source text of \p range as written (macros unexpanded).
  std::string sourceText(clang::SourceRange range) const;

private:
  /// Reports each text at each place once: kernels may be walked twice.
  bool report(clang::DiagnosticsEngine::Level level, clang::SourceRange where,
              const llvm::Twine &text);

  clang::ASTContext &ast;
  bool errors = false;
  Places places;
  std::vector<std::pair<clang::SourceRange, std::string>> calls;
  std::set<std::string> reported;
};

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_DIAGNOSTICS_H
