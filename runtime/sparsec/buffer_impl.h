//===- buffer_impl.h - growable arrays of SPARSEC_INDEX ---------*- C -*-===//
// No include guard: buffer.h includes it once per element type.

typedef struct SPARSEC_INDEX_NAME(sparsec_buffer) {
  SPARSEC_INDEX *data;
  long long size, capacity;
} SPARSEC_INDEX_NAME(sparsec_buffer);

/// Makes room for \p capacity elements; the buffer is unchanged on failure.
static inline int
SPARSEC_INDEX_NAME(sparsec_reserve)(SPARSEC_INDEX_NAME(sparsec_buffer) * buffer,
                                    long long capacity) {
  const long long bytes =
      sparsec_product(capacity, (long long)sizeof *buffer->data);
  void *data = NULL;
  if (capacity <= buffer->capacity)
    return SPARSEC_OK;
  if (bytes <= sparsec_physical_memory() && bytes < LLONG_MAX)
    data = realloc(buffer->data, (size_t)bytes);
  if (!data)
    return sparsec_fail(SPARSEC_NO_MEMORY,
                        "out of memory: a buffer of %lld elements", capacity);
  buffer->data = (SPARSEC_INDEX *)data;
  buffer->capacity = capacity;
  return SPARSEC_OK;
}

/// Appends \p value; the buffer doubles when it is full.
static inline int
SPARSEC_INDEX_NAME(sparsec_push)(SPARSEC_INDEX_NAME(sparsec_buffer) * buffer,
                                 SPARSEC_INDEX value) {
  if (buffer->size == buffer->capacity) {
    const long long wanted =
        buffer->capacity ? sparsec_product(2, buffer->capacity) : 1024;
    const int status = SPARSEC_INDEX_NAME(sparsec_reserve)(buffer, wanted);
    if (status != SPARSEC_OK)
      return status;
  }
  buffer->data[buffer->size++] = value;
  return SPARSEC_OK;
}

/// Moves the elements into an aligned array of their number: *\p array, which
/// the caller frees. Empties the buffer, on failure too.
static inline int
SPARSEC_INDEX_NAME(sparsec_take)(SPARSEC_INDEX_NAME(sparsec_buffer) * buffer,
                                 const char *name, SPARSEC_INDEX **array) {
  const int status = sparsec_allocate(array, name, buffer->size,
                                      sizeof *buffer->data, LLONG_MAX);
  if (status == SPARSEC_OK && buffer->size > 0)
    memcpy(*array, buffer->data, (size_t)buffer->size * sizeof *buffer->data);
  free(buffer->data);
  memset(buffer, 0, sizeof *buffer);
  return status;
}
