//===- Html.cpp - a report to read ----------------------------------------===//
///
/// \file
/// Sections, in the order of a reader's questions: what the loops were, what
/// each step made of them, which loops run in parallel or why not, what is
/// known of index arrays, and the code. Everything is in the text; page.js only
/// marks what belongs to the line under the pointer.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Report/Report.h"

#include "HtmlText.h"
#include "LineChanges.h"
#include "PageTexts.h"

#include "sparsec/Analysis/Explain.h"
#include "sparsec/LoopText/LoopText.h"
#include "sparsec/Support/Version.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

#include <set>

namespace sparsec {
namespace {

using html::escaped;

std::string counted(size_t count, llvm::StringRef thing) {
  return std::to_string(count) + " " + thing.str() + (count == 1 ? "" : "s");
}

/// A file with a number before each line, which is an anchor: `source-12`.
std::string numbered(llvm::StringRef text, const std::string &prefix) {
  std::string page = "<pre class=\"file\">";
  unsigned number = 0;
  text.consume_back("\n");
  for (llvm::StringRef line : llvm::split(text, '\n')) {
    const std::string id = prefix + "-" + std::to_string(++number);
    page += "<span class=\"line\" id=\"" + id + "\"><a href=\"#" + id + "\">" +
            std::to_string(number) + "</a>" + escaped(line) + "\n</span>";
  }
  return page + "</pre>\n";
}

/// The loops of a program before or after a step.
struct MarkedLines {
  const Program &program;
  const std::vector<LoopLine> &lines;
  const std::vector<bool> &marked; ///< one for each line, or none
  std::string how;                 ///< "del" or "ins"
};

class PageWriter {
public:
  explicit PageWriter(const Report &report)
      : report(report), function(report.source.function) {}

  std::string write();

private:
  std::string linkTo(const SourceSpan &span, const std::string &text) const;
  std::string linkTo(const ReportedStep &step) const;
  std::string lineOf(const LoopLine &line, const std::string &how) const;
  std::string linesOf(const MarkedLines &loops) const;
  std::string stepBody(const ReportedStep &step, const Program &before) const;
  std::string checksOf(const ReportedStep &step) const;
  std::string picturesOf(const StepPictures &pictures) const;
  std::string stepsSection() const;
  std::string conflictsOf(const LoopReport &loop) const;
  std::string rowOf(const ReportedLoop &reported) const;
  std::string loopsTable(const std::vector<ReportedLoop> &loops) const;
  std::string loopsSection() const;
  std::string factsSection() const;
  std::string recipesSection() const;
  std::string header() const;
  std::string summary() const;

  const Report &report;
  const SourceFunction &function;
};

/// The line of the source that \p span is on.
std::string PageWriter::linkTo(const SourceSpan &span,
                               const std::string &text) const {
  if (!span.isKnown())
    return escaped(text);
  const auto [line, column] = function.lineAndColumn(span.begin);
  return "<a href=\"#source-" + std::to_string(line) + "\" title=\"" +
         escaped(function.location(span)) + "\">" + escaped(text) + "</a>";
}

/// The line of the recipe that \p step stands on.
std::string PageWriter::linkTo(const ReportedStep &step) const {
  const std::string &path = report.recipes[step.file].path;
  const std::string line = std::to_string(step.line);
  const std::string folder =
      path == report.recipe
          ? ""
          : llvm::sys::path::filename(llvm::sys::path::parent_path(path)).str();
  return "<a href=\"#recipe" + std::to_string(step.file) + "-" + line +
         "\" title=\"" + escaped(path) + "\">" +
         escaped(folder.empty() ? "" : folder + "/") +
         escaped(llvm::sys::path::filename(path)) + ":" + line + "</a>";
}

/// A line of loops, marked as \p how says, "del" or "ins", or not where that is
/// empty.
std::string PageWriter::lineOf(const LoopLine &line,
                               const std::string &how) const {
  std::string attributes = "class=\"line\"";
  if (line.span.isKnown()) {
    const auto [first, column] = function.lineAndColumn(line.span.begin);
    attributes += " data-line=\"" + std::to_string(first) + "\" title=\"" +
                  escaped(function.location(line.span)) + "\"";
  }
  if (line.kind == LoopLine::Kind::Statement)
    attributes += " data-statement=\"" + escaped(line.name) + "\"";
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
  std::string page = "<pre class=\"loops\">" + each + "</pre>\n";
  if (!once.empty())
    page += "<details><summary>inspector: " + counted(lines, "line") + ", " +
            std::to_string(marked) + " of them changed</summary><pre>" + once +
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
  return "<details><summary>" + escaped(title) + "</summary><pre>" +
         escaped(text) + "</pre></details>\n";
}

std::string PageWriter::stepBody(const ReportedStep &step,
                                 const Program &before) const {
  const std::vector<LoopLine> old = loopLines(before, true);
  const std::vector<LoopLine> made = loopLines(step.after, true);
  const LineChanges changes = changesBetween(old, made);
  if (!changes.any())
    return step.isTransform ? "<p>The loops stay as they are.</p>\n" : "";
  return "<div class=\"sides\"><figure><figcaption>Before</figcaption>" +
         linesOf({before, old, changes.removed, "del"}) +
         "</figure><figure><figcaption>After</figcaption>" +
         linesOf({step.after, made, changes.added, "ins"}) +
         "</figure></div>\n";
}

/// A drawing with what it shows under it.
static std::string figure(const char *kind, const Raster &raster,
                          const std::string &caption) {
  return "<figure class=\"picture " + std::string(kind) + "\">" +
         svgOf(raster, caption) + "<figcaption>" + escaped(caption) +
         "</figcaption></figure>\n";
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
  std::string caption =
      counted(pictures.visits, "iteration") + " on " + report.matrix;
  if (pictures.group > 1)
    caption += ", of which " + std::to_string(pictures.group) +
               " rows and columns are one here";
  if (!pictures.loop.empty())
    caption += ", coloured by loop " + pictures.loop + ", from " +
               std::to_string(pictures.first) + " to " +
               std::to_string(pictures.last);
  if (pictures.padded)
    caption += "; " + std::to_string(pictures.padded) + " are padding";
  std::string page =
      "<div class=\"pictures\">" + figure("order", pictures.order, caption);
  for (const StepPictures::Storage &storage : pictures.storages)
    page +=
        figure("storage", storage.raster,
               storage.array + ": " + counted(storage.places, "place") + ", " +
                   std::to_string(storage.padding) + " of them padding, " +
                   std::to_string(storage.rowLength) + " side by side");
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
PageWriter::loopsTable(const std::vector<ReportedLoop> &loops) const {
  std::string page =
      "<table><thead><tr><th scope=\"col\">Loop</th><th "
      "scope=\"col\">Around</th><th scope=\"col\">Verdict</th><th "
      "scope=\"col\">Conflicts</th></tr></thead><tbody>\n";
  for (bool runsEachTime : {true, false})
    for (const ReportedLoop &loop : loops)
      if ((loop.loop.role == Phase::Role::Execute) == runsEachTime)
        page += rowOf(loop);
  return page + "</tbody></table>\n";
}

std::string PageWriter::loopsSection() const {
  return "<section><h2 id=\"loops\">Which loops run in parallel</h2>\n"
         "<h3 id=\"source-loops\">Of the source</h3>\n" +
         loopsTable(report.sourceLoops) +
         "<h3 id=\"result-loops\">Of the result</h3>\n" +
         loopsTable(report.loops) + "</section>\n";
}

std::string PageWriter::factsSection() const {
  std::string page =
      "<section><h2 id=\"facts\">Facts about arrays</h2>\n<ul>\n";
  std::set<std::string> told;
  for (const Fact &fact : report.result().facts) {
    const std::string line = "<li><code>" + escaped(textOf(fact)) + "</code> " +
                             escaped(originText(fact.origin)) + "</li>\n";
    if (told.insert(line).second)
      page += line;
  }
  return page + "</ul></section>\n";
}

std::string PageWriter::recipesSection() const {
  std::string page = "<section><h2 id=\"recipe\">Recipe</h2>\n";
  if (!report.tunables.empty()) {
    page += "<p>";
    for (const Tunable &tunable : report.tunables)
      page += (&tunable == &report.tunables.front() ? "" : ", ") +
              ("<code>" + escaped(tunable.name)) + " = " +
              escaped(tunable.text.value_or(std::to_string(tunable.value))) +
              "</code>";
    page += "</p>\n";
  }
  for (size_t number = 0; number < report.recipes.size(); ++number)
    page += "<h3>" + escaped(report.recipes[number].path) + "</h3>\n" +
            numbered(report.recipes[number].text,
                     "recipe" + std::to_string(number));
  return page + "</section>\n";
}

/// How many loops of the result run in parallel.
std::string PageWriter::summary() const {
  size_t loops = 0, marked = 0;
  report.result().executePhase().tree.walk([&](const ScheduleTree &node) {
    loops += node.isLoop();
    marked += node.isLoop() && (node.marks.parallel || node.marks.simd ||
                                node.marks.gpu.isMapped());
  });
  return "<p>" + counted(report.steps.size(), "step") + "; of " +
         counted(loops, "loop") + " that run each time, " +
         std::to_string(marked) + (marked == 1 ? " is" : " are") +
         " parallel.</p>\n";
}

std::string PageWriter::header() const {
  const std::string title =
      function.name + " by " + llvm::sys::path::filename(report.recipe).str();
  std::string page =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, "
      "initial-scale=1\">\n<title>" +
      escaped(title) + "</title>\n<style>\n" + pageStyle +
      "</style>\n</head>\n<body>\n<header>\n<h1>" + escaped(title) +
      "</h1>\n<p><code>" + escaped(report.commandLine) + "</code></p>\n" +
      summary() + "</header>\n<nav aria-label=\"Contents\"><ul>\n" +
      "<li><a href=\"#source\">Source</a></li>\n"
      "<li><a href=\"#steps\">Steps</a><ol>\n";
  for (const ReportedStep &step : report.steps)
    page += "<li value=\"" + std::to_string(step.number) +
            "\"><a href=\"#step-" + std::to_string(step.number) + "\"><code>" +
            escaped(step.name) + "</code></a></li>\n";
  return page + "</ol></li>\n<li><a href=\"#loops\">Which loops run in "
                "parallel</a></li>\n"
                "<li><a href=\"#facts\">Facts</a></li>\n"
                "<li><a href=\"#recipe\">Recipe</a></li>\n"
                "<li><a href=\"#code\">Code</a></li>\n</ul></nav>\n";
}

std::string PageWriter::write() {
  const std::vector<LoopLine> loops = loopLines(report.source, true);
  return header() + "<main>\n<section><h2 id=\"source\">Source</h2>\n<p>" +
         escaped(function.file) + "</p>\n<div class=\"sides\">" +
         numbered(function.fileText, "source") +
         linesOf({report.source, loops, {}, ""}) + "</div>\n" +
         (report.pictures ? picturesOf(*report.pictures) : "") +
         "</section>\n" + stepsSection() + loopsSection() + factsSection() +
         recipesSection() + "<section><h2 id=\"code\">Code</h2>\n" +
         numbered(report.code, "code") + "</section>\n</main>\n<footer>" +
         escaped(versionText()) + "</footer>\n<script>\n" + pageScript +
         "</script>\n</body>\n</html>\n";
}

} // namespace

std::string reportHtml(const Report &report) {
  return PageWriter(report).write();
}

} // namespace sparsec
