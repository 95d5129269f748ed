// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <chrono>
#include <deque>
#include <exception>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/live_screen.h"
#include "app/cli/number.h"
#include "app/cli/words_arguments.h"
#include "app/json_text.h"
#include "app/printable.h"
#include "app/scheduler/scheduler.h"

namespace tilescribe::cli {
namespace {

using namespace std::chrono_literals;

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

int list(const Context& context, bool json) {
  const SourceList found = context.services.capture.list_sources();
  if (found.sources.empty()) throw CommandError(found.problem);
  for (const AudioSource& source : found.sources) {
    if (json) {
      context.console.out(json_text({{"id", source.id},
                                     {"name", source.name},
                                     {"monitor", source.monitor},
                                     {"default", source.is_default},
                                     {"muted", source.muted}}) +
                          '\n');
      continue;
    }
    context.console.out(printable(source.name) + (source.monitor ? " (what this computer plays)" : "") +
                        (source.is_default ? " (default)" : "") + (source.muted ? " (muted)" : "") + "\n  " +
                        printable(source.id) + '\n');
  }
  return exit_done;
}

// The source whose id is `wanted`, or the only one whose name or id contains it, ignoring case.
std::string source_id(const Services& services, const std::string& wanted) {
  if (wanted.empty() || wanted.starts_with("file:")) return wanted;
  const SourceList found = services.capture.list_sources();
  if (found.sources.empty()) throw CommandError(found.problem);
  std::vector<std::string> matches;
  for (const AudioSource& source : found.sources) {
    if (source.id == wanted) return wanted;
    if (lower(source.name + '\n' + source.id).find(lower(wanted)) != std::string::npos)
      matches.push_back(source.id);
  }
  if (matches.size() == 1) return matches.front();
  std::vector<std::string> known;
  for (const AudioSource& source : found.sources) known.push_back(source.id);
  throw CommandError("--device expects one of {1}, or a part of only one source's name; “{2}” is in {3}.",
                     joined(known, ", "), wanted, matches.empty() ? "none" : "several of them");
}

// One recording and its text, from the first sample to the last word. The scheduler works on this thread, and
// what it tells is looked at afterwards, so that a failure to write it is none of the model's.
class LiveRun : public Listener {
 public:
  LiveRun(const LiveCommand& command, const Context& context)
      : command_(command),
        context_(context),
        console_(context.console),
        scheduler_(context.services.engines, *this,
                   {.threads = false, .live_may_move = command.engine.engine == Engine::automatic}) {
    if (command.json) {
      screen_ = std::make_unique<JsonScreen>(console_);
    } else {
      screen_ = std::make_unique<TextScreen>(console_);
    }
  }

  int run() {
    interrupted_ = console_.interrupts();
    RecordOptions options;
    options.source = source_id(context_.services, command_.device);
    options.file = command_.file;
    recorder_ = context_.services.capture.start_recording(options);
    recording_ = recorder_->recording();
    if (console_.err_is_terminal()) {
      console_.err("Recording " + printable(recorder_->source().name) + " in " +
                   printable(recording_->file().string()) + "; Ctrl-C ends it.\n");
    }
    const std::jthread end([this](const std::stop_token& done) { end_in_time(done); });
    scheduler_.start_live(recording_, command_.options);
    scheduler_.open(command_.engine);
    try {
      transcribe();
    } catch (const OutputClosed&) {
      recorder_->stop();
      throw;
    } catch (...) {
      failure_ = describe_failure(std::current_exception());
    }
    if (failure_) return end_without_text();
    context_.services.capture.settle_recording(recording_->file());
    say(Message("{1} s were recorded in {2}.", Real{recorder_->status().recorded_s, 1},
                recording_->file().string()));
    return disk_full_ ? exit_failed : exit_done;
  }

  void tell(Event event) override { told_.push_back(std::move(event)); }

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
    while (!ended_) {
      say_notices();
      const bool worked = scheduler_.work();
      for (; !told_.empty(); told_.pop_front()) hear(told_.front());
      if (!worked) std::this_thread::sleep_for(20ms);
    }
    say_notices();
  }

  void hear(const Event& event) {
    begun_ = begun_ || std::holds_alternative<LiveFixed>(event) ||
             std::holds_alternative<LiveProvisional>(event) || std::holds_alternative<LiveProgress>(event);
    if (const auto* fixed = std::get_if<LiveFixed>(&event)) {
      screen_->fixed(fixed->piece);
    } else if (const auto* provisional = std::get_if<LiveProvisional>(&event)) {
      const LivePiece& piece = provisional->piece;
      const bool nothing = piece.text.empty() && piece.end_s == 0.0;  // the session leaves its model
      if (!nothing) screen_->provisional(piece);
    } else if (const auto* progress = std::get_if<LiveProgress>(&event)) {
      say_state(progress->status);
    } else if (const auto* begins = std::get_if<LiveBegins>(&event)) {
      if (context_.verbose)
        cli::say(context_, Message("{1} on {2}.", begins->model.name, begins->engine.summary()));
    } else if (const auto* left_out = std::get_if<WordsLeftOut>(&event)) {
      say(left_out->why);
    } else if (const auto* moved = std::get_if<LiveMoved>(&event)) {
      screen_->clear();
      Failure failure = moved->failure;
      failure.message = Message("{1} Now the CPU continues.", failure.message);
      report(context_, failure);
    } else if (const auto* broken = std::get_if<LiveFailed>(&event)) {
      failure_ = broken->failure;
      no_model_ = !begun_;
    } else if (const auto* closed = std::get_if<EngineFailed>(&event)) {
      failure_ = closed->failure;
      no_model_ = true;
    }
    ended_ = ended_ || failure_ || std::holds_alternative<LiveFinished>(event);
  }

  // There is no text any more; nothing that is said is lost. Without a model from the start there is no
  // reason to record on.
  int end_without_text() {
    if (no_model_) {
      recorder_->stop();
      say_kept();
      report(context_, *failure_);
      return exit_failed;
    }
    screen_->clear();
    report(context_, *failure_);
    if (!recording_->complete()) say(Message("The recording continues without text; Ctrl-C ends it."));
    while (!recording_->complete()) {
      say_notices();
      std::this_thread::sleep_for(20ms);
    }
    say_kept();
    return exit_failed;
  }

  // Writes a line of our own, separate from the text.
  void say(const Message& message) {
    screen_->clear();
    cli::say(context_, message);
  }

  void say_kept() { say(Message("The recording is kept in {1}.", recording_->file().string())); }

  void say_notices() {
    const std::vector<RecordingNotice> notices = recorder_->notices();
    for (; notices_said_ < notices.size(); ++notices_said_) {
      const RecordingNotice& notice = notices[notices_said_];
      disk_full_ = disk_full_ || notice.kind == RecordingNotice::Kind::disk_full;
      say(notice.message);
    }
  }

  // Reports what the user must know about the state.
  void say_state(const LiveStatus& status) {
    const Real run_s{status.run_s, 1}, lag_s{status.lag_s, 1};
    if (status.whole_utterances && !state_.whole_utterances)
      say(Message("Text comes one utterance at a time, because a decode takes {1} s on this engine.", run_s));
    if (status.too_slow && !state_.too_slow)
      say(Message("The text is {1} s behind; recording is not affected.", lag_s));
    if (recording_->complete() && !finishing_) {
      finishing_ = true;
      if (status.lag_s > 2.0)
        say(Message("The recording has ended; the last {1} s are still being transcribed.", lag_s));
    }
    state_ = status;
  }

  const LiveCommand& command_;
  const Context& context_;
  Console& console_;
  std::unique_ptr<LiveScreen> screen_;
  std::stop_token interrupted_;
  std::unique_ptr<Recorder> recorder_;
  std::shared_ptr<const GrowingRecording> recording_;
  std::deque<Event> told_;  // by the scheduler
  std::size_t notices_said_ = 0;
  bool ended_ = false;              // the text has
  std::optional<Failure> failure_;  // why, where it broke off
  bool begun_ = false;              // the session gave text or said where it stands
  bool no_model_ = false;           // none could be opened, or take the session
  bool disk_full_ = false;
  LiveStatus state_;
  bool finishing_ = false;
  Scheduler scheduler_;  // last: its work ends before what it tells of
};

}  // namespace

int execute(const LiveCommand& command, const Context& context) {
  if (command.list) return list(context, command.json);
  LiveCommand with_words = command;
  take_words(command.words, with_words.options);
  return LiveRun(with_words, context).run();
}

}  // namespace tilescribe::cli
