//===- PageWriter.cpp - a report as a page -------------------------------===//

#include "PageWriter.h"

#include "HtmlText.h"
#include "PageTexts.h"

#include "sparsec/Analysis/Explain.h"
#include "sparsec/Bench/Ranking.h"
#include "sparsec/Support/Version.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

#include <map>
#include <set>

namespace sparsec {

using html::counted;
using html::escaped;

/// A file with a number before each line, which is an anchor: `source-12`.
/// \p name is told of the whole; \p attributes, of a line, say what it is of.
/// Tab passes by the numbers, of which there may be thousands: page.js has
/// arrows for them.
static std::string
numbered(llvm::StringRef text, const std::string &prefix,
         const std::string &name,
         const std::map<size_t, std::string> &attributes = {}) {
  std::string page = "<pre class=\"file\"" + html::scrolled(name) + ">";
  size_t number = 0;
  text.consume_back("\n");
  for (llvm::StringRef line : llvm::split(text, '\n')) {
    const std::string id = prefix + "-" + std::to_string(++number);
    const auto more = attributes.find(number);
    page += "<span class=\"line\" id=\"" + id + "\"" +
            (more == attributes.end() ? "" : more->second) +
            "><a tabindex=\"-1\" href=\"#" + id + "\">" +
            std::to_string(number) + "</a>" + escaped(line) + "\n</span>";
  }
  return page + "</pre>\n";
}

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

std::string PageWriter::factsSection() const {
  std::string page =
      "<section><h2 id=\"facts\">Facts about arrays</h2>\n<ul>\n";
  std::set<std::string> told;
  for (const Fact &fact : report.result.facts) {
    const std::string line = "<li><code>" + escaped(textOf(fact)) + "</code> " +
                             escaped(originText(report.result, fact)) +
                             "</li>\n";
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
    page +=
        "<h3>" + escaped(report.recipes[number].path) + "</h3>\n" +
        numbered(report.recipes[number].text, "recipe" + std::to_string(number),
                 "Recipe, " + report.recipes[number].path);
  return page + "</section>\n";
}

/// How many loops of the result run in parallel; without a recipe, how many
/// could.
std::string PageWriter::summary() const {
  if (report.recipe.empty()) {
    const auto free =
        llvm::count_if(report.sourceLoops, [](const ReportedLoop &one) {
          return one.loop.verdict == LoopReport::Verdict::Parallel;
        });
    return "<p>Of " + counted(report.sourceLoops.size(), "loop") + ", " +
           (free ? std::to_string(free) : "none") + " may run in parallel as " +
           (free > 1 ? "they are" : "it is") + ".</p>\n";
  }
  size_t loops = 0, marked = 0;
  report.result.executePhase().tree.walk([&](const ScheduleTree &node) {
    loops += node.isLoop();
    marked += node.isLoop() && (node.marks.parallel || node.marks.simd ||
                                node.marks.gpu.isMapped());
  });
  std::string refusals;
  for (const std::string &sentence : report.refusals)
    refusals += "<p><strong>" + escaped(sentence) + "</strong></p>\n";
  return refusals + "<p>" + counted(report.steps.size(), "step") + "; of " +
         counted(loops, "loop") + " that run each time, " +
         std::to_string(marked) + (marked == 1 ? " is" : " are") +
         " parallel.</p>\n" +
         (report.measured.empty()
              ? std::string()
              : "<p><a href=\"#speed\">How fast it is</a>, on " +
                    escaped(bench::titleOf(report.measured[0].first())) + ": " +
                    escaped(describeLimit(report.measured[0])) + "</p>\n");
}

std::string PageWriter::contentsOfSteps() const {
  std::string page = "<li><a href=\"#steps\">Steps</a><ol>\n";
  for (const ReportedStep &step : report.steps)
    page += "<li value=\"" + std::to_string(step.number) +
            "\"><a href=\"#step-" + std::to_string(step.number) + "\"><code>" +
            escaped(step.name) + "</code></a></li>\n";
  return page + "</ol></li>\n";
}

std::string PageWriter::header() const {
  const bool hasRecipe = !report.recipe.empty();
  const std::string title =
      function.name +
      (hasRecipe ? " by " + llvm::sys::path::filename(report.recipe).str()
                 : " in " + llvm::sys::path::filename(function.file).str());
  std::string page =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, "
      "initial-scale=1\">\n<title>" +
      escaped(title) + "</title>\n<style>\n" + pageStyle +
      "</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#source\">Skip the "
      "contents</a>\n<header>\n<h1>" +
      escaped(title) + "</h1>\n<p><code>" + escaped(report.commandLine) +
      "</code></p>\n" + summary() +
      "</header>\n<nav aria-label=\"Contents\"><ul>\n" +
      "<li><a href=\"#source\">Source</a></li>\n" +
      (hasRecipe ? contentsOfSteps() : "");
  return page +
         "<li><a href=\"#loops\">Which loops run in parallel</a></li>\n" +
         (report.measured.empty()
              ? std::string()
              : "<li><a href=\"#speed\">How fast it is</a></li>\n") +
         "<li><a href=\"#facts\">Facts</a></li>\n" +
         (hasRecipe ? "<li><a href=\"#recipe\">Recipe</a></li>\n"
                      "<li><a href=\"#code\">Code</a></li>\n"
                    : "") +
         "</ul></nav>\n";
}

/// What page.js compares: loops by their names and what is in them, statements
/// by their names.
std::string
PageWriter::attributesOf(const std::string &loop,
                         const std::vector<std::string> &statements) const {
  return (loop.empty() ? "" : " data-loop=\"" + escaped(loop) + "\"") +
         " data-statements=\"" + escaped(llvm::join(statements, " ")) + "\"";
}

/// The line of the source, and the place in full.
std::string PageWriter::attributesOf(const SourceSpan &span) const {
  if (!span.isKnown())
    return "";
  return " data-line=\"" +
         std::to_string(function.lineAndColumn(span.begin).first) +
         "\" title=\"" + escaped(function.location(span)) + "\"";
}

/// Where the loop or the statement of a place in the code comes from.
SourceSpan PageWriter::spanOf(const CodePlace &place) const {
  for (const ReportedLoop &reported : report.loops)
    if (reported.loop.loop == place.loop &&
        llvm::is_contained(reported.loop.statements, place.statements.front()))
      return reported.loop.span;
  auto found = report.result.statements.find(place.statements.front());
  return found == report.result.statements.end() ? SourceSpan()
                                                 : found->second.span;
}

/// Of several things on a line the outermost counts.
std::string PageWriter::codeSection() const {
  std::map<size_t, std::string> attributes;
  for (const CodePlace &place : report.codePlaces)
    attributes.try_emplace(place.offset,
                           attributesOf(place.loop, place.statements) +
                               attributesOf(spanOf(place)));
  return "<section><h2 id=\"code\">Code</h2>\n" +
         numbered(report.code, "code", "Code", attributes) + "</section>\n";
}

std::string PageWriter::write() {
  const bool hasRecipe = !report.recipe.empty();
  const std::vector<LoopLine> loops = loopLines(report.source, true);
  return header() + "<main>\n<section><h2 id=\"source\">Source</h2>\n<p>" +
         escaped(function.file) + "</p>\n<div class=\"sides\">" +
         numbered(function.fileText, "source", "Source, " + function.file) +
         linesOf({report.source, loops, {}, "", "Loops of the source"}) +
         "</div>\n" + (report.pictures ? picturesOf(*report.pictures) : "") +
         "</section>\n" + (hasRecipe ? stepsSection() : "") + loopsSection() +
         measuredSection() + factsSection() +
         (hasRecipe ? recipesSection() + codeSection() : "") +
         "</main>\n<footer>" + escaped(versionText()) +
         "</footer>\n<script>\n" + pageScript + "</script>\n</body>\n</html>\n";
}

std::string reportHtml(const Report &report) {
  return PageWriter(report).write();
}

} // namespace sparsec
