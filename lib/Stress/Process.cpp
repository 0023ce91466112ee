//===- Process.cpp - child processes, their limits and logs ---------------===//

#include "sparsec/Stress/Process.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sparsec::stress {

/// Fields end with these: neither occurs in messages.
static constexpr char fieldEnd = '\x1f', lineEnd = '\x1e';

ProcessEnd runInChild(const std::function<void()> &body) {
  std::fflush(nullptr);
  pid_t child = fork();
  if (child < 0)
    return {1, 0, false};
  if (child == 0) {
    body();
    std::fflush(nullptr);
    _exit(0);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    continue;
  ProcessEnd end;
  if (WIFSIGNALED(status)) {
    end.signal = WTERMSIG(status);
    end.timedOut = end.signal == SIGPROF;
  } else {
    end.exitCode = WEXITSTATUS(status);
  }
  return end;
}

void limitTime(int seconds) {
  std::signal(SIGPROF, SIG_DFL);
  itimerval limit{{0, 0}, {seconds, 0}};
  setitimer(ITIMER_PROF, &limit, nullptr);
}

void redirectErrors(const std::string &path) {
  int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file < 0)
    return;
  dup2(file, STDERR_FILENO);
  close(file);
}

void writeText(const std::string &path, const std::string &text) {
  std::ofstream(path, std::ios::binary) << text;
}

std::string readText(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

LogWriter::LogWriter(const std::string &path)
    : file(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644)) {}

LogWriter::~LogWriter() { close(file); }

void LogWriter::write(const std::string &event, const std::string &first,
                      const std::string &second) {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  std::string line = event + fieldEnd + first + fieldEnd + second + fieldEnd +
                     std::to_string(now.tv_sec * 1000 + now.tv_nsec / 1000000) +
                     fieldEnd + lineEnd;
  if (::write(file, line.data(), line.size()) != ssize_t(line.size()))
    _exit(1);
}

std::vector<LogLine> readLogLines(const std::string &path) {
  std::vector<LogLine> lines;
  std::istringstream all(readText(path));
  for (std::string line; std::getline(all, line, lineEnd);) {
    std::istringstream fields(line);
    LogLine next;
    std::getline(fields, next.event, fieldEnd);
    std::getline(fields, next.first, fieldEnd);
    std::getline(fields, next.second, fieldEnd);
    std::string time;
    std::getline(fields, time, fieldEnd);
    next.milliseconds = std::atol(time.c_str());
    lines.push_back(next);
  }
  return lines;
}

long childMilliseconds() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  auto of = [](const timeval &time) {
    return time.tv_sec * 1000 + time.tv_usec / 1000;
  };
  return of(used.ru_utime) + of(used.ru_stime);
}

} // namespace sparsec::stress
