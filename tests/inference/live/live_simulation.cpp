// SPDX-License-Identifier: Apache-2.0
#include "tests/inference/live/live_simulation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "inference/audio/sixteen_bits.h"

namespace tilescribe::test {
namespace {

// Passes everything on, and lets the clock go on by what a decode is to take.
class TimedDecoder final : public live::UtteranceDecoder {
 public:
  TimedDecoder(std::unique_ptr<live::UtteranceDecoder> decoder, double& clock, double decode_s, int& decodes)
      : decoder_(std::move(decoder)), clock_(clock), decode_s_(decode_s), decodes_(decodes) {}
  live::Hypothesis decode(std::span<const float> samples, std::span<const Token> fixed,
                          std::span<const Token> expected) override {
    clock_ += decode_s_;
    ++decodes_;
    return decoder_->decode(samples, fixed, expected);
  }
  std::vector<TimedWord> word_times(std::span<const Token> tokens) override {
    return decoder_->word_times(tokens);
  }
  std::string text(std::span<const Token> tokens) const override { return decoder_->text(tokens); }
  std::vector<Token> tokens(const std::string& text) const override { return decoder_->tokens(text); }

 private:
  std::unique_ptr<live::UtteranceDecoder> decoder_;
  double& clock_;
  double decode_s_;
  int& decodes_;
};

}  // namespace

MemoryRecording::MemoryRecording(std::vector<float> samples, int rate) : rate_(rate) {
  samples_.resize(samples.size());
  std::ranges::transform(samples, samples_.begin(), audio::to_16_bits);
}

void MemoryRecording::grow_to(double seconds) {
  shown_ = std::min<std::int64_t>(static_cast<std::int64_t>(samples_.size()), std::llround(seconds * rate_));
}

std::size_t MemoryRecording::read(std::int64_t first, std::int16_t* out, std::size_t most) const {
  const std::size_t count = std::min(most, static_cast<std::size_t>(shown_ - first));
  std::copy_n(samples_.begin() + first, count, out);
  return count;
}

SimulatedRun simulate(std::vector<float> samples, int rate, std::unique_ptr<live::UtteranceDecoder> decoder,
                      const LiveOptions& options, double decode_s, LiveCheckpoint from) {
  SimulatedRun run;
  double clock = 0.0;
  const auto recording = std::make_shared<MemoryRecording>(std::move(samples), rate);
  const LiveEvents events{
      .fixed =
          [&](const LivePiece& piece) {
            run.shown.push_back({clock, true, piece});
          },
      .provisional =
          [&](const LivePiece& piece) {
            run.shown.push_back({clock, false, piece});
          },
      .status = [&](const LiveStatus& status) { run.statuses.push_back(status); },
  };
  live::Session session(recording, options, events, std::move(from),
                        std::make_unique<TimedDecoder>(std::move(decoder), clock, decode_s, run.decodes),
                        "simulated", "simulated", [&clock] { return clock; });
  constexpr double poll_s = 0.02;
  while (!session.finished()) {
    recording->grow_to(clock);
    if (!session.due() || !session.advance()) clock += poll_s;
  }
  run.transcript = session.transcript();
  return run;
}

}  // namespace tilescribe::test
