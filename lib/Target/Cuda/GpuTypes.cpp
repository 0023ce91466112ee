//===- GpuTypes.cpp - types of what is on the GPU only --------------------===//

#include "sparsec/Target/Cuda/GpuTypes.h"

namespace sparsec {

std::string gpuElementType(const Array &array) {
  switch (array.onGpu) {
  case Array::OnGpu::Published:
    return "sparsec_published<" + array.type.spelling + ">";
  case Array::OnGpu::Tickets:
    return "unsigned long long";
  case Array::OnGpu::No:
  case Array::OnGpu::Elements:
    break;
  }
  return array.type.spelling;
}

} // namespace sparsec
