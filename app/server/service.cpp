// SPDX-License-Identifier: Apache-2.0
#include "app/server/service.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "app/protocol/transcription_answer.h"
#include "app/server/realtime.h"

namespace tilescribe::server {
namespace {

using protocol::Answer;
using protocol::RequestError;

constexpr std::string_view transcriptions = "/v1/audio/transcriptions";
constexpr std::string_view models = "/v1/models";
constexpr std::string_view realtime = "/v1/realtime";
constexpr std::string_view health = "/healthz";
constexpr std::string_view measured = "/metrics";
constexpr std::array paths{transcriptions, models, realtime, health, measured};

// What clients call a model: its name without spaces.
std::string id_of(const ModelInfo& model) {
  std::string id = model.name;
  std::ranges::replace(id, ' ', '-');
  return id;
}

// An answer that needs no model.
class Immediate : public Exchange {
 public:
  explicit Immediate(Answer answer) : answer_(std::move(answer)) {}
  bool reads_body() const override { return false; }
  void body(std::string_view bytes) override {
    static_cast<void>(bytes);  // means nothing here
  }
  void run(Reply& reply) override { reply.answer(answer_); }

 private:
  Answer answer_;
};

const char* state_of(Health now) {
  switch (now) {
    case Health::opening:
      return "opening the model\n";
    case Health::works:
      return "ok\n";
    case Health::reopening:
      return "the device failed; opening the model again\n";
    case Health::failed:
      return "the device or the model failed\n";
    case Health::lost:
      return "the model can't be opened again\n";
  }
  return "";
}

void check_path(const RequestHead& head) {
  const bool model = head.path.starts_with(std::string(models) + '/');
  if (!model && std::ranges::find(paths, head.path) == paths.end()) {
    throw RequestError(
        {.status = 404, .message = Message("There is nothing at {1}.", head.path), .code = "unknown_url"});
  }
  const bool posts = head.path == transcriptions;
  const std::string method = posts ? "POST" : "GET";
  if (head.method == method || (!posts && head.method == "HEAD")) return;
  throw RequestError({.status = 405,
                      .message = Message("{1} expects {2}; found {3}.", head.path, method, head.method),
                      .code = "method_not_allowed",
                      .allow = posts ? "POST" : "GET, HEAD"});
}

}  // namespace

Service::Service(Jobs& jobs, protocol::Access access, std::vector<std::string> aliases, double audio_s)
    : jobs_(jobs), access_(std::move(access)), aliases_(std::move(aliases)), audio_s_(audio_s) {}

std::vector<std::string> Service::names() const {
  std::vector<std::string> names = aliases_;
  if (jobs_.opened()) names.insert(names.begin(), id_of(jobs_.opened()->model));
  return names;
}

std::unique_ptr<Conversation> Service::talk(const RequestHead& head) {
  protocol::check_access(access_, head.caller);
  check_path(head);
  if (head.path != realtime) {
    throw RequestError(
        {.message = Message("{1} is no websocket; {2} is one.", head.path, std::string(realtime)),
         .code = "no_websocket"});
  }
  return std::make_unique<Realtime>(jobs_, metrics_, names(), audio_s_, jobs_.reserve_session());
}

std::unique_ptr<Exchange> Service::begin(const RequestHead& head) {
  // Who watches over the server needs no key to see that it lives.
  if (head.path != health) protocol::check_access(access_, head.caller);
  check_path(head);
  if (head.path == health || head.path == measured) return std::make_unique<Immediate>(answer_to(head.path));
  std::optional<Place> place;
  if (head.path == transcriptions) place.emplace(jobs_.reserve());
  if (head.path == realtime) {
    throw RequestError(
        {.status = 426,
         .message = Message("{1} is a websocket; found a plain request.", std::string(realtime)),
         .code = "upgrade_required"});
  }
  const std::vector<std::string> names = this->names();
  if (place) return transcription_exchange(jobs_, metrics_, names, head.content_type, std::move(*place));
  if (head.path == models) return std::make_unique<Immediate>(protocol::models_answer(names));
  const std::string name = head.path.substr(models.size() + 1);
  if (std::ranges::find(names, name) == names.end()) throw RequestError(protocol::unknown_model(name, names));
  return std::make_unique<Immediate>(protocol::model_answer(name));
}

Answer Service::answer_to(const std::string& path) {
  const Health now = jobs_.health();
  if (path == health) {
    return {.status = now == Health::works ? 200 : 503,
            .content_type = "text/plain; charset=utf-8",
            .body = state_of(now),
            .retry_after_s = now == Health::reopening ? jobs_.reopened_after_s() : 0};
  }
  metrics_.ready = now == Health::works;
  metrics_.reopenings = static_cast<std::uint64_t>(jobs_.reopenings());
  metrics_.running = jobs_.count();
  return {.content_type = "text/plain; version=0.0.4; charset=utf-8", .body = prometheus_text(metrics_)};
}

}  // namespace tilescribe::server
