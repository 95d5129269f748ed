// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/kernel_table.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>
#include <array>

#include "ui/format.h"
#include "ui/profile/row_selection.h"
#include "ui/profiling/document_view.h"
#include "ui/profiling/kernel_table_delegates.h"
#include "ui/profiling/kernel_table_model.h"
#include "ui/theme/icons.h"

namespace tilescribe::ui {

namespace {
constexpr int most_kernel_name_width =
    300;  // logical pixels; longer ones are elided, and whole in the tool tip

constexpr std::array<ProfileGrouping, 5> groupings{ProfileGrouping::kernel, ProfileGrouping::op,
                                                   ProfileGrouping::variant, ProfileGrouping::stage,
                                                   ProfileGrouping::layer};

}  // namespace

KernelTable::KernelTable(ProfileDocument& document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      model_(new KernelTableModel(this)),
      proxy_(new QSortFilterProxyModel(this)),
      view_(new QTableView(this)),
      grouping_(new QComboBox(this)),
      search_(new QLineEdit(this)),
      count_(new QLabel(this)) {
  proxy_->setSourceModel(model_);
  proxy_->setSortRole(KernelTableModel::SortRole);
  proxy_->setFilterRole(KernelTableModel::SearchRole);
  proxy_->setFilterCaseSensitivity(Qt::CaseInsensitive);
  proxy_->setSortCaseSensitivity(Qt::CaseInsensitive);

  view_->setObjectName(QStringLiteral("kernelTable"));
  view_->setAccessibleName(tr("Kernels"));
  view_->setModel(proxy_);
  view_->setItemDelegate(new RowDelegate(view_));
  view_->setItemDelegateForColumn(KernelTableModel::StageColumn, new StageDelegate(view_));
  view_->setItemDelegateForColumn(KernelTableModel::ShareColumn, new ShareDelegate(view_));
  view_->setItemDelegateForColumn(KernelTableModel::OverTimeColumn, new SparklineDelegate(view_));
  view_->setSelectionBehavior(QAbstractItemView::SelectRows);
  view_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  view_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  view_->setShowGrid(false);
  view_->setWordWrap(false);
  view_->setFrameShape(QFrame::NoFrame);
  view_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  view_->setTabKeyNavigation(false);
  view_->verticalHeader()->hide();
  view_->verticalHeader()->setDefaultSectionSize(view_->fontMetrics().height() + 9);
  view_->horizontalHeader()->setHighlightSections(false);
  view_->horizontalHeader()->setSectionsMovable(true);
  view_->setSortingEnabled(true);
  view_->sortByColumn(KernelTableModel::TotalColumn, Qt::DescendingOrder);

  grouping_->setObjectName(QStringLiteral("kernelGrouping"));
  grouping_->setAccessibleName(tr("One row per"));
  for (const ProfileGrouping grouping : groupings) {
    grouping_->addItem(grouping_label(grouping), static_cast<int>(grouping));
  }
  search_->setObjectName(QStringLiteral("kernelSearch"));
  search_->setPlaceholderText(tr("Search names, ops, variants"));
  search_->setAccessibleName(tr("Search the kernels"));
  search_->setClearButtonEnabled(true);
  search_->addAction(line_icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
  search_->setMaximumWidth(320);
  count_->setProperty("quiet", true);

  auto* caption = new QLabel(tr("One row per"), this);
  caption->setBuddy(grouping_);
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(10, 6, 10, 6);
  bar->setSpacing(8);
  bar->addWidget(caption);
  bar->addWidget(grouping_);
  bar->addSpacing(8);
  bar->addWidget(search_, 1);
  bar->addStretch();
  bar->addWidget(count_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(bar);
  column->addWidget(view_, 1);

  using Part = ProfileDocument::Part;
  auto* view = new DocumentView(
      document, {Part::table}, *this, [this] { clear(); }, [this] { refresh(); });
  connect(grouping_, &QComboBox::currentIndexChanged, view, &DocumentView::refresh);
  connect(search_, &QLineEdit::textChanged, this, [this](const QString& text) {
    marking_ = true;  // rows hidden by the search stay selected
    proxy_->setFilterFixedString(text);
    marking_ = false;
    mark_selected();
    show_count();
  });
  connect(view_->selectionModel(), &QItemSelectionModel::selectionChanged, this,
          &KernelTable::take_selection);
}

ProfileGrouping KernelTable::grouping() const {
  return static_cast<ProfileGrouping>(grouping_->currentData().toInt());
}

void KernelTable::clear() {
  rows_.reset();
  marking_ = true;
  model_->set_rows({}, grouping());
  marking_ = false;
  show_count();
}

void KernelTable::refresh() {
  auto rows = document_.table(grouping());
  if (!rows || rows == rows_) return mark_selected();
  const bool is_first = !rows_;
  rows_ = std::move(rows);
  rows_are_ = grouping();
  marking_ = true;
  // A selection has at most one layer.
  view_->setSelectionMode(rows_are_ == ProfileGrouping::layer ? QAbstractItemView::SingleSelection
                                                              : QAbstractItemView::ExtendedSelection);
  model_->set_rows(*rows_, rows_are_);
  marking_ = false;
  if (is_first) {
    view_->resizeColumnsToContents();
    if (view_->columnWidth(0) > most_kernel_name_width) view_->setColumnWidth(0, most_kernel_name_width);
  }
  mark_selected();
  show_count();
}

void KernelTable::mark_selected() {
  marking_ = true;
  QItemSelection marked;
  QModelIndex first;
  for (int i = 0; i < proxy_->rowCount(); ++i) {
    const QModelIndex index = proxy_->index(i, 0);
    const ProfileRow& row = model_->rows()[static_cast<std::size_t>(proxy_->mapToSource(index).row())];
    if (!is_chosen(row, rows_are_, document_.selection())) continue;
    if (!first.isValid()) first = index;
    marked.select(index, proxy_->index(i, KernelTableModel::ColumnCount - 1));
  }
  view_->selectionModel()->select(marked, QItemSelectionModel::ClearAndSelect);
  if (first.isValid()) view_->scrollTo(first);
  marking_ = false;
}

void KernelTable::take_selection() {
  if (marking_ || !rows_) return;
  const ProfileSelection within = around_rows(document_.selection(), rows_are_);
  ProfileSelection chosen = within;
  const QModelIndexList indexes = view_->selectionModel()->selectedRows();
  for (const QModelIndex& index : indexes) {
    const ProfileRow& row = model_->rows()[static_cast<std::size_t>(proxy_->mapToSource(index).row())];
    if (indexes.size() == 1) {
      chosen = selection_of(row, rows_are_, within);
    } else {
      chosen.kinds.insert(row.kinds.begin(), row.kinds.end());
    }
  }
  document_.select(chosen);
}

void KernelTable::show_count() {
  const int shown = proxy_->rowCount(), all = model_->rowCount();
  if (shown != all) {
    count_->setText(tr("%1 of %2 rows").arg(nice_count(shown), nice_count(all)));
  } else {
    count_->setText(all == 1 ? tr("1 row") : tr("%1 rows").arg(nice_count(all)));
  }
}

}  // namespace tilescribe::ui
