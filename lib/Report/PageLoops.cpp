//===- PageLoops.cpp - which loops are parallel, as a page ---------------===//

#include "PageWriter.h"

#include "HtmlText.h"

#include "sparsec/Analysis/Explain.h"
#include "sparsec/LoopText/LoopText.h"

#include "llvm/ADT/StringExtras.h"

namespace sparsec {

using html::counted;
using html::escaped;

std::string PageWriter::conflictsOf(const LoopReport &loop) const {
  if (loop.conflicts.empty())
    return "no two accesses conflict";
  size_t carried = 0;
  for (const ConflictReport &conflict : loop.conflicts)
    carried += conflict.isCarried;
  const std::string possible =
      counted(loop.conflicts.size(), "possible conflict");
  std::string page = "<details><summary>" +
                     (carried ? std::to_string(carried) + " of " + possible +
                                    (carried == 1 ? " happens" : " happen")
                              : possible + ", excluded") +
                     "</summary><ul>";
  for (const ConflictReport &conflict : loop.conflicts) {
    page += "<li class=\"" +
            std::string(conflict.isCarried ? "carried" : "refuted") + "\">" +
            escaped(conflict.kind) + ": " +
            linkTo(conflict.first.span, conflict.first.text) + ", " +
            linkTo(conflict.second.span, conflict.second.text) + ": <strong>";
    page +=
        conflict.isCarried ? "it happens, and is respected"
        : conflict.facts.empty()
            ? "impossible whatever the index arrays hold"
            : "impossible by " + escaped(llvm::join(conflict.facts, " and "));
    page += "</strong></li>";
  }
  return page + "</ul></details>";
}

std::string PageWriter::rowOf(const ReportedLoop &reported) const {
  const LoopReport &loop = reported.loop;
  const bool isParallel = loop.verdict == LoopReport::Verdict::Parallel;
  std::string remedies;
  for (const std::string &remedy : reported.remedies)
    remedies += "<p class=\"remedy\"><code>parallel(" +
                escaped(loop.statements.front()) + ", &quot;" +
                escaped(loop.loop) + "&quot;)</code>: " + escaped(remedy) +
                "</p>";
  return "<tr class=\"" + std::string(isParallel ? "parallel" : "sequential") +
         "\"><th scope=\"row\"><code>" + linkTo(loop.span, loop.loop) +
         "</code> " + wordOf(loop.role) + "</th><td>" +
         escaped(llvm::join(loop.statements, ", ")) + "</td><td>" +
         escaped(verdictText(loop)) + remedies + "</td><td>" +
         conflictsOf(loop) + "</td></tr>\n";
}

/// Loops that run each time come before those of the inspector.
std::string
PageWriter::loopsTable(const std::string &name,
                       const std::vector<ReportedLoop> &loops) const {
  std::string page =
      "<div class=\"wide\"" + html::scrolled(name) +
      "><table><thead><tr><th "
      "scope=\"col\">Loop</th><th "
      "scope=\"col\">Around</th><th scope=\"col\">Verdict</th><th "
      "scope=\"col\">Conflicts</th></tr></thead><tbody>\n";
  for (bool runsEachTime : {true, false})
    for (const ReportedLoop &loop : loops)
      if ((loop.loop.role == Phase::Role::Execute) == runsEachTime)
        page += rowOf(loop);
  return page + "</tbody></table></div>\n";
}

std::string PageWriter::loopsSection() const {
  return "<section><h2 id=\"loops\">Which loops run in parallel</h2>\n"
         "<h3 id=\"source-loops\">Of the source</h3>\n" +
         loopsTable("Loops of the source", report.sourceLoops) +
         (report.recipe.empty()
              ? ""
              : "<h3 id=\"result-loops\">Of the result</h3>\n" +
                    loopsTable("Loops of the result", report.loops)) +
         "</section>\n";
}

} // namespace sparsec
