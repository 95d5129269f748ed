// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include "app/protocol/multipart.h"
#include "app/protocol/transcription_answer.h"
#include "app/protocol/transcription_form.h"
#include "app/server/service.h"

namespace tilescribe::server {
namespace {

using protocol::ApiError;
using protocol::RequestError;
using Clock = std::chrono::steady_clock;

std::string boundary_of(const std::string& content_type) {
  const auto boundary = protocol::header_parameter(content_type, "boundary");
  if (protocol::header_word(content_type) == "multipart/form-data" && boundary) return *boundary;
  throw RequestError(
      {.status = 400,
       .message = Message("A transcription expects a form in multipart/form-data with a boundary."),
       .code = "invalid_form"});
}

class TranscriptionExchange : public Exchange, private JobClient {
 public:
  TranscriptionExchange(Jobs& jobs, protocol::Metrics& metrics, const std::vector<std::string>& names,
                        const std::string& boundary, Place place)
      : jobs_(jobs),
        metrics_(metrics),
        names_(names),
        place_(std::in_place, std::move(place)),
        sound_(std::make_unique<Upload>()),
        form_([this](std::string_view bytes) { sound_->write(bytes); }),
        reader_(boundary, form_) {}
  ~TranscriptionExchange() override {
    if (job_) jobs_.leave(*job_);
  }
  TranscriptionExchange(const TranscriptionExchange&) = delete;
  TranscriptionExchange& operator=(const TranscriptionExchange&) = delete;

  void body(std::string_view bytes) override { reader_.feed(bytes); }

  void run(Reply& reply) override {
    reader_.finish();
    request_ = form_.request();
    check_model();
    reply_ = &reply;
    begun_ = Clock::now();
    Task task{.sound = std::move(sound_), .file_name = request_.file_name, .words = request_.words};
    task.options.prompt = request_.prompt;
    task.options.temperature = request_.temperature;
    if (request_.channels) task.options.speakers = Speakers::channels;
    Place place = std::move(*place_);
    place_.reset();
    job_ = jobs_.add(std::move(task), *this, std::move(place));
  }

  void wait() override {
    if (request_.stream) reply_->event(protocol::EventWriter::keep_alive());
    in_events_ = in_events_ || request_.stream;
  }

  void hang_up() override {
    place_.reset();
    if (!job_) return;
    ++metrics_.cancelled;
    jobs_.leave(*std::exchange(job_, {}));
  }

 private:
  // Throws if the client asks for another model, or for a language that this one does not know.
  void check_model() const {
    const ModelInfo& model = jobs_.opened()->model;
    if (!request_.model.empty() && std::ranges::find(names_, request_.model) == names_.end())
      throw RequestError(protocol::unknown_model(request_.model, names_));
    const bool english_or_not_said = request_.language.empty() || request_.language.starts_with("en");
    if (model.is_demo && !english_or_not_said)
      throw RequestError(protocol::unknown_language(request_.language));
  }

  // What verbose_json states. The model does not say which language it heard.
  std::string language() const {
    if (jobs_.opened()->model.is_demo) return "english";
    return request_.language.empty() ? "unknown" : request_.language;
  }

  void segment(const Segment& segment) override {
    if (!request_.stream) return;
    in_events_ = true;
    reply_->event(events_.segment(segment));
  }

  void finished(const Transcript& transcript) override {
    job_.reset();
    metrics_.finished(transcript.duration_s, std::chrono::duration<double>(Clock::now() - begun_).count());
    if (!request_.stream)
      return reply_->answer(protocol::transcription_answer(request_, transcript, language()));
    reply_->event(protocol::EventWriter::done(request_, transcript));
    reply_->end_events();
  }

  void failed(const ApiError& error) override {
    job_.reset();
    ++metrics_.failed;
    if (!in_events_) return reply_->answer(protocol::error_answer(error));
    reply_->event(protocol::EventWriter::error(error));
    reply_->end_events();
  }

  Jobs& jobs_;
  protocol::Metrics& metrics_;
  const std::vector<std::string> names_;
  std::optional<Place> place_;     // until it is queued
  std::unique_ptr<Upload> sound_;  // the same
  protocol::TranscriptionForm form_;
  protocol::MultipartReader reader_;
  protocol::TranscriptionRequest request_;
  protocol::EventWriter events_;
  Reply* reply_ = nullptr;
  Clock::time_point begun_;
  std::optional<JobId> job_;  // while it is queued or at work
  bool in_events_ = false;    // some were sent
};

}  // namespace

std::unique_ptr<Exchange> transcription_exchange(Jobs& jobs, protocol::Metrics& metrics,
                                                 const std::vector<std::string>& names,
                                                 const std::string& content_type, Place place) {
  return std::make_unique<TranscriptionExchange>(jobs, metrics, names, boundary_of(content_type),
                                                 std::move(place));
}

}  // namespace tilescribe::server
