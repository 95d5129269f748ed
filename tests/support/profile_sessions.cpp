// SPDX-License-Identifier: Apache-2.0
#include "tests/support/profile_sessions.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "inference/profile/totals.h"
#include "tests/support/profile_plans.h"

namespace tilescribe {

PlannedWork product(double rows, double in, double out, double size) {
  return {2.0 * rows * in * out, size * (in * out + rows * (in + out))};
}
PlannedWork pointwise(double values, double flops, double size) {
  return {values * flops, 2.0 * size * values};
}
PlannedWork attention(double rows, double keys, double heads, double size) {
  return {4.0 * rows * keys * heads * 64.0, size * 64.0 * heads * (2.0 * rows + 2.0 * keys)};
}

std::uint32_t kind_index(ProfileSession& session, const ProfileKind& kind) {
  const auto place = std::ranges::find(session.kinds, kind);
  const auto index = static_cast<std::uint32_t>(place - session.kinds.begin());
  if (place == session.kinds.end()) session.kinds.push_back(kind);
  return index;
}

namespace {

constexpr int most_together = 4;  // windows
constexpr std::array words{" the",    " kernel", " of",   " a",  " warp",    " ends",   " when",
                           ",",       " its",    " last", " th", "read",     " writes", " to",
                           " memory", ".",       " Then", " we", " measure", " again"};

// Plays plans on a clock.
class Run {
 public:
  Run(const SyntheticProfile& options, ProfileSession& session)
      : options_(options), session_(session), state_(options.seed * 0x9e3779b97f4a7c15U + 1) {}

  void read(int window) {
    const std::int64_t begin = now_;
    now_ += ns_between(2e6, 5e6);
    session_.spans.push_back({begin, now_ - begin, "audio", -1, 1});
    ProfileWindow& state = session_.windows.emplace_back();
    state.index = window;
    state.audio_start_s = 30.0 * window;
    state.audio_end_s = state.audio_start_s + 30.0;
    state.begin_ns = begin;
    for (int i = 0; i < 60; ++i) {
      const double loud = 0.35 + 0.3 * std::sin(0.21 * i + window) * std::sin(0.05 * i);
      state.peaks.push_back(static_cast<float>(std::clamp(loud * (0.6 + 0.4 * uniform()), 0.0, 1.0)));
    }
  }

  // A stage from the host's first call to its knowing that the device is done.
  void stage(const char* name, const ProfilePlan& plan, int windows, std::int64_t step = -1) {
    const std::int64_t begin = now_;
    now_ += options_.gpu ? ns_between(3e3, 8e3) : ns_between(500, 1500);
    for (std::size_t i = 0; i < plan.size();) i += play(plan, i, step);
    now_ = std::max(now_, device_end_) + (options_.gpu ? ns_between(2e3, 6e3) : ns_between(300, 900));
    session_.spans.push_back({begin, now_ - begin, name, step, windows});
  }

  void token(int window, std::int64_t number) {
    const auto word = static_cast<std::size_t>(window * 7 + number) % words.size();
    session_.tokens.push_back({now_, window, words[word]});
    session_.windows[static_cast<std::size_t>(window)].end_ns = now_;
  }
  // The device waits because the host has something else to do.
  void wait(double least_ns, double most_ns) { now_ += ns_between(least_ns, most_ns); }
  void memory(std::int64_t bytes) { session_.memory.push_back({now_, bytes}); }
  std::int64_t now() const { return now_; }

 private:
  double uniform() {  // 0…1, splitmix64
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
  }
  std::int64_t ns_between(double least, double most) {
    return static_cast<std::int64_t>(least + uniform() * (most - least));
  }
  std::int64_t jittered(double ns) {
    const double tail = uniform() < 0.01 ? 1.0 + uniform() : 1.0;  // now and then something gets in between
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(ns * (0.96 + 0.08 * uniform()) * tail));
  }

  // One record and those inside it; how many that were.
  std::size_t play(const ProfilePlan& plan, std::size_t i, std::int64_t step) {
    const PlannedRecord& planned = plan[i];
    const std::size_t place = session_.records.size();
    session_.records.push_back(planned.record);
    session_.records[place].step = step;
    if (!options_.gpu) {
      const std::int64_t begin = now_, around = jittered(planned.ns);
      now_ += around / 2;
      std::size_t used = 1;
      std::int64_t inner = 0;
      while (used <= static_cast<std::size_t>(planned.inside)) {
        const std::int64_t before = now_;
        used += play(plan, i + used, step);
        inner += now_ - gap_ - before;
      }
      now_ += around - around / 2;
      ProfileRecord& record = session_.records[place];
      record.start_ns = begin;
      record.duration_ns = now_ - begin;
      record.inner_ns = inner;
      gap_ = ns_between(80, 400);  // until the host comes to the next op
      now_ += gap_;
      return used;
    }
    ProfileRecord& record = session_.records[place];
    const std::int64_t work = jittered(planned.ns);
    if (planned.early && i > 0) {
      // Waits for the end of the one before, so the waiting is in its duration.
      record.start_ns = std::max(device_start_ + 100, device_end_ - ns_between(600, 1500));
    } else {
      now_ += plan[i].record.replayed ? ns_between(300, 900) : ns_between(900, 2600);
      record.start_ns = now_;
    }
    device_start_ = record.start_ns;
    device_end_ = std::max(device_end_, record.start_ns) + work;
    record.duration_ns = device_end_ - record.start_ns;
    now_ = std::max(now_, device_end_);
    return 1;
  }

  const SyntheticProfile& options_;
  ProfileSession& session_;
  std::uint64_t state_;
  std::int64_t now_ = 150'000;  // the profile begins a little before the work
  std::int64_t gap_ = 0;        // behind the last op
  std::int64_t device_start_ = 0, device_end_ = 0;
};

ProfileSetting setting(bool gpu) {
  ProfileSetting setting;
  setting.engine =
      gpu ? Message("{1}, {2}", "NVIDIA H200", "bf16") : Message("{1}, {2}, {3} thread(s)", "CPU", "bf16", 2);
  setting.compute = "bf16";
  setting.model = gpu ? "GLM-ASR-Nano-2512" : "Tilescribe demo";
  setting.audio = "lecture.wav";
  setting.source = gpu ? "CUPTI" : "clock of the CPU";
  setting.began = "2026-11-22T00:30:00";
  setting.program = "Tilescribe 0.1.0";
  if (gpu) {
    setting.ceilings = {.read_gb_s = 4300.0,
                        .copy_gb_s = 3900.0,
                        .f32_tflop_s = 51.0,
                        .tf32_tflop_s = 380.0,
                        .bf16_tflop_s = 700.0,
                        .fp8_tflop_s = 1300.0};
  } else {
    setting.ceilings = {.read_gb_s = 18.0,
                        .copy_gb_s = 15.0,
                        .f32_tflop_s = 0.07,
                        .tf32_tflop_s = {},
                        .bf16_tflop_s = 0.14,
                        .fp8_tflop_s = {}};
  }
  return setting;
}

std::int64_t size_of(const ProfilePlans& plans, int windows, int tokens, int batches) {
  const std::size_t batch = plans.encoder.size() + plans.projector.size() + plans.prefill.size() +
                            plans.decode.size() * static_cast<std::size_t>(tokens);
  return static_cast<std::int64_t>(plans.features.size()) * windows +
         static_cast<std::int64_t>(batch) * batches;
}

}  // namespace

ProfileSession synthetic_profile(const SyntheticProfile& options) {
  ProfileSession session;
  session.setting = setting(options.gpu);
  const auto plans_of = options.gpu ? gpu_plans : cpu_plans;
  int windows = std::max(1, options.windows), tokens = std::max(1, options.tokens);
  if (options.records > 0) {
    const ProfilePlans plans = plans_of(session, options, most_together);
    const auto fewer = [&] {
      const int batches = (windows + most_together - 1) / most_together;
      return size_of(plans, windows, tokens, batches) < options.records;
    };
    while (tokens < 240 && fewer()) ++tokens;
    while (fewer()) ++windows;
    session.kinds.clear();
    session.records.reserve(static_cast<std::size_t>(options.records + options.records / 50));
  }
  const std::int64_t weights = options.gpu ? 4'700'000'000 : 0, cache = 96'000'000;

  Run run(options, session);
  std::array<ProfilePlans, most_together + 1> plans;  // by windows together
  std::int64_t step = 0;
  for (int first = 0; first < windows; first += most_together) {
    const int together = std::min(most_together, windows - first);
    ProfilePlans& plan = plans[static_cast<std::size_t>(together)];
    if (plan.encoder.empty()) plan = plans_of(session, options, together);
    for (int window = first; window < first + together; ++window) {
      run.read(window);
      run.stage("features", plan.features, 1);
    }
    if (options.gpu) run.memory(weights);
    run.stage("encoder", plan.encoder, together);
    run.stage("projector", plan.projector, together);
    if (options.gpu) run.memory(weights + together * cache);
    run.stage("prefill", plan.prefill, together);
    for (int window = first; window < first + together; ++window) run.token(window, 0);
    for (int token = 1; token <= tokens; ++token, ++step) {
      if (step % 12 == 11) run.wait(4e4, 2.5e5);
      run.stage("decode", plan.decode, together, step);
      for (int window = first; window < first + together; ++window) run.token(window, token);
    }
    if (options.gpu) run.memory(weights + together * cache / 2);
    run.wait(3e5, 9e5);
  }
  session.duration_ns = run.now() + 200'000;
  session.audio_s = 30.0 * windows;
  session.taken = static_cast<std::int64_t>(session.records.size());
  session.cost_percent = options.gpu ? 1.4 : 0.3;

  const std::vector<std::int64_t> busy = busy_of(session.records, session.kinds);
  const std::vector<std::uint8_t> shared = shared_of(session.records, session.kinds);
  TotalsBuilder totals;
  for (std::size_t i = 0; i < busy.size(); ++i) totals.add(session.records[i], busy[i], shared[i] != 0);
  session.totals = totals.totals();
  return session;
}

}  // namespace tilescribe
