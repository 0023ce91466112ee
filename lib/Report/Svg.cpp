//===- Svg.cpp - a raster as a drawing ------------------------------------===//

#include "HtmlText.h"

#include "sparsec/Report/Picture.h"

#include <map>

namespace sparsec {

/// Neighbours of one colour in a row are one rectangle, and rectangles of one
/// colour one path.
std::string svgOf(const Raster &raster, const std::string &label) {
  std::map<signed char, std::string> paths;
  for (size_t row = 0; row < raster.height; ++row)
    for (size_t from = 0, to; from < raster.width; from = to) {
      const signed char cell = raster.cells[row * raster.width + from];
      for (to = from + 1;
           to < raster.width && raster.cells[row * raster.width + to] == cell;)
        ++to;
      if (cell != Raster::nothing)
        paths[cell] += "M" + std::to_string(from) + " " + std::to_string(row) +
                       "h" + std::to_string(to - from) + "v1h-" +
                       std::to_string(to - from) + "z";
    }
  std::string text =
      "<svg role=\"img\" aria-label=\"" + html::escaped(label) +
      "\" viewBox=\"0 0 " + std::to_string(raster.width) + " " +
      std::to_string(raster.height) +
      "\" preserveAspectRatio=\"none\" shape-rendering=\"crispEdges\">";
  for (const auto &[cell, path] : paths)
    text += "<path class=\"" +
            (cell == Raster::padding ? std::string("padding")
                                     : "shade" + std::to_string(int(cell))) +
            "\" d=\"" + path + "\"/>";
  return text + "</svg>";
}

} // namespace sparsec
