//===- NodeWriter.h - statements as text ------------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_LOOPTEXT_NODEWRITER_H
#define SPARSEC_LIB_LOOPTEXT_NODEWRITER_H

#include "ExprWriter.h"

namespace sparsec::looptext {

class NodeWriter {
public:
  explicit NodeWriter(const Program &program) : scope(program), exprs(scope) {}

  void writeAll(const std::vector<LoopNode> &nodes);
  std::string take() { return std::move(text); }

private:
  void line(const std::string &content);
  /// `HEAD [attributes] {` body, in a scope of its own.
  void nested(const std::string &head, const LoopNode &node);
  void body(const std::vector<LoopNode> &nodes);

  void write(const LoopNode &node);
  void writeFor(const LoopNode &node);
  void writeIf(const LoopNode &node);
  void writeLocal(const LoopNode &node);
  void writeRegion(const LoopNode &node);
  void writeAction(const LoopNode &node);
  std::string headOf(const LoopNode &node) const;
  std::string assignment(const LoopNode &node) const;
  std::string declaration(const LoopNode &node) const;
  std::string extents(const LoopNode &node) const;
  std::string clause(const char *word,
                     const std::optional<LoopExpr> &value) const;
  std::string clause(const char *word,
                     const std::vector<LoopExpr> &values) const;

  std::vector<std::string> attributes(const LoopNode &node);
  void addSource(std::vector<std::string> &texts, const LoopNode &node);

  Scope scope;
  ExprWriter exprs;
  std::string text;
  unsigned indent = 0;
  /// Loops of the phase by name, in the order in which the text has them.
  std::map<std::string, std::vector<const ScheduleTree *>> sources;
};

} // namespace sparsec::looptext

#endif // SPARSEC_LIB_LOOPTEXT_NODEWRITER_H
