//===- Driver.cpp - the C program that runs and compares ------------------===//
///
/// \file
/// Writes the parts of a driver that depend on the kernel. Original, generated
/// and reference code are included into a file each, so that their types and
/// static functions are at hand; everything but the bench_* functions is made
/// local to the object afterwards.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Bench/Driver.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

namespace sparsec::bench {

std::string kernelHeader(const Kernel &kernel, bool sanitize) {
  std::string text;
  auto define = [&](const std::string &name, const std::string &value) {
    text += "#define " + name + " " + value + "\n";
  };
  define("BENCH_SLOTS", std::to_string(kernel.slots.size()));
  define("BENCH_STATEMENTS", std::to_string(kernel.statements.size()));
  define("BENCH_EPSILON", kernel.usesFloat ? "0x1p-23" : "0x1p-52");
  if (sanitize)
    define("BENCH_SANITIZE", "1");
  return text;
}

/// The path of slot "A->part.col" below its argument "A": ".part.col".
static std::string memberPath(const Slot &slot,
                              const KernelArgument &argument) {
  llvm::StringRef path =
      llvm::StringRef(slot.name).drop_front(argument.name.size());
  path.consume_front("->");
  path.consume_front(".");
  return "." + path.str();
}

/// `*(const int *)args[2]`, or `args[2]` for an array.
static std::string slotValue(const Slot &slot, unsigned position,
                             const std::string &scalarType) {
  std::string place = "args[" + std::to_string(position) + "]";
  return slot.isScalar ? "*(const " + scalarType + " *)" + place : place;
}

ArgumentPassing passArguments(const Kernel &kernel, bool cxx) {
  ArgumentPassing passing;
  for (const KernelArgument &argument : kernel.arguments) {
    if (!argument.isStruct) {
      std::string place = "args[" + std::to_string(argument.slots[0]) + "]";
      passing.values.push_back(
          argument.isPointer
              ? (cxx ? "(" + argument.baseType + " *)" : "") + place
              : "*(const " + argument.baseType + " *)" + place);
      continue;
    }
    llvm::StringRef type = argument.baseType;
    type.consume_front("const ");
    passing.setUp += "  " + type.str() + " " + argument.name + " = {";
    for (unsigned position : argument.slots) {
      const Slot &slot = kernel.slots[position];
      passing.setUp += memberPath(slot, argument) + " = " +
                       slotValue(slot, position, slot.type.spelling) + ", ";
    }
    passing.setUp += "};\n";
    passing.values.push_back((argument.isPointer ? "&" : "") + argument.name);
  }
  return passing;
}

static std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += c;
  }
  return result + "\"";
}

static std::string include(const std::string &path) {
  return "#include " + quoted(path) + "\n";
}

/// A call that the compiler cannot inline into the driver's wrapper.
static std::string opaqueCall(const std::string &function,
                              const std::string &result,
                              const std::string &arguments) {
  return "  __typeof__(" + function + ") *volatile call = " + function +
         ";\n  " + result + "call(" + arguments + ");\n";
}

DriverFile originalFile(const Kernel &kernel, const std::string &sourcePath) {
  ArgumentPassing passing = passArguments(kernel);
  DriverFile file{"original.c", include(sourcePath), {"bench_original"}};
  file.text += "\nvoid bench_original(void *const *args) {\n" + passing.setUp +
               opaqueCall(kernel.name, "", llvm::join(passing.values, ", ")) +
               "}\n";
  return file;
}

namespace {

/// Writes the wrappers around generated code.
class GeneratedWriter {
public:
  GeneratedWriter(const Kernel &kernel, const GeneratedInterface &interface)
      : kernel(kernel), interface(interface),
        passing(passArguments(kernel, interface.isCuda)) {}

  std::string slotTable() const;
  std::string wrappers() const;

private:
  bool reads(const std::vector<std::string> &names, unsigned slot) const;
  std::string callArguments(const std::string &plan,
                            const std::vector<std::string> &names) const;
  std::string function(const std::string &head, const std::string &callee,
                       const std::string &plan,
                       const std::vector<std::string> &names) const;

  const Kernel &kernel;
  const GeneratedInterface &interface;
  ArgumentPassing passing;
};

bool GeneratedWriter::reads(const std::vector<std::string> &names,
                            unsigned slot) const {
  return llvm::any_of(kernel.arguments, [&](const KernelArgument &argument) {
    return llvm::is_contained(argument.slots, slot) &&
           llvm::is_contained(names, argument.name);
  });
}

std::string GeneratedWriter::slotTable() const {
  std::string text = "const struct bench_slot bench_slots[BENCH_SLOTS] = {\n";
  for (unsigned s = 0; s < kernel.slots.size(); ++s) {
    const Slot &slot = kernel.slots[s];
    bool varies = !reads(interface.inspect, s);
    bool updated = interface.update && reads(*interface.update, s);
    text += "    {" + quoted(slot.name);
    for (unsigned number : {slot.type.bytes, unsigned(slot.type.isFloating()),
                            unsigned(slot.isScalar), unsigned(slot.isWritten),
                            unsigned(varies && !updated), unsigned(updated)})
      text += ", " + std::to_string(number);
    text += "},\n";
  }
  return text + "};\n";
}

std::string
GeneratedWriter::callArguments(const std::string &plan,
                               const std::vector<std::string> &names) const {
  std::vector<std::string> values = {plan};
  for (const std::string &name : names) {
    if (interface.isCuda && name == "stream")
      values.push_back("NULL");
    for (size_t k = 0; k < kernel.arguments.size(); ++k)
      if (kernel.arguments[k].name == name)
        values.push_back(passing.values[k]);
  }
  return llvm::join(values, ", ");
}

std::string
GeneratedWriter::function(const std::string &head, const std::string &callee,
                          const std::string &plan,
                          const std::vector<std::string> &names) const {
  return head + " {\n" + passing.setUp +
         opaqueCall(callee, "return ", callArguments(plan, names)) + "}\n";
}

std::string GeneratedWriter::wrappers() const {
  std::string type = kernel.name + "_plan";
  std::string text =
      "void bench_dropin(void *const *args) {\n" + passing.setUp +
      opaqueCall(kernel.name, "", llvm::join(passing.values, ", ")) + "}\n";
  text += function("int bench_inspect(void **plan, void *const *args)",
                   kernel.name + "_inspect", "(" + type + " **)plan",
                   interface.inspect);
  text += function("int bench_execute(void *plan, void *const *args)",
                   kernel.name + "_execute", "(" + type + " *)plan",
                   interface.execute);
  text += interface.update
              ? function("int bench_update(void *plan, void *const *args)",
                         kernel.name + "_update", "(" + type + " *)plan",
                         *interface.update)
              : "int bench_update(void *plan, void *const *args) {\n"
                "  (void)plan;\n  (void)args;\n  return 0;\n}\n";
  text += "void bench_destroy(void *plan) { " + kernel.name + "_destroy((" +
          type + " *)plan); }\n";
  text += "const char *bench_message(int code) {\n";
  if (interface.hasLastError)
    text += "  if (code > 0 && sparsec_last_error()[0])\n"
            "    return sparsec_last_error();\n";
  text += interface.hasMessages ? "  return sparsec_strerror(code);\n}\n"
                                : "  (void)code;\n  return \"\";\n}\n";
  return text;
}

} // namespace

DriverFile generatedFile(const Kernel &kernel,
                         const GeneratedInterface &interface,
                         const std::string &generatedPath) {
  GeneratedWriter writer(kernel, interface);
  DriverFile file{interface.isCuda ? "contract.cpp" : "contract.c",
                  include(generatedPath),
                  {"bench_slots", "bench_dropin", "bench_inspect",
                   "bench_execute", "bench_update", "bench_destroy",
                   "bench_message"}};
  std::string code = "#include \"bench_driver.h\"\n\n" + writer.slotTable() +
                     "\n" + writer.wrappers();
  file.text +=
      interface.isCuda ? "\nextern \"C\" {\n" + code + "}\n" : "\n" + code;
  return file;
}

} // namespace sparsec::bench
