// SPDX-License-Identifier: Apache-2.0
#include "app/cli/archive_script.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>

#include "app/cli/console.h"
#include "app/cli/number.h"

namespace tilescribe::cli {
namespace {

// Slurm reads its own lines: no quotes, and % begins a pattern.
bool is_plain_for_slurm(const std::string& path) {
  return std::ranges::all_of(path, [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '/' || c == '.' || c == '_' || c == '-' || c == '+' || c == ',';
  });
}

// SIGTERM comes from Slurm to all processes of a task, so it is not passed on: a second one ends the worker
// at once.
constexpr const char* wait_for_worker = R"sh(worker=$!
trap 'kill -TERM "$worker"' USR1
trap : TERM
wait "$worker"
status=$?
# A signal ends the first wait; the worker takes a moment longer.
while kill -0 "$worker" 2>/dev/null; do
  wait "$worker"
  status=$?
done
# 75: it was stopped before its end. Above 128: a signal ended it; not for ever, if it never works.
again=no
if [ "$status" -eq 75 ]; then again=yes; fi
if [ "$status" -gt 128 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 20 ]; then again=yes; fi
# What was cancelled is not running any more, and stays so.
task=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID
if [ $again = yes ] && [ "$(squeue --noheader --format=%T --jobs="$task")" = RUNNING ]; then
  scontrol requeue "$task"
fi
exit "$status"
)sh";

struct IndexVariable {
  const char* name;
  int first;  // what it says for shard 0
};
constexpr std::array index_variables{IndexVariable{"SLURM_ARRAY_TASK_ID", 0},
                                     IndexVariable{"JOB_COMPLETION_INDEX", 0},
                                     IndexVariable{"PARALLEL_SEQ", 1}};

int checked_shard(int shard, const char* where, int first, int shards) {
  if (shard < 0 || shard >= shards)
    throw CommandError("{1} expects a number from {2} to {3}, for as many shards as were planned; found {4}.",
                       where, first, first + shards - 1, first + shard);
  return shard;
}

}  // namespace

std::string shell_word(const std::string& text) {
  std::string word = "'";
  for (const char c : text) {
    if (c == '\'')
      word += "'\\''";
    else
      word += c;
  }
  return word + '\'';
}

std::string slurm_script(const ArchiveSubmitCommand& command, const archive::Manifest& manifest,
                         const std::filesystem::path& job, const std::filesystem::path& program) {
  if (!is_plain_for_slurm(job.string()))
    throw CommandError(
        "Slurm takes folders of ASCII letters, digits and / . _ - + , only; the archive's is {1}.",
        job.string());
  const bool gpu = manifest.engine.engine == Engine::cuda || manifest.engine.engine == Engine::cuda_baseline;
  std::ostringstream script;
  script << "#!/bin/sh\n"
            "# Made by tilescribe-cli archive submit: a task of the array for each shard of the archive.\n"
            "#SBATCH --job-name=tilescribe\n"
            "#SBATCH --array=0-"
         << manifest.shards - 1;
  if (command.at_once > 0) script << '%' << command.at_once;
  script << "\n#SBATCH --requeue\n"
            "#SBATCH --open-mode=append\n"
            "#SBATCH --output="
         << job.string() << "/logs/slurm-%A_%a.txt\n"
         << "# A minute before the time limit.\n"
            "#SBATCH --signal=B:USR1@60\n";
  if (command.cpus > 0) script << "#SBATCH --cpus-per-task=" << command.cpus << '\n';
  if (gpu) script << "#SBATCH --gres=gpu:1\n";
  for (const std::string& option : command.options) script << "#SBATCH " << option << '\n';
  script << '\n'
         << shell_word(program.string()) << " archive run " << shell_word(job.string())
         << " --threads \"${SLURM_CPUS_ON_NODE:-0}\" &\n"
         << wait_for_worker;
  return script.str();
}

int shard_number(std::optional<int> given, const Environment& environment, int shards) {
  if (given) return checked_shard(*given, "--shard", 0, shards);
  for (const auto& [name, first] : index_variables) {
    const char* value = environment(name);
    if (value == nullptr || *value == '\0') continue;
    const auto number = parse_number<int>(value, first, archive::most_shards);
    if (!number) throw CommandError("{1} should hold a whole number; found {2}.", name, value);
    return checked_shard(*number - first, name, first, shards);
  }
  throw CommandError("archive run expects --shard K, from 0 to {1}; found none.", shards - 1);
}

}  // namespace tilescribe::cli
