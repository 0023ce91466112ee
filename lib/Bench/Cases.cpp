//===- Cases.cpp - inputs as files for a driver ---------------------------===//
#include "sparsec/Bench/Inputs.h"
#include "sparsec/IR/StorageFormat.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace sparsec::bench {
namespace {

class CaseWriter {
public:
  CaseWriter(const std::string &path) : path(path), out(path, status) {}

  void number(uint64_t value) {
    out.write(reinterpret_cast<const char *>(&value), sizeof value);
  }
  void text(const std::string &value) {
    std::string name = value.substr(0, caseNameBytes - 1);
    name.resize(caseNameBytes);
    out << name;
  }
  /// Padded to a multiple of 8.
  void bytes(const std::vector<unsigned char> &values) {
    out.write(reinterpret_cast<const char *>(values.data()), values.size());
    out.write_zeros((8 - values.size() % 8) % 8);
  }
  void slot(const PackedSlot &value) {
    out.write(reinterpret_cast<const char *>(&value), sizeof value);
  }
  llvm::Error finish() {
    if (!status) {
      out.close();
      status = out.error();
      out.clear_error();
    }
    if (!status)
      return llvm::Error::success();
    return llvm::createStringError(status, "cannot write '%s'", path.c_str());
  }

private:
  std::string path;
  std::error_code status;
  llvm::raw_fd_ostream out;
};

/// Whether make_cases can do what \p source says.
bool isReproducible(const Inputs &inputs, const SlotSource &source) {
  if (source.kind == SlotSource::Bytes || source.kind == SlotSource::Draw)
    return true;
  const std::string &spec = inputs.matrices[source.matrix];
  return !spec.empty() && spec.size() < caseNameBytes;
}

} // namespace

llvm::Error writeCases(const std::string &path, llvm::ArrayRef<Inputs> cases) {
  CaseWriter writer(path);
  writer.number(cases.size());
  for (const Inputs &inputs : cases) {
    writer.text(inputs.name);
    for (size_t s = 0; s < inputs.bytes.size(); ++s) {
      writer.number(inputs.elements[s]);
      writer.bytes(inputs.bytes[s]);
    }
  }
  return writer.finish();
}

llvm::Error writePackedCases(const std::string &path, const Kernel &kernel,
                             llvm::ArrayRef<Inputs> cases) {
  CaseWriter writer(path);
  writer.number(cases.size());
  writer.number(kernel.slots.size());
  for (const Inputs &inputs : cases) {
    writer.text(inputs.name);
    writer.number(inputs.matrices.size());
    for (const std::string &spec : inputs.matrices)
      writer.text(spec);
    for (size_t s = 0; s < inputs.bytes.size(); ++s) {
      const ElementType &type = kernel.slots[s].type;
      PackedSlot slot{inputs.elements[s], type.bytes, type.isFloating(),
                      inputs.sources[s]};
      if (smallFloat(type) || !isReproducible(inputs, slot.source))
        slot.source.kind = SlotSource::Bytes;
      writer.slot(slot);
      if (slot.source.kind == SlotSource::Bytes)
        writer.bytes(inputs.bytes[s]);
    }
  }
  return writer.finish();
}

} // namespace sparsec::bench
