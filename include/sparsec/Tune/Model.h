//===- Model.h - a trained prediction of speed ------------------*- C++ -*-===//
#ifndef SPARSEC_TUNE_MODEL_H
#define SPARSEC_TUNE_MODEL_H

#include "sparsec/Tune/Space.h"

#include "llvm/ADT/StringRef.h"

#include <map>

namespace sparsec::tune {

/// Values by name: "T" of a param, "matrix.row_mean" of a feature.
using NamedValues = std::map<std::string, double>;

/// A network that scripts/train-tuner.py has trained on the times of one
/// recipe on many matrices. Nothing is trained here: logarithms of the inputs,
/// shifted and scaled to mean 0 and deviation 1 as in training, go through
/// dense layers with ReLU in between. What it was trained for, its files say,
/// names of params and features; so it is data of the recipe that it stands
/// beside.
class Model {
public:
  /// \p text is JSON: "version": 1, "inputs": [names], "mean", "deviation":
  /// [numbers], "layers": [{"weights": [[..]..], "bias": [..]}..], a row of
  /// weights for each output, the last layer with one; "pearson": what
  /// training reports on matrices that it has not seen. Fails, naming \p file,
  /// where that is not so or numbers of rows do not fit.
  static llvm::Expected<Model> parse(llvm::StringRef text,
                                     const std::string &file);

  /// Names of what predict() needs.
  const std::vector<std::string> &inputs() const { return names; }
  /// Pearson's r of predictions and times' inverses on unseen matrices.
  double pearson() const { return correlation; }
  /// The predicted speed, larger is faster; comparable for one matrix only.
  /// \p values has all inputs().
  double predict(const NamedValues &values) const;

private:
  struct Layer {
    std::vector<std::vector<double>> weights; ///< per output
    std::vector<double> bias;
  };
  friend class ModelReader;

  std::vector<std::string> names;
  std::vector<double> mean, deviation;
  std::vector<Layer> layers;
  double correlation = 0;
};

/// log2(1 + |x|) with the sign of x: 0 and negative values are params, too.
double signedLog(double x);

} // namespace sparsec::tune

#endif // SPARSEC_TUNE_MODEL_H
