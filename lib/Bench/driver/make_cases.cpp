//===- make_cases.cpp - unpack the inputs of a benchmark driver -----------===//
//
// make_cases PACKED CASES: makes the matrices and random numbers that PACKED
// names (sparsec/Bench/PackedCase.h) and writes the file that a driver maps
// (driver.c).
//
//===----------------------------------------------------------------------===//
#include "sparsec/Bench/MatrixMaker.h"
#include "sparsec/Bench/PackedCase.h"

#include <cstdio>
#include <cstdlib>
#include <string>

using namespace sparsec::bench;

namespace {

[[noreturn]] void die(const std::string &message) {
  std::fprintf(stderr, "make_cases: %s\n", message.c_str());
  std::exit(1);
}

void read(FILE *in, void *to, size_t bytes) {
  if (bytes && std::fread(to, bytes, 1, in) != 1)
    die("the packed file is too short");
}

void write(FILE *out, const void *from, size_t bytes) {
  if (bytes && std::fwrite(from, bytes, 1, out) != 1)
    die("cannot write the cases");
}

uint64_t readNumber(FILE *in) {
  uint64_t number = 0;
  read(in, &number, sizeof number);
  return number;
}

void padded(std::vector<unsigned char> &bytes) {
  bytes.resize((bytes.size() + 7) / 8 * 8);
}

std::vector<CsrMatrix> readMatrices(FILE *in) {
  std::vector<CsrMatrix> matrices(readNumber(in));
  for (CsrMatrix &matrix : matrices) {
    char spec[caseNameBytes] = "";
    read(in, spec, sizeof spec);
    std::string problem;
    if (!spec[0])
      continue;
    std::optional<CsrMatrix> made = makeMatrix(spec, problem);
    if (!made)
      die(std::string(spec) + ": " + problem);
    matrix = std::move(*made);
  }
  return matrices;
}

void unpackCase(FILE *in, FILE *out, uint64_t slots) {
  char name[caseNameBytes] = "";
  read(in, name, sizeof name);
  write(out, name, sizeof name);
  const std::vector<CsrMatrix> matrices = readMatrices(in);
  for (uint64_t s = 0; s < slots; ++s) {
    PackedSlot slot;
    read(in, &slot, sizeof slot);
    std::vector<unsigned char> bytes;
    if (slot.source.kind == SlotSource::Bytes) {
      bytes.resize(slot.elements * slot.bytes);
      padded(bytes);
      read(in, bytes.data(), bytes.size());
    } else {
      bytes = unpack(slot, matrices);
      padded(bytes);
    }
    write(out, &slot.elements, sizeof slot.elements);
    write(out, bytes.data(), bytes.size());
  }
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 3)
    die("usage: make_cases PACKED CASES");
  FILE *in = std::fopen(argv[1], "rb"), *out = std::fopen(argv[2], "wb");
  if (!in || !out)
    die(std::string("cannot open '") + (in ? argv[2] : argv[1]) + "'");
  const uint64_t cases = readNumber(in), slots = readNumber(in);
  write(out, &cases, sizeof cases);
  for (uint64_t k = 0; k < cases; ++k)
    unpackCase(in, out, slots);
  if (std::fclose(out) != 0)
    die("cannot write the cases");
  std::fclose(in);
  return 0;
}
