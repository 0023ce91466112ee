//===- Options.cpp - the command line of sparsec-stress -------------------===//

#include "Options.h"

#include "sparsec/Transforms/Transform.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <thread>

namespace sparsec::stress {

static const char *const usage =
    "usage: sparsec-stress [options]\n"
    "Composes random recipes for random kernels and compares the results.\n"
    "  -seed N       the random choices (1)\n"
    "  -seconds S    how long (60)\n"
    "  -cases N      stop after N cases\n"
    "  -case K       only case K, with all that happens to it\n"
    "  -step NAME    draw the transformation NAME mostly\n"
    "  -class NAME   kernels of the class NAME only (as in the report)\n"
    "  -stop         end with the first failing case\n"
    "  -keep DIR     write failing cases to DIR\n"
    "  -progress F   write the tables to F once a minute\n"
    "  -report       tables of steps by transformation and cases by class\n"
    "  -cover        until each transformation was accepted once\n"
    "  -thorough N   the checks that take long of one case in N (8)\n"
    "  -interpret N  interpret all cases, after each step and with other last\n"
    "                steps, and compile one in N, and those that the "
    "interpreter\n"
    "                does not know or finds to fail\n"
    "  -trace        every case with what was refused and why\n"
    "  -jobs N       processes (one per processor)\n"
    "  -cc COMPILER  for source and generated code (gcc)\n"
    "  -cflags FLAG  another flag for it (-O0 always)\n"
    "The last line is `N accepted, N refused, N wrong, N crashed`.\n";

/// Takes the option \p name with its value \p text; false when it is wrong.
static bool setOption(Options &options, llvm::StringRef name,
                      llvm::StringRef text) {
  uint64_t number = 0;
  bool isNumber = !text.getAsInteger(10, number);
  if (name == "-keep")
    options.keep = text.str();
  else if (name == "-progress")
    options.progress = text.str();
  else if (name == "-step" && findTransform(text))
    options.focus = text.str();
  else if (name == "-class" && llvm::is_contained(kernelClasses(), text))
    options.className = text.str();
  else if (name == "-cc")
    options.runner.compiler = text.str();
  else if (name == "-cflags")
    options.runner.flags.push_back(text.str());
  else if (!isNumber)
    return false;
  else if (name == "-seed")
    options.seed = number;
  else if (name == "-seconds")
    options.seconds = double(number);
  else if (name == "-cases")
    options.cases = number;
  else if (name == "-case")
    options.only = number;
  else if (name == "-thorough")
    options.thorough = std::max<uint64_t>(1, number);
  else if (name == "-interpret")
    options.compiled = std::max<uint64_t>(1, number);
  else if (name == "-jobs")
    options.jobs = unsigned(number ? number : 1);
  else
    return false;
  return true;
}

std::optional<Options> parseOptions(int argc, char **argv) {
  Options options;
  options.runner.runtimeFolder = SPARSEC_RUNTIME_FOLDER;
  options.runner.emulationFolder = SPARSEC_EMULATION_FOLDER;
  options.runner.threadsFile = SPARSEC_THREADS_FILE;
  options.jobs = std::max(1U, std::thread::hardware_concurrency());
  for (int at = 1; at < argc; ++at) {
    llvm::StringRef name = argv[at];
    if (name == "-report")
      options.report = true;
    else if (name == "-cover")
      options.cover = true;
    else if (name == "-stop")
      options.stop = true;
    else if (name == "-trace")
      options.trace = true;
    else if (name == "-unchecked") // hidden: what the checker is there for
      options.unchecked = true;
    else if (at + 1 < argc && setOption(options, name, argv[at + 1]))
      ++at;
    else {
      llvm::errs() << (name == "-help"
                           ? ""
                           : "sparsec-stress: what is '" + name.str() + "'?\n")
                   << usage;
      return std::nullopt;
    }
  }
  return options;
}

} // namespace sparsec::stress
