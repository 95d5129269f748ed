// SPDX-License-Identifier: Apache-2.0
#include <iomanip>
#include <sstream>
#include <utility>

#include "app/cli/commands.h"
#include "app/cli/number.h"
#include "app/cli/output_files.h"
#include "app/cli/progress_line.h"
#include "app/cli/run.h"
#include "app/printable.h"

namespace tilescribe::cli {
namespace {

namespace fs = std::filesystem;

std::string rendered(const Transcript& transcript, ExportFormat format) {
  std::ostringstream text;
  write_transcript(text, transcript, format);
  return text.str();
}

// Text on standard output, segment by segment. The callback for segments runs inside the transcriber. So if
// writing fails, the failure is stored, the transcription is stopped, and the failure is thrown outside.
class TextStream {
 public:
  // `title` is written before the first text, so that an unreadable file leaves none. `first` says whether it
  // is the first on this output, and is cleared with it.
  TextStream(Console& console, ProgressBar& bar, std::stop_source stop, std::string title, bool& first)
      : console_(console), bar_(bar), stop_(std::move(stop)), title_(std::move(title)), first_(first) {}

  void write(const Segment& segment) noexcept {
    ++seen_;
    if (failure_ || segment.window <= kept_window_) return;
    last_window_ = segment.window;
    try {
      Transcript piece;
      piece.segments.push_back(segment);
      bar_.clear();
      console_.out(take_title() + rendered(piece, ExportFormat::txt));
    } catch (...) {
      failure_ = std::current_exception();
      stop_.request_stop();
    }
  }

  // The file starts again from its beginning. Windows already written (each arrives whole) are not written
  // again.
  void start_again() {
    kept_window_ = last_window_;
    seen_ = 0;
  }

  // Throws the stored failure, and writes what the events did not bring.
  void finish(const Transcript& transcript) {
    for (std::size_t i = seen_; i < transcript.segments.size(); ++i) write(transcript.segments[i]);
    if (failure_) std::rethrow_exception(failure_);
    if (!title_.empty()) console_.out(take_title());
  }

 private:
  std::string take_title() {
    if (title_.empty()) return {};
    return (std::exchange(first_, false) ? "" : "\n") + std::exchange(title_, {});
  }

  Console& console_;
  ProgressBar& bar_;
  std::stop_source stop_;
  std::string title_;
  bool& first_;
  std::size_t seen_ = 0;  // segments since the beginning
  int last_window_ = -1;  // last window written
  int kept_window_ = -1;  // written before the beginning
  std::exception_ptr failure_;
};

std::string speed(const Transcript& transcript) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(1) << transcript.duration_s << " s of audio in "
       << transcript.elapsed_s << " s";
  if (transcript.elapsed_s > 0.0) {
    text << ", " << transcript.duration_s / transcript.elapsed_s << " times as fast as speech";
  }
  return text.str();
}

// "3.2 s of the 10.0 s that it promises are missing at its end"
std::string missing(const Transcript& transcript) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(1) << transcript.missing_s << " s of the "
       << transcript.duration_s + transcript.missing_s << " s that it promises are missing at its end";
  return text.str();
}

// The files of one command, one after the other, with one model.
class Job {
 public:
  Job(const TranscribeCommand& command, const Services& services, Console& console, bool verbose)
      : command_(command), services_(services), console_(console), verbose_(verbose) {}

  int run() {
    if (command_.folder) {
      prepare_folder(*command_.folder);
      outputs_ = output_files(*command_.folder, command_.files, extension(command_.format));
    }
    stop_ = services_.stop_on_interrupt();
    transcriber_ = open();
    if (verbose_) {
      console_.err("tilescribe-cli: " + transcriber_->model().name + " on " +
                   transcriber_->engine().summary() + ". " + transcriber_->engine().reason + '\n');
    }
    std::size_t failed = 0;
    for (std::size_t i = 0; i < command_.files.size() && !stop_.stop_requested(); ++i) {
      if (!transcribe_file(i)) ++failed;
    }
    if (cancelled_ || (stop_.stop_requested() && done_ + failed < command_.files.size()))
      return exit_cancelled;
    if (failed > 0 && command_.files.size() > 1) {
      console_.err("tilescribe-cli: " + std::to_string(failed) + " of " +
                   counted(command_.files.size(), "file") + " failed.\n");
    }
    return failed > 0 ? exit_failed : exit_done;
  }

 private:
  std::unique_ptr<Transcriber> open() {
    ProgressBar bar(console_, "Opening the model");
    bar.update({});
    return services_.open_transcriber(command_.engine, stop_);
  }

  // Returns whether the file is done or cancelled. Its failure is reported here; a failure of standard output
  // is rethrown.
  bool transcribe_file(std::size_t index) {
    const std::string name = printable(command_.files[index].string());
    try {
      const Transcript transcript = transcribe_and_write(index);
      if (transcript.cancelled) {
        cancelled_ = true;
        console_.err("tilescribe-cli: " + name + ": Cancelled; the transcript ends at " +
                     clock(transcript.segments.empty() ? 0.0 : transcript.segments.back().end_s) + ".\n");
        return true;
      }
      if (transcript.missing_s > 0.0) {
        console_.err("tilescribe-cli: " + name + ": The file is cut off: " + missing(transcript) + ".\n");
      }
      if (verbose_) console_.err("tilescribe-cli: " + name + ": " + speed(transcript) + ".\n");
      if (!profiles_kept_) return false;
      ++done_;
      return true;
    } catch (const OutputClosed&) {
      throw;
    } catch (const CommandError&) {
      throw;
    } catch (...) {
      const std::exception_ptr error = std::current_exception();
      if (services_.is_cancellation(error)) {
        cancelled_ = true;
        console_.err("tilescribe-cli: " + name + ": Cancelled.\n");
        return true;
      }
      Failure failure = services_.describe_failure(error);
      failure.sentence.insert(0, name + ": ");
      if (failure.device && on_gpu()) failure.sentence += " --engine cpu runs without the GPU.";
      report(console_, failure, verbose_);
      return false;
    }
  }

  Transcript transcribe_and_write(std::size_t index) {
    const fs::path& file = command_.files[index];
    const bool streams = !command_.folder && command_.format == ExportFormat::txt;
    ProgressBar bar(console_, label(index));
    std::stop_source stop;
    const std::stop_callback forward(stop_, [&stop] { stop.request_stop(); });
    TextStream stream(console_, bar, stop, title(file), first_title_);
    TranscribeEvents events;
    events.progress = [&bar](const Progress& progress) { bar.update(progress); };
    if (streams) events.segment = [&stream](const Segment& segment) { stream.write(segment); };
    std::exception_ptr failure;
    Transcript transcript;
    profiles_kept_ = true;
    std::unique_ptr<Profiler> profiler = begin_profile();
    try {
      transcript = transcriber_->transcribe(file, command_.options, events, stop.get_token());
    } catch (...) {
      failure = std::current_exception();
    }
    if (failure) {
      bar.clear();
      profiler.reset();
      leave_gpu(printable(file.string()), failure);
      stream.start_again();
      profiler = begin_profile();
      transcript = transcriber_->transcribe(file, command_.options, events, stop.get_token());
    }
    bar.clear();
    const bool nothing = transcript.cancelled && transcript.segments.empty();
    if (streams) {
      stream.finish(transcript);
    } else if (nothing) {
      // An older transcript is worth more than an empty one.
    } else if (command_.folder) {
      save_transcript(outputs_[index], transcript, command_.format);
      if (console_.err_is_terminal())
        console_.err(printable(file.string()) + " -> " + printable(outputs_[index].string()) + '\n');
    } else {
      console_.out(rendered(transcript, command_.format));
    }
    if (profiler) profiles_kept_ = save_profiles(profiler->finish(), file);  // after the transcript is safe
    return transcript;
  }

  std::unique_ptr<Profiler> begin_profile() const {
    constexpr std::size_t most_records = 20'000'000;  // 3 GB; then the oldest are dropped
    constexpr double keep_s = 24.0 * 3600.0;
    if (command_.profiles.empty() && !command_.full_profile) return nullptr;
    return transcriber_->profile(
        {.full = command_.full_profile, .most_records = most_records, .keep_s = keep_s});
  }

  // Whether all could be written. Failures are reported, and the others are still written.
  bool save_profiles(const ProfileSession& session, const fs::path& audio) const {
    bool all = true;
    for (const fs::path& file : command_.profiles) {
      try {
        services_.save_profile(session, file, profile_format(file));
      } catch (...) {
        Failure failure = services_.describe_failure(std::current_exception());
        failure.sentence.insert(0, audio.string() + ": ");
        report(console_, failure, verbose_);
        all = false;
      }
    }
    say_cost(session);
    return all;
  }

  // Reports the cost of tracing if it was requested, or with the details.
  void say_cost(const ProfileSession& session) const {
    if (!command_.full_profile && !verbose_) return;
    std::ostringstream text;
    text << "tilescribe-cli: Measured " << counted(static_cast<std::size_t>(session.taken), "record")
         << " by " << session.setting.source << "; ";
    if (session.cost_percent >= 0.0) {
      text << "tracing cost " << std::fixed << std::setprecision(1) << session.cost_percent
           << " % of the time.\n";
    } else {
      text << "tilescribe-cli bench trace measures what tracing costs on this device.\n";
    }
    console_.err(text.str());
  }

  bool on_gpu() const { return transcriber_->engine().gpu >= 0; }

  // If a GPU that was not requested by name fails, it is given up with a warning. Any other failure is
  // rethrown.
  void leave_gpu(const std::string& name, const std::exception_ptr& error) {
    Failure failure = left_gpu(error, services_, *transcriber_, command_.engine);
    failure.sentence = name + ": " + failure.sentence + " Now the CPU transcribes it from its beginning.";
    report(console_, failure, verbose_);
    transcriber_ = services_.open_transcriber(on_cpu(command_.engine), stop_);
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
  const Services& services_;
  Console& console_;
  bool verbose_;
  std::stop_token stop_;
  std::unique_ptr<Transcriber> transcriber_;
  std::vector<fs::path> outputs_;  // one per file, if there is a folder
  std::size_t done_ = 0;
  bool first_title_ = true;
  bool profiles_kept_ = true;  // for the last file
  bool cancelled_ = false;
};

}  // namespace

int transcribe(const TranscribeCommand& command, const Services& services, Console& console, bool verbose) {
  return Job(command, services, console, verbose).run();
}

}  // namespace tilescribe::cli
