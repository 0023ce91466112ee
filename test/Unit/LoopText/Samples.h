//===- Samples.h - texts of loops that tests use ----------------*- C++ -*-===//
#ifndef SPARSEC_TEST_UNIT_LOOPTEXT_SAMPLES_H
#define SPARSEC_TEST_UNIT_LOOPTEXT_SAMPLES_H

namespace sparsec::test {

/// Has every statement and every way to say an expression, as it is written.
inline constexpr const char *everything = R"text(phase inspect;
option assume_finite, allow_reassociation, inspects_on_gpu;
param int n;
param [plan] long long count;
array double a[n][3];
array [constant] double b[2] = {0.5, -2};
array [constant] double _Complex c[2] = {1, 2} imaginary {0, -1};
array int col[index[n]];
array [index] int index[n + 1];
array long long long_index[2 * count];
array [local, private_depth(1)] double t;
array sparsec_complex z[?];
fact range(col, lower = 0, upper = n);
fact monotonic(index, strict);
fact boundary(index, at = 0, upper = 0);
fact triangular(col, index, which = lower);
assume 2 * count <= n;
assume n >= 1;
align a = 16;
for (int i = 0; i < min(n, 12); i += 4) [parallel, unroll(2), pragma("GCC ivdep"), schedule("static, 4"), reduction("+:s")] {
  const int k = col[i];
  const long long `index(i)#0` = long_index[i] + 2 * (long long)k - 3;
  [exceeds_int] const int far = 3 * k;
  double u[n][2];
  if (k >= 0 && -k < 5 || k == n) [version] {
    S: t = a[i][k % 3] * {k / 2} - 1.5 / t;
  } else {
    [lanes(on = thread.x), combined_by("+=")] u[0][1] += t > 0.5 ? -t : fmin(t, {floordiv(k, 2)});
    S2: t max= (float)a[i][0] + literal("INFINITY");
  }
}
for (long long j = count; j >= 0; j--) [made] {
  b[0] = long_index[j]@64 + col[(int)j] >> 2;
}
{
  t fmin= z[0].re;
  t -= sparsec_real_of(c[0]);
}
for (int q = 0; q < (min(n, 2)); q += n) [source(i, 2), incremental(unrolled = 2, products = parts), gpu(on = thread.y, kernel = k, sharing = atomic), wave(sync = points, slots = n, reversed)] {
  barrier;
  call f("y\n\"", list(1, n), &b[1], (plan)->count);
  check;
  [leave(return)] check;
  [atomic(function), updater(add)] b[gpu("thread.y")] += 1 before(n) after(op());
  action count_i() {
    call index[q + 1]++;
  }
  return n;
  label fail;
  action mark(k_of(q)@64);
}
parallel team (4) {
  prologue {
    double * w = plan + 1;
  }
  scope {
    "const double *" v = ("const double *")&b[1];
  }
}
)text";

} // namespace sparsec::test

#endif // SPARSEC_TEST_UNIT_LOOPTEXT_SAMPLES_H
