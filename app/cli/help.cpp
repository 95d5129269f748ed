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
  // Only the first sentence; the rest is for the command's own help. Removes the manual line breaks.
  std::string description = command->get_description();
  std::replace(description.begin(), description.end(), '\n', ' ');
  return entry(command->get_name(), description.substr(0, description.find(". ")));
}

const HelpText program_help{"tilescribe-cli",
                            "Turns speech into text on this machine, with a model of the GLM-ASR family.\n"
                            "Nothing leaves the machine. Without --model it uses the bundled demo model,\n"
                            "which knows only English.",
                            "Exit status:\n"
                            "  0    everything was done\n"
                            "  1    something failed: a file, a stage, a variant\n"
                            "  2    wrong usage\n"
                            "  130  interrupted; what was finished by then is written\n"
                            "  141  the reader of standard output has gone\n"
                            "\n"
                            "Each command has its own --help, e.g. tilescribe-cli transcribe --help."};

const HelpText transcribe_help{
    "transcribe",
    "Writes the transcript of each audio or video file. One bad file does not stop\n"
    "the others: its error goes to standard error, and the exit status is 1.",
    "Standard output contains only transcripts. The progress bar is shown if standard\n"
    "error is a terminal. With --format txt and no --output, text is written as soon\n"
    "as it is known; several files get a line \"==> FILE <==\" each. The other formats\n"
    "are written when a file is finished.\n"
    "\n"
    "With --output DIR, talk.mp3 becomes DIR/talk.FORMAT. If two inputs would get the\n"
    "same name, the later one gets -2, -3 and so on. No recording is ever overwritten.\n"
    "An existing transcript is replaced in one step, and only when the new one is\n"
    "complete on disk.\n"
    "\n"
    "--engine auto uses the GPU if the model fits on it; the command devices says why\n"
    "it does not. If the GPU fails during a file, a warning says so and the CPU\n"
    "continues. A GPU that was requested by name fails the file instead.\n"
    "\n"
    "Ctrl-C stops the work and writes what is finished. A second Ctrl-C stops at once.\n"
    "\n"
    "Examples:\n"
    "  tilescribe-cli transcribe interview.mp3\n"
    "  tilescribe-cli transcribe *.m4a --format srt --output subtitles\n"
    "  tilescribe-cli transcribe talk.mkv --format json | jq -r '.segments[].text'"};

const HelpText align_help{
    "align",
    "Finds when the words of a known English text are spoken in a recording, and writes\n"
    "the text with these times.",
    "TEXT is a transcript or subtitles from any source: .txt, .srt, .vtt, .json or .tsv.\n"
    "Cues stay as they are and begin and end at their words; their old times may be 15 s\n"
    "off. A plain text is divided into cues. json also holds every word with its times\n"
    "and with the probability that it is heard there. Words whose sound is not known, and\n"
    "words that are not heard, get times from the words around them and are marked\n"
    "estimated.\n"
    "\n"
    "Examples:\n"
    "  tilescribe-cli align talk.mp3 talk.srt --output talk.srt\n"
    "  tilescribe-cli align interview.wav notes.txt --format vtt\n"
    "  tilescribe-cli align talk.mp3 talk.txt --format json | jq '.segments[].words[]'"};

const HelpText cues_help{
    "cues",
    "Writes an existing transcript in another form: as subtitles that keep a preset's\n"
    "rules, as text, or as a document.",
    "Subtitles break at the ends of sentences, else at clauses, else before conjunctions\n"
    "and prepositions. A cue begins with its first word, and lasts into the pause after\n"
    "it as long as readers need. If the rules need it, it begins up to half a second\n"
    "before or after its first word. Where speech is faster than readers are, a note on\n"
    "standard error says how many cues break which rule. Chinese and Japanese text gets\n"
    "16 characters a line and 9 a second; in mixed text each character takes its share.\n"
    "Without --cues, the rules are netflix's.\n"
    "\n"
    "Words have their exact times if FILE is the json that align wrote.\n"
    "\n"
    "Examples:\n"
    "  tilescribe-cli cues talk.json --output talk.srt\n"
    "  tilescribe-cli cues talk.srt --cues bbc --cue-width 40 --format vtt --words 1\n"
    "  tilescribe-cli cues talk.json --format docx --output talk.docx",
};

const HelpText live_help{
    "live",
    "Records a microphone and writes the text while somebody speaks. On Ctrl-C the\n"
    "microphone is released at once, and what was said until then is written.",
    "Standard output contains the text, one utterance per line. On a terminal, words\n"
    "that may still change follow it, dimmed. With --json, every piece is an object on\n"
    "a line of its own. Joined, an utterance's fixed pieces are its text.\n"
    "\n"
    "Every sample is on disk before it is transcribed, so nothing is lost if the engine\n"
    "is slow or fails. At the end the command says where the recording is.\n"
    "\n"
    "--device file:/path.wav plays a WAV file instead of a microphone. With ?speed=4\n"
    "after the name, it plays four times as fast.\n"
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
    "Prints one line per stage: the largest error relative to the largest golden value\n"
    "(for ids, the share that differs), the tolerance, PASS or FAIL. The exit status is\n"
    "1 if any stage fails. If the golden file also contains what transformers computes\n"
    "in bf16, a bf16 engine may be twice as far from float32 at that stage.\n"
    "\n"
    "Example:\n"
    "  tilescribe-cli verify --golden short.safetensors --audio short.wav"};

const HelpText check_help{
    "check",
    "Compares every variant of every op, or of one op, with the op's reference on this\n"
    "machine, for shapes that include tails and sizes of 1.",
    "Prints one line per check: PASS or FAIL, the op, the engine with its arithmetic\n"
    "and variant, the largest error relative to the largest reference value, the\n"
    "tolerance, and the problem. The last line gives the seed, which repeats a failure.\n"
    "The exit status is 1 if any check fails.\n"
    "\n"
    "Example:\n"
    "  tilescribe-cli check --list --op linear"};

const HelpText bench_help{
    "bench", "Measures the stages of a model, the ops, or whole transcriptions on this machine.",
    "Each has its own --help, e.g. tilescribe-cli bench stages --help. Speeds are compared\n"
    "with what the device reaches on the simplest work, measured in the same call. Run it\n"
    "on an idle machine."};

const HelpText stages_help{
    "stages",
    "Times features, encoder, projector, prefill, decode step and the whole for windows\n"
    "of 30 s.",
    "One row per stage and batch: the median, the shortest and the longest time in ms;\n"
    "the share of the whole (a decode step counts once per token); TFLOP/s and GB/s as\n"
    "counted by the ops' contracts, and both in percent of this device's ceilings, which\n"
    "are measured first; the speed in times real time. For one window also the first\n"
    "token, and a clip of 3.5 s with 13 tokens.\n"
    "\n"
    "Examples:\n"
    "  tilescribe-cli bench stages --model random:nano --batch 1,16,64 --engine cuda\n"
    "  tilescribe-cli bench stages --json stages.json"};

const HelpText ops_help{"ops",
                        "Times every variant of every op, or of one, side by side on GLM-ASR-Nano's shapes.",
                        "One row per variant and shape; the first of a shape is the engine's own choice.\n"
                        "The arguments rotate through more memory than the caches hold. The error is the\n"
                        "largest difference from the reference over the largest value. If the reference\n"
                        "would take too long, the op's last variant replaces it.\n"
                        "\n"
                        "Example:\n"
                        "  tilescribe-cli bench ops --op attend --shape \"rows=1500 head_dim=64\""};

const HelpText trace_help{
    "trace", "Measures what every op of a window costs, kernel by kernel, and what tracing costs.",
    "Runs windows of 30 s with tracing off and on. One row per stage, op and variant: the\n"
    "number of kernels (on a CPU: calls), what they add to the time in which anything ran,\n"
    "their share of that time, the sum of their durations (an overlapping kernel's duration\n"
    "includes time spent waiting), and their names. tracing_costs_percent compares the\n"
    "medians of the runs. The exit status is 1 if a kernel has no op, or if records were\n"
    "lost.\n"
    "\n"
    "Example:\n"
    "  tilescribe-cli bench trace --model random:nano --engine cuda"};

const HelpText bench_transcribe_help{
    "transcribe", "Transcribes a file several times and compares the text with the expected one.",
    "Prints mean and standard deviation of the seconds, tokens, ms per token, times real\n"
    "time, the word error rate, PASS or FAIL. The exit status is 1 on FAIL.\n"
    "\n"
    "Example:\n"
    "  tilescribe-cli bench transcribe --audio short.wav --expect short.txt --max-wer 0.05"};

const HelpText devices_help{
    "devices", "Lists this machine's devices, and says which engine --engine auto chooses and why.", ""};

const HelpText tokenize_help{"tokenize", "Writes the token ids of a text on one line.",
                             "Without TEXT, it reads standard input and drops one line feed at its end.\n"
                             "Put -- before a text that starts with a dash.\n"
                             "\n"
                             "Example:\n"
                             "  tilescribe-cli tokenize \"Hello there.\""};

const HelpText detokenize_help{"detokenize", "Writes the text of token ids, followed by a line feed.",
                               "Without ids, it reads standard input.\n"
                               "\n"
                               "Example:\n"
                               "  tilescribe-cli tokenize \"Hello there.\" | tilescribe-cli detokenize"};

}  // namespace tilescribe::cli
