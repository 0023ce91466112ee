//===- TakenNames.h - names that nothing new may have -----------*- C++ -*-===//
#ifndef SPARSEC_IR_TAKENNAMES_H
#define SPARSEC_IR_TAKENNAMES_H

#include "llvm/ADT/StringRef.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace sparsec {

struct Program;

/// Names that generated code cannot give to anything: words of C, C++ and CUDA
/// and names that generated code uses itself (TakenNames.def), and what a file
/// and the headers that generated code includes add to them. There is one table
/// for all targets, so that one recipe serves them all.
class TakenNames {
public:
  /// What the frontend finds in a file.
  struct Macro {
    std::string place; ///< "spmv.c:3:9"; "" outside of the user's files
    bool hasParameters = false;
    bool isGuard = false; ///< of a header, against reading it twice
    /// Whether a header that generated C includes has the word, too.
    bool isInHeaders = false;
    /// Whether the function has the word, less its pragmas.
    bool isInFunction = false;
  };
  std::map<std::string, Macro> macros;
  /// Functions, variables, types and enumerators of the file, and those of
  /// other files that the function uses.
  std::set<std::string> declared;
  /// Functions, variables and types of all headers.
  std::set<std::string> inHeaders;
  /// All words of the file.
  std::set<std::string> mentioned;
  /// Names of the source that are taken => what they became.
  std::map<std::string, std::string> renamed;

  /// What \p name is, "a keyword of C++", if it can be no loop, array, scalar
  /// or parameter; "" if it can.
  std::string useOfLocal(llvm::StringRef name) const;
  /// As above, for a function or a kernel.
  std::string useOfFunction(llvm::StringRef name) const;
};

/// What a word of TakenNames.def is.
enum class WordKind {
  None, ///< free, or of a family of names: `__x`, `sparsec_x`
  KeywordOfC,
  KeywordOfNewC, ///< and of C++
  KeywordOfCxx,
  Library,
  CompilerMacro,
  Generated,
  Cuda,
  Start,
  MathMacro,
  CxxFunction,
  CudaType,
};
WordKind kindOfWord(llvm::StringRef name);

/// What the table says of \p name in every file; "" for a free name.
std::string wordOfTargets(llvm::StringRef name);
/// As above, for functions that CUDA's compiler sees.
std::string functionOfTargets(llvm::StringRef name);
/// The macro of a file that has what the runtime calls \p name already,
/// "SPARSEC_HAS_FAIL" for sparsec_fail.
std::string runtimeGuard(llvm::StringRef name);
/// Whether \p name is a macro that may be defined to tune the runtime.
bool isSetting(llvm::StringRef name);
/// Whether \p name is a keyword of C, or one of C++ or a word of CUDA.
bool isLanguageWord(llvm::StringRef name);
/// Whether \p name is a keyword of C.
bool isLanguageWordOfC(llvm::StringRef name);
/// Headers of the system that generated C may include.
std::vector<std::string> headersOfTargets();

/// TakenNames' answers for the source of \p program.
std::string useOfLocal(const Program &program, llvm::StringRef name);
std::string useOfFunction(const Program &program, llvm::StringRef name);
/// \p wanted, with underscores where the file or its headers use the name.
std::string freeFunctionName(const Program &program, std::string wanted);
/// The macros of the user's files that are defined where the function stands.
std::map<std::string, TakenNames::Macro> macrosAround(const Program &program);
/// Those of them that headers of generated code must not see: of C's, those
/// that are a word there; of CUDA's, whose words nobody lists, all that are not
/// known to be meant for headers, such as _GNU_SOURCE.
std::vector<std::string> macrosToHide(const Program &program, bool isCuda);
/// \p text, of a recipe, with what \p program calls the source's names:
/// "class_ < 4" for `class < 4`.
std::string inNamesOf(const Program &program, llvm::StringRef text);

} // namespace sparsec

#endif // SPARSEC_IR_TAKENNAMES_H
