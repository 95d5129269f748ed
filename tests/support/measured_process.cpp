// SPDX-License-Identifier: Apache-2.0
#include "tests/support/measured_process.h"

#include <cerrno>
#include <chrono>
#include <stdexcept>

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tilescribe::test {

Measured run_measured(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                      const std::filesystem::path& output, const std::filesystem::path& errors) {
  std::vector<std::string> words{program.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  constexpr int flags = O_WRONLY | O_CREAT | O_TRUNC;
  ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output.c_str(), flags, 0600);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors.c_str(), flags, 0600);
  const auto begin = std::chrono::steady_clock::now();
  pid_t process = 0;
  const int failed = ::posix_spawn(&process, words[0].c_str(), &actions, nullptr, pointers.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) throw std::runtime_error("could not start " + words[0]);

  int status = 0;
  rusage used{};
  while (::wait4(process, &status, 0, &used) < 0) {
    if (errno != EINTR) throw std::runtime_error("could not wait for " + words[0]);
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, took.count(), std::int64_t{used.ru_maxrss} * 1024};
}

}  // namespace tilescribe::test
