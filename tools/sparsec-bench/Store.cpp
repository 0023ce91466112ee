//===- Store.cpp - results of earlier runs --------------------------------===//
#include "Store.h"

#include "sparsec/Bench/Toolchain.h"
#include "sparsec/Matrix/MatrixMarket.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"

#include <ctime>
#include <thread>
#include <unistd.h>

extern char **environ;

namespace sparsec::bench {
namespace {

llvm::json::Value toJson(const Sample &sample) {
  return llvm::json::Array{sample.median, sample.low, sample.high};
}

/// "2026-11-29T18:27:53Z"
std::string now() {
  const std::time_t seconds = std::time(nullptr);
  std::tm parts;
  gmtime_r(&seconds, &parts);
  char text[40];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

llvm::json::Object toJson(const std::string &key, const Row &row) {
  const Timing &timing = row.timing;
  auto text = [](const std::string &value) {
    return llvm::json::fixUTF8(value);
  };
  return llvm::json::Object{{"key", key},
                            {"date", now()},
                            {"kernel", text(row.kernel)},
                            {"recipe", text(row.recipe)},
                            {"matrix", text(row.matrix)},
                            {"threads", timing.threads},
                            {"inspect_s", toJson(timing.inspect)},
                            {"execute_s", toJson(timing.execute)},
                            {"original_s", toJson(timing.original)},
                            {"rounds", timing.rounds},
                            {"dropped", timing.isDropped},
                            {"gbps", row.gigabytesPerSecond},
                            {"gflops", row.gigaflopsPerSecond},
                            {"max_rel_error", row.maxRelativeError}};
}

bool read(const llvm::json::Object &object, llvm::StringRef name, Sample &to) {
  const llvm::json::Array *values = object.getArray(name);
  if (!values || values->size() != 3)
    return false;
  double *const places[] = {&to.median, &to.low, &to.high};
  for (size_t k = 0; k < 3; ++k) {
    const std::optional<double> value = (*values)[k].getAsNumber();
    if (!value)
      return false;
    *places[k] = *value;
  }
  return true;
}

/// The key and the row; false where \p line is no result.
bool read(llvm::StringRef line, std::string &key, Row &row) {
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(line);
  if (!value) {
    llvm::consumeError(value.takeError());
    return false;
  }
  const llvm::json::Object *object = value->getAsObject();
  if (!object)
    return false;
  Timing &timing = row.timing;
  const auto hash = object->getString("key");
  const auto threads = object->getInteger("threads"),
             rounds = object->getInteger("rounds");
  const auto dropped = object->getBoolean("dropped");
  const auto gbps = object->getNumber("gbps"),
             gflops = object->getNumber("gflops"),
             error = object->getNumber("max_rel_error");
  if (!hash || !threads || !rounds || !dropped || !gbps || !gflops || !error ||
      !read(*object, "inspect_s", timing.inspect) ||
      !read(*object, "execute_s", timing.execute) ||
      !read(*object, "original_s", timing.original))
    return false;
  key = hash->str();
  timing.threads = static_cast<int>(*threads);
  timing.rounds = static_cast<int>(*rounds);
  timing.isDropped = *dropped;
  row.gigabytesPerSecond = *gbps;
  row.gigaflopsPerSecond = *gflops;
  row.maxRelativeError = *error;
  return true;
}

/// The code of a generated file: its first lines tell the command line.
std::string codeOf(llvm::StringRef text) {
  while (text.starts_with("//"))
    text = text.split('\n').second;
  return text.str();
}

std::string machine() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return std::string(name) + " " + llvm::sys::getHostCPUName().str() + " " +
         std::to_string(std::thread::hardware_concurrency());
}

/// How threads are placed, and wait.
std::string threadSettings() {
  std::vector<std::string> settings;
  for (char **at = environ; *at; ++at)
    if (const llvm::StringRef one = *at;
        one.starts_with("OMP_") || one.starts_with("GOMP_"))
      settings.push_back(one.str());
  llvm::sort(settings);
  return llvm::join(settings, "\n");
}

llvm::Error append(const std::string &path, const std::string &text) {
  std::error_code status;
  llvm::raw_fd_ostream out(path, status, llvm::sys::fs::OF_Append);
  if (!status) {
    out << text;
    out.close();
    status = out.error();
    out.clear_error();
  }
  if (!status)
    return llvm::Error::success();
  return llvm::createStringError(status, "cannot write '%s'", path.c_str());
}

} // namespace

llvm::Expected<Store> Store::open(const std::string &path) {
  Store store;
  store.path = path;
  // Before anything is measured for a file that cannot be written.
  if (llvm::Error failure = append(path, ""))
    return failure;
  llvm::Expected<std::string> text = readFile(path);
  if (!text)
    return text.takeError();
  llvm::SmallVector<llvm::StringRef, 0> lines;
  llvm::StringRef(*text).split(lines, '\n');
  for (size_t k = 0; k < lines.size(); ++k) {
    std::string key;
    Row row;
    if (lines[k].empty())
      continue;
    if (!read(lines[k], key, row))
      return llvm::createStringError(
          llvm::inconvertibleErrorCode(),
          "%s:%zu: not a result of sparsec-bench: name another file with "
          "-store, or remove the line",
          path.c_str(), k + 1);
    store.rows[key] = row;
  }
  return store;
}

const Row *Store::find(const std::string &key) const {
  auto found = rows.find(key);
  return found == rows.end() ? nullptr : &found->second;
}

llvm::Error Store::add(const std::string &key, const Row &row) {
  rows[key] = row;
  std::string line;
  llvm::raw_string_ostream(line) << llvm::json::Value(toJson(key, row)) << "\n";
  return append(path, line);
}

ResultKeys::ResultKeys(const Program &program, const Options &options) {
  std::vector<std::string> sources = {options.source};
  llvm::append_range(sources, program.function.includes);
  for (const std::string &path : sources)
    if (auto text = llvm::MemoryBuffer::getFile(path))
      common.push_back((*text)->getBuffer().str());
  for (const DriverFile &file : commonFiles())
    common.push_back(file.text);
  common.push_back(programIdentity(options.compiler));
  for (const auto &words :
       {options.compilerFlags, options.libraries, options.clangArguments})
    common.push_back(llvm::join(words, "\n"));
  // What a budget drops depends on how it is ranked.
  common.push_back(std::to_string(options.seconds) + " " +
                   std::to_string(options.budget) + " " +
                   std::to_string(options.budget > 0 ? options.runs : 0) +
                   (options.sanitize ? " sanitize" : ""));
  common.push_back(machine());
  common.push_back(threadSettings());
}

void ResultKeys::use(const Inputs &inputs) {
  std::vector<std::string> parts;
  for (size_t slot = 0; slot < inputs.bytes.size(); ++slot) {
    parts.push_back(std::to_string(inputs.elements[slot]));
    parts.emplace_back(inputs.bytes[slot].begin(), inputs.bytes[slot].end());
  }
  data = hashOf(parts);
}

std::string ResultKeys::of(const Candidate &candidate, int threads) const {
  std::vector<std::string> parts = common;
  llvm::append_range(parts,
                     std::vector<std::string>{codeOf(candidate.text), data,
                                              std::to_string(threads)});
  return hashOf(parts);
}

} // namespace sparsec::bench
