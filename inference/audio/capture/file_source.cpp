// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/capture/file_source.h"

#include <algorithm>
#include <charconv>
#include <condition_variable>
#include <exception>
#include <filesystem>
#include <mutex>
#include <new>
#include <thread>

#include "inference/audio/pcm_reader.h"
#include "inference/audio/playback/sound_reader.h"
#include "inference/audio/resampler.h"
#include "inference/audio/sixteen_bits.h"
#include "kernels/core/error.h"

namespace tilescribe::audio {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::string_view scheme = "file:";

struct Request {
  std::filesystem::path file;
  double speed = 1.0;  // times real time
  bool loop = false;
};

double number(const std::string& id, std::string_view text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !(value > 0.0 && value <= 1e6)) {
    throw Error("The sound source \"{1}\" asks for a speed of \"{2}\", where a number above 0 was expected.",
                id, text);
  }
  return value;
}

Request parse(const std::string& id) {
  Request request;
  std::string_view rest = std::string_view(id).substr(scheme.size());
  std::error_code error;
  const bool whole = std::filesystem::is_regular_file(rest, error);  // the name may contain a question mark
  const std::size_t question = whole ? std::string_view::npos : rest.rfind('?');
  request.file = std::string(rest.substr(0, question));
  if (question == std::string_view::npos) return request;
  rest.remove_prefix(question + 1);
  while (!rest.empty()) {
    const std::string_view option = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(rest.size(), option.size() + 1));
    if (option.starts_with("speed=")) {
      request.speed = number(id, option.substr(6));
    } else if (option == "loop=1" || option == "loop=0") {
      request.loop = option.back() == '1';
    } else {
      throw Error("The sound source \"{1}\" has an unknown option \"{2}\"; expected speed=NUMBER or loop=1.",
                  id, option);
    }
  }
  return request;
}

class FileSource final : public CaptureStream {
 public:
  explicit FileSource(const std::string& id) : request_(parse(id)), file_(request_.file, stop_.get_token()) {
    check_rates(file_.sample_rate(), audio::sample_rate);
    source_ = {.id = id,
               .name = request_.file.filename().string(),
               .sample_rate = file_.sample_rate(),
               .channels = 1};
    ring_ = std::make_unique<SampleRing>(static_cast<std::size_t>(source_.sample_rate) * ring_seconds);
    thread_ = std::jthread([this](const std::stop_token& stop) {
      try {
        play(stop);
      } catch (const std::exception& error) {  // the decoder crashed, or there is no memory for a block
        note(error);
      }
      ended_.store(true, std::memory_order_release);
    });
  }

  ~FileSource() override { stop_.request_stop(); }

  const AudioSource& source() const override { return source_; }
  int sample_rate() const override { return source_.sample_rate; }
  int channels() const override { return source_.channels; }
  SampleRing& ring() override { return *ring_; }
  StreamHealth health(std::chrono::milliseconds) override {
    StreamHealth health;
    if (!ended_.load(std::memory_order_acquire)) return health;
    health.verdict = StreamHealth::Verdict::ended;
    health.problem = problem_;
    return health;
  }

 private:
  void note(const std::exception& error) {
    try {
      problem_ = message_of(error, Message("The source can't be {1}: {2}.", Message("heard"), error.what()));
    } catch (const std::bad_alloc&) {  // no memory for a sentence
    }
  }

  // Writes the samples that a device would have delivered by now, then sleeps for 10 ms.
  void play(const std::stop_token& stop) {
    std::vector<float> sound;
    std::vector<std::int16_t> block;
    const Clock::time_point start = Clock::now();
    std::int64_t given = 0;  // samples
    while (!stop.stop_requested()) {
      const double elapsed = std::chrono::duration<double>(Clock::now() - start).count();
      const auto due = static_cast<std::int64_t>(elapsed * request_.speed * source_.sample_rate);
      const auto room = static_cast<std::int64_t>(ring_->free());
      std::int64_t left = std::min({due - given, room, std::int64_t{source_.sample_rate}});
      while (left > 0) {
        sound.resize(static_cast<std::size_t>(left));
        const std::size_t got = file_.read(sound);
        if (got == 0 && !request_.loop) return;
        if (got == 0) {
          file_.seek(0);
          break;
        }
        block.resize(got);
        std::transform(sound.begin(), sound.begin() + static_cast<std::ptrdiff_t>(got), block.begin(),
                       to_16_bits);
        ring_->write(block.data(), got);
        given += static_cast<std::int64_t>(got);
        left -= static_cast<std::int64_t>(got);
      }
      std::unique_lock lock(mutex_);
      wake_.wait_for(lock, stop, std::chrono::milliseconds(10), [] { return false; });
    }
  }

  Request request_;
  std::stop_source stop_;  // of a decoder that hangs
  SoundReader file_;
  AudioSource source_;
  std::unique_ptr<SampleRing> ring_;
  std::atomic<bool> ended_{false};
  Message problem_;  // why too early; not written any more once it has ended
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;  // last: it uses all of the above
};

}  // namespace

bool is_file_source(const std::string& id) {
  return id.starts_with(scheme);
}

std::unique_ptr<CaptureStream> open_file_source(const std::string& id) {
  return std::make_unique<FileSource>(id);
}

}  // namespace tilescribe::audio
