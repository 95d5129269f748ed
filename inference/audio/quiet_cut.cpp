// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/quiet_cut.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tilescribe::audio {
namespace {

double energy(std::span<const float> samples) {
  double sum = 0.0;
  for (float sample : samples) sum += static_cast<double>(sample) * static_cast<double>(sample);
  return sum;
}

// Mean square of every 10 ms frame; the last one may be shorter.
std::vector<double> frame_powers(std::span<const float> samples, std::size_t frame) {
  std::vector<double> powers;
  powers.reserve(samples.size() / frame + 1);
  for (std::size_t begin = 0; begin < samples.size(); begin += frame) {
    const auto part = samples.subspan(begin, std::min(frame, samples.size() - begin));
    powers.push_back(energy(part) / static_cast<double>(part.size()));
  }
  return powers;
}

// The largest mean of 5 consecutive frames: a click of one sample is not a loud voice.
double loudest_power(const std::vector<double>& powers) {
  const std::size_t width = std::min<std::size_t>(5, powers.size());
  double loudest = 0.0;
  for (std::size_t i = 0; i + width <= powers.size(); ++i) {
    double sum = 0.0;
    for (std::size_t k = 0; k < width; ++k) sum += powers[i + k];
    loudest = std::max(loudest, sum / static_cast<double>(width));
  }
  return loudest;
}

// The power above which a frame is voice; infinite for silence.
double voice_gate(const std::vector<double>& powers) {
  constexpr double silence = 1e-8;       // -80 dBFS: about three steps of 16-bit audio
  constexpr double widest_range = 1e-5;  // the floor is taken as at most 50 dB below the loudest
  constexpr double steady_range = 0.1;   // less than 10 dB between the two: there are no pauses to find
  constexpr double gate_place = 0.4;     // the fraction of the way from floor to loudest, in dB

  const double loudest = loudest_power(powers);
  if (loudest < silence) return std::numeric_limits<double>::infinity();
  std::vector<double> sorted = powers;
  const auto tenth = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 10);
  std::nth_element(sorted.begin(), tenth, sorted.end());
  const double floor = std::max(*tenth, loudest * widest_range);
  if (floor > loudest * steady_range) return 0.0;
  return floor * std::pow(loudest / floor, gate_place);
}

}  // namespace

std::size_t quietest_cut(std::span<const float> samples, std::size_t earliest, std::size_t latest) {
  constexpr std::size_t hop = 160;        // 10 ms at 16 kHz
  constexpr std::size_t half = 10 * hop;  // of the 200 ms
  latest = std::min(latest, samples.size());
  earliest = std::min(earliest, latest);

  // Sums over hops, added separately for every stretch, so that equal stretches have exactly equal sums.
  const std::size_t candidates = (latest - earliest) / hop + 1;
  const auto hop_span = [&](std::size_t k) {  // hop k begins at earliest - half + k * hop
    const auto clip = [&](std::size_t at) { return std::clamp(at, half, half + samples.size()) - half; };
    const std::size_t begin = clip(earliest + k * hop);
    return samples.subspan(begin, clip(earliest + (k + 1) * hop) - begin);
  };
  std::vector<double> sums(candidates + 2 * half / hop - 1);
  for (std::size_t k = 0; k < sums.size(); ++k) sums[k] = energy(hop_span(k));

  std::size_t quietest = earliest;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t c = 0; c < candidates; ++c) {
    double sum = 0.0;
    for (std::size_t k = c; k < c + 2 * half / hop; ++k) sum += sums[k];
    const std::size_t centre = earliest + c * hop;
    const std::size_t begin = centre - std::min(centre, half);
    const std::size_t end = std::min(centre + half, samples.size());
    const double power = end > begin ? sum / static_cast<double>(end - begin) : 0.0;
    if (power <= least) {
      least = power;
      quietest = centre;
    }
  }
  return quietest;
}

std::vector<Span> voiced_spans(std::span<const float> samples, int rate) {
  if (samples.empty()) return {};
  const auto frame = static_cast<std::size_t>(std::max(1, rate / 100));
  const std::size_t shortest_pause = 15 * frame;
  const std::size_t shortest_span = 6 * frame;
  const std::vector<double> powers = frame_powers(samples, frame);
  const double gate = voice_gate(powers);

  std::vector<Span> spans;
  for (std::size_t i = 0; i < powers.size(); ++i) {
    if (powers[i] <= gate) continue;
    const Span voiced{i * frame, std::min((i + 1) * frame, samples.size())};
    if (!spans.empty() && voiced.begin - spans.back().end < shortest_pause) {
      spans.back().end = voiced.end;
    } else {
      spans.push_back(voiced);
    }
  }
  std::erase_if(spans, [&](const Span& span) { return span.end - span.begin < shortest_span; });
  return spans;
}

}  // namespace tilescribe::audio
