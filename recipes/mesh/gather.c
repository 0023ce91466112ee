// Every triangle e of a mesh takes the mean of a quantity over its three nodes.
#pragma sparsec range(n1, 0, nodes); extent(n1, elements)
#pragma sparsec range(n2, 0, nodes); extent(n2, elements)
#pragma sparsec range(n3, 0, nodes); extent(n3, elements)
#pragma sparsec extent(data, nodes); extent(mean, elements)
void gather(int elements, int nodes, const int *restrict n1,
            const int *restrict n2, const int *restrict n3,
            const double *restrict data, double *restrict mean) {
  for (int e = 0; e < elements; e++)
    mean[e] = (data[n1[e]] + data[n2[e]] + data[n3[e]]) / 3;
}
