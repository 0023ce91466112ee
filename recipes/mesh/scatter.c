// Every triangle e of a mesh adds its share to its first node; the share
// depends on the two others.
#pragma sparsec range(n1, 0, nodes); extent(n1, elements)
#pragma sparsec range(n2, 0, nodes); extent(n2, elements)
#pragma sparsec range(n3, 0, nodes); extent(n3, elements)
#pragma sparsec extent(weight, elements)
#pragma sparsec extent(data, nodes); extent(sum, nodes)
void scatter(int elements, int nodes, const int *restrict n1,
             const int *restrict n2, const int *restrict n3,
             const double *restrict weight, const double *restrict data,
             double *restrict sum) {
  for (int e = 0; e < elements; e++)
    sum[n1[e]] += weight[e] * (data[n2[e]] - data[n3[e]]);
}
