// SPDX-License-Identifier: Apache-2.0
#include "app/cli/console.h"

#include <array>
#include <cerrno>
#include <new>
#include <system_error>

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

}  // namespace

void Console::out(std::string_view text) {
  if (out_is_terminal()) return write_out(printable_lines(text));
  write_out(text);
}

void Console::err(std::string_view text) noexcept {
  draw_err({}, text);
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
  if (!interrupts_) interrupts_.emplace();
  return interrupts_->token();
}

}  // namespace tilescribe::cli
