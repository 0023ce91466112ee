//===- CheckLocals.h - what checks of facts declare -------------*- C++ -*-===//
#ifndef SPARSEC_LIB_PLANAPI_CHECKLOCALS_H
#define SPARSEC_LIB_PLANAPI_CHECKLOCALS_H

#include "sparsec/IR/Program.h"

#include <map>
#include <string>
#include <vector>

namespace sparsec {

/// \p text as a C string literal.
std::string quoted(const std::string &text);

/// Locals of a function that checks facts, each declared once.
class CheckLocals {
public:
  explicit CheckLocals(const Program &program) : program(program) {}

  /// Declares `TYPE NAME = VALUE;` with a name like \p stem; returns the name.
  std::string add(const std::string &type, const std::string &stem,
                  const std::string &value);
  /// Declares `TYPE NAME[] = VALUES;` likewise.
  std::string addTable(const std::string &type, const std::string &stem,
                       const std::string &values);
  /// The `sparsec_view` of \p array.
  std::string viewOf(const std::string &array);
  /// The text of \p fact and where it stands, for messages.
  std::string textOf(const Fact &fact);
  const std::vector<std::string> &lines() const { return declarations; }

private:
  std::string fresh(const std::string &stem) const;

  const Program &program;
  std::vector<std::string> declarations;
  std::map<std::string, std::string> views, texts;
};

} // namespace sparsec

#endif // SPARSEC_LIB_PLANAPI_CHECKLOCALS_H
