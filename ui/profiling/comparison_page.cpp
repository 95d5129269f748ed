// SPDX-License-Identifier: Apache-2.0
#include <QEvent>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <qcustomplot.h>

#include "ui/chart/chart_style.h"
#include "ui/format.h"
#include "ui/profile/profiling_texts.h"
#include "ui/profiling/document_view.h"
#include "ui/profiling/profile_colors.h"
#include "ui/profiling/profile_tables.h"
#include "ui/profiling/row_table.h"
#include "ui/profiling/views.h"
#include "ui/theme/theme.h"
#include "ui/translations.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/words.h"

namespace tilescribe::ui {

/// The rows of a comparison that differ most, with two bars each: hatched for before, solid for after. Chosen
/// rows are always included, and the others are pale.
class ComparisonChart : public QCustomPlot {
  Q_DECLARE_TR_FUNCTIONS(tilescribe::ui::ComparisonChart)

 public:
  explicit ComparisonChart(QWidget* parent) : QCustomPlot(parent) {
    setAccessibleName(tr("What differs most"));
    for (QCPBars*& bars : bars_) {
      bars = new QCPBars(yAxis, xAxis);  // horizontal: their key axis is the vertical one
      bars->setWidth(bar);
    }
    bars_[0]->setName(tr("before"));
    bars_[1]->setName(tr("after"));
    bars_[2]->removeFromLegend();
    bars_[3]->removeFromLegend();
    yAxis->setRangeReversed(true);
    yAxis->grid()->setVisible(false);
    yAxis->setTickLength(0, 0);
    xAxis->setLabel(tr("ms of the run"));
    legend->setVisible(true);
    axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignRight | Qt::AlignBottom);
    setMinimumHeight(270);
  }

  /// `chosen`: which rows are chosen.
  void set_rows(const std::vector<ProfileComparisonRow>& rows, const std::vector<bool>& chosen) {
    const auto chosen_count = static_cast<std::size_t>(std::ranges::count(chosen, true));
    std::size_t room_for_others = most_rows - std::min(most_rows, chosen_count);
    rows_.clear();
    for (std::size_t i = 0; i < rows.size() && rows_.size() < most_rows; ++i) {
      if (!chosen[i] && room_for_others == 0) continue;
      if (!chosen[i]) --room_for_others;
      rows_.push_back({rows[i], chosen_count > 0 && !chosen[i]});
    }
    draw_rows();
  }

 protected:
  void changeEvent(QEvent* event) override {
    QCustomPlot::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) draw_rows();
  }

  void resizeEvent(QResizeEvent* event) override {
    QCustomPlot::resizeEvent(event);
    draw_rows();  // the names have a different width now
  }

 private:
  void draw_rows() {
    const ThemeColors& colors = colors_of(palette());
    const bool dark = is_dark(palette());
    style_chart(*this, palette());
    legend->setBrush(colors.base);
    legend->setBorderPen(QPen(colors.border));
    legend->setTextColor(colors.text);
    legend->setFont(font());
    yAxis->setTickLabelColor(colors.text);
    for (std::size_t i = 0; i < bars_.size(); ++i) {
      const bool before = i % 2 == 0, pale = i >= 2;
      const QColor bright = before ? stage_color("idle", dark) : colors.accent;
      const QColor color = mixed(bright, colors.base, pale ? 0.72 : 0.0);
      bars_[i]->setPen(QPen(color));
      bars_[i]->setBrush(QBrush(color, before ? Qt::BDiagPattern : Qt::SolidPattern));
      bars_[i]->data()->clear();
    }

    const QSharedPointer<QCPAxisTickerText> names(new QCPAxisTickerText);
    const QFontMetrics metrics(font());
    double most = 0.0, row = 0.0;
    for (const Row& each : rows_) {
      const QString name =
          QStringLiteral("%1, %2").arg(profile_name(each.row.name), stage_label(each.row.stage));
      names->addTick(row, metrics.elidedText(name, Qt::ElideMiddle, std::max(120, width() / 3)));
      const double before = each.row.before_ms.value_or(0.0), after = each.row.after_ms.value_or(0.0);
      const std::size_t first = each.pale ? 2 : 0;
      bars_[first]->addData(row - bar / 2.0, before);
      bars_[first + 1]->addData(row + bar / 2.0, after);
      most = std::max({most, before, after});
      row += 1.0;
    }
    yAxis->setTicker(names);
    yAxis->setRange(-0.6, std::max(0.6, row - 0.4));
    xAxis->setRange(0.0, most > 0.0 ? 1.05 * most : 1.0);
    replot(QCustomPlot::rpQueuedReplot);
  }

  struct Row {
    ProfileComparisonRow row;
    bool pale = false;
  };
  static constexpr std::size_t most_rows = 10;
  static constexpr double bar = 0.36;  // share of the distance between rows

  std::vector<Row> rows_;           // rows shown, from top to bottom
  std::array<QCPBars*, 4> bars_{};  // before and after, then the same in pale
};

class ComparisonPage : public QWidget {
  Q_DECLARE_TR_FUNCTIONS(tilescribe::ui::ComparisonPage)

 public:
  ComparisonPage(ProfileDocument& document, const std::function<void()>& choose_run, QWidget* parent)
      : QWidget(parent),
        document_(document),
        model_(new ComparisonModel(this)),
        message_(make_chart_message(QStringLiteral("comparisonMessage"), this)),
        summary_(named("comparisonSummary", new QLabel(this))),
        caution_(named("comparisonCaution", make_note({}, this))),
        grouping_(
            named("comparisonGrouping",
                  new GroupingBox({ProfileGrouping::op, ProfileGrouping::variant, ProfileGrouping::kernel,
                                   ProfileGrouping::stage, ProfileGrouping::layer},
                                  this))),
        chart_(new ComparisonChart(this)),
        results_(new QSplitter(Qt::Vertical, this)) {
    summary_->setWordWrap(true);
    caution_->setContentsMargins(12, 0, 12, 8);
    auto* choose = named("chooseComparison", new QPushButton(tr("Choose a saved run…"), this));
    view_ = named("comparisonTable", new RowTable(document, *model_, this));
    view_->setAccessibleName(tr("Comparison"));
    view_->horizontalHeader()->setStretchLastSection(true);
    view_->horizontalHeader()->setSortIndicator(-1,
                                                Qt::DescendingOrder);  // unsorted: largest difference first
    results_->addWidget(chart_);
    results_->addWidget(view_);
    results_->setChildrenCollapsible(false);
    results_->setStretchFactor(1, 1);
    auto* caption = new QLabel(grouping_->accessibleName(), this);
    QLayout* bar = make_row(nullptr, {12, 10, 12, 8}, 10, {{summary_, 1}, caption, grouping_, choose});
    make_column(this, {}, 0, {bar, caution_, {message_, 1}, {results_, 1}});
    connect(choose, &QPushButton::clicked, this, choose_run);
    auto* document_view = new DocumentView(
        document, {ProfileDocument::Part::comparison}, *this, [this] { clear(); }, [this] { refresh(); });
    connect(&document, &ProfileDocument::comparisonChanged, this, &ComparisonPage::clear);
    connect(grouping_, &QComboBox::currentIndexChanged, document_view, &DocumentView::refresh);
    clear();
  }

 private:
  void clear() {
    comparison_.reset();
    fill();
  }

  void refresh() {
    auto comparison = document_.comparison(grouping_->grouping());
    if (!comparison || comparison == comparison_) return mark_chosen();
    comparison_ = std::move(comparison);
    fill();
  }

  void fill() {
    const bool both = document_.session() && document_.before();
    model_->set_rows(comparison_ ? comparison_->rows : std::vector<ProfileComparisonRow>{});
    view_->fit_columns(most_name_width);
    view_->set_rows_are(grouping_->grouping());
    const QString caution_text = comparison_ ? caution() : QString();
    caution_->setText(caution_text);
    caution_->setVisible(!caution_text.isEmpty());
    const bool any = model_->rowCount() > 0;
    message_->setText(
        !document_.session() ? tr("Open a profile first, then a second one to compare it with.")
        : !document_.before()
            ? tr("Choose a saved run to compare with this one: another engine, another variant, or "
                 "the same before a change.")
        : comparison_ ? tr("Nothing in the selection ran. Clear the selection to see all rows.")
                      : QString());
    message_->setVisible(!any);
    results_->setVisible(any);
    grouping_->setEnabled(both);
    mark_chosen();
  }

  void mark_chosen() {
    view_->mark_selected();
    std::vector<bool> chosen;
    for (const ProfileComparisonRow& row : model_->rows()) {
      chosen.push_back(is_chosen(row, view_->rows_are(), document_.selection()));
    }
    chart_->set_rows(model_->rows(), chosen);
    summary_->setText(comparison_ ? summary() : QString());
  }

  QString summary() const {
    const auto& rows = model_->rows();
    double before_ms = 0.0, after_ms = 0.0;
    bool any_chosen = false;
    for (const ProfileComparisonRow& row : rows) {
      if (!is_chosen(row, view_->rows_are(), document_.selection())) continue;
      any_chosen = true;
      before_ms += row.before_ms.value_or(0.0);
      after_ms += row.after_ms.value_or(0.0);
    }
    if (!any_chosen) {
      before_ms = comparison_->before_ms;
      after_ms = comparison_->after_ms;
    }
    const bool part = any_chosen || !around_rows(document_.selection(), view_->rows_are()).empty();
    QString text =
        (part ? tr("The selection took %2 before (%1), %3 after (this profile).")
              : tr("Before: %1, %2. After: this profile, %3."))
            .arg(QFileInfo(document_.before_name()).fileName(), nice_ms(before_ms), nice_ms(after_ms));
    if (before_ms > 0.0 && after_ms > 0.0) {
      const double ratio = before_ms / after_ms;
      const QString faster = part ? tr("It is %1 times as fast.") : tr("The whole run is %1 times as fast.");
      const QString slower =
          part ? tr("It takes %1 times as long.") : tr("The whole run takes %1 times as long.");
      const bool equal = std::abs(ratio - 1.0) < 0.005;  // shown as 1.00 both ways
      text += QLatin1Char(' ') + (equal          ? tr("Both took the same time.")
                                  : ratio >= 1.0 ? faster.arg(nice_number(ratio))
                                                 : slower.arg(nice_number(1.0 / ratio)));
    }
    const auto differing = std::ranges::count(rows, true, &ProfileComparisonRow::differs);
    return text + QLatin1Char(' ') +
           tr("%1 of %2 row(s) differ by more than their noise.", nullptr, plural(std::ssize(rows)))
               .arg(nice_count(differing), nice_count(std::ssize(rows)));
  }

  QString caution() const {
    QString text = words(comparison_->caution);
    if (!document_.selection().range) return text;
    if (!text.isEmpty()) text += QLatin1Char(' ');
    return text +
           tr("The time range belongs to this profile. For the run before, the same number of calls is "
              "shown, at their mean.");
  }

  static constexpr int most_name_width = 320;  // logical pixels

  ProfileDocument& document_;
  std::shared_ptr<const ProfileComparison> comparison_;
  ComparisonModel* model_;
  QLabel* message_;
  QLabel* summary_;
  QLabel* caution_;
  GroupingBox* grouping_;
  ComparisonChart* chart_;
  RowTable* view_;
  QSplitter* results_;
};

QWidget* make_comparison_page(ProfileDocument& document, const std::function<void()>& choose_run,
                              QWidget* parent) {
  return new ComparisonPage(document, choose_run, parent);
}

}  // namespace tilescribe::ui
