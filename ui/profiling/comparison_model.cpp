// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/comparison_model.h"

#include "ui/format.h"
#include "ui/profile/profiling_texts.h"
#include "ui/profiling/profile_colors.h"

namespace tilescribe::ui {

QString verdict(const ProfileComparisonRow& row) {
  if (!row.before_ms) return ProfilingTexts::tr("only after");
  if (!row.after_ms) return ProfilingTexts::tr("only before");
  if (!row.ratio || !row.differs) return ProfilingTexts::tr("within the noise");
  return *row.ratio < 1.0 ? ProfilingTexts::tr("faster") : ProfilingTexts::tr("slower");
}

/// In the order of Column.
std::vector<TableColumn<ProfileComparisonRow>> ComparisonModel::columns() {
  using Row = ProfileComparisonRow;
  const auto name = [](const Row& row) { return profile_name(row.name); };
  const auto name_tip = [](const Row& row) { return tip_text(profile_name(row.name)); };
  const auto stage = [](const Row& row) { return stage_label(row.stage); };
  const auto noise = [](const Row& row) { return row.ratio ? std::optional(row.noise) : std::nullopt; };
  const auto ratio_text = [](double ratio) { return decimal_text(ratio, 3); };
  const auto noise_text = [](double ratio) { return QStringLiteral("± ") + decimal_text(ratio, 3); };
  return {
      {tr("Name"), tr("What ran"), name, {}, name_tip},
      {tr("Stage"), tr("Stage of the work in which it ran"), stage},
      figure_column<Row>(tr("Before"), tr("What it added to the time of the run before"), &Row::before_ms,
                         nice_ms),
      figure_column<Row>(tr("After"), tr("What it added to the time of the run after"), &Row::after_ms,
                         nice_ms),
      figure_column<Row>(tr("Mean before"), tr("Mean of a call before"), &Row::before_us, nice_us),
      figure_column<Row>(tr("Mean after"), tr("Mean of a call after"), &Row::after_us, nice_us),
      figure_column<Row>(tr("Ratio"), tr("Mean of a call, after over before: below 1 is faster"), &Row::ratio,
                         ratio_text),
      figure_column<Row>(tr("Noise"), tr("Two standard errors of the ratio"), noise, noise_text),
      {tr("Says"), tr("What the ratio means, given its noise"), verdict},
  };
}

}  // namespace tilescribe::ui
