// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

namespace tilescribe::cli {

/// Breaks a text at spaces so that no line is longer than `width` characters, if its words allow it. Every
/// line except the first starts with `indent` spaces, which count.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width = 80);

/// CLI11's help, with each description on its own lines below the name, wrapped at 80 columns.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_subcommand(const CLI::App* command) const override;
};

/// The text before and after the list of options in the --help of the program and of each command.
struct HelpText {
  std::string description, footer;
};
/// That of a command, by its name with those above it: "bench stages"; of the program: "tilescribe-cli". It
/// must be in resources/help/tilescribe-cli.txt.
HelpText help_text(const std::string& command);

extern const std::string_view all_help_texts;  // that file, after a line feed

}  // namespace tilescribe::cli
