//===- Commands.h - what recipes can say beside steps -----------*- C++ -*-===//
#ifndef SPARSEC_RECIPE_COMMANDS_H
#define SPARSEC_RECIPE_COMMANDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace sparsec {

/// A function of the recipe language that is no transformation.
struct CommandHelp {
  llvm::StringRef name;
  llvm::StringRef usage; ///< "loops(s)"; several separated by "; "
  llvm::StringRef summary;
};

/// All of them, in the order of docs/recipe-language.md.
llvm::ArrayRef<CommandHelp> recipeCommands();

} // namespace sparsec

#endif // SPARSEC_RECIPE_COMMANDS_H
