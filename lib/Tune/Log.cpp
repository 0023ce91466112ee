//===- Log.cpp - the trials of searches in a file -------------------------===//
#include "sparsec/Tune/Log.h"

#include "sparsec/Support/FileOutput.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

namespace sparsec::tune {
namespace {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

Object toJson(const NamedValues &values) {
  Object object;
  for (const auto &[name, value] : values)
    object[llvm::json::fixUTF8(name)] = value;
  return object;
}

Object toJson(const LoggedSpace &space) {
  Array parameters, inputs;
  for (const Parameter &parameter : space.parameters) {
    Array values;
    for (long value : parameter.values)
      values.push_back(static_cast<int64_t>(value));
    parameters.push_back(
        Object{{"name", parameter.name}, {"values", std::move(values)}});
  }
  for (const LoggedInput &input : space.inputs)
    inputs.push_back(Object{{"name", llvm::json::fixUTF8(input.name)},
                            {"threads", input.threads},
                            {"features", toJson(input.features)}});
  return Object{{"search", space.key},
                {"kernel", llvm::json::fixUTF8(space.kernel)},
                {"recipe", llvm::json::fixUTF8(space.recipe)},
                {"params", std::move(parameters)},
                {"fixed", toJson(space.fixed)},
                {"inputs", std::move(inputs)}};
}

Object toJson(const LoggedSpace &space, const LoggedTrial &trial) {
  Array values, costs;
  const Space points = llvm::cantFail(Space::create(space.parameters));
  for (long value : points.values(trial.trial.number))
    values.push_back(static_cast<int64_t>(value));
  for (double cost : trial.costs)
    costs.push_back(cost);
  return Object{{"trial", space.key},
                {"values", std::move(values)},
                {"outcome", nameOf(trial.trial.outcome)},
                {"costs", std::move(costs)}};
}

std::string lineOf(Object object) {
  std::string line;
  llvm::raw_string_ostream(line) << Value(std::move(object)) << "\n";
  return line;
}

bool readValues(const Object *object, NamedValues &to) {
  if (!object)
    return false;
  for (const auto &[name, value] : *object) {
    const std::optional<double> number = value.getAsNumber();
    if (!number)
      return false;
    to[name.str()] = *number;
  }
  return true;
}

bool readParameters(const Array *array, std::vector<Parameter> &to) {
  if (!array)
    return false;
  for (const Value &one : *array) {
    const Object *object = one.getAsObject();
    const Array *values = object ? object->getArray("values") : nullptr;
    if (!values || !object->getString("name"))
      return false;
    to.push_back({object->getString("name")->str(), {}});
    for (const Value &value : *values) {
      const auto number = value.getAsInteger();
      if (!number)
        return false;
      to.back().values.push_back(static_cast<long>(*number));
    }
  }
  return true;
}

bool readInputs(const Array *array, std::vector<LoggedInput> &to) {
  if (!array)
    return false;
  for (const Value &one : *array) {
    const Object *object = one.getAsObject();
    LoggedInput input;
    if (!object || !object->getString("name") ||
        !object->getInteger("threads") ||
        !readValues(object->getObject("features"), input.features))
      return false;
    input.name = object->getString("name")->str();
    input.threads = static_cast<int>(*object->getInteger("threads"));
    to.push_back(std::move(input));
  }
  return true;
}

bool readSpace(const Object &object, LoggedSpace &to) {
  const auto kernel = object.getString("kernel"),
             recipe = object.getString("recipe");
  if (!kernel || !recipe ||
      !readParameters(object.getArray("params"), to.parameters) ||
      !readValues(object.getObject("fixed"), to.fixed) ||
      !readInputs(object.getArray("inputs"), to.inputs))
    return false;
  to.key = object.getString("search")->str();
  to.kernel = kernel->str();
  to.recipe = recipe->str();
  return true;
}

/// The number of the point with these values.
std::optional<size_t> numberOf(const LoggedSpace &space, const Array *values) {
  if (!values || values->size() != space.parameters.size())
    return std::nullopt;
  Point point;
  for (size_t k = 0; k < values->size(); ++k) {
    const auto value = (*values)[k].getAsInteger();
    const std::vector<long> &all = space.parameters[k].values;
    const auto found = value ? llvm::find(all, *value) : all.end();
    if (found == all.end())
      return std::nullopt;
    point.push_back(static_cast<size_t>(found - all.begin()));
  }
  return llvm::cantFail(Space::create(space.parameters)).numberOf(point);
}

bool readTrial(const Object &object, const LoggedSpace &space,
               LoggedTrial &to) {
  const auto number = numberOf(space, object.getArray("values"));
  const auto outcome = outcomeNamed(object.getString("outcome").value_or(""));
  const Array *costs = object.getArray("costs");
  if (!number || !outcome || !costs)
    return false;
  to.trial.number = *number;
  to.trial.outcome = *outcome;
  for (const Value &value : *costs) {
    const std::optional<double> cost = value.getAsNumber();
    if (!cost || *cost <= 0)
      return false;
    to.costs.push_back(*cost);
  }
  if (to.costs.size() != (*outcome == Outcome::Good ? space.inputs.size() : 0))
    return false;
  to.trial.cost = geometricMean(to.costs);
  return true;
}

/// Adds what \p object says to \p searches.
bool take(const Object &object, std::vector<LoggedSearch> &searches) {
  if (object.getString("search")) {
    LoggedSearch search;
    if (!readSpace(object, search.space) ||
        llvm::errorToBool(Space::create(search.space.parameters).takeError()))
      return false;
    const bool isKnown = llvm::any_of(searches, [&](const LoggedSearch &one) {
      return one.space.key == search.space.key;
    });
    if (!isKnown)
      searches.push_back(std::move(search));
    return true;
  }
  const auto key = object.getString("trial");
  const auto search = llvm::find_if(searches, [&](const LoggedSearch &one) {
    return key && one.space.key == *key;
  });
  LoggedTrial trial;
  if (search == searches.end() || !readTrial(object, search->space, trial))
    return false;
  search->trials[trial.trial.number] = std::move(trial);
  return true;
}

llvm::Expected<std::string> contentsOf(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return llvm::createStringError(buffer.getError(), "cannot read '%s'",
                                   path.c_str());
  return (*buffer)->getBuffer().str();
}

} // namespace

double geometricMean(llvm::ArrayRef<double> costs) {
  double sum = 0;
  for (double cost : costs)
    sum += std::log(cost);
  return costs.empty() ? 0 : std::exp(sum / static_cast<double>(costs.size()));
}

llvm::Expected<std::vector<LoggedSearch>> Log::read(const std::string &path,
                                                    Warning warn) {
  llvm::Expected<std::string> text = contentsOf(path);
  if (!text)
    return text.takeError();
  llvm::SmallVector<llvm::StringRef, 0> lines;
  llvm::StringRef(*text).split(lines, '\n');
  std::vector<LoggedSearch> searches;
  for (size_t k = 0; k < lines.size(); ++k) {
    if (lines[k].empty())
      continue;
    const std::string place = path + ":" + std::to_string(k + 1);
    llvm::Expected<Value> value = llvm::json::parse(lines[k]);
    if (!value && lines[k].starts_with("{")) {
      llvm::consumeError(value.takeError());
      warn(place + ": this trial is cut off and left out; remove the line");
      continue;
    }
    const bool isTaken =
        value && value->getAsObject() && take(*value->getAsObject(), searches);
    if (!value)
      llvm::consumeError(value.takeError());
    if (!isTaken)
      return llvm::createStringError(
          llvm::inconvertibleErrorCode(),
          "%s: not a search of sparsec-bench: name another file, or remove "
          "the line",
          place.c_str());
  }
  return searches;
}

llvm::Expected<Log> Log::open(const std::string &path, const LoggedSpace &space,
                              Warning warn) {
  Log log;
  log.path = path;
  log.search.space = space;
  if (path.empty())
    return log;
  // Before anything is measured for a file that cannot be written.
  if (llvm::Error failure = appendFile(path, ""))
    return failure;
  llvm::Expected<std::vector<LoggedSearch>> searches = read(path, warn);
  if (!searches)
    return searches.takeError();
  const auto found = llvm::find_if(*searches, [&](const LoggedSearch &one) {
    return one.space.key == space.key;
  });
  const bool isKnown = found != searches->end();
  if (isKnown)
    log.search.trials = std::move(found->trials);
  llvm::Expected<std::string> text = contentsOf(path);
  if (!text)
    return text.takeError();
  // Lest what comes next goes to a line that was cut off.
  std::string begin = text->empty() || text->back() == '\n' ? "" : "\n";
  if (!isKnown)
    begin += lineOf(toJson(space));
  if (!begin.empty())
    if (llvm::Error failure = appendFile(path, begin))
      return failure;
  return log;
}

const LoggedTrial *Log::find(size_t number) const {
  const auto found = search.trials.find(number);
  return found == search.trials.end() ? nullptr : &found->second;
}

llvm::Error Log::add(const LoggedTrial &trial) {
  know(trial);
  if (path.empty())
    return llvm::Error::success();
  return appendFile(path, lineOf(toJson(search.space, trial)));
}

} // namespace sparsec::tune
