//===- Replay.cpp - runs a fuzzer's inputs once, without libFuzzer --------===//

#include <cstddef>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const char *data, size_t size);

/// Each argument is a file. Says which one before it runs, as libFuzzer does:
/// what ends the program is found there.
int main(int argc, char **argv) {
  for (int k = 1; k < argc; ++k) {
    std::fprintf(stderr, "Running: %s\n", argv[k]);
    std::ifstream file(argv[k], std::ios::binary);
    if (!file)
      return 1;
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
  }
  std::printf("%d inputs\n", argc - 1);
  return 0;
}
