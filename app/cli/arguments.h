// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/server/server.h"
#include "inference/api/align.h"
#include "inference/api/archive.h"
#include "inference/api/bench.h"
#include "inference/api/bench_grid.h"
#include "inference/api/bench_prompts.h"
#include "inference/api/export.h"
#include "inference/api/generate.h"
#include "inference/api/kernel_lab.h"
#include "inference/api/lab.h"
#include "inference/api/live.h"
#include "inference/api/options.h"
#include "inference/api/report.h"
#include "inference/api/trace.h"
#include "inference/api/tune.h"

namespace tilescribe::cli {

/// Words of the user's own, as they were asked for.
struct WordsChoice {
  std::filesystem::path file = {};         // a profile as JSON; empty: none
  std::vector<std::string> hotwords = {};  // besides those of the file
  bool no_fillers = false;
};

struct TranscribeCommand {
  std::vector<std::filesystem::path> files;
  EngineOptions engine;
  TranscribeOptions options;
  WordsChoice words;
  ExportFormat format = ExportFormat::txt;
  ExportOptions written;
  std::optional<std::filesystem::path> folder;  // nothing: standard output
  std::vector<std::filesystem::path> profiles;  // where the profile goes; the extension decides its format
  bool full_profile = false;                    // record every kernel, whatever the cost, and report the cost
  std::filesystem::path key_file;               // of a server; empty: the environment may hold the key
};

struct AlignCommand {
  std::filesystem::path audio, text;  // the text's extension says its format
  AlignOptions options;
  ExportFormat format = ExportFormat::srt;
  ExportOptions written;
  std::optional<std::filesystem::path> output;  // nothing: standard output
};

struct CuesCommand {
  std::filesystem::path text;  // its extension says its format
  ExportFormat format = ExportFormat::srt;
  ExportOptions written;
  std::optional<std::filesystem::path> output;  // nothing: standard output
};

struct CompareCommand {
  std::filesystem::path before, after;  // transcripts; the extension says the format
  bool summary = false;                 // only how many words differ
};

struct LiveCommand {
  std::string device;  // an AudioSource's id, or a part of its name; empty: the default source
  bool list = false;   // only list the sources
  double seconds = 0;  // stops after this time; 0: never
  EngineOptions engine;
  LiveOptions options;
  WordsChoice words;
  bool json = false;
  std::filesystem::path file;  // of the recording; empty: named after the time, in the usual folder
};

struct ServeCommand {
  server::ServerOptions options;
  std::filesystem::path key_file;  // empty: the environment may hold the key
};

struct ArchivePlanCommand {
  archive::Wish wish;  // the model as its engine options name it
};

struct ArchiveRunCommand {
  std::filesystem::path job;
  std::optional<int> shard;  // nothing: the environment says it
  EngineOptions engine;      // GPU and threads; a model's folder, if it lies elsewhere here
};

struct ArchiveStatusCommand {
  std::filesystem::path job;
};

struct ArchiveMergeCommand {
  std::filesystem::path job;
  bool partial = false;
};

struct ArchiveRetryCommand {
  std::filesystem::path job;
};

struct ArchiveSubmitCommand {
  std::filesystem::path job;
  bool slurm = false;
  bool run = false;
  int at_once = 0;                   // tasks; 0: as many as there are
  int cpus = 0;                      // of a task; 0: Slurm's default
  std::vector<std::string> options;  // more of sbatch's, one each
};

struct VerifyCommand {
  VerifyOptions options;
};

struct CheckCommand {
  CheckOptions options;
  bool list = false;  // the variants are named, not checked
};

struct DevicesCommand {};

struct ModelsCommand {};  // lists them

struct GetModelCommand {
  std::string mirror;          // as typed; empty: the hub
  std::filesystem::path into;  // the folder in which the model's folder is made; empty: the user's
};

struct AddModelCommand {
  std::filesystem::path folder;
};

struct RemoveModelCommand {
  std::string name;  // or its folder
  bool agreed = false;
};

struct TokenizeCommand {
  std::string model;
  std::optional<std::string> text;  // nothing: standard input
};

struct DetokenizeCommand {
  std::string model;
  std::vector<int> ids;  // empty: standard input
  bool skip_special = false;
};

struct GenerateCommand {
  GenerateOptions options;
  std::string json;    // a file, or "-": standard output instead of the text; empty: nowhere
  std::string logits;  // a file; empty: nowhere
};

/// The process in which kernels of the user's own run, which another one of this program watches.
struct KernelProcess {
  double limit_s = 10.0;  // of one launch
  int watched = -1;       // the file by which this process is watched; -1: it is the one that watches
  std::string typed;      // what started that one, as typed
};

/// A kernel of the user's own, and how it is run.
struct LabKernelChoice {
  UserKernel own;
  KernelProcess process;
};

struct LabCommand {};  // lists the exercises

struct LabNewCommand {
  std::string exercise;
  std::filesystem::path folder;
};

struct LabCheckCommand {
  LabKernelChoice kernel;
  std::uint64_t seed = 0;
};

struct LabTimeCommand {
  LabKernelChoice kernel;
  LabTimeOptions options;
  std::string json;  // a file, or "-": standard output instead of the text; empty: nowhere
};

struct LabModelCommand {
  LabKernelChoice kernel;
  LabModelOptions options;
  std::string json;  // likewise
};

struct LabCompileCommand {
  std::filesystem::path file;
  std::string architecture;      // empty: this machine's GPU
  std::filesystem::path output;  // empty: none
};

/// bench transcribe: the expected text is a text, or the name of a file with the text.
struct BenchTranscribe {
  EngineOptions engine;
  TranscriptionBench bench;
  std::string expect;
};

/// bench ablate.
struct BenchAblate {
  std::filesystem::path file;   // the sets of switches; "each": what each choice of the engine is worth
  std::filesystem::path audio;  // empty: the bundled sample
  EngineOptions engine;         // with which every set begins; so do the options
  TranscribeOptions options;
  int rounds = 5;
  bool errors = false;    // compare what the sets' models give with float32; so does "each"
  KernelProcess process;  // where sets have kernels of the user's own
};

/// bench engines: one recording, heard by several.
struct BenchEngines {
  std::filesystem::path audio;  // empty: the bundled sample
  std::vector<Engine> engines;  // in this order; empty: all that this machine has
  EngineOptions engine;         // what they have in common
  std::string python;           // with transformers; empty: none
  std::string reference;        // a text, or the name of a file with it; empty: the first text that comes
};

/// Where a benchmark's table goes in addition to the text on standard output: one file each; "-" (at most one
/// of them): standard output instead of the text; empty: nowhere.
struct BenchOutputs {
  std::string json, csv, markdown;
};

struct BenchCommand {
  std::variant<StagesOptions, GridOptions, PromptsOptions, OpsOptions, TraceOptions, BenchTranscribe,
               BenchAblate, BenchEngines>
      what;
  BenchOutputs outputs;
};

struct TuneCommand {
  TuneOptions options;
  BenchOutputs outputs;
};

/// report: what its author gives, besides what is measured.
struct ReportCommand {
  ReportRequest request;                          // without audio: the bundled sample
  std::filesystem::path output;                   // its extension says the format
  std::filesystem::path ablation, before, after;  // empty: none
  std::vector<std::filesystem::path> kernels;     // what lab time --json and lab model --json wrote
  bool replace = false;
};

/// Help or the version was requested; the text goes to standard output.
struct HelpCommand {
  std::string text;
};

/// The arguments are not a valid command.
struct UsageError {
  std::string sentence;
  std::string command;  // whose --help would say more, with the program's name
};

using Command =
    std::variant<TranscribeCommand, AlignCommand, CuesCommand, CompareCommand, LiveCommand, ServeCommand,
                 ArchivePlanCommand, ArchiveRunCommand, ArchiveStatusCommand, ArchiveMergeCommand,
                 ArchiveRetryCommand, ArchiveSubmitCommand, VerifyCommand, CheckCommand, DevicesCommand,
                 ModelsCommand, GetModelCommand, AddModelCommand, RemoveModelCommand, TokenizeCommand,
                 DetokenizeCommand, GenerateCommand, LabCommand, LabNewCommand, LabCheckCommand,
                 LabTimeCommand, LabModelCommand, LabCompileCommand, BenchCommand, TuneCommand, ReportCommand,
                 HelpCommand, UsageError>;

struct Arguments {
  Command command;
  bool verbose = false;   // show the details of errors, and what runs
  bool messages = false;  // messages are written as message_text.h does
};

/// Parses the command line, without the program name. Touches no files.
Arguments parse_arguments(const std::vector<std::string>& arguments);

/// Token ids in decimal, separated by white space. Nothing if one is not a whole number from 0.
std::optional<std::vector<int>> parse_ids(const std::string& text);

}  // namespace tilescribe::cli
