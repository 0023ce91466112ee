//===- CaseUnit.cpp - the C files of one case -----------------------------===//

#include "CaseUnit.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

namespace sparsec::stress {
namespace {

const char *const headers = R"(#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _OPENMP
#include <omp.h>
#endif
)";

/// Generated code allocates between guard zones.
const char *const guardedHeap = R"(#ifdef __cplusplus
extern "C" {
#endif
void *stress_malloc(size_t size);
void *stress_aligned_alloc(size_t alignment, size_t size);
void *stress_calloc(size_t count, size_t size);
void *stress_realloc(void *pointer, size_t size);
void stress_free(void *pointer);
#ifdef __cplusplus
}
#endif
#define malloc stress_malloc
#define aligned_alloc stress_aligned_alloc
#define calloc stress_calloc
#define realloc stress_realloc
#define free stress_free
)";

/// Functions with a stream take arrays on the GPU and leave them there.
const char *const deviceCopies = R"(
struct StressPointer {
  void *start;
  template <typename T> operator T *() const { return (T *)start; }
};
template <typename Call>
static int stress_on_gpu(Call call, void **host, const size_t *bytes,
                         const char *kinds) {
  void *images[64];
  int count = (int)strlen(kinds);
  for (int k = 0; k < count; ++k) {
    images[k] = host[k];
    if (kinds[k] != 'a')
      continue;
    cudaMalloc(&images[k], bytes[k]);
    cudaMemcpy(images[k], host[k], bytes[k], cudaMemcpyHostToDevice);
  }
  cudaEmulation::mostToHost = 8;
  int status = call(images);
  cudaEmulation::mostToHost = (size_t)-1;
  for (int k = 0; k < count; ++k)
    if (kinds[k] == 'a') {
      cudaMemcpy(host[k], images[k], bytes[k], cudaMemcpyDeviceToHost);
      cudaFree(images[k]);
    }
  return status;
}
/* Makes the loader give this thread its copies of all __shared__ arrays. */
static thread_local volatile char stress_touched;
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

/// The names of the parameters of \p function, `int NAME`, in \p text; none
/// when it is not defined there.
std::optional<std::vector<std::string>>
signatureOf(llvm::StringRef text, const std::string &function) {
  size_t at = text.rfind(function + "(");
  if (at == llvm::StringRef::npos)
    return std::nullopt;
  text = text.substr(at + function.size() + 1);
  text = text.substr(0, text.find("{"));
  text = text.substr(0, text.rfind(")"));
  std::vector<std::string> names;
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, ',');
  for (llvm::StringRef part : parts)
    names.push_back(declaredName(part.trim()));
  return names;
}

/// The arguments with their names in generated code, which may be others than
/// the source's: keywords of C++.
std::vector<Kernel::Argument> generatedArguments(const CaseRecord &record) {
  std::vector<Kernel::Argument> result = record.kernel.arguments();
  // The drop-in has them all, in the source's order.
  auto names = signatureOf(record.generated, "void " + record.name());
  for (size_t pos = 0; names && pos < names->size() && pos < result.size();
       ++pos)
    result[pos].name = (*names)[pos];
  return result;
}

/// Writes the entry point of one case.
class EntryWriter {
public:
  explicit EntryWriter(const CaseRecord &record)
      : record(record), name(record.name()), isCxx(record.onGpu),
        parameters(record.kernel.parameters()),
        arguments(generatedArguments(record)) {}

  /// `void stress_source_kN(void **arguments)`
  std::string source() const;
  std::string run() const;

private:
  std::string place(const std::string &parameter) const;
  std::string value(const Kernel::Argument &argument) const;
  /// Structures that arguments point to.
  std::string setUp() const;
  /// The call of \p function with what stands behind the parameters' names.
  std::string call(const std::string &function,
                   const std::vector<std::string> &names,
                   const std::string &plan) const;
  std::string contract(const std::string &suffix,
                       const std::string &plan) const;
  std::vector<std::string> allNames() const;

  const CaseRecord &record;
  std::string name;
  bool isCxx;
  std::vector<std::string> parameters;
  std::vector<Kernel::Argument> arguments;
};

std::string EntryWriter::place(const std::string &parameter) const {
  return "arguments[" +
         std::to_string(llvm::find(parameters, parameter) -
                        parameters.begin()) +
         "]";
}

std::string EntryWriter::value(const Kernel::Argument &argument) const {
  if (argument.isStruct)
    return "&A_argument";
  std::string at = place(argument.parameters[0]);
  if (!argument.isArray)
    return std::string("*(") + (record.kernel.isLong ? "long" : "int") + " *)" +
           at;
  return isCxx ? "StressPointer{" + at + "}" : at;
}

std::string EntryWriter::setUp() const {
  for (const Kernel::Argument &argument : arguments) {
    if (!argument.isStruct)
      continue;
    std::vector<std::string> members;
    for (const std::string &each : argument.parameters)
      members.push_back(isCxx ? "StressPointer{" + place(each) + "}"
                              : place(each));
    return "  struct matrix A_argument __attribute__((unused)) = {" +
           llvm::join(members, ", ") + "};\n";
  }
  return "";
}

std::string EntryWriter::call(const std::string &function,
                              const std::vector<std::string> &names,
                              const std::string &plan) const {
  std::vector<std::string> parts;
  for (const std::string &each : names) {
    auto found =
        llvm::find_if(arguments, [&](const Kernel::Argument &argument) {
          return argument.name == each;
        });
    parts.push_back(found != arguments.end() ? value(*found)
                    : each == "stream"       ? "NULL"
                                             : plan);
  }
  return function + "(" + llvm::join(parts, ", ") + ")";
}

std::vector<std::string> EntryWriter::allNames() const {
  std::vector<std::string> names;
  for (const Kernel::Argument &argument : arguments)
    names.push_back(argument.name);
  return names;
}

std::string EntryWriter::contract(const std::string &suffix,
                                  const std::string &plan) const {
  auto names = signatureOf(record.generated, "int " + name + suffix);
  if (!names)
    return "0";
  std::string text = call(name + suffix, *names, plan);
  if (!isCxx)
    return text;
  // `stream` comes last, also where an argument is called so.
  bool takesStream =
      llvm::count(*names, "stream") > llvm::count(allNames(), "stream");
  std::string function = "[&](void **arguments) {\n  (void)arguments;\n" +
                         setUp() + "  return " + text + ";\n  }";
  if (!takesStream)
    return "(" + function + ")(arguments)";
  std::string kinds;
  for (const std::string &parameter : parameters)
    kinds += llvm::any_of(stock(),
                          [&](const ArrayInfo &array) {
                            return parameter == array.name;
                          })
                 ? 'a'
                 : 's';
  return "stress_on_gpu(" + function + ", arguments, bytes, \"" + kinds + "\")";
}

std::string EntryWriter::source() const {
  EntryWriter inC = *this;
  inC.isCxx = false;
  return "\nvoid stress_source_" + name + "(void **arguments) {\n" +
         inC.setUp() + "  " + inC.call(name + "_source", allNames(), "") +
         ";\n}\n";
}

std::string EntryWriter::run() const {
  std::string linkage = isCxx ? "extern \"C\" " : "",
              locals = isCxx ? "  stress_touched = 1;\n" : setUp();
  auto step = [&](const char *label, const std::string &first) {
    return std::string("  ") + label + ":\n    status = " + first +
           ";\n    if (!status)\n      status = " +
           contract("_execute", "plan") + ";\n    break;\n";
  };
  std::string dropIn = call(name, allNames(), "");
  if (isCxx)
    dropIn = "([&](void **arguments) {\n" + setUp() + "  " + dropIn +
             ";\n  })(arguments)";
  return "\n" + linkage + "void stress_source_" + name + "(void **);\n" +
         linkage + "int stress_run_" + name +
         "(int task, void **arguments, const size_t *bytes) {\n  static " +
         name + "_plan *plan;\n  int status = 0;\n  (void)bytes;\n" + locals +
         "  switch (task) {\n  case 0:\n    stress_source_" + name +
         "(arguments);\n    break;\n" +
         step("case 1", contract("_inspect", "&plan")) +
         step("case 2", contract("_update", "plan")) + "  case 4:\n    " +
         dropIn + ";\n    break;\n  case 5:\n    status = " +
         contract("_inspect", "&plan") +
         ";\n    if (status && plan)\n      status = -1;\n    break;\n"
         "  default:\n    " +
         name +
         "_destroy(plan);\n    plan = NULL;\n  }\n  return status;\n}\n" +
         linkage + "const char *stress_message_" + name +
         "(void) { return sparsec_last_error(); }\n";
}

/// The source under another name; what it leaves unused is no concern.
std::string renamedSource(const CaseRecord &record) {
  std::string name = record.name();
  return "#define " + name + " " + name +
         "_source\n#pragma GCC diagnostic push\n"
         "#pragma GCC diagnostic ignored \"-Wunused-parameter\"\n"
         "#pragma GCC diagnostic ignored \"-Wunused-variable\"\n"
         "#pragma GCC diagnostic ignored \"-Wunused-but-set-variable\"\n"
         "#pragma GCC diagnostic ignored \"-Wsign-compare\"\n" +
         record.kernel.definition(name) +
         "#pragma GCC diagnostic pop\n#undef " + name + "\n";
}

} // namespace

bool hasParallelLoops(const CaseRecord &record) {
  return record.generated.find("#pragma omp") != std::string::npos;
}

bool hasAtomicUpdates(const CaseRecord &record) {
  return record.generated.find("#pragma omp atomic") != std::string::npos;
}

std::vector<UnitFile> caseUnits(const CaseRecord &record) {
  EntryWriter entry(record);
  // The copy of the source in the generated file compares as it does.
  std::string quiet =
      record.kernel.isUnsigned
          ? "#pragma GCC diagnostic ignored \"-Wsign-compare\"\n"
          : "";
  if (!record.onGpu)
    return {{".c", headers + std::string(guardedHeap) + quiet +
                       withThreadsForLanes(record.generated) +
                       renamedSource(record) + entry.source() + entry.run()}};
  return {{".source.c", headers + record.kernel.preamble() +
                            renamedSource(record) + entry.source()},
          {".cpp", "#include <cuda_runtime.h>\n" + std::string(headers) +
                       guardedHeap + quiet + record.generated + deviceCopies +
                       entry.run()}};
}

} // namespace sparsec::stress
