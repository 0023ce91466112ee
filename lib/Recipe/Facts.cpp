//===- Facts.cpp - what the recipe states ---------------------------------===//
///
/// \file
/// known, assume, assume_finite, allow_reassociation, allow_rounding, max_fill,
/// inspector.
///
//===----------------------------------------------------------------------===//

#include "Engine.h"

#include "sparsec/IR/FactParser.h"
#include "sparsec/IR/TakenNames.h"

namespace sparsec::recipe {
namespace {

/// Adds what argument \p at of \p call states to \p program, or what is wrong
/// with it, and where, to \p wrong.
llvm::Error addArgument(const Call &call, int at, Fact::Origin origin,
                        Program &program, std::vector<PlacedError> &wrong) {
  if (lua_type(call.state, at) != LUA_TSTRING)
    return commandError(call.name + " takes strings: " + call.name +
                        "(\"lb == 0\"), not " + luaL_typename(call.state, at) +
                        "; Lua compares before " + call.name + " sees it");
  const std::string text = lua_tostring(call.state, at);
  const std::string fact = inNamesOf(program, text);
  const bool isAsWritten = fact == text;
  return llvm::handleErrors(
      addFacts(program, fact, origin, call.engine.diagnostics.text(call.place)),
      [&](const FactError &error) {
        wrong.push_back(
            {error.message, call.engine.placeInArgument(
                                call, at, isAsWritten ? error.begin : 0,
                                isAsWritten ? error.end : text.size())});
      });
}

/// The facts are added to a copy: on error none of them holds.
llvm::Expected<int> state(Call &call, Fact::Origin origin) {
  Engine &engine = call.engine;
  Program program = engine.program;
  int count = lua_gettop(call.state);
  if (count == 0)
    return commandError(call.name + " takes a fact as a string, such as " +
                        call.name + "(\"row_length(index) <= M\")");
  std::vector<PlacedError> wrong;
  for (int at = 1; at <= count; ++at)
    if (llvm::Error error = addArgument(call, at, origin, program, wrong))
      return error;
  if (!wrong.empty()) {
    auto error = std::make_unique<CommandError>(
        wrong.front().message, std::vector<Note>(), wrong.front().place);
    error->others.assign(wrong.begin() + 1, wrong.end());
    return llvm::Error(std::move(error));
  }
  const std::string text = call.name + "(" + argumentText(call.state, 1) + ")";
  engine.applied.push_back({engine.program, call.name, text, "", call.place,
                            engine.result.steps.size() + 1});
  engine.program = std::move(program);
  engine.finishStep(call, text, {});
  return 0;
}

llvm::Expected<int> known(Call &call) {
  return state(call, Fact::Origin::Declared);
}

llvm::Expected<int> assume(Call &call) {
  return state(call, Fact::Origin::Assumed);
}

llvm::Expected<int> assumeFinite(Call &call) {
  if (lua_gettop(call.state) != 0)
    return commandError("assume_finite takes no arguments");
  call.engine.program.assumeFinite = true;
  call.engine.finishStep(call, "assume_finite()", {});
  return 0;
}

llvm::Expected<int> allowReassociation(Call &call) {
  if (lua_gettop(call.state) != 0)
    return commandError("allow_reassociation takes no arguments");
  call.engine.program.allowReassociation = true;
  call.engine.finishStep(call, "allow_reassociation()", {});
  return 0;
}

/// allow_rounding("a", "b"): the plan may store their values in fewer bits.
llvm::Expected<int> allowRounding(Call &call) {
  Program &program = call.engine.program;
  std::vector<std::string> arrays, known;
  for (const auto &[name, array] : program.arrays)
    if (array.type.isFloating() && !array.isScalar())
      known.push_back(name);
  const int count = lua_gettop(call.state);
  for (int at = 1; at <= count; ++at) {
    if (lua_type(call.state, at) != LUA_TSTRING)
      break;
    arrays.push_back(inNamesOf(program, lua_tostring(call.state, at)));
  }
  if (arrays.empty() || int(arrays.size()) < count)
    return commandError("allow_rounding takes the names of arrays, such as "
                        "allow_rounding(\"a\"): those whose values the plan "
                        "may store in fewer bits");
  for (const std::string &name : arrays)
    if (!llvm::is_contained(known, name))
      return commandError("allow_rounding: there is no array '" + name +
                          "' of floating-point elements" +
                          didYouMean(name, known));
  program.mayRound.insert(arrays.begin(), arrays.end());
  std::string text;
  for (int at = 1; at <= count; ++at)
    text += (at > 1 ? ", " : "") + argumentText(call.state, at);
  call.engine.finishStep(call, "allow_rounding(" + text + ")", {});
  return 0;
}

/// max_fill(10): the inspector refuses results above this many times the input.
llvm::Expected<int> maxFill(Call &call) {
  int isNumber = 0;
  double value = lua_tonumberx(call.state, 1, &isNumber);
  if (!isNumber || lua_gettop(call.state) != 1 || !(value >= 1))
    return commandError("max_fill takes a number of at least 1: how many times "
                        "the input's entries the result may hold");
  call.engine.program.maxFill = value;
  call.engine.finishStep(call, "max_fill(" + argumentText(call.state, 1) + ")",
                         {});
  return 0;
}

/// inspector("cuda"): inspection and updates run on the GPU.
llvm::Expected<int> inspector(Call &call) {
  const char *place =
      lua_type(call.state, 1) == LUA_TSTRING && lua_gettop(call.state) == 1
          ? lua_tostring(call.state, 1)
          : "";
  llvm::StringRef name = place;
  if (name != "cuda" && name != "host")
    return commandError("inspector takes \"cuda\" or \"host\": where the "
                        "inspector runs");
  Program &program = call.engine.program;
  if (program.phases.size() > 1 && program.inspectsOnGpu != (name == "cuda"))
    return commandError("the inspector was made for another place by an "
                        "earlier step; inspector(\"" +
                        name + "\") comes first");
  program.inspectsOnGpu = name == "cuda";
  call.engine.finishStep(call, "inspector(" + argumentText(call.state, 1) + ")",
                         {});
  return 0;
}

} // namespace

void addFactCommands(Engine &engine) {
  engine.addCommand("known", known);
  engine.addCommand("assume", assume);
  engine.addCommand("assume_finite", assumeFinite);
  engine.addCommand("allow_reassociation", allowReassociation);
  engine.addCommand("allow_rounding", allowRounding);
  engine.addCommand("max_fill", maxFill);
  engine.addCommand("inspector", inspector);
}

} // namespace sparsec::recipe
