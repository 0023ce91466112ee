//===- GeneratedFile.cpp - calls of the contract functions ----------------===//
///
/// \file
/// The part of a driver that includes the generated code. On a GPU, bench_* do
/// what the host's do with copies around it: gpu.cu.
///
//===----------------------------------------------------------------------===//

#include "DriverWriting.h"
#include "sparsec/Bench/Driver.h"
#include "sparsec/IR/StorageFormat.h"
#include "sparsec/IR/StructureMember.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace sparsec::bench {
namespace {

/// Writes the wrappers around generated code.
class GeneratedWriter {
public:
  GeneratedWriter(const Kernel &kernel, const GeneratedInterface &interface,
                  DriverKind kind)
      : kernel(kernel), interface(interface), kind(kind),
        passing(passArguments(kernel, interface.isCuda)) {}

  std::string slotTable() const;
  std::string elementBytes(unsigned slot) const;
  std::string placeInStructures(unsigned slot) const;
  std::string roundingOf(const std::string &array) const;
  std::string wrappers() const;

private:
  using Names = std::vector<std::string>;

  bool reads(const Names &names, unsigned slot) const;
  bool takesStream(const Names &names) const;
  std::string callArguments(const std::string &plan, const Names &names) const;
  std::string function(const std::string &head, const std::string &callee,
                       const std::string &plan, const Names &names) const;
  std::string contractCall(const std::string &step, const std::string &plan,
                           const Names &names) const;
  std::string gpuCode() const;
  std::string messages() const;

  const Kernel &kernel;
  const GeneratedInterface &interface;
  DriverKind kind;
  ArgumentPassing passing;
};

bool GeneratedWriter::reads(const Names &names, unsigned slot) const {
  return llvm::any_of(kernel.arguments, [&](const KernelArgument &argument) {
    return llvm::is_contained(argument.slots, slot) &&
           llvm::is_contained(names, argument.name);
  });
}

/// The argument that \p slot is an array of structures or a member of.
static const KernelArgument &argumentOf(const Kernel &kernel, unsigned slot) {
  return *llvm::find_if(kernel.arguments, [&](const KernelArgument &argument) {
    return llvm::is_contained(argument.slots, slot);
  });
}

static std::string structureType(const KernelArgument &argument) {
  llvm::StringRef type = argument.baseType;
  type.consume_front("const ");
  return type.str();
}

std::string GeneratedWriter::elementBytes(unsigned slot) const {
  if (!kernel.slots[slot].holdsStructures)
    return std::to_string(kernel.slots[slot].type.bytes);
  return "(int)sizeof(" + structureType(argumentOf(kernel, slot)) + ")";
}

/// The last member of a bench_slot.
std::string GeneratedWriter::roundingOf(const std::string &array) const {
  const auto found = interface.roundedBy.find(array);
  if (found == interface.roundedBy.end())
    return ", 0";
  char text[40];
  snprintf(text, sizeof text, ", %a", found->second);
  return text;
}

/// Of the mantissa, the hidden one included; 0 for integers.
static int digitsOf(const ElementType &type) {
  if (const StorageFormat *small = smallFloat(type))
    return small->digits;
  return !type.isFloating() ? 0 : type.bytes == sizeof(float) ? 24 : 53;
}

/// Members of a bench_slot before the last. Only compilers know what they are.
std::string GeneratedWriter::placeInStructures(unsigned slot) const {
  const auto member = structureMember(kernel.slots[slot].name);
  if (!member)
    return std::string(", -1, 0, 0, ") +
           (kernel.slots[slot].holdsStructures ? "1" : "0");
  const KernelArgument &argument = argumentOf(kernel, slot);
  const std::string type = structureType(argument);
  return ", " + std::to_string(argument.slots[0]) + ", (int)offsetof(" + type +
         ", " + member->path + "), (int)sizeof(((" + type + " *)0)->" +
         member->path + "), 0";
}

std::string GeneratedWriter::slotTable() const {
  std::string text = "const struct bench_slot bench_slots[BENCH_SLOTS] = {\n";
  for (unsigned s = 0; s < kernel.slots.size(); ++s) {
    const Slot &slot = kernel.slots[s];
    bool varies = !reads(interface.inspect, s);
    bool updated = interface.update && reads(*interface.update, s);
    text += "    {\"" + slot.name + "\", " + elementBytes(s);
    for (unsigned number :
         {unsigned(digitsOf(slot.type)), unsigned(slot.isScalar),
          unsigned(slot.isWritten), unsigned(varies && !updated),
          unsigned(updated), slot.type.isComplex() ? 2U : 1U})
      text += ", " + std::to_string(number);
    text += placeInStructures(s) + roundingOf(slot.name) + "},\n";
  }
  return text + "};\nconst int bench_statements = " +
         std::to_string(kernel.statements.size()) +
         ";\nconst double bench_epsilon = " +
         llvm::formatv("{0:e17}", kernel.epsilon).str() +
         ";\nconst int bench_is_emulated = " +
         std::to_string(kind == DriverKind::Emulation) + ";\n";
}

/// Contract functions with a stream take device arrays.
bool GeneratedWriter::takesStream(const Names &names) const {
  return interface.isCuda && llvm::is_contained(names, "stream");
}

std::string GeneratedWriter::callArguments(const std::string &plan,
                                           const Names &names) const {
  Names values = {plan};
  for (const std::string &name : names) {
    if (interface.isCuda && name == "stream")
      values.push_back(kind == DriverKind::Gpu ? "bench_stream" : "NULL");
    for (size_t k = 0; k < kernel.arguments.size(); ++k)
      if (kernel.arguments[k].name == name)
        values.push_back(passing.values[k]);
  }
  return llvm::join(values, ", ");
}

std::string GeneratedWriter::function(const std::string &head,
                                      const std::string &callee,
                                      const std::string &plan,
                                      const Names &names) const {
  return head + " {\n" + passing.setUp +
         opaqueCall(callee, "return ", callArguments(plan, names)) + "}\n";
}

/// bench_STEP, on the host's arrays. On a GPU also bench_call_STEP, which takes
/// the arrays that the contract function does. So it is in the emulation for
/// functions that take device arrays.
std::string GeneratedWriter::contractCall(const std::string &step,
                                          const std::string &plan,
                                          const Names &names) const {
  const std::string parameters = "(void *" +
                                 std::string(step == "inspect" ? "*" : "") +
                                 "plan, void *const *args)";
  const std::string callee = kernel.name + "_" + step;
  bool isCopied = kind == DriverKind::Emulation && takesStream(names);
  if (kind != DriverKind::Gpu && !isCopied)
    return function("int bench_" + step + parameters, callee, plan, names);
  const std::string call = "bench_call_" + step;
  return function("int " + call + parameters, callee, plan, names) +
         "int bench_" + step + parameters + " {\n" +
         (takesStream(names) ? "  return bench_from_gpu(args, " + call +
                                   "(plan, bench_to_gpu(args)));\n}\n"
                             : "  return " + call + "(plan, args);\n}\n");
}

/// What gpu_measure.cu has to know of the contract.
std::string GeneratedWriter::gpuCode() const {
  std::string text = "static const int bench_executes[BENCH_SLOTS] = {";
  for (unsigned s = 0; s < kernel.slots.size(); ++s)
    text +=
        (s ? ", " : "") + std::string(reads(interface.execute, s) ? "1" : "0");
  return text + "};\nextern const struct bench_gpu_code bench_gpu_code;\n" +
         "const struct bench_gpu_code bench_gpu_code = {BENCH_LABEL, " +
         (takesStream(interface.inspect) ? "1" : "0") + ", bench_executes};\n";
}

std::string GeneratedWriter::messages() const {
  std::string text = "const char *bench_message(int code) {\n";
  if (interface.hasLastError)
    text += "  if (code > 0 && sparsec_last_error()[0])\n"
            "    return sparsec_last_error();\n";
  return text + (interface.hasMessages ? "  return sparsec_strerror(code);\n}\n"
                                       : "  (void)code;\n  return \"\";\n}\n");
}

std::string GeneratedWriter::wrappers() const {
  std::string type = kernel.name + "_plan";
  std::string text = "void bench_dropin(void *const *args) {\n" +
                     passing.setUp + sourceCall(kernel, passing) + "}\n";
  text += contractCall("inspect", "(" + type + " **)plan", interface.inspect);
  text += contractCall("execute", "(" + type + " *)plan", interface.execute);
  text +=
      interface.update
          ? contractCall("update", "(" + type + " *)plan", *interface.update)
          : "int bench_update(void *plan, void *const *args) {\n"
            "  (void)plan;\n  (void)args;\n  return 0;\n}\n";
  text += "void bench_destroy(void *plan) { " + kernel.name + "_destroy((" +
          type + " *)plan); }\n" + messages();
  return kind == DriverKind::Gpu ? text + gpuCode() : text;
}

/// gpu.cu for the emulation, where cudaMalloc has guards of its own. The
/// functions between the two leave their arrays on the GPU.
constexpr const char *emulatedCopies = R"(
static void *bench_images[BENCH_SLOTS];

static size_t bench_bytes(int s) {
  return bench_now->elements[s] * (size_t)bench_slots[s].bytes;
}

static void *const *bench_to_gpu(void *const *host) {
  ++bench_own_memory;
  for (int s = 0; s < BENCH_SLOTS; ++s) {
    bench_images[s] = host[s];
    if (bench_slots[s].scalar)
      continue;
    cudaMalloc(&bench_images[s], bench_bytes(s));
    cudaMemcpy(bench_images[s], host[s], bench_bytes(s),
               cudaMemcpyHostToDevice);
  }
  --bench_own_memory;
  cudaEmulation::mostToHost = 8;
  return bench_images;
}

static int bench_from_gpu(void *const *host, int code) {
  cudaEmulation::mostToHost = (size_t)-1;
  for (int s = 0; s < BENCH_SLOTS; ++s) {
    if (bench_slots[s].scalar)
      continue;
    cudaMemcpy(host[s], bench_images[s], bench_bytes(s),
               cudaMemcpyDeviceToHost);
    cudaFree(bench_images[s]);
  }
  return code;
}
)";

/// Makes generated code take its memory from gpu.cu.
constexpr const char *gpuMemory = R"(#include "bench_gpu.h"

#define cudaMalloc(pointer, bytes) bench_gpu_malloc((void **)(pointer), bytes)
#define cudaFree(pointer) bench_gpu_free(pointer)
#define cudaMallocAsync(pointer, bytes, stream) cudaMalloc(pointer, bytes)
#define cudaFreeAsync(pointer, stream) cudaFree(pointer)
)";

/// A C++ object keeps its other symbols: those of the CUDA compiler, and of
/// the language, which objects have in common.
std::vector<std::string> contractNames(const Kernel &kernel) {
  std::vector<std::string> names = {"sparsec_strerror", "sparsec_last_error",
                                    kernel.name};
  for (const char *step : {"_inspect", "_execute", "_update", "_destroy"})
    names.push_back(kernel.name + step);
  return names;
}

/// What other files of the driver call.
std::vector<std::string> wrapperNames() {
  return {"bench_slots",   "bench_statements",  "bench_epsilon",
          "bench_dropin",  "bench_is_emulated", "bench_inspect",
          "bench_execute", "bench_update",      "bench_destroy",
          "bench_message"};
}

} // namespace

std::vector<std::string> contractSymbols(DriverKind kind) {
  std::vector<std::string> names = wrapperNames();
  if (kind == DriverKind::Gpu)
    llvm::append_range(names, std::initializer_list<const char *>{
                                  "bench_call_inspect", "bench_call_execute",
                                  "bench_call_update", "bench_gpu_code"});
  return names;
}

DriverFile generatedFile(const Kernel &kernel,
                         const GeneratedInterface &interface,
                         const std::string &generatedPath, DriverKind kind) {
  GeneratedWriter writer(kernel, interface, kind);
  const std::string include = "#include \"" + generatedPath + "\"\n";
  const std::string copies =
      kind == DriverKind::Emulation && interface.isCuda ? emulatedCopies : "";
  const std::string code = "#include \"bench_driver.h\"\n\n" +
                           writer.slotTable() + copies + "\n" +
                           writer.wrappers();
  if (kind == DriverKind::Gpu)
    return {"contract.cu",
            gpuMemory + include + "\nextern \"C\" {\n" + code + "}\n",
            {},
            contractNames(kernel)};
  if (!interface.isCuda)
    return {"contract.c", include + "\n" + code, wrapperNames()};
  DriverFile file{"contract.cpp",
                  include + "\nextern \"C\" {\n" + code + "}\n",
                  {},
                  contractNames(kernel)};
  file.watched = true;
  return file;
}

/// What statements that tell their iterations call. A variadic template where
/// arrays of one expression are unknown.
constexpr const char *visitCall = R"(
#ifdef __cplusplus
extern "C" void bench_visit(int order, int loops, const long long *values);
template <typename Value, typename... Loops>
static inline Value sparsec_visit(Value value, int order, Loops... loops) {
  const long long values[] = {(long long)loops...};
  bench_visit(order, (int)sizeof...(loops), values);
  return value;
}
#else
void bench_visit(int order, int loops, const long long *values);
#define sparsec_visit(value, order, ...)                                       \
  (bench_visit(order,                                                          \
               (int)(sizeof((long long[]){__VA_ARGS__}) / sizeof(long long)),  \
               (long long[]){__VA_ARGS__}),                                    \
   value)
#endif
)";

/// Behind the contract: one execution.
constexpr const char *orderFunction = R"(
const int bench_is_ordered = 1;

int bench_order(void *const *args) {
  void *plan = NULL;
  bench_forget_visits();
  int code = bench_inspect(&plan, args);
  if (!code)
    code = bench_execute(plan, args);
  bench_destroy(plan);
  return code;
}
)";

std::vector<DriverFile> orderFiles(const Kernel &kernel,
                                   const GeneratedInterface &interface,
                                   const std::string &text, DriverKind kind) {
  DriverFile teller = generatedFile(kernel, interface, "telling.h", kind);
  const bool isCxx = teller.name != "contract.c";
  teller.name = isCxx ? "telling.cpp" : "telling.c";
  teller.text = visitCall + teller.text + (isCxx ? "extern \"C\" {" : "") +
                orderFunction + (isCxx ? "}\n" : "");
  // The contract of the plan to be verified has the same names.
  if (isCxx)
    for (const std::string &name : wrapperNames()) {
      teller.hidden.push_back(name);
      if (llvm::StringRef step = name; step.consume_front("bench_"))
        teller.hidden.push_back("bench_call_" + step.str());
    }
  else
    teller.visible = {"bench_is_ordered", "bench_order"};
  teller.watched = false;
  return {
      teller, {"telling.h", text, {}, {}, /*isCompiled=*/false}, visitsFile()};
}

} // namespace sparsec::bench
