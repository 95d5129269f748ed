// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <CLI/CLI.hpp>

#include "inference/api/export.h"

namespace tilescribe::cli {

/// How a transcript is written, as the options say it: what is given changes the preset's rule.
struct ExportChoice {
  ExportFormat format = ExportFormat::txt;
  std::optional<CuePreset> preset;
  std::optional<int> line_width, wide_line_width, lines;
  std::optional<double> speed, wide_speed, shortest_s, longest_s, gap_s;
  std::optional<TextLayout> text;
  std::optional<double> pause_s;
  int word_group = 0;
};

/// --format and all options for how it is written; `left_out` is the description of the default format.
void add_export(CLI::App& command, ExportChoice& choice, const char* left_out);

/// Throws WrongUsage if an option says nothing about the format, or rules contradict one another.
ExportOptions export_options(const ExportChoice& choice, CuePreset otherwise = CuePreset::plain);

}  // namespace tilescribe::cli
