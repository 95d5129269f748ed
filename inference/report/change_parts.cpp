// SPDX-License-Identifier: Apache-2.0
// What was tried, and how the result compares with the baseline.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <set>
#include <utility>

#include "inference/api/profile_analysis.h"
#include "inference/profile/figures.h"
#include "inference/report/line_diff.h"
#include "inference/report/parts.h"

namespace tilescribe::report {
namespace {

constexpr std::size_t most_ops = 12;

// "+12.2 %", "-3.1 %".
std::string signed_percent(double value) {
  return (value > 0.0 ? "+" : value < 0.0 ? "-" : "") + figure(std::abs(value)) + " %";
}

std::string text_of(const AblationRow& row) {
  if (!row.same_text) return "–";
  return *row.same_text ? "same" : percent(row.word_difference) + " of the words differ";
}

std::string difference_of(const AblationRow& row) {
  if (!row.difference_percent) return "–";
  const bool known = row.interval_percent && std::isfinite(*row.interval_percent);
  return signed_percent(*row.difference_percent) + (known ? " ± " + figure(*row.interval_percent) : "");
}

struct ErrorColumn {
  const char* heading;
  std::optional<double> AblationRow::*error;
};
constexpr std::array error_columns{ErrorColumn{"Encoder's error", &AblationRow::encoder_error},
                                   ErrorColumn{"Projector's error", &AblationRow::projector_error},
                                   ErrorColumn{"Logits' error", &AblationRow::logits_error}};

// Whether the table's models were compared with float32.
bool has_errors(const AblationTable& given) {
  return std::ranges::any_of(given.rows, [](const AblationRow& row) {
    return std::ranges::any_of(error_columns,
                               [&](const ErrorColumn& one) { return (row.*one.error).has_value(); });
  });
}

Table ablation_table(const AblationTable& given) {
  Table table{"Effect of each set of switches",
              ablation,
              {{"Set"}, {"Switches"}, {"Time", true}, {"Difference", true}, {"Differs"}},
              {}};
  const bool errors = has_errors(given);
  for (const ErrorColumn& one : error_columns)
    if (errors) table.columns.push_back({one.heading, true});
  table.columns.push_back({"Text"});
  for (const AblationRow& row : given.rows) {
    const bool known = row.complaint.empty();
    std::vector<std::string> cells{row.name, row.switches};
    cells.push_back(known ? with_interval(row.mean_s, row.interval_s, "s") : "–");
    cells.push_back(known ? difference_of(row) : "–");
    cells.push_back(!known || !row.difference_percent ? "–" : row.differs ? "yes" : "no");
    for (const ErrorColumn& one : error_columns)
      if (errors) cells.push_back(error_text(row.*one.error));
    cells.push_back(known ? text_of(row) : english(row.complaint));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

// The variants by which a row's op ran in its stage. The row's name may say more behind the op's.
std::string variants_of(const ProfileSession& session, const ProfileComparisonRow& row) {
  std::set<std::string> names;
  for (const ProfileKind& kind : session.kinds) {
    const bool is_rows = row.name == kind.op || row.name.starts_with(kind.op + ' ');
    if (!kind.op.empty() && is_rows && kind.stage == row.stage && !kind.variant.empty())
      names.insert(kind.variant);
  }
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "–" : text;
}

std::string time_or_none(const std::optional<double>& ms) {
  return ms ? duration_text(*ms) : "–";
}

double saved_ms(const ProfileComparisonRow& row) {
  return row.before_ms.value_or(0.0) - row.after_ms.value_or(0.0);
}

Table comparison_table(const ProfileComparison& found, const char* caption, bool variants,
                       const ReportMeasurements& measured) {
  Table table{caption, std::string(baseline_profile) + ", " + profile, {{"Op"}, {"Stage"}}, {}};
  if (!variants) table.columns = {{"Stage"}};
  table.columns.insert(
      table.columns.end(),
      {{"Baseline", true}, {"This engine", true}, {"Saved", true}, {"Share of what was saved", true}});
  if (variants) table.columns.insert(table.columns.end(), {{"Variants before"}, {"Variants after"}});
  double whole = 0.0;  // of what ran: how long a run waited is no merit of either engine
  for (const ProfileComparisonRow& row : found.rows) whole += saved_ms(row);
  std::size_t shown = 0;
  for (const ProfileComparisonRow& row : found.rows) {
    if (shown++ == most_ops) break;
    const double saved = saved_ms(row);
    std::vector<std::string> cells{row.name};
    if (variants) cells.push_back(row.stage);
    cells.insert(cells.end(), {time_or_none(row.before_ms), time_or_none(row.after_ms),
                               (saved < 0.0 ? "-" : "") + duration_text(std::abs(saved)),
                               whole != 0.0 ? signed_percent(100.0 * saved / whole) : "–"});
    if (variants) {
      cells.push_back(variants_of(measured.baseline, row));
      cells.push_back(variants_of(measured.profile, row));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

}  // namespace

std::string error_text(const std::optional<double>& error) {
  if (!error) return "–";
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1e", *error);
  return text.data();
}

Section optimisation_part(const ReportMaterial& material) {
  Section part{"Optimisation: hypothesis, change, effect",
               {OwnWords{"Hypothesis: what did you expect to become faster, by how much, and why?"}}};
  if (!material.before_name.empty()) {
    const std::string diff =
        unified_diff(material.before, material.after, material.before_name, material.after_name);
    if (diff.empty())
      part.blocks.emplace_back(Paragraph{"The two sources, " + material.before_name + " and " +
                                         material.after_name + ", are equal."});
    else
      part.blocks.emplace_back(Code{
          "The change, from " + material.before_name + " to " + material.after_name + ":", "diff", diff});
  }
  part.blocks.emplace_back(OwnWords{"Change: what did you do?"});
  if (material.ablation) {
    part.blocks.emplace_back(ablation_table(*material.ablation));
    part.blocks.emplace_back(Paragraph{
        "Each set ran in turn with the others. Times are means with ± half of their 95 % confidence "
        "interval; differences are those from the first set's run of the same round, and differ if 0 % "
        "lies outside their interval."});
    if (has_errors(*material.ablation))
      part.blocks.emplace_back(Paragraph{
          "Errors are the largest differences from what the same model gives in float32, relative to the "
          "largest value there."});
  } else {
    part.blocks.emplace_back(Paragraph{
        "No ablation was given. tilescribe-cli bench ablate measures one, and report --ablation shows it "
        "here."});
  }
  part.blocks.emplace_back(OwnWords{"Effect: was the hypothesis right? If not, what did it miss?"});
  return part;
}

Section comparison_part(const ReportMeasurements& measured, const ReportMaterial& material) {
  Section part{"Comparison with the baseline", {}};
  const AblationRow &before = measured.times.rows.at(0), &after = measured.times.rows.at(1);
  Table times{"Whole transcriptions, in turn",
              timed_runs,
              {{"Run"},
               {"Engine"},
               {"Switches"},
               {"Time", true},
               {"Times real time", true},
               {"Difference", true},
               {"Text"}},
              {}};
  for (const AblationRow* row : {&before, &after}) {
    const double speed = row->mean_s > 0.0 ? measured.times.audio_s / row->mean_s : 0.0;
    times.rows.push_back({row->name, row->engine, row->switches.empty() ? "–" : row->switches,
                          with_interval(row->mean_s, row->interval_s, "s"), figure(speed),
                          difference_of(*row), text_of(*row)});
  }
  part.blocks.emplace_back(std::move(times));
  if (after.mean_s > 0.0 && before.mean_s > 0.0) {
    const double ratio = before.mean_s / after.mean_s;
    part.blocks.emplace_back(
        Paragraph{"This engine takes " + figure(after.mean_s) + " s where the baseline takes " +
                  figure(before.mean_s) + " s: " + figure(ratio) + " times as fast. " +
                  (after.differs ? "The difference is larger than chance explains (95 % confidence)."
                                 : "Chance alone may explain the difference (95 % confidence).") +
                  " (source: " + timed_runs + ")"});
  }
  const ProfileComparison stages =
      compare_profiles(measured.baseline, measured.profile, ProfileGrouping::stage);
  if (!stages.caution.empty()) part.blocks.emplace_back(Paragraph{english(stages.caution)});
  part.blocks.emplace_back(comparison_table(stages, "By stage: time in which anything ran", false, measured));
  const ProfileComparison ops = compare_profiles(measured.baseline, measured.profile, ProfileGrouping::op);
  part.blocks.emplace_back(
      comparison_table(ops, "By op: where the difference comes from, largest first", true, measured));
  for (std::size_t i = 0; i < material.kernels.size(); ++i) {
    for (Block& block : stages_with_kernel(material.kernels[i], kernel_source(i)))
      part.blocks.push_back(std::move(block));
  }
  part.blocks.emplace_back(OwnWords{
      "Why is it faster or slower than the baseline? Which cause explains which part of the difference?"});
  return part;
}

}  // namespace tilescribe::report
