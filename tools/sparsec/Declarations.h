//===- Declarations.h - the options, as LLVM parses them --------*- C++ -*-===//
#ifndef SPARSEC_TOOLS_SPARSEC_DECLARATIONS_H
#define SPARSEC_TOOLS_SPARSEC_DECLARATIONS_H

#include "Options.h"

#include "llvm/Support/CommandLine.h"

namespace sparsec {

namespace cl = llvm::cl;

enum class TargetChoice { FromOutput, C, OpenMP, Cuda };
enum class Runtime { Inline, Include };
enum class Messages { Text, Json };

/// llvm::cl declarations. Made inside parseOptions, after LLVM's own options
/// are gone: `-print-after` exists there too.
struct Declarations {
  cl::OptionCategory category{"sparsec options"};
  cl::opt<std::string> source{cl::Positional, cl::desc("SRC.c"),
                              cl::cat(category)};
  cl::opt<std::string> recipe{"recipe", cl::value_desc("FILE"),
                              cl::desc("the recipe to apply (.script)"),
                              cl::cat(category)};
  cl::opt<std::string> check{
      "check", cl::value_desc("FILE"),
      cl::desc("only look for errors in this recipe, for editors; with a "
               "source, run it on that and write nothing"),
      cl::cat(category)};
  cl::opt<std::string> output{"o", cl::value_desc("FILE"), cl::init("-"),
                              cl::desc("where the result goes; - is standard "
                                       "output"),
                              cl::cat(category)};
  cl::opt<std::string> function{"function", cl::value_desc("NAME"),
                                cl::desc("the function to transform"),
                                cl::cat(category)};
  cl::opt<std::string> rename{
      "rename", cl::value_desc("NAME"),
      cl::desc("call the function NAME: the output then stands beside the "
               "source, with what the function uses of it"),
      cl::cat(category)};
  cl::opt<bool> whole{"no-outline",
                      cl::desc("refuse a function of which the loops alone can "
                               "be transformed"),
                      cl::cat(category)};
  cl::list<std::string> set{"set", cl::value_desc("NAME=VALUE"),
                            cl::desc("the value of a param of the recipe"),
                            cl::cat(category)};
  cl::opt<TargetChoice> target{
      "target",
      cl::desc("language of the result (from the output's extension)"),
      cl::values(
          clEnumValN(TargetChoice::C, "c", "C11; OpenMP under #ifdef _OPENMP"),
          clEnumValN(TargetChoice::OpenMP, "omp", "the same"),
          clEnumValN(TargetChoice::Cuda, "cuda", "C++17 with CUDA kernels")),
      cl::init(TargetChoice::FromOutput), cl::cat(category)};
  cl::opt<Emit> emit{
      "emit", cl::desc("what to write"),
      cl::values(
          clEnumValN(Emit::C, "c", "the source with the function replaced"),
          clEnumValN(Emit::Header, "header", "the contract's declarations"),
          clEnumValN(Emit::Rest, "rest",
                     "what CUDA output leaves out of the source, in C"),
          clEnumValN(Emit::Json, "json",
                     "the contract for other tools: functions, arguments, "
                     "types, lengths")),
      cl::init(Emit::C), cl::cat(category)};
  cl::opt<std::string> gradient{
      "gradient", cl::value_desc("ARRAY"),
      cl::desc("write C source that computes the gradient by this array from "
               "those of what the function writes; there is no recipe, the "
               "result is a source of its own"),
      cl::cat(category)};
  cl::opt<Runtime> runtime{
      "runtime", cl::desc("how the runtime gets into the result"),
      cl::values(
          clEnumValN(Runtime::Inline, "inline", "what is used of it is pasted"),
          clEnumValN(Runtime::Include, "include", "#include <sparsec/…>")),
      cl::init(Runtime::Inline), cl::cat(category)};
  cl::opt<bool> assume{"assume",
                       cl::desc("take declared facts as given: the inspector "
                                "does not check them"),
                       cl::cat(category)};
  cl::opt<bool> depfile{"MD",
                        cl::desc("write FILE.d, a make rule with the "
                                 "files that were read"),
                        cl::cat(category)};
  cl::opt<Messages> diagnostics{
      "diagnostics", cl::desc("how errors and warnings are printed"),
      cl::values(clEnumValN(Messages::Text, "text", "with the line, to read"),
                 clEnumValN(Messages::Json, "json",
                            "an object in a line each, for other tools")),
      cl::init(Messages::Text), cl::cat(category)};
  cl::opt<bool> listLoops{"list-loops", cl::desc("print the source's loops"),
                          cl::cat(category)};
  cl::opt<DependenceFormat> dependences{
      "print-dependences",
      cl::desc("print the dependences of the program"),
      cl::ValueOptional,
      cl::values(
          clEnumValN(DependenceFormat::Text, "text", "a line each (default)"),
          clEnumValN(DependenceFormat::Dot, "dot", "a graph for Graphviz"),
          clEnumValN(DependenceFormat::Text, "", "")),
      cl::init(DependenceFormat::None),
      cl::cat(category)};
  cl::opt<std::string> explain{
      "explain", cl::ValueOptional, cl::value_desc("short or STATEMENT"),
      cl::desc(
          "print what was checked of each step, the facts, and which loops "
          "are parallel or why not: a line each, or only loops around a "
          "statement"),
      cl::cat(category)};
  cl::opt<bool> printAfterAll{"print-after-all",
                              cl::desc("print the program after each step"),
                              cl::cat(category)};
  cl::list<std::string> printAfter{
      "print-after", cl::value_desc("NAME"),
      cl::desc("print the program after each step of this name"),
      cl::CommaSeparated, cl::cat(category)};
  cl::list<std::string> printLoopsAfter{
      "print-loops-after", cl::value_desc("PASS"),
      cl::desc("print the loops of each phase after this pass of code "
               "generation, or after all"),
      cl::CommaSeparated, cl::cat(category)};
  cl::opt<PrintFormat> printFormat{
      "print-format", cl::desc("of what is printed"),
      cl::values(clEnumValN(PrintFormat::Loops, "loops", "loops and bounds"),
                 clEnumValN(PrintFormat::Isl, "isl", "sets and maps"),
                 clEnumValN(PrintFormat::C, "c", "C code")),
      cl::init(PrintFormat::Loops), cl::cat(category)};
  cl::opt<std::string> report{
      "report", cl::value_desc("FILE"),
      cl::desc("write what each step did, which loops are parallel or why not, "
               "and the code to FILE.html, to read, or to FILE.json"),
      cl::cat(category)};
  cl::opt<std::string> matrix{
      "matrix", cl::value_desc("FILE"),
      cl::desc("with -report: draw what iterations use which entries of this "
               "matrix, A.mtx or a made one such as stencil2d:30"),
      cl::cat(category)};
  cl::list<std::string> arg{
      "arg", cl::value_desc("NAME=VALUE"),
      cl::desc(
          "with -report: draw with this value of a parameter; of a program "
          "without a sparse matrix, which elements are reached when"),
      cl::cat(category)};
  cl::opt<bool> runInspectors{
      "run-inspectors",
      cl::desc("with -report: for the pictures, compile the inspectors that "
               "come with the source by cc, and run them"),
      cl::cat(category)};
  cl::opt<std::string> measured{
      "measured", cl::value_desc("FILE"),
      cl::desc("with -report: show times that sparsec-bench -store FILE has "
               "measured, and how far from what memory gives they are"),
      cl::cat(category)};
  cl::opt<bool> timeSteps{"time-steps",
                          cl::desc("print how long each step and each part of "
                                   "code generation took"),
                          cl::cat(category)};
  cl::opt<std::string> dumpDir{"dump-dir", cl::value_desc("DIR"),
                               cl::desc("write the program after each step to "
                                        "DIR/NN-NAME.txt"),
                               cl::cat(category)};
};

} // namespace sparsec

#endif // SPARSEC_TOOLS_SPARSEC_DECLARATIONS_H
