// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/comparison_page.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/chart/chart_style.h"
#include "ui/format.h"
#include "ui/profile/row_selection.h"
#include "ui/profiling/comparison_chart.h"
#include "ui/profiling/comparison_model.h"
#include "ui/profiling/document_view.h"
#include "ui/profiling/kernel_table_delegates.h"
#include "ui/profiling/kernel_table_model.h"
#include "ui/words.h"

namespace tilescribe::ui {

namespace {

constexpr int most_name_width = 320;  // logical pixels

QTableView* make_view(QSortFilterProxyModel& proxy, QWidget* parent) {
  auto* view = new QTableView(parent);
  view->setObjectName(QStringLiteral("comparisonTable"));
  view->setAccessibleName(QCoreApplication::translate("ComparisonPage", "Comparison"));
  view->setModel(&proxy);
  view->setItemDelegate(new RowDelegate(view));
  view->setItemDelegateForColumn(ComparisonModel::StageColumn, new StageDelegate(view));
  view->setSelectionBehavior(QAbstractItemView::SelectRows);
  view->setSelectionMode(QAbstractItemView::SingleSelection);
  view->setEditTriggers(QAbstractItemView::NoEditTriggers);
  view->setShowGrid(false);
  view->setWordWrap(false);
  view->setFrameShape(QFrame::NoFrame);
  view->setTabKeyNavigation(false);
  view->verticalHeader()->hide();
  view->verticalHeader()->setDefaultSectionSize(view->fontMetrics().height() + 9);
  view->horizontalHeader()->setHighlightSections(false);
  view->horizontalHeader()->setStretchLastSection(true);
  view->setSortingEnabled(true);
  view->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);  // unsorted: largest difference first
  return view;
}

}  // namespace

ComparisonPage::ComparisonPage(ProfileDocument& document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      model_(new ComparisonModel(this)),
      proxy_(new QSortFilterProxyModel(this)),
      message_(make_chart_message(QStringLiteral("comparisonMessage"), this)),
      summary_(new QLabel(this)),
      caution_(new QLabel(this)),
      grouping_(new QComboBox(this)),
      chart_(new ComparisonChart(this)) {
  summary_->setObjectName(QStringLiteral("comparisonSummary"));
  summary_->setWordWrap(true);
  caution_->setObjectName(QStringLiteral("comparisonCaution"));
  caution_->setWordWrap(true);
  caution_->setProperty("quiet", true);
  for (const ProfileGrouping grouping :
       {ProfileGrouping::op, ProfileGrouping::variant, ProfileGrouping::kernel, ProfileGrouping::stage,
        ProfileGrouping::layer}) {
    grouping_->addItem(grouping_label(grouping), static_cast<int>(grouping));
  }
  grouping_->setObjectName(QStringLiteral("comparisonGrouping"));
  grouping_->setAccessibleName(tr("One row per"));
  auto* choose = new QPushButton(tr("Choose a saved run…"), this);
  choose->setObjectName(QStringLiteral("chooseComparison"));
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(12, 10, 12, 8);
  bar->setSpacing(10);
  bar->addWidget(summary_, 1);
  bar->addWidget(new QLabel(tr("One row per"), this));
  bar->addWidget(grouping_);
  bar->addWidget(choose);
  caution_->setContentsMargins(12, 0, 12, 8);
  proxy_->setSourceModel(model_);
  proxy_->setSortRole(ComparisonModel::SortRole);
  view_ = make_view(*proxy_, this);
  auto* splitter = new QSplitter(Qt::Vertical, this);
  splitter->addWidget(chart_);
  splitter->addWidget(view_);
  splitter->setChildrenCollapsible(false);
  splitter->setStretchFactor(1, 1);
  results_ = splitter;
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(bar);
  column->addWidget(caution_);
  column->addWidget(message_, 1);
  column->addWidget(results_, 1);
  connect(choose, &QPushButton::clicked, this, &ComparisonPage::chooseClicked);
  using Part = ProfileDocument::Part;
  auto* document_view = new DocumentView(
      document, {Part::comparison}, *this, [this] { clear(); }, [this] { refresh(); });
  connect(&document, &ProfileDocument::comparisonChanged, this, &ComparisonPage::clear);
  connect(grouping_, &QComboBox::currentIndexChanged, document_view, &DocumentView::refresh);
  connect(view_->selectionModel(), &QItemSelectionModel::selectionChanged, this,
          &ComparisonPage::take_selection);
  clear();
}

void ComparisonPage::clear() {
  comparison_.reset();
  fill();
}

void ComparisonPage::refresh() {
  auto comparison = document_.comparison(grouping());
  if (!comparison || comparison == comparison_) return mark_chosen();
  comparison_ = std::move(comparison);
  rows_are_ = grouping();
  fill();
}

ProfileGrouping ComparisonPage::grouping() const {
  return static_cast<ProfileGrouping>(grouping_->currentData().toInt());
}

void ComparisonPage::fill() {
  const bool both = document_.session() && document_.before();
  marking_ = true;
  model_->set_rows(comparison_ ? comparison_->rows : std::vector<ProfileComparisonRow>{});
  marking_ = false;
  view_->resizeColumnsToContents();
  if (view_->columnWidth(0) > most_name_width) view_->setColumnWidth(0, most_name_width);
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

void ComparisonPage::mark_chosen() {
  marking_ = true;
  const std::vector<ProfileComparisonRow>& rows = model_->rows();
  std::vector<bool> chosen;
  QItemSelection marked;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    chosen.push_back(is_chosen(rows[i], rows_are_, document_.selection()));
    if (!chosen.back()) continue;
    const QModelIndex index = proxy_->mapFromSource(model_->index(static_cast<int>(i), 0));
    marked.select(index, index.siblingAtColumn(ComparisonModel::ColumnCount - 1));
  }
  view_->selectionModel()->select(marked, QItemSelectionModel::ClearAndSelect);
  if (!marked.isEmpty()) view_->scrollTo(marked.first().topLeft());
  chart_->set_rows(rows, chosen);
  summary_->setText(comparison_ ? summary() : QString());
  marking_ = false;
}

void ComparisonPage::take_selection() {
  if (marking_) return;
  ProfileSelection chosen = around_rows(document_.selection(), rows_are_);
  const QModelIndexList indexes = view_->selectionModel()->selectedRows();
  if (!indexes.isEmpty()) {
    const auto row = static_cast<std::size_t>(proxy_->mapToSource(indexes.front()).row());
    chosen = selection_of(model_->rows()[row], rows_are_, chosen);
  }
  document_.select(chosen);
}

QString ComparisonPage::summary() const {
  const auto& rows = model_->rows();
  double before_ms = 0.0, after_ms = 0.0;
  bool any_chosen = false;
  for (const ProfileComparisonRow& row : rows) {
    if (!is_chosen(row, rows_are_, document_.selection())) continue;
    any_chosen = true;
    before_ms += row.before_ms.value_or(0.0);
    after_ms += row.after_ms.value_or(0.0);
  }
  if (!any_chosen) {
    before_ms = comparison_->before_ms;
    after_ms = comparison_->after_ms;
  }
  const bool part = any_chosen || !around_rows(document_.selection(), rows_are_).empty();
  QString text =
      (part ? tr("The selection took %2 before (%1), %3 after (this profile).")
            : tr("Before: %1, %2. After: this profile, %3."))
          .arg(QFileInfo(document_.before_name()).fileName(), nice_duration(std::llround(before_ms * 1e6)),
               nice_duration(std::llround(after_ms * 1e6)));
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
  const auto differing = std::count_if(rows.begin(), rows.end(), [](const auto& row) { return row.differs; });
  return text + QLatin1Char(' ') +
         tr("%1 of %2 rows differ by more than their noise.")
             .arg(nice_count(differing), nice_count(std::ssize(rows)));
}

QString ComparisonPage::caution() const {
  QString text = words(comparison_->caution);
  if (!document_.selection().range) return text;
  if (!text.isEmpty()) text += QLatin1Char(' ');
  return text + tr("The time range belongs to this profile. For the run before, the same number of calls is "
                   "shown, at their mean.");
}

}  // namespace tilescribe::ui
