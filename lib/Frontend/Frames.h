//===- Frames.h - the loops and conditions around a place -------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_FRAMES_H
#define SPARSEC_LIB_FRONTEND_FRAMES_H

#include "Kernel.h"

#include "llvm/ADT/ScopeExit.h"

namespace sparsec {

/// A `continue` under several conditions, some of them on data, for which
/// there has to be a flag (EarlyEnds.h).
struct JumpUnderData {
  clang::SourceRange where;
};

/// Says that there can be no flag.
[[noreturn]] void refuseUnderSeveral(clang::SourceRange jump,
                                     Diagnoser &diagnoser);

/// Where the walk over a body stands: what is around it, outermost first.
class Frames {
public:
  explicit Frames(Kernel &kernel) : kernel(kernel) {}

  /// Of loops.
  unsigned depth() const;
  /// A name for the loop over \p variable that no array, parameter or loop
  /// around has.
  std::string loopName(const clang::VarDecl *variable) const;
  /// Values of \p loop, the innermost one, for the statements of \p body that
  /// increase in execution order: `-i` for a loop that counts down.
  std::map<std::string, isl::pw_aff> loopValues(const LoopFrame &loop,
                                                const ScheduleTree &body) const;
  /// What conditions on data say of whether statements here do anything; none
  /// where there are none.
  std::optional<Expr> mask() const;
  /// A statement that runs where the walk stands, without its body.
  Statement instancesHere(const std::string &name) const;
  /// The calls that loops and conditions around all masks read: in any case.
  std::set<std::string> callsAroundMasks() const;
  /// Where \p statement stands in the source, and the names of its dimensions.
  void describe(Statement &statement, const clang::Stmt *source) const;

  /// Runs \p walkBody with one more frame and returns its result. The frame's
  /// instances are built first, so that a wrong bound or condition is reported
  /// once, for empty bodies too; nothing is walked then.
  template <typename WalkBody>
  auto under(Frame frame, WalkBody walkBody)
      -> decltype(walkBody(std::declval<Statement>())) {
    frames.push_back(std::move(frame));
    auto pop = llvm::make_scope_exit([&] { frames.pop_back(); });
    try {
      return walkBody(instancesHere("frame"));
    } catch (const Refused &) {
      return {};
    }
  }

  /// Around the body of a called function.
  void enterCall() { frames.emplace_back(CallFrame()); }
  void leaveCall() { frames.pop_back(); }

  /// The walk meets \p jump, out of the iteration of the innermost loop, or out
  /// of the innermost function where that is inside. Throws JumpUnderData.
  void leave(const clang::Stmt *jump);
  /// Whether a jump was met since \p before of them.
  size_t jumps() const { return left.size(); }
  /// From here on, to resume(), what runs is what no jump since \p before left.
  size_t skipSince(size_t before);
  void resume(size_t skipped) { frames.resize(frames.size() - skipped); }
  /// The end of what jumps since \p before left.
  void arrive(size_t before) { left.resize(before); }

private:
  Statement instancesIn(llvm::ArrayRef<Frame> frames,
                        const std::string &name) const;

  Kernel &kernel;
  std::vector<Frame> frames;
  std::vector<SkipFrame> left;
};

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_FRAMES_H
