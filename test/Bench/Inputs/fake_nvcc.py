#!/usr/bin/env python3
"""nvcc's place on a machine without a GPU: compiles CUDA as C++20 for the host,
against lib/Bench/emulation, and links the emulation. Kernels of the driver itself,
which only read and copy to measure, are left out: their launches do nothing.
  fake_nvcc.py --driver FOLDER   a libcuda.so.1 that tells of one device, called Fake
"""
import pathlib
import re
import subprocess
import sys

emulation = pathlib.Path(__file__).resolve().parents[3] / "lib/Bench/emulation"
host = '#include "cuda_runtime.h"\n' + r"""
#include <chrono>
struct FakeEvent { double seconds; };
typedef FakeEvent *cudaEvent_t;
struct cudaDeviceProp { char name[256]; };
inline double fakeSeconds() {
  return std::chrono::duration<double>(
      std::chrono::steady_clock::now().time_since_epoch()).count();
}
inline cudaError_t cudaEventCreate(cudaEvent_t *event) {
  *event = new FakeEvent{0};
  return cudaSuccess;
}
inline cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete event;
  return cudaSuccess;
}
inline cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t) {
  event->seconds = fakeSeconds();
  return cudaSuccess;
}
inline cudaError_t cudaEventElapsedTime(float *time, cudaEvent_t from, cudaEvent_t to) {
  *time = float(1e3 * (to->seconds - from->seconds));
  return cudaSuccess;
}
inline cudaError_t cudaStreamCreate(cudaStream_t *stream) {
  *stream = nullptr;
  return cudaSuccess;
}
inline cudaError_t cudaGetDeviceCount(int *count) {
  *count = 1;
  return cudaSuccess;
}
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int) {
  *properties = {"Fake"};
  return cudaSuccess;
}
inline cudaError_t cudaMemGetInfo(size_t *available, size_t *total) {
  *available = *total = 1 << 20;
  return cudaSuccess;
}
template <typename... Values> void ignored(Values...) {}
template <typename T> T __ldcg(const T *from) { return *from; }
"""
driver = r"""
#include <string.h>
int cuInit(unsigned flags) { (void)flags; return 0; }
int cuDeviceGetCount(int *count) { *count = 1; return 0; }
int cuDeviceGetName(char *name, int size, int device) {
  (void)device;
  strncpy(name, "Fake", size);
  return 0;
}
"""


def run(*words):
    sys.exit(subprocess.run([str(word) for word in words]).returncode)


def main():
    words = sys.argv[1:]
    if words[0] == "--driver":
        folder = pathlib.Path(words[1])
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "libcuda.c").write_text(driver)
        run("gcc", "-shared", "-fPIC", folder / "libcuda.c", "-o", folder / "libcuda.so.1")
    output = pathlib.Path(words[words.index("-o") + 1])
    if "-c" not in words:
        objects = [word for word in words if word.endswith(".o")]
        run("g++", "-std=c++20", "-O1", "-w", "-fopenmp", *objects,
            *emulation.glob("*.cpp"), "-o", output)
    source = next(pathlib.Path(word) for word in words if word.endswith(".cu"))
    folder = output.parent / "fake"
    folder.mkdir(exist_ok=True)
    text = re.sub(r"\b\w+<<<.*?>>>\(", "ignored(", source.read_text(), flags=re.S)
    (folder / source.name).write_text(text)
    (folder / "fake.h").write_text(host)
    run("g++", "-x", "c++", "-std=c++20", "-O1", "-w", "-fopenmp", "-I", source.parent,
        "-I", emulation, "-include", folder / "fake.h", "-c", folder / source.name,
        "-o", output)


main()
