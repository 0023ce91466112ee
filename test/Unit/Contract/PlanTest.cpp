//===- PlanTest.cpp - inspect and update phases in the contract -----------===//

#include "sparsec/Frontend/Format.h"
#include "sparsec/Frontend/Frontend.h"
#include "sparsec/PlanApi/Emit.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

using namespace sparsec;

namespace {

const char *const spmvText = R"(
#pragma sparsec csr(n, m, index, col, a)
void spmv(int n, int m, const int *index, const int *col, const double *a,
          const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int j = index[i]; j < index[i + 1]; j++)
      y[i] += a[j] * x[col[j]];
}
)";

/// The program of \p text with two more phases: `copy` is a plan array for the
/// values, which an Update phase fills and the Execute phase reads.
class PlanTest : public testing::Test {
protected:
  void SetUp() override {
    // A name of its own: ctest runs tests of one program beside each other.
    llvm::SmallString<128> path;
    int descriptor = 0;
    ASSERT_FALSE(
        llvm::sys::fs::createTemporaryFile("plan", "c", descriptor, path));
    llvm::FileRemover remover(path);
    llvm::raw_fd_ostream(descriptor, true) << spmvText;
    FrontendOptions options;
    options.file = path.str().str();
    llvm::Expected<Program> parsed = parseSource(session, options);
    ASSERT_TRUE(bool(parsed)) << llvm::toString(parsed.takeError());
    program.emplace(std::move(*parsed));
    addCopy();
  }

  Statement statementOn(const std::string &name, const std::string &domain) {
    isl::set set(session.ctx(), "[n] -> { " + domain + " }");
    return Statement{.name = name,
                     .iterators = {},
                     .domain = set,
                     .constraints = isl::set::universe(set.space()),
                     .calls = {},
                     .assignment = std::nullopt,
                     .action = std::nullopt,
                     .sharing = {},
                     .location = "",
                     .source = ""};
  }

  void addCopy() {
    Array copy = program->arrays.at("a");
    copy.name = "copy";
    copy.owner = Array::Owner::Plan;
    copy.isConst = false;
    program->arrays["copy"] = copy;
    Statement &work = program->statements.begin()->second;
    work.assignment->value = work.assignment->value.mapNodes([](Expr &node) {
      if (node.kind == Expr::Kind::Access && node.text == "a")
        node.text = "copy";
    });
    Statement fill = statementOn("F", "F[j] : j >= 0");
    fill.iterators = {"j"};
    isl::pw_aff end =
        endOf(fill.calls, program->calls.begin()->second, {"j"}, fill.space());
    isl::pw_aff j = fill.iterator(0);
    fill.constraints = j.lt_set(end);
    fill.assignment =
        Assignment{Expr::access("copy", {j}, ElementType::float64()),
                   Update::Set, Expr::access("a", {j}, ElementType::float64())};
    Phase update{Phase::Role::Update,
                 ScheduleTree::loop("j", {{"F", j}}, ScheduleTree::leaf("F"))};
    program->statements.insert_or_assign("F", fill);
    program->phases.insert(program->phases.begin(), update);
  }

  /// Work before all other phases.
  void addFirst(Action work) {
    Statement call = statementOn("C", "C[]");
    call.action = std::move(work);
    program->statements.insert_or_assign("C", call);
    program->phases.insert(
        program->phases.begin(),
        Phase{Phase::Role::Inspect, ScheduleTree::leaf("C")});
  }

  std::string emit() {
    llvm::Expected<GeneratedText> text = emitC(*program, CodeGenOptions());
    // Without the runtime, which is in front.
    if (text) {
      std::string file = formatGenerated(*text);
      return file.substr(file.find("#define restrict"));
    }
    return "error: " + llvm::toString(text.takeError());
  }

  /// `{ F[j] -> [call] }` of a call with the argument n.
  static isl::pw_aff endOf(CallTable &table, UninterpretedCall call,
                           const std::vector<std::string> &iterators,
                           const isl::space &space) {
    for (isl::pw_aff &argument : call.arguments)
      argument = poly::parameter(space, "n");
    return sparsec::addCall(table, call, iterators, space);
  }

  Session session;
  std::optional<Program> program;
};

TEST_F(PlanTest, ArraysThatNoCallMakesAreAllocated) {
  std::string text = emit();
  for (const char *part :
       {"  double *copy;\n",
        "  status = sparsec_allocate(&plan->copy, \"copy\", "
        "(long long)index[n],\n",
        "sizeof(double), fill_limit);",
        "  if (status != SPARSEC_OK)\n    goto fail;\n",
        "  status = spmv_update(plan, index, a);\n", "  free(plan->copy);\n",
        "int spmv_update(spmv_plan *plan, const int *index, const double *a)",
        "  double *restrict copy = plan->copy;\n",
        "int spmv_execute(spmv_plan *plan, const int *restrict index,\n"
        "                 const int *restrict col, const double *restrict x,\n"
        "                 double *restrict y) {",
        "  const double *restrict copy = plan->copy;\n",
        "/// Takes new values of a into the plan",
        // `a` is no argument of _execute: only the drop-in can compare.
        "sparsec_overlap(y, 8 * (long long)n, a, 8 * (long long)index[n]))"})
    EXPECT_TRUE(llvm::StringRef(text).contains(part)) << part << "\n" << text;
}

TEST_F(PlanTest, ArraysThatAPhaseMakesAreAllocatedThere) {
  addFirst({action::Allocate{"copy"}, "allocate"});
  const std::string text = emit();
  EXPECT_EQ(llvm::StringRef(text).count("sparsec_allocate(&plan->copy"), 1u)
      << text;
}

TEST_F(PlanTest, FailureFreesWhatThereIs) {
  std::string text = emit();
  EXPECT_TRUE(llvm::StringRef(text).contains(
      "fail:\n  if (status != SPARSEC_OK)\n    spmv_destroy(plan);\n"
      "  return status;\n"))
      << text;
}

} // namespace
