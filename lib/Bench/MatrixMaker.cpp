//===- MatrixMaker.cpp - a matrix from its description --------------------===//
///
/// \file
/// The table of generators. A size in small letters may have a fraction; those
/// from the first one in brackets on may be left out. Standard C++ only.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Bench/MatrixMaker.h"

#include "MatrixKinds.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>

namespace sparsec::bench {
namespace {

using Sizes = std::vector<double>;

struct Size {
  std::string name;
  bool whole, needed;
};

struct Generator {
  const char *name;
  const char *sizes; ///< "N,degree[,near]"
  const char *help;
  /// About how many entries; in floating point, which cannot overflow.
  double (*entries)(const Sizes &);
  CsrMatrix (*make)(const Sizes &);
  /// What is wrong with the sizes, or nullptr; asked if all of them are there.
  const char *(*wrong)(const Sizes &) = nullptr;
};

int64_t whole(double size) { return static_cast<int64_t>(size); }

CsrMatrix rmat(const Sizes &s, bool shuffled) {
  RmatSizes sizes;
  sizes.scale = whole(s[0]);
  sizes.degree = s[1];
  if (s.size() == 5)
    sizes.probability = {s[2], s[3], s[4]};
  sizes.shuffled = shuffled;
  return makeRmat(sizes);
}

double rmatEntries(const Sizes &s) { return std::exp2(s[0]) * (1.0 + s[1]); }

CsrMatrix ratings(const Sizes &s) {
  RatingSizes sizes;
  sizes.users = whole(s[0]);
  sizes.items = whole(s[1]);
  sizes.ratings = whole(s[2]);
  if (s.size() == 6) {
    sizes.rank = whole(s[3]);
    sizes.noise = s[4];
    sizes.skew = s[5];
  }
  return makeRatings(sizes);
}

PrunedSizes prunedSizes(const Sizes &s) {
  PrunedSizes sizes;
  sizes.rows = whole(s[0]);
  sizes.columns = whole(s[1]);
  sizes.percent = s[2];
  if (s.size() == 5) {
    sizes.band = s[3];
    sizes.height = whole(s[4]);
  }
  return sizes;
}

/// Those that are left, or a quarter of the numbers that are drawn for that.
double prunedEntries(const Sizes &s) {
  const double band = s.size() == 5 ? s[3] : 1,
               height = s.size() == 5 ? s[4] : 1;
  return s[0] * s[1] *
         std::max(1 - s[2] / 100, 0.25 * band / std::max(1.0, height));
}

const char *wrongPruned(const Sizes &s) {
  const PrunedSizes sizes = prunedSizes(s);
  if (sizes.percent > 100)
    return "over 100 percent cannot be pruned";
  if (sizes.band > 1)
    return "the band is a part of the columns, at most 1";
  // Numbers that a user writes: 0.3 of the columns and 70 percent.
  if (100 * sizes.band + sizes.percent < 100 - 1e-9)
    return "the band is too narrow for what is left";
  return sizes.height ? nullptr : "at least 1 row is pruned at once";
}

const Generator generators[] = {
    {"stencil2d", "N", "5 points on an N x N grid",
     [](const Sizes &s) { return 5 * std::pow(s[0], 2); },
     [](const Sizes &s) { return makeStencil(whole(s[0]), 2, false); }},
    {"stencil2d9", "N", "9 points on an N x N grid",
     [](const Sizes &s) { return 9 * std::pow(s[0], 2); },
     [](const Sizes &s) { return makeStencil(whole(s[0]), 2, true); }},
    {"stencil3d", "N", "7 points on an N x N x N grid",
     [](const Sizes &s) { return 7 * std::pow(s[0], 3); },
     [](const Sizes &s) { return makeStencil(whole(s[0]), 3, false); }},
    {"stencil3d27", "N", "27 points on an N x N x N grid",
     [](const Sizes &s) { return 27 * std::pow(s[0], 3); },
     [](const Sizes &s) { return makeStencil(whole(s[0]), 3, true); }},
    {"banded", "N,B", "diagonals -B..B (B = 1: 3 points on a line)",
     [](const Sizes &s) { return s[0] * (2.0 * s[1] + 1); },
     [](const Sizes &s) { return makeBanded(whole(s[0]), whole(s[1])); }},
    {"blocks", "N,R,C,PERROW", "N block rows of PERROW full R x C blocks",
     [](const Sizes &s) { return s[0] * s[1] * s[2] * s[3]; },
     [](const Sizes &s) {
       return makeBlocks(whole(s[0]), whole(s[1]), whole(s[2]), whole(s[3]));
     }},
    {"mesh", "NODES,B,coupled",
     "3-D mesh, B x B blocks, coupled to that part of 26 neighbours",
     [](const Sizes &s) { return s[0] * s[1] * s[1] * (1 + 26 * s[2]); },
     [](const Sizes &s) { return makeMesh(whole(s[0]), whole(s[1]), s[2]); }},
    {"scattered", "N,degree,near,WIDTH",
     "short uneven rows, the part near within WIDTH of the diagonal",
     [](const Sizes &s) { return s[0] * (1 + s[1]); },
     [](const Sizes &s) {
       return makeScattered(whole(s[0]), s[1], s[2], whole(s[3]));
     }},
    {"uniform", "N,DEGREE", "DEGREE entries a row, anywhere",
     [](const Sizes &s) { return s[0] * s[1]; },
     [](const Sizes &s) { return makeUniform(whole(s[0]), whole(s[1])); }},
    {"rmat", "SCALE,degree[,a,b,c]",
     "R-MAT graph of 2^SCALE vertices (0.57,0.19,0.19)", rmatEntries,
     [](const Sizes &s) { return rmat(s, false); }},
    {"rmatshuffled", "SCALE,degree[,a,b,c]",
     "the same, vertices in random order", rmatEntries,
     [](const Sizes &s) { return rmat(s, true); }},
    {"powerlaw", "N,degree,exponent",
     "symmetric graph, weights (v + 3)^-exponent",
     [](const Sizes &s) { return s[0] * (1 + s[1]); },
     [](const Sizes &s) { return makePowerLaw(whole(s[0]), s[1], s[2]); }},
    {"pruned", "ROWS,COLUMNS,percent[,band,HEIGHT]",
     "weights, percent of them pruned, the rest in a band, HEIGHT rows alike "
     "(1,1)",
     prunedEntries, [](const Sizes &s) { return makePruned(prunedSizes(s)); },
     wrongPruned},
    {"ratings", "USERS,ITEMS,RATINGS[,RANK,noise,skew]",
     "ratings of planted factors, weights (v + 3)^-skew (8,0.1,0.6)",
     [](const Sizes &s) { return std::max({s[0], s[1], s[2]}); }, ratings},
};

std::vector<std::string> splitAtCommas(const std::string &text) {
  std::vector<std::string> items(1);
  for (char c : text)
    if (c == ',')
      items.emplace_back();
    else
      items.back() += c;
  return items;
}

/// "N,degree[,near]" => N, degree, near.
std::vector<Size> sizesOf(const Generator &generator) {
  std::vector<Size> result;
  bool needed = true;
  for (std::string name : splitAtCommas(generator.sizes)) {
    const bool opens = name.back() == '[';
    name.erase(std::remove_if(name.begin(), name.end(),
                              [](char c) { return c == '[' || c == ']'; }),
               name.end());
    const bool isWhole = std::isupper(static_cast<unsigned char>(name[0]));
    result.push_back({name, isWhole, needed});
    needed &= !opens;
  }
  return result;
}

/// The number \p text, which is not negative; whole unless \p size may have a
/// fraction.
std::optional<double> parseSize(const std::string &text, const Size &size) {
  const char *known = size.whole ? "0123456789" : "0123456789.";
  if (text.empty() || text.find_first_not_of(known) != std::string::npos)
    return std::nullopt;
  char *end = nullptr;
  double value = std::strtod(text.c_str(), &end);
  if (*end || value > (1 << 30))
    return std::nullopt;
  return value;
}

bool parseSizes(const std::string &text, const Generator &generator,
                Sizes &sizes, std::string &problem) {
  const std::vector<Size> expected = sizesOf(generator);
  const std::vector<std::string> items = splitAtCommas(text);
  const size_t needed = static_cast<size_t>(
      std::count_if(expected.begin(), expected.end(),
                    [](const Size &s) { return s.needed; }));
  for (size_t k = 0; k < items.size(); ++k) {
    const Size &size = expected[std::min(k, expected.size() - 1)];
    std::optional<double> value = parseSize(items[k], size);
    if (!value) {
      problem = "'" + items[k] + "' is not a " +
                (size.whole ? "size" : "number for '" + size.name + "'");
      return false;
    }
    sizes.push_back(*value);
  }
  if (items.size() != expected.size() && items.size() != needed)
    problem = std::string("the sizes are ") + generator.sizes;
  else if (generator.entries(sizes) > 2e9)
    problem = "the matrix would have over 2000000000 entries";
  else if (const char *wrong =
               generator.wrong ? generator.wrong(sizes) : nullptr)
    problem = wrong;
  return problem.empty();
}

} // namespace

std::optional<CsrMatrix> makeMatrix(const std::string &spec,
                                    std::string &problem) {
  const size_t colon = std::min(spec.find(':'), spec.size());
  const std::string name = spec.substr(0, colon);
  const Generator *found =
      std::find_if(std::begin(generators), std::end(generators),
                   [&](const Generator &g) { return name == g.name; });
  if (found == std::end(generators)) {
    for (const Generator &generator : generators)
      problem += (problem.empty() ? "" : ", ") + std::string(generator.name) +
                 ":" + generator.sizes;
    problem = "no such generator; there are " + problem;
    return std::nullopt;
  }
  Sizes sizes;
  const std::string text =
      colon < spec.size() ? spec.substr(colon + 1) : std::string();
  if (!parseSizes(text, *found, sizes, problem))
    return std::nullopt;
  CsrMatrix matrix = found->make(sizes);
  matrix.name = spec;
  return matrix;
}

std::string generatorHelp(const std::string &indent) {
  std::string text;
  for (const Generator &generator : generators) {
    std::string head = std::string(generator.name) + ":" + generator.sizes;
    head.resize(std::max<size_t>(head.size() + 2, 34), ' ');
    text += indent + head + generator.help + "\n";
  }
  return text;
}

} // namespace sparsec::bench
