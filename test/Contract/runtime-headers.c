// The runtime compiles alone, as C11 and C++17, with and without OpenMP.
// RUN: %cc -c %s -o %t.o
// RUN: %cc -fopenmp -c %s -o %t.o
// RUN: %clang -c %s -o %t.o
// RUN: %cxx -x c++ -c %s -o %t.o
// RUN: %cxx -fopenmp -x c++ -c %s -o %t.o
#include <sparsec/buffer.h>
#include <sparsec/error.h>
#include <sparsec/facts.h>
#include <sparsec/row_facts.h>
#include <sparsec/group.h>
#include <sparsec/math.h>
#include <sparsec/memory.h>
#include <sparsec/overlap.h>
#include <sparsec/scan.h>
#include <sparsec/threads.h>

int main(void) { return 0; }
