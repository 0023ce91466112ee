// The same by coordinates, with the mode of the result in a switch.
// RUN: %sparsec %s -recipe %S/mttkrp-coo.script -o %t.c
// RUN: %check-same-result %s %t.c -arg mode=0
// RUN: %check-same-result %s %t.c -arg mode=1
// TIME: -arg nnz=300000 -arg ni=20000 -arg nj=20000 -arg nk=20000 -arg mode=0 -arg rank=16
#pragma sparsec extent(I, nnz); extent(J, nnz); extent(K, nnz); extent(v, nnz)
#pragma sparsec range(I, 0, ni); range(J, 0, nj); range(K, 0, nk)
#pragma sparsec noalias(M, A); noalias(M, B); noalias(M, C); rank >= 0
#pragma sparsec ni == nj; nj == nk; 0 <= mode < 2
void mttkrp_coo(int nnz, int ni, int nj, int nk, int rank, int mode,
                const int *I, const int *J, const int *K, const double *v,
                const double *A, const double *B, const double *C, double *M) {
  int e, r;
  for (e = 0; e < nnz; e++) {
    switch (mode) {
    case 0:
      for (r = 0; r < rank; r++)
        M[I[e] * rank + r] += v[e] * B[J[e] * rank + r] * C[K[e] * rank + r];
      break;
    case 1:
      for (r = 0; r < rank; r++)
        M[J[e] * rank + r] += v[e] * A[I[e] * rank + r] * C[K[e] * rank + r];
      break;
    default:
      break;
    }
  }
}
