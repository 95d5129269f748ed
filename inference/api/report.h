// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "inference/api/ablation.h"
#include "inference/api/bench.h"
#include "inference/api/kernel_lab.h"
#include "inference/api/lab.h"
#include "inference/api/profile.h"
#include "inference/api/provenance.h"

/// The report of a piece of kernel work: what was measured is filled in, what only its author can say is left
/// open.
namespace tilescribe {

/// Of the report's file, by its extension.
enum class ReportFormat {
  markdown,  // .md, with its pictures beside it
  latex,     // .tex
  html,      // .html
};

/// Throws Error that names the three.
ReportFormat report_format(const std::filesystem::path& file);

/// What a raw file says about itself: model, device, command, … What is unknown is left out.
using RawFacts = std::vector<std::pair<std::string, std::string>>;

/// A table that `bench ablate --json` wrote.
struct AblationTable {
  std::string file;
  RawFacts facts;
  std::vector<AblationRow> rows;  // without their texts and seconds
};

/// Throws Error if the text is not such a table.
AblationTable read_ablation_table(std::string_view json, const std::string& file);

/// Figures of a user's kernel: what `lab time --json` or `lab model --json` wrote.
struct KernelFigures {
  std::string file;
  RawFacts facts;                            // where they come from
  std::string exercise, kernel;              // and the kernel's file
  std::vector<OpRow> times = {};             // of lab time: this kernel, "lab", and the engine's variants
  BenchSetting setting = {};                 // likewise
  std::optional<LabModelResult> model = {};  // of lab model; the last stage is all of them
};

/// Throws Error if the text is neither.
KernelFigures read_kernel_figures(std::string_view json, const std::string& file);

struct ReportRequest {
  EngineOptions engine;
  std::filesystem::path audio;
  std::string baseline = {};  // switches as in read_ablation(); empty: engine=cuda-baseline on a GPU, else
                              // fusion=off
  int rounds = 5;             // that are timed, of each
};

/// Everything that is measured for a report.
struct ReportMeasurements {
  AblationResult times;              // two rows: the baseline, and the engine of the request
  ProfileSession baseline, profile;  // one transcription each
  std::vector<VariantRow> variants;  // of the engine, with what each is good for
  Provenance from;                   // of this engine
};

/// Measures: both engines' times in turn, then a profile of each. Takes 2 · (rounds + 3) transcriptions, and
/// two models are in memory at once. Throws Error, or Cancelled.
ReportMeasurements measure_report(const ReportRequest& request, const AblationTools& tools,
                                  const std::stop_token& stop = {});

/// What the author gives.
struct ReportMaterial {
  std::string command = {};                       // how the report was asked for, as typed
  std::optional<AblationTable> ablation = {};     // the effect of what was tried
  std::vector<KernelFigures> kernels = {};        // the author's own
  std::string before = {}, after = {};            // two sources, to show what changed
  std::string before_name = {}, after_name = {};  // empty: there are none
};

/// The files that write_report_files() may write for a report of this name: the report itself first.
std::vector<std::filesystem::path> report_files(const std::filesystem::path& file);

/// Writes the report, and beside it the raw measurements (…-measurements.json) and both profiles (.sqlite).
/// No existing file is replaced unless `replace` is set: somebody may have written into it. Returns what it
/// wrote, the report first: a picture without anything to show is not written. Throws Error.
std::vector<std::filesystem::path> write_report_files(const ReportMeasurements& measured,
                                                      const ReportMaterial& material,
                                                      const std::filesystem::path& file,
                                                      bool replace = false);

}  // namespace tilescribe
