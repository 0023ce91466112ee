//===- KernelStyles.cpp - the classes of random kernels -------------------===//

#include "RandomKernel.h"

namespace sparsec::stress {

const std::vector<Style> &styles() {
  static const std::vector<Style> all = {
      {.name = "gather", .nest = {Loop::Row, Loop::Csr}, .target = Target::Row},
      {.name = "scatter",
       .nest = {Loop::Row, Loop::Csr},
       .target = Target::Column},
      {.name = "permuted",
       .nest = {Loop::Row, Loop::Csr},
       .target = Target::Row,
       .permuted = true},
      {.name = "segments", .nest = {Loop::Row, Loop::Segment}},
      {.name = "coordinates", .nest = {Loop::Edge}},
      {.name = "guarded",
       .nest = {Loop::Row, Loop::Csr},
       .square = true,
       .guarded = true},
      {.name = "solve",
       .nest = {Loop::Row, Loop::Csr},
       .square = true,
       .solves = true},
      {.name = "recurrence",
       .nest = {Loop::Row},
       .op = Op::Any,
       .previous = true},
      {.name = "dense", .nest = {Loop::Row, Loop::Dense}, .op = Op::Any},
      {.name = "triangle",
       .nest = {Loop::Row, Loop::Triangle},
       .op = Op::Any,
       .square = true},
      {.name = "blocks", .nest = {Loop::Row, Loop::Csr, Loop::Dense}},
      {.name = "scalar", .nest = {Loop::Row, Loop::Csr}, .scalar = true},
      {.name = "extremum", .nest = {Loop::Row, Loop::Csr}, .op = Op::Extremum},
      {.name = "order", .nest = {Loop::Row, Loop::Csr}, .op = Op::Order},
      {.name = "strided", .nest = {Loop::Row, Loop::Csr}, .strided = true},
      {.name = "imperfect",
       .nest = {Loop::Row, Loop::Csr},
       .op = Op::Any,
       .imperfect = true},
      {.name = "windows", .nest = {Loop::Row, Loop::Constant}, .windows = true},
      {.name = "digits", .nest = {Loop::Row}, .body = Body::Digits},
      {.name = "local", .nest = {Loop::Row}, .body = Body::Local},
      {.name = "mixed", .nest = {}, .op = Op::Any},
  };
  return all;
}

const std::vector<std::string> &kernelClasses() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> result;
    for (const Style &style : styles())
      result.push_back(style.name);
    return result;
  }();
  return names;
}

} // namespace sparsec::stress
