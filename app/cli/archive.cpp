// SPDX-License-Identifier: Apache-2.0
// archive plan, status, merge, retry, submit.
#include <algorithm>
#include <cerrno>
#include <set>
#include <system_error>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/cli/archive_script.h"
#include "app/cli/commands.h"
#include "app/cli/number.h"
#include "app/cli/progress_line.h"
#include "app/printable.h"
#include "inference/api/model_folder.h"

namespace tilescribe::cli {
namespace {

namespace fs = std::filesystem;
using archive::Archive;
using archive::State;

constexpr std::array state_names{Named<State>{State::waiting, "waiting"}, Named<State>{State::done, "done"},
                                 Named<State>{State::failed, "failed"},
                                 Named<State>{State::set_aside, "set aside"}};

struct Counts {
  std::size_t files = 0, done = 0, waiting = 0, failed = 0, aside = 0;

  void add(State state) {
    ++files;
    switch (state) {
      case State::waiting:
        ++waiting;
        break;
      case State::done:
        ++done;
        break;
      case State::failed:
        ++failed;
        break;
      case State::set_aside:
        ++aside;
        break;
    }
  }
};

constexpr std::size_t status_column = 10;

std::string status_row(const std::string& name, const Counts& counts) {
  std::string text = padded(name, status_column);
  for (const std::size_t count : {counts.files, counts.done, counts.waiting, counts.failed})
    text += padded(std::to_string(count), status_column);
  return text + std::to_string(counts.aside);
}

double hours_of(const archive::Manifest& manifest) {
  double seconds = 0.0;
  for (const archive::File& file : manifest.files) seconds += file.seconds;
  return seconds / 3600.0;
}

// Runs a program found in PATH, with our streams. Returns its exit status; negative: a signal ended it.
int run_in_path(const std::string& program, const std::string& argument) {
  std::string first = program, second = argument;
  const std::array<char*, 3> words{first.data(), second.data(), nullptr};
  pid_t child = 0;
  const int error = ::posix_spawnp(&child, first.c_str(), nullptr, nullptr, words.data(), environ);
  if (error != 0)
    throw CommandError("{1} could not be started: {2}.", program, std::generic_category().message(error));
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR)
      throw CommandError("The end of {1} could not be seen: {2}.", program,
                         std::generic_category().message(errno));
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

int execute(const ArchivePlanCommand& command, const Context& context) {
  archive::Wish wish = command.wish;
  const std::string& model = wish.manifest.engine.model;
  check_model(model);
  const ModelInfo info = model_info(model);
  if (info.path.empty()) throw CommandError("An archive needs a model with files; found {1}.", model);
  wish.manifest.model = {.folder = info.path, .name = info.name};
  ProgressBar bar(context.console, "Reading the files");
  const auto progress = [&](std::size_t done, std::size_t of) {
    Progress now;
    now.fraction = static_cast<double>(done) / static_cast<double>(of);
    bar.update(now);
  };
  const archive::Manifest manifest = archive::plan(wish, progress, context.console.interrupts());
  bar.clear();
  const auto unread =
      std::ranges::count_if(manifest.files, [](const auto& file) { return !file.problem.empty(); });
  context.console.out(counted(manifest.files.size(), "file") + " with " +
                      formatted("%.2f", hours_of(manifest)) + " h of sound in " +
                      counted(static_cast<std::size_t>(manifest.shards), "shard") + '\n');
  if (unread > 0) say(context, Message("{1} file(s) can't be read; archive status says why.", unread));
  return exit_done;
}

int execute(const ArchiveStatusCommand& command, const Context& context) {
  const Archive archive(command.job);
  const archive::Manifest& manifest = archive.manifest();
  std::vector<Counts> shards(static_cast<std::size_t>(manifest.shards));
  std::vector<char> held;
  for (int shard = 0; shard < manifest.shards; ++shard) held.push_back(archive.is_held(shard) ? 1 : 0);
  Counts all;
  std::string reasons;
  for (std::size_t i = 0; i < manifest.files.size(); ++i) {
    const int shard = manifest.files[i].shard;
    const auto place = static_cast<std::size_t>(std::max(shard, 0));
    const archive::Standing standing = archive.standing(i, shard >= 0 && held[place] != 0);
    all.add(standing.state);
    if (shard >= 0) shards[place].add(standing.state);
    const Message why = why_not(standing);
    if (!why.empty())
      reasons += std::string(name_of(state_names, standing.state)) + ": " +
                 printable(manifest.files[i].path.string() + ": " + english(why)) + '\n';
  }
  std::string text = counted(all.files, "file") + ", " + formatted("%.2f", hours_of(manifest)) +
                     " h of sound, model " + printable(manifest.model.name) + '\n';
  text += padded("shard", status_column) + padded("files", status_column) + padded("done", status_column) +
          padded("waiting", status_column) + padded("failed", status_column) + "set aside\n";
  for (std::size_t i = 0; i < shards.size(); ++i)
    text += status_row(std::to_string(i), shards[i]) + (held[i] != 0 ? "  at work\n" : "\n");
  context.console.out(text + status_row("all", all) + '\n' + reasons);
  return all.failed + all.aside > 0 ? exit_failed : exit_done;
}

int execute(const ArchiveMergeCommand& command, const Context& context) {
  const Archive archive(command.job);
  const archive::Merged merged = archive::merge(archive, command.partial, context.console.interrupts());
  context.console.out(printable(merged.table.string()) + '\n' + printable(merged.index.string()) + '\n' +
                      printable(merged.failures.string()) + '\n');
  if (merged.waiting > 0)
    say(context, Message("Without {1} file(s) that must still be transcribed.", merged.waiting));
  if (merged.failed > 0)
    say(context,
        Message("Without {1} file(s) that failed; {2} says why.", merged.failed, merged.failures.string()));
  return exit_done;
}

int execute(const ArchiveRetryCommand& command, const Context& context) {
  const Archive archive(command.job);
  std::set<int> shards;
  const std::vector<std::size_t> files = archive.retry();
  for (const std::size_t file : files) shards.insert(archive.manifest().files[file].shard);
  std::string text = counted(files.size(), "file") + " to be tried again";
  const char* between = ", by shard ";
  for (const int shard : shards) text += std::exchange(between, ", ") + std::to_string(shard);
  context.console.out(text + '\n');
  return exit_done;
}

int execute(const ArchiveSubmitCommand& command, const Context& context) {
  const fs::path job = fs::absolute(command.job).lexically_normal();
  const Archive archive(job);
  const std::string script =
      slurm_script(command, archive.manifest(), job, fs::read_symlink("/proc/self/exe"));
  const fs::path file = archive::save_script(archive, script);
  context.console.out(script);
  if (!command.run) {
    say(context, Message("Nothing was submitted; --run does it, or: sbatch {1}", file.string()));
    return exit_done;
  }
  return run_in_path("sbatch", file.string()) == 0 ? exit_done : exit_failed;
}

}  // namespace tilescribe::cli
