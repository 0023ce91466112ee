//===- Figures.cpp - pictures of a step, drawn and in words ---------------===//

#include "HtmlText.h"

#include "sparsec/Report/Picture.h"

namespace sparsec {

using html::counted;

/// What is drawn, and by what it is coloured.
static std::string captionOfOrder(const StepPictures &pictures,
                                  const std::string &matrix) {
  std::string caption = counted(pictures.visits, "iteration") + " that read " +
                        pictures.values + ", of " + matrix;
  if (pictures.isChanged)
    caption += ", changed as the facts ask";
  if (pictures.group > 1)
    caption += ", of which " + std::to_string(pictures.group) +
               " rows and columns are one here";
  if (pictures.firstRows)
    caption += ", its first " + std::to_string(pictures.firstRows) +
               " rows and columns";
  for (const StepPictures::Shading &shading : pictures.shadings)
    caption += (&shading == &pictures.shadings.front() ? ", coloured by loop "
                                                       : ", by loop ") +
               shading.loop + " from " + std::to_string(shading.first) +
               " to " + std::to_string(shading.last);
  if (pictures.padded)
    caption += "; " + std::to_string(pictures.padded) + " are padding";
  return caption;
}

static std::string captionOf(const StepPictures::Storage &storage,
                             const StepPictures &pictures) {
  // How much is padding does not follow from what it is of a smaller matrix.
  if (!pictures.isCounted)
    return storage.array + ": as of the smaller matrix on the left; how much "
                           "is padding may differ for the whole";
  return storage.array + ": " + counted(storage.places, "place") + ", " +
         std::to_string(storage.padding) + " of them padding, " +
         std::to_string(storage.rowLength) + " side by side" +
         (pictures.group > 1 ? "; drawn as of the smaller matrix" : "");
}

static std::string captionOf(const StepPictures::Rounds &rounds) {
  return "What runs at one time: loop " + rounds.outer + " from " +
         std::to_string(rounds.first) + " to " + std::to_string(rounds.last) +
         ", left to right, each with at most " + std::to_string(rounds.tasks) +
         " iterations of the parallel loop " + rounds.inner +
         ", top to bottom; the lightest reads " +
         counted(rounds.reads, "value");
}

static std::string captionOf(const StepPictures::Reach &reach) {
  if (reach.rows == 1)
    return reach.array + ", " + counted(reach.columns, "element") +
           " from left to right: when each is reached, from the first "
           "iteration on top to the last";
  return reach.array + ", " + std::to_string(reach.rows) + " by " +
         std::to_string(reach.columns) +
         ": dark elements are reached first, light ones last";
}

std::vector<Figure> figuresOf(const StepPictures &pictures,
                              const std::string &matrix) {
  if (pictures.sameAs || !pictures.whyNone.empty())
    return {};
  std::vector<Figure> figures;
  const auto add = [&](const char *kind, const std::string &caption,
                       const Raster &raster) {
    figures.push_back({kind, caption, svgOf(raster, caption)});
  };
  for (const StepPictures::Reach &reach : pictures.reaches)
    add("reach", captionOf(reach), reach.raster);
  if (!pictures.reaches.empty())
    return figures;
  add("order", captionOfOrder(pictures, matrix), pictures.order);
  for (const StepPictures::Storage &storage : pictures.storages)
    add("storage", captionOf(storage, pictures), storage.raster);
  if (pictures.rounds)
    add("rounds", captionOf(*pictures.rounds), pictures.rounds->raster);
  return figures;
}

} // namespace sparsec
