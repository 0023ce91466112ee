// Types that not all targets have are refused where they are declared.
//
// RUN: not %sparsec %s -function=half -list-loops 2>&1 | FileCheck %s
// RUN: not %sparsec %s -function=wide -list-loops 2>&1 \
// RUN:   | FileCheck %s -check-prefix=WIDE
// RUN: not %sparsec %s -function=fields -list-loops 2>&1 \
// RUN:   | FileCheck %s -check-prefix=FIELD
// RUN: not %sparsec %s -function=large -recipe %S/../Inputs/none.script -o %t.cu 2>&1 \
// RUN:   | FileCheck %s -check-prefix=LARGE
// RUN: not %sparsec %s -function=truth -recipe %S/../Inputs/none.script -o %t.cu 2>&1 \
// RUN:   | FileCheck %s -check-prefix=TRUTH
enum { ONE };
typedef double four __attribute__((vector_size(32)));
struct fields {
  int n : 8;
  _Complex float z;
};

// CHECK: :[[#@LINE+3]]:25: error: values of type '__fp16' are not supported
// CHECK: note: integers of up to 64 bits, _Float16, __bf16, float, double, long
// CHECK: :[[#@LINE+2]]:22: error: values of type '__float128' are not
void half(int n, __fp16 b[n], double *y,
          __float128 v) {
  for (int i = 0; i < n; i++) {
    // CHECK: :[[#@LINE+1]]:12: error: values of type '__float128' are not
    y[i] = (__float128)(y[i] + 1);
  }
}

// WIDE: :[[#@LINE+4]]:28: error: values of type '__int128' are not
// WIDE: :[[#@LINE+4]]:24: error: values of type '_BitInt(24)' are not
// WIDE: :[[#@LINE+3]]:33: error: values of type {{.*}}double{{.*}} are not
// WIDE: :[[#@LINE+4]]:12: error: values of type 'unsigned __int128' are not
void wide(int n, __int128 *a, double *y,
          _BitInt(24) *b, four *v) {
  for (int i = 0; i < n; i++)
    y[i] = (unsigned __int128)i;
}

// FIELD: :[[#@LINE+3]]:26: error: 'n' is a bit-field
// FIELD: :[[#@LINE-25]]:18: error: values of type '_Complex float' are not
void fields(struct fields *a, double *y) {
  for (int i = 0; i < a->n; i++)
    y[i] += a->z;
}

// LARGE: :[[#@LINE+1]]:32: CUDA output: GPUs have no 'long double'; use double
void large(int n, long double *y) {
  for (int i = 0; i < n; i++)
    y[i] += y[i];
}
// TRUTH: :[[#@LINE+1]]:26: CUDA output: C++ has no '_Bool'; use char
void truth(int n, _Bool *y) {
  for (int i = 0; i < n; i++)
    y[i] &= i > 4;
}
