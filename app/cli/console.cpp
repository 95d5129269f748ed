// SPDX-License-Identifier: Apache-2.0
#include "app/cli/console.h"

#include <array>
#include <cerrno>
#include <system_error>

#include <sys/ioctl.h>
#include <unistd.h>

namespace tilescribe::cli {
namespace {

// 0, or the errno of what stopped the writing.
int write_all(int descriptor, std::string_view text) noexcept {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

std::string reason(int error) {
  return std::generic_category().message(error) + ".";
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool control = byte < 0x20 || byte == 0x7F;
    // U+0080 to U+009F are control characters too, in two bytes.
    const bool wide = byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0;
    result += control || wide ? '?' : text[i];
    if (wide) ++i;
  }
  return result;
}

void ProcessConsole::out(std::string_view text) {
  const int error = write_all(STDOUT_FILENO, text);
  if (error == EPIPE) throw OutputClosed();
  if (error != 0) throw CommandError("Standard output could not be written: " + reason(error));
}

void ProcessConsole::err(std::string_view text) noexcept {
  write_all(STDERR_FILENO, text);
}

std::string ProcessConsole::input() {
  std::string all;
  std::array<char, 65536> block{};
  while (true) {
    const ssize_t count = ::read(STDIN_FILENO, block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw CommandError("Standard input could not be read: " + reason(errno));
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

}  // namespace tilescribe::cli
