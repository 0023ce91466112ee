//===- JsonMeasured.cpp - times in a report for other tools ---------------===//

#include "JsonMeasured.h"

namespace sparsec {

using bench::Row;
using bench::Sample;
using llvm::json::OStream;

static void writeSample(OStream &json, const char *name, const Sample &sample) {
  json.attributeObject(name, [&] {
    json.attribute("median", sample.median);
    json.attribute("low", sample.low);
    json.attribute("high", sample.high);
  });
}

/// How far a run of so many seconds is from what memory gives.
static void writeLimit(OStream &json, const Row &row, double seconds) {
  if (const std::optional<double> share = row.memoryShare(seconds))
    json.attribute("memoryShare", *share);
  json.attribute("isCached", row.isCached(seconds));
}

static void writeCandidate(OStream &json, const MeasuredCandidate &one) {
  const Row &row = one.row;
  json.object([&] {
    json.attribute("name", row.recipe);
    if (!row.recipeFile.empty())
      json.attribute("recipe", row.recipeFile);
    json.attributeArray("params", [&] {
      for (const bench::ParamValue &param : row.params)
        json.object([&] {
          json.attribute("name", param.name);
          json.attribute("value", param.value);
        });
    });
    json.attribute("isOfRecipe", one.isOfRecipe);
    json.attribute("isShown", one.isShown);
    json.attribute("isBeside", one.isBeside);
    json.attribute("isDropped", row.timing.isDropped);
    json.attribute("date", one.date);
    json.attribute("rounds", row.timing.rounds);
    writeSample(json, "inspect", row.timing.inspect);
    writeSample(json, "execute", row.timing.execute);
    json.attribute("speedup", row.timing.speedup());
    writeLimit(json, row, row.timing.execute.median);
  });
}

static void writeGroup(OStream &json, const MeasuredGroup &group) {
  const Row &first = group.first();
  json.object([&] {
    json.attribute("matrix", first.matrix);
    json.attribute("threads", first.timing.threads);
    json.attribute("limit", describeLimit(group));
    json.attribute("fastest", describeFastest(group));
    if (first.memorySeconds() > 0) {
      json.attribute("bytes", first.bytes);
      json.attribute("memoryBytesPerSecond", first.memory.bytesPerSecond);
      json.attribute("memorySeconds", first.memorySeconds());
      json.attribute("cacheBytes", first.memory.cacheBytes);
    }
    json.attributeObject("original", [&] {
      writeSample(json, "execute", first.timing.original);
      writeLimit(json, first, first.timing.original.median);
    });
    json.attributeArray("candidates", [&] {
      for (const MeasuredCandidate &one : group.candidates)
        writeCandidate(json, one);
    });
  });
}

void writeMeasured(OStream &json, const std::vector<MeasuredGroup> &groups) {
  json.attributeArray("measured", [&] {
    for (const MeasuredGroup &group : groups)
      writeGroup(json, group);
  });
}

} // namespace sparsec
