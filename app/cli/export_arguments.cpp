// SPDX-License-Identifier: Apache-2.0
#include "app/cli/export_arguments.h"

#include "app/cli/options.h"

namespace tilescribe::cli {
namespace {

template <class Value>
void set(Value& rule, const std::optional<Value>& given) {
  if (given) rule = *given;
}

// The first option that was given and is about cues; null: none.
const char* cue_option(const ExportChoice& choice) {
  if (choice.preset) return "--cues";
  if (choice.line_width) return "--cue-width";
  if (choice.wide_line_width) return "--cue-wide-width";
  if (choice.lines) return "--cue-lines";
  if (choice.speed) return "--cue-speed";
  if (choice.wide_speed) return "--cue-wide-speed";
  if (choice.shortest_s) return "--cue-shortest";
  if (choice.longest_s) return "--cue-longest";
  if (choice.gap_s) return "--cue-gap";
  return choice.word_group > 0 ? "--words" : nullptr;
}

const char* text_option(const ExportChoice& choice) {
  if (choice.text) return "--text";
  return choice.pause_s ? "--pause" : nullptr;
}

}  // namespace

void add_export(CLI::App& command, ExportChoice& choice, const char* left_out) {
  add_choice(command, "--format", left_out, format_names(all_export_formats), choice.format);
  add_choice(command, "--cues",
             "srt, vtt: whose rules the subtitles keep. netflix: 42 characters a line, two lines, 20 "
             "characters a second, 5/6 to 7 s, two frames between cues. bbc: 37 characters, two lines, 17 a "
             "second, 1 to 7 s. plain: a cue for each segment. The options below change single rules.",
             cue_preset_names, choice.preset);
  add_number(command, "--cue-width", {"N", "Characters a line, with spaces; 0: no limit."}, 0,
             CueLimits::line_width, choice.line_width);
  add_number(command, "--cue-lines", {"N", "Lines a cue; 0: no limit."}, 0, CueLimits::lines, choice.lines);
  add_number(command, "--cue-speed", {"N", "Characters a second that a reader gets; 0: no limit."}, 0.0,
             CueLimits::speed, choice.speed);
  add_number(command, "--cue-wide-width",
             {"N", "Chinese, Japanese and Korean characters a line, where there is a limit. Default: 16."}, 1,
             CueLimits::line_width, choice.wide_line_width);
  add_number(command, "--cue-wide-speed", {"N", "The same for a second. Default: 9."}, 1.0, CueLimits::speed,
             choice.wide_speed);
  add_number(command, "--cue-shortest", {"S", "A cue lasts at least so many seconds."}, 0.0,
             CueLimits::seconds, choice.shortest_s);
  add_number(command, "--cue-longest", {"S", "A cue lasts at most so many seconds; 0: no limit."}, 0.0,
             CueLimits::seconds, choice.longest_s);
  add_number(command, "--cue-gap", {"S", "Seconds between one cue and the next, at least."}, 0.0,
             CueLimits::gap_s, choice.gap_s);
  add_number(
      command, "--words",
      {"N",
       "srt: a cue for N words at a time. vtt: the time of every N words inside their cue, for karaoke "
       "(::cue(:past)). 0 (the default): whole cues."},
      0, CueLimits::word_group, choice.word_group);
  add_choice(command, "--text",
             "txt, docx, html: what a line or paragraph is. Default: segments in txt, paragraphs elsewhere.",
             text_layout_names, choice.text);
  add_number(command, "--pause",
             {"S", "The shortest pause that begins a paragraph, in seconds. Default: 1.5."}, 0.0,
             CueLimits::pause_s, choice.pause_s);
}

ExportOptions export_options(const ExportChoice& choice, CuePreset otherwise) {
  const std::string_view format = extension(choice.format);
  if (const char* option = cue_option(choice); option != nullptr && !holds_cues(choice.format))
    throw WrongUsage("{1} needs --format srt or vtt; found {2}.", option, format);
  if (const char* option = text_option(choice); option != nullptr && !holds_passages(choice.format))
    throw WrongUsage("{1} needs --format txt, docx or html; found {2}.", option, format);
  ExportOptions options{
      .cues = cue_rules(choice.preset.value_or(otherwise)),
      .word_group = choice.word_group,
      .text = choice.format == ExportFormat::txt ? TextLayout::segments : TextLayout::paragraphs};
  set(options.cues.line_width, choice.line_width);
  set(options.cues.wide_line_width, choice.wide_line_width);
  set(options.cues.lines, choice.lines);
  set(options.cues.speed, choice.speed);
  set(options.cues.wide_speed, choice.wide_speed);
  set(options.cues.shortest_s, choice.shortest_s);
  set(options.cues.longest_s, choice.longest_s);
  set(options.cues.gap_s, choice.gap_s);
  if (options.cues != CueRules{}) options.cues.shift_s = usual_shift_s;
  set(options.text, choice.text);
  set(options.paragraph_pause_s, choice.pause_s);
  const CueRules& rules = options.cues;
  if (rules.longest_s > 0.0 && rules.longest_s < rules.shortest_s) {
    throw WrongUsage("A cue's longest time must not be below its shortest; found {1} s and {2} s.",
                     number_text(rules.longest_s), number_text(rules.shortest_s));
  }
  return options;
}

}  // namespace tilescribe::cli
