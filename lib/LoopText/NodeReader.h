//===- NodeReader.h - statements from text ----------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_LOOPTEXT_NODEREADER_H
#define SPARSEC_LIB_LOOPTEXT_NODEREADER_H

#include "ExprReader.h"

#include <utility>

namespace sparsec::looptext {

/// Which of the phase's loops of one name, counted from 1 in the order of the
/// text; 0: none.
struct SourceKey {
  std::string name;
  long number = 0;

  auto operator<=>(const SourceKey &) const = default;
};

class NodeReader {
public:
  NodeReader(Cursor &cursor, const Program &program)
      : cursor(cursor), scope(program), exprs(cursor, scope) {}

  /// Up to what no statement begins with.
  std::vector<LoopNode> readAll();

  /// Of the loops that were read, parents first.
  std::vector<SourceKey> sources;

private:
  bool isAtStatement() const;
  std::vector<LoopNode> body();
  LoopNode read();
  void readKind(LoopNode &node);
  void readFor(LoopNode &node);
  void readBounds(LoopNode &node);
  void readStep(LoopNode &node);
  void readIf(LoopNode &node);
  void readBlock(LoopNode &node);
  void readRegion(LoopNode &node);
  bool readSimple(LoopNode &node);
  std::optional<LoopExpr> clause(const char *word);
  void readAction(LoopNode &node);
  void readDeclaration(LoopNode &node);
  void readAssignment(LoopNode &node);
  void attributes(LoopNode &node, SourceKey *source = nullptr);
  bool sourceAttribute(LoopNode &node, SourceKey &source);

  Cursor &cursor;
  Scope scope;
  ExprReader exprs;
};

} // namespace sparsec::looptext

#endif // SPARSEC_LIB_LOOPTEXT_NODEREADER_H
