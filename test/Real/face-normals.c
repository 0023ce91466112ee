// Normals of a surface: each triangle adds its own to its three corners.
// RUN: %sparsec %s -recipe %S/face-normals.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg faces=400000 -arg points=200000
#pragma sparsec extent(tri, faces, 3); range(tri, 0, points); extent(pos, points, 3); extent(normal, points, 3)
#pragma sparsec noalias(pos, normal)
void face_normals(int faces, int points, const int (*tri)[3],
                  const float (*pos)[3], float (*normal)[3]) {
  int f, c, d;
  for (f = 0; f < faces; f++) {
    const int a = tri[f][0], b = tri[f][1], p = tri[f][2];
    float u[3], v[3], n[3];
    for (d = 0; d < 3; d++) {
      u[d] = pos[b][d] - pos[a][d];
      v[d] = pos[p][d] - pos[a][d];
    }
    for (d = 0; d < 3; d++)
      n[d] = u[(d + 1) % 3] * v[(d + 2) % 3] - u[(d + 2) % 3] * v[(d + 1) % 3];
    for (c = 0; c < 3; c++)
      for (d = 0; d < 3; d++)
        normal[tri[f][c]][d] += n[d];
  }
}
