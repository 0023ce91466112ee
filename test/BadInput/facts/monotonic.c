// A pointer array that falls, or stays where it must not.
// RUN: %sparsec %S/Inputs/rising.c -recipe %S/Inputs/walk.script -o %t.rising.h
// RUN: %sparsec %S/Inputs/climbing.c -recipe %S/Inputs/walk.script -o %t.climbing.h
// RUN: %cc -fopenmp -fsanitize=address,undefined -I %S/Inputs -include %t.rising.h -include %t.climbing.h %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include "violation.h"

int main(void) {
  const int good[] = {0, 1, 4, 5}, flat[] = {0, 1, 1, 5}, low[] = {0, 4, 3, 5};
  TAKEN(rising, 4, 6, good)
  TAKEN(rising, 4, 6, flat)
  TAKEN(climbing, 4, 6, good)
  TAKEN(rising, 0, 6, NULL)
  // CHECK: falls: rising.c:2:17: monotonic(p) does not hold: p[2] = 3 comes after p[1] = 4
  REFUSED("falls", rising, 4, 6, low);
  // CHECK: stays: climbing.c:2:17: monotonic(p, strict) does not hold: p[2] = 1 comes after p[1] = 1
  REFUSED("stays", climbing, 4, 6, flat);
  // CHECK: absent: {{.*}} does not hold: p is a null pointer
  REFUSED("absent", rising, 4, 6, NULL);
  return 0;
}
