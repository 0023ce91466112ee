//===- FactOrder.cpp - what checks of facts rely on -----------------------===//

#include "FactOrder.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

int checkOrder(const Fact &fact) {
  switch (fact.kind) {
  case Fact::Kind::Boundary:
    return 0;
  case Fact::Kind::Monotonic:
    return 1;
  case Fact::Kind::RowLength:
  case Fact::Kind::Condition: // May say that two lengths are one.
    return 2;
  case Fact::Kind::Range:
    return 3;
  case Fact::Kind::Rule:
    return 5; // May use any other fact.
  default:
    return 4;
  }
}

bool hasSafeRows(const Program &program, const Fact &fact) {
  const std::string &index = fact.arrays[1];
  const std::optional<isl::pw_aff> &extent =
      program.arrays.at(fact.arrays[0]).extents[0];
  auto isChecked = [&](Fact::Kind kind) {
    return llvm::any_of(program.factsAbout(index, kind), [](const Fact *each) {
      return each->origin == Fact::Origin::Declared;
    });
  };
  bool endsWithIndex =
      extent && llvm::any_of(program.calls, [&](const auto &entry) {
        return entry.second.function == index &&
               poly::involvesParam(*extent, entry.first);
      });
  return endsWithIndex && isChecked(Fact::Kind::Monotonic) &&
         isChecked(Fact::Kind::Boundary) && isChecked(Fact::Kind::Range);
}

long baseOf(const Program &program, const std::string &index) {
  for (const Fact *fact : program.factsAbout(index, Fact::Kind::Boundary))
    if (fact->at && fact->upper && poly::constantValue(*fact->at) == 0)
      return poly::constantValue(*fact->upper).value_or(0);
  return 0;
}

} // namespace sparsec
