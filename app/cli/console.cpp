// SPDX-License-Identifier: Apache-2.0
#include "app/cli/console.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <new>
#include <system_error>
#include <thread>

#include <semaphore.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "app/printable.h"

namespace tilescribe::cli {
namespace {

// 0, or the errno of the failed write.
int write_all(int descriptor, std::string_view text) noexcept {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

constexpr std::array signals{SIGINT, SIGTERM};

sem_t interrupted;  // a handler has no other way to reach an object, and may do nothing else to it

void on_signal(int) {
  const int saved = errno;
  ::sem_post(&interrupted);
  errno = saved;
}

}  // namespace

/// While it exists, the first SIGINT or SIGTERM becomes a stop request; a second one ends the process as
/// usual. A signal that was ignored before (nohup) stays ignored. At most one at a time.
class ProcessConsole::Interrupts {
 public:
  Interrupts() {  // throws CommandError if the system refuses
    if (::sem_init(&interrupted, 0, 0) != 0)
      throw CommandError("Interrupts can't be watched: {1}.", std::generic_category().message(errno));
    watcher_ = std::jthread([this](const std::stop_token& ending) {
      while (::sem_wait(&interrupted) != 0 && errno == EINTR) continue;
      if (!ending.stop_requested()) source_.request_stop();
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
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;
  ~Interrupts() {
    for (const int number : signals) {
      struct sigaction now {};
      ::sigaction(number, nullptr, &now);
      if (now.sa_handler == on_signal) std::signal(number, SIG_DFL);
    }
    watcher_.request_stop();
    ::sem_post(&interrupted);
    watcher_.join();
    ::sem_destroy(&interrupted);
  }

  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::jthread watcher_;  // waits for the handler, which must not request a stop itself
};

ProcessConsole::ProcessConsole() = default;
ProcessConsole::~ProcessConsole() = default;

void Console::out(std::string_view text) {
  if (out_is_terminal()) return write_out(printable_lines(text));
  write_out(text);
}

void Console::draw_out(std::string_view before, std::string_view text, std::string_view behind) {
  write_out(std::string(before) + printable_lines(text) + std::string(behind));
}

void Console::draw_err(std::string_view before, std::string_view text) noexcept {
  try {
    write_err(std::string(before) + printable_lines(text));
  } catch (const std::bad_alloc&) {  // it is lost
  }
}

void ProcessConsole::write_out(std::string_view bytes) {
  const int error = write_all(STDOUT_FILENO, bytes);
  if (error == EPIPE) throw OutputClosed();
  if (error != 0)
    throw CommandError("Standard output could not be written: {1}.", std::generic_category().message(error));
}

void ProcessConsole::write_err(std::string_view bytes) noexcept {
  write_all(STDERR_FILENO, bytes);
}

std::string ProcessConsole::input() {
  std::string all;
  std::array<char, 65536> block{};
  while (true) {
    const ssize_t count = ::read(STDIN_FILENO, block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0)
      throw CommandError("Standard input could not be read: {1}.", std::generic_category().message(errno));
    if (count == 0) return all;
    all.append(block.data(), static_cast<std::size_t>(count));
  }
}

bool ProcessConsole::out_is_terminal() const {
  return ::isatty(STDOUT_FILENO) == 1;
}
bool ProcessConsole::err_is_terminal() const {
  return ::isatty(STDERR_FILENO) == 1;
}

int ProcessConsole::columns() const {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

std::stop_token ProcessConsole::interrupts() {
  if (!interrupts_) interrupts_ = std::make_unique<Interrupts>();
  return interrupts_->token();
}

}  // namespace tilescribe::cli
