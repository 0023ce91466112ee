// Functions and structures as text, and the words that printers note.

#include "sparsec/Target/C/ModulePrinter.h"
#include "sparsec/Target/C/RuntimeText.h"

#include "sparsec/LoopIR/Statements.h"
#include "sparsec/Support/SourceText.h"

#include "gtest/gtest.h"

using namespace sparsec;

namespace {

LoopFunction least(LoopFunction::Linkage linkage) {
  LoopFunction function;
  function.linkage = linkage;
  function.name = "least_of";
  function.parameters = {{LoopType::pointerTo(ElementType::int32(), true), "a"},
                         {LoopType::int32(), "n"}};
  const LoopExpr a0 = LoopExpr::load("a", {LoopExpr::integer(0)}),
                 n = LoopExpr::variable("n");
  function.body = {
      stmt::constant(LoopType::opaque("sparsec_table<double>"), "t",
                     expr::call("sparsec_combine_lanes<32>", {a0})),
      stmt::call("free", {expr::arrow("plan", "field")}),
      stmt::check(LoopNode::Leave::Return)};
  if (linkage != LoopFunction::Linkage::Kernel) {
    function.result = LoopType::int32();
    function.body.push_back(stmt::returns(minOf(a0, n)));
  }
  return function;
}

TEST(ModulePrinterTest, SpellsLinkage) {
  using Linkage = LoopFunction::Linkage;
  ModulePrinter printer(Language::Cxx);
  EXPECT_EQ(printer.prototype(least(Linkage::Static)),
            "static int least_of(const int *a, int n)");
  EXPECT_EQ(printer.prototype(least(Linkage::Member)),
            "__device__ int least_of(const int *a, int n) const");
  EXPECT_EQ(printer.prototype(least(Linkage::Inlined)),
            "static __device__ __forceinline__ int "
            "least_of(const int *a, int n)");
  LoopFunction kernel = least(Linkage::Kernel);
  kernel.threads = LoopExpr::integer(64);
  kernel.blocksAtOnce = 2;
  EXPECT_EQ(printer.prototype(kernel),
            "static __global__ void __launch_bounds__(64, 2) "
            "least_of(const int *a, int n)");
  LoopFunction none;
  none.linkage = Linkage::Contract;
  none.result = LoopType::int32();
  none.name = "none";
  EXPECT_EQ(printer.prototype(none), "int none(void)");
}

/// What is noted is what a reader of the text would find.
TEST(ModulePrinterTest, NotesAllWords) {
  for (auto linkage :
       {LoopFunction::Linkage::Static, LoopFunction::Linkage::Member}) {
    ModulePrinter printer(Language::Cxx);
    const std::string text = printer.definition(least(linkage));
    const ExpandedWords found = expandedWords(text);
    for (const std::string &word : found.all)
      EXPECT_TRUE(word == "if" || word == "return" || word == "const" ||
                  printer.names.all.count(word) != 0)
          << word << " of " << text;
    EXPECT_TRUE(printer.names.called.count("sparsec_combine_lanes"));
    EXPECT_TRUE(printer.names.called.count("free"));
    const bool isMember = linkage == LoopFunction::Linkage::Member;
    EXPECT_TRUE(printer.names.called.count(isMember ? "sparsec_gpu_min_int"
                                                    : "sparsec_min_int"));
    EXPECT_FALSE(printer.names.called.count("field"));
  }
}

/// The runtime's parts for words, and theirs in turn.
TEST(ModulePrinterTest, SelectsTheRuntime) {
  const std::string text = runtimeFor({"sparsec_min_int", "free"}, true);
  EXPECT_NE(text.find("int sparsec_min_int("), std::string::npos);
  EXPECT_NE(text.find("#include <stdlib.h>"), std::string::npos);
  EXPECT_EQ(text.find("sparsec_allocate"), std::string::npos);
  const PrintedNames words = wordsOfRuntime({"sparsec_min_int"});
  EXPECT_TRUE(words.all.count("return"));
  EXPECT_EQ(runtimeFor({"sparsec_min_int"}, false).find("#include <sparsec/"),
            size_t(1));
}

} // namespace
