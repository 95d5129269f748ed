// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/comparison_page.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QEvent>
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

#include "ui/profiling/chart_style.h"
#include "ui/profiling/comparison_chart.h"
#include "ui/profiling/comparison_model.h"
#include "ui/profiling/kernel_table_delegates.h"
#include "ui/profiling/kernel_table_model.h"
#include "ui/profiling/profile_text.h"

namespace tilescribe::ui {

namespace {

constexpr int most_name_width = 320;  // logical pixels

QTableView* make_view(ComparisonModel& model, QWidget* parent) {
  auto* view = new QTableView(parent);
  auto* proxy = new QSortFilterProxyModel(view);
  proxy->setSourceModel(&model);
  proxy->setSortRole(ComparisonModel::SortRole);
  view->setObjectName(QStringLiteral("comparisonTable"));
  view->setAccessibleName(QCoreApplication::translate("ComparisonPage", "Comparison"));
  view->setModel(proxy);
  view->setItemDelegate(new RowDelegate(view));
  view->setItemDelegateForColumn(ComparisonModel::StageColumn, new StageDelegate(view));
  view->setSelectionBehavior(QAbstractItemView::SelectRows);
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
  view->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);  // as it came: what differs most
  return view;
}

}  // namespace

ComparisonPage::ComparisonPage(QWidget* parent)
    : QWidget(parent),
      model_(new ComparisonModel(this)),
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
  grouping_->setAccessibleName(tr("A row for each"));
  auto* choose = new QPushButton(tr("Choose a saved run…"), this);
  choose->setObjectName(QStringLiteral("chooseComparison"));
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(12, 10, 12, 8);
  bar->setSpacing(10);
  bar->addWidget(summary_, 1);
  bar->addWidget(new QLabel(tr("A row for each"), this));
  bar->addWidget(grouping_);
  bar->addWidget(choose);
  caution_->setContentsMargins(12, 0, 12, 8);
  view_ = make_view(*model_, this);
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
  connect(grouping_, &QComboBox::currentIndexChanged, this, &ComparisonPage::fill);
  fill();
}

void ComparisonPage::set_session(std::shared_ptr<const ProfileSession> session) {
  after_ = std::move(session);
  fill();
}

void ComparisonPage::set_comparison(std::shared_ptr<const ProfileSession> before, const QString& name) {
  before_ = std::move(before);
  name_ = name;
  fill();
}

void ComparisonPage::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) update();
}

void ComparisonPage::fill() {
  ProfileComparison comparison;
  const bool both = before_ && after_;
  if (both) {
    comparison =
        compare_profiles(*before_, *after_, static_cast<ProfileGrouping>(grouping_->currentData().toInt()));
  }
  chart_->set_rows(comparison.rows);
  model_->set_rows(std::move(comparison.rows));
  view_->resizeColumnsToContents();
  if (view_->columnWidth(0) > most_name_width) view_->setColumnWidth(0, most_name_width);
  summary_->setText(both ? summary(comparison) : QString());
  caution_->setText(QString::fromStdString(comparison.caution));
  caution_->setVisible(!comparison.caution.empty());
  message_->setText(
      after_ ? tr("Choose a saved run to hold this one against: another engine, another variant, or "
                  "the same before a change.")
             : tr("Open a profile first, then a second one to hold it against."));
  message_->setVisible(!both);
  results_->setVisible(both);
  grouping_->setEnabled(both);
}

QString ComparisonPage::summary(const ProfileComparison& comparison) const {
  QString text = tr("Before: %1, %2. After: this profile, %3.")
                     .arg(name_, nice_duration(std::llround(comparison.before_ms * 1e6)),
                          nice_duration(std::llround(comparison.after_ms * 1e6)));
  if (comparison.before_ms > 0.0 && comparison.after_ms > 0.0) {
    const double ratio = comparison.before_ms / comparison.after_ms;
    text += QLatin1Char(' ') + (ratio >= 1.0
                                    ? tr("The whole is %1 times as fast.").arg(nice_number(ratio))
                                    : tr("The whole takes %1 times as long.").arg(nice_number(1.0 / ratio)));
  }
  const auto& rows = model_->rows();
  const auto differing = std::count_if(rows.begin(), rows.end(), [](const auto& row) { return row.differs; });
  return text + QLatin1Char(' ') +
         tr("%1 of %2 rows differ by more than their noise.")
             .arg(nice_count(differing), nice_count(std::ssize(rows)));
}

}  // namespace tilescribe::ui
