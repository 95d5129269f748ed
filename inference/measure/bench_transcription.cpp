// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <sstream>
#include <vector>

#include "inference/api/bench.h"
#include "inference/api/transcriber.h"
#include "inference/api/word_errors.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

// The text with white space reduced to single spaces.
std::string single_spaced(const std::string& text) {
  std::istringstream words(text);
  std::string all;
  for (std::string word; words >> word;) all += (all.empty() ? "" : " ") + word;
  return all;
}

std::string rounded_percent(double share) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f %%", 100.0 * share);
  return text.data();
}

}  // namespace

TranscriptionResult bench_transcription(Transcriber& transcriber, const TranscriptionBench& bench,
                                        const std::stop_token& stop) {
  using Clock = std::chrono::steady_clock;
  TranscriptionResult result;
  result.passed = true;
  result.word_error_rate = -1.0;
  std::vector<double> seconds;
  for (int run = -bench.warmup; run < std::max(bench.runs, 1); ++run) {
    const Clock::time_point begin = Clock::now();
    const Transcript transcript = transcriber.transcribe(bench.audio, bench.options, {}, stop);
    const double took_s = std::chrono::duration<double>(Clock::now() - begin).count();
    if (transcript.cancelled) throw Cancelled();
    if (run < 0) continue;
    seconds.push_back(took_s);
    result.audio_s = transcript.duration_s;
    result.tokens = 0;
    for (const Segment& segment : transcript.segments) result.tokens += segment.tokens.size();

    const std::string text = transcript.text();
    const double rate = word_errors(bench.expected, text).rate();
    if (rate > result.word_error_rate) {
      result.word_error_rate = rate;
      result.text = text;
    }
    if (bench.max_wer) {
      if (rate <= *bench.max_wer) continue;
      result.message = Message("The word error rate is {1}, and at most {2} was expected.",
                               rounded_percent(rate), rounded_percent(*bench.max_wer));
    } else {
      if (single_spaced(text) == single_spaced(bench.expected)) continue;
      result.message = Message("The text is not the one that was expected.");
    }
    result.passed = false;
  }
  const auto count = static_cast<double>(seconds.size());
  for (const double s : seconds) result.mean_s += s / count;
  for (const double s : seconds) result.deviation_s += (s - result.mean_s) * (s - result.mean_s);
  result.deviation_s = count > 1.0 ? std::sqrt(result.deviation_s / (count - 1.0)) : 0.0;
  result.least_s = *std::ranges::min_element(seconds);
  result.most_s = *std::ranges::max_element(seconds);
  return result;
}

}  // namespace tilescribe
