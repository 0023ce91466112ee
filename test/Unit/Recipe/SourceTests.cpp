//===- SourceTests.cpp - recipe text, limits and file output --------------===//

#include "Limits.h"
#include "RecipeSource.h"

#include "sparsec/Support/Diagnostics.h"
#include "sparsec/Support/FileOutput.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include "gtest/gtest.h"

using namespace sparsec;
using namespace sparsec::recipe;

static RecipeSource source(const std::string &text) {
  return RecipeSource("r.script", text, 1, {"compact_and_pad", "make_dense"});
}

TEST(RecipeSource, HyphensOfCommandsBecomeUnderscoresInPlace) {
  EXPECT_EQ(source("local x = compact-and-pad(s)").chunk(),
            "local x = compact_and_pad(s)");
  EXPECT_EQ(source("make-dense (s)").chunk(), "make_dense (s)");
}

TEST(RecipeSource, TextAndCommentsAndArithmeticStay) {
  for (const char *text :
       {"print('make-dense(s)')", "-- make-dense(s)", "x = make-dense",
        "x = make - dense(s)", "[[ make-dense(s) ]]",
        "--[==[ make-dense(\n]] ]==] f()"})
    EXPECT_EQ(source(text).chunk(), text);
}

TEST(RecipeSource, ByteOrderMarkBecomesBlanks) {
  EXPECT_EQ(source("\xEF\xBB\xBFtile(s)").chunk(), "   tile(s)");
}

TEST(RecipeSource, ColumnIsThatOfTheCall) {
  RecipeSource recipe = source("local tile2, tile = 1, tile(s)\n  f{1}");
  EXPECT_EQ(recipe.columnOf(1, "tile"), 24u);
  EXPECT_EQ(recipe.columnOf(1, "tile2"), 7u);
  EXPECT_EQ(recipe.columnOf(2, "f"), 3u);
  EXPECT_EQ(recipe.columnOf(2, "absent"), 3u);
  EXPECT_TRUE(recipe.isCalled(2, "f"));
  EXPECT_FALSE(recipe.isCalled(1, "tile2"));
}

TEST(RecipeSource, AssignedNameOfACall) {
  const auto names = [](const std::string &text) {
    const RecipeSource recipe = source(text);
    std::string all;
    for (const Token *call : recipe.callsOf(1, "param"))
      all += recipe.assignedName(*call) + "|";
    return all;
  };
  EXPECT_EQ(names("local T = param('T', 1)"), "T|");
  EXPECT_EQ(names("param('T', 1)"), "|");
  EXPECT_EQ(names("tile(s, param('T', 1))"), "?|");
  EXPECT_EQ(names("local a, b = param('T', 1), param('U', {1, 2})"), "a|b|");
  EXPECT_EQ(names("a, b = f(1, 2), param('T', 1)"), "b|");
  EXPECT_EQ(names("local a = 1, param('T', 1)"), "|");
  EXPECT_EQ(names("local a = param('T', 1) local b = param('U', 1)"), "a|b|");
  EXPECT_EQ(names("t.x, b = param('T', 1), param('U', 1)"), "?|?|");
  EXPECT_EQ(names("t[1] = param('T', 1)"), "?|");
  EXPECT_EQ(names("t[1], b = param('T', 1), param('U', 1)"), "?|?|");
  EXPECT_EQ(names("return 1, param('T', 1)"), "?|");
}

TEST(RecipeSource, LiteralArgumentsAreSingleTokens) {
  RecipeSource recipe = source("f(g(1, 2), \"a\", 3, x .. \"b\", {1, \"c\"},\n"
                               "  [[d]], function(a, b) end)\n"
                               "f(1, 'e\\n', {2}) f \"g\" f{1}");
  const auto words = [&](const Token *call) {
    std::string all;
    for (const Token *token : recipe.literalArguments(*call))
      all += (token ? token->text : "-") + "|";
    return all;
  };
  ASSERT_EQ(recipe.callsOf(3, "f").size(), 3u);
  EXPECT_EQ(words(recipe.callsOf(1, "f")[0]), ""); // statements have commas
  EXPECT_EQ(words(recipe.callsOf(1, "g")[0]), "1|2|");
  EXPECT_EQ(words(recipe.callsOf(3, "f")[0]), "1|'e\\n'|-|");
  EXPECT_EQ(words(recipe.callsOf(3, "f")[1]), "\"g\"|");
  EXPECT_EQ(words(recipe.callsOf(3, "f")[2]), "-|");
  EXPECT_EQ(recipe.tokenAt(2, 3)->plainString(), "d");
  EXPECT_EQ(recipe.tokenAt(3, 6)->plainString(), std::nullopt);
}

TEST(Limits, WorstMatchGrowsWithEachRepetition) {
  uint64_t plain = worstMatchSteps("abc", 3, 100);
  uint64_t one = worstMatchSteps("a*c", 3, 100);
  uint64_t two = worstMatchSteps("a*c*", 4, 100);
  EXPECT_GE(one, 100 * plain);
  EXPECT_GE(two, 100 * one);
  EXPECT_EQ(worstMatchSteps("a*a*a*a*a*a*a*a*a*a*a*a*", 24, 1000), UINT64_MAX);
}

TEST(Diagnostics, SuggestsOnlyCloseWords) {
  EXPECT_EQ(didYouMean("tyle", {"tile", "shift"}), "; did you mean 'tile'?");
  EXPECT_EQ(didYouMean("q", {"i", "j"}), "");
  EXPECT_EQ(didYouMean("interchange", {"tile", "shift"}), "");
}

TEST(FileOutput, ReplacesAFileAndLeavesNothingElse) {
  llvm::SmallString<128> folder;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("sparsec", folder));
  std::string path = std::string(folder) + "/out.c";
  for (const char *text : {"old and long", "new"})
    ASSERT_FALSE(bool(writeFile(path, text)));
  EXPECT_EQ((*llvm::MemoryBuffer::getFile(path))->getBuffer(), "new");
  llvm::sys::fs::remove(path);
  EXPECT_FALSE(llvm::sys::fs::remove(folder)) << "a temporary file is left";
}

TEST(FileOutput, NoticesAnInputUnderAnotherName) {
  llvm::SmallString<128> folder;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("sparsec", folder));
  const std::string path = std::string(folder) + "/in.c";
  const std::string link = std::string(folder) + "/link.c";
  ASSERT_FALSE(bool(writeFile(path, "text")));
  ASSERT_FALSE(llvm::sys::fs::create_link(path, link));
  EXPECT_EQ(overwrittenInput(link, {"none.c", "", path}), path);
  EXPECT_EQ(overwrittenInput(std::string(folder) + "/./in.c", {path}), path);
  EXPECT_EQ(overwrittenInput(std::string(folder) + "/new.c", {path}), "");
  llvm::sys::fs::remove_directories(folder);
}

TEST(FileOutput, AFolderIsNoOutput) {
  llvm::Error error = writeFile("/", "text");
  EXPECT_EQ(llvm::toString(std::move(error)),
            "cannot write '/': Is a directory");
}
