// A sum over the triangles of a mesh: every triangle e has three nodes and adds
// a share of its load to the entry of their node triple, as a finite element
// assembly does.
