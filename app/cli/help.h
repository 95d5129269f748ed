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
  const char* name;
  const char* description;
  const char* footer;
};
extern const HelpText program_help, transcribe_help, align_help, cues_help, live_help, verify_help,
    check_help, bench_help, stages_help, ops_help, trace_help, bench_transcribe_help, devices_help,
    tokenize_help, detokenize_help;

}  // namespace tilescribe::cli
