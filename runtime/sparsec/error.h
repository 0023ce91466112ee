//===- error.h - status codes and the last message --------------*- C -*-===//
//
/// \file
/// What every generated `_inspect`, `_update` and `_execute` returns, and the
/// text behind it. Each paragraph of these headers is one item that sparsec can
/// paste on its own into a generated file: no blank lines inside an item.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_ERROR_H
#define SPARSEC_RUNTIME_ERROR_H

#include <stdarg.h>
#include <stdio.h>

#ifndef SPARSEC_HAS_STATUS
#define SPARSEC_HAS_STATUS
/// What a contract function returns; SPARSEC_OK is zero.
enum sparsec_status {
  SPARSEC_OK = 0,
  SPARSEC_NO_MEMORY,     ///< an allocation failed or exceeds the machine
  SPARSEC_OVERFLOW,      ///< a size or position does not fit its type
  SPARSEC_FILL_LIMIT,    ///< the result would be larger than max_fill allows
  SPARSEC_FACT_VIOLATED, ///< an argument breaks a declared fact
  SPARSEC_OVERLAP,       ///< arrays that must be disjoint overlap
  SPARSEC_BAD_ARGUMENT,  ///< a null plan or an argument out of range
  SPARSEC_CUDA_ERROR     ///< a call of CUDA failed
};
#endif

/// A function that several generated files may define; the linker keeps one.
#ifdef __cplusplus
#define SPARSEC_SHARED extern "C" __attribute__((weak))
#else
#define SPARSEC_SHARED __attribute__((weak))
#endif

/// Room for one message, the final zero included.
#define SPARSEC_MESSAGE_SIZE 512

/// One sentence for \p status, a value of enum sparsec_status.
SPARSEC_SHARED const char *sparsec_strerror(int status) {
  switch (status) {
  case SPARSEC_OK:
    return "no error";
  case SPARSEC_NO_MEMORY:
    return "out of memory";
  case SPARSEC_OVERFLOW:
    return "a size or position does not fit its type";
  case SPARSEC_FILL_LIMIT:
    return "the result would be larger than max_fill allows";
  case SPARSEC_FACT_VIOLATED:
    return "an argument breaks a declared fact";
  case SPARSEC_OVERLAP:
    return "arrays that must be disjoint overlap";
  case SPARSEC_BAD_ARGUMENT:
    return "a null plan or an argument out of range";
  case SPARSEC_CUDA_ERROR:
    return "a call of CUDA failed";
  default:
    return "unknown status";
  }
}

/// The message of this thread's last failure; "" when there was none. The text
/// stays valid until the next failure in this thread.
SPARSEC_SHARED const char *sparsec_last_error(void) {
  static __thread char message[SPARSEC_MESSAGE_SIZE];
  return message;
}

/// Sets the text of sparsec_last_error(), as printf does, and returns \p
/// status.
__attribute__((format(printf, 2, 3))) static inline int
sparsec_fail(int status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf((char *)sparsec_last_error(), SPARSEC_MESSAGE_SIZE, format,
            arguments);
  va_end(arguments);
  return status;
}

#endif // SPARSEC_RUNTIME_ERROR_H
