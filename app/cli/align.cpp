// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <system_error>
#include <utility>

#include "app/cli/commands.h"
#include "app/cli/cue_report.h"
#include "app/cli/progress_line.h"
#include "app/cli/text_files.h"

namespace tilescribe::cli {
namespace fs = std::filesystem;

int execute(const AlignCommand& command, const Context& context) {
  std::error_code none;
  if (command.output && fs::equivalent(*command.output, command.audio, none))
    throw CommandError("The text can't be written over the recording {1}.", command.audio.string());
  Transcript text = load_text(command.text);
  ProgressBar bar(context.console, command.audio.filename().string());
  const auto heard = [&bar](double heard_s, double of_s) {
    bar.update({.stage = Stage::encoder,
                .audio_done_s = heard_s,
                .audio_total_s = of_s,
                .fraction = of_s > 0.0 ? heard_s / of_s : 0.0});
  };
  Transcript timed = context.services.lab.align_text(std::move(text), command.audio, command.options, heard,
                                                     context.console.interrupts());
  std::ranges::stable_sort(timed.segments, {}, &Segment::start_s);
  bar.clear();
  if (context.verbose) {
    say(context, Message("{1}: {2} s of audio in {3} s on {4}.", timed.source, Real{timed.duration_s, 1},
                         Real{timed.elapsed_s, 1}, timed.engine));
  }
  write_text(timed, command.format, command.written, command.output, context.console);
  say_broken_rules(context, command.audio.string(), timed, command.format, command.written.cues);
  return exit_done;
}

}  // namespace tilescribe::cli
