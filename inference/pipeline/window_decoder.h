// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "inference/features/mel_window.h"
#include "inference/generate/generator.h"
#include "inference/pipeline/device_team.h"
#include "inference/pipeline/opened_model.h"
#include "inference/pipeline/window_search.h"
#include "inference/pipeline/word_timing.h"

namespace tilescribe {

/// An opened model that decodes windows: encodes them in groups and generates their texts together. Its
/// arguments outlive it.
class WindowDecoder final : public WindowDevice {
 public:
  struct Setting {
    /// It decodes the first window alone, so its text appears soon. Of several devices one does so.
    bool first = true;
    int lives = 0;               // live sessions that may still need memory
    bool several_files = false;  // windows join whenever there is room: each file's text should appear soon
  };
  WindowDecoder(OpenedModel& opened, const TranscribeOptions& options, const Setting& setting);

  void run(WindowSupply& supply, WindowEvents& events, const std::function<void()>& meanwhile,
           const std::stop_token& stop) override;
  std::vector<ReadyWindow> take_unfinished() override;

  /// All windows in one prompt. Throws Error if they are too long.
  void run_joint(WindowsAhead& ahead, WindowEvents& events, const std::stop_token& stop);
  /// The longest audio for that: 21 windows, as in the reference.
  static constexpr double joint_limit_s = 630.0;

 private:
  struct Decoding {
    ReadyWindow work;
    ModelText::Stream stream;
    std::size_t tokens = 0;
  };

  kernels::Tensor embed_audio(std::span<const ReadyWindow> group, WindowEvents& events);
  generate::GeneratorLimits limits() const;
  generate::GeneratorLimits slots_for(std::int64_t least, std::int64_t most) const;
  using Finished = std::function<void()>;
  void run_search(WindowSupply& supply, WindowEvents& events, const std::function<void()>& meanwhile,
                  const std::stop_token& stop);
  void search(bool keeps_samples, WindowEvents& events, const std::function<void()>& meanwhile,
              const Finished& finished);
  generate::Request request_for(const ReadyWindow& work, const kernels::Tensor& audio) const;
  generate::GenerateEvents generate_events(WindowEvents& events, const Finished& finished);
  void complete(std::size_t number, generate::Generated generated, WindowEvents& events,
                const Finished& finished);
  void give(std::size_t number, WindowText text, WindowEvents& events, const Finished& finished);
  void give_timed(bool all, WindowEvents& events, const Finished& finished);
  void join(generate::Generator& generator, std::size_t most, bool keeps_samples, WindowEvents& events);
  void begin_decoding(ReadyWindow work);
  generate::SamplingOptions sampling() const { return {options_.temperature, options_.top_k, options_.seed}; }

  OpenedModel& opened_;
  kernels::Backend& backend_;
  const TranscribeOptions& options_;
  const Setting setting_;
  const std::string instruction_;       // empty: the model's own
  std::optional<WordTiming> times_;     // where word times are asked for
  std::optional<WindowSearch> search_;  // where the text is searched
  std::optional<features::MelWindow> mel_;
  std::vector<ReadyWindow> joining_;          // being encoded
  std::map<std::size_t, Decoding> decoding_;  // by window number
};

}  // namespace tilescribe
