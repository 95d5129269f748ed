// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <pulse/pulseaudio.h>

namespace tilescribe::test {

/// Records a sink's monitor and knows when each sample was heard, by PulseAudio's own account of its
/// latencies. Throws std::runtime_error.
class Monitor {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr int rate = 16'000;

  explicit Monitor(const std::string& sink) {
    loop_ = pa_threaded_mainloop_new();
    context_ = pa_context_new(pa_threaded_mainloop_get_api(loop_), "monitor");
    pa_threaded_mainloop_start(loop_);
    const Lock lock(*this);
    pa_context_connect(context_, nullptr, PA_CONTEXT_NOFLAGS, nullptr);
    wait([this] { return pa_context_get_state(context_) == PA_CONTEXT_READY; });
    const pa_sample_spec spec{PA_SAMPLE_S16LE, rate, 1};
    stream_ = pa_stream_new(context_, "monitor", &spec, nullptr);
    pa_stream_set_read_callback(
        stream_, [](pa_stream*, std::size_t, void* self) { static_cast<Monitor*>(self)->read(); }, this);
    pa_buffer_attr buffer{};
    buffer.maxlength = static_cast<std::uint32_t>(-1);
    buffer.fragsize = rate / 100 * 2;
    const auto flags = static_cast<pa_stream_flags_t>(
        PA_STREAM_INTERPOLATE_TIMING | PA_STREAM_AUTO_TIMING_UPDATE | PA_STREAM_ADJUST_LATENCY);
    pa_stream_connect_record(stream_, (sink + ".monitor").c_str(), &buffer, flags);
    wait([this] { return pa_stream_get_state(stream_) == PA_STREAM_READY; });
  }
  ~Monitor() {
    pa_threaded_mainloop_stop(loop_);
    if (stream_ != nullptr) {
      pa_stream_disconnect(stream_);
      pa_stream_unref(stream_);
    }
    pa_context_disconnect(context_);
    pa_context_unref(context_);
    pa_threaded_mainloop_free(loop_);
  }
  Monitor(const Monitor&) = delete;
  Monitor& operator=(const Monitor&) = delete;

  struct Recorded {
    std::vector<std::int16_t> samples;
    Clock::time_point first_heard;  // the first of them
  };
  Recorded recorded() {
    const Lock lock(*this);
    if (beginnings_.empty()) throw std::runtime_error("the monitor gave nothing");
    std::vector<double> sorted = beginnings_;
    std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2),
                     sorted.end());
    const std::chrono::duration<double> beginning(sorted[sorted.size() / 2]);
    return {samples_, Clock::time_point(std::chrono::duration_cast<Clock::duration>(beginning))};
  }

 private:
  struct Lock {
    explicit Lock(Monitor& monitor) : loop(monitor.loop_) { pa_threaded_mainloop_lock(loop); }
    ~Lock() { pa_threaded_mainloop_unlock(loop); }
    pa_threaded_mainloop* loop;
  };

  template <class Condition>
  void wait(Condition condition) {
    for (int tries = 0; !condition(); ++tries) {
      if (tries > 2000) throw std::runtime_error("PulseAudio does not answer the test");
      pa_threaded_mainloop_unlock(loop_);
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      pa_threaded_mainloop_lock(loop_);
    }
  }

  void read() {
    const void* data = nullptr;
    std::size_t bytes = 0;
    while (pa_stream_readable_size(stream_) > 0 && pa_stream_peek(stream_, &data, &bytes) == 0 && bytes > 0) {
      const auto* samples = static_cast<const std::int16_t*>(data);
      if (data == nullptr)
        samples_.insert(samples_.end(), bytes / 2, 0);  // a hole
      else
        samples_.insert(samples_.end(), samples, samples + bytes / 2);
      pa_stream_drop(stream_);
    }
    // The time of the stream is that of the sample that is heard now.
    pa_usec_t heard_us = 0;
    if (pa_stream_get_time(stream_, &heard_us) != 0 || heard_us == 0) return;
    const double now = std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
    beginnings_.push_back(now - static_cast<double>(heard_us) * 1e-6);
  }

  pa_threaded_mainloop* loop_ = nullptr;
  pa_context* context_ = nullptr;
  pa_stream* stream_ = nullptr;
  std::vector<std::int16_t> samples_;
  std::vector<double> beginnings_;  // when the first sample was heard, by each reading; seconds
};

}  // namespace tilescribe::test
