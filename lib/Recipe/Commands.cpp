//===- Commands.cpp - what recipes can say beside steps -------------------===//

#include "sparsec/Recipe/Commands.h"

namespace sparsec {

static constexpr CommandHelp commands[] = {
    {"print", "print(); print(value, ...)",
     "the loops of all phases and their statements; values, as Lua prints "
     "them"},
    {"loops", "loops(s)", "the names of the loops around s, outermost first"},
    {"statements", "statements()", "handles to all statements"},
    {"dependences", "dependences(s); dependences()",
     "a line for each dependence from or to s, or of all statements"},
    {"is_parallel", "is_parallel(s, \"i\")",
     "whether the loop may run in parallel, and the reason if it may not"},
    {"assert_loops", "assert_loops(s, {\"i\", \"k\"})",
     "an error unless these are the loops around s"},
    {"known", "known(\"fact\", ...)",
     "states facts, which the inspector checks; -help=facts lists them"},
    {"assume", "assume(\"fact\", ...)", "states facts that nothing checks"},
    {"assume_finite", "assume_finite()",
     "no floating argument holds Inf or NaN: padding may multiply by zero"},
    {"allow_reassociation", "allow_reassociation()",
     "steps may add up floating-point values in another order"},
    {"allow_rounding", "allow_rounding(\"a\", ...)",
     "the plan may hold values of these arrays in fewer bits"},
    {"max_fill", "max_fill(x)",
     "the inspector refuses to store more than x times the input's entries"},
    {"inspector", "inspector(\"cuda\"); inspector(\"host\")",
     "where inspectors run that later steps make"},
    {"param", "param(\"T\", 32, {16, 32, 64}); param(\"file\", \"A.mtx\")",
     "the value of a param, which -set T=64 changes, and candidates for -tune"},
    {"matrix", "matrix(\"A.mtx\")",
     "a Matrix Market file as a table of rows, columns, entries and arrays"},
    {"digit_order", "digit_order(A, n, \"search\", 7)",
     "an order of columns for permute_digits, and what it costs"},
    {"target", "target()", "\"cuda\" if the output is to be CUDA, else \"c\""},
    {"use", "use(\"lib/x.script\")",
     "runs another recipe and returns what it returns"},
};

llvm::ArrayRef<CommandHelp> recipeCommands() { return commands; }

} // namespace sparsec
