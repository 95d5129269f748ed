// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>

#include "inference/api/message.h"

namespace tilescribe::cli {

/// The reader of standard output has gone (head, a closed pager). That is not a failure, but nothing is left
/// to do.
class OutputClosed : public std::exception {
 public:
  const char* what() const noexcept override { return "Nobody reads the output any more."; }
};

/// A failure of the command-line program itself; what() is a sentence.
class CommandError : public std::runtime_error {
 public:
  explicit CommandError(const Message& message) : std::runtime_error(english(message)) {}
  template <class... Arguments>
  explicit CommandError(Message::Code<Arguments...> code, const Arguments&... arguments)
      : CommandError(Message(code, arguments...)) {}
};

/// Where the program reads, writes and hears interrupts: the process's own streams, or strings in tests.
class Console {
 public:
  virtual ~Console() = default;

  /// Writes all of `text` to standard output at once. For a terminal it is passed through printable_lines(),
  /// since names and a model's text come from outside; a pipe or a file gets it unchanged. Throws
  /// OutputClosed, or CommandError (a full disk).
  void out(std::string_view text);

  /// Writes to standard error through printable_lines(). Failures are ignored.
  void err(std::string_view text) noexcept { draw_err({}, text); }

  /// Like out() and err(). `before` and `behind` are terminal control sequences of our own, written
  /// unchanged.
  void draw_out(std::string_view before, std::string_view text, std::string_view behind);
  void draw_err(std::string_view before, std::string_view text) noexcept;

  /// All of standard input. Throws CommandError.
  virtual std::string input() = 0;

  virtual bool out_is_terminal() const = 0;
  virtual bool err_is_terminal() const = 0;

  /// Width of the terminal of standard error, in characters.
  virtual int columns() const = 0;

  /// From the first call on, an interrupt asks the token to stop instead of ending the program.
  virtual std::stop_token interrupts() = 0;

 protected:
  /// The bytes, unchanged.
  virtual void write_out(std::string_view bytes) = 0;
  virtual void write_err(std::string_view bytes) noexcept = 0;
};

/// The streams and signals of this process. OutputClosed requires SIGPIPE to be ignored.
class ProcessConsole : public Console {
 public:
  ProcessConsole();
  ~ProcessConsole() override;
  std::string input() override;
  bool out_is_terminal() const override;
  bool err_is_terminal() const override;
  int columns() const override;
  std::stop_token interrupts() override;

 protected:
  void write_out(std::string_view bytes) override;
  void write_err(std::string_view bytes) noexcept override;

 private:
  class Interrupts;
  std::unique_ptr<Interrupts> interrupts_;
};

}  // namespace tilescribe::cli
