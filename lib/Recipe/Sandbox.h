//===- Sandbox.h - the Lua libraries that recipes see -----------*- C++ -*-===//
#ifndef SPARSEC_LIB_RECIPE_SANDBOX_H
#define SPARSEC_LIB_RECIPE_SANDBOX_H

struct lua_State;

namespace sparsec::recipe {

class Limits;

/// Opens base, table, string, math and utf8 without what reaches outside, is
/// not reproducible or escapes the limits. \p limits must outlive the state.
void openSandbox(lua_State *state, Limits &limits);

} // namespace sparsec::recipe

#endif // SPARSEC_LIB_RECIPE_SANDBOX_H
