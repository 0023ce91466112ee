void f() {
#if A
  { use(); }
#else
  use();
#endif
}
