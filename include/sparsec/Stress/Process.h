//===- Process.h - child processes, their limits and logs -------*- C++ -*-===//
#ifndef SPARSEC_STRESS_PROCESS_H
#define SPARSEC_STRESS_PROCESS_H

#include <functional>
#include <string>
#include <vector>

namespace sparsec::stress {

struct ProcessEnd {
  int exitCode = 0, signal = 0;
  bool timedOut = false;
};

/// Runs \p body in a child process and waits for it.
ProcessEnd runInChild(const std::function<void()> &body);
/// From now on this process may use \p seconds of processor time; it does not
/// depend on what else the machine does.
void limitTime(int seconds);
/// Sends standard error to \p path.
void redirectErrors(const std::string &path);

void writeText(const std::string &path, const std::string &text);
/// "" when there is no such file.
std::string readText(const std::string &path);

/// One event of a log: three fields, and the processor time of the process
/// until then in milliseconds.
struct LogLine {
  std::string event, first, second;
  long milliseconds = 0;
};
/// Processor time that finished children took, in milliseconds.
long childMilliseconds();

/// Writes each line through at once: the process may die after it.
class LogWriter {
public:
  explicit LogWriter(const std::string &path);
  ~LogWriter();
  LogWriter(const LogWriter &) = delete;
  LogWriter &operator=(const LogWriter &) = delete;
  void write(const std::string &event, const std::string &first,
             const std::string &second);

private:
  int file;
};
std::vector<LogLine> readLogLines(const std::string &path);

} // namespace sparsec::stress

#endif // SPARSEC_STRESS_PROCESS_H
