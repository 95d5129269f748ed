// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "app/cli/arguments.h"

/// What archive says to the schedulers of others, and hears from them.
namespace tilescribe::cli {

/// The script for sbatch. Throws CommandError if the job's folder has a name that Slurm would not take.
std::string slurm_script(const ArchiveSubmitCommand& command, const archive::Manifest& manifest,
                         const std::filesystem::path& job, const std::filesystem::path& program);

/// As one word of sh.
std::string shell_word(const std::string& text);

/// The value of a variable of the environment, or null.
using Environment = std::function<const char*(const char*)>;

/// The shard that a command or the environment names. Throws CommandError if none does, or if there is no
/// such shard.
int shard_number(std::optional<int> given, const Environment& environment, int shards);

}  // namespace tilescribe::cli
