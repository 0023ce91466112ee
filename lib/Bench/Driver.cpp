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

#include "DriverWriting.h"

#include "sparsec/LoopIR/LoopType.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

namespace sparsec::bench {

std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += c;
  }
  return result + "\"";
}

static std::string number(unsigned value) { return std::to_string(value); }

/// The macros of gpu_cusparse.cu.
static std::string productMacros(const Kernel &kernel, const Product &product) {
  const std::pair<const char *, std::string> macros[] = {
      {"CUSPARSE", "1"},
      {"POINTER", number(product.pointer)},
      {"COLUMN", number(product.column)},
      {"VALUE", number(product.value)},
      {"X", number(product.x)},
      {"Y", number(product.y)},
      {"VALUE_BYTES", number(kernel.slots[product.value].type.bytes)},
      {"BASE", number(product.base)},
      {"BETA", number(product.adds)},
      {"TRANSPOSED", number(product.isTransposed)}};
  std::string text;
  for (const auto &[name, value] : macros)
    text += std::string("#define BENCH_PEER_") + name + " " + value + "\n";
  return text;
}

// DriverTexts.cpp.in
std::string mklText();
std::string librsbText();

static DriverFile peerFile(const char *name, const Kernel &kernel,
                           const Product &product, const std::string &text) {
  return {name,
          productMacros(kernel, product) + text,
          {"bench_peer_inspect", "bench_peer_execute", "bench_peer_destroy"}};
}

DriverFile mklFile(const Kernel &kernel, const Product &product) {
  return peerFile("peer_mkl.c", kernel, product, mklText());
}

DriverFile librsbFile(const Kernel &kernel, const Product &product) {
  return peerFile("peer_librsb.c", kernel, product, librsbText());
}

std::string kernelHeader(const Kernel &kernel, const DriverOptions &options) {
  std::string text;
  auto define = [&](const std::string &name, const std::string &value) {
    text += "#define " + name + " " + value + "\n";
  };
  define("BENCH_SLOTS", std::to_string(kernel.slots.size()));
  if (options.sanitize)
    define("BENCH_SANITIZE", "1");
  if (options.faults)
    define("BENCH_FAULTS", "1");
  if (options.kind != DriverKind::Gpu)
    return text;
  std::vector<std::string> operations;
  for (double count : kernel.operations)
    operations.push_back(std::to_string(static_cast<long>(count)));
  define("BENCH_GPU", "1");
  define("BENCH_STATEMENTS", std::to_string(kernel.statements.size()));
  define("BENCH_OPERATIONS", llvm::join(operations, ", "));
  define("BENCH_LABEL", quoted(options.label));
  if (options.cusparse)
    text += productMacros(kernel, *options.cusparse);
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
static std::string typeIn(const std::string &type, bool cxx) {
  return LoopType::named(type).spelling(cxx ? Language::Cxx : Language::C);
}

static std::string slotValue(const Slot &slot, unsigned position, bool cxx) {
  const std::string type = typeIn(slot.type.spelling, cxx);
  std::string place = "args[" + std::to_string(position) + "]";
  if (slot.isScalar)
    return "*(const " + type + " *)" + place;
  return (cxx ? "(" + type + " *)" : "") + place;
}

ArgumentPassing passArguments(const Kernel &kernel, bool cxx) {
  ArgumentPassing passing;
  for (const KernelArgument &argument : kernel.arguments) {
    if (!argument.isStruct) {
      std::string place = "args[" + std::to_string(argument.slots[0]) + "]";
      const std::string baseType = typeIn(argument.baseType, cxx);
      passing.values.push_back(argument.isPointer
                                   ? (cxx ? "(" + baseType + " *)" : "") + place
                                   : "*(const " + baseType + " *)" + place);
      continue;
    }
    llvm::StringRef type = argument.baseType;
    type.consume_front("const ");
    // C++ wants designators in the order of the members.
    const std::string object = "  " + type.str() + " " + argument.name;
    passing.setUp += object + (cxx ? " = {};\n" : " = {");
    for (unsigned position : argument.slots) {
      const Slot &slot = kernel.slots[position];
      const std::string member =
          memberPath(slot, argument) + " = " + slotValue(slot, position, cxx);
      passing.setUp +=
          cxx ? "  " + argument.name + member + ";\n" : member + ", ";
    }
    passing.setUp += cxx ? "" : "};\n";
    passing.values.push_back((argument.isPointer ? "&" : "") + argument.name);
  }
  return passing;
}

static std::string include(const std::string &path) {
  return "#include " + quoted(path) + "\n";
}

std::string opaqueCall(const std::string &function, const std::string &result,
                       const std::string &arguments) {
  return "  __typeof__(" + function + ") *volatile call = " + function +
         ";\n  " + result + "call(" + arguments + ");\n";
}

std::string sourceCall(const Kernel &kernel, const ArgumentPassing &passing) {
  std::vector<std::string> values;
  std::string result;
  for (size_t at = 0; at < kernel.arguments.size(); ++at) {
    const KernelArgument &argument = kernel.arguments[at];
    if (argument.isResult)
      result = "*(" + argument.baseType + " *)args[" +
               std::to_string(argument.slots[0]) + "] = ";
    else
      values.push_back(passing.values[at]);
  }
  return opaqueCall(kernel.name, result, llvm::join(values, ", "));
}

DriverFile originalFile(const Kernel &kernel, const std::string &sourcePath,
                        bool isOrdered) {
  ArgumentPassing passing = passArguments(kernel);
  DriverFile file{"original.c", include(sourcePath), {"bench_original"}};
  file.text += "\nvoid bench_original(void *const *args) {\n" + passing.setUp +
               sourceCall(kernel, passing) + "}\n";
  if (isOrdered)
    return file;
  file.text += "const int bench_is_ordered = 0;\n"
               "int bench_order(void *const *args) { return args == 0; }\n"
               "void bench_replay(void *const *args) { (void)args; }\n";
  llvm::append_range(file.visible,
                     std::initializer_list<const char *>{
                         "bench_is_ordered", "bench_order", "bench_replay"});
  return file;
}

} // namespace sparsec::bench
