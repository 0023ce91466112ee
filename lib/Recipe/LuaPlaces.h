//===- LuaPlaces.h - places in Lua's own messages ---------------*- C++ -*-===//
#ifndef SPARSEC_LIB_RECIPE_LUAPLACES_H
#define SPARSEC_LIB_RECIPE_LUAPLACES_H

#include "llvm/ADT/StringRef.h"

namespace sparsec::recipe {

/// "file:3: text" without its first part; \p line gets the number.
llvm::StringRef withoutPlace(llvm::StringRef message, unsigned &line);

} // namespace sparsec::recipe

#endif // SPARSEC_LIB_RECIPE_LUAPLACES_H
