// SPDX-License-Identifier: Apache-2.0
#include <sstream>
#include <system_error>
#include <utility>

#include "app/cli/commands.h"
#include "app/cli/progress_line.h"
#include "app/printable.h"

namespace tilescribe::cli {
namespace {

namespace fs = std::filesystem;

// The format that a text's extension names.
ExportFormat format_of(const fs::path& text) {
  const std::string end = text.extension().string();
  const auto format = end.empty() ? std::nullopt : export_format(end.substr(1));
  if (!format) {
    throw CommandError(
        "A text ends in .txt, .srt, .vtt, .json or .tsv, which says how it is read; found {1}.",
        text.string());
  }
  return *format;
}

}  // namespace

int execute(const AlignCommand& command, const Context& context) {
  std::error_code none;
  if (command.output && fs::equivalent(*command.output, command.audio, none))
    throw CommandError("The text can't be written over the recording {1}.", command.audio.string());
  Transcript text = load_transcript(command.text, format_of(command.text));
  ProgressBar bar(context.console, command.audio.filename().string());
  const auto heard = [&bar](double heard_s, double of_s) {
    bar.update({.stage = Stage::encoder,
                .audio_done_s = heard_s,
                .audio_total_s = of_s,
                .fraction = of_s > 0.0 ? heard_s / of_s : 0.0});
  };
  const Transcript timed = context.services.lab.align_text(std::move(text), command.audio, command.options,
                                                           heard, context.console.interrupts());
  bar.clear();
  if (context.verbose) {
    say(context, Message("{1}: {2} s of audio in {3} s on {4}.", timed.source, Real{timed.duration_s, 1},
                         Real{timed.elapsed_s, 1}, timed.engine));
  }
  if (command.output) {
    save_transcript(*command.output, timed, command.format);
  } else {
    std::ostringstream written;
    write_transcript(written, timed, command.format);
    context.console.out(written.str());
  }
  return exit_done;
}

}  // namespace tilescribe::cli
