// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "app/machine/lab.h"
#include "tests/support/fake_transcriber.h"

namespace tilescribe::test {

/// A machine with the devices of fake_devices(), a sample that a test names, and a world's models.
class FakeLab : public Lab {
 public:
  explicit FakeLab(FakeWorld& world, std::filesystem::path sample = "sample.wav")
      : world_(world), sample_(std::move(sample)) {}

  /// Called when the devices are asked for. To be set before.
  std::function<void()> probing;
  /// Called when a model's folder is looked into. To be set before.
  std::function<void()> checking;
  /// Gives words their times; without it, the real aligner does. To be set before.
  std::function<Transcript(Transcript, const std::filesystem::path&, const Heard&, const std::stop_token&)>
      aligning;

  /// The kernel lab: what the engine offers, and what comes of checks and times. To be set before.
  bool real_kernels = false;  // those of this machine instead
  std::vector<VariantRow> variants;
  std::vector<ShapeRow> shapes;
  std::function<ModelShapes(const EngineOptions&, const std::stop_token&)> planning;  // none: no shapes
  std::function<void(const OpsOptions&, const Setting&, const OpRows&, const std::stop_token&)> timing;
  std::function<std::uint64_t(const CheckOptions&, const CheckRows&, const std::stop_token&)> checking_ops;
  std::function<void(const GridOptions&, const Setting&, const GridCells&, const std::stop_token&)> gridding;
  std::function<GeneratedTexts(const GenerateOptions&, const WriteEvents&, const std::stop_token&)> writing;

  std::vector<std::string> op_names() override {
    if (real_kernels) return Lab::op_names();
    std::vector<std::string> names;
    for (const VariantRow& row : variants) {
      if (names.empty() || names.back() != row.op) names.push_back(row.op);
    }
    return names;
  }
  std::vector<VariantRow> list_variants(const CheckOptions& options) override {
    return real_kernels ? Lab::list_variants(options) : variants;
  }
  std::vector<ShapeRow> list_shapes(const EngineOptions& engine) override {
    return real_kernels ? Lab::list_shapes(engine) : shapes;
  }
  ModelShapes list_model_shapes(const EngineOptions& engine, const std::stop_token& stop) override {
    if (planning) return planning(engine, stop);
    return real_kernels ? Lab::list_model_shapes(engine, stop) : ModelShapes{};
  }
  void bench_ops(const OpsOptions& options, const Setting& setting, const OpRows& row,
                 const std::stop_token& stop) override {
    timing ? timing(options, setting, row, stop) : Lab::bench_ops(options, setting, row, stop);
  }
  void bench_grid(const GridOptions& options, const Setting& setting, const GridCells& cell,
                  const std::stop_token& stop) override {
    gridding ? gridding(options, setting, cell, stop) : Lab::bench_grid(options, setting, cell, stop);
  }
  GeneratedTexts generate_texts(const GenerateOptions& options, const WriteEvents& events,
                                const std::stop_token& stop) override {
    return writing ? writing(options, events, stop) : Lab::generate_texts(options, events, stop);
  }
  std::uint64_t check_ops(const CheckOptions& options, const CheckRows& row,
                          const std::stop_token& stop) override {
    return checking_ops ? checking_ops(options, row, stop) : Lab::check_ops(options, row, stop);
  }
  /// Measures the fake engine's times alone.
  ReportMeasurements measure_report(const ReportRequest& request, const AblationTools& tools,
                                    const std::stop_token& stop) override {
    Ablation ablation;
    ablation.sets = read_ablation("baseline: fusion=off\nthis engine:\n", request.engine, {});
    ablation.audio = request.audio;
    ablation.rounds = 2;
    ReportMeasurements measured;
    measured.times = ablate(ablation, tools, stop);
    measured.from.device = "A processor";
    return measured;
  }
  std::vector<DeviceRow> devices() override {
    if (probing) probing();
    return fake_devices();
  }
  void check_model(const std::string& model) override {
    if (checking) checking();
    world_.check(model);
  }
  std::filesystem::path sample_recording() override { return sample_; }
  Transcript align_text(Transcript text, const std::filesystem::path& audio, const AlignOptions& options,
                        const Heard& heard, const std::stop_token& stop) override {
    if (aligning) return aligning(std::move(text), audio, heard, stop);
    return Lab::align_text(std::move(text), audio, options, heard, stop);
  }

 private:
  FakeWorld& world_;
  std::filesystem::path sample_;
};

}  // namespace tilescribe::test
