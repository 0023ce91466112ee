//===- Pragma.cpp - a hint to the C compiler before a loop ----------------===//
///
/// \file
/// `pragma` writes a line `#pragma TEXT` before a loop:
///
///     for j                     #pragma GCC unroll 4
///       S(j)           =>       for j
///                                 S(j)
///
/// Only hints that cannot change results are accepted; what promises
/// independent iterations is left to `parallel` and `simd`, which are checked.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"loop", ParameterSpec::Kind::Loop, "the loop"},
    {"text", ParameterSpec::Kind::Text, "what follows `#pragma`"},
};

/// What stands in the parentheses of an option of `clang loop`.
enum class Argument { Switch, FullSwitch, Disable, Count, Lanes };

struct LoopOption {
  llvm::StringRef name;
  Argument argument;
  /// Options of one kind are about one thing; clang takes one switch and one
  /// number of each.
  llvm::StringRef kind;
  /// Makes clang add the terms of a sum in another order.
  bool mayReassociate = false;
};

constexpr LoopOption loopOptions[] = {
    {"vectorize", Argument::Switch, "vectorize", true},
    {"vectorize_width", Argument::Lanes, "vectorize", true},
    {"vectorize_predicate", Argument::Switch, "vectorize_predicate", true},
    {"interleave", Argument::Switch, "interleave", true},
    {"interleave_count", Argument::Count, "interleave", true},
    {"unroll", Argument::FullSwitch, "unroll"},
    {"unroll_count", Argument::Count, "unroll"},
    {"distribute", Argument::Switch, "distribute"},
    {"pipeline", Argument::Disable, "pipeline"},
    {"pipeline_initiation_interval", Argument::Count, "pipeline"},
};

/// An option as a text has it.
struct GivenOption {
  const LoopOption *option = nullptr;
  llvm::StringRef argument;

  bool isNumber() const {
    return option->argument == Argument::Count ||
           option->argument == Argument::Lanes;
  }
  std::string text() const {
    return option->name.str() + "(" + argument.str() + ")";
  }
};

/// Whether clang takes both options for one loop, in either order.
bool mayMeet(const GivenOption &one, const GivenOption &other) {
  if (one.option->kind != other.option->kind)
    return true;
  if (one.isNumber() == other.isNumber())
    return false;
  const GivenOption &on = one.isNumber() ? other : one;
  return on.option->kind != "unroll" && on.argument != "disable";
}

/// Whether \p text is a number of \p least to \p most and nothing else.
bool isNumber(llvm::StringRef text, unsigned least, unsigned most) {
  unsigned value = 0;
  const bool isDigits = !text.empty() && llvm::all_of(text, llvm::isDigit);
  return isDigits && !text.getAsInteger(10, value) && value >= least &&
         value <= most;
}

bool isCount(llvm::StringRef text) { return isNumber(text, 1, 1U << 30); }

bool fits(Argument argument, llvm::StringRef text) {
  switch (argument) {
  case Argument::FullSwitch:
    return text == "enable" || text == "disable" || text == "full";
  case Argument::Switch:
    return text == "enable" || text == "disable";
  case Argument::Disable:
    return text == "disable";
  case Argument::Count:
    return isCount(text);
  case Argument::Lanes: {
    auto [lanes, kind] = text.split(',');
    const bool isKind = kind.trim() == "fixed" || kind.trim() == "scalable";
    return text == "fixed" || text == "scalable" ||
           (isCount(lanes.trim()) && (isKind || !text.contains(',')));
  }
  }
  return false;
}

/// What a text says: nothing that a compiler could take for more than a hint.
struct Hint {
  bool isKnown = false;
  bool mayReassociate = false;
  std::vector<GivenOption> options = {};
};

/// `NAME(ARGUMENT) NAME(ARGUMENT)...`
Hint readLoopOptions(llvm::StringRef text) {
  Hint hint{!text.trim().empty()};
  while (!(text = text.ltrim()).empty()) {
    llvm::StringRef name = text.take_until([](char c) { return c == '('; });
    const size_t close = text.find(')');
    const auto *option =
        llvm::find_if(loopOptions, [&](const LoopOption &known) {
          return known.name == name.rtrim();
        });
    if (close == llvm::StringRef::npos || option == std::end(loopOptions))
      return {};
    llvm::StringRef argument = text.slice(name.size() + 1, close).trim();
    if (!fits(option->argument, argument))
      return {};
    hint.mayReassociate |= option->mayReassociate && argument != "disable";
    hint.options.push_back({option, argument});
    text = text.drop_front(close + 1);
  }
  return hint;
}

Hint readHint(llvm::StringRef text) {
  if (text.consume_front("clang loop "))
    return readLoopOptions(text);
  if (text.consume_front("GCC unroll "))
    return {isNumber(text.trim(), 1, 65534)}; // of GCC, 0 is 1
  if (text == "GCC novector" || text == "novector" || text == "nounroll" ||
      text == "unroll")
    return {true};
  if (!text.consume_front("unroll"))
    return {};
  const bool isSpaced = text.consume_front(" ");
  text = text.trim();
  const bool isEnclosed = text.consume_front("(") && text.consume_back(")");
  return {(isSpaced || isEnclosed) && isCount(text.trim())};
}

/// \p text on one line of printable characters.
std::string escaped(llvm::StringRef text) {
  std::string line;
  llvm::raw_string_ostream out(line);
  llvm::printEscapedString(text, out);
  return line;
}

llvm::Error checkPragma(const Program &program, llvm::StringRef text) {
  const Hint hint = readHint(text);
  if (!hint.isKnown) {
    std::vector<std::string> options;
    for (const LoopOption &option : loopOptions)
      options.push_back(option.name.str());
    return refuse("'" + escaped(text) +
                  "' is not a hint that leaves results alone; accepted are "
                  "GCC unroll N (1 to 65534), GCC novector, unroll, unroll N, "
                  "nounroll, novector and clang loop OPTION(ARGUMENT)... with "
                  "the options " +
                  llvm::join(options, ", ") +
                  ". For independent iterations use parallel or simd, which "
                  "are checked after every step");
  }
  if (hint.mayReassociate && !program.allowReassociation)
    return refuse("'" + text +
                  "' lets clang add the terms of a sum in another order, "
                  "which rounds differently; write allow_reassociation() "
                  "before it, or use simd");
  return llvm::Error::success();
}

/// Refuses what one loop cannot have: \p text, with the hints that it has.
llvm::Error checkTogether(const std::string &loop,
                          const std::vector<std::string> &hints,
                          llvm::StringRef text) {
  // GCC wants a loop right after each `#pragma GCC unroll`.
  for (llvm::StringRef other : hints)
    if (other == text || (other.contains("unroll") && text.contains("unroll")))
      return refuse("loop '" + loop + "' has the hint '" + other +
                    "' already; compilers take one of a kind");
  std::vector<GivenOption> all;
  for (llvm::StringRef other : hints)
    llvm::append_range(all, readHint(other).options);
  for (const GivenOption &option : readHint(text).options) {
    for (const GivenOption &before : all)
      if (!mayMeet(before, option))
        return refuse("'" + before.text() + "' and '" + option.text() +
                      "' are about one thing; clang takes one of them for a "
                      "loop");
    all.push_back(option);
  }
  return llvm::Error::success();
}

llvm::Expected<StepResult> pragma(const Program &program,
                                  const Arguments &args) {
  StepResult result = startStep(program);
  std::string statement = args.statement(), name = args.text("loop");
  const std::string given = args.text("text");
  std::string text = llvm::StringRef(given).trim(' ').str();
  auto loop = editLoop(result.program, statement, name);
  if (!loop)
    return loop.takeError();
  if (llvm::Error unfit = checkPragma(program, text))
    return unfit;
  if (llvm::Error unfit = checkTogether(name, (*loop)->marks.pragmas, text))
    return unfit;
  (*loop)->marks.pragmas.push_back(text);
  return result;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return pragma(program, args); });
}

} // namespace

extern const TransformSpec pragmaSpec;
const TransformSpec pragmaSpec = {
    .name = "pragma",
    .summary = "write a compiler hint before a loop",
    .before = "for j\n  S(j)",
    .after = "#pragma TEXT\nfor j\n  S(j)",
    .legality = "always: only hints that cannot change results are accepted; "
                "those that let clang reorder sums want allow_reassociation()",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
