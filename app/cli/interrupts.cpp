// SPDX-License-Identifier: Apache-2.0
#include "app/cli/interrupts.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include "app/cli/console.h"

namespace tilescribe::cli {
namespace {

constexpr std::array signals{SIGINT, SIGTERM};
constexpr char interrupted = 'i';
constexpr char finished = 'f';

// The ends of the pipe. A handler has no other way to reach an object.
std::atomic<int> read_end{-1};
std::atomic<int> write_end{-1};
static_assert(std::atomic<int>::is_always_lock_free);

void send(char message) {
  // A full pipe already contains a message. Other failures can't be reported.
  const ssize_t sent = ::write(write_end.load(), &message, 1);
  static_cast<void>(sent);
}

void on_signal(int) {
  const int saved = errno;
  send(interrupted);
  errno = saved;
}

[[noreturn]] void fail(int error) {
  throw CommandError("Interrupts can't be watched: {1}.", std::generic_category().message(error));
}

}  // namespace

Interrupts::Interrupts() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail(errno);
  read_end = ends[0];
  write_end = ends[1];
  watcher_ = std::thread([this] {
    char message = 0;
    while (true) {
      const ssize_t count = ::read(read_end.load(), &message, 1);
      if (count < 0 && errno == EINTR) continue;
      if (count != 1 || message == finished) return;
      source_.request_stop();
    }
  });
  for (const int number : signals) {
    struct sigaction before {};
    struct sigaction action {};
    action.sa_handler = on_signal;
    // RESETHAND: the second signal gets the default action. RESTART: no library sees EINTR.
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    ::sigaction(number, nullptr, &before);
    if (before.sa_handler != SIG_IGN) ::sigaction(number, &action, nullptr);
  }
}

Interrupts::~Interrupts() {
  for (const int number : signals) {
    struct sigaction now {};
    ::sigaction(number, nullptr, &now);
    if (now.sa_handler == on_signal) std::signal(number, SIG_DFL);
  }
  send(finished);
  watcher_.join();
  ::close(read_end.exchange(-1));
  ::close(write_end.exchange(-1));
}

}  // namespace tilescribe::cli
