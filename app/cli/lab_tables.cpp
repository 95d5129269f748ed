// SPDX-License-Identifier: Apache-2.0
#include "app/cli/lab_tables.h"

#include <optional>

#include "app/cli/bench_cells.h"

namespace tilescribe::cli {
namespace {

// With these, a report knows which of the two tables it reads.
constexpr const char* timed = "lab time";
constexpr const char* used = "lab model";

BenchCells facts_of(const char* what, const LabRun& run, const std::filesystem::path& file) {
  return {{"what", std::string(what)},
          {"exercise", run.exercise},
          {"op", run.op},
          {"file", file.string()},
          {"compute", run.setting.compute}};
}

std::optional<double> ratio(double ms, double of_ms) {
  return of_ms > 0.0 ? std::optional(ms / of_ms) : std::nullopt;
}

BenchCells cells_of(const OpRow& row, const std::vector<OpRow>& rows) {
  const OpRow* const engines = engines_choice(rows, row);
  BenchCells cells{{"variant", row.variant}, {"chosen", row.chosen}};
  append(cells, time_cells(row.time));
  append(cells, {{"ratio", engines == nullptr ? std::nullopt : ratio(row.time.ms, engines->time.ms)},
                 {"operations", row.operations},
                 {"bytes", row.bytes}});
  append(cells, rate_cells(row.rates));
  append(cells, {{"error", row.error},
                 {"against", row.against},
                 {"complaint", english(row.complaint)},
                 {"problem", row.problem}});
  return cells;
}

BenchCells cells_of(const LabModelResult::Stage& stage) {
  return {{"stage", stage.name},
          {"with_ms", stage.with_ms},
          {"without_ms", stage.without_ms},
          {"ratio", ratio(stage.with_ms, stage.without_ms)}};
}

}  // namespace

BenchTable time_table(const LabRun& run, const std::vector<OpRow>& rows, const std::filesystem::path& file,
                      const std::string& command) {
  BenchTable table{facts_of(timed, run, file), {}, {}};
  append(table.facts, setting_facts(run.setting));
  append(table.facts, provenance_facts(run.from, command));
  for (const OpRow& row : rows) table.rows.push_back(cells_of(row, rows));
  return table;
}

BenchTable model_table(const LabModelResult& result, const std::filesystem::path& file,
                       const std::string& command) {
  BenchTable table{facts_of(used, result.run, file), {}, {}};
  append(table.facts, {{"engine", result.run.setting.engine},
                       {"model", result.run.setting.model},
                       {"audio", result.audio.string()},
                       {"audio_s", result.audio_s},
                       {"launches", result.launches},
                       {"word_error_percent", 100.0 * result.word_error_rate},
                       {"text", result.with_text},
                       {"text_without", result.without_text}});
  append(table.facts, provenance_facts(result.run.from, command));
  for (const LabModelResult::Stage& stage : result.stages) table.rows.push_back(cells_of(stage));
  table.rows.push_back(cells_of(all_stages(result)));
  return table;
}

LabModelResult::Stage all_stages(const LabModelResult& result) {
  LabModelResult::Stage all{"all", 0.0, 0.0};
  for (const LabModelResult::Stage& stage : result.stages) {
    all.with_ms += stage.with_ms;
    all.without_ms += stage.without_ms;
  }
  return all;
}

}  // namespace tilescribe::cli
