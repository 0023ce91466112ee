// Forces of triangles on their corners, with scratch arrays of the function.
// RUN: %sparsec %s -recipe %S/element-scratch.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg elements=300000 -arg nodes=150000
#pragma sparsec extent(corner, elements, 3); range(corner, 0, nodes)
#pragma sparsec extent(u, nodes); extent(stiff, elements, 3, 3)
#pragma sparsec extent(force, elements, 3)
void element_scratch(int elements, int nodes, const int (*corner)[3],
                     const double *u, const double (*stiff)[3][3],
                     double (*restrict force)[3]) {
  double here[3], out[3];
  int e, i, j;
  for (e = 0; e < elements; e++) {
    for (i = 0; i < 3; i++)
      here[i] = u[corner[e][i]];
    for (i = 0; i < 3; i++) {
      out[i] = 0.0;
      for (j = 0; j < 3; j++)
        out[i] += stiff[e][i][j] * here[j];
    }
    for (i = 0; i < 3; i++)
      force[e][i] = out[i];
  }
}
