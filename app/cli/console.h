// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>

#include "app/cli/interrupts.h"

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

/// Where the program reads, writes and hears interrupts: the process's own streams, or a test's strings.
class Console {
 public:
  virtual ~Console() = default;

  /// Writes all of `text` to standard output at once. A terminal gets it as printable_lines(), since names
  /// and a model's text come from outside; a pipe or a file as it is. Throws OutputClosed, or CommandError (a
  /// full disk).
  void out(std::string_view text);

  /// Writes to standard error, as printable_lines(); what can't be written is lost.
  void err(std::string_view text) noexcept;

  /// As out() and err(), between sequences of our own that a terminal is to obey.
  void draw_out(std::string_view before, std::string_view text, std::string_view behind);
  void draw_err(std::string_view before, std::string_view text) noexcept;

  /// All of standard input. Throws CommandError.
  virtual std::string input() = 0;

  virtual bool out_is_terminal() const = 0;
  virtual bool err_is_terminal() const = 0;

  /// Width of the terminal that standard error goes to, in characters.
  virtual int columns() const = 0;

  /// From the first call on, an interrupt asks the token to stop instead of ending the program.
  virtual std::stop_token interrupts() = 0;

 protected:
  /// The bytes as they are.
  virtual void write_out(std::string_view bytes) = 0;
  virtual void write_err(std::string_view bytes) noexcept = 0;
};

/// The streams and signals of this process. SIGPIPE must be ignored for OutputClosed to be seen.
class ProcessConsole : public Console {
 public:
  std::string input() override;
  bool out_is_terminal() const override;
  bool err_is_terminal() const override;
  int columns() const override;
  std::stop_token interrupts() override;

 protected:
  void write_out(std::string_view bytes) override;
  void write_err(std::string_view bytes) noexcept override;

 private:
  std::optional<Interrupts> interrupts_;
};

}  // namespace tilescribe::cli
