// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/profile_tables.h"

#include "ui/format.h"
#include "ui/profile/profiling_texts.h"
#include "ui/profiling/profile_colors.h"
#include "ui/words.h"

namespace tilescribe::ui {

namespace {

QString name_tip(const ProfileRow& row) {
  QString tip = QStringLiteral("<p><b>%1</b></p>")
                    .arg(profile_name(row.full_name.empty() ? row.name : row.full_name).toHtmlEscaped());
  const auto line = [&tip](const QString& what, const std::string& value) {
    if (!value.empty()) tip += QStringLiteral("%1: %2<br>").arg(what, profile_name(value).toHtmlEscaped());
  };
  line(ProfilingTexts::tr("Op"), row.op);
  line(ProfilingTexts::tr("Variant"), row.variant);
  line(ProfilingTexts::tr("Part of"), row.part_of);
  line(ProfilingTexts::tr("Stage"), row.stage);
  return tip;
}

/// Why it has this rate and this limit, or none.
QString rate_tip(const ProfileRow& row) {
  if (!row.overlapped) return tip_text(words(row.bound_reason));
  return ProfilingTexts::tr("Its time overlaps other kernels and includes waiting, so no rate is given.");
}

/// The middle of the time in which it ran, in parts of its sparkline.
std::optional<double> middle_of(const ProfileRow& row) {
  double sum = 0.0, at = 0.0;
  for (std::size_t i = 0; i < row.sparkline.size(); ++i) {
    sum += static_cast<double>(row.sparkline[i]);
    at += static_cast<double>(i) * static_cast<double>(row.sparkline[i]);
  }
  return sum > 0.0 ? std::optional(at / sum) : std::nullopt;
}

}  // namespace

QString grouping_label(ProfileGrouping grouping) {
  constexpr std::array labels{QT_TRANSLATE_NOOP("Profiling", "Kernel"), QT_TRANSLATE_NOOP("Profiling", "Op"),
                              QT_TRANSLATE_NOOP("Profiling", "Variant"),
                              QT_TRANSLATE_NOOP("Profiling", "Stage"),
                              QT_TRANSLATE_NOOP("Profiling", "Layer")};
  return ProfilingTexts::tr(labels[static_cast<std::size_t>(grouping)]);
}

/// In the order of Column. The grouping determines the first one's title: see set_rows().
std::vector<TableColumn<ProfileRow>> KernelTableModel::columns() {
  using Row = ProfileRow;
  const auto name = [](const Row& row) {
    return row.name.empty() ? tr("(outside all ops)") : profile_name(row.name);
  };
  const auto stage = [](const Row& row) {
    return row.stage.empty() ? tr("several") : profile_name(row.stage);
  };
  const auto bound = [](const Row& row) { return bound_label(row.bound); };
  const auto count = [](double calls) { return nice_count(static_cast<std::int64_t>(calls)); };
  const auto percent = [](double share) { return nice_percent(100.0 * share); };
  const auto share_tip = [](const Row& row) {
    return tr("It adds %1 to the time in which anything ran.").arg(nice_ms(row.busy_ms));
  };
  const auto mean_tip = [](const Row& row) {
    return tr("%1, standard deviation %2").arg(nice_us(row.mean_us), nice_us(row.deviation_us));
  };
  const auto painted = [](const Row&) { return QString(); };
  return {
      {grouping_label(ProfileGrouping::kernel),
       tr("Short name; the full one is in its tool tip"),
       name,
       {},
       name_tip},
      {tr("Stage"), tr("Stage of the work in which it ran"), stage, {}, {}, CellMark::stage},
      figure_column<Row>(tr("Calls"), tr("How often it ran"), &Row::calls, count),
      figure_column<Row>(tr("Total"), tr("All its calls together, without the ops inside them"),
                         &Row::total_ms, nice_ms),
      figure_column<Row>(tr("Share"), tr("Its share of the time in which anything ran"), &Row::share, percent,
                         share_tip, CellMark::share),
      {tr("Over time"),
       tr("When it ran, from the beginning to the end of what is looked at"),
       painted,
       middle_of,
       {},
       CellMark::sparkline},
      figure_column<Row>(tr("Mean"), tr("Mean of a call"), &Row::mean_us, nice_us, mean_tip),
      figure_column<Row>(tr("Median"), tr("Half of its calls took no longer"), &Row::median_us, nice_us),
      figure_column<Row>(tr("p95"), tr("95 of 100 calls took no longer"), &Row::p95_us, nice_us),
      figure_column<Row>(tr("Max"), tr("Its longest call"), &Row::max_us, nice_us),
      figure_column<Row>(tr("GB/s"), tr("Counted bytes that it must move, over its time"), &Row::gb_s,
                         nice_number, rate_tip),
      figure_column<Row>(tr("% mem"), tr("Share of the bandwidth that reading reaches on this device"),
                         &Row::memory_percent, nice_percent, rate_tip),
      figure_column<Row>(tr("TFLOP/s"), tr("Counted operations that it must do, over its time"),
                         &Row::tflop_s, nice_number, rate_tip),
      figure_column<Row>(tr("% peak"), tr("Share of the rate that large products reach on this device"),
                         &Row::compute_percent, nice_percent, rate_tip),
      {tr("Limited by"),
       tr("The ceiling that limits it: moving bytes, computing, or neither"),
       bound,
       {},
       rate_tip},
  };
}

void KernelTableModel::set_rows(std::vector<ProfileRow> rows, ProfileGrouping grouping) {
  set_title(NameColumn, grouping_label(grouping));
  TableModel::set_rows(std::move(rows));
}

QVariant KernelTableModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const ProfileRow& row = rows()[static_cast<std::size_t>(index.row())];
  if (role == SparklineRole)
    return QVariant::fromValue(QList<float>(row.sparkline.begin(), row.sparkline.end()));
  if (role == SearchRole) {
    QStringList all;
    for (const std::string* part :
         {&row.name, &row.full_name, &row.op, &row.variant, &row.part_of, &row.stage}) {
      all << QString::fromStdString(*part);
    }
    return all.join(QLatin1Char('\n'));
  }
  if (role == Qt::AccessibleTextRole) {
    const std::optional<double> middle = index.column() == OverTimeColumn ? middle_of(row) : std::nullopt;
    if (!middle) return TableModel::data(index, Qt::DisplayRole);
    const double percent = 100.0 * *middle / static_cast<double>(row.sparkline.size());
    return tr("around %1 of the time").arg(nice_percent(percent));
  }
  return TableModel::data(index, role);
}

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
      {tr("Stage"), tr("Stage of the work in which it ran"), stage, {}, {}, CellMark::stage},
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
