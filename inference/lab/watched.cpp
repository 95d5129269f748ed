// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "inference/api/kernel_lab.h"
#include "kernels/core/error.h"
#include "kernels/lab/launch_watch.h"

namespace tilescribe {
namespace {

using kernels::lab::LaunchWatch;

// Where in its work the kernel was.
Message place_of(const LaunchWatch& watch) {
  const std::string problem = watch.problem();
  return problem.empty() ? Message("its first launch") : Message::verbatim(problem);
}

// What ended the program, when it had not said that it was done.
Message crash(const LaunchWatch& watch, int status) {
  if (!WIFSIGNALED(status))
    return Message("The kernel ended the program in this case: {1}.", place_of(watch));
  const char* const text = ::sigdescr_np(WTERMSIG(status));
  return Message("The kernel crashed ({1}) in this case: {2}.", text != nullptr ? text : "?",
                 place_of(watch));
}

}  // namespace

WatchedEnd run_watched(std::vector<std::string> words, double most_s) {
  LaunchWatch watch;
  // Behind the names of the commands and before all else, such as names of files.
  const auto first =
      std::ranges::find_if(words, [](const std::string& word) { return word.starts_with('-'); });
  words.insert(first, {"--watched", std::to_string(watch.file())});
  words.insert(words.begin(), "/proc/self/exe");
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  pid_t child = 0;
  const int error = ::posix_spawn(&child, pointers[0], nullptr, nullptr, pointers.data(), environ);
  if (error != 0)
    throw Error("{1} could not be started: {2}.", "The program that runs the kernel",
                std::generic_category().message(error));
  int status = 0;
  for (;;) {
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    if (ended == child) break;
    if (ended < 0 && errno != EINTR)
      throw Error("The end of the program that runs the kernel could not be seen: {1}.",
                  std::generic_category().message(errno));
    if (watch.running_s() > most_s) {
      ::kill(child, SIGKILL);
      while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
      return {1, Message("The kernel did not finish within {1} s and was ended, in this case: {2}.",
                         Real{most_s, most_s < 1.0 ? 1 : 0}, place_of(watch))};
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  if (!watch.finished()) return {1, crash(watch, status)};
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 1, {}};
}

struct WatchedProcess::Page {
  explicit Page(int file) : watch(file) {}
  LaunchWatch watch;
};

WatchedProcess::WatchedProcess(int file) : page_(std::make_unique<Page>(file)) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);  // a kernel that crashes is no reason for a core file
  kernels::lab::process_watch() = &page_->watch;
}

WatchedProcess::~WatchedProcess() {
  kernels::lab::process_watch() = nullptr;
  page_->watch.finish();
}

}  // namespace tilescribe
