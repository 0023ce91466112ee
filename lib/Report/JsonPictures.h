//===- JsonPictures.h - pictures of a step as JSON --------------*- C++ -*-===//
#ifndef SPARSEC_LIB_REPORT_JSONPICTURES_H
#define SPARSEC_LIB_REPORT_JSONPICTURES_H

#include "sparsec/Report/Picture.h"

#include "llvm/Support/JSON.h"

namespace sparsec {

/// The member `pictures` of a step, or of the source, on \p matrix.
void writePictures(llvm::json::OStream &json, const StepPictures &pictures,
                   const std::string &matrix);

} // namespace sparsec

#endif // SPARSEC_LIB_REPORT_JSONPICTURES_H
