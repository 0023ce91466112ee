//===- RecipesTest.cpp - the text of all loops of the recipes -------------===//
///
/// \file
/// After each pass over each phase of each recipe, for both targets: what is
/// read back of the loops' text are the loops, and has the same text.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Frontend/Frontend.h"
#include "sparsec/LoopText/LoopText.h"
#include "sparsec/PlanApi/Emit.h"
#include "sparsec/Poly/WorkLimit.h"
#include "sparsec/Recipe/Recipe.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

#include <algorithm>

using namespace sparsec;

namespace {

/// With the fields of their kinds alone: passes that make a node one of another
/// kind leave what nobody reads then. And without pointers: texts compare which
/// loops those are.
std::vector<LoopNode> ownFields(std::vector<LoopNode> nodes) {
  using Kind = LoopNode::Kind;
  for (LoopNode &node : nodes) {
    node.source = nullptr;
    if (node.kind != Kind::Local) {
      node.isConst = true;
      node.isStatement = false;
    }
    if (node.kind == Kind::Assign)
      node.type = {};
    if (!node.lanes.isMapped())
      node.combinedBy = Update::None;
    node.prologue = ownFields(std::move(node.prologue));
    node.body = ownFields(std::move(node.body));
    node.otherwise = ownFields(std::move(node.otherwise));
  }
  return nodes;
}

/// The lines of \p text but for those that hold what isl prints, in which two
/// texts of one value may differ.
std::string withoutValues(llvm::StringRef text) {
  std::string kept;
  llvm::SmallVector<llvm::StringRef, 64> lines;
  text.split(lines, '\n');
  for (llvm::StringRef line : lines)
    if (!line.starts_with("array ") && !line.starts_with("fact ") &&
        !line.starts_with("assume "))
      kept += (line + "\n").str();
  return kept;
}

bool isEqual(const std::optional<isl::pw_aff> &a,
             const std::optional<isl::pw_aff> &b, const isl::set &context) {
  return a && b ? poly::equalOn(*a, *b, context) : bool(a) == bool(b);
}

/// Whether \p a and \p b are one array as far as passes ask.
bool isEqual(const Array &a, const Array &b, const isl::set &context) {
  bool isEqualExtent = a.extents.size() == b.extents.size();
  for (size_t dim = 0; isEqualExtent && dim < a.extents.size(); ++dim)
    isEqualExtent = isEqual(a.extents[dim], b.extents[dim], context);
  return isEqualExtent && a.type == b.type && a.owner == b.owner &&
         a.extraElements == b.extraElements && a.isFlat == b.isFlat &&
         a.isIndex == b.isIndex && a.perThread == b.perThread &&
         a.privateDepth == b.privateDepth && a.isShared == b.isShared &&
         a.publishedIn == b.publishedIn && a.onGpu == b.onGpu &&
         a.partition == b.partition && a.contents == b.contents &&
         a.liveOut == b.liveOut;
}

/// Compares what follows each pass, if it changes anything.
class RoundTrip {
public:
  RoundTrip(isl::ctx ctx, std::string name) : ctx(ctx), name(std::move(name)) {}

  void operator()(const Program &program, const Phase &phase,
                  llvm::StringRef pass, const LoopAst &loops) {
    std::string text = writeLoops(program, phase, loops);
    if (text == last || testing::Test::HasFailure())
      return;
    // What is read is no work of the recipe.
    const poly::UncountedWork uncounted(ctx);
    SCOPED_TRACE(name + ", after " + pass.str());
    llvm::Expected<std::vector<LoopModule>> read = readLoops(ctx, text);
    if (!read) {
      ADD_FAILURE() << llvm::toString(read.takeError()) << " in\n" << text;
      return;
    }
    ASSERT_EQ(read->size(), 1u);
    const LoopModule &module = read->front();
    EXPECT_EQ(
        withoutValues(writeLoops(module.program, module.phase(), module.loops)),
        withoutValues(text));
    for (const auto &[array, symbol] : module.program.arrays)
      EXPECT_TRUE(isEqual(symbol, program.arrays.at(array), program.context))
          << array << " in\n"
          << text;
    EXPECT_TRUE(ownFields(module.loops.body) == ownFields(loops.body)) << text;
    EXPECT_EQ(module.loops.alignments, loops.alignments);
    ++compared;
    last = std::move(text);
  }

  unsigned compared = 0;

private:
  isl::ctx ctx;
  std::string name, last;
};

/// What is compared of \p recipe, for \p target.
unsigned compare(const std::string &source, const std::string &recipe,
                 Target target) {
  Session session;
  SourceForms forms;
  llvm::Expected<Program> program =
      parseSource(session, {source, "", {}}, &forms);
  if (!program) { // A part of another one.
    llvm::consumeError(program.takeError());
    return 0;
  }
  RoundTrip check(session.ctx(), (llvm::sys::path::filename(recipe) + " of " +
                                  llvm::sys::path::filename(source))
                                     .str());
  CodeGenOptions generation;
  generation.target = target;
  generation.forms = forms;
  generation.afterLoopPass = std::ref(check);
  RecipeOptions options;
  options.file = recipe;
  options.target = target == Target::Cuda ? "cuda" : "c";
  options.printed = options.diagnostics = &llvm::nulls();
  options.emit = [&](const RecipeResult &result, const WarningSink &) {
    // A recipe may not be one for the target.
    llvm::consumeError(emitC(result.program, generation).takeError());
    return llvm::Error::success();
  };
  llvm::consumeError(runRecipe(*program, options).takeError());
  return check.compared;
}

std::vector<std::string> filesIn(const std::string &folder,
                                 llvm::StringRef extension) {
  std::vector<std::string> files;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator at(folder, error), end;
       at != end && !error; at.increment(error))
    if (llvm::sys::path::extension(at->path()) == extension)
      files.push_back(at->path());
  std::sort(files.begin(), files.end());
  return files;
}

unsigned compareAll(Target target) {
  unsigned compared = 0;
  for (const std::string &folder : filesIn(SPARSEC_RECIPES_FOLDER, ""))
    for (const std::string &recipe : filesIn(folder, ".script"))
      for (const std::string &source : filesIn(folder, ".c"))
        if (!testing::Test::HasFailure())
          compared += compare(source, recipe, target);
  return compared;
}

TEST(Recipes, LoopsForCpusAreReadBack) {
  EXPECT_GT(compareAll(Target::C), 500u);
}

TEST(Recipes, LoopsForGpusAreReadBack) {
  EXPECT_GT(compareAll(Target::Cuda), 500u);
}

} // namespace
