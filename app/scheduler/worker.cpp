// SPDX-License-Identifier: Apache-2.0
// What a worker does next; how it opens a model, or returns to the previous one; how it does a job, or
// continues an earlier one.
#include "app/scheduler/worker.h"

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "inference/api/speakers.h"

namespace tilescribe {

namespace {

Message why_anew(const std::filesystem::path& file, const TranscribedPart& part, const TextOrigin& origin,
                 const FileStamp& audio) {
  const std::string name = file.filename().string();
  if (part.end.window == 0) return {};
  if (audio != FileStamp{} && audio != part.audio)
    return Message(
        "{1} has changed since its transcription was interrupted, so it is transcribed from its beginning.",
        name);
  if (origin == part.origin) return {};
  const bool same_name = origin.model == part.origin.model && origin.model_path != part.origin.model_path;
  const auto called = [&](const TextOrigin& written_by) {
    return same_name
               ? Message("{1} in {2} ({3})", written_by.model, written_by.model_path, written_by.compute)
               : Message("{1} ({2})", written_by.model, written_by.compute);
  };
  return Message(
      "The text of {1} was begun by {2}, and {3} is open now, so it is transcribed from its beginning.", name,
      called(part.origin), called(origin));
}

/// What a job is about to do. Checks whether the text in its options can be continued: the same model and
/// arithmetic must continue it, and the file must not have changed. A missing file counts as unchanged;
/// transcribing it will report that.
JobBegins beginning_of(const JobTask& job, const EngineInfo& engine, const ModelInfo& model) {
  std::error_code unknown;  // a folder can have several names
  const std::filesystem::path folder = std::filesystem::weakly_canonical(model.path, unknown);
  const TextOrigin origin{model.name, (unknown ? model.path : folder).string(), engine.arithmetic()};
  const FileStamp audio = file_stamp(job.file);
  JobBegins begins{
      .id = job.id,
      .text = {.file = job.file, .options = job.options, .engine = engine.summary(), .kept_in = {}},
      .anew = why_anew(job.file, job.options.from, origin, audio)};
  TranscribedPart& from = begins.text.options.from;
  if (!begins.anew.empty()) from = {};
  from.origin = origin;
  from.audio = audio;
  return begins;
}

}  // namespace

Worker::Worker(Engines& engines, Listener& listener, WorkQueue& queue, const SchedulerOptions& options,
               int number)
    : engines_(engines), listener_(listener), queue_(queue), policy_(options), number_(number) {}

bool Worker::work() {
  bool worked = true;
  if (!live_ && queue_.live_waits()) take_live();
  if (const auto opening = queue_.take_opening(number_)) {
    open_model(*opening);
  } else if (!advance_live()) {
    const auto job = queue_.take_job(number_);
    if (job) run_job(*job);
    worked = job.has_value();
  }
  forget_cpu_unless_waited_for();
  return worked;
}

void Worker::finish() {
  for (; live_ || (take_live(), live_);) end_live();  // reports their text so far
  end_profile();
  transcriber_.reset();
  cpu_transcriber_.reset();
}

void Worker::open_model(const OpeningTask& task) {
  const auto refusal = try_model(task.options, task.stop);
  if (!refusal) return;
  if (!working_) return listener_.tell(EngineFailed{*refusal, number_});
  listener_.tell(EngineRefused{*refusal, number_});
  if (const auto failure = try_model(*working_, task.stop)) {
    working_.reset();
    listener_.tell(EngineFailed{*failure, number_});
  }
}

/// Why the model can't be opened. Nothing if it is open, or if the opening was cancelled: by a newer request,
/// which reports its own result, or by the end of the program.
std::optional<Failure> Worker::try_model(const EngineOptions& options, const std::stop_token& stop) {
  try {
    take_model(options, stop);
    working_ = options;
  } catch (...) {
    const std::exception_ptr error = std::current_exception();
    if (!is_cancellation(error) && !stop.stop_requested()) return describe_failure(error);
  }
  return {};
}

/// Throws if the model can't be opened; then there is none.
void Worker::take_model(const EngineOptions& options, const std::stop_token& stop) {
  listener_.tell(EngineOpening{options, number_});
  if (live_) {
    set_down_live();
    live_->on_cpu = false;  // the old model had failed
    queue_.give_back(number_, *std::exchange(live_, {}));
  }
  end_profile();
  transcriber_.reset();  // frees the old model's memory first
  cpu_transcriber_.reset();
  options_ = options;
  transcriber_ = engines_.open(options, stop);
  listener_.tell(EngineReady{transcriber_->engine(), transcriber_->model(), number_});
  queue_.opened(number_);
}

Transcriber& Worker::transcriber_on_cpu(const std::stop_token& stop) {
  const EngineOptions options = on_cpu(options_);
  const bool is_one = transcriber_->engine().gpu < 0 && options_.inject_fault == InjectedFault::none;
  if (is_one) return *transcriber_;
  if (!cpu_transcriber_) cpu_transcriber_ = engines_.open(options, stop);
  return *cpu_transcriber_;
}

/// Its weights are as large as the model.
void Worker::forget_cpu_unless_waited_for() {
  if (!cpu_transcriber_ || (live_ && live_->on_cpu) || queue_.needs_cpu()) return;
  if (profile_ && &profile_->transcriber() == cpu_transcriber_.get()) end_profile();
  cpu_transcriber_.reset();
}

void Worker::run_job(const JobTask& job) {
  job_ = &job;
  Event end = transcribe(job);
  job_ = nullptr;
  const auto* failed = std::get_if<JobFailed>(&end);
  queue_.end_job(number_, job.id, failed != nullptr && failed->failure.device);
  const bool drops_profile = failed != nullptr && !queue_.profile_wish().failed_jobs;
  listener_.tell(std::move(end));  // only now: a receiver may retry the job at once
  if (live_session_) return;
  if (drops_profile) profile_.reset();
  end_profile();
}

/// Returns the job's last event.
Event Worker::transcribe(const JobTask& job) {
  listener_.tell(JobStarted{job.id, number_});
  if (live_) listener_.tell(JobHeld{job.id, true});
  Transcript so_far;  // in case the transcriber throws
  std::optional<WordRewriter> words;
  Transcriber* used = transcriber_.get();
  TranscribeEvents events;
  events.progress = [&](const Progress& progress) { listener_.tell(JobProgress{job.id, progress}); };
  events.segment = [&](const Segment& heard) {
    Segment segment = words->segment(heard);
    so_far.segments.push_back(segment);
    listener_.tell(JobSegment{job.id, std::move(segment)});
  };
  events.reached = [&](const WindowBoundary& end) { listener_.tell(JobReached{job.id, end}); };
  events.notice = [&](const Message& what) { listener_.tell(JobNotice{job.id, what}); };
  if (!policy_.files_alone) {
    events.partial = [&](PartialText partial) {
      if (!words->empty()) partial.text = words->text(partial.text);
      listener_.tell(JobPartial{job.id, std::move(partial)});
    };
    events.between_ops = [&] {
      look_after_profile(*used, job.file);
      do {
        if (!live_ && queue_.live_waits()) take_live();
      } while (advance_live() && !job.stop.stop_requested());
    };
  }
  try {
    words.emplace(job.options.words);
    if (job.on_cpu) used = &transcriber_on_cpu(job.stop);
    look_after_profile(*used, job.file);
    const JobBegins begins = beginning_of(job, used->engine(), used->model());
    so_far.segments = begins.text.options.from.segments;
    listener_.tell(begins);
    // An earlier run's segments went through the same rules.
    const std::size_t finished = so_far.segments.size();
    Transcript transcript = transcribe_file(*used, job.file, begins.text.options, events, job.stop);
    for (std::size_t i = finished; i < transcript.segments.size() && !words->empty(); ++i)
      transcript.segments[i] = words->segment(std::move(transcript.segments[i]));
    for (const Message& why : words->problems()) listener_.tell(WordsLeftOut{job.id, why});
    return JobFinished{job.id, std::move(transcript)};
  } catch (...) {
    if (!is_cancellation(std::current_exception()))
      return JobFailed{job.id, describe_failure(std::current_exception())};
    so_far.source = job.file.filename().string();
    so_far.model = used->model().name;
    so_far.engine = used->engine().summary();
    so_far.cancelled = true;
    return JobFinished{job.id, std::move(so_far)};
  }
}

/// Begins a profile if one is wanted; ends it if it is no longer wanted.
void Worker::look_after_profile(Transcriber& transcriber, const std::filesystem::path& file) {
  const bool wanted = queue_.profiling();
  if (profile_ && profile_->failed()) {
    end_profile();
    profile_failed_ = true;
  }
  if (!wanted) profile_failed_ = false;
  if (wanted == (profile_ != nullptr) || (wanted && profile_failed_)) return;
  wanted ? begin_profile(transcriber, file) : end_profile();
}

void Worker::begin_profile(Transcriber& transcriber, const std::filesystem::path& file) {
  const ProfileWish wish = queue_.profile_wish();
  std::function<void(const ProfileFrame&)> frame;
  if (wish.frames) frame = [this](const ProfileFrame& now) { listener_.tell(ProfileProgress{now, number_}); };
  try {
    auto run = std::make_unique<ProfileRun>(transcriber, wish.options, std::move(frame));
    profile_failed_ = !run->measures();
    if (profile_failed_) return;
    profile_ = std::move(run);
    listener_.tell(ProfileBegan{file.filename().string(), number_});
  } catch (...) {
    profile_failed_ = true;
    listener_.tell(ProfileFailed{describe_failure(std::current_exception()), number_});
  }
}

void Worker::end_profile() {
  profile_failed_ = false;
  if (!profile_) return;
  try {
    listener_.tell(ProfileFinished{std::make_shared<const ProfileSession>(profile_->finish()), number_});
  } catch (...) {
    listener_.tell(ProfileFailed{describe_failure(std::current_exception()), number_});
  }
  profile_.reset();
}

}  // namespace tilescribe
