// SPDX-License-Identifier: Apache-2.0
#include "inference/speakers/survey.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>

#include "inference/api/speakers.h"
#include "inference/audio/file_check.h"
#include "inference/audio/pcm_reader.h"
#include "kernels/core/error.h"

namespace tilescribe::speakers {
namespace {

constexpr std::size_t frame_samples = audio::sample_rate / 50;
constexpr std::size_t block_frames = 50;
constexpr double silent_square = 1e-8;  // -80 dBFS
constexpr double silent_beside = 1e-6;  // 60 dB below the loudest track
constexpr double alike_from = 0.95;     // what a lossy codec leaves of two equal channels is above it
constexpr std::size_t loudest_frames = 3;

// A track that is read to its end, and silence behind it.
class Listener {
 public:
  explicit Listener(std::unique_ptr<audio::PcmReader> reader)
      : reader_(std::move(reader)), block_(block_frames * frame_samples) {}

  // Returns how many samples of the next block the track still has.
  std::size_t listen() {
    const std::size_t count = reader_->read(block_);
    std::fill(block_.begin() + static_cast<std::ptrdiff_t>(count), block_.end(), 0.0f);
    return count;
  }
  std::span<const float> block() const { return block_; }
  double stated_s() const { return reader_->duration_s(); }

 private:
  std::unique_ptr<audio::PcmReader> reader_;
  std::vector<float> block_;
};

// How long the tracks are, as far as it is known.
class Length {
 public:
  Length(const std::vector<Listener>& listeners, const std::function<void(double)>& lasts) : lasts_(lasts) {
    for (const Listener& one : listeners) told_s_ = std::max(told_s_, one.stated_s());
    if (lasts_ && told_s_ > 0.0) lasts_(told_s_);
  }

  void reaches(double seconds) {
    constexpr double step_s = 60.0;
    if (!lasts_ || seconds < told_s_ + step_s) return;
    told_s_ = seconds;
    lasts_(seconds);
  }

 private:
  const std::function<void(double)>& lasts_;
  double told_s_ = 0.0;
};

double product(std::span<const float> a, std::span<const float> b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  return sum;
}

// The loudest 60 ms, so that a click is no sound.
double loudest(const Levels& levels) {
  double most = 0.0;
  for (std::size_t i = 0; i + loudest_frames <= levels.size(); ++i)
    most = std::max(most, static_cast<double>(*std::min_element(
                              levels.begin() + static_cast<std::ptrdiff_t>(i),
                              levels.begin() + static_cast<std::ptrdiff_t>(i + loudest_frames))));
  return most;
}

}  // namespace

std::vector<audio::Track> tracks_of(const std::filesystem::path& file, int stream, std::stop_token stop) {
  std::vector<AudioStreamInfo> streams = audio::list_streams(file, std::move(stop));
  std::vector<audio::Track> tracks;
  if (stream < 0 && streams.size() > 1) {
    std::ranges::sort(streams, {}, &AudioStreamInfo::index);
    for (const AudioStreamInfo& one : streams) tracks.push_back({.stream = one.index, .channel = -1});
  } else {
    const auto chosen = std::ranges::find(streams, stream, &AudioStreamInfo::index);
    const int channels = (chosen == streams.end() ? streams.front() : *chosen).channels;
    for (int channel = 0; channel < std::min(channels, most_speakers + 1); ++channel)
      tracks.push_back({.stream = stream, .channel = channel});
  }
  if (tracks.size() > std::size_t{most_speakers}) {
    throw Error("At most {1} channels can be told apart, and {2} has more.", most_speakers,
                audio::quoted(file));
  }
  return tracks;
}

Survey survey_of(const std::filesystem::path& file, const std::vector<audio::Track>& tracks,
                 const std::function<void(double)>& lasts, const std::stop_token& stop) {
  std::vector<Listener> listeners;
  listeners.reserve(tracks.size());
  for (const audio::Track& track : tracks) listeners.emplace_back(audio::open_audio(file, track, {}, stop));
  const std::size_t count = tracks.size();
  Survey survey;
  survey.levels.resize(count);
  std::vector<std::vector<double>> products(count, std::vector<double>(count, 0.0));
  Length length(listeners, lasts);
  for (;;) {
    if (stop.stop_requested()) throw Cancelled();
    std::size_t heard = 0;
    for (Listener& one : listeners) heard = std::max(heard, one.listen());
    if (heard == 0) break;
    length.reaches(static_cast<double>(survey.levels.front().size()) * frame_s);
    const std::size_t frames = (heard + frame_samples - 1) / frame_samples;
    for (std::size_t i = 0; i < count; ++i) {
      const std::span<const float> block = listeners[i].block();
      for (std::size_t frame = 0; frame < frames; ++frame) {
        const auto samples = block.subspan(frame * frame_samples, frame_samples);
        survey.levels[i].push_back(
            static_cast<float>(product(samples, samples) / static_cast<double>(frame_samples)));
      }
      for (std::size_t k = i; k < count; ++k) products[i][k] += product(block, listeners[k].block());
    }
  }
  survey.likeness.assign(count, std::vector<double>(count, 0.0));
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = i; k < count; ++k) {
      const double power = std::sqrt(products[i][i] * products[k][k]);
      survey.likeness[i][k] = survey.likeness[k][i] = power > 0.0 ? std::abs(products[i][k]) / power : 0.0;
    }
  }
  return survey;
}

double level_between(const Levels& levels, double begin_s, double end_s) {
  const auto frame = [&](double seconds) {
    return static_cast<std::size_t>(
        std::clamp(std::llround(seconds / frame_s), 0LL, static_cast<long long>(levels.size())));
  };
  const std::size_t begin = frame(begin_s), end = std::min(std::max(begin + 1, frame(end_s)), levels.size());
  double sum = 0.0;
  for (std::size_t i = begin; i < end; ++i) sum += static_cast<double>(levels[i]);
  return end > begin ? sum / static_cast<double>(end - begin) : 0.0;
}

std::vector<std::vector<std::size_t>> sounds_of(const Survey& survey) {
  std::vector<double> loud;
  loud.reserve(survey.levels.size());
  for (const Levels& levels : survey.levels) loud.push_back(loudest(levels));
  const double least = std::max(silent_square, silent_beside * *std::ranges::max_element(loud));
  std::vector<std::vector<std::size_t>> sounds;
  for (std::size_t i = 0; i < loud.size(); ++i) {
    if (loud[i] < least) continue;
    const auto same = std::ranges::find_if(sounds, [&](const std::vector<std::size_t>& sound) {
      return survey.likeness[sound.front()][i] >= alike_from;
    });
    if (same == sounds.end()) {
      sounds.push_back({i});
    } else {
      same->push_back(i);
    }
  }
  return sounds;
}

}  // namespace tilescribe::speakers
