// One meaning in several spellings (Inputs/forms.c): a recipe that suits one
// suits all, with the right result, and a wrong one is refused for all in the
// same words.
//
// RUN: %verify %S/Inputs/forms.c -function plain -recipe %S/Inputs/dense-rows.script -corpus
// RUN: %verify %S/Inputs/forms.c -function renamed -recipe %S/Inputs/dense-rows.script -corpus
// RUN: %verify %S/Inputs/forms.c -function imperfect -recipe %S/Inputs/dense-rows.script -corpus
// RUN: %verify %S/Inputs/forms.c -function base1 -recipe %S/Inputs/dense-rows.script -corpus
// RUN: %verify %S/Inputs/forms.c -function members -recipe %S/Inputs/dense-members.script -corpus
// RUN: %verify %S/Inputs/forms.c -function down -recipe %S/Inputs/dense-rows.script -corpus
// RUN: %verify %S/Inputs/forms.c -function ended -recipe %S/Inputs/dense-rows.script -corpus
//
// RUN: not %sparsec %S/Inputs/forms.c -function=plain -recipe %S/Inputs/parallel-entries.script -o %t.c 2>&1 | FileCheck %s
// RUN: not %sparsec %S/Inputs/forms.c -function=renamed -recipe %S/Inputs/parallel-entries.script -o %t.c 2>&1 | FileCheck %s
// RUN: not %sparsec %S/Inputs/forms.c -function=imperfect -recipe %S/Inputs/parallel-entries.script -o %t.c 2>&1 | FileCheck %s
// RUN: not %sparsec %S/Inputs/forms.c -function=base1 -recipe %S/Inputs/parallel-entries.script -o %t.c 2>&1 | FileCheck %s
// RUN: not %sparsec %S/Inputs/forms.c -function=members -recipe %S/Inputs/parallel-entries.script -o %t.c 2>&1 | FileCheck %s
// RUN: not %sparsec %S/Inputs/forms.c -function=down -recipe %S/Inputs/parallel-entries.script -o %t.c 2>&1 | FileCheck %s
// RUN: not %sparsec %S/Inputs/forms.c -function=ended -recipe %S/Inputs/parallel-entries.script -o %t.c 2>&1 | FileCheck %s
//
// CHECK: error: parallel: loop 'jj' cannot run in parallel: loop 'jj' carries the reduction into {{y|out}}[{{i|i - 1}}] of S0[i, j]
void nothing(void);
