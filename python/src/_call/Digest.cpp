//===- Digest.cpp - whether arrays are what they were ---------------------===//

#include "Digest.h"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace nb = nanobind;

namespace sparsec::python {
namespace {

/// Eight lanes, which a processor takes at once. Each step is a bijection of
/// the word and of the lane: a single changed word always changes the result.
class Digest {
public:
  void add(const unsigned char *data, size_t bytes) {
    addLength(bytes);
    for (; bytes >= sizeof(Block);
         bytes -= sizeof(Block), data += sizeof(Block))
      addBlock(data);
    unsigned char rest[sizeof(Block)] = {};
    if (bytes)
      std::memcpy(rest, data, bytes);
    addBlock(rest);
  }
  const std::array<uint64_t, 8> &state() const { return lanes; }

private:
  using Block = std::array<uint64_t, 8>;

  void addBlock(const unsigned char *data) {
    Block words;
    std::memcpy(&words, data, sizeof(words));
    for (size_t lane = 0; lane < words.size(); ++lane)
      lanes[lane] = std::rotl(lanes[lane] ^ words[lane], 27) *
                    UINT64_C(0x9e3779b97f4a7c15);
  }
  void addLength(uint64_t bytes) {
    for (size_t lane = 0; lane < lanes.size(); ++lane)
      lanes[lane] = std::rotl(lanes[lane] ^ (bytes + lane), 31) *
                    UINT64_C(0xbf58476d1ce4e5b9);
  }

  Block lanes = {1, 2, 3, 4, 5, 6, 7, 8};
};

} // namespace

nb::bytes digest(nb::handle arrays) {
  Digest result;
  for (nb::handle array : nb::borrow<nb::list>(arrays)) {
    Py_buffer view;
    if (PyObject_GetBuffer(array.ptr(), &view, PyBUF_SIMPLE))
      throw nb::python_error();
    {
      nb::gil_scoped_release free;
      result.add(static_cast<const unsigned char *>(view.buf),
                 static_cast<size_t>(view.len));
    }
    PyBuffer_Release(&view);
  }
  return nb::bytes(reinterpret_cast<const char *>(result.state().data()),
                   sizeof(result.state()));
}

} // namespace sparsec::python
