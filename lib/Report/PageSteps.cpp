//===- PageSteps.cpp - what each step did, as a page ---------------------===//

#include "PageWriter.h"

#include "HtmlText.h"
#include "LineChanges.h"

#include "sparsec/Analysis/Explain.h"

#include "llvm/ADT/StringExtras.h"

#include <set>

namespace sparsec {

using html::counted;
using html::escaped;

/// A line of loops, marked as \p how says, "del" or "ins", or not where that is
/// empty.
std::string PageWriter::lineOf(const LoopLine &line,
                               const std::string &how) const {
  const std::string attributes =
      "class=\"line\"" + attributesOf(line.span) +
      (line.statements.empty()
           ? ""
           : attributesOf(line.kind == LoopLine::Kind::Loop ? line.name : "",
                          line.statements));
  const std::string text =
      std::string(2 * line.depth, ' ') + escaped(line.text);
  return "<span " + attributes + ">" +
         (how.empty() ? text : "<" + how + ">" + text + "</" + how + ">") +
         "\n</span>";
}

/// The lines of \p loops: those that run each time, and, to unfold, those that
/// run once.
std::string PageWriter::linesOf(const MarkedLines &loops) const {
  std::string each, once;
  size_t lines = 0, marked = 0;
  for (size_t at = 0; at < loops.lines.size(); ++at) {
    const LoopLine &line = loops.lines[at];
    const bool isMarked = at < loops.marked.size() && loops.marked[at];
    const bool isOnce =
        loops.program.phases[line.phase].role != Phase::Role::Execute;
    (isOnce ? once : each) += lineOf(line, isMarked ? loops.how : "");
    lines += isOnce;
    marked += isOnce && isMarked;
  }
  std::string page = "<pre class=\"loops\"" + html::scrolled(loops.name) + ">" +
                     each + "</pre>\n";
  if (!once.empty())
    page += "<details><summary>inspector: " + counted(lines, "line") + ", " +
            std::to_string(marked) +
            " of them changed</summary><pre class=\"loops\"" +
            html::scrolled(loops.name + ", inspector") + ">" + once +
            "</pre></details>\n";
  return page;
}

std::string PageWriter::checksOf(const ReportedStep &step) const {
  unsigned pairs = 0, excluded = 0;
  std::set<std::string> facts;
  for (const StepReport::Check &check : step.checks.checks) {
    pairs += check.pairs;
    excluded += check.arithmetic;
    facts.insert(check.needed.begin(), check.needed.end());
    for (const auto &[texts, count] : check.byFacts) {
      excluded += count;
      facts.insert(texts.begin(), texts.end());
    }
  }
  const std::string text = explainChecks(step.checks, step.after);
  if (text.empty())
    return "";
  std::string title = "What was checked";
  if (pairs)
    title += ": " + counted(pairs, "pair") + " of accesses, " +
             counted(excluded, "conflict") + " excluded";
  if (!facts.empty())
    title +=
        (pairs ? ", " : ": ") + std::string("by ") + llvm::join(facts, " and ");
  return "<details><summary>" + escaped(title) + "</summary><pre" +
         html::scrolled("What was checked of step " +
                        std::to_string(step.number)) +
         ">" + escaped(text) + "</pre></details>\n";
}

std::string PageWriter::stepBody(const ReportedStep &step,
                                 const Program &before) const {
  const std::vector<LoopLine> old = loopLines(before, true);
  const std::vector<LoopLine> made = loopLines(step.after, true);
  const LineChanges changes = changesBetween(old, made);
  if (!changes.any())
    return step.isTransform ? "<p>The loops stay as they are.</p>\n" : "";
  const std::string number = "step " + std::to_string(step.number);
  return "<div class=\"sides\"><figure><figcaption>Before</figcaption>" +
         linesOf(
             {before, old, changes.removed, "del", "Loops before " + number}) +
         "</figure><figure><figcaption>After</figcaption>" +
         linesOf({step.after, made, changes.added, "ins",
                  "Loops after " + number}) +
         "</figure></div>\n";
}

std::string PageWriter::picturesOf(const StepPictures &pictures) const {
  if (pictures.sameAs)
    return *pictures.sameAs == 0
               ? "<p>Pictures as of the <a href=\"#source\">source</a>.</p>\n"
               : "<p>Pictures as after <a href=\"#step-" +
                     std::to_string(*pictures.sameAs) + "\">step " +
                     std::to_string(*pictures.sameAs) + "</a>.</p>\n";
  if (!pictures.whyNone.empty())
    return "<p>No picture after this step: " + escaped(pictures.whyNone) +
           "</p>\n";
  std::string page = "<div class=\"pictures\">";
  for (const Figure &figure : figuresOf(pictures, report.matrix))
    page += "<figure class=\"picture " + std::string(figure.kind) + "\">" +
            figure.svg + "<figcaption>" + escaped(figure.caption) +
            "</figcaption></figure>\n";
  return page + "</div>\n";
}

std::string PageWriter::stepsSection() const {
  std::string page = "<section><h2 id=\"steps\">Steps</h2>\n";
  const Program *before = &report.source;
  for (const ReportedStep &step : report.steps) {
    const std::string number = std::to_string(step.number);
    page += "<article><h3 id=\"step-" + number + "\">" + number + ". <code>" +
            escaped(step.call) + "</code></h3>\n<p class=\"place\">" +
            linkTo(step) + "</p>\n" + stepBody(step, *before) +
            (step.pictures ? picturesOf(*step.pictures) : "") + checksOf(step) +
            "</article>\n";
    before = &step.after;
  }
  return page + "</section>\n";
}

} // namespace sparsec
