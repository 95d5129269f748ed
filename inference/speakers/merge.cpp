// SPDX-License-Identifier: Apache-2.0
#include "inference/speakers/merge.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "inference/api/spacing.h"
#include "inference/api/word_errors.h"

namespace tilescribe::speakers {
namespace {

constexpr double reach_s = 1.0;           // how far the times of the same words may lie apart
constexpr double louder_text = 4.0;       // as a ratio of mean squares: 6 dB
constexpr std::size_t tenths = 3;         // so many words in ten may differ
constexpr std::size_t least_for_one = 3;  // words that two people do not say at once

// A segment of a track, and what becomes of it.
struct Kept {
  Segment segment;
  bool stays = true;
};

// What a track has near a segment of another.
std::string text_near(const std::vector<Segment>& segments, const Segment& there) {
  std::string text;
  for (const Segment& one : segments) {
    if (one.end_s < there.start_s - reach_s || one.start_s > there.end_s + reach_s) continue;
    if (space_between(text, one.text)) text += ' ';
    text += one.text;
  }
  return text;
}

// How many words the text has, if they also stand in the other one, whatever stands around them there; else
// 0.
std::size_t words_found(const std::string& text, const std::string& in) {
  std::vector<ComparedWord> words = compare_words(text, in);
  const auto is_around = [](const ComparedWord& one) { return one.change == WordChange::added; };
  const auto first = std::ranges::find_if_not(words, is_around);
  words.erase(words.begin(), first);
  while (!words.empty() && is_around(words.back())) words.pop_back();
  const WordErrors errors = errors_of(words);
  const std::size_t differ = errors.substituted + errors.lost + errors.added;
  return 10 * differ <= tenths * errors.reference_words && (differ == 0 || errors.reference_words > 3)
             ? errors.reference_words
             : 0;
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
        const std::size_t words = words_found(segment.text, text_near(tracks[j].segments, segment));
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
