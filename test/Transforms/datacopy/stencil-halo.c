// The footprint of several accesses is one box: 16 points and two of halo. What
// is only written is not copied in.
// RUN: split-file %s %t
// RUN: %sparsec %t/smooth.c -recipe %t/halo.script -o %t/out.c
// RUN: FileCheck %s --input-file=%t/out.c
// RUN: %cc -O2 -c %t/out.c -o %t/out.o
// RUN: %check-same-result %t/smooth.c %t/out.c

// CHECK-LABEL: int smooth_execute(
// CHECK:      double in[18];
// CHECK:      in[in_0] = x[16 * it + in_0
// CHECK-NOT:  out[out_0] = y
// CHECK:      out[i
// CHECK:      y[16 * it + out_0

//--- smooth.c
void smooth(int n, const double x[n], double y[n]) {
  for (int i = 1; i < n - 1; i++)
    y[i] = 0.25 * x[i - 1] + 0.5 * x[i] + 0.25 * x[i + 1];
}
//--- halo.script
tile("S0", "i", 16, {outer = "it"})
datacopy("S0", "i", "x", {name = "in"})
datacopy("S0", "i", "y", {name = "out"})
