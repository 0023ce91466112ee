//===- Comments.h - comments of 80 columns ----------------------*- C++ -*-===//
#ifndef SPARSEC_TARGET_C_COMMENTS_H
#define SPARSEC_TARGET_C_COMMENTS_H

#include <string>

namespace sparsec {

/// \p text behind \p mark, filled to 80 columns.
std::string filled(const std::string &mark, const std::string &text,
                   const std::string &continuation);

/// "// first line" wrapped at 80 columns; continuation lines are indented.
std::string commentLine(const std::string &text);

} // namespace sparsec

#endif // SPARSEC_TARGET_C_COMMENTS_H
