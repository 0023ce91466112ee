//===- CheckLocals.h - what checks of facts declare -------------*- C++ -*-===//
#ifndef SPARSEC_LIB_PLANAPI_CHECKLOCALS_H
#define SPARSEC_LIB_PLANAPI_CHECKLOCALS_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopAst.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sparsec {

/// Locals of a function that checks facts, each declared once.
class CheckLocals {
public:
  explicit CheckLocals(const Program &program) : program(program) {}

  /// A constant of \p type with a name like \p stem, for the caller to declare.
  LoopNode make(LoopType type, const std::string &stem, LoopExpr value);
  /// Declares \p local, of make, in front of all checks.
  LoopExpr add(LoopNode local);
  /// A static array of \p elements of \p type, likewise.
  LoopExpr addTable(const ElementType &type, const std::string &stem,
                    std::vector<LoopExpr> elements);
  /// The `sparsec_view` of \p array.
  LoopExpr viewOf(const std::string &array);
  /// The text of \p fact and where it stands, for messages.
  LoopExpr textOf(const Fact &fact);
  const std::vector<LoopNode> &nodes() const { return declarations; }

private:
  std::string fresh(const std::string &stem);

  const Program &program;
  std::vector<LoopNode> declarations;
  std::set<std::string> names;
  std::map<std::string, std::optional<LoopExpr>> views, texts;
};

} // namespace sparsec

#endif // SPARSEC_LIB_PLANAPI_CHECKLOCALS_H
