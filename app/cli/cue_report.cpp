// SPDX-License-Identifier: Apache-2.0
#include "app/cli/cue_report.h"

#include <algorithm>
#include <vector>

#include "app/cli/options.h"
#include "app/cli/progress_line.h"

namespace tilescribe::cli {
namespace {

Message sentence(CueRule rule, const CueRules& rules, std::size_t broken, std::size_t all, double first_s) {
  const std::string at = clock(first_s);
  switch (rule) {
    case CueRule::line_width:
      return Message("{1} of {2} cues have a word that is longer than a line, first at {3}.", broken, all,
                     at);
    case CueRule::lines:
      return Message("{1} of {2} cues have more than {3} lines, first at {4}.", broken, all, rules.lines, at);
    case CueRule::speed:
      return Message(
          "{1} of {2} cues need more than {3} characters a second ({4} wide ones) to be read, first at {5}: "
          "speech is faster there.",
          broken, all, number_text(rules.speed), number_text(rules.wide_speed), at);
    case CueRule::shortest:
      return Message("{1} of {2} cues last less than {3} s, first at {4}.", broken, all,
                     Real{rules.shortest_s, 2}, at);
    case CueRule::longest:
      return Message("{1} of {2} cues last more than {3} s, first at {4}.", broken, all,
                     Real{rules.longest_s, 2}, at);
    case CueRule::gap:
      break;
  }
  return Message("{1} of {2} cues end less than {3} s before the next one, first at {4}.", broken, all,
                 Real{rules.gap_s, 2}, at);
}

}  // namespace

void say_broken_rules(const Context& context, const std::string& name, const Transcript& transcript,
                      ExportFormat format, const CueRules& rules) {
  if (!holds_cues(format)) return;
  const bool in_text = format == ExportFormat::srt;
  const std::vector<Cue> cues =
      lay_out_cues(in_text ? with_names(transcript.segments) : transcript.segments, rules);
  for (const CueRule rule : all_cue_rules) {
    const auto breaks = [rule](const Cue& cue) {
      return std::ranges::find(cue.broken, rule) != cue.broken.end();
    };
    const auto first = std::ranges::find_if(cues, breaks);
    if (first == cues.end()) continue;
    const auto broken = static_cast<std::size_t>(std::ranges::count_if(cues, breaks));
    say(context, Message("{1}: {2}", name, sentence(rule, rules, broken, cues.size(), first->start_s)));
  }
}

}  // namespace tilescribe::cli
