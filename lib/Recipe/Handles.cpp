//===- Handles.cpp - statements as Lua values -----------------------------===//

#include "Handles.h"

#include "Engine.h"

namespace sparsec::recipe {

static constexpr const char *handleType = "sparsec.statement";

void HandleTable::recordStep(const Program &before, const StepResult &step,
                             const std::string &stepText, SourcePlace place) {
  for (const auto &entry : before.statements) {
    if (step.program.statements.count(entry.first))
      continue;
    Consumption &consumption = consumed[entry.first];
    ++consumption.count;
    consumption.step = stepText;
    consumption.place = place;
    consumption.replacedBy.clear();
    for (const InstanceMap &map : step.instanceMaps)
      if (map.oldStatement == entry.first)
        consumption.replacedBy.push_back(map.newStatement);
    if (consumption.replacedBy.empty())
      for (const MadeStatement &made : step.made)
        consumption.replacedBy.push_back(made.statement);
  }
}

std::string HandleTable::originOf(const std::string &name) const {
  for (const auto &[origin, consumption] : consumed)
    if (llvm::is_contained(consumption.replacedBy, name))
      return origin;
  return "";
}

llvm::Error HandleTable::staleError(const std::string &name) const {
  const Consumption &consumption = consumed.at(name);
  std::string instead = consumption.replacedBy.empty()
                            ? "it has no successor"
                            : "it became: " + joined(consumption.replacedBy) +
                                  "; use what that command returned";
  return commandError(
      "stale handle: statement " + name + " no longer exists",
      {{consumption.place, "",
        consumption.step + " consumed " + name + "; " + instead}});
}

llvm::Expected<std::string> HandleTable::resolve(const Handle &handle,
                                                 const Program &program) const {
  auto found = consumed.find(handle.statement);
  unsigned generation = found == consumed.end() ? 0 : found->second.count;
  if (program.statements.count(handle.statement) &&
      generation == handle.generation)
    return handle.statement;
  return staleError(handle.statement);
}

llvm::Expected<std::string> HandleTable::resolve(const std::string &name,
                                                 const Program &program) const {
  if (program.statements.count(name))
    return name;
  if (consumed.count(name))
    return staleError(name);
  std::vector<std::string> names = statementNames(program);
  return commandError("no statement '" + name + "'; the statements are: " +
                      joined(names) + didYouMean(name, names));
}

const Handle *HandleTable::at(lua_State *state, int position) const {
  void *value = luaL_testudata(state, position, handleType);
  return value ? &handles[*static_cast<size_t *>(value)] : nullptr;
}

llvm::Expected<std::string> statementAt(lua_State *state, int position) {
  Engine &engine = Engine::of(state);
  if (const Handle *handle = engine.handles.at(state, position))
    return engine.handles.resolve(*handle, engine.program);
  if (lua_type(state, position) == LUA_TSTRING)
    return engine.handles.resolve(lua_tostring(state, position),
                                  engine.program);
  int isInteger = 0;
  lua_Integer number = lua_tointegerx(state, position, &isInteger);
  if (!isInteger)
    return commandError(
        llvm::Twine("expected a statement (a handle such as s, a name such as "
                    "\"S0\" or a number), not ") +
        luaL_typename(state, position));
  std::vector<std::string> names = statementNames(engine.program);
  if (number >= 0 && size_t(number) < names.size())
    return names[size_t(number)];
  return commandError(
      "no statement number " + llvm::Twine(number) +
      "; they are numbered from 0 in textual order: " + joined(names));
}

//===----------------------------------------------------------------------===//
// Lua side
//===----------------------------------------------------------------------===//

/// The statement of role \p key in \p handle; further ones of the same role
/// are called "copy2", "copy3".
static const MadeStatement *findRole(const Handle &handle,
                                     llvm::StringRef key) {
  std::map<std::string, unsigned> seen;
  for (const MadeStatement &made : handle.made) {
    unsigned count = ++seen[made.role];
    std::string name = made.role + (count > 1 ? std::to_string(count) : "");
    if (key == name)
      return &made;
  }
  return nullptr;
}

/// x.name, x.executor, …
static llvm::Expected<int> indexHandle(Call &call) {
  HandleTable &handles = call.engine.handles;
  const Handle *handle = handles.at(call.state, 1);
  if (!handle || lua_type(call.state, 2) != LUA_TSTRING)
    return commandError("a statement handle has named fields only");
  std::string key = lua_tostring(call.state, 2);
  if (key == "name") {
    lua_pushstring(call.state, handle->statement.c_str());
    return 1;
  }
  std::vector<std::string> fields = {"name"};
  for (const MadeStatement &made : handle->made)
    fields.push_back(made.role);
  const MadeStatement *made = findRole(*handle, key);
  if (!made)
    return commandError(
        "statement handle " + handle->statement + " has no field '" + key +
        "'; it has: " + joined(fields) + didYouMean(key, fields));
  handles.push(call.state, std::string(made->statement));
  return 1;
}

static int handleToText(lua_State *state) {
  const Handle *handle = Engine::of(state).handles.at(state, 1);
  luaL_argexpected(state, handle, 1, "statement");
  lua_pushstring(state, handle->statement.c_str());
  return 1;
}

static int handlesAreEqual(lua_State *state) {
  const HandleTable &handles = Engine::of(state).handles;
  const Handle *a = handles.at(state, 1);
  const Handle *b = handles.at(state, 2);
  lua_pushboolean(state, a && b && a->statement == b->statement &&
                             a->generation == b->generation);
  return 1;
}

void HandleTable::push(lua_State *state, const std::string &statement,
                       std::vector<MadeStatement> made) {
  auto found = consumed.find(statement);
  unsigned generation = found == consumed.end() ? 0 : found->second.count;
  auto *value =
      static_cast<size_t *>(lua_newuserdatauv(state, sizeof(size_t), 0));
  *value = handles.size();
  handles.push_back({statement, generation, std::move(made)});
  if (luaL_newmetatable(state, handleType)) {
    constexpr luaL_Reg methods[] = {{"__tostring", handleToText},
                                    {"__eq", handlesAreEqual},
                                    {nullptr, nullptr}};
    luaL_setfuncs(state, methods, 0);
    Engine::of(state).pushCommand("", indexHandle);
    lua_setfield(state, -2, "__index");
    lua_pushliteral(state, "statement");
    lua_setfield(state, -2, "__metatable");
    lua_pushliteral(state, "statement");
    lua_setfield(state, -2, "__name");
  }
  lua_setmetatable(state, -2);
}

} // namespace sparsec::recipe
