//===- RuntimeText.h - the parts of runtime/ that a text uses ---*- C++ -*-===//
#ifndef SPARSEC_TARGET_C_RUNTIMETEXT_H
#define SPARSEC_TARGET_C_RUNTIMETEXT_H

#include "sparsec/LoopIR/PrintedNames.h"

#include <set>
#include <string>

namespace sparsec {

/// What code with the words \p names needs in front of it: the system headers
/// and every item of runtime/ that it names, directly or through other items,
/// each under a guard so that one translation unit may hold several generated
/// functions. With \p embed false, `#include <sparsec/…>` lines instead.
std::string runtimeFor(const std::set<std::string> &names, bool embed);

/// The words of the items that runtimeFor gives.
PrintedNames wordsOfRuntime(const std::set<std::string> &names);

/// The one item of runtime/ that defines \p name ("SPARSEC_OK"), under its
/// guard.
std::string runtimeItem(const std::string &name);

} // namespace sparsec

#endif // SPARSEC_TARGET_C_RUNTIMETEXT_H
