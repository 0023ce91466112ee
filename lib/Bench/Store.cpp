//===- Store.cpp - results of earlier runs --------------------------------===//
#include "sparsec/Bench/Store.h"

#include "sparsec/Matrix/MatrixMarket.h"

#include "sparsec/Support/FileOutput.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <ctime>

namespace sparsec::bench {
namespace {

using llvm::json::Object;

llvm::json::Value toJson(const Sample &sample) {
  return llvm::json::Array{sample.median, sample.low, sample.high};
}

std::string now() {
  const std::time_t seconds = std::time(nullptr);
  std::tm parts;
  gmtime_r(&seconds, &parts);
  char text[40];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

llvm::json::Value text(const std::string &value) {
  return llvm::json::fixUTF8(value);
}

llvm::json::Value toJson(const std::vector<ParamValue> &params) {
  llvm::json::Array values;
  for (const ParamValue &param : params)
    values.push_back(
        Object{{"name", text(param.name)}, {"value", text(param.value)}});
  return values;
}

llvm::json::Value toJson(const GpuFigures &gpu) {
  return Object{{"warm_s", gpu.warm},
                {"own_bytes", gpu.ownBytes},
                {"copy_gbps", 1e-9 * gpu.copyRate},
                {"note", text(gpu.note)}};
}

Object toJson(const StoredResult &result) {
  const Row &row = result.row;
  const Timing &timing = row.timing;
  Object object{{"key", result.key},
                {"date", result.date},
                {"kernel", text(row.kernel)},
                {"recipe", text(row.recipe)},
                {"recipe_file", text(row.recipeFile)},
                {"recipe_hash", row.recipeHash},
                {"params", toJson(row.params)},
                {"matrix", text(row.matrix)},
                {"threads", timing.threads},
                {"inspect_s", toJson(timing.inspect)},
                {"execute_s", toJson(timing.execute)},
                {"original_s", toJson(timing.original)},
                {"rounds", timing.rounds},
                {"dropped", timing.isDropped},
                {"bytes", row.bytes},
                {"memory_gbps", 1e-9 * row.memory.bytesPerSecond},
                {"cache_bytes", row.memory.cacheBytes},
                {"gbps", row.gigabytesPerSecond},
                {"gflops", row.gigaflopsPerSecond},
                {"max_rel_error", row.maxRelativeError}};
  if (row.gpu)
    object["gpu"] = toJson(*row.gpu);
  return object;
}

bool read(const Object &object, llvm::StringRef name, Sample &to) {
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

std::string textIn(const Object &object, llvm::StringRef name) {
  return object.getString(name).value_or("").str();
}

/// What every version has written.
bool readTimes(const Object &object, Row &row) {
  Timing &timing = row.timing;
  const auto threads = object.getInteger("threads"),
             rounds = object.getInteger("rounds");
  const auto dropped = object.getBoolean("dropped");
  const auto gbps = object.getNumber("gbps"),
             gflops = object.getNumber("gflops"),
             error = object.getNumber("max_rel_error");
  if (!threads || !rounds || !dropped || !gbps || !gflops || !error ||
      !read(object, "inspect_s", timing.inspect) ||
      !read(object, "execute_s", timing.execute) ||
      !read(object, "original_s", timing.original))
    return false;
  timing.threads = static_cast<int>(*threads);
  timing.rounds = static_cast<int>(*rounds);
  timing.isDropped = *dropped;
  row.gigabytesPerSecond = *gbps;
  row.gigaflopsPerSecond = *gflops;
  row.maxRelativeError = *error;
  return true;
}

GpuFigures readFigures(const Object &object) {
  GpuFigures gpu;
  gpu.warm = object.getNumber("warm_s").value_or(0);
  gpu.ownBytes = object.getNumber("own_bytes").value_or(0);
  gpu.copyRate = 1e9 * object.getNumber("copy_gbps").value_or(0);
  gpu.note = textIn(object, "note");
  return gpu;
}

/// What older versions have not.
void readRest(const Object &object, Row &row) {
  row.recipeFile = textIn(object, "recipe_file");
  row.recipeHash = textIn(object, "recipe_hash");
  if (const llvm::json::Array *params = object.getArray("params"))
    for (const llvm::json::Value &value : *params)
      if (const Object *param = value.getAsObject())
        row.params.push_back({textIn(*param, "name"), textIn(*param, "value")});
  if (const Object *gpu = object.getObject("gpu"))
    row.gpu = readFigures(*gpu);
  row.bytes = object.getNumber("bytes").value_or(0);
  row.memory.bytesPerSecond = 1e9 * object.getNumber("memory_gbps").value_or(0);
  row.memory.cacheBytes = object.getNumber("cache_bytes").value_or(0);
}

/// Nothing where \p line is no result. It is cut off where it begins as ours do
/// and is no JSON; others were appended to such lines once.
std::optional<StoredResult> read(llvm::StringRef line, bool &isCut) {
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(line);
  if (!value) {
    llvm::consumeError(value.takeError());
    isCut = line.starts_with("{");
    return std::nullopt;
  }
  const Object *object = value->getAsObject();
  StoredResult result;
  if (!object || !object->getString("key") || !readTimes(*object, result.row))
    return std::nullopt;
  result.key = textIn(*object, "key");
  result.date = textIn(*object, "date");
  result.row.kernel = textIn(*object, "kernel");
  result.row.recipe = textIn(*object, "recipe");
  result.row.matrix = textIn(*object, "matrix");
  readRest(*object, result.row);
  return result;
}

} // namespace

std::string lineOf(const StoredResult &result) {
  std::string line;
  llvm::raw_string_ostream(line) << llvm::json::Value(toJson(result)) << "\n";
  return line;
}

llvm::Expected<std::vector<StoredResult>> readResults(const std::string &path,
                                                      StoreWarning warn) {
  llvm::Expected<std::string> text = readFile(path);
  if (!text)
    return text.takeError();
  llvm::SmallVector<llvm::StringRef, 0> lines;
  llvm::StringRef(*text).split(lines, '\n');
  std::vector<StoredResult> results;
  for (size_t k = 0; k < lines.size(); ++k) {
    if (lines[k].empty())
      continue;
    bool isCut = false;
    std::optional<StoredResult> result = read(lines[k], isCut);
    if (isCut) {
      warn(path + ":" + std::to_string(k + 1) +
           ": this result is cut off and left out; remove the line");
      continue;
    }
    if (!result)
      return llvm::createStringError(
          llvm::inconvertibleErrorCode(),
          "%s:%zu: not a result of sparsec-bench: name another file, or remove "
          "the line",
          path.c_str(), k + 1);
    results.push_back(std::move(*result));
  }
  return results;
}

/// Ends the last line of \p path, lest the next result goes to one that was cut
/// off.
static llvm::Error endLine(const std::string &path) {
  llvm::Expected<std::string> text = readFile(path);
  if (!text)
    return text.takeError();
  if (text->empty() || text->back() == '\n')
    return llvm::Error::success();
  return appendFile(path, "\n");
}

llvm::Expected<Store> Store::open(const std::string &path, StoreWarning warn) {
  Store store;
  store.path = path;
  // Before anything is measured for a file that cannot be written.
  if (llvm::Error failure = appendFile(path, ""))
    return failure;
  llvm::Expected<std::vector<StoredResult>> results = readResults(path, warn);
  if (!results)
    return results.takeError();
  if (llvm::Error failure = endLine(path))
    return failure;
  for (StoredResult &result : *results)
    store.rows[result.key] = std::move(result.row);
  return store;
}

const Row *Store::find(const std::string &key) const {
  auto found = rows.find(key);
  return found == rows.end() ? nullptr : &found->second;
}

llvm::Error Store::add(const std::string &key, const Row &row) {
  rows[key] = row;
  return appendFile(path, lineOf({key, now(), row}));
}

} // namespace sparsec::bench
