//===- JsonDiagnostics.cpp - messages for other programs ------------------===//

#include "sparsec/Support/JsonDiagnostics.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>
#include <initializer_list>
#include <unistd.h>
#include <vector>

namespace sparsec {
namespace {

/// A process writes to one standard error.
struct State {
  bool isUsed = false;
  std::vector<JsonDiagnostic> kept; ///< a message, and its notes
  std::string line; ///< the same as it will be printed, for exitWithMessage
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

std::string lineOf(const std::vector<JsonDiagnostic> &kept) {
  std::string line;
  llvm::raw_string_ostream out(line);
  llvm::json::OStream json(out);
  json.object([&] {
    printMembers(json, kept.front());
    json.attributeArray("notes", [&] {
      for (size_t pos = 1; pos < kept.size(); ++pos)
        json.object([&] { printMembers(json, kept[pos]); });
    });
  });
  return line + "\n";
}

void writeAll(const char *text, size_t size) {
  while (size > 0) {
    const ssize_t written = write(STDERR_FILENO, text, size);
    if (written <= 0)
      return;
    text += written;
    size -= size_t(written);
  }
}

} // namespace

void useJsonDiagnostics() { state().isUsed = true; }

void chooseDiagnostics(llvm::ArrayRef<llvm::StringRef> words) {
  for (size_t at = 0; at < words.size() && words[at] != "--"; ++at) {
    const llvm::StringRef word = words[at].ltrim('-');
    const bool isSplit = word == "diagnostics" && at + 1 < words.size();
    if (word == "diagnostics=json" || (isSplit && words[at + 1] == "json"))
      useJsonDiagnostics();
  }
}

bool usesJsonDiagnostics() { return state().isUsed; }

void reportJson(JsonDiagnostic diagnostic) {
  if (diagnostic.severity != JsonDiagnostic::Severity::Note)
    flushJsonDiagnostics();
  state().kept.push_back(std::move(diagnostic));
  state().line = lineOf(state().kept);
}

void flushJsonDiagnostics() {
  std::string line;
  std::swap(line, state().line);
  state().kept.clear();
  llvm::errs() << line;
}

void reportWithoutPlace(JsonDiagnostic::Severity severity,
                        const std::string &prefix, const std::string &text) {
  const std::string printed = prefix + text + "\n";
  if (!usesJsonDiagnostics()) {
    llvm::errs() << printed;
    return;
  }
  reportJson(
      {.severity = severity, .file = "", .text = text, .rendered = printed});
  flushJsonDiagnostics(); // it has no notes, and may say what is going on
}

void exitWithMessage(const char *program, const char *kind, const char *text,
                     int code) {
  writeAll(state().line.data(), state().line.size());
  auto put = [](std::initializer_list<const char *> parts) {
    for (const char *part : parts)
      writeAll(part, std::strlen(part));
  };
  if (usesJsonDiagnostics())
    put({R"({"severity":"error","text":")", text, R"(","rendered":")", program,
         ": ", kind, ": ", text, "\\n\",\"notes\":[]}\n"});
  else
    put({program, ": ", kind, ": ", text, "\n"});
  _exit(code);
}

} // namespace sparsec
