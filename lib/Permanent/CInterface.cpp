//===- CInterface.cpp - sparsec/permanent.h -------------------------------===//

#include "sparsec/Permanent/Plan.h"
#include "sparsec/permanent.h"

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <new>
#include <unistd.h>

using namespace sparsec;
using namespace sparsec::permanent;

namespace {

using Clock = std::chrono::steady_clock;

Arithmetic arithmeticOf(const sparsec_permanent_options &options) {
  switch (options.arithmetic) {
  case SPARSEC_PERMANENT_EXACT:
    return Arithmetic::Exact;
  case SPARSEC_PERMANENT_DOUBLE:
    return Arithmetic::Rounded;
  case SPARSEC_PERMANENT_AUTOMATIC:
    break;
  }
  return Arithmetic::Automatic;
}

Resources resourcesOf(const sparsec_permanent_options &options) {
  Resources resources = machineResources();
  if (options.threads)
    resources.threads = options.threads;
  if (options.bytes > 0)
    resources.bytes = options.bytes;
  if (options.seconds > 0)
    resources.seconds = options.seconds;
  if (options.engine)
    resources.engine = options.engine;
  return resources;
}

llvm::Expected<Value> valueOf(llvm::Expected<bench::MarketMatrix> file,
                              const sparsec_permanent_options &options,
                              std::vector<std::string> &notes) {
  if (!file)
    return file.takeError();
  Resources resources = resourcesOf(options);
  if (!isEngine(resources.engine))
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "there is no engine '" + resources.engine +
                                       "'");
  resources.note = [&](const std::string &text) { notes.push_back(text); };
  llvm::Expected<Matrix> matrix = toMatrix(
      *file, arithmeticOf(options), options.bits ? options.bits : doubleBits);
  if (!matrix)
    return matrix.takeError();
  llvm::Expected<Plan> plan = Plan::make(*matrix, resources);
  if (!plan)
    return plan.takeError();
  if (!options.progress)
    return plan->run();
  return plan->run([&](double share) {
    return options.progress(options.context, share) == 0;
  });
}

char *copyOf(const std::string &text) { return strdup(text.c_str()); }

void describe(const Value &value, sparsec_permanent_result &result) {
  auto [real, imaginary] = decimalParts(value);
  result.value = copyOf(decimal(value));
  result.real = copyOf(real);
  result.imaginary = copyOf(imaginary);
  result.is_complex = isComplex(value);
  result.error = copyOf(decimalError(value));
  result.relative_error = relativeError(value);
  result.exact = isExact(value);
  result.estimated = isEstimate(value);
}

void list(const std::vector<std::string> &notes,
          sparsec_permanent_result &result) {
  if (notes.empty())
    return;
  result.notes = static_cast<char **>(calloc(notes.size(), sizeof(char *)));
  for (const std::string &note : notes)
    if (result.notes)
      result.notes[result.note_count++] = copyOf(note);
}

/// What \p read gives, computed; C++ exceptions end here.
template <typename Read>
int compute(const Read &read, const sparsec_permanent_options *given,
            sparsec_permanent_result *result) {
  const sparsec_permanent_options options =
      given ? *given : sparsec_permanent_options{};
  *result = {};
  try {
    Clock::time_point start = Clock::now();
    std::vector<std::string> notes;
    llvm::Expected<Value> value = valueOf(read(), options, notes);
    list(notes, *result);
    if (!value) {
      result->message = copyOf(llvm::toString(value.takeError()));
      return 1;
    }
    result->seconds =
        std::chrono::duration<double>(Clock::now() - start).count();
    describe(*value, *result);
    return 0;
  } catch (const std::bad_alloc &) {
    result->message = copyOf("out of memory");
    return 1;
  }
}

llvm::Expected<bench::MarketMatrix>
fromEntries(int size, long long count, const int *row, const int *column,
            const double *value, const double *imaginary) {
  auto refuse = [](const llvm::Twine &text) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(), text);
  };
  if (size < 0 || count < 0)
    return refuse("expected a size and a count of 0 or more");
  bench::MarketMatrix matrix;
  matrix.entries.rows = matrix.entries.columns = size;
  for (long long e = 0; e < count; ++e) {
    if (row[e] < 0 || row[e] >= size || column[e] < 0 || column[e] >= size)
      return refuse("entry " + llvm::Twine(e) + " is at (" +
                    llvm::Twine(row[e]) + ", " + llvm::Twine(column[e]) +
                    "), outside 0.." + llvm::Twine(size - 1));
    matrix.entries.add(row[e], column[e], value[e]);
  }
  if (imaginary)
    matrix.imaginary.assign(imaginary, imaginary + count);
  return matrix;
}

} // namespace

int sparsec_permanent_of_file(const char *path,
                              const sparsec_permanent_options *options,
                              sparsec_permanent_result *result) {
  return compute(
      [&] {
        return bench::readMatrixMarket(path, bench::MarketFields::AlsoComplex);
      },
      options, result);
}

int sparsec_permanent_of_entries(int size, long long count, const int *row,
                                 const int *column, const double *value,
                                 const double *imaginary,
                                 const sparsec_permanent_options *options,
                                 sparsec_permanent_result *result) {
  return compute(
      [&] { return fromEntries(size, count, row, column, value, imaginary); },
      options, result);
}

void sparsec_permanent_free(sparsec_permanent_result *result) {
  free(result->value);
  free(result->error);
  free(result->message);
  free(result->real);
  free(result->imaginary);
  for (int i = 0; i < result->note_count; ++i)
    free(result->notes[i]);
  free(result->notes);
  *result = {};
}
