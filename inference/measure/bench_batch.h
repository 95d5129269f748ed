// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "inference/features/mel_window.h"
#include "inference/generate/generator.h"
#include "inference/pipeline/opened_model.h"
#include "kernels/core/cost.h"

namespace tilescribe {

inline constexpr double window_s = 30.0;  // audio in a full window

/// A batch of equal windows, run stage by stage or as a whole, as in a transcription.
class BenchBatch {
 public:
  /// Each window has `seconds` of sound and ends after `tokens` new tokens.
  BenchBatch(OpenedModel& opened, std::int64_t windows, double seconds, int tokens,
             const std::stop_token& stop);

  struct Stages {
    std::vector<double> features, encoder, projector, prefill, decode, whole;  // milliseconds, one per run
  };
  /// Times each stage with the device idle in between, then everything without pauses.
  void run_stages(Stages& stages);
  BenchBatch(const BenchBatch&) = delete;
  BenchBatch& operator=(const BenchBatch&) = delete;
  /// Only the first half of that.
  void run_apart(Stages& stages);
  /// Milliseconds until the host has the last token, or the first.
  double whole_ms();
  double first_token_ms();

  /// Runs the whole and returns a hash of the bits that came out: the projector's results, the tokens and
  /// their probabilities.
  std::uint64_t result_bits();

  /// Of all windows: features, encoder, projector, prefill; of a single decode step.
  struct Costs {
    kernels::Cost features, encoder, projector, prefill, step;
    kernels::Cost whole(int steps) const {
      kernels::Cost sum = features + encoder + projector + prefill;
      for (int i = 0; i < steps; ++i) sum = sum + step;
      return sum;
    }
  };
  Costs costs();
  /// Decode steps per run.
  int steps() const { return tokens_ - 1; }

 private:
  // The windows of one encoder run, and their tensors as far as they are computed.
  struct Group {
    std::int64_t windows = 0;
    kernels::Tensor features, encoded, audio;
  };
  std::vector<Group> groups() const;
  void compute_features(Group& group);
  void encode(Group& group) { group.encoded = model_.encoder(backend_, group.features, group.windows); }
  void project(Group& group);
  void embed(Group& group);
  void join(const std::vector<Group>& groups, int tokens);
  void finish();
  template <class Work>
  double until_tokens_ms(Work work);
  template <class Work>
  kernels::Cost cost_of(Work work);
  kernels::Cost step_cost();

  kernels::Backend& backend_;
  const model::Model& model_;
  std::int64_t windows_;
  int tokens_;
  std::vector<float> samples_;
  std::int64_t audio_tokens_;
  text::Prompt prompt_;
  std::int64_t capacity_;
  features::MelWindow mel_;
  std::uint64_t bits_ = 0;  // of what came out since result_bits() began
  generate::Generator generator_;
  std::stop_token stop_;
};

}  // namespace tilescribe
