//===- GrayCodeNest.h - makes the nest of a loop's digits -------*- C++ -*-===//
#ifndef SPARSEC_LIB_LOOPPASSES_GRAYCODENEST_H
#define SPARSEC_LIB_LOOPPASSES_GRAYCODENEST_H

#include "DigitValues.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sparsec {

/// Makes the nest that DigitNest.cpp describes.
class GrayCodeNest {
public:
  GrayCodeNest(const LoopNode &loop, const DigitBody &body,
               const BinaryDigits &digits, const Program &program);

  /// Errors: elements that are to be in memory, but have no value of their own.
  llvm::Expected<std::vector<LoopNode>> make();

private:
  using Nodes = std::vector<LoopNode>;
  using Value = DigitValue;

  // Where values are made, and their expressions: DigitNestValues.cpp.
  unsigned levelOf(unsigned value) const;
  std::vector<unsigned> joinedAt(unsigned value, unsigned level) const;
  unsigned joinLevel(unsigned value, unsigned operand) const;
  bool hasSign(unsigned value) const;
  bool joinsSign(unsigned value, unsigned level) const;
  std::optional<unsigned> partAbove(unsigned value, unsigned level) const;
  LoopExpr digit(unsigned number) const;
  LoopExpr leafValue(const Value &leaf) const;
  LoopExpr valueOf(unsigned value) const;
  LoopExpr signedValue(unsigned value) const;
  LoopExpr partOf(unsigned value, unsigned level) const;
  LoopExpr joinAt(unsigned value, unsigned level) const;
  LoopExpr entryPart(unsigned value) const;
  bool isAlias(unsigned value, unsigned level) const;
  bool isNegative(unsigned value) const;
  // What stands before the nest: DigitNestStart.cpp.
  llvm::Error findStored();
  void nameAll();
  void start();
  LoopExpr named(const LoopExpr &expr);
  void startWith(unsigned number, LoopExpr value);
  void startCarried(unsigned number, const Value &value);
  void startSign(unsigned number, const Value &value);
  void noteChange(unsigned number, unsigned digit, const LoopExpr &clear,
                  const LoopExpr &set);
  // The nest: DigitNest.cpp.
  void descend(unsigned level);
  void rolled(unsigned level);
  void block();
  void straight(unsigned level, bool isTop);
  void visit(unsigned level);
  void change(unsigned digit, const std::optional<LoopExpr> &backwards,
              bool isBackwards);
  void addChange(unsigned number, const LoopExpr &by,
                 const std::optional<LoopExpr> &backwards, bool isBackwards,
                 std::string &direction);
  void updateAll();
  void finish();
  std::optional<LoopExpr> zeroTest(unsigned level) const;
  void store(unsigned value, unsigned level, const std::string &name,
             LoopExpr result);
  void assign(LoopExpr target, Update op, LoopExpr value);
  std::string fresh(const std::string &stem);
  bool isInlined(unsigned value, unsigned level) const;

  const LoopNode &loop;
  const DigitBody &body;
  const BinaryDigits &digits;
  const Program &program;
  unsigned count, unrolled;
  std::vector<unsigned> order;
  std::set<std::string> taken;
  /// Carried values that threads have in memory: in the place that the source
  /// keeps them in.
  std::set<unsigned> stored;
  /// Carried, Sign, Apply and leaves that never change => variable, place or
  /// number.
  std::map<unsigned, LoopExpr> names;
  /// Sums and products => the stem of their parts, and those parts.
  std::map<std::pair<unsigned, unsigned>, std::string> partNames;
  std::map<unsigned, std::string> entryNames;
  /// Digit => carried values that it changes, and by how much when it is set.
  std::map<unsigned, std::vector<std::pair<unsigned, LoopExpr>>> changes;
  /// Per update: the local that gathers it; "" for none.
  std::vector<std::string> gathered;
  /// Loop variables of the digits that are loops.
  std::map<unsigned, std::string> loops;
  /// In straight-line code: digits that are set, and by whom else (`inBlock`).
  uint64_t setDigits = 0;
  bool inBlock = false;
  /// In the block: signs that differ from the variable that holds them.
  std::set<unsigned> turned;
  std::set<std::string> declared;
  /// Digits that loops outside have fixed => their locals.
  std::vector<std::pair<LoopExpr, std::string>> bits;
  Nodes out;
};

/// `a op b`.
inline LoopExpr binary(Operator op, LoopExpr a, LoopExpr b) {
  return LoopExpr::binary(op, std::move(a), std::move(b));
}

inline LoopExpr minus(LoopExpr value) {
  return LoopExpr::unary(Operator::Negate, std::move(value));
}

/// A sum or product so far, and what joins it.
inline LoopExpr joinedWith(Operator op, const std::optional<LoopExpr> &first,
                           LoopExpr second) {
  return first ? binary(op, *first, std::move(second)) : std::move(second);
}

} // namespace sparsec

#endif // SPARSEC_LIB_LOOPPASSES_GRAYCODENEST_H
