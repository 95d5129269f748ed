// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tilescribe::cli {

/// Whoever read standard output has gone away (head, a closed pager): no failure, but nothing is left to do.
class OutputClosed : public std::exception {
 public:
  const char* what() const noexcept override { return "Nobody reads the output any more."; }
};

/// A failure of the command-line program itself; what() is a sentence.
class CommandError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Where the program reads and writes: the process's own streams, or a test's strings.
class Console {
 public:
  virtual ~Console() = default;

  /// Writes all of `text` to standard output at once. Throws OutputClosed, or CommandError (a full disk).
  virtual void out(std::string_view text) = 0;

  /// Writes to standard error; what can't be written is lost.
  virtual void err(std::string_view text) noexcept = 0;

  /// All of standard input. Throws CommandError.
  virtual std::string input() = 0;

  virtual bool out_is_terminal() const = 0;
  virtual bool err_is_terminal() const = 0;

  /// Width of the terminal that standard error goes to, in characters.
  virtual int columns() const = 0;
};

/// Text without what a terminal would obey: each control character becomes '?'.
std::string printable(std::string_view text);

/// The streams of this process. SIGPIPE must be ignored for OutputClosed to be seen.
class ProcessConsole : public Console {
 public:
  void out(std::string_view text) override;
  void err(std::string_view text) noexcept override;
  std::string input() override;
  bool out_is_terminal() const override;
  bool err_is_terminal() const override;
  int columns() const override;
};

}  // namespace tilescribe::cli
