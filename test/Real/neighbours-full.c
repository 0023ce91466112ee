// Forces by full neighbour lists of fixed width, with a count for each atom.
// RUN: %sparsec %s -recipe %S/neighbours-full.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg n=50000 -arg most=24
#pragma sparsec extent(count, n); extent(x, 4 * n)
#pragma sparsec range(near, 0, n); range(count, 0, most + 1); extent(f, 4 * n)
#pragma sparsec noalias(x, f); n >= 0; most >= 0
void neighbours_full(int n, int most, const int *near, const int *count,
                     const float *x, float *f, float reach, float size,
                     float depth) {
  int i, j, k, m;
  for (i = 0; i < n; i++) {
    const float px = x[i * 4], py = x[i * 4 + 1], pz = x[i * 4 + 2];
    float sx = 0, sy = 0, sz = 0;
    m = count[i];
    for (k = 0; k < m; k++) {
      j = near[i * most + k];
      const float dx = px - x[j * 4];
      const float dy = py - x[j * 4 + 1];
      const float dz = pz - x[j * 4 + 2];
      const float square = dx * dx + dy * dy + dz * dz + 1.0f;
      const float inverse = 1.0f / square;
      const float cube = inverse * inverse * inverse * size;
      const float pull = square < reach ? 48.0f * cube * (cube - 0.5f) * inverse * depth : 0.0f;
      sx += dx * pull;
      sy += dy * pull;
      sz += dz * pull;
    }
    f[i * 4] = sx;
    f[i * 4 + 1] = sy;
    f[i * 4 + 2] = sz;
  }
}
