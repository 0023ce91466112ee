//===- Report.cpp - plans and values for people and programs --------------===//

#include "Report.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

namespace sparsec::permanent {

static llvm::format_object<double> scientific(double number) {
  return llvm::format("%.2g", number);
}

/// "frontier 12 s, gray-cpu 3.1 s"; those that cannot take the block are left
/// out.
static std::string offersOf(const BlockPlan &block) {
  std::string text;
  llvm::raw_string_ostream out(text);
  for (const BlockPlan::Offer &offer : block.offers)
    if (std::isfinite(offer.cost.seconds))
      out << (text.empty() ? "" : ", ") << offer.engine << " "
          << scientific(offer.cost.seconds) << " s";
  return text;
}

void printPlan(const Plan &plan, double seconds) {
  llvm::raw_ostream &out = llvm::outs();
  out << "matrix      " << plan.size() << " rows, structural rank "
      << plan.structuralRank() << "\n";
  if (plan.structuralRank() < plan.size())
    return;
  out << "blocks      " << plan.diagonalBlocks() << ", the largest of "
      << plan.largestDiagonalBlock() << " rows; " << plan.eliminatedVertices()
      << " vertices of degree 2 eliminated\n"
      << "arithmetic  " << plan.arithmetic() << "\n";
  for (const BlockPlan &block : plan.blocks())
    out << "block       " << block.size << " rows, " << block.entries
        << " entries: " << block.engine->name() << " ("
        << block.engine->details() << ")\n";
  for (const BlockPlan &block : plan.blocks())
    if (block.offers.size() > 1)
      out << "weighed     " << offersOf(block) << "\n";
  Cost cost = plan.cost();
  out << "predicted   " << scientific(cost.seconds) << " s, "
      << scientific(cost.bytes) << " bytes (planned in " << scientific(seconds)
      << " s)\n";
  out.flush();
}

void printValue(const Plan &plan, const Value &value, const Timing &timing) {
  llvm::raw_ostream &out = llvm::outs();
  out << "permanent   " << decimal(value) << "\n";
  if (plan.structuralRank() < plan.size())
    out << "error       0 (structurally singular: no perfect matching)\n";
  else if (isExact(value))
    out << "error       " << decimalError(value) << " (exact arithmetic)\n";
  else
    out << "error       " << decimalError(value)
        << (isEstimate(value) ? ", an estimate, relative "
                              : " at most, relative ")
        << scientific(relativeError(value)) << "\n";
  out << "seconds     " << scientific(timing.run) << " + "
      << scientific(timing.plan) << " for reading and the plan\n";
}

ProgressLine::ProgressLine(bool always)
    : terminal(llvm::sys::Process::StandardErrIsDisplayed()),
      prints(terminal || always), start(Clock::now()),
      next(start + std::chrono::seconds(1)) {}

ProgressLine::~ProgressLine() {
  if (shown && terminal)
    llvm::errs() << "\r\033[K";
}

Progress ProgressLine::listener() {
  if (!prints)
    return {};
  return [this](double share) {
    if (Clock::now() >= next)
      print(share);
    return true;
  };
}

void ProgressLine::print(double share) {
  shown = true;
  next = Clock::now() + std::chrono::seconds(terminal ? 1 : 10);
  double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  llvm::errs() << (terminal ? "\r\033[K" : "")
               << llvm::format("%5.1f %%  %.0f s", 100 * share, seconds);
  if (share > 0.01)
    llvm::errs() << llvm::format(", about %.0f s left",
                                 seconds * (1 - share) / share);
  llvm::errs() << (terminal ? "" : "\n");
}

static void writePlan(llvm::json::OStream &json, const Plan &plan) {
  Cost cost = plan.cost();
  json.attribute("rows", plan.size());
  json.attribute("structural_rank", plan.structuralRank());
  json.attribute("diagonal_blocks", plan.diagonalBlocks());
  json.attribute("largest_block", plan.largestDiagonalBlock());
  json.attribute("eliminated", plan.eliminatedVertices());
  json.attribute("arithmetic", plan.arithmetic());
  json.attribute("predicted_seconds", cost.seconds);
  json.attribute("predicted_bytes", cost.bytes);
  json.attributeArray("blocks", [&] {
    for (const BlockPlan &block : plan.blocks())
      json.object([&] {
        json.attribute("rows", block.size);
        json.attribute("entries", int64_t(block.entries));
        json.attribute("engine", block.engine->name());
        json.attribute("operations", block.engine->cost().operations);
        json.attribute("details", block.engine->details());
        json.attributeObject("weighed_seconds", [&] {
          for (const BlockPlan::Offer &offer : block.offers)
            if (std::isfinite(offer.cost.seconds))
              json.attribute(offer.engine, offer.cost.seconds);
        });
      });
  });
}

void printJson(const Plan &plan, const Value *value, const Timing &timing,
               const std::vector<std::string> &notes) {
  llvm::json::OStream json(llvm::outs(), 2);
  json.object([&] {
    if (value) {
      double relative = relativeError(*value);
      json.attribute("value", decimal(*value));
      json.attribute("exact", isExact(*value));
      json.attribute("error", decimalError(*value));
      json.attribute("estimated", isEstimate(*value));
      if (std::isfinite(relative)) // JSON knows no infinity
        json.attribute("relative_error", relative);
      json.attribute("seconds", timing.run);
    }
    json.attribute("planning_seconds", timing.plan);
    json.attributeArray("notes", [&] {
      for (const std::string &note : notes)
        json.value(note);
    });
    json.attributeObject("plan", [&] { writePlan(json, plan); });
  });
  llvm::outs() << "\n";
}

} // namespace sparsec::permanent
