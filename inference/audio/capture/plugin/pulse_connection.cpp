// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/capture/plugin/pulse_connection.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include <unistd.h>

namespace tilescribe::audio {
namespace {

using Clock = std::chrono::steady_clock;

PulseSource to_source(const pa_source_info& info) {
  PulseSource found;
  found.source.id = std::string("pulse:") + info.name;
  found.source.name = info.description != nullptr && *info.description != '\0' ? info.description : info.name;
  found.source.monitor = info.monitor_of_sink != PA_INVALID_INDEX;
  found.source.muted = info.mute != 0;
  found.source.sample_rate = static_cast<int>(info.sample_spec.rate);
  found.source.channels = info.sample_spec.channels;
  found.index = info.index;
  return found;
}

void take_source(pa_context*, const pa_source_info* info, int end, void* out) {
  if (end == 0) *static_cast<PulseSource*>(out) = to_source(*info);
}

}  // namespace

PulseConnection::PulseConnection() : loop_(pa_mainloop_new()) {
  pa_proplist* about = pa_proplist_new();
  pa_proplist_sets(about, PA_PROP_APPLICATION_NAME, "Tilescribe");
  pa_proplist_sets(about, PA_PROP_APPLICATION_ICON_NAME, "tilescribe");
  context_.reset(pa_context_new_with_proplist(pa_mainloop_get_api(loop_.get()), nullptr, about));
  pa_proplist_free(about);
}

bool PulseConnection::alive() const {
  return PA_CONTEXT_IS_GOOD(pa_context_get_state(context_.get()));
}

void PulseConnection::iterate(Clock::time_point until) {
  const auto left = std::chrono::duration_cast<std::chrono::microseconds>(until - Clock::now());
  if (pa_mainloop_prepare(loop_.get(), static_cast<int>(std::max<std::int64_t>(0, left.count()))) < 0) return;
  if (pa_mainloop_poll(loop_.get()) < 0) return;
  pa_mainloop_dispatch(loop_.get());
}

bool PulseConnection::connect(Wait wait) {
  const Clock::time_point until = Clock::now() + wait;
  // Does not start a server: where one belongs to the desktop, it already runs.
  if (pa_context_connect(context_.get(), nullptr, PA_CONTEXT_NOAUTOSPAWN, nullptr) < 0) return false;
  while (alive() && pa_context_get_state(context_.get()) != PA_CONTEXT_READY && Clock::now() < until) {
    iterate(until);
  }
  return pa_context_get_state(context_.get()) == PA_CONTEXT_READY;
}

bool PulseConnection::finish(pa_operation* operation, Wait wait) {
  if (operation == nullptr) return false;  // the server is gone
  const Clock::time_point until = Clock::now() + wait;
  while (pa_operation_get_state(operation) == PA_OPERATION_RUNNING && alive() && Clock::now() < until) {
    iterate(until);
  }
  const bool done = pa_operation_get_state(operation) == PA_OPERATION_DONE;
  pa_operation_cancel(operation);  // a late answer must not write to memory that no longer exists
  pa_operation_unref(operation);
  return done && alive();
}

std::optional<std::vector<PulseSource>> PulseConnection::sources(Wait wait) {
  std::string default_name;
  const auto take_server = [](pa_context*, const pa_server_info* info, void* out) {
    if (info != nullptr && info->default_source_name != nullptr) {
      *static_cast<std::string*>(out) = info->default_source_name;
    }
  };
  if (!finish(pa_context_get_server_info(context_.get(), take_server, &default_name), wait)) return {};
  std::vector<PulseSource> found;
  const auto take = [](pa_context*, const pa_source_info* info, int end, void* out) {
    if (end == 0) static_cast<std::vector<PulseSource>*>(out)->push_back(to_source(*info));
  };
  if (!finish(pa_context_get_source_info_list(context_.get(), take, &found), wait)) return {};
  for (PulseSource& each : found) each.source.is_default = each.source.id == "pulse:" + default_name;
  return found;
}

std::optional<PulseSource> PulseConnection::source(const std::string& name, Wait wait) {
  PulseSource found;
  if (!finish(pa_context_get_source_info_by_name(context_.get(), name.c_str(), take_source, &found), wait))
    return {};
  return found;
}

std::optional<PulseSource> PulseConnection::source(std::uint32_t index, Wait wait) {
  PulseSource found;
  if (!finish(pa_context_get_source_info_by_index(context_.get(), index, take_source, &found), wait))
    return {};
  return found;
}

std::optional<std::vector<std::uint32_t>> PulseConnection::own_streams(Wait wait) {
  std::vector<std::uint32_t> found;
  const auto take = [](pa_context*, const pa_source_output_info* info, int end, void* out) {
    if (end != 0) return;
    const char* text = pa_proplist_gets(info->proplist, PA_PROP_APPLICATION_PROCESS_ID);
    const std::string_view process = text != nullptr ? text : "";
    pid_t id = 0;
    std::from_chars(process.data(), process.data() + process.size(), id);
    if (id == ::getpid()) static_cast<std::vector<std::uint32_t>*>(out)->push_back(info->index);
  };
  if (!finish(pa_context_get_source_output_info_list(context_.get(), take, &found), wait)) return {};
  return found;
}

std::optional<std::uint32_t> PulseConnection::source_of_stream(std::uint32_t stream, Wait wait) {
  std::uint32_t source = PA_INVALID_INDEX;
  const auto take = [](pa_context*, const pa_source_output_info* info, int end, void* out) {
    if (end == 0) *static_cast<std::uint32_t*>(out) = info->source;
  };
  if (!finish(pa_context_get_source_output_info(context_.get(), stream, take, &source), wait)) return {};
  return source;
}

bool PulseConnection::subscribe(Wait wait) {
  const auto note = [](pa_context*, pa_subscription_event_type_t, std::uint32_t, void* self) {
    static_cast<PulseConnection*>(self)->changed_ = true;
  };
  pa_context_set_subscribe_callback(context_.get(), note, this);
  const auto mask =
      static_cast<pa_subscription_mask_t>(PA_SUBSCRIPTION_MASK_SOURCE | PA_SUBSCRIPTION_MASK_SERVER);
  return finish(pa_context_subscribe(context_.get(), mask, nullptr, nullptr), wait);
}

bool PulseConnection::wait_for_change(Wait wait) {
  if (!changed_ && alive()) iterate(Clock::now() + wait);
  return std::exchange(changed_, false);
}

}  // namespace tilescribe::audio
