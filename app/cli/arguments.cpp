// SPDX-License-Identifier: Apache-2.0
#include "app/cli/arguments.h"

#include <algorithm>
#include <array>
#include <limits>
#include <sstream>

#include "app/cli/export_arguments.h"
#include "app/cli/number.h"
#include "app/cli/options.h"
#include "app/cli/words_arguments.h"
#include "inference/api/profile_store.h"
#include "inference/api/segment_edit.h"
#include "inference/api/speakers.h"
#include "inference/api/utf8.h"

namespace tilescribe::cli {
namespace {

constexpr unsigned long long most_seeds = std::numeric_limits<unsigned long long>::max();

constexpr const char* default_compute =
    "Arithmetic. Default: auto, which is bf16 on cuda, tf32 on cuda-baseline, and on the CPU bf16 where it "
    "has AVX512-BF16, else f32.";

constexpr Shown prompt{"TEXT", "Instruction to the model. Default: the checkpoint's own."};

// Commands that write a transcript, with the options for how.
template <class Written>
struct Writing : Written {
  ExportChoice choice;
};

template <class Written>
Written written(const Writing<Written>& command, CuePreset otherwise = CuePreset::plain) {
  Written result = command;
  result.format = command.choice.format;
  result.written = export_options(command.choice, otherwise);
  return result;
}

// An archive is no text.
void refuse_archive(ExportFormat format, bool on_output) {
  if (format == ExportFormat::docx && on_output)
    throw WrongUsage("docx can't be written to standard output; --output says where it goes.");
}

void add_output(CLI::App& options, std::optional<std::filesystem::path>& output) {
  add_text(options, "--output",
           {"FILE|-",
            "The file that is written; an existing one is replaced in one step. - (the default): standard "
            "output."},
           [&output](const std::string& value) {
             if (!value.empty() && value != "-") output = value;
           });
}

std::vector<std::string> speaker_names(const std::string& value) {
  std::vector<std::string> names;
  std::istringstream in(value + ',');
  for (std::string name; std::getline(in, name, ',');) names.push_back(trimmed(name));
  const auto is_none = [](const std::string& name) { return name.empty() || !is_valid_utf8(name); };
  if (names.size() > std::size_t{most_speakers} || std::ranges::any_of(names, is_none)) {
    throw WrongUsage("--speaker-names expects at most {1} names with commas between them; found {2}.",
                     most_speakers, in_quotes(value));
  }
  return names;
}

void add_stream(CLI::App& options, int& stream) {
  add_number(options, "--stream", {"N", "Audio stream of the container, from 0. Default: the best one."}, 0,
             std::numeric_limits<int>::max(), stream);
}

void add_named_speakers(CLI::App& options, TranscribeOptions& how) {
  add_speakers(options, how.speakers);
  add_text(options, "--speaker-names",
           {"A,B", "The speakers' names, in the order of channels. Default: Speaker 1, Speaker 2."},
           [&how](const std::string& value) { how.speaker_names = speaker_names(value); });
}

TranscribeCommand transcribe_command(const Writing<TranscribeCommand>& given) {
  TranscribeCommand command = written(given);
  if (!command.options.speaker_names.empty() && command.options.speakers == Speakers::none)
    throw WrongUsage("--speaker-names needs --speakers channels.");
  const std::size_t files = command.files.size();
  if (files == 0) throw WrongUsage("transcribe expects at least one audio or video file; found none.");
  const bool joins_well = command.format == ExportFormat::txt || command.format == ExportFormat::json;
  if (files > 1 && !command.folder && !joins_well) {
    throw WrongUsage("Several {1} transcripts can't share one output; --output DIR writes one file for each.",
                     extension(command.format));
  }
  const bool measures = command.full_profile || !command.profiles.empty();
  if (measures && files > 1) throw WrongUsage("--profile measures one file; found {1}.", files);
  settle_server(command.engine);
  const bool remote = command.engine.engine == Engine::remote;
  if (measures && remote)
    throw WrongUsage("--profile measures an engine of this machine; found --engine remote.");
  if (remote && command.options.long_audio == LongAudio::joint)
    throw WrongUsage("--long joint needs a model on this machine; found --engine remote.");
  refuse_archive(command.format, !command.folder);
  return command;
}

void take_folder(TranscribeCommand& command, const std::filesystem::path& output) {
  if (output.empty() || output == "-") return;
  if (export_format(output.extension().string().erase(0, 1)))
    throw WrongUsage("--output expects a folder or -; {1} looks like a file.", in_quotes(output.string()));
  command.folder = output;
}

void take_profile(TranscribeCommand& command, const std::string& value) {
  if (value == "full") {
    command.full_profile = true;
    return;
  }
  try {
    static_cast<void>(profile_format(value));
  } catch (const std::exception& error) {
    throw WrongUsage("--profile: {1}", error.what());
  }
  command.profiles.emplace_back(value);
}

void add_transcribe(Parser& parser) {
  const auto [options, command] =
      parser.add<Writing<TranscribeCommand>>(parser.program(), "transcribe", transcribe_command);
  TranscribeOptions& how = command.options;
  add_texts(options, "FILE", {"", "Audio or video files."},
            [&files = command.files](const std::string& file) { files.emplace_back(file); });

  add_export(options, command.choice, "Format of the transcript. Default: txt, one line per segment.");
  add_text(options, "--output",
           {"DIR|-",
            "Folder for one transcript per file, created if necessary. - (the default): standard output."},
           [&into = command](const std::string& value) { take_folder(into, value); });
  add_engine_or_server(options, command.engine, command.key_file, default_compute);
  add_reading(options, how);
  add_texts(
      options, "--profile",
      {"FILE|full",
       "Measure what every kernel costs for one file, and write it as .html (a report), .csv (the kernel "
       "table), .json (a trace for Perfetto) or .sqlite (everything, for the window's profiler). full: "
       "record every kernel, whatever that costs. May be given several times."},
      [&into = command](const std::string& value) { take_profile(into, value); });
  add_words(options, command.words);
  add_stream(options, how.audio_stream);
  add_named_speakers(options, how);
}

AlignCommand align_command(const Writing<AlignCommand>& command) {
  if (command.audio.empty()) throw WrongUsage("align expects a recording and a text; found neither.");
  if (command.text.empty()) throw WrongUsage("align expects a recording and a text; found only one file.");
  refuse_archive(command.choice.format, !command.output);
  return written(command);
}

void add_align(Parser& parser) {
  const auto [options, align] = parser.add<Writing<AlignCommand>>(parser.program(), "align", align_command);
  align.choice.format = ExportFormat::srt;
  add_text(options, "AUDIO", {"", "The recording, an audio or video file."}, align.audio);
  add_text(options, "TEXT", {"", "The text: .txt, .srt, .vtt, .json or .tsv."}, align.text);
  add_export(options, align.choice, "What is written. Default: srt.");
  add_output(options, align.output);
  add_stream(options, align.options.audio_stream);
  add_engine(options, align.options.engine, default_compute);
}

CuesCommand cues_command(const Writing<CuesCommand>& command) {
  if (command.text.empty()) throw WrongUsage("cues expects a transcript; found none.");
  refuse_archive(command.choice.format, !command.output);
  return written(command, CuePreset::netflix);
}

void add_cues(Parser& parser) {
  const auto [options, cues] = parser.add<Writing<CuesCommand>>(parser.program(), "cues", cues_command);
  cues.choice.format = ExportFormat::srt;
  add_text(options, "FILE", {"", "The transcript: .json, .srt, .vtt, .tsv, or .txt without times."},
           cues.text);
  add_export(options, cues.choice, "What is written. Default: srt.");
  add_output(options, cues.output);
}

CompareCommand compare_command(const CompareCommand& command) {
  if (command.before.empty()) throw WrongUsage("compare expects two transcripts; found none.");
  if (command.after.empty()) throw WrongUsage("compare expects two transcripts; found only one.");
  return command;
}

void add_compare(Parser& parser) {
  const auto [options, compare] = parser.add<CompareCommand>(parser.program(), "compare", compare_command);
  add_text(options, "BEFORE", {"", "The first transcript: .json, .srt, .vtt, .tsv or .txt."}, compare.before);
  add_text(options, "AFTER", {"", "The second one, of the same recording."}, compare.after);
  options.add_flag("--summary", compare.summary, "Write only how many words differ.");
}

void add_live(Parser& parser) {
  const auto [options, live] = parser.add<LiveCommand>(parser.program(), "live");
  add_text(options, "--device",
           {"NAME",
            "The source's id, or a part of its name, as --list shows them. Default: the system's default."},
           live.device);
  options.add_flag("--list", live.list, "List the sources and exit.");
  add_number(options, "--seconds", {"N", "Stop after this many seconds. 0 (the default): at Ctrl-C."}, 0.0,
             1e9, live.seconds);
  add_text(options, "--record",
           {"FILE",
            "The recording, a WAV file that does not exist yet. Default: named after the time, in the folder "
            "of recordings."},
           live.file);
  options.add_flag("--json", live.json,
                   "One JSON object per line for every provisional and every fixed piece. The last one of an "
                   "utterance has the times of its words.");
  add_number(options, "--pause", {"S", "Silence that ends an utterance, in seconds. Default: 0.6."}, 0.2,
             10.0, live.options.pause_s);
  add_engine(options, live.engine, default_compute);
  add_text(options, "--prompt", prompt, live.options.prompt);
  add_words(options, live.words);
}

VerifyCommand verify_command(const VerifyCommand& command) {
  if (command.options.golden.empty()) throw WrongUsage("verify expects --golden FILE.");
  if (command.options.audio.empty()) throw WrongUsage("verify expects --audio WAV.");
  return command;
}

void add_verify(Parser& parser) {
  const auto [options, verify] = parser.add<VerifyCommand>(parser.program(), "verify", verify_command);
  add_text(options, "--golden", {"FILE", "The golden file, a safetensors written by make_golden.py."},
           verify.options.golden);
  add_text(options, "--audio", {"WAV", "The recording that it was computed from."}, verify.options.audio);
  add_engine(options, verify.options.engine,
             "Arithmetic. Default: auto, which is f32 on cpu and cuda-baseline, bf16 on cuda.");
}

void add_check(Parser& parser) {
  const auto [options, check] = parser.add<CheckCommand>(parser.program(), "check");
  EngineOptions& engine = check.options.engine;
  add_text(options, "--op", {"NAME", "Check only this op."}, check.options.op);
  add_number(options, "--seed", {"N", "Seed of the random inputs. 0 (the default): a fresh one."}, 0ULL,
             most_seeds, check.options.seed);
  options.add_flag("--list", check.list, "List the variants, and what each is good for, instead.");
  add_choice(options, "--engine",
             "Check this engine's variants. Default: those of every engine that runs here.", engine_names,
             engine.engine);
  add_choice(options, "--compute",
             "Check only in this arithmetic. Default: in each that the engine supports.", compute_names,
             engine.compute);
  add_choice(options, "--weights",
             "Check only with weights stored so. Default: auto, int8 on cpu and cuda, and fp8 on cuda.",
             weights_names, engine.weights);
  add_gpu(options, engine);
  add_threads(options, engine.threads);
}

void add_tokenize(Parser& parser) {
  const auto [options, tokenize] = parser.add<TokenizeCommand>(parser.program(), "tokenize");
  add_text(options, "TEXT", {"", "The text. Default: standard input."}, tokenize.text);
  add_model(options, tokenize.model);
}

// One argument may hold several, as "$(… tokenize …)" does.
void take_ids(std::vector<int>& all, const std::string& argument) {
  const auto ids = parse_ids(argument);
  if (!ids)
    throw WrongUsage("detokenize expects token ids, whole numbers from 0; found {1}.", in_quotes(argument));
  all.insert(all.end(), ids->begin(), ids->end());
}

void add_detokenize(Parser& parser) {
  const auto [options, detokenize] = parser.add<DetokenizeCommand>(parser.program(), "detokenize");
  add_texts(options, "ID", {"", "Token ids. Default: standard input."},
            [&ids = detokenize.ids](const std::string& argument) { take_ids(ids, argument); });
  add_model(options, detokenize.model);
  options.add_flag("--skip-special", detokenize.skip_special, "Leave special tokens out of the text.");
}

}  // namespace

std::optional<std::vector<int>> parse_ids(const std::string& text) {
  std::istringstream words(text);
  std::vector<int> ids;
  for (std::string word; words >> word;) {
    const auto id = parse_number<int>(word, 0, std::numeric_limits<int>::max());
    if (!id) return std::nullopt;
    ids.push_back(*id);
  }
  return ids;
}

Arguments parse_arguments(const std::vector<std::string>& arguments) {
  Parser parser;
  add_transcribe(parser);
  add_align(parser);
  add_cues(parser);
  add_compare(parser);
  add_live(parser);
  add_serve(parser);
  add_archive(parser);
  add_verify(parser);
  add_check(parser);
  add_bench(parser);
  add_tune(parser);
  add_report(parser);
  add_generate(parser);
  add_lab(parser);
  parser.add<DevicesCommand>(parser.program(), "devices");
  add_models(parser);
  add_tokenize(parser);
  add_detokenize(parser);
  return parser.parse(arguments);
}

}  // namespace tilescribe::cli
