//===- GpuTypes.cpp - types of what is on the GPU only --------------------===//

#include "sparsec/Target/Cuda/GpuTypes.h"

namespace sparsec {

LoopType gpuElementType(const Array &array) {
  switch (array.onGpu) {
  case Array::OnGpu::Published:
    return LoopType::ofTemplate("sparsec_published", array.type);
  case Array::OnGpu::Tickets:
  case Array::OnGpu::Arrivals:
    return *ElementType::named("unsigned long long");
  case Array::OnGpu::No:
  case Array::OnGpu::Elements:
  case Array::OnGpu::Ring:
  case Array::OnGpu::LateRing:
  case Array::OnGpu::BulkRing:
    break;
  }
  return array.type;
}

} // namespace sparsec
