//===- Model.cpp - a trained prediction of speed --------------------------===//
#include "sparsec/Tune/Model.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

#include <cassert>
#include <cmath>

namespace sparsec::tune {

using llvm::json::Array;
using llvm::json::Object;

/// Reads one file; every part says what it wants.
class ModelReader {
public:
  explicit ModelReader(const std::string &file) : file(file) {}

  llvm::Expected<Model> read(llvm::StringRef text) {
    llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
    if (!value) {
      llvm::consumeError(value.takeError());
      return fail("it is not JSON");
    }
    const Object *object = value->getAsObject();
    if (!object || object->getInteger("version") != 1)
      return fail("it has no \"version\": 1");
    if (!readInputs(*object))
      return fail("\"inputs\", \"mean\" and \"deviation\" are to be lists of "
                  "one length, no deviation 0");
    if (!readLayers(object->getArray("layers")))
      return fail(
          "\"layers\" are to have as many weights in a row as the layer "
          "before has rows, and the last one row");
    model.correlation = object->getNumber("pearson").value_or(0);
    return std::move(model);
  }

private:
  llvm::Error fail(const std::string &why) const {
    return llvm::createStringError(
        llvm::inconvertibleErrorCode(),
        "%s: not a model of scripts/train-tuner.py: %s", file.c_str(),
        why.c_str());
  }

  static bool readNumbers(const Array *array, std::vector<double> &to) {
    if (!array)
      return false;
    for (const llvm::json::Value &value : *array) {
      const std::optional<double> number = value.getAsNumber();
      if (!number || !std::isfinite(*number))
        return false;
      to.push_back(*number);
    }
    return true;
  }

  bool readInputs(const Object &object) {
    const Array *inputs = object.getArray("inputs");
    if (!inputs || inputs->empty())
      return false;
    for (const llvm::json::Value &value : *inputs) {
      const auto name = value.getAsString();
      if (!name)
        return false;
      model.names.push_back(name->str());
    }
    return readNumbers(object.getArray("mean"), model.mean) &&
           readNumbers(object.getArray("deviation"), model.deviation) &&
           model.mean.size() == model.names.size() &&
           model.deviation.size() == model.names.size() &&
           !llvm::is_contained(model.deviation, 0.0);
  }

  /// \p width: of what goes into the layer; becomes that of what comes out.
  bool readLayer(const Object *object, size_t &width) {
    const Array *rows = object ? object->getArray("weights") : nullptr;
    Model::Layer layer;
    if (!rows || rows->empty() ||
        !readNumbers(object->getArray("bias"), layer.bias) ||
        layer.bias.size() != rows->size())
      return false;
    for (const llvm::json::Value &row : *rows) {
      layer.weights.emplace_back();
      if (!readNumbers(row.getAsArray(), layer.weights.back()) ||
          layer.weights.back().size() != width)
        return false;
    }
    width = rows->size();
    model.layers.push_back(std::move(layer));
    return true;
  }

  bool readLayers(const Array *layers) {
    size_t width = model.names.size();
    if (!layers || layers->empty())
      return false;
    for (const llvm::json::Value &layer : *layers)
      if (!readLayer(layer.getAsObject(), width))
        return false;
    return width == 1;
  }

  const std::string &file;
  Model model;
};

llvm::Expected<Model> Model::parse(llvm::StringRef text,
                                   const std::string &file) {
  return ModelReader(file).read(text);
}

double Model::predict(const NamedValues &values) const {
  std::vector<double> now;
  for (size_t k = 0; k < names.size(); ++k) {
    auto value = values.find(names[k]);
    assert(value != values.end() && "a model's input has no value");
    now.push_back((signedLog(value->second) - mean[k]) / deviation[k]);
  }
  for (const Layer &layer : layers) {
    std::vector<double> next;
    for (size_t row = 0; row < layer.bias.size(); ++row) {
      double sum = layer.bias[row];
      for (size_t k = 0; k < now.size(); ++k)
        sum += layer.weights[row][k] * now[k];
      next.push_back(&layer == &layers.back() ? sum : std::max(sum, 0.0));
    }
    now = std::move(next);
  }
  return now[0];
}

double signedLog(double x) {
  return std::copysign(std::log2(1 + std::fabs(x)), x);
}

} // namespace sparsec::tune
