// SPDX-License-Identifier: Apache-2.0
#include "inference/speakers/crosstalk.h"

#include <algorithm>
#include <cmath>

namespace tilescribe::speakers {
namespace {

constexpr double louder = 10.0;              // as a ratio of mean squares: 10 dB
constexpr double least_likeness = 0.9;       // of the amplitudes
constexpr std::ptrdiff_t longest_delay = 2;  // frames
constexpr std::size_t longest_piece = 30;    // frames
constexpr std::size_t shortest_piece = 5;
constexpr std::size_t pause = 6;       // frames that end a piece
constexpr std::size_t edge = 2;        // frames around a piece that belong to it
constexpr double speech_below = 1e-3;  // 30 dB below the track's loud frames
constexpr double least_speech = 1e-8;  // -80 dBFS
constexpr double loud_share = 0.95;    // that many frames are not louder than a loud one

using Piece = std::pair<std::size_t, std::size_t>;  // frames, half open

double speech_gate(const Levels& levels) {
  Levels sorted;
  for (const float level : levels) {
    if (static_cast<double>(level) > least_speech) sorted.push_back(level);
  }
  if (sorted.empty()) return least_speech;
  const auto loud =
      sorted.begin() + static_cast<std::ptrdiff_t>(loud_share * static_cast<double>(sorted.size() - 1));
  std::nth_element(sorted.begin(), loud, sorted.end());
  return std::max(least_speech, speech_below * static_cast<double>(*loud));
}

std::vector<Piece> pieces_of(const Levels& levels) {
  const double gate = speech_gate(levels);
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (static_cast<double>(levels[i]) <= gate) continue;
    const bool goes_on =
        !pieces.empty() && i < pieces.back().second + pause && i - pieces.back().first < longest_piece;
    if (goes_on) {
      pieces.back().second = i + 1;
    } else {
      pieces.emplace_back(i, i + 1);
    }
  }
  return pieces;
}

double sum_of(const Levels& levels, const Piece& piece) {
  double sum = 0.0;
  for (std::size_t i = piece.first; i < piece.second; ++i) sum += static_cast<double>(levels[i]);
  return sum;
}

// Pearson's correlation of amplitudes, where the second comes so many frames later.
double likeness(const Levels& a, const Levels& b, const Piece& piece, std::ptrdiff_t delay) {
  double n = 0.0, sa = 0.0, sb = 0.0, saa = 0.0, sbb = 0.0, sab = 0.0;
  for (std::size_t i = piece.first; i < piece.second; ++i) {
    const std::ptrdiff_t k = static_cast<std::ptrdiff_t>(i) + delay;
    if (k < 0 || k >= static_cast<std::ptrdiff_t>(b.size())) continue;
    const double x = std::sqrt(static_cast<double>(a[i]));
    const double y = std::sqrt(static_cast<double>(b[static_cast<std::size_t>(k)]));
    n += 1.0, sa += x, sb += y, saa += x * x, sbb += y * y, sab += x * y;
  }
  const double spread = (n * saa - sa * sa) * (n * sbb - sb * sb);
  return spread > 0.0 ? (n * sab - sa * sb) / std::sqrt(spread) : 0.0;
}

bool is_echo(const Levels& track, const Levels& other, const Piece& piece) {
  if (piece.second - piece.first < shortest_piece) return false;
  const double here = sum_of(track, piece);
  if (here <= 0.0 || sum_of(other, piece) < louder * here) return false;
  for (std::ptrdiff_t delay = 0; delay <= longest_delay; ++delay) {
    if (likeness(other, track, piece, delay) >= least_likeness) return true;
  }
  return false;
}

}  // namespace

std::vector<std::pair<double, double>> echoes_in(const Levels& track, std::span<const Levels* const> others) {
  std::vector<Piece> echoes;
  for (const Levels* other : others) {
    for (const Piece& piece : pieces_of(*other)) {
      if (is_echo(track, *other, piece))
        echoes.emplace_back(piece.first - std::min(edge, piece.first),
                            std::min(piece.second + edge, track.size()));
    }
  }
  std::ranges::sort(echoes);
  std::vector<std::pair<double, double>> spans;
  std::size_t end = 0;  // of the last span, frames
  for (const auto& [first, last] : echoes) {
    if (spans.empty() || first > end) {
      spans.emplace_back(static_cast<double>(first) * frame_s, 0.0);
      end = last;
    }
    end = std::max(end, last);
    spans.back().second = static_cast<double>(end) * frame_s;
  }
  return spans;
}

}  // namespace tilescribe::speakers
