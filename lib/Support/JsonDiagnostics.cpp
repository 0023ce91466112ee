//===- JsonDiagnostics.cpp - messages for other programs ------------------===//

#include "sparsec/Support/JsonDiagnostics.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <vector>

namespace sparsec {
namespace {

/// A process writes to one standard error.
struct State {
  bool isUsed = false;
  std::vector<JsonDiagnostic> kept; ///< a message, and its notes
};

State &state() {
  static State instance;
  return instance;
}

const char *nameOf(JsonDiagnostic::Severity severity) {
  switch (severity) {
  case JsonDiagnostic::Severity::Error:
    return "error";
  case JsonDiagnostic::Severity::Warning:
    return "warning";
  case JsonDiagnostic::Severity::Remark:
    return "remark";
  case JsonDiagnostic::Severity::Note:
    break;
  }
  return "note";
}

/// Source files need not be UTF-8, JSON has to be.
std::string utf8(const std::string &text) {
  return llvm::json::isUTF8(text) ? text : llvm::json::fixUTF8(text);
}

void printMembers(llvm::json::OStream &json, const JsonDiagnostic &diagnostic) {
  json.attribute("severity", nameOf(diagnostic.severity));
  if (!diagnostic.file.empty())
    json.attribute("file", utf8(diagnostic.file));
  if (diagnostic.line) {
    json.attribute("line", diagnostic.line);
    json.attribute("column", diagnostic.column);
    json.attribute("length", diagnostic.length);
  }
  json.attribute("text", utf8(diagnostic.text));
  json.attribute("rendered", utf8(diagnostic.rendered));
}

} // namespace

void useJsonDiagnostics() { state().isUsed = true; }

bool usesJsonDiagnostics() { return state().isUsed; }

void reportJson(JsonDiagnostic diagnostic) {
  if (diagnostic.severity != JsonDiagnostic::Severity::Note)
    flushJsonDiagnostics();
  state().kept.push_back(std::move(diagnostic));
}

void flushJsonDiagnostics() {
  std::vector<JsonDiagnostic> kept;
  std::swap(kept, state().kept);
  if (kept.empty())
    return;
  llvm::json::OStream json(llvm::errs());
  json.object([&] {
    printMembers(json, kept.front());
    json.attributeArray("notes", [&] {
      for (size_t pos = 1; pos < kept.size(); ++pos)
        json.object([&] { printMembers(json, kept[pos]); });
    });
  });
  llvm::errs() << "\n";
}

} // namespace sparsec
