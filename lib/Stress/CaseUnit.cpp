//===- CaseUnit.cpp - the C file of one case ------------------------------===//

#include "CaseUnit.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

namespace sparsec::stress {
namespace {

const char *const prologue = R"(#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _OPENMP
#include <omp.h>
#endif
void *stress_malloc(size_t size);
void *stress_aligned_alloc(size_t alignment, size_t size);
void *stress_calloc(size_t count, size_t size);
void *stress_realloc(void *pointer, size_t size);
void stress_free(void *pointer);
#define malloc stress_malloc
#define aligned_alloc stress_aligned_alloc
#define calloc stress_calloc
#define realloc stress_realloc
#define free stress_free
)";

/// The lanes of a vector become threads, which emulation can set against each
/// other: `omp simd` allows no more than `omp parallel for` does. Neither may
/// stand inside a loop of lanes, also not of lanes of threads.
std::string withThreadsForLanes(std::string text) {
  const std::pair<std::string, std::string> rewrites[] = {
      {"#pragma omp simd", "#pragma omp parallel for"},
      {"#pragma omp parallel for simd", "#pragma omp parallel for"},
      {"#pragma omp for simd", "#pragma omp for"}};
  for (const auto &[lanes, threads] : rewrites)
    for (size_t at = 0; (at = text.find(lanes, at)) != std::string::npos;)
      text.replace(at, lanes.size(), threads);
  return text;
}

/// The name that a C declarator declares: `const double *restrict x`,
/// `double X[m][p]`, `double (*X)[p]`.
std::string declaredName(llvm::StringRef declarator) {
  size_t pointer = declarator.find("(*");
  if (pointer != llvm::StringRef::npos)
    declarator = declarator.substr(pointer + 2).split(')').first;
  declarator = declarator.split('[').first.rtrim();
  size_t start = declarator.find_last_of(" *");
  return declarator.substr(start == llvm::StringRef::npos ? 0 : start + 1)
      .str();
}

/// The names of the parameters of `int FUNCTION(…)` in \p text; none when it
/// is not defined there.
std::optional<std::vector<std::string>>
signatureOf(llvm::StringRef text, const std::string &function) {
  size_t at = text.find("\nint " + function + "(");
  if (at == llvm::StringRef::npos)
    return std::nullopt;
  text = text.substr(at + function.size() + 6);
  text = text.substr(0, text.find("{"));
  text = text.substr(0, text.rfind(")"));
  std::vector<std::string> names;
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, ',');
  for (llvm::StringRef part : parts)
    names.push_back(declaredName(part.trim()));
  return names;
}

/// The call of \p function with what stands behind the parameters' names.
std::string callOf(const CaseRecord &record, const std::string &function,
                   const std::vector<std::string> &names,
                   const std::string &plan) {
  std::vector<std::string> all = record.kernel.parameters(), parts;
  std::string integer = record.kernel.isLong ? "long" : "int";
  for (const std::string &name : names) {
    auto found = llvm::find(all, name);
    if (found == all.end()) {
      parts.push_back(plan);
      continue;
    }
    std::string argument =
        "arguments[" + std::to_string(found - all.begin()) + "]";
    bool isArray = llvm::any_of(
        stock(), [&](const ArrayInfo &array) { return name == array.name; });
    parts.push_back(isArray ? argument : "*(" + integer + " *)" + argument);
  }
  return function + "(" + llvm::join(parts, ", ") + ")";
}

std::string entryPoint(const CaseRecord &record) {
  std::string name = record.name(), plan = name + "_plan";
  auto call = [&](const std::string &suffix, const std::string &argument) {
    std::string function = name + suffix;
    auto names = signatureOf(record.generated, function);
    return names ? callOf(record, function, *names, argument) : "0";
  };
  std::string source =
      callOf(record, name + "_source", record.kernel.parameters(), "");
  return "\nint stress_run_" + name + "(int task, void **arguments) {\n" +
         "  static " + plan + " *plan;\n  int status = 0;\n" +
         "  switch (task) {\n  case 0:\n    " + source + ";\n    break;\n" +
         "  case 1:\n    status = " + call("_inspect", "&plan") +
         ";\n    if (!status)\n      status = " + call("_execute", "plan") +
         ";\n    break;\n  case 2:\n    status = " + call("_update", "plan") +
         ";\n    if (!status)\n      status = " + call("_execute", "plan") +
         ";\n    break;\n  default:\n    " + name +
         "_destroy(plan);\n    plan = NULL;\n  }\n  return status;\n}\n" +
         "const char *stress_message_" + name +
         "(void) { return sparsec_last_error(); }\n";
}

} // namespace

bool hasParallelLoops(const CaseRecord &record) {
  return record.generated.find("#pragma omp") != std::string::npos;
}

/// The source without `#pragma sparsec`, which would be a warning.
static std::string plainSource(const CaseRecord &record) {
  std::string text = record.kernel.text(record.name());
  return text.substr(text.find("void " + record.name()));
}

std::string caseUnit(const CaseRecord &record) {
  std::string name = record.name();
  return prologue + std::string("#define ") + name + " " + name +
         "_source\n#pragma GCC diagnostic push\n"
         "#pragma GCC diagnostic ignored \"-Wunused-parameter\"\n"
         "#pragma GCC diagnostic ignored \"-Wunused-but-set-variable\"\n" +
         plainSource(record) + "#pragma GCC diagnostic pop\n#undef " + name +
         "\n" + withThreadsForLanes(record.generated) + entryPoint(record);
}

} // namespace sparsec::stress
