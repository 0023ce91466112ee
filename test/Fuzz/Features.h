//===- Features.h - what is new about an input ------------------*- C++ -*-===//
///
/// \file
/// libFuzzer keeps inputs that set a counter no other one did. Here counters
/// stand for what a program said and did, so that a build whose libraries are
/// not instrumented finds its way, too.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_TEST_FUZZ_FEATURES_H
#define SPARSEC_TEST_FUZZ_FEATURES_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/xxhash.h"

#include <cstdint>
#include <string>

namespace sparsec::fuzz {

__attribute__((
    section("__libfuzzer_extra_counters"))) inline uint8_t counters[1 << 14];

inline void saw(llvm::StringRef what) {
  counters[llvm::xxh3_64bits(what) % sizeof counters] = 1;
}

/// The letters of a message before its first quotation, or behind the last one:
/// what is between may be anything that the input held.
inline std::string plain(llvm::StringRef message) {
  llvm::StringRef part =
      message.take_until([](char c) { return c == '\'' || c == '"'; });
  if (part.empty())
    part = message.drop_front(message.find_last_of("'\"") + 1);
  std::string text;
  llvm::copy_if(part, std::back_inserter(text),
                [](char c) { return llvm::isAlpha(c); });
  return text;
}

/// Of several lines `place: error: message`, the first one's message.
inline std::string firstMessage(llvm::StringRef messages) {
  return plain(messages.split("error: ").second.split('\n').first);
}

} // namespace sparsec::fuzz

#endif // SPARSEC_TEST_FUZZ_FEATURES_H
