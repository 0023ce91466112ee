typedef double element;
