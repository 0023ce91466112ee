//===- Crashes.cpp - what a crash of sparsec says -------------------------===//
#include "Crashes.h"

#include "sparsec/Report/Report.h"
#include "sparsec/Support/Diagnostics.h"
#include "sparsec/Support/JsonDiagnostics.h"

#include <csignal>
#include <cstring>

using namespace sparsec;

/// A failed assertion or a crash: no output, and exit code 70, unless it is the
/// user's own code that crashed.
static void onCrash(int) {
  static char users[256];
  if (const char *name = runningUserFunction()) {
    std::strncat(users, "-run-inspectors: '", 32);
    std::strncat(users, name, 160);
    std::strncat(users, "' of the source crashed", 32);
    exitWithMessage("sparsec", "error", users, ExitUserError);
  }
  exitWithMessage("sparsec", "internal error",
                  "it crashed; please report it with the source and the recipe",
                  ExitInternal);
}

void catchCrashes() {
  for (int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL})
    std::signal(signal, onCrash);
}
