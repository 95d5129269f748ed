// SPDX-License-Identifier: Apache-2.0
#include <exception>
#include <optional>
#include <sstream>
#include <utility>

#include "app/cli/commands.h"
#include "app/cli/cue_report.h"
#include "app/cli/key.h"
#include "app/cli/number.h"
#include "app/cli/output_files.h"
#include "app/cli/progress_line.h"
#include "app/cli/words_arguments.h"
#include "app/printable.h"
#include "app/scheduler/scheduler.h"
#include "inference/api/clean_up.h"

namespace tilescribe::cli {
namespace {

namespace fs = std::filesystem;

std::string rendered(const Transcript& transcript, ExportFormat format, const ExportOptions& options = {}) {
  std::ostringstream text;
  write_transcript(text, transcript, format, options);
  return text.str();
}

// Text on standard output, segment by segment.
class TextStream {
 public:
  // `title` is written before the first text, so that an unreadable file leaves none. `first` says whether it
  // is the first on this output, and is cleared with it.
  TextStream(Console& console, ProgressBar& bar, std::string title, bool& first)
      : console_(console), bar_(bar), title_(std::move(title)), first_(first) {}

  void write(const Segment& segment) {
    ++seen_;
    if (segment.window <= kept_window_) return;
    last_window_ = segment.window;
    Transcript piece;
    piece.segments.push_back(segment);
    bar_.clear();
    console_.out(take_title() + rendered(piece, ExportFormat::txt));
  }

  // The file starts again from its beginning. Windows already written (each arrives whole) are not written
  // again.
  void start_again() {
    kept_window_ = last_window_;
    seen_ = 0;
  }

  // Writes a text that did not come segment by segment.
  void write_whole(const std::string& text) { console_.out(take_title() + text); }

  // Writes what the events did not bring.
  void finish(const Transcript& transcript) {
    for (std::size_t i = seen_; i < transcript.segments.size(); ++i) write(transcript.segments[i]);
    if (!title_.empty()) console_.out(take_title());
  }

 private:
  std::string take_title() {
    if (title_.empty()) return {};
    return (std::exchange(first_, false) ? "" : "\n") + std::exchange(title_, {});
  }

  Console& console_;
  ProgressBar& bar_;
  std::string title_;
  bool& first_;
  std::size_t seen_ = 0;  // segments since the beginning
  int last_window_ = -1;  // last window written
  int kept_window_ = -1;  // written before the beginning
};

Message speed(const Transcript& transcript) {
  const Real audio_s{transcript.duration_s, 1}, took_s{transcript.elapsed_s, 1};
  if (transcript.elapsed_s <= 0.0) return Message("{1} s of audio in {2} s", audio_s, took_s);
  return Message("{1} s of audio in {2} s, {3} times as fast as speech", audio_s, took_s,
                 Real{transcript.duration_s / transcript.elapsed_s, 1});
}

// The files of one command, one after the other, with one model. The scheduler works on this thread.
class Job : public Listener {
 public:
  Job(const TranscribeCommand& command, const Context& context)
      : command_(command),
        context_(context),
        console_(context.console),
        scheduler_(context.services.engines, *this, {.threads = false, .files_alone = true}) {}

  int run() {
    if (command_.folder) {
      prepare_folder(*command_.folder);
      outputs_ = output_files(*command_.folder, command_.files, extension(command_.format));
    }
    const std::stop_token stop = console_.interrupts();
    const std::stop_callback on_interrupt(stop, [this] { scheduler_.end(); });
    open();
    if (failure_) {
      report(context_, *failure_);
      return exit_failed;
    }
    if (!engine_) {
      say(context_, Message("Cancelled."));
      return exit_cancelled;
    }
    if (context_.verbose)
      say(context_, Message("{1} on {2}. {3}", model_.name, engine_->summary(), engine_->reason));
    if (!engine_->left_out.empty()) say(context_, engine_->left_out);
    if (!engine_->tuned.empty()) say(context_, engine_->tuned);
    measure();
    std::size_t failed = 0;
    for (std::size_t i = 0; i < command_.files.size() && !stop.stop_requested(); ++i) {
      if (!transcribe_file(i)) ++failed;
    }
    if (cancelled_ || (stop.stop_requested() && done_ + failed < command_.files.size()))
      return exit_cancelled;
    if (failed > 0 && command_.files.size() > 1)
      say(context_, Message("{1} of {2} files failed.", failed, command_.files.size()));
    return failed > 0 ? exit_failed : exit_done;
  }

  void tell(Event event) override {
    if (auto* ready = std::get_if<EngineReady>(&event)) {
      engine_ = std::move(ready->engine);
      model_ = std::move(ready->model);
      no_engine_.reset();
    } else if (const auto* progress = std::get_if<JobProgress>(&event)) {
      file_->bar.update(progress->progress);
    } else if (const auto* segment = std::get_if<JobSegment>(&event)) {
      if (streams()) attempt([&] { file_->stream.write(segment->segment); });
    } else if (auto* finished = std::get_if<JobFinished>(&event)) {
      // Written as soon as it is there: before its profile, which takes a while.
      if (!failure_) attempt([&] { write(std::move(finished->transcript)); });
    } else if (const auto* broken = std::get_if<JobFailed>(&event)) {
      retry_or_fail(broken->failure);
    } else if (const auto* notice = std::get_if<JobNotice>(&event)) {
      file_->bar.clear();
      say(context_, Message("{1}: {2}", file_->path.string(), notice->what));
    } else if (const auto* left_out = std::get_if<WordsLeftOut>(&event)) {
      file_->bar.clear();
      say(context_, left_out->why);
    } else if (const auto* profile = std::get_if<ProfileFinished>(&event)) {
      if (file_->transcript) profiles_kept_ = save_profiles(*profile->session, file_->path);
    } else if (const auto* closed = std::get_if<EngineFailed>(&event)) {
      no_engine_ = closed->failure;
      fail(closed->failure);
    } else if (const auto* refused = std::get_if<EngineRefused>(&event)) {
      fail(refused->failure);
    } else if (const auto* unmeasured = std::get_if<ProfileFailed>(&event)) {
      fail(unmeasured->failure);
    }
  }

 private:
  // A file while it is transcribed.
  struct File {
    std::size_t index;
    const fs::path& path;
    JobId id;
    ProgressBar& bar;
    TextStream stream;
    std::optional<Transcript> transcript = {};  // once it is written
    std::exception_ptr unwritten = {};          // why it is not
  };

  void open() {
    ProgressBar bar(console_, "Opening the model");
    bar.update({});
    scheduler_.open(command_.engine);
    scheduler_.work();
  }

  void measure() {
    constexpr std::size_t most_records = 20'000'000;  // 3 GB, before the oldest go
    constexpr double keep_s = 24.0 * 3600.0;
    if (command_.profiles.empty() && !command_.full_profile) return;
    scheduler_.set_profiling(ProfileWish{
        .options = {.full = command_.full_profile, .most_records = most_records, .keep_s = keep_s},
        .frames = false,
        .failed_jobs = false});
  }

  // Returns whether the file is done or cancelled. Its failure is reported here; a failure of standard output
  // is rethrown.
  bool transcribe_file(std::size_t index) {
    const fs::path& path = command_.files[index];
    const std::string name = path.string();
    const JobId id = scheduler_.add(path, command_.options);
    ProgressBar bar(console_, label(index));
    File file{index, path, id, bar, TextStream(console_, bar, title(path), first_title_)};
    file_ = &file;
    failure_.reset();
    profiles_kept_ = true;
    while (scheduler_.work()) {
    }
    scheduler_.remove(id);
    file_ = nullptr;
    bar.clear();
    if (file.unwritten) throw_or_fail(file.unwritten);
    if (!file.transcript && !failure_) failure_ = no_engine_;
    if (failure_) {
      Failure failure = *failure_;
      failure.message = Message("{1}: {2}", name, failure.message);
      if (failure.device && engine_->gpu >= 0)
        failure.message = Message("{1} --engine cpu runs without the GPU.", failure.message);
      report(context_, failure);
      return false;
    }
    if (!file.transcript) {  // the end came before it was begun
      cancelled_ = true;
      say(context_, Message("{1}: Cancelled.", name));
      return true;
    }
    const Transcript& transcript = *file.transcript;
    if (transcript.cancelled) {
      cancelled_ = true;
      say(context_, Message("{1}: Cancelled; the transcript ends at {2}.", name,
                            clock(transcript.segments.empty() ? 0.0 : transcript.segments.back().end_s)));
      return true;
    }
    if (transcript.missing_s > 0.0) {
      say(context_,
          Message("{1}: The file is cut off: {2} s of the {3} s that it promises are missing at its end.",
                  name, Real{transcript.missing_s, 1},
                  Real{transcript.duration_s + transcript.missing_s, 1}));
    }
    say_broken_rules(context_, name, transcript, command_.format, command_.written.cues);
    if (context_.verbose) say(context_, Message("{1}: {2}.", name, speed(transcript)));
    if (context_.verbose && !engine_->server.empty())
      say(context_, Message("{1}: written by {2}.", name, transcript.engine));
    if (!profiles_kept_) return false;
    ++done_;
    return true;
  }

  // What keeps standard output from being written ends the command; anything else fails the file.
  void throw_or_fail(const std::exception_ptr& error) {
    try {
      std::rethrow_exception(error);
    } catch (const OutputClosed&) {
      throw;
    } catch (const CommandError&) {
      throw;
    } catch (...) {
      failure_ = describe_failure(error);
    }
  }

  // Writes something of the file. This runs inside the scheduler, so a failure is stored and ends the job; it
  // is thrown outside. Nothing is written after it.
  template <class Write>
  void attempt(Write write) {
    if (file_->unwritten) return;
    try {
      write();
    } catch (...) {
      file_->unwritten = std::current_exception();
      scheduler_.cancel(file_->id);
    }
  }

  void write(Transcript transcript) {
    file_->bar.clear();
    const bool nothing = transcript.cancelled && transcript.segments.empty();
    if (streams()) {
      file_->stream.finish(transcript);
    } else if (nothing) {
      // An older transcript is worth more than an empty one.
    } else if (command_.folder) {
      const fs::path output = place_of(transcript, outputs_[file_->index]);
      save_transcript(output, transcript, command_.format, Readers::as_usual, command_.written);
      if (console_.err_is_terminal())
        console_.err(printable(file_->path.string()) + " -> " + printable(output.string()) + '\n');
    } else if (const std::string text = rendered(transcript, command_.format, command_.written);
               command_.format == ExportFormat::txt) {
      file_->stream.write_whole(text);
    } else {
      console_.out(text);
    }
    file_->transcript = std::move(transcript);
  }

  // Where the transcript goes. One that was cancelled replaces no older one: it gets a name of its own.
  fs::path place_of(const Transcript& transcript, const fs::path& output) const {
    const auto stands = [](const fs::path& file) { return fs::exists(fs::symlink_status(file)); };
    if (!transcript.cancelled || !stands(output)) return output;
    fs::path file;
    for (int number = 1; file.empty() || stands(file); ++number) {
      file = output.parent_path() / output.stem();
      file += number == 1 ? "-unfinished" : "-unfinished-" + std::to_string(number);
      file += output.extension();
    }
    say(context_, Message("{1} stays as it was; what is transcribed so far is in {2}.", output.string(),
                          file.filename().string()));
    return file;
  }

  // The first failure is the file's: others follow from it.
  void fail(const Failure& failure) {
    if (!failure_) failure_ = failure;
    if (file_ != nullptr) scheduler_.cancel(file_->id);
  }

  // If a GPU that was not requested by name fails, it is given up with a warning, for this file and all
  // others.
  void retry_or_fail(Failure failure) {
    file_->bar.clear();
    const bool leaves = failure.device && engine_->gpu >= 0 && command_.engine.engine == Engine::automatic;
    if (!leaves) return fail(failure);
    if (file_->unwritten) return;  // nobody reads the text any more
    failure.message = Message("{1}: {2} Now the CPU transcribes it from its beginning.", file_->path.string(),
                              failure.message);
    report(context_, failure);
    file_->stream.start_again();
    scheduler_.open(on_cpu(command_.engine));
    scheduler_.retry(file_->id);
  }

  // Whether all could be written. Failures are reported, and the others are still written.
  bool save_profiles(const ProfileSession& session, const fs::path& audio) const {
    bool all = true;
    for (const fs::path& file : command_.profiles) {
      try {
        context_.services.lab.save_profile(session, file, profile_format(file));
      } catch (...) {
        Failure failure = describe_failure(std::current_exception());
        failure.message = Message("{1}: {2}", audio.string(), failure.message);
        report(context_, failure);
        all = false;
      }
    }
    say_cost(session);
    return all;
  }

  // Reports the cost of tracing if it was requested, or with the details.
  void say_cost(const ProfileSession& session) const {
    if (!command_.full_profile && !context_.verbose) return;
    const std::string records = counted(static_cast<std::size_t>(session.taken), "record");
    say(context_, session.cost_percent >= 0.0
                      ? Message("Measured {1} by {2}; tracing cost {3} % of the time.", records,
                                session.setting.source, Real{session.cost_percent, 1})
                      : Message("Measured {1} by {2}; tilescribe-cli bench trace measures what tracing costs "
                                "on this device.",
                                records, session.setting.source));
  }

  bool streams() const {
    // What several people say is put in order at the end.
    return !command_.folder && command_.format == ExportFormat::txt &&
           command_.written.text == TextLayout::segments && command_.options.speakers == Speakers::none;
  }

  // The separator between several texts on one output, as in head and tail.
  std::string title(const fs::path& file) const {
    return command_.files.size() == 1 ? std::string() : "==> " + printable(file.string()) + " <==\n";
  }

  std::string label(std::size_t index) const {
    std::string name = command_.files[index].filename().string();
    if (command_.files.size() == 1) return name;
    return std::to_string(index + 1) + '/' + std::to_string(command_.files.size()) + ' ' + name;
  }

  const TranscribeCommand& command_;
  const Context& context_;
  Console& console_;
  std::optional<EngineInfo> engine_;  // none until the model is open
  ModelInfo model_;
  File* file_ = nullptr;              // the one being transcribed; null before the first
  std::optional<Failure> no_engine_;  // why no model is open any more
  std::optional<Failure> failure_;    // of the model's opening, then of the file
  std::vector<fs::path> outputs_;     // one per file, if there is a folder
  std::size_t done_ = 0;
  bool first_title_ = true;
  bool profiles_kept_ = true;  // for the last file
  bool cancelled_ = false;
  Scheduler scheduler_;  // last: its work ends before what it tells of
};

}  // namespace

int execute(const TranscribeCommand& command, const Context& context) {
  TranscribeCommand with_words = command;
  take_words(command.words, with_words.options);
  if (with_words.engine.engine == Engine::remote) {
    RemoteOptions& server = with_words.engine.remote;
    server.key = read_key(command.key_file, "TILESCRIBE_REMOTE_KEY");
    if (is_readable_on_the_way(server.address))
      say(context, Message("Without https the sound, and a key, pass the network unencrypted."));
  }
  return Job(with_words, context).run();
}

}  // namespace tilescribe::cli
