// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/cli/bench_command.h"
#include "inference/api/export.h"
#include "inference/api/lab.h"
#include "inference/api/live.h"
#include "inference/api/options.h"

namespace tilescribe::cli {

struct TranscribeCommand {
  std::vector<std::filesystem::path> files;
  EngineOptions engine;
  TranscribeOptions options;
  ExportFormat format = ExportFormat::txt;
  std::optional<std::filesystem::path> folder;  // nothing: standard output
  std::vector<std::filesystem::path> profiles;  // where the profile goes, in the form that its ending says
  bool full_profile = false;  // record every kernel, whatever it costs, and say what that is
};

struct LiveCommand {
  std::string device;  // an AudioSource's id, or a part of its name; empty: the default one
  bool list = false;   // only say which there are
  double seconds = 0;  // ends by itself after so many; 0: never
  EngineOptions engine;
  LiveOptions options;
  bool json = false;
  std::filesystem::path file;  // of the recording; empty: named by the time, among the others
};

struct VerifyCommand {
  VerifyOptions options;
};

struct CheckCommand {
  CheckOptions options;
};

struct DevicesCommand {};

struct TokenizeCommand {
  std::string model;
  std::optional<std::string> text;  // nothing: standard input
};

struct DetokenizeCommand {
  std::string model;
  std::vector<int> ids;  // empty: standard input
  bool skip_special = false;
};

/// Help or the version was asked for: the text belongs on standard output.
struct HelpCommand {
  std::string text;
};

/// The arguments make no command.
struct UsageError {
  std::string sentence;
  std::string command;  // the subcommand whose --help would say more, or empty
};

struct Arguments {
  std::variant<TranscribeCommand, LiveCommand, VerifyCommand, CheckCommand, DevicesCommand, TokenizeCommand,
               DetokenizeCommand, BenchCommand, HelpCommand, UsageError>
      command;
  bool verbose = false;  // show the details behind errors, and what runs
};

/// Reads the command line, program name excluded. Touches no file.
Arguments parse_arguments(const std::vector<std::string>& arguments);

/// Token ids in decimal, white space between them; nothing where one is not a whole number from 0.
std::optional<std::vector<int>> parse_ids(const std::string& text);

}  // namespace tilescribe::cli
