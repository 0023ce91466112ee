//===- Matrices.cpp - matrices that recipes look at -----------------------===//
///
/// \file
/// matrix, digit_order.
///
//===----------------------------------------------------------------------===//

#include "Engine.h"

#include "sparsec/Matrix/DigitOrder.h"
#include "sparsec/Matrix/MatrixMarket.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"

namespace sparsec::recipe {
namespace {

/// Code for one matrix has its entries in it.
constexpr int64_t mostEntries = 1 << 16;

/// The file that \p name means: what the command line says, or one in the
/// folder of the recipe.
llvm::Expected<std::string> matrixFile(const Engine &engine,
                                       const std::string &name) {
  for (const auto &setting : engine.options.settings)
    if (setting.second == name)
      return name;
  llvm::SmallString<128> path(
      llvm::sys::path::parent_path(engine.options.file)),
      real, folder;
  if (llvm::sys::fs::real_path(path.empty() ? "." : path.str(), folder))
    return commandError("matrix: the recipe has no folder");
  llvm::sys::path::append(path, name);
  if (llvm::sys::fs::real_path(path, real))
    return commandError("matrix: there is no file '" + path.str() +
                        "'; name one on the command line: -set matrix=A.mtx");
  if (!real.starts_with((folder + "/").str()))
    return commandError("matrix: '" + name +
                        "' is outside the folder of the recipe");
  return std::string(path);
}

template <typename List>
void setList(lua_State *state, const char *field, const List &elements) {
  lua_createtable(state, int(elements.size()), 0);
  lua_Integer at = 1;
  for (auto element : elements) {
    if constexpr (std::is_floating_point_v<decltype(element)>)
      lua_pushnumber(state, element);
    else
      lua_pushinteger(state, lua_Integer(element));
    lua_rawseti(state, -2, at++);
  }
  lua_setfield(state, -2, field);
}

/// Complex values are pairs {re, im}.
void setValues(lua_State *state, const bench::CsrMatrix &matrix) {
  if (matrix.imaginary.empty())
    return setList(state, "values", matrix.value);
  lua_createtable(state, int(matrix.value.size()), 0);
  for (size_t at = 0; at < matrix.value.size(); ++at) {
    lua_createtable(state, 2, 0);
    lua_pushnumber(state, matrix.value[at]);
    lua_rawseti(state, -2, 1);
    lua_pushnumber(state, matrix.imaginary[at]);
    lua_rawseti(state, -2, 2);
    lua_rawseti(state, -2, lua_Integer(at) + 1);
  }
  lua_setfield(state, -2, "values");
}

void pushMatrix(lua_State *state, const bench::CsrMatrix &matrix) {
  lua_createtable(state, 0, 6);
  lua_pushinteger(state, matrix.rows);
  lua_setfield(state, -2, "rows");
  lua_pushinteger(state, matrix.columns);
  lua_setfield(state, -2, "columns");
  lua_pushinteger(state, matrix.entries());
  lua_setfield(state, -2, "entries");
  setList(state, "index", matrix.pointer);
  setList(state, "col", matrix.column);
  setValues(state, matrix);
}

template <typename List>
void addBytes(llvm::SHA256 &hash, const List &elements) {
  hash.update(
      llvm::StringRef(reinterpret_cast<const char *>(elements.data()),
                      elements.size() * sizeof(typename List::value_type)));
}

/// matrix("A.mtx"): rows, columns, entries, index, col, values.
llvm::Expected<int> matrix(Call &call) {
  Engine &engine = call.engine;
  if (lua_gettop(call.state) != 1 || lua_type(call.state, 1) != LUA_TSTRING)
    return commandError("matrix takes the name of a Matrix Market file: "
                        "matrix(param(\"matrix\", \"A.mtx\"))");
  llvm::Expected<std::string> path =
      matrixFile(engine, lua_tostring(call.state, 1));
  if (!path)
    return path.takeError();
  llvm::Expected<bench::MarketMatrix> read =
      bench::readMatrixMarket(*path, bench::MarketFields::AlsoComplex);
  if (!read)
    return commandError("matrix: " + llvm::toString(read.takeError()));
  if (int64_t(read->entries.entries()) > mostEntries)
    return commandError("matrix: " + *path + " has " +
                        llvm::Twine(read->entries.entries()) +
                        " entries; code is made for one matrix of at most " +
                        llvm::Twine(mostEntries));
  if (llvm::Error failure = bench::checkCompressible(*read, *path))
    return commandError("matrix: " + llvm::toString(std::move(failure)));
  const bench::CsrMatrix rows = bench::toCsr(std::move(*read));
  llvm::SHA256 hash;
  hash.update(engine.readData);
  addBytes(hash, rows.value);
  addBytes(hash, rows.imaginary);
  addBytes(hash, rows.column);
  addBytes(hash, rows.pointer);
  engine.readData = llvm::toHex(hash.final());
  if (!llvm::is_contained(engine.result.files, *path))
    engine.result.files.push_back(*path);
  pushMatrix(call.state, rows);
  return 1;
}

/// The integers of field \p name of the table at 1; empty when it has none.
std::vector<int64_t> integersOf(lua_State *state, const char *name) {
  std::vector<int64_t> result;
  if (lua_getfield(state, 1, name) == LUA_TTABLE)
    for (lua_Integer at = 1; at <= lua_Integer(lua_rawlen(state, -1)); ++at) {
      lua_rawgeti(state, -1, at);
      result.push_back(lua_tointeger(state, -1));
      lua_pop(state, 1);
    }
  lua_pop(state, 1);
  return result;
}

/// The columns of each row that the loop has digits for, from index and col.
llvm::Expected<DigitRows> digitRowsAt(lua_State *state, int64_t digits) {
  const std::vector<int64_t> index = integersOf(state, "index"),
                             col = integersOf(state, "col");
  DigitRows rows;
  for (size_t row = 0; row + 1 < index.size(); ++row) {
    rows.emplace_back();
    for (int64_t at = index[row]; at < index[row + 1]; ++at) {
      if (at < 0 || size_t(at) >= col.size() || col[size_t(at)] < 0)
        return commandError("digit_order: index and col are no rows of a "
                            "matrix");
      if (col[size_t(at)] < digits)
        rows.back().push_back(unsigned(col[size_t(at)]));
    }
  }
  return rows;
}

/// digit_order(A, 39, "search", 7): the place of each of 39 columns, with
/// tables of the lowest 7 digits.
llvm::Expected<int> digitOrder(Call &call) {
  lua_State *state = call.state;
  lua_Integer digits = lua_tointeger(state, 2);
  const char *name = lua_tostring(state, 3);
  lua_Integer tabled = luaL_optinteger(state, 4, 0);
  auto method = name ? digitOrderNamed(name) : std::nullopt;
  if (!lua_istable(state, 1) || digits < 1 || digits > 62 || !method ||
      tabled < 0 || tabled > 62)
    return commandError(
        "digit_order takes a matrix, a number of digits from 1 to 62, one of " +
        digitOrderNames() +
        ", and how many digits may have tables: digit_order(A, A.rows - 1, "
        "\"search\", 5)");
  llvm::Expected<DigitRows> rows = digitRowsAt(state, digits);
  if (!rows)
    return rows.takeError();
  const std::vector<unsigned> order =
      orderDigits(*rows, unsigned(digits), *method, unsigned(tabled));
  lua_createtable(state, int(order.size()), 0);
  for (size_t column = 0; column < order.size(); ++column) {
    lua_pushinteger(state, order[column]);
    lua_rawseti(state, -2, lua_Integer(column) + 1);
  }
  const DigitCost cost = costOf(*rows, order, unsigned(tabled));
  lua_pushnumber(state, cost.additions);
  lua_pushnumber(state, cost.multiplications);
  return 3;
}

} // namespace

void addMatrixCommands(Engine &engine) {
  engine.addCommand("matrix", matrix);
  engine.addCommand("digit_order", digitOrder);
}

} // namespace sparsec::recipe
