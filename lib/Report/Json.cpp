//===- Json.cpp - a report for other tools --------------------------------===//

#include "sparsec/Report/Report.h"

#include "JsonMeasured.h"
#include "JsonPictures.h"

#include "sparsec/Analysis/Explain.h"
#include "sparsec/Analysis/ExplainJson.h"
#include "sparsec/IR/LoopLines.h"
#include "sparsec/LoopText/LoopText.h"
#include "sparsec/Support/Version.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace sparsec {
namespace {

class JsonWriter {
public:
  JsonWriter(llvm::raw_ostream &out, const std::string &matrix)
      : json(out, /*IndentSize=*/1), matrix(matrix) {}
  void write(const Report &report);

private:
  void writePlace(const Program &program, const SourceSpan &span);
  void writeLines(const Program &program);
  void writeCheck(const StepReport::Check &check);
  void writeStep(const ReportedStep &step);
  void writeSide(const char *name, const Program &program,
                 const ConflictReport::Side &side);
  void writeLoop(const Program &program, const ReportedLoop &reported);
  void writeLoops(const char *name, const Program &program,
                  const std::vector<ReportedLoop> &loops);
  void writeStrings(const char *name, const std::vector<std::string> &texts);

  llvm::json::OStream json;
  const std::string &matrix; ///< the report's
};

const char *wordOf(LoopLine::Kind kind) {
  switch (kind) {
  case LoopLine::Kind::Phase:
    return "phase";
  case LoopLine::Kind::Loop:
    return "loop";
  case LoopLine::Kind::Condition:
    return "condition";
  case LoopLine::Kind::Statement:
    break;
  }
  return "statement";
}

void JsonWriter::writeStrings(const char *name,
                              const std::vector<std::string> &texts) {
  json.attributeArray(name, [&] {
    for (const std::string &text : texts)
      json.value(text);
  });
}

/// Line and column from 1, and the line of the last character.
void JsonWriter::writePlace(const Program &program, const SourceSpan &span) {
  if (!span.isKnown())
    return;
  const auto [line, column] = program.function.lineAndColumn(span.begin);
  json.attribute("line", line);
  json.attribute("column", column);
  json.attribute("lastLine",
                 program.function.lineAndColumn(span.end - 1).first);
}

void JsonWriter::writeLines(const Program &program) {
  json.attributeArray("lines", [&] {
    for (const LoopLine &line : loopLines(program, true))
      json.object([&] {
        json.attribute("kind", wordOf(line.kind));
        json.attribute("depth", line.depth);
        json.attribute("text", line.text);
        if (!line.name.empty())
          json.attribute("name", line.name);
        json.attribute("phase", int64_t(line.phase));
        writeStrings("statements", line.statements);
        writePlace(program, line.span);
      });
  });
}

void JsonWriter::writeCheck(const StepReport::Check &check) {
  json.object([&] {
    json.attribute("name", check.name);
    writeStrings("notes", check.notes);
    json.attribute("pairs", check.pairs);
    json.attribute("byArithmetic", check.arithmetic);
    json.attributeArray("byFacts", [&] {
      for (const auto &[facts, count] : check.byFacts)
        json.object([&, &facts = facts, &count = count] {
          writeStrings("facts", facts);
          json.attribute("count", count);
        });
    });
    writeStrings("needed", check.needed);
  });
}

void JsonWriter::writeStep(const ReportedStep &step) {
  json.object([&] {
    json.attribute("number", int64_t(step.number));
    json.attribute("name", step.name);
    json.attribute("call", step.call);
    json.attribute("recipe", int64_t(step.file));
    json.attribute("line", step.line);
    json.attribute("column", step.column);
    json.attribute("isTransform", step.isTransform);
    json.attributeArray("checks", [&] {
      for (const StepReport::Check &check : step.checks.checks)
        writeCheck(check);
    });
    writeLines(step.after);
    if (step.pictures)
      writePictures(json, *step.pictures, matrix);
  });
}

void JsonWriter::writeSide(const char *name, const Program &program,
                           const ConflictReport::Side &side) {
  json.attributeObject(name, [&] {
    json.attribute("text", side.text);
    writePlace(program, side.span);
  });
}

void JsonWriter::writeLoop(const Program &program,
                           const ReportedLoop &reported) {
  const LoopReport &loop = reported.loop;
  json.object([&] {
    json.attribute("phase", wordOf(loop.role));
    json.attribute("loop", loop.loop);
    writeStrings("statements", loop.statements);
    writePlace(program, loop.span);
    json.attribute("verdict", verdictWord(loop.verdict));
    json.attribute("isMarked", loop.isMarked);
    json.attribute("text", verdictText(loop));
    writeStrings("remedies", reported.remedies);
    json.attributeArray("conflicts", [&] {
      for (const ConflictReport &conflict : loop.conflicts)
        json.object([&] {
          json.attribute("kind", conflict.kind);
          writeSide("first", program, conflict.first);
          writeSide("second", program, conflict.second);
          json.attribute("isCarried", conflict.isCarried);
          writeStrings("facts", conflict.facts);
        });
    });
  });
}

void JsonWriter::writeLoops(const char *name, const Program &program,
                            const std::vector<ReportedLoop> &loops) {
  json.attributeArray(name, [&] {
    for (const ReportedLoop &loop : loops)
      writeLoop(program, loop);
  });
}

void JsonWriter::write(const Report &report) {
  json.object([&] {
    json.attribute("version", 1);
    json.attribute("sparsec", versionText());
    json.attribute("command", report.commandLine);
    json.attribute("function", report.source.function.name);
    json.attributeObject("source", [&] {
      json.attribute("path", report.source.function.file);
      json.attribute("text",
                     llvm::json::fixUTF8(report.source.function.fileText));
      writeLines(report.source);
      if (report.pictures)
        writePictures(json, *report.pictures, matrix);
    });
    if (!report.matrix.empty())
      json.attribute("matrix", report.matrix);
    writeStrings("refusals", report.refusals);
    json.attributeArray("recipes", [&] {
      for (const Report::File &file : report.recipes)
        json.object([&] {
          json.attribute("path", file.path);
          json.attribute("text", llvm::json::fixUTF8(file.text));
        });
    });
    json.attributeArray("params", [&] {
      for (const Tunable &tunable : report.tunables)
        json.object([&] {
          json.attribute("name", tunable.name);
          if (tunable.text)
            json.attribute("value", *tunable.text);
          else
            json.attribute("value", tunable.value);
        });
    });
    json.attributeArray("steps", [&] {
      for (const ReportedStep &step : report.steps)
        writeStep(step);
    });
    writeFacts(json, report.result, /*withProved=*/true);
    writeLoops("sourceLoops", report.source, report.sourceLoops);
    writeLoops("loops", report.result, report.loops);
    if (!report.measured.empty())
      writeMeasured(json, report.measured);
    json.attribute("code", llvm::json::fixUTF8(report.code));
    json.attributeArray("codePlaces", [&] {
      for (const CodePlace &place : report.codePlaces)
        json.object([&] {
          json.attribute("line", int64_t(place.offset));
          if (!place.loop.empty())
            json.attribute("loop", place.loop);
          writeStrings("statements", place.statements);
        });
    });
  });
}

} // namespace

std::string reportJson(const Report &report) {
  std::string text;
  llvm::raw_string_ostream out(text);
  JsonWriter(out, report.matrix).write(report);
  out << "\n";
  return text;
}

} // namespace sparsec
