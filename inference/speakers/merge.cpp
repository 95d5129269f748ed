// SPDX-License-Identifier: Apache-2.0
#include "inference/speakers/merge.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

#include "inference/api/spacing.h"
#include "inference/api/word_errors.h"

namespace tilescribe::speakers {
namespace {

constexpr double reach_s = 1.5;           // how far the times of the same words may lie apart
constexpr double louder_text = 4.0;       // as a ratio of mean squares: 6 dB
constexpr std::size_t tenths = 3;         // so many words in ten may differ
constexpr std::size_t least_for_one = 3;  // words that two people do not say at once

// A segment of a track, and what becomes of it.
struct Kept {
  Segment segment;
  bool stays = true;
};

// What a track has near a segment of another, and when each of its bytes is said.
struct Near {
  JoinedText text;
  std::vector<std::pair<std::size_t, const Segment*>> begins;  // of each segment's text in it

  // A segment's time is shared out by its bytes.
  double time_at(std::size_t byte) const {
    auto one = begins.begin();
    while (one + 1 != begins.end() && (one + 1)->first <= byte) ++one;
    const auto [first, segment] = *one;
    const double share = static_cast<double>(byte - std::min(byte, first)) /
                         static_cast<double>(std::max<std::size_t>(segment->text.size(), 1));
    return segment->start_s + std::min(share, 1.0) * (segment->end_s - segment->start_s);
  }
};

Near near_to(const Segment& there, const std::vector<Segment>& segments) {
  Near near;
  for (const Segment& one : segments) {
    if (one.end_s < there.start_s - reach_s || one.start_s > there.end_s + reach_s) continue;
    near.text.add(one.text);
    near.begins.emplace_back(near.text.text().size() - one.text.size(), &one);
  }
  return near;
}

// How many words the segment has, if they also stand in the other text at that time, whatever stands around
// them there; else 0.
std::size_t words_found(const Segment& segment, const Near& in) {
  if (in.begins.empty()) return 0;
  std::vector<ComparedWord> words = compare_words(segment.text, in.text.text());
  const auto is_around = [](const ComparedWord& one) { return one.change == WordChange::added; };
  words.erase(words.begin(), std::ranges::find_if_not(words, is_around));
  while (!words.empty() && is_around(words.back())) words.pop_back();
  const WordErrors errors = errors_of(words);
  const std::size_t differ = errors.substituted + errors.lost + errors.added;
  if (10 * differ > tenths * errors.reference_words || (differ > 0 && errors.reference_words <= 3)) return 0;
  const auto first = std::ranges::find(words, WordChange::same, &ComparedWord::change);
  if (first == words.end()) return 0;
  const double begins_s = in.time_at(first->after_begin);
  return std::abs(begins_s - segment.start_s) <= reach_s ? errors.reference_words : 0;
}

double overlap_s(const Segment& a, const Segment& b) {
  return std::min(a.end_s, b.end_s) - std::max(a.start_s, b.start_s);
}

}  // namespace

std::vector<Segment> merged(const std::vector<TrackText>& tracks) {
  std::vector<std::vector<Kept>> kept(tracks.size());
  for (std::size_t k = 0; k < tracks.size(); ++k) {
    for (const Segment& segment : tracks[k].segments) kept[k].push_back({segment});
  }
  for (std::size_t k = 0; k < tracks.size(); ++k) {
    for (Kept& one : kept[k]) {
      const Segment& segment = one.segment;
      const double here = level_between(*tracks[k].levels, segment.start_s, segment.end_s);
      for (std::size_t j = 0; j < tracks.size() && one.stays; ++j) {
        if (j == k) continue;
        const std::size_t words = words_found(segment, near_to(segment, tracks[j].segments));
        if (words == 0) continue;
        const double there = level_between(*tracks[j].levels, segment.start_s, segment.end_s);
        if (there >= louder_text * here) {
          one.stays = false;
        } else if (j < k && here < louder_text * there && words >= least_for_one) {
          one.stays = false;
          for (Kept& same : kept[j]) {
            if (2.0 * overlap_s(same.segment, segment) > same.segment.end_s - same.segment.start_s)
              same.segment.speaker.clear();
          }
        }
      }
    }
  }
  std::vector<Segment> all;
  for (std::vector<Kept>& track : kept) {
    for (Kept& one : track) {
      if (one.stays) all.push_back(std::move(one.segment));
    }
  }
  std::ranges::stable_sort(all, {}, &Segment::start_s);
  return all;
}

}  // namespace tilescribe::speakers
