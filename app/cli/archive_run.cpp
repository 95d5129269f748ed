// SPDX-License-Identifier: Apache-2.0
// archive run: the files of one shard, one after the other, with one model.
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <utility>

#include "app/cli/archive_script.h"
#include "app/cli/commands.h"
#include "app/cli/number.h"
#include "app/cli/progress_line.h"
#include "app/scheduler/scheduler.h"

namespace tilescribe::cli {
namespace {

namespace fs = std::filesystem;
using archive::Archive;
using archive::Shard;

// Ends early on a stop request.
void pause(const std::stop_token& stop) {
  constexpr std::chrono::milliseconds between{500};  // two looks at a lock, perhaps through a network
  std::mutex mutex;
  std::condition_variable_any changed;
  std::unique_lock lock(mutex);
  changed.wait_for(lock, stop, between, [] { return false; });
}

class ShardRun : public Listener {
 public:
  // What ends the whole run.
  struct Stopped {
    Failure failure;
  };

  ShardRun(const ArchiveRunCommand& command, const Context& context, const Archive& archive)
      : context_(context),
        archive_(archive),
        engine_options_(planned_engine(archive.manifest(), command.engine)),
        stop_(context.console.interrupts()),
        scheduler_(context.services.engines, *this, {.threads = false, .files_alone = true}) {}

  int run(int number) {
    if (!take(number)) return exit_again;
    const std::stop_callback on_interrupt(stop_, [this] { scheduler_.end(); });
    const std::vector<std::size_t> files = shard_->waiting();
    shard_->log("begins");
    for (const std::size_t file : files) {
      if (stop_.stop_requested()) break;
      try {
        transcribe(file);
      } catch (...) {
        if (!stop_.stop_requested()) throw;
      }
    }
    const bool stopped = done_ + failed_ < files.size();
    shard_->log(stopped ? "stopped" : "ends");
    const std::size_t left = files.size() - done_ - failed_;
    if (stopped) {
      say(context_,
          Message("Shard {1} was stopped; {2} transcribed, {3} wait.", number, counted(done_, "file"), left));
      return exit_again;
    }
    say(context_,
        Message("Shard {1} is done: {2} transcribed, {3} failed.", number, counted(done_, "file"), failed_));
    return exit_done;
  }

  void tell(Event event) override {
    if (auto* ready = std::get_if<EngineReady>(&event)) {
      engine_ = std::move(ready->engine);
    } else if (const auto* progress = std::get_if<JobProgress>(&event)) {
      if (bar_ != nullptr) bar_->update(progress->progress);
    } else if (const auto* notice = std::get_if<JobNotice>(&event)) {
      if (bar_ != nullptr) bar_->clear();
      say(context_, notice->what);
    } else if (auto* finished = std::get_if<JobFinished>(&event)) {
      transcript_ = std::move(finished->transcript);
    } else if (auto* broken = std::get_if<JobFailed>(&event)) {
      failure_ = std::move(broken->failure);
    } else if (auto* closed = std::get_if<EngineFailed>(&event)) {
      no_engine_ = std::move(closed->failure);
    } else if (auto* refused = std::get_if<EngineRefused>(&event)) {
      no_engine_ = std::move(refused->failure);
    }
  }

 private:
  // Waits as long as another program has the shard: then nothing is done twice, and the end of this one means
  // that the shard is done. Returns false if it was stopped.
  bool take(int number) {
    std::string holder;
    bool said = false;
    while (!stop_.stop_requested()) {
      shard_ = Shard::take(archive_, number, &holder);
      if (shard_) return true;
      if (!std::exchange(said, true))
        say(context_,
            Message("Shard {1} is being transcribed on {2}; this waits for its end.", number, holder));
      pause(stop_);
    }
    return false;
  }

  // Only if there is something to do.
  void open() {
    if (engine_) return;
    archive_.check_model(engine_options_.model, stop_);
    open(engine_options_);
    shard_->log("opened", engine_ ? engine_->summary() : std::string());
    if (engine_ && !engine_->left_out.empty()) say(context_, engine_->left_out);
    if (engine_ && !engine_->tuned.empty()) say(context_, engine_->tuned);
    if (engine_ && context_.verbose) say(context_, Message("{1}. {2}", engine_->summary(), engine_->reason));
  }
  void open(const EngineOptions& options) {
    scheduler_.open(options);
    scheduler_.work();
    if (no_engine_) fail_run(*no_engine_);
  }

  [[noreturn]] void fail_run(const Failure& failure) const { throw Stopped{failure}; }

  // Throws what is no failure of the file: then it is neither done nor failed, and no attempt is counted. One
  // is counted of a failure of the machine, as it may be the file that is too much for it: others come first.
  void transcribe(std::size_t number) {
    const archive::File& file = archive_.manifest().files[number];
    if (const auto problem = shard_->problem(number, stop_)) {
      shard_->fail(number, *problem);
      return count_failure(file.path, *problem);
    }
    open();
    if (stop_.stop_requested()) return;
    shard_->begin(number);
    try {
      attempt(number, file);
    } catch (const Stopped& stopped) {
      if (!stopped.failure.machine) shard_->abandon(number);
      throw;
    } catch (...) {
      shard_->abandon(number);
      throw;
    }
  }

  void attempt(std::size_t number, const archive::File& file) {
    ProgressBar bar(context_.console, file.path.filename().string());
    bar_ = &bar;
    const auto forget = [this](void*) { bar_ = nullptr; };
    const std::unique_ptr<void, decltype(forget)> at_end(this, forget);
    transcript_.reset();
    failure_.reset();
    const JobId id = scheduler_.add(file.path, archive_.manifest().options);
    work();
    // A GPU that was not requested by name is given up, for this file and all others.
    if (failure_ && failure_->device && engine_->gpu >= 0 && engine_options_.engine == Engine::automatic) {
      report(context_, *failure_);
      engine_options_ = on_cpu(engine_options_);
      failure_.reset();
      open(engine_options_);
      scheduler_.retry(id);
      work();
    }
    scheduler_.remove(id);
    bar.clear();
    if (failure_ && failure_->device) fail_run(*failure_);
    if (failure_ && failure_->machine) fail_run(about(file.path, *failure_));
    if (failure_) {
      shard_->fail(number, *failure_);
      return count_failure(file.path, *failure_);
    }
    if (!transcript_ || transcript_->cancelled) {
      shard_->abandon(number);
      return;
    }
    finish(number, file.path);
  }

  void finish(std::size_t number, const fs::path& path) {
    if (transcript_->missing_s > 0.0)
      say(context_, Message("{1}: The file is cut off: {2} s are missing at its end.", path.string(),
                            Real{transcript_->missing_s, 1}));
    shard_->finish(number, std::move(*transcript_));
    if (context_.verbose) say(context_, Message("{1}: done.", path.string()));
    ++done_;
  }

  static Failure about(const fs::path& path, Failure failure) {
    failure.message = Message("{1}: {2}", path.string(), failure.message);
    return failure;
  }

  void count_failure(const fs::path& path, const Failure& failure) {
    report(context_, about(path, failure));
    ++failed_;
  }

  void work() {
    while (scheduler_.work()) {
    }
  }

  const Context& context_;
  const Archive& archive_;
  EngineOptions engine_options_;
  std::stop_token stop_;
  std::unique_ptr<Shard> shard_;
  std::optional<EngineInfo> engine_;      // none until the model is open
  std::optional<Failure> no_engine_;      // why none can be opened
  std::optional<Transcript> transcript_;  // of the file at work
  std::optional<Failure> failure_;        // the same
  ProgressBar* bar_ = nullptr;            // the same
  std::size_t done_ = 0, failed_ = 0;
  Scheduler scheduler_;  // last: its work ends before what it tells of
};

}  // namespace

int execute(const ArchiveRunCommand& command, const Context& context) {
  const Archive archive(command.job);
  const auto environment = [](const char* name) -> const char* {
    return std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets it while we run
  };
  const int number = shard_number(command.shard, environment, archive.manifest().shards);
  try {
    return ShardRun(command, context, archive).run(number);
  } catch (const ShardRun::Stopped& stopped) {
    report(context, stopped.failure);
    return exit_failed;
  }
}

}  // namespace tilescribe::cli
