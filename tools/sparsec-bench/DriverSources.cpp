//===- DriverSources.cpp - the files of a candidate's driver --------------===//
#include "DriverSources.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstdlib>

namespace sparsec::bench {

DriverKind DriverMaker::kindOf(const Candidate &candidate) const {
  if (!candidate.interface.isCuda)
    return DriverKind::Host;
  return options.emulate ? DriverKind::Emulation : DriverKind::Gpu;
}

/// The text that the driver has instead of the file \p source, which #include
/// cannot name if there are quotes in it; "" for none.
llvm::Expected<std::string>
DriverMaker::madeSource(const std::string &source) const {
  if (!options.sourceText.empty() ||
      source.find_first_of("\"\n") == std::string::npos)
    return options.sourceText;
  auto text = llvm::MemoryBuffer::getFile(options.source);
  if (!text)
    return llvm::createStringError(text.getError(), "cannot read '%s'",
                                   options.source.c_str());
  return (*text)->getBuffer().str();
}

llvm::Expected<std::vector<DriverFile>>
DriverMaker::files(const Candidate &candidate, const DriverPaths &paths) const {
  DriverOptions driver;
  driver.kind = kindOf(candidate);
  driver.label = candidate.label;
  driver.sanitize = options.sanitize;
  driver.faults = options.hasFaults();
  if (driver.kind == DriverKind::Gpu && options.peer == "cusparse") {
    llvm::Expected<Product> product = findProduct(program, kernel);
    if (!product)
      return product.takeError();
    driver.cusparse = *product;
  }
  llvm::Expected<std::string> made = madeSource(paths.source);
  if (!made)
    return made.takeError();
  const std::string source = made->empty() ? paths.source : "source_loops.c";
  if (driver.kind == DriverKind::Gpu && candidate.teller)
    return llvm::createStringError(
        "the order of iterations that any_order() leaves open is not told by "
        "kernels that run on a GPU; use -emulate");
  std::vector<FreeOrder> orders;
  if (candidate.teller)
    orders = candidate.teller->orders;
  llvm::Expected<DriverFile> reference =
      referenceFile(program, kernel, source, orders);
  if (!reference)
    return reference.takeError();
  // First, so that flags which compile nothing are not taken for our mistake.
  std::vector<DriverFile> files = {
      originalFile(kernel, source, candidate.teller.has_value())};
  if (candidate.teller)
    llvm::append_range(files, orderFiles(kernel, candidate.teller->interface,
                                         candidate.teller->text, driver.kind));
  if (!made->empty())
    files.push_back({source, *made, {}, {}, /*isCompiled=*/false});
  llvm::append_range(files, commonFiles());
  if (driver.faults)
    files.push_back(faultsFile());
  files.push_back({"bench_kernel.h", kernelHeader(kernel, driver), {}});
  files.push_back({"generated.h", candidate.text, {}});
  files.push_back(
      generatedFile(kernel, candidate.interface, paths.generated, driver.kind));
  files.push_back(*reference);
  if (driver.kind == DriverKind::Emulation)
    llvm::append_range(files, cudaEmulationFiles());
  if (driver.kind == DriverKind::Gpu)
    llvm::append_range(files, gpuFiles(driver));
  return files;
}

ToolchainOptions DriverMaker::tools(const Candidate &candidate,
                                    const std::string &includes) const {
  ToolchainOptions tools;
  tools.kind = kindOf(candidate);
  tools.compiler = options.compiler;
  tools.flags = options.compilerFlags;
  tools.libraries = options.libraries;
  tools.sourceFlags = options.clangArguments;
  tools.sourceFlags.insert(tools.sourceFlags.begin(), {"-I", includes});
  tools.sanitize = options.sanitize;
  tools.faults = options.hasFaults();
  tools.nvcc = options.nvcc;
  tools.gpuFlags = {"-O3", "-arch=" + options.gpuArchitecture};
  if (options.exact)
    tools.gpuFlags.push_back("-fmad=false");
  tools.linksCusparse =
      tools.kind == DriverKind::Gpu && options.peer == "cusparse";
  tools.inputs = options.inputs();
  if (const char *objects = std::getenv("SPARSEC_BENCH_OBJECTS"))
    tools.objects = objects;
  return tools;
}

} // namespace sparsec::bench
