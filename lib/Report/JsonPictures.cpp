//===- JsonPictures.cpp - pictures of a step as JSON ----------------------===//

#include "JsonPictures.h"

namespace sparsec {

/// Row by row; -1: nothing, -2: padding, else a shade from 0 to 15.
static void writeRaster(llvm::json::OStream &json, const char *name,
                        const Raster &raster) {
  json.attributeObject(name, [&] {
    json.attribute("width", int64_t(raster.width));
    json.attribute("height", int64_t(raster.height));
    json.attributeArray("cells", [&] {
      for (signed char cell : raster.cells)
        json.value(int64_t(cell));
    });
  });
}

static void writeStorage(llvm::json::OStream &json,
                         const StepPictures::Storage &storage) {
  json.object([&] {
    json.attribute("array", storage.array);
    json.attribute("places", int64_t(storage.places));
    json.attribute("padding", int64_t(storage.padding));
    json.attribute("rowLength", int64_t(storage.rowLength));
    writeRaster(json, "raster", storage.raster);
  });
}

static void writeRounds(llvm::json::OStream &json,
                        const StepPictures::Rounds &rounds) {
  json.attributeObject("rounds", [&] {
    json.attribute("outer", rounds.outer);
    json.attribute("first", rounds.first);
    json.attribute("last", rounds.last);
    json.attribute("inner", rounds.inner);
    json.attribute("tasks", int64_t(rounds.tasks));
    json.attribute("reads", int64_t(rounds.reads));
    writeRaster(json, "raster", rounds.raster);
  });
}

/// Of a program with a matrix.
static void writeOnMatrix(llvm::json::OStream &json,
                          const StepPictures &pictures) {
  json.attribute("group", pictures.group);
  if (pictures.firstRows)
    json.attribute("firstRows", pictures.firstRows);
  json.attribute("values", pictures.values);
  json.attribute("isChanged", pictures.isChanged);
  json.attribute("isCounted", pictures.isCounted);
  json.attributeArray("loops", [&] {
    for (const StepPictures::Shading &shading : pictures.shadings)
      json.object([&] {
        json.attribute("loop", shading.loop);
        json.attribute("first", shading.first);
        json.attribute("last", shading.last);
      });
  });
  json.attribute("iterations", int64_t(pictures.visits));
  json.attribute("padding", int64_t(pictures.padded));
  writeRaster(json, "order", pictures.order);
  json.attributeArray("storages", [&] {
    for (const StepPictures::Storage &storage : pictures.storages)
      writeStorage(json, storage);
  });
  if (pictures.rounds)
    writeRounds(json, *pictures.rounds);
}

static void writeReaches(llvm::json::OStream &json,
                         const StepPictures &pictures) {
  json.attributeArray("reaches", [&] {
    for (const StepPictures::Reach &reach : pictures.reaches)
      json.object([&] {
        json.attribute("array", reach.array);
        json.attribute("rows", int64_t(reach.rows));
        json.attribute("columns", int64_t(reach.columns));
        writeRaster(json, "raster", reach.raster);
      });
  });
}

static void writeDrawn(llvm::json::OStream &json, const StepPictures &pictures,
                       const std::string &matrix) {
  if (pictures.reaches.empty())
    writeOnMatrix(json, pictures);
  else
    writeReaches(json, pictures);
  json.attributeArray("figures", [&] {
    for (const Figure &figure : figuresOf(pictures, matrix))
      json.object([&] {
        json.attribute("kind", figure.kind);
        json.attribute("caption", llvm::json::fixUTF8(figure.caption));
        json.attribute("svg", llvm::json::fixUTF8(figure.svg));
      });
  });
}

void writePictures(llvm::json::OStream &json, const StepPictures &pictures,
                   const std::string &matrix) {
  json.attributeObject("pictures", [&] {
    if (pictures.sameAs)
      json.attribute("sameAs", int64_t(*pictures.sameAs));
    else if (!pictures.whyNone.empty())
      json.attribute("whyNone", llvm::json::fixUTF8(pictures.whyNone));
    else
      writeDrawn(json, pictures, matrix);
  });
}

} // namespace sparsec
