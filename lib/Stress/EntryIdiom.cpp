//===- EntryIdiom.cpp - entries that threads add up in runs ---------------===//

#include "IdiomParts.h"

namespace sparsec::stress {

std::vector<Later> sharedEntries(const Place &place) {
  if (place.loops.size() < 2 || place.random.chance(40))
    return {};
  const std::string entry = place.freshName(),
                    outer = place.loops[place.loops.size() - 2].name,
                    coalesce = "coalesce(" + quoted(place.statement) + ", {" +
                               quoted(outer) + ", " +
                               quoted(place.loops.back().name) + "}, " +
                               quoted(entry) + ")";
  return {[coalesce](const Program &) { return coalesce; },
          [entry](const Program &program) -> std::string {
            const ScheduleTree &tree = program.executePhase().tree;
            for (const std::string &statement : tree.statements())
              if (tree.findLoop(statement, entry))
                return "parallel(" + quoted(statement) + ", " + quoted(entry) +
                       ", {updates = \"segments\"})";
            return "";
          }};
}

} // namespace sparsec::stress
