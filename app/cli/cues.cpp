// SPDX-License-Identifier: Apache-2.0
// cues: a transcript that exists already, in another form.
#include <algorithm>

#include "app/cli/commands.h"
#include "app/cli/cue_report.h"
#include "app/cli/run.h"
#include "app/cli/text_files.h"

namespace tilescribe::cli {

int execute(const CuesCommand& command, const Context& context) {
  const Transcript transcript = load_text(command.text);
  const auto has_times = [](const Segment& one) { return one.end_s > one.start_s; };
  if (holds_cues(command.format) && std::ranges::none_of(transcript.segments, has_times)) {
    throw CommandError("Cues need a text with times; {1} has none. tilescribe-cli align finds them.",
                       command.text.string());
  }
  write_text(transcript, command.format, command.written, command.output, context.console);
  say_broken_rules(context, command.text.string(), transcript, command.format, command.written.cues);
  return exit_done;
}

}  // namespace tilescribe::cli
