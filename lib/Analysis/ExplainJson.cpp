//===- ExplainJson.cpp - what the analysis found, for tools ---------------===//

#include "sparsec/Analysis/ExplainJson.h"

#include "sparsec/Analysis/Explain.h"

#include <array>
#include <set>

namespace sparsec {

void writeFacts(llvm::json::OStream &json, const Program &program,
                bool withProved) {
  std::set<std::array<std::string, 3>> told;
  json.attributeArray("facts", [&] {
    for (const Fact &fact : program.facts) {
      const char *origin = originText(program, fact);
      if ((fact.origin == Fact::Origin::Proved && !withProved) ||
          !told.insert({textOf(fact), fact.location, origin}).second)
        continue;
      json.object([&] {
        json.attribute("text", textOf(fact));
        json.attribute("place", fact.location);
        json.attribute("origin", origin);
      });
    }
  });
}

const char *verdictWord(LoopReport::Verdict verdict) {
  switch (verdict) {
  case LoopReport::Verdict::Parallel:
    return "parallel";
  case LoopReport::Verdict::Lanes:
    return "lanes";
  case LoopReport::Verdict::Rounds:
    return "lanes-if-reassociated";
  case LoopReport::Verdict::Sequential:
    break;
  }
  return "sequential";
}

} // namespace sparsec
