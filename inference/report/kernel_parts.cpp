// SPDX-License-Identifier: Apache-2.0
// What is told of a kernel that the author wrote.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "inference/profile/figures.h"
#include "inference/report/parts.h"

namespace tilescribe::report {
namespace {

constexpr const char* own_variant = "lab";

bool is_own(const OpRow& row) {
  return row.variant == own_variant;
}

std::vector<std::string> cells_of(const OpRow& row, const KernelFigures& kernel) {
  const BenchCeilings& most = kernel.setting.ceilings;
  const Limit limit =
      limit_of(row.rates, kernel.setting.compute, most.tflop_s(kernel.setting.compute), most.read_gb_s);
  const OpRow* const engines = engines_choice(kernel.times, row);
  const bool timed = row.time.ms > 0.0;
  return {is_own(row) ? "this kernel" : row.variant,
          timed ? duration_text(row.time.ms) : english(row.complaint),
          timed ? duration_text(row.time.least_ms) + " to " + duration_text(row.time.most_ms) : "–",
          timed && engines != nullptr ? figure(row.time.ms / engines->time.ms) : "–",
          row.bytes > 0 ? figure(static_cast<double>(row.operations) / static_cast<double>(row.bytes)) : "–",
          limit.unit,
          limit.ceiling,
          limit.reached,
          limit.used,
          error_text(row.error)};
}

Paragraph sentence_of(const OpRow& own, const OpRow& engines, const std::string& source) {
  const bool faster = own.time.ms <= engines.time.ms;
  const double ratio = faster ? engines.time.ms / own.time.ms : own.time.ms / engines.time.ms;
  return {"This kernel takes " + duration_text(own.time.ms) + " where the engine's own variant, " +
          engines.variant + ", takes " + duration_text(engines.time.ms) + ": " + figure(ratio) +
          (faster ? " times as fast" : " times as long") + " (source: " + source + ")."};
}

}  // namespace

std::vector<Block> times_of_kernel(const KernelFigures& kernel, const std::string& source) {
  std::vector<Block> blocks;
  std::vector<std::string> problems;
  for (const OpRow& row : kernel.times) {
    if (std::ranges::find(problems, row.problem) != problems.end()) continue;
    problems.push_back(row.problem);
    Table table{"The kernel " + kernel.kernel + " (" + kernel.exercise +
                    ") and the engine's own variants: " + row.problem,
                source,
                {{"Variant"},
                 {"Time", true},
                 {"Rounds", true},
                 {"Of the engine's", true},
                 {"Operations per byte", true},
                 {"Nearer unit"},
                 {"Its ceiling", true},
                 {"Reached", true},
                 {"Of it", true},
                 {"Error", true}},
                {}};
    const OpRow* own = nullptr;
    for (const OpRow& one : kernel.times) {
      if (one.problem != row.problem) continue;
      table.rows.push_back(cells_of(one, kernel));
      if (is_own(one) && one.time.ms > 0.0) own = &one;
    }
    blocks.emplace_back(std::move(table));
    const OpRow* const engines = engines_choice(kernel.times, row);
    if (own != nullptr && engines != nullptr) blocks.emplace_back(sentence_of(*own, *engines, source));
  }
  return blocks;
}

std::vector<Block> stages_with_kernel(const KernelFigures& kernel, const std::string& source) {
  if (!kernel.model) return {};
  const LabModelResult& found = *kernel.model;
  Table table{"The transcription with the kernel " + kernel.kernel + " (" + kernel.exercise +
                  ") and without it: medians",
              source,
              {{"Stage"}, {"With it", true}, {"Without it", true}, {"Ratio", true}},
              {}};
  for (const LabModelResult::Stage& stage : found.stages)
    table.rows.push_back({stage.name, duration_text(stage.with_ms), duration_text(stage.without_ms),
                          stage.without_ms > 0.0 ? figure(stage.with_ms / stage.without_ms) : "–"});
  const bool same = found.with_text == found.without_text;
  return {std::move(table), Paragraph{"The kernel ran " + std::to_string(found.launches) +
                                      (found.launches == 1 ? " time for " : " times for ") +
                                      figure(found.audio_s) + " s of sound. " +
                                      (same ? std::string("The text is the same as without it.")
                                            : "Its text's word error rate against the text without it is " +
                                                  percent(found.word_error_rate) + ".") +
                                      " (source: " + source + ")"}};
}

}  // namespace tilescribe::report
