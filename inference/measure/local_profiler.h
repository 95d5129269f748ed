// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "inference/measure/telemetry.h"
#include "inference/pipeline/engine.h"
#include "inference/pipeline/transcription_observer.h"
#include "kernels/profile/hooks.h"
#include "kernels/profile/stage_clock.h"

namespace tilescribe {

/// What a profiler measures, and where it finds and leaves what belongs to an opened model.
struct Profiled {
  template <class Opened>  // OpenedModel, OpenedGpt
  explicit Profiled(Opened& opened)
      : engine(opened.engine),
        model(opened.info.name),
        observer(opened.observer),
        ceilings(opened.ceilings) {}

  OpenedEngine& engine;
  const std::string& model;  // its name
  TranscriptionObserver*& observer;
  std::optional<BenchCeilings>& ceilings;
};

/// Profiles a model that is open in this process, one profile at a time. What works with the model finds it
/// in `observer` and reports windows and tokens to it.
class LocalProfiler final : public Profiler, public TranscriptionObserver {
 public:
  /// Begins. Throws Error if nothing can be measured, or if another profile is running.
  LocalProfiler(const Profiled& opened, const ProfileOptions& options);
  ~LocalProfiler() override;
  LocalProfiler(const LocalProfiler&) = delete;
  LocalProfiler& operator=(const LocalProfiler&) = delete;

  ProfileFrame frame() override;
  ProfileSession finish() override;

  void set_audio(std::string name) override { setting_.audio = std::move(name); }
  void window_begins(int index, double start_s, double end_s, std::span<const float> samples) override;
  void token(int window, std::string text) override;
  void window_ends(int index) override;
  void drafted(std::int64_t checked, std::int64_t accepted) override;
  void transcribed(double audio_s, double elapsed_s, bool over) override;

 private:
  void stop();
  template <class Tell>
  void tell(const Tell& tell);
  void hold_cost();
  std::optional<std::int64_t> cost_ns() const;
  std::int64_t memory_in_use() const;
  double cost_percent(std::int64_t elapsed_ns) const;

  Profiled opened_;
  std::int64_t begin_ns_;
  Telemetry telemetry_;
  kernels::StageClock clock_;
  std::unique_ptr<kernels::ActivitySource> source_;
  ProfileSetting setting_;
  std::atomic<std::int64_t> own_ns_{0};     // spent on frames, windows and tokens
  std::optional<kernels::Hooked> clocked_;  // while measuring
  const double most_cost_percent_;          // of the time; 0: no limit
  std::int64_t looked_at_ns_;               // when the cost was last checked, and what it was then
  std::int64_t looked_cost_ns_ = 0;
  std::atomic<int> detail_every_{1};
};

}  // namespace tilescribe
