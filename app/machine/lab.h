// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "inference/api/ablation.h"
#include "inference/api/align.h"
#include "inference/api/bench.h"
#include "inference/api/bench_grid.h"
#include "inference/api/bench_prompts.h"
#include "inference/api/generate.h"
#include "inference/api/lab.h"
#include "inference/api/model_folder.h"
#include "inference/api/profile_store.h"
#include "inference/api/provenance.h"
#include "inference/api/report.h"
#include "inference/api/trace.h"
#include "inference/api/transcriber.h"
#include "inference/api/tune.h"

namespace tilescribe {

/// What programs ask of this machine and its engines besides texts: the functions of the same names in
/// inference/api. Tests override them. Any thread may call them.
class Lab {
 public:
  using VerifyRows = std::function<void(const VerifyRow&)>;
  using CheckRows = std::function<void(const CheckRow&)>;
  using Setting = std::function<void(const BenchSetting&)>;
  using StageRows = std::function<void(const StageRow&)>;
  using Heard = std::function<void(double heard_s, double of_s)>;
  using TuneRows = std::function<void(const TuneRow&)>;
  using GridCells = std::function<void(const GridCell&)>;
  using PromptCells = std::function<void(const PromptCell&)>;
  using OpRows = std::function<void(const OpRow&)>;

  virtual ~Lab() = default;
  virtual std::vector<DeviceRow> devices() { return tilescribe::devices(); }
  virtual void check_model(const std::string& model) { tilescribe::check_model(model); }
  virtual std::filesystem::path sample_recording() { return tilescribe::sample_recording(); }
  virtual std::vector<VariantRow> list_variants(const CheckOptions& options) {
    return tilescribe::list_variants(options);
  }
  virtual std::vector<std::string> op_names() { return tilescribe::op_names(); }
  virtual std::vector<ShapeRow> list_shapes(const EngineOptions& engine) {
    return tilescribe::list_shapes(engine);
  }
  virtual ModelShapes list_model_shapes(const EngineOptions& engine, const std::stop_token& stop) {
    return tilescribe::list_model_shapes(engine, stop);
  }
  virtual std::uint64_t check_ops(const CheckOptions& options, const CheckRows& row,
                                  const std::stop_token& stop) {
    return tilescribe::check_ops(options, row, stop);
  }
  virtual void verify_model(const VerifyOptions& options, const VerifyRows& row,
                            const std::stop_token& stop) {
    tilescribe::verify_model(options, row, stop);
  }
  virtual void bench_stages(const StagesOptions& options, const Setting& setting, const StageRows& row,
                            const std::stop_token& stop) {
    tilescribe::bench_stages(options, setting, row, stop);
  }
  virtual void bench_ops(const OpsOptions& options, const Setting& setting, const OpRows& row,
                         const std::stop_token& stop) {
    tilescribe::bench_ops(options, setting, row, stop);
  }
  virtual void bench_grid(const GridOptions& options, const Setting& setting, const GridCells& cell,
                          const std::stop_token& stop) {
    tilescribe::bench_grid(options, setting, cell, stop);
  }
  virtual void bench_prompts(const PromptsOptions& options, const Setting& setting, const PromptCells& cell,
                             const std::stop_token& stop) {
    tilescribe::bench_prompts(options, setting, cell, stop);
  }
  virtual TraceResult bench_trace(const TraceOptions& options, const std::stop_token& stop) {
    return tilescribe::bench_trace(options, stop);
  }
  virtual TuneSummary tune(const TuneOptions& options, const TuneRows& row, const std::stop_token& stop) {
    return tilescribe::tune(options, row, stop);
  }
  virtual ModelOutputs model_outputs(const EngineOptions& engine, const std::filesystem::path& audio,
                                     const std::vector<int>& along, const std::stop_token& stop) {
    return tilescribe::model_outputs(engine, audio, along, stop);
  }
  /// Whether the CPU engine computes in bf16 here.
  virtual bool cpu_has_bf16() { return tilescribe::cpu_has_bf16(); }
  virtual ReportMeasurements measure_report(const ReportRequest& request, const AblationTools& tools,
                                            const std::stop_token& stop) {
    return tilescribe::measure_report(request, tools, stop);
  }
  virtual Provenance provenance_now(int gpu) { return tilescribe::provenance_now(gpu); }
  virtual void save_profile(const ProfileSession& session, const std::filesystem::path& file,
                            ProfileFormat format) {
    tilescribe::save_profile(session, file, format);
  }
  virtual Transcript align_text(Transcript text, const std::filesystem::path& audio,
                                const AlignOptions& options, const Heard& heard,
                                const std::stop_token& stop) {
    return tilescribe::align_text(std::move(text), audio, options, heard, stop);
  }
  virtual GeneratedTexts generate_texts(const GenerateOptions& options, const WriteEvents& events,
                                        const std::stop_token& stop) {
    return tilescribe::generate_texts(options, events, stop);
  }
  virtual std::vector<int> tokenize(const std::string& model, const std::string& text) {
    return tilescribe::tokenize(model, text);
  }
  virtual std::string detokenize(const std::string& model, const std::vector<int>& ids, bool skip_special) {
    return tilescribe::detokenize(model, ids, skip_special);
  }
};

}  // namespace tilescribe
