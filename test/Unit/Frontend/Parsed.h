//===- Parsed.h - C text as a Program, for tests ----------------*- C++ -*-===//
#ifndef SPARSEC_TEST_UNIT_FRONTEND_PARSED_H
#define SPARSEC_TEST_UNIT_FRONTEND_PARSED_H

#include "sparsec/Frontend/Frontend.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>

namespace sparsec::test {

/// Names of calls in a program => names of parameters in isl text.
using Aliases = std::map<std::string, std::string>;

/// A function parsed from C text in a temporary file.
class Parsed {
public:
  explicit Parsed(const std::string &text, const std::string &function = "") {
    llvm::SmallString<128> path;
    int descriptor = 0;
    if (llvm::sys::fs::createTemporaryFile("kernel", "c", descriptor, path)) {
      ADD_FAILURE() << "no temporary file";
      return;
    }
    llvm::FileRemover remover(path);
    llvm::raw_fd_ostream(descriptor, true) << text;
    FrontendOptions options;
    options.file = path.str().str();
    options.function = function;
    testing::internal::CaptureStderr();
    llvm::Expected<Program> result = parseSource(session, options);
    llvm::errs().flush();
    diagnostics = testing::internal::GetCapturedStderr();
    if (result)
      program = *result;
    else
      diagnostics += llvm::toString(result.takeError());
  }

  /// Whether the affine domain of \p statement is the set \p expected.
  bool hasDomain(const std::string &statement,
                 const std::string &expected) const {
    return program && program->statement(statement).domain.is_equal(
                          isl::set(session.ctx(), expected));
  }

  /// The same for the constraints, calls renamed by \p aliases.
  bool hasConstraints(const std::string &statement, const std::string &expected,
                      const Aliases &aliases) const {
    if (!program)
      return false;
    isl::set set = program->statement(statement).constraints;
    for (const auto &[call, name] : aliases)
      set = poly::renameParam(set, call, name);
    return set.is_equal(isl::set(session.ctx(), expected));
  }

  /// Whether the value of \p loop for \p statement is \p expected.
  bool hasValue(const std::string &statement, const std::string &loop,
                const std::string &expected) const {
    if (!program)
      return false;
    const ScheduleTree *node =
        program->executePhase().tree.findLoop(statement, loop);
    return node && node->values.at(statement).plain_is_equal(
                       isl::pw_aff(session.ctx(), expected));
  }

  std::string loops() const { return program ? printLoops(*program) : ""; }
  bool says(const std::string &text) const {
    return diagnostics.find(text) != std::string::npos;
  }

  Session session;
  std::optional<Program> program;
  std::string diagnostics;
};

} // namespace sparsec::test

#endif // SPARSEC_TEST_UNIT_FRONTEND_PARSED_H
