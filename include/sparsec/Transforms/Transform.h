//===- Transform.h - specification of a transformation ----------*- C++ -*-===//
///
/// \file
/// A transformation is a free function from a Program and typed arguments to a
/// StepResult, with a specification that the Lua bindings, `-help=transforms`
/// and the docs tables are made from. To add one: a .cpp here that defines
/// `const TransformSpec NAMESpec`, one line in Transforms.def, a page in
/// docs/transforms, a folder in test/Transforms.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_TRANSFORMS_TRANSFORM_H
#define SPARSEC_TRANSFORMS_TRANSFORM_H

#include "sparsec/Analysis/StepReport.h"
#include "sparsec/IR/Step.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <complex>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace sparsec {

/// One parameter of a transformation. Kinds are checked, and existence of
/// statements, loops and arrays too, before `apply` runs.
struct ParameterSpec {
  enum class Kind {
    Statement, ///< a live statement (always the first parameter; a second one
               ///< is allowed, as in fuse)
    Loop,      ///< a loop around the statement
    Loops,     ///< one or several loops, outermost first
    NewName,   ///< a name for a new loop or array
    NewNames,
    Count, ///< an integer >= 1
    Counts,
    Integer,
    Integers,
    Numbers, ///< integers below 2^53, fractions or complex numbers {re, im}
    Sizes,   ///< integers >= 1 or names of parameters; arrive as texts
    Array,   ///< an array the statement accesses
    Arrays,
    Text, ///< free text (an affine expression, a pragma, a keyword)
    Texts,
    Flag, ///< true or false
  };
  llvm::StringRef name;
  Kind kind;
  llvm::StringRef help;
  /// Optional ones may also be given by name in a trailing table:
  /// `tile(s, "k", 32, {outer = "kk"})`.
  bool optional = false;
  /// For Text: the words accepted, separated by "|"; empty for free text.
  llvm::StringRef words = "";
};

/// Of the steps that make a sparse format: fills StepResult::mayReassociate.
inline constexpr ParameterSpec reassociationOption = {
    "allow_reassociation", ParameterSpec::Kind::Flag,
    "whether this step may change the order of floating-point sums and "
    "products and add up duplicates, which rounds differently; true by default",
    true};

using ArgumentValue =
    std::variant<bool, long, std::string, std::vector<long>,
                 std::vector<std::complex<double>>, std::vector<std::string>>;

/// Checked arguments by parameter name. A Count or single Text given where the
/// plural is declared arrives as a one-element list.
class Arguments {
public:
  void set(llvm::StringRef name, ArgumentValue value);
  bool has(llvm::StringRef name) const;
  bool flag(llvm::StringRef name, bool otherwise = false) const;
  long integer(llvm::StringRef name, long otherwise = 0) const;
  std::string text(llvm::StringRef name, llvm::StringRef otherwise = "") const;
  std::vector<long> integers(llvm::StringRef name) const;
  std::vector<std::complex<double>> numbers(llvm::StringRef name) const;
  std::vector<std::string> texts(llvm::StringRef name) const;
  /// The statement the step applies to.
  std::string statement() const { return text("statement"); }

private:
  std::map<std::string, ArgumentValue> values;
};

struct TransformSpec {
  llvm::StringRef name;
  llvm::StringRef summary;
  /// Code before and after, as in docs and -help=transform:NAME.
  llvm::StringRef before, after;
  /// One sentence: when it is legal.
  llvm::StringRef legality;
  llvm::ArrayRef<ParameterSpec> parameters;
  llvm::Expected<StepResult> (*apply)(const Program &, const Arguments &);
  /// Only code for a GPU can have what the step makes.
  bool forGpu = false;
  /// Steps behind it may give other results than the source, by more than
  /// rounding: the user says that they will do as well.
  bool mayChangeResults = false;
};

/// All transformations, by name.
llvm::ArrayRef<const TransformSpec *> allTransforms();
/// Null when there is none called \p name.
const TransformSpec *findTransform(llvm::StringRef name);

/// Makes an error "NAME: MESSAGE"-free plain text; the recipe engine adds the
/// step, the place and the live loops.
llvm::Error refuse(const llvm::Twine &why);

/// Applies \p spec, then the one checker (Analysis/Checker.h). On error the
/// program is unchanged: \p program is const. \p report takes down what the
/// checker proved.
llvm::Expected<StepResult> applyChecked(const TransformSpec &spec,
                                        const Program &program,
                                        const Arguments &args,
                                        StepReport *report = nullptr);

} // namespace sparsec

#endif // SPARSEC_TRANSFORMS_TRANSFORM_H
