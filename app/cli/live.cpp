// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <chrono>
#include <exception>
#include <iomanip>
#include <memory>
#include <sstream>
#include <thread>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/live_screen.h"
#include "app/cli/run.h"
#include "app/printable.h"

namespace tilescribe::cli {
namespace {

using namespace std::chrono_literals;

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

int list(const Services& services, Console& console, bool json) {
  const SourceList found = services.list_sources();
  if (found.sources.empty()) throw CommandError(found.problem);
  for (const AudioSource& source : found.sources) {
    if (json) {
      console.out(nlohmann::ordered_json{{"id", source.id},
                                         {"name", source.name},
                                         {"monitor", source.monitor},
                                         {"default", source.is_default},
                                         {"muted", source.muted}}
                      .dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
                  '\n');
      continue;
    }
    console.out(printable(source.name) + (source.monitor ? " (what this computer plays)" : "") +
                (source.is_default ? " (default)" : "") + (source.muted ? " (muted)" : "") + "\n  " +
                printable(source.id) + '\n');
  }
  return exit_done;
}

// The source whose id is `wanted`, or the only one whose name or id contains it, ignoring case.
std::string source_id(const Services& services, const std::string& wanted) {
  if (wanted.empty() || wanted.starts_with("file:")) return wanted;
  const SourceList found = services.list_sources();
  if (found.sources.empty()) throw CommandError(found.problem);
  std::vector<std::string> matches;
  for (const AudioSource& source : found.sources) {
    if (source.id == wanted) return wanted;
    if (lower(source.name + '\n' + source.id).find(lower(wanted)) != std::string::npos)
      matches.push_back(source.id);
  }
  if (matches.size() == 1) return matches.front();
  std::string known;
  for (const AudioSource& source : found.sources) known += (known.empty() ? "" : ", ") + source.id;
  throw CommandError("--device expects one of " + known + ", or a part of only one source's name; “" +
                     wanted + "” is in " + (matches.empty() ? "none." : "several of them."));
}

// One recording and its text, from the first sample to the last word.
class LiveRun {
 public:
  LiveRun(const LiveCommand& command, const Services& services, Console& console, bool verbose)
      : command_(command), services_(services), console_(console), verbose_(verbose) {
    if (command.json) {
      screen_ = std::make_unique<JsonScreen>(console);
    } else {
      screen_ = std::make_unique<TextScreen>(console);
    }
  }

  int run() {
    interrupted_ = services_.stop_on_interrupt();
    RecordOptions options;
    options.source = source_id(services_, command_.device);
    options.file = command_.file;
    recorder_ = services_.start_recording(options);
    recording_ = recorder_->recording();
    if (console_.err_is_terminal()) {
      console_.err("Recording " + printable(recorder_->source().name) + " in " +
                   printable(recording_->file().string()) + "; Ctrl-C ends it.\n");
    }
    const std::jthread end([this](const std::stop_token& done) { end_in_time(done); });
    try {
      open(command_.engine, {});
    } catch (...) {
      recorder_->stop();
      say_kept();
      throw;
    }
    try {
      transcribe();
    } catch (const OutputClosed&) {
      recorder_->stop();
      throw;
    } catch (...) {
      screen_->clear();
      report(console_, services_.describe_failure(std::current_exception()), verbose_);
      record_on();
      say_kept();
      return exit_failed;
    }
    services_.settle_recording(recording_->file());
    std::ostringstream text;
    text << std::fixed << std::setprecision(1) << recorder_->status().recorded_s << " s were recorded in "
         << recording_->file().string() << '.';
    say(text.str());
    return disk_full_ ? exit_failed : exit_done;
  }

 private:
  // Ends the recording when requested, even during a decode.
  void end_in_time(const std::stop_token& done) {
    while (!done.stop_requested()) {
      try {
        const bool long_enough = command_.seconds > 0.0 && recorder_->status().recorded_s >= command_.seconds;
        if (long_enough || interrupted_.stop_requested()) {
          recorder_->stop();
          return;
        }
      } catch (const std::exception&) {  // memory may be short for a while: it tries again
      }
      std::this_thread::sleep_for(20ms);
    }
  }

  void transcribe() {
    while (!session_->finished()) {
      say_notices();
      try {
        if (!session_->due() || !session_->advance()) std::this_thread::sleep_for(20ms);
      } catch (const OutputClosed&) {
        throw;
      } catch (...) {
        leave_gpu(std::current_exception());
      }
    }
    say_notices();
  }

  // Continues without text. Nothing that is said is lost.
  void record_on() {
    if (recording_->complete()) return;
    say("The recording continues without text; Ctrl-C ends it.");
    while (!recording_->complete()) {
      say_notices();
      std::this_thread::sleep_for(20ms);
    }
  }

  void open(const EngineOptions& engine, const LiveCheckpoint& from) {
    session_.reset();
    transcriber_ = services_.open_transcriber(engine, {});
    if (verbose_) {
      console_.err("tilescribe-cli: " + transcriber_->model().name + " on " +
                   transcriber_->engine().summary() + ".\n");
    }
    const LiveEvents events{
        .fixed = [this](const LivePiece& piece) { screen_->fixed(piece); },
        .provisional = [this](const LivePiece& piece) { screen_->provisional(piece); },
        .status = [this](const LiveStatus& status) { say_state(status); },
    };
    session_ = transcriber_->live(recording_, command_.options, events, from, {});
  }

  // If a GPU that was not requested by name fails, it is given up. Any other failure is rethrown.
  void leave_gpu(const std::exception_ptr& error) {
    Failure failure = left_gpu(error, services_, *transcriber_, command_.engine);
    screen_->clear();
    failure.sentence += " Now the CPU continues.";
    report(console_, failure, verbose_);
    open(on_cpu(command_.engine), session_->checkpoint());
  }

  // Writes a line of our own, separate from the text.
  void say(const std::string& sentence) {
    screen_->clear();
    console_.err("tilescribe-cli: " + printable(sentence) + '\n');
  }

  void say_kept() { say("The recording is kept in " + recording_->file().string() + "."); }

  void say_notices() {
    const std::vector<RecordingNotice> notices = recorder_->notices();
    for (; told_ < notices.size(); ++told_) {
      disk_full_ = disk_full_ || notices[told_].kind == RecordingNotice::Kind::disk_full;
      say(notices[told_].sentence);
    }
  }

  // Reports what the user must know about the state.
  void say_state(const LiveStatus& status) {
    const auto seconds = [](double value) {
      std::ostringstream text;
      text << std::fixed << std::setprecision(1) << value << " s";
      return text.str();
    };
    if (status.whole_utterances && !state_.whole_utterances) {
      say("Text comes one utterance at a time, because a decode takes " + seconds(status.run_s) +
          " on this engine.");
    }
    if (status.too_slow && !state_.too_slow) {
      say("The text is " + seconds(status.lag_s) + " behind; recording is not affected.");
    }
    if (recording_->complete() && !finishing_) {
      finishing_ = true;
      if (status.lag_s > 2.0)
        say("The recording has ended; the last " + seconds(status.lag_s) + " are still being transcribed.");
    }
    state_ = status;
  }

  const LiveCommand& command_;
  const Services& services_;
  Console& console_;
  bool verbose_;
  std::unique_ptr<LiveScreen> screen_;
  std::stop_token interrupted_;
  std::unique_ptr<Recorder> recorder_;
  std::shared_ptr<const GrowingRecording> recording_;
  std::unique_ptr<Transcriber> transcriber_;
  std::unique_ptr<LiveSession> session_;
  std::size_t told_ = 0;  // notices
  bool disk_full_ = false;
  LiveStatus state_;
  bool finishing_ = false;
};

}  // namespace

int live(const LiveCommand& command, const Services& services, Console& console, bool verbose) {
  if (command.list) return list(services, console, command.json);
  return LiveRun(command, services, console, verbose).run();
}

}  // namespace tilescribe::cli
