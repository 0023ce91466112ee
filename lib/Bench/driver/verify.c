/*===- verify.c - compare generated code with the original ----------------===*/
#include "bench_driver.h"
#include "small_floats.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Real and imaginary parts of complex numbers are elements of their own. */
static size_t parts(const struct bench_case *c, int slot) {
  return c->elements[slot] * (size_t)bench_slots[slot].parts;
}

double bench_number(const unsigned char *data, int slot, size_t index) {
  switch (bench_slots[slot].digits) {
  case 8:
    return sparsec_bfloat16_value(
        ((const unsigned short *)(const void *)data)[index]);
  case 11:
    return sparsec_half_value(
        ((const unsigned short *)(const void *)data)[index]);
  case 24:
    return ((const float *)(const void *)data)[index];
  }
  return ((const double *)(const void *)data)[index];
}

static double element(const struct bench_arguments *set, int slot, size_t index) {
  return bench_number(set->buffer[slot].data, slot, index);
}

void bench_set_number(unsigned char *data, int slot, size_t index,
                      double value) {
  switch (bench_slots[slot].digits) {
  case 8:
    ((unsigned short *)(void *)data)[index] = sparsec_bfloat16_of(value);
    break;
  case 11:
    ((unsigned short *)(void *)data)[index] = sparsec_half_of(value);
    break;
  case 24:
    ((float *)(void *)data)[index] = (float)value;
    break;
  default:
    ((double *)(void *)data)[index] = value;
  }
}

static void set_element(struct bench_arguments *set, int slot, size_t index,
                        double value) {
  bench_set_number(set->buffer[slot].data, slot, index, value);
}

/* What bounds the magnitude of element `index`: of a complex number
   |re| + |im|, as the real part of its bound, whose other part is 0. Sums and
   products of such bounds bound both parts of sums and products. */
static double magnitude(const struct bench_arguments *set, int slot,
                        size_t index) {
  if (bench_slots[slot].parts == 1)
    return fabs(element(set, slot, index));
  if (index % 2)
    return 0;
  return fabs(element(set, slot, index)) + fabs(element(set, slot, index + 1));
}

/* Whether the plan stores rounded values. */
static int rounds(void) {
  for (int s = 0; s < BENCH_SLOTS; ++s)
    if (bench_slots[s].rounding > 0)
      return 1;
  return 0;
}

void bench_run_original(struct bench_case *c, int as_planned) {
  bench_copy(&c->original, &c->inputs);
  if (as_planned && bench_is_ordered) {
    bench_stage = "order of iterations";
    bench_copy(&c->generated, &c->inputs);
    if (!bench_order(c->generated.args)) {
      bench_stage = "original in the plan's order";
      bench_replay(c->original.args);
      bench_split(&c->original);
      return;
    }
  }
  bench_stage = "original";
  bench_original(c->original.args);
  bench_split(&c->original);
}

/* Runs the original on the inputs in force, and what bounds its error:
   |y - y0| <= (8 eps (k + 1) + 2 r) bound, k roundings behind y, and those of
   the plan's values by r together. */
void bench_reference(struct bench_case *c) {
  bench_forget_sensitivity();
  bench_copy(&c->bound, &c->inputs);
  bench_copy(&c->terms, &c->inputs);
  bench_copy(&c->rounding, &c->inputs);
  for (int s = 0; s < BENCH_SLOTS; ++s)
    for (size_t k = 0; bench_slots[s].digits && k < parts(c, s); ++k) {
      set_element(&c->bound, s, k, magnitude(&c->inputs, s, k));
      set_element(&c->terms, s, k, 0);
      set_element(&c->rounding, s, k,
                  k % (size_t)bench_slots[s].parts ? 0
                                                   : bench_slots[s].rounding);
    }
  bench_join(&c->bound);
  bench_join(&c->terms);
  bench_join(&c->rounding);
  bench_run_original(c, 1);
  bench_stage = "error bound";
  bench_bound(c->bound.args);
  bench_terms(c->terms.args);
  if (rounds())
    bench_rounding(c->rounding.args);
  bench_split(&c->bound);
  bench_split(&c->terms);
  bench_split(&c->rounding);
}

/* Multiplies floating inputs by up to 0.95: enough to tell a stale copy. */
static void vary(struct bench_case *c, int with_updated) {
  uint64_t state = 88172645463325252u;
  for (int s = 0; s < BENCH_SLOTS; ++s) {
    const struct bench_slot *slot = &bench_slots[s];
    if (!slot->digits || !(slot->varies || (with_updated && slot->updated)))
      continue;
    for (size_t k = 0; k < parts(c, s); ++k) {
      state ^= state << 13;
      state ^= state >> 7;
      state ^= state << 17;
      double factor = 0.95 + 0.04 * (double)(state >> 11) * 0x1p-53;
      set_element(&c->inputs, s, k, factor * element(&c->inputs, s, k));
    }
  }
  bench_join(&c->inputs);
}

static int report(const struct bench_case *c, int slot, long index,
                  const char *kind) {
  printf("%s\t%s\t%d\t%s\t%s\t%ld", kind, c->name, bench_threads, bench_stage,
         bench_slots[slot].name, index);
  return 1;
}

static int check_guard(const struct bench_case *c, int slot) {
  const struct bench_buffer *b = &c->generated.buffer[slot];
  const unsigned char *end = b->block + b->block_bytes;
  for (const unsigned char *p = b->block; p < end; ++p) {
    if (p == b->data)
      p += b->bytes;
    if (p == end || *p == bench_guard_byte(p))
      continue;
    long offset = (long)(p - b->data);
    long size = bench_slots[slot].bytes;
    report(c, slot, offset >= 0 ? offset / size : -((size - 1 - offset) / size),
           "stray");
    printf("\n");
    return 1;
  }
  return 0;
}

static int check_unchanged(const struct bench_case *c, int slot) {
  const struct bench_buffer *now = &c->generated.buffer[slot],
                      *before = &c->inputs.buffer[slot];
  if (memcmp(now->data, before->data, now->bytes) == 0)
    return 0;
  size_t k = 0;
  while (now->data[k] == before->data[k])
    ++k;
  report(c, slot, (long)k / bench_slots[slot].bytes, "changed");
  printf("\n");
  return 1;
}

int bench_check_untouched(const struct bench_case *c) {
  bench_split(&c->generated);
  for (int s = 0; s < BENCH_SLOTS; ++s)
    if (check_guard(c, s) || check_unchanged(c, s))
      return 1;
  return 0;
}

static int check_integers(const struct bench_case *c, int slot) {
  size_t size = (size_t)bench_slots[slot].bytes;
  const unsigned char *now = c->generated.buffer[slot].data,
                      *right = c->original.buffer[slot].data;
  for (size_t k = 0; k < c->elements[slot]; ++k) {
    if (memcmp(now + k * size, right + k * size, size) == 0)
      continue;
    int64_t a = 0, b = 0;
    memcpy(&a, right + k * size, size);
    memcpy(&b, now + k * size, size);
    report(c, slot, (long)k, "fail");
    printf("\t%lld\t%lld\t0\n", (long long)a, (long long)b);
    return 1;
  }
  return 0;
}

/* What may differ where the bound of an element overflows, as that of values
   that are updated many times does: half of the digits of the slot's largest
   result. */
static double half_of_digits(const struct bench_case *c, int slot) {
  double largest = 0;
  for (size_t k = 0; k < parts(c, slot); ++k) {
    const double value = fabs(element(&c->original, slot, k));
    if (isfinite(value) && value > largest)
      largest = value;
  }
  return sqrt(bench_epsilon) * largest;
}

/* Whether two results are as equal as rounding allows; a result that is not
   finite must be met exactly. */
static int agree(double right, double now, double allowed) {
#ifdef BENCH_EXACT
  return memcmp(&right, &now, sizeof now) == 0 ||
         (isnan(right) && isnan(now));
#endif
  if (isnan(right))
    return isnan(now);
  if (!isfinite(right))
    return right == now;
  return fabs(now - right) <= allowed;
}

/* Results of the original that are infinite or no numbers. */
static size_t useless;

/* Of both parts together, as `magnitude` is. */
static double sensitivity(const struct bench_case *c, int slot, size_t first) {
#ifdef BENCH_EXACT
  return 0; /* no difference is allowed */
#endif
  double sum = 0;
  for (int part = 0; part < bench_slots[slot].parts; ++part)
    sum += bench_sensitivity(c, slot, first + (size_t)part);
  return sum;
}

static int check_floats(const struct bench_case *c, int slot, double *worst) {
  const size_t step = (size_t)bench_slots[slot].parts;
  double half = -1; /* not asked for */
  for (size_t k = 0; k < parts(c, slot); ++k) {
    size_t first = k - k % step;
    double right = element(&c->original, slot, k),
           now = element(&c->generated, slot, k),
           bound = element(&c->bound, slot, first),
           factor = 8 * bench_epsilon *
                        (element(&c->terms, slot, first) + 1) +
                    2 * element(&c->rounding, slot, first),
           allowed = factor * bound;
    if (!isfinite(allowed)) {
      allowed = half = half < 0 ? half_of_digits(c, slot) : half;
    } else if (!agree(right, now, allowed)) {
      /* A quotient may be larger than one of bounds; it is rounded as well. */
      bound = fmax(bound, fmax(magnitude(&c->original, slot, first),
                               sensitivity(c, slot, first)));
      allowed = factor * bound;
    }
    if (!agree(right, now, allowed)) {
      report(c, slot, (long)(k / step), "fail");
      printf("\t%.17g\t%.17g\t%.3g\n", right, now, allowed);
      return 1;
    }
    useless += !isfinite(right);
    double relative = fabs(now - right) / bound;
    if (isfinite(relative) && relative > *worst)
      *worst = relative;
  }
  return 0;
}

int bench_compare(const struct bench_case *c, double *worst) {
  bench_split(&c->generated);
  for (int s = 0; s < BENCH_SLOTS; ++s) {
    if (check_guard(c, s))
      return 1;
    if (!bench_slots[s].written) {
      if (check_unchanged(c, s))
        return 1;
    } else if (bench_slots[s].structures) {
      continue; /* its members tell */
    } else if (bench_slots[s].digits ? check_floats(c, s, worst)
                                       : check_integers(c, s)) {
      return 1;
    }
  }
  return 0;
}

static int declined(const struct bench_case *c, int code) {
  printf("declined\t%s\t%d\t%s\t%d\t%s\n", c->name, bench_threads, bench_stage,
         code, bench_message(code));
  return 1;
}

static int execute(struct bench_case *c, void *plan, const char *stage,
                   double *worst) {
  bench_stage = stage;
  bench_copy(&c->generated, &c->inputs);
  int code = bench_execute(plan, c->generated.args);
  return code ? declined(c, code) : bench_compare(c, worst);
}

static int drop_in(struct bench_case *c, double *worst) {
  bench_stage = "drop-in";
  bench_copy(&c->generated, &c->inputs);
  bench_dropin(c->generated.args);
  return bench_compare(c, worst);
}

/* The inspector, then two executions on the same inputs. */
static int first_runs(struct bench_case *c, void **plan, double *worst) {
  bench_stage = "inspect";
  bench_copy(&c->generated, &c->inputs);
  int code = bench_inspect(plan, c->generated.args);
  if (code) {
    declined(c, code);
    /* An inspector may decline; nothing may have changed then. */
    int failed = bench_check_untouched(c);
    if (*plan)
      failed = report(c, 0, 0, "leak"), printf("\n");
    return failed;
  }
  if (!*plan)
    return declined(c, -1);
  return execute(c, *plan, "execute", worst) ||
         execute(c, *plan, "second execute", worst);
}

static int later_runs(struct bench_case *c, void *const *plans,
                      const int *threads, int count, double *worst) {
  vary(c, 0);
  bench_set_threads(threads[0]);
  bench_reference(c);
  for (int k = 0; k < count; ++k) {
    bench_set_threads(threads[k]);
    if (k > 0 && bench_is_ordered)
      bench_reference(c);
    if (plans[k] && execute(c, plans[k], "execute with new values", worst))
      return 1;
  }
  vary(c, 1);
  bench_set_threads(threads[0]);
  bench_reference(c);
  for (int k = 0; k < count; ++k) {
    bench_set_threads(threads[k]);
    if (k > 0 && bench_is_ordered)
      bench_reference(c);
    bench_stage = "update";
    int code = plans[k] ? bench_update(plans[k], c->inputs.args) : 0;
    if (code)
      return declined(c, code);
    if (plans[k] && execute(c, plans[k], "execute after update", worst))
      return 1;
    if (drop_in(c, worst))
      return 1;
  }
  return 0;
}

/* Whether all inspectors made a plan. Where one declined, the drop-in ran the
   original loops: nothing of the generated code was compared. */
static int all_planned(void *const *plans, int count) {
  for (int k = 0; k < count; ++k)
    if (!plans[k])
      return 0;
  return 1;
}

double bench_worst;

int bench_verify(struct bench_case *c, const int *threads, int count) {
  void *plans[64] = {0};
  double worst = 0;
  int failed = 0;
  useless = 0;
  for (int k = 0; k < count && !failed; ++k) {
    bench_set_threads(threads[k]);
    bench_reference(c);
    failed = first_runs(c, &plans[k], &worst);
  }
  failed = failed || later_runs(c, plans, threads, count, &worst);
  const int ran = all_planned(plans, count);
  bench_stage = "destroy";
  for (int k = 0; k < count; ++k)
    bench_destroy(plans[k]);
  bench_destroy(NULL);
  bench_worst = worst;
  if (!failed && ran)
    printf("ok\t%s\t%.3g\t%zu\n", c->name, worst, useless);
  return failed;
}
