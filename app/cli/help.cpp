// SPDX-License-Identifier: Apache-2.0
#include "app/cli/help.h"

#include <algorithm>

namespace tilescribe::cli {

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  std::string result;
  std::size_t column = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    if (column > 0 && indent + column + 1 + word.size() > width) {
      result += '\n' + std::string(indent, ' ');
      column = 0;
    }
    if (column > 0) result += ' ', ++column;
    result += word;
    column += word.size();
    text.remove_prefix(end == text.size() ? end : end + 1);
  }
  return result;
}

namespace {

std::string entry(const std::string& name, std::string_view description) {
  constexpr std::size_t indent = 6;
  return "  " + name + '\n' + std::string(indent, ' ') + wrapped(description, indent) + '\n';
}

}  // namespace

std::string HelpFormatter::make_option(const CLI::Option* option, bool is_positional) const {
  std::string name = make_option_name(option, is_positional);
  if (!is_positional && !option->get_type_name().empty()) name += ' ' + option->get_type_name();
  return entry(name, option->get_description());
}

std::string HelpFormatter::make_subcommand(const CLI::App* command) const {
  // The first sentence: the rest is for the command's own help. Its lines were broken by hand.
  std::string description = command->get_description();
  std::replace(description.begin(), description.end(), '\n', ' ');
  return entry(command->get_name(), description.substr(0, description.find(". ")));
}

const HelpText program_help{"tilescribe-cli",
                            "Turns speech into text on this machine, with a model of the GLM-ASR family.\n"
                            "Nothing leaves the machine. Without --model the bundled demo model is used,\n"
                            "which knows English only.",
                            "Exit status:\n"
                            "  0    everything was done\n"
                            "  1    something failed: a file, a stage, a variant\n"
                            "  2    wrong usage\n"
                            "  130  interrupted; what was finished by then is written\n"
                            "  141  the reader of standard output went away\n"
                            "\n"
                            "Each command has its own --help, e.g. tilescribe-cli transcribe --help."};

const HelpText transcribe_help{
    "transcribe",
    "Writes the transcript of each audio or video file. One bad file does not stop\n"
    "the others: its error goes to standard error, and the exit status is 1.",
    "Standard output holds nothing but transcripts; the progress bar is shown where\n"
    "standard error is a terminal. With --format txt and no --output, text is written\n"
    "as soon as it is known; several files get a line \"==> FILE <==\" each. The other\n"
    "formats are written when a file is done.\n"
    "\n"
    "With --output DIR, talk.mp3 becomes DIR/talk.FORMAT. Where two inputs would share\n"
    "a name the later one gets -2, -3 and so on, and no recording is overwritten. A\n"
    "transcript that is there already is replaced, in one step and only when the new\n"
    "one is complete on the disk.\n"
    "\n"
    "--engine auto takes the GPU where the model fits on it (devices says why not).\n"
    "Should it fail in the middle, a warning says so and the CPU goes on; a GPU that\n"
    "was asked for by name fails the file instead.\n"
    "\n"
    "Ctrl-C ends the work and writes what is finished; a second Ctrl-C ends at once.\n"
    "\n"
    "Examples:\n"
    "  tilescribe-cli transcribe interview.mp3\n"
    "  tilescribe-cli transcribe *.m4a --format srt --output subtitles\n"
    "  tilescribe-cli transcribe talk.mkv --format json | jq -r '.segments[].text'"};

const HelpText live_help{
    "live",
    "Writes what is said into a microphone while it is said, and records it. On Ctrl-C\n"
    "the microphone is let go at once, and what was said until then is written.",
    "Standard output holds the text: an utterance a line. On a terminal the words that\n"
    "may still change stand behind it, dim. With --json every piece is an object on a\n"
    "line of its own; put together, an utterance's fixed pieces are its text.\n"
    "\n"
    "Every sample is on disk before it is transcribed, so that nothing is lost when the\n"
    "engine is slow or fails; the recording's place is said at the end.\n"
    "\n"
    "--device file:/path.wav plays a WAV file instead of a microphone; ?speed=4 behind\n"
    "it plays it four times as fast.\n"
    "\n"
    "Examples:\n"
    "  tilescribe-cli live\n"
    "  tilescribe-cli live --list\n"
    "  tilescribe-cli live --device webcam --record meeting.wav\n"
    "  tilescribe-cli live --json | jq -r 'select(.type == \"fixed\").text'"};

const HelpText verify_help{
    "verify",
    "Runs the model in joint mode and compares every stage with a golden file that\n"
    "Hugging Face transformers computed.",
    "The stages: features, encoder, audio_embeds, prompt ids, prefill logits, generated\n"
    "ids.\n"
    "\n"
    "Prints a line a stage: the largest error relative to the largest golden value\n"
    "(for ids the share that differs), the tolerance, PASS or FAIL. The exit status is\n"
    "1 if any stage fails. Where the golden file also holds what transformers computes\n"
    "in bf16, a bf16 engine may be twice as far from float32 at that stage.\n"
    "\n"
    "Example:\n"
    "  tilescribe-cli verify --golden short.safetensors --audio short.wav"};

const HelpText check_help{"check",
                          "Runs every variant of every op, or of one, against the op's reference on this\n"
                          "machine, over shapes with tails and sizes of 1.",
                          "Prints a line a check: PASS or FAIL, op, engine and arithmetic and variant, the\n"
                          "largest error relative to the largest reference value, the tolerance, the\n"
                          "problem. The last line gives the seed, with which a failure can be repeated. The\n"
                          "exit status is 1 if any fails."};

const HelpText devices_help{"devices",
                            "Says what the machine has, which engine --engine auto takes, and why.", ""};

const HelpText tokenize_help{"tokenize", "Writes the token ids of a text on one line.",
                             "Without TEXT standard input is read; one line feed at its end is left out.\n"
                             "A text that starts with a dash stands behind --.\n"
                             "\n"
                             "Example:\n"
                             "  tilescribe-cli tokenize \"Hello there.\""};

const HelpText detokenize_help{"detokenize", "Writes the text of token ids, and a line feed behind it.",
                               "Without ids standard input is read.\n"
                               "\n"
                               "Example:\n"
                               "  tilescribe-cli tokenize \"Hello there.\" | tilescribe-cli detokenize"};

}  // namespace tilescribe::cli
