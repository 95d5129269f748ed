// SPDX-License-Identifier: Apache-2.0
#include "kernels/jit/program.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kernels/core/error.h"

namespace tilescribe::kernels {
namespace {

namespace fs = std::filesystem;

std::string system_text(int error) {
  return std::generic_category().message(error);
}

// The environment with the locale C, so that complaints are in English.
std::vector<std::string> plain_environment() {
  std::vector<std::string> words{"LC_ALL=C"};
  for (char** word = environ; *word != nullptr; ++word) {
    if (!std::string_view(*word).starts_with("LC_ALL=")) words.emplace_back(*word);
  }
  return words;
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// A pipe, each end closed once.
struct Pipe {
  std::array<int, 2> ends{-1, -1};
  Pipe() {
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
      throw Error("A pipe could not be made: {1}.", system_text(errno));
  }
  ~Pipe() {
    close(0);
    close(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void close(std::size_t end) {
    if (ends[end] >= 0) ::close(ends[end]);
    ends[end] = -1;
  }
};

pid_t start(std::vector<std::string> words, const fs::path& folder, int output) {
  std::vector<std::string> environment = plain_environment();
  const std::vector<char*> arguments = pointers_to(words), variables = pointers_to(environment);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
  ::posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);  // its helpers end with it
  pid_t child = 0;
  const int error =
      ::posix_spawn(&child, words.front().c_str(), &actions, &attributes, arguments.data(), variables.data());
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw Error("{1} could not be started: {2}.", words.front(), system_text(error));
  return child;
}

constexpr const char* work_name = "tilescribe-kernel-";

/// What a program that was killed while compiling left behind.
void remove_old(const fs::path& above) {
  constexpr std::chrono::hours old(1);
  std::error_code error;
  const auto now = fs::file_time_type::clock::now();
  for (fs::directory_iterator i(above, error), end; !error && i != end; i.increment(error)) {
    if (!i->path().filename().string().starts_with(work_name)) continue;
    struct stat about {};
    const bool own =
        ::lstat(i->path().c_str(), &about) == 0 && S_ISDIR(about.st_mode) && about.st_uid == ::geteuid();
    std::error_code unknown;
    if (own && now - fs::last_write_time(i->path(), unknown) > old && !unknown)
      fs::remove_all(i->path(), unknown);
  }
}

}  // namespace

Ran run_program(const std::vector<std::string>& words, const fs::path& folder, double most_s,
                const std::stop_token& stop) {
  using Clock = std::chrono::steady_clock;
  const auto until =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(most_s));
  constexpr std::size_t most_output = std::size_t{1} << 20;
  Pipe output;
  const pid_t child = start(words, folder, output.ends[1]);
  // Holds for its helpers, too, and after this process is gone.
  const auto most_processor_s = static_cast<rlim_t>(std::ceil(most_s));
  const rlimit limit{most_processor_s, most_processor_s};
  ::prlimit(child, RLIMIT_CPU, &limit, nullptr);
  output.close(1);
  Ran ran;
  std::array<char, 4096> bytes{};
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
    pollfd ready{output.ends[0], POLLIN, 0};
    const bool over = left <= 0 || stop.stop_requested();
    const auto wait_ms = static_cast<int>(std::min<std::int64_t>(left, stop.stop_possible() ? 50 : left));
    const int found = over ? 0 : ::poll(&ready, 1, wait_ms);
    if (found < 0 && errno == EINTR) continue;
    if (found == 0 && !over) continue;
    if (found == 0) {
      ran.ended = true;
      ::kill(-child, SIGKILL);
      break;
    }
    const ssize_t count = ::read(output.ends[0], bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    ran.output.append(bytes.data(),
                      std::min(static_cast<std::size_t>(count), most_output - ran.output.size()));
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return ran;
  }
  if (WIFEXITED(status) && !ran.ended) ran.status = WEXITSTATUS(status);
  return ran;
}

std::string compiled_file(const fs::path& file, const Ran& ran, double most_s, const Unit& unit,
                          std::vector<Diagnostic> (*complaints)(const std::string& output,
                                                                const Unit& unit)) {
  if (ran.ended)
    throw Error("The compiler was ended after {1} s: it did not finish with {2}.", Real{most_s, 0},
                unit.file);
  if (ran.status != 0) throw CompileError(complaints(ran.output, unit), ran.output);
  std::ifstream in(file, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(in)), {});
  if (bytes.empty()) throw Error("The compiler said that {1} is compiled, but wrote nothing.", unit.file);
  return bytes;
}

fs::path found_in_path(const std::vector<std::string>& names) {
  const char* path = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe): nobody changes the environment
  if (path == nullptr) return {};
  for (const std::string& name : names) {
    std::istringstream folders(path);
    for (std::string folder; std::getline(folders, folder, ':');) {
      if (!folder.starts_with('/')) continue;  // never the folder that happens to be the current one
      const fs::path file = fs::path(folder) / name;
      if (::access(file.c_str(), X_OK) == 0) return file;
    }
  }
  return {};
}

WorkFolder::WorkFolder() {
  std::error_code error;
  fs::path above = fs::temp_directory_path(error);
  if (error) above = "/tmp";
  remove_old(above);
  std::string name = (above / work_name).string() + std::string(6, 'X');
  if (::mkdtemp(name.data()) == nullptr)  // 0700
    throw Error("A folder to compile in could not be made as {1}: {2}.", name, system_text(errno));
  path_ = name;
}

fs::path WorkFolder::write(const fs::path& name, std::string_view bytes) const {
  fs::path file = path_ / name;
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  std::ofstream out(file, std::ios::binary);
  if (!out.write(bytes.data(), static_cast<std::streamsize>(bytes.size())).flush())
    throw Error("The file {1} can't be written, so nothing can be compiled.", file.string());
  return file;
}

WorkFolder::~WorkFolder() {
  std::error_code error;
  fs::remove_all(path_, error);
}

}  // namespace tilescribe::kernels
