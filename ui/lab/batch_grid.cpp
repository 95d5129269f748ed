// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/batch_grid.h"

#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPalette>
#include <QPushButton>
#include <QTableView>
#include <algorithm>
#include <cmath>
#include <iterator>

#include "ui/format.h"
#include "ui/lab/lab_tables.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/wrapped_label.h"

namespace tilescribe::ui {

namespace {

void insert(std::vector<int>& sorted, int value) {
  const auto place = std::ranges::lower_bound(sorted, value);
  if (place == sorted.end() || *place != value) sorted.insert(place, value);
}

}  // namespace

void BatchGridModel::set_cells(std::vector<GridCell> cells) {
  beginResetModel();
  cells_ = std::move(cells);
  windows_.clear();
  seconds_.clear();
  for (const GridCell& one : cells_) {
    insert(windows_, one.windows);
    insert(seconds_, one.seconds);
  }
  const auto [slowest, fastest] = std::ranges::minmax_element(cells_, {}, &GridCell::times_real_time);
  slowest_ = cells_.empty() ? 0.0 : slowest->times_real_time;
  fastest_ = cells_.empty() ? 0.0 : fastest->times_real_time;
  endResetModel();
}

const GridCell* BatchGridModel::cell(const QModelIndex& index) const {
  if (!index.isValid()) return nullptr;
  const int windows = windows_[static_cast<std::size_t>(index.row())];
  const int seconds = seconds_[static_cast<std::size_t>(index.column())];
  const auto found = std::ranges::find_if(
      cells_, [&](const GridCell& one) { return one.windows == windows && one.seconds == seconds; });
  return found == cells_.end() ? nullptr : &*found;
}

QString BatchGridModel::sentence(const QModelIndex& index) const {
  const GridCell* const found = cell(index);
  if (found == nullptr) return {};
  return tr("%n window(s) of %1 s: %2 times real time, %3.", nullptr, found->windows)
      .arg(count_text(found->seconds), nice_number(found->times_real_time),
           nice_duration(std::llround(found->time.ms * 1e6)));
}

/// From the background to a strong tone of the accent colour, on a logarithmic scale. The text stays legible
/// on all of them.
QVariant BatchGridModel::shade(const GridCell& one) const {
  constexpr double strongest = 0.45;
  const double range = std::log(fastest_ / slowest_);
  const double share = range > 0.0 ? std::log(one.times_real_time / slowest_) / range : 1.0;
  const QPalette palette = QGuiApplication::palette();
  const QColor from = palette.color(QPalette::Base), to = palette.color(QPalette::Highlight);
  const auto between = [&](int a, int b) { return static_cast<int>(a + strongest * share * (b - a)); };
  return QColor(between(from.red(), to.red()), between(from.green(), to.green()),
                between(from.blue(), to.blue()));
}

int BatchGridModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(windows_.size());
}

int BatchGridModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(seconds_.size());
}

QVariant BatchGridModel::data(const QModelIndex& index, int role) const {
  const GridCell* const found = cell(index);
  switch (role) {
    case Qt::DisplayRole:
      return found == nullptr ? QStringLiteral("–") : times_text(found->times_real_time);
    case Qt::AccessibleTextRole:
      return found == nullptr ? QStringLiteral("–") : sentence(index);
    case Qt::ToolTipRole:
      return tip_text(sentence(index));
    case Qt::TextAlignmentRole:
      return Qt::AlignCenter;
    case Qt::BackgroundRole:
      return found == nullptr ? QVariant() : shade(*found);
    default:
      return {};
  }
}

QVariant BatchGridModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role != Qt::DisplayRole) return {};
  const std::vector<int>& values = orientation == Qt::Horizontal ? seconds_ : windows_;
  const int value = values[static_cast<std::size_t>(section)];
  return orientation == Qt::Horizontal ? tr("%1 s").arg(count_text(value))
                                       : tr("%n window(s)", nullptr, value);
}

BatchGrid::BatchGrid(QWidget* parent)
    : QWidget(parent),
      model_(new BatchGridModel(this)),
      note_(make_note(tr("How fast the open model is, in times real time, where windows of one length are "
                         "transcribed together. The windows hold noise, and four tokens a second."),
                      this)),
      measure_(named("gridMeasure", new QPushButton(tr("Measure"), this))),
      view_(named("gridTable", new QTableView(this))),
      details_(named("gridDetails", new WrappedLabel(this))) {
  view_->setModel(model_);
  view_->setAccessibleName(tr("Speed by windows and length"));
  view_->setSelectionMode(QAbstractItemView::NoSelection);  // it would hide a shade; the focus shows the cell
  view_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  view_->setFrameShape(QFrame::NoFrame);
  view_->setTabKeyNavigation(false);
  view_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  view_->horizontalHeader()->setHighlightSections(false);
  view_->verticalHeader()->setHighlightSections(false);
  view_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  view_->verticalHeader()->setDefaultSectionSize(view_->fontMetrics().height() + 20);
  measure_->setToolTip(tip_text(tr("Times the open model on the chosen engine, the smallest batches first")));
  details_->setTextFormat(Qt::PlainText);
  details_->setContentsMargins(20, 8, 20, 8);
  QLayout* head = make_row(nullptr, {20, 10, 20, 8}, 12, {{note_, 1}, measure_});
  make_column(this, {}, 0,
              {head,
               make_hairline(this),
               {make_row(nullptr, {20, 8, 20, 0}, 0, {{view_, 1}}), 1},
               make_hairline(this),
               details_});
  connect(measure_, &QPushButton::clicked, this, &BatchGrid::measureClicked);
  connect(view_->selectionModel(), &QItemSelectionModel::currentChanged, this, &BatchGrid::show_chosen);
  set_may_begin(false);
  show_chosen();
}

void BatchGrid::set_may_begin(bool may) {
  measure_->setEnabled(may);
}

void BatchGrid::begin() {
  model_->set_cells({});
  show_chosen();
}

void BatchGrid::set_setting(const BenchSetting& setting) {
  view_->setAccessibleDescription(
      tr("%1, %2").arg(QString::fromStdString(setting.model), QString::fromStdString(setting.engine)));
}

void BatchGrid::add_cells(std::vector<GridCell> cells) {
  const QModelIndex before = view_->currentIndex();
  std::vector<GridCell> all = model_->cells();
  std::ranges::move(cells, std::back_inserter(all));
  model_->set_cells(std::move(all));
  // Later cells come behind the ones before.
  view_->setCurrentIndex(before.isValid() ? model_->index(before.row(), before.column())
                                          : model_->index(0, 0));
  show_chosen();
}

void BatchGrid::show_chosen() {
  const QString chosen = model_->sentence(view_->currentIndex());
  details_->setText(model_->rowCount() == 0 ? tr("Nothing was measured yet.") : chosen);
}

void BatchGrid::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) view_->viewport()->update();
  QWidget::changeEvent(event);
}

}  // namespace tilescribe::ui
