// How often each grey value occurs in the part of an image that a mask shows.
// RUN: %sparsec %s -recipe %S/grey-histogram.script -o %t.c
// RUN: %check-same-result %s %t.c
// TIME: -arg height=2000 -arg width=2000
#include <stddef.h>
#define BINS 256
#pragma sparsec range(image, 0, 256)
#pragma sparsec range(mask, 0, 2); width >= 0
#pragma sparsec extent(bins, 256)
void grey_histogram(size_t height, size_t width, const unsigned char *image,
                    const unsigned char *mask, unsigned int *bins) {
  size_t y, x;
  for (y = 0; y < height; y++) {
    for (x = 0; x < width; x++) {
      if (!mask[y * width + x])
        continue;
      bins[image[y * width + x]]++;
    }
  }
}
