//===- Svg.cpp - a raster as a drawing ------------------------------------===//

#include "HtmlText.h"

#include "sparsec/Report/Picture.h"

#include <map>

namespace sparsec {

/// Dark to light, so that they differ without colours, too (viridis).
static const char *const shadeColours[Raster::shades] = {
    "#440154", "#481a6c", "#472f7d", "#414487", "#39568c", "#31688e",
    "#2a788e", "#23888e", "#1f988b", "#22a884", "#35b779", "#54c568",
    "#7ad151", "#a5db36", "#d2e21b", "#fde725"};
static const char *const paddingColour = "#d1242f";

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
      "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"" +
      html::escaped(label) + "\" viewBox=\"0 0 " +
      std::to_string(raster.width) + " " + std::to_string(raster.height) +
      "\" preserveAspectRatio=\"none\" shape-rendering=\"crispEdges\">";
  for (const auto &[cell, path] : paths)
    text +=
        std::string("<path fill=\"") +
        (cell == Raster::padding ? paddingColour : shadeColours[size_t(cell)]) +
        "\" d=\"" + path + "\"/>";
  return text + "</svg>";
}

} // namespace sparsec
