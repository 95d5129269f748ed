// SPDX-License-Identifier: Apache-2.0
// The options of the commands below archive.
#include "app/cli/options.h"

namespace tilescribe::cli {
namespace {

constexpr Shown job_shown{"", "The archive's folder."};

template <class Value>
Value with_job(const Value& command) {
  if (command.job.empty())
    throw WrongUsage("Expected the archive's folder, which archive plan made; found none.");
  return command;
}

template <class Value>
Parser::Added<Value> add_with_job(Parser& parser, CLI::App& archive, const std::string& name) {
  const auto added = parser.add<Value>(archive, name, with_job<Value>);
  add_text(added.options, "JOB", job_shown, added.value.job);
  return added;
}

ArchivePlanCommand plan_command(const ArchivePlanCommand& command) {
  if (command.wish.inputs.empty()) throw WrongUsage("archive plan expects a folder or a list; found none.");
  if (command.wish.job.empty()) throw WrongUsage("archive plan expects --into JOB, the archive's folder.");
  return command;
}

void add_plan(Parser& parser, CLI::App& archive) {
  const auto [options, plan] = parser.add<ArchivePlanCommand>(archive, "archive plan", plan_command);
  archive::Manifest& manifest = plan.wish.manifest;
  add_texts(options, "FOLDER|LIST",
            {"",
             "Folders, which are searched for audio and video; or text files with a path a line, relative to "
             "the list's folder; or single audio and video files."},
            [&inputs = plan.wish.inputs](const std::string& input) { inputs.emplace_back(input); });
  add_text(options, "--into", {"JOB", "The archive's folder, which is made."}, plan.wish.job);
  add_number(options, "--shards", {"N", "In so many parts, of equal seconds of sound. Default: 1."}, 1,
             archive::most_shards, manifest.shards);
  options.add_flag("--again", plan.wish.again,
                   "In place of an earlier plan, because files came or changed. What is transcribed stays.");
  add_choice(options, "--format", "Format of the results. Default: json.", format_names(readable_formats),
             manifest.format);
  add_model(options, manifest.engine.model);
  add_arithmetic(options, manifest.engine,
                 "Arithmetic. auto (the default) may differ between machines, and with it single words.");
  add_reading(options, manifest.options);
  add_speakers(options, manifest.options.speakers);
}

ArchiveSubmitCommand submit_command(const ArchiveSubmitCommand& command) {
  if (!command.slurm) throw WrongUsage("archive submit expects --slurm, to whom it submits.");
  for (const std::string& option : command.options) {
    const bool plain = option.starts_with('-') && option.find_first_of("\n\r") == std::string::npos;
    if (!plain)
      throw WrongUsage("--option expects an option of sbatch, such as --partition=gpu; found {1}.",
                       in_quotes(option));
  }
  return with_job(command);
}

void add_submit(Parser& parser, CLI::App& archive) {
  constexpr int most_cpus = 4096;
  const auto [options, submit] = parser.add<ArchiveSubmitCommand>(archive, "archive submit", submit_command);
  add_text(options, "JOB", job_shown, submit.job);
  options.add_flag("--slurm", submit.slurm, "As an array of Slurm's, with a task for each shard.");
  options.add_flag("--run", submit.run, "Also give it to sbatch.");
  add_number(options, "--at-once", {"N", "At most so many tasks at a time. 0 (the default): no limit."}, 0,
             archive::most_shards, submit.at_once);
  add_number(options, "--cpus", {"N", "Processors of a task. 0 (the default): as Slurm is set up."}, 0,
             most_cpus, submit.cpus);
  add_texts(
      options, "--option",
      {"OPTION", "One more option for sbatch, e.g. --option=--partition=gpu. May be given several times."},
      [&all = submit.options](const std::string& option) { all.push_back(option); });
}

}  // namespace

void add_archive(Parser& parser) {
  CLI::App& archive = parser.add_group(parser.program(), "archive");
  add_plan(parser, archive);

  const auto [running, run] = add_with_job<ArchiveRunCommand>(parser, archive, "archive run");
  add_number(running, "--shard",
             {"K",
              "Which part, from 0. Default: what SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX says, or "
              "PARALLEL_SEQ less 1."},
             0, archive::most_shards - 1, run.shard);
  add_text(running, "--model",
           {"DIR", "The planned model's folder, where it lies elsewhere on this machine."}, run.engine.model);
  add_tuned(running, run.engine);
  add_gpu(running, run.engine);
  add_gpus(running, run.engine);
  add_threads(running, run.engine.threads);

  add_with_job<ArchiveStatusCommand>(parser, archive, "archive status");
  const auto [merging, merge] = add_with_job<ArchiveMergeCommand>(parser, archive, "archive merge");
  merging.add_flag("--partial", merge.partial, "Also if files still wait.");
  add_with_job<ArchiveRetryCommand>(parser, archive, "archive retry");
  add_submit(parser, archive);
}

}  // namespace tilescribe::cli
