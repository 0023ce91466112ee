//===- Options.cpp - the command line of sparsec-bench --------------------===//
///
/// \file
/// One table of options gives parsing and -help. llvm::cl is not used: the
/// shared libLLVM registers hundreds of options of its own there.
///
//===----------------------------------------------------------------------===//

#include "CheckOptions.h"

#include "sparsec/Bench/MatrixMaker.h"
#include "sparsec/Support/JsonDiagnostics.h"
#include "sparsec/Support/ShellCompletion.h"
#include "sparsec/Tune/Strategy.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cmath>

namespace sparsec::bench {
namespace {

struct Option {
  llvm::StringLiteral name;
  /// What follows it; empty for a flag.
  llvm::StringLiteral value;
  llvm::StringLiteral help;
  /// False when the value makes no sense.
  bool (*apply)(Options &, llvm::StringRef);
  /// The value may be left out, and is never the next word.
  bool isOptional = false;
};

bool addPair(std::map<std::string, std::string> &pairs, llvm::StringRef text) {
  auto [name, value] = text.split('=');
  if (name.empty() || !text.contains('='))
    return false;
  pairs[name.str()] = value.str();
  return true;
}

bool setThreads(Options &options, llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef, 4> items;
  text.split(items, ',');
  options.threads.clear();
  for (llvm::StringRef item : items) {
    int count = 0;
    if (!llvm::to_integer(item, count) || count < 1 || count > 1024 ||
        options.threads.size() == 64)
      return false;
    if (!llvm::is_contained(options.threads, count))
      options.threads.push_back(count);
  }
  return true;
}

bool setWords(std::vector<std::string> &place, llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef, 8> words;
  llvm::SplitString(text, words);
  place.assign(words.begin(), words.end());
  return true;
}

bool set(std::string &place, llvm::StringRef value) {
  place = value.str();
  return !place.empty();
}

/// A finite number, which "inf" is not though it is read as one.
bool set(double &place, llvm::StringRef value) {
  return llvm::to_float(value, place) && std::isfinite(place) && place > 0;
}

bool set(unsigned &place, llvm::StringRef value) {
  return llvm::to_integer(value, place) && place > 0;
}

bool set(bool &place) {
  place = true;
  return true;
}

using Text = llvm::StringRef;

const Option optionTable[] = {
    {"recipe", "FILE", "recipe to run; may be repeated, one row each",
     [](Options &o, Text v) {
       o.recipes.push_back(v.str());
       return true;
     }},
    {"against", "FILE", "a file sparsec has generated, instead of a recipe",
     [](Options &o, Text v) { return set(o.against, v); }},
    {"matrix", "FILE", "Matrix Market file, .mtx or .mtx.gz; may be repeated",
     [](Options &o, Text v) {
       o.matrices.emplace_back(false, v.str());
       return true;
     }},
    {"generate", "NAME:SIZES", "a made matrix, below; may be repeated",
     [](Options &o, Text v) {
       o.matrices.emplace_back(true, v.str());
       return true;
     }},
    {"arg", "NAME=VALUE", "value of a scalar argument",
     [](Options &o, Text v) { return addPair(o.values, v); }},
    {"array", "NAME=FILE", "elements of an array argument, as numbers in text",
     [](Options &o, Text v) { return addPair(o.arrays, v); }},
    {"known", "FACT", "a fact about the inputs, as after '#pragma sparsec'",
     [](Options &o, Text v) {
       o.facts.push_back(v.str());
       return true;
     }},
    {"assume", "", "take facts that have no run-time check (rule) as given",
     [](Options &o, Text) { return set(o.assume); }},
    {"set", "NAME=VALUE", "value of a recipe's param",
     [](Options &o, Text v) { return addPair(o.settings, v); }},
    {"target", "c|cuda",
     "what to ask of recipes for both (c; with -emulate, -peer cusparse "
     "and -emit-driver cuda)",
     [](Options &o, Text v) {
       return set(o.target, v) && (v == "c" || v == "cuda");
     }},
    {"tune", "exhaustive|random|genetic|model",
     "run all candidates of the recipe's params, in turns; with a strategy "
     "search them, a batch after another",
     [](Options &o, Text v) {
       o.strategy = v.str();
       return set(o.tune) && (v.empty() || tune::strategyNamed(v));
     },
     /*isOptional=*/true},
    {"trials", "N",
     "candidates that a search tries at most, of each recipe (46; all with "
     "-tune=exhaustive)",
     [](Options &o, Text v) {
       return llvm::to_integer(v, o.trials) && o.trials > 0;
     }},
    {"seed", "N", "of the random numbers of a search (1)",
     [](Options &o, Text v) { return set(o.seed, v); }},
    {"trial-timeout", "S",
     "seconds that a candidate of a search may take to compile, and to be "
     "verified (60)",
     [](Options &o, Text v) { return set(o.trialTimeout, v); }},
    {"jobs", "N", "compilers that a search runs at once (processors)",
     [](Options &o, Text v) { return set(o.jobs, v); }},
    {"log", "FILE",
     "add a search's trials to FILE; those there of the same source, recipe, "
     "flags, inputs and machine are taken, which resumes a search",
     [](Options &o, Text v) { return set(o.log, v); }},
    {"model", "FILE",
     "what -tune=model asks, instead of NAME.tuning.json beside NAME.script",
     [](Options &o, Text v) { return set(o.model, v); }},
    {"replay", "FILE",
     "let a log's trials answer a search: says how many trials it takes to "
     "come near the best; nothing is run",
     [](Options &o, Text v) { return set(o.replay, v); }},
    {"searches", "N", "with -replay: so many, with other seeds (1)",
     [](Options &o, Text v) { return set(o.searches, v); }},
    {"function", "NAME", "the function to take from the source",
     [](Options &o, Text v) { return set(o.function, v); }},
    {"threads", "N,..",
     "numbers of threads (1; with -corpus 1,2,3,7; with faults 2)", setThreads},
    {"csv", "FILE", "write the rows as CSV, too",
     [](Options &o, Text v) { return set(o.csv, v); }},
    {"plot", "FILE.svg", "draw the rows, with their spread",
     [](Options &o, Text v) { return set(o.plot, v); }},
    {"cc", "COMPILER", "C compiler (gcc)",
     [](Options &o, Text v) { return set(o.compiler, v); }},
    {"cflags", "FLAGS", "its flags (-O3 -march=native); -fopenmp is added",
     [](Options &o, Text v) { return setWords(o.compilerFlags, v); }},
    {"libs", "FLAGS", "what to link for functions that the source calls",
     [](Options &o, Text v) { return setWords(o.libraries, v); }},
    {"seconds", "S", "least measuring time per kernel (0.2)",
     [](Options &o, Text v) { return set(o.seconds, v); }},
    {"runs", "N",
     "rank by one inspection and N executions, instead of one execution",
     [](Options &o, Text v) { return set(o.runs, v) && o.runs >= 1; }},
    {"budget", "S",
     "at most about so many seconds for all candidates on one matrix and "
     "number of threads: the slower half is dropped again and again",
     [](Options &o, Text v) { return set(o.budget, v); }},
    {"store", "FILE", "add the results to those there",
     [](Options &o, Text v) { return set(o.store, v); }},
    {"reuse", "",
     "take results from -store FILE that are of the same source, recipe, "
     "flags, inputs, machine and threads, instead of measuring again",
     [](Options &o, Text) { return set(o.reuse); }},
    {"corpus", "", "verify only, over built-in small matrices",
     [](Options &o, Text) { return set(o.corpus); }},
    {"interpret", "",
     "with -corpus: interpret source and result instead of compiling them, "
     "kernels too, each in as many orders as there are -threads; races are "
     "found",
     [](Options &o, Text) { return set(o.interpret); }},
    {"corpus-sorted", "", "only matrices with ascending columns",
     [](Options &o, Text) { return set(o.shape.sorted); }},
    {"corpus-unique", "", "only matrices without duplicates",
     [](Options &o, Text) { return set(o.shape.unique); }},
    {"corpus-square", "", "only square matrices",
     [](Options &o, Text) { return set(o.shape.square); }},
    {"emulate", "",
     "run CUDA kernels on the host, all threads, races found: verifies results "
     "where there is no GPU; times mean nothing",
     [](Options &o, Text) { return set(o.emulate); }},
    {"peer", "mkl|librsb|cusparse",
     "time that library's product of the same matrix, too; cusparse is for a "
     "GPU",
     [](Options &o, Text v) {
       return set(o.peer, v) && (v == "cusparse" || o.hasHostPeer());
     }},
    {"nvcc", "COMPILER", "CUDA compiler (nvcc)",
     [](Options &o, Text v) { return set(o.nvcc, v); }},
    {"gpu-arch", "ARCH", "its -arch, such as sm_90 (native)",
     [](Options &o, Text v) { return set(o.gpuArchitecture, v); }},
    {"emit-driver", "FOLDER",
     "write the programs there, to build and run on another machine",
     [](Options &o, Text v) { return set(o.emitDriver, v); }},
    {"exact", "",
     "results must have the same bits; compiles without fused multiply-adds",
     [](Options &o, Text) { return set(o.exact); }},
    {"fail-allocations", "",
     "let each allocation of the generated code fail in turn, alone and with "
     "all later ones",
     [](Options &o, Text) { return set(o.failAllocations); }},
    {"corrupt", "",
     "change single integers of the inputs: refused, or computed all the same",
     [](Options &o, Text) { return set(o.corrupt); }},
    {"sanitize", "", "compile with address and undefined-behaviour sanitizers",
     [](Options &o, Text) { return set(o.sanitize); }},
    {"keep", "FOLDER", "leave the driver's files there",
     [](Options &o, Text v) { return set(o.keep, v); }},
    {"write", "FILE",
     "write the one matrix of -generate there, as Matrix Market; nothing else "
     "is done",
     [](Options &o, Text v) { return set(o.write, v); }},
    {"diagnostics", "text|json",
     "messages as text, or an object of JSON in a line for each",
     // chooseDiagnostics has looked at it before all others.
     [](Options &, Text v) { return v == "json" || v == "text"; }},
    {"progress", "", "say on stderr what is going on (default on a terminal)",
     [](Options &o, Text) { return set(o.progress); }},
    {"help", "", "print this", [](Options &o, Text) { return set(o.help); }},
    {"help-completion", "bash|zsh|fish",
     "print what this shell reads to complete these options",
     [](Options &o, Text v) {
       return set(o.shell, v) && (v == "bash" || v == "zsh" || v == "fish");
     }},
    {"version", "", "print the version",
     [](Options &o, Text) { return set(o.version); }},
};

llvm::Error unknownOption(llvm::StringRef word) {
  std::string nearest;
  unsigned best = 4;
  for (const Option &option : optionTable)
    if (unsigned distance = word.ltrim('-').edit_distance(option.name);
        distance < best) {
      best = distance;
      nearest = option.name.str();
    }
  return usageError(
      "unknown option '" + word.str() + "'" +
      (nearest.empty() ? "; see -help" : "; did you mean '-" + nearest + "'?"));
}

/// Applies the option at argv[at], which may use the next word; moves \p at to
/// the last word used.
llvm::Error applyOption(Options &options, llvm::ArrayRef<llvm::StringRef> words,
                        size_t &at) {
  auto [name, value] = words[at].split('=');
  llvm::StringRef plain = name.drop_front(name.starts_with("--") ? 2 : 1);
  const Option *option = llvm::find_if(
      optionTable, [&](const Option &o) { return o.name == plain; });
  if (option == std::end(optionTable))
    return unknownOption(name);
  bool joined = words[at].contains('=');
  if (option->value.empty() && joined)
    return usageError("option '" + name.str() + "' takes no value");
  if (!option->value.empty() && !joined && !option->isOptional) {
    if (at + 1 == words.size())
      return usageError("option '" + name.str() + "' needs " +
                        option->value.str());
    value = words[++at];
  }
  if (option->apply(options, value))
    return llvm::Error::success();
  return usageError("option '" + name.str() + "': '" + value.str() +
                    "' is not " + option->value.str());
}

} // namespace

std::string Options::recipeTarget() const {
  if (!target.empty())
    return target;
  return emulate || peer == "cusparse" || !emitDriver.empty() ? "cuda" : "c";
}

std::vector<std::string> Options::inputs() const {
  std::vector<std::string> files = recipes;
  files.insert(files.end(), {source, against, model, replay});
  for (const auto &[isGenerated, text] : matrices)
    if (!isGenerated)
      files.push_back(text);
  for (const auto &[name, file] : arrays)
    files.push_back(file);
  return files;
}

llvm::Expected<Options> parseOptions(int argc, char **argv) {
  Options options;
  std::vector<llvm::StringRef> words(argv + 1, argv + argc);
  chooseDiagnostics(words);
  for (int k = 0; k < argc; ++k)
    options.commandLine += (k ? " " : "") + std::string(argv[k]);
  for (size_t at = 0; at < words.size(); ++at) {
    if (words[at] == "--") {
      for (llvm::StringRef word : llvm::ArrayRef(words).drop_front(at + 1))
        options.clangArguments.push_back(word.str());
      break;
    }
    if (words[at].starts_with("-") && words[at].size() > 1) {
      if (llvm::Error failure = applyOption(options, words, at))
        return failure;
    } else if (options.source.empty()) {
      options.source = words[at].str();
    } else {
      return usageError("two source files given: '" + options.source +
                        "' and '" + words[at].str() + "'");
    }
  }
  if (llvm::Error failure = checkOptions(options))
    return failure;
  if (options.exact)
    for (const char *flag : {"-ffp-contract=off", "-DBENCH_EXACT"})
      options.compilerFlags.push_back(flag);
  if (options.threads.empty())
    options.threads = options.hasFaults() ? std::vector<int>{2}
                      : options.corpus    ? std::vector<int>{1, 2, 3, 7}
                                          : std::vector<int>{1};
  return options;
}

void printCompletion(llvm::raw_ostream &out, llvm::StringRef shell) {
  std::vector<ShellOption> options;
  for (const Option &option : optionTable) {
    ShellOption made;
    made.name = option.name.str();
    made.help = option.help.str();
    made.takesValue = !option.value.empty();
    made.isOptional = option.isOptional;
    made.isFile = option.value.starts_with("FILE");
    made.isFolder = option.value == "FOLDER";
    if (option.name == "recipe")
      made.extension = "script";
    if (option.value.contains('|'))
      for (llvm::StringRef word : llvm::split(option.value, '|'))
        made.words.push_back(word.str());
    options.push_back(std::move(made));
  }
  printShell(out, shell, "sparsec-bench", std::move(options));
}

std::string helpText() {
  std::string text =
      "usage: sparsec-bench SRC.c -recipe FILE (-matrix FILE | -generate "
      "NAME:SIZES)... [options] [-- clang flags]\n"
      "       sparsec-bench SRC.c (-recipe FILE | -against GENERATED.c) "
      "-corpus [options]\n"
      "       sparsec-bench -generate NAME:SIZES -write FILE\n"
      "       sparsec-bench -replay LOG -tune=STRATEGY [options]\n\n"
      "Runs the original and the generated code on the same inputs, verifies "
      "the results\nagainst each other and prints one table.\n\n";
  for (const Option &option : optionTable) {
    std::string head = "  -" + option.name.str();
    if (option.isOptional)
      head += "[=" + option.value.str() + "]";
    else
      head += " " + option.value.str();
    text += head +
            (head.size() < 22 ? std::string(22 - head.size(), ' ')
                              : std::string("  ")) +
            option.help.str() + "\n";
  }
  text += "\ngenerators; sizes in small letters may have a fraction:\n" +
          generatorHelp("  ");
  return text + "\nexit status: 0 ok, 1 source, recipe or matrix, 2 command "
                "line, 3 verification failed,\n70 internal error\n";
}

} // namespace sparsec::bench
