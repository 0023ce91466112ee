//===- Loops.cpp - fuzzes the text of loops -------------------------------===//
///
/// \file
/// What is understood is written, and read back to what has the same text.
///
//===----------------------------------------------------------------------===//

#include "Features.h"

#include "sparsec/LoopText/LoopText.h"

#include <cstdlib>

using namespace sparsec;

using Modules = llvm::Expected<std::vector<LoopModule>>;

static std::string written(const Modules &modules) {
  std::string text;
  for (const LoopModule &module : *modules)
    text += writeLoops(module.program, module.phase(), module.loops);
  return text;
}

/// The same nodes, but for pointers.
static bool isEqual(const std::vector<LoopNode> &a,
                    const std::vector<LoopNode> &b) {
  if (a.size() != b.size())
    return false;
  for (size_t at = 0; at < a.size(); ++at) {
    LoopNode left = a[at], right = b[at];
    if (!isEqual(left.body, right.body) ||
        !isEqual(left.otherwise, right.otherwise))
      return false;
    for (LoopNode *node : {&left, &right}) {
      node->source = nullptr;
      node->body.clear();
      node->otherwise.clear();
    }
    if (!(left == right))
      return false;
  }
  return true;
}

extern "C" int LLVMFuzzerTestOneInput(const char *data, size_t size) {
  static Session session;
  Modules modules = readLoops(session.ctx(), llvm::StringRef(data, size));
  if (!modules) {
    fuzz::saw(fuzz::plain(llvm::toString(modules.takeError())));
    return 0;
  }
  Modules again = readLoops(session.ctx(), written(modules));
  if (!again || again->size() != modules->size())
    abort();
  for (size_t at = 0; at < modules->size(); ++at)
    if (!isEqual((*modules)[at].loops.body, (*again)[at].loops.body))
      abort();
  return 0;
}
