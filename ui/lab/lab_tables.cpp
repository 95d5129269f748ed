// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/lab_tables.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QSortFilterProxyModel>
#include <QStyle>
#include <QTableView>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "ui/format.h"
#include "ui/profiling/cell_delegate.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/wrapped_label.h"
#include "ui/words.h"

namespace tilescribe::ui {

namespace {

struct LabTables {
  Q_DECLARE_TR_FUNCTIONS(tilescribe::ui::LabTables)
};

QString of_ms(double ms) {
  return nice_duration(std::llround(ms * 1e6));
}

bool has_time(const OpRow& row) {
  return row.time.ms > 0.0;
}

}  // namespace

QString error_text(double error) {
  return std::isfinite(error) ? QLocale().toString(error, 'e', 1) : QStringLiteral("∞");
}

QString kernels_text(const std::vector<OpKernel>& kernels) {
  QStringList lines;
  for (const OpKernel& kernel : kernels) {
    const QString name = QString::fromStdString(kernel.name);
    lines += kernel.registers == 0
                 ? LabTables::tr("Kernel %1: the driver says nothing of its code.").arg(name)
                 : LabTables::tr(
                       "Kernel %1: threads in a block: %2; registers of a thread: %3; shared memory "
                       "of a block: %4; local memory of a thread, for spilled registers: %5.")
                       .arg(name, nice_count(kernel.threads), nice_count(kernel.registers),
                            nice_bytes(kernel.shared_bytes), nice_bytes(kernel.local_bytes));
  }
  return lines.join(QLatin1Char('\n'));
}

QString times_text(double times) {
  return LabTables::tr("%1×").arg(nice_number(times));
}

LabTimesModel* make_times_model(QObject* parent) {
  using Figure = std::optional<double>;
  return new LabTimesModel(
      {{LabTables::tr("Variant"),
        LabTables::tr("Its name, and its configuration if that is not the preferred one"),
        [](const OpRow& row) {
          const QString name = QString::fromStdString(row.variant);
          return row.chosen ? LabTables::tr("%1 (in use)").arg(name) : name;
        }},
       {LabTables::tr("Shape"),
        LabTables::tr("The sizes and types of the problem"),
        [](const OpRow& row) { return QString::fromStdString(row.problem); },
        {},
        [](const OpRow& row) { return tip_text(QString::fromStdString(row.problem)); }},
       figure_column<OpRow>(
           LabTables::tr("Time"), LabTables::tr("The median of a launch"),
           [](const OpRow& row) { return has_time(row) ? Figure(row.time.ms) : Figure(); }, of_ms),
       {LabTables::tr("From – to"), LabTables::tr("The shortest and the longest round, per launch"),
        [](const OpRow& row) {
          return has_time(row)
                     ? LabTables::tr("%1 – %2").arg(of_ms(row.time.least_ms), of_ms(row.time.most_ms))
                     : QStringLiteral("–");
        },
        [](const OpRow& row) { return has_time(row) ? Figure(row.time.most_ms) : Figure(); }},
       figure_column<OpRow>(
           LabTables::tr("Operations"),
           LabTables::tr("Floating-point operations per second, counted from the contract"),
           [](const OpRow& row) { return row.rates.tflop_s; }, nice_flop_rate),
       figure_column<OpRow>(
           LabTables::tr("Of the peak"),
           LabTables::tr("Share of the rate of large matrix products, measured here"),
           [](const OpRow& row) { return row.rates.compute_percent; }, nice_percent),
       figure_column<OpRow>(
           LabTables::tr("Bytes"),
           LabTables::tr("Bytes per second that must move, counted from the contract"),
           [](const OpRow& row) { return row.rates.gb_s; }, nice_rate),
       figure_column<OpRow>(
           LabTables::tr("Of the bandwidth"),
           LabTables::tr("Share of the rate of reading memory, measured here"),
           [](const OpRow& row) { return row.rates.memory_percent; }, nice_percent),
       figure_column<OpRow>(
           LabTables::tr("Error"), LabTables::tr("The largest difference over the largest value"),
           [](const OpRow& row) { return row.error; }, error_text),
       {LabTables::tr("Compared with"),
        LabTables::tr("The reference, or another variant where that would take too long"),
        [](const OpRow& row) {
          if (row.against == "reference") return LabTables::tr("the reference");
          return row.against.empty() ? QStringLiteral("–") : QString::fromStdString(row.against);
        }}},
      parent);
}

LabChecksModel* make_checks_model(QObject* parent) {
  return new LabChecksModel(
      {{LabTables::tr("Result"),
        {},
        [](const CheckRow& row) { return row.passed ? LabTables::tr("Passed") : LabTables::tr("Failed"); }},
       {LabTables::tr("Variant"),
        LabTables::tr("Engine, arithmetic, name, and a configuration that is not preferred"),
        [](const CheckRow& row) { return QString::fromStdString(row.variant); }},
       figure_column<CheckRow>(
           LabTables::tr("Error"), LabTables::tr("The largest difference over the largest value"),
           [](const CheckRow& row) { return std::optional(row.error); }, error_text),
       figure_column<CheckRow>(
           LabTables::tr("Allowed"), LabTables::tr("The largest error that passes"),
           [](const CheckRow& row) { return std::optional(row.tolerance); }, error_text),
       {LabTables::tr("Case"),
        LabTables::tr("The sizes and types of the problem"),
        [](const CheckRow& row) { return QString::fromStdString(row.problem); },
        {},
        [](const CheckRow& row) { return tip_text(QString::fromStdString(row.problem)); }},
       {LabTables::tr("What is wrong"),
        LabTables::tr("The first wrong element, or why there is no result"),
        [](const CheckRow& row) { return words(row.message); },
        {},
        [](const CheckRow& row) { return tip_text(words(row.message)); }}},
      parent);
}

ResultTable::ResultTable(const char* name, const QString& accessible_name, QAbstractItemModel& model,
                         std::function<QString(int)> details, const QString& nothing, QWidget* parent)
    : QWidget(parent),
      details_of_(std::move(details)),
      nothing_(nothing),
      sorted_(new QSortFilterProxyModel(this)),
      view_(named(name, new QTableView(this))),
      details_(new WrappedLabel(this)) {
  sorted_->setSourceModel(&model);
  sorted_->setSortRole(SortRole);
  sorted_->setSortCaseSensitivity(Qt::CaseInsensitive);
  view_->setModel(sorted_);
  view_->setAccessibleName(accessible_name);
  view_->setSelectionBehavior(QAbstractItemView::SelectRows);
  view_->setSelectionMode(QAbstractItemView::SingleSelection);
  view_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  view_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  view_->setShowGrid(false);
  view_->setWordWrap(false);
  view_->setFrameShape(QFrame::NoFrame);
  view_->setTabKeyNavigation(false);
  view_->setItemDelegate(new CellDelegate(view_));
  view_->verticalHeader()->hide();
  view_->verticalHeader()->setDefaultSectionSize(view_->fontMetrics().height() + 9);
  view_->horizontalHeader()->setHighlightSections(false);
  view_->horizontalHeader()->setStretchLastSection(true);
  view_->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
  view_->setSortingEnabled(true);
  details_->setObjectName(QLatin1String(name) + QStringLiteral("Details"));
  details_->setTextFormat(Qt::PlainText);
  details_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  details_->setContentsMargins(20, 8, 20, 8);
  make_column(this, {}, 0,
              {{make_row(nullptr, {14, 0, 14, 0}, 0, {{view_, 1}}), 1}, make_hairline(this), details_});
  connect(view_->horizontalHeader(), &QHeaderView::sectionResized, this, [this](int column) {
    // The last one takes the room that is left.
    if (!fitting_ && column + 1 < sorted_->columnCount() && view_->isVisible()) adjusted_ = true;
  });
  connect(&model, &QAbstractItemModel::rowsInserted, this, &ResultTable::follow);
  connect(&model, &QAbstractItemModel::modelReset, this, &ResultTable::follow);
  connect(view_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
    show_details();
    emit chosenChanged();
  });
  show_details();
}

void ResultTable::follow() {
  if (sorted_->rowCount() == 0) {
    fitted_ = false;
  } else if (!fitted_) {
    fitted_ = true;
    fit_columns();
    if (!view_->currentIndex().isValid()) view_->setCurrentIndex(sorted_->index(0, 0));
  }
  show_details();
}

/// As wide as their contents. Where there is no room for that, the widest become narrower: their texts are
/// whole in the tool tip, and below the table. The last column takes what is left.
void ResultTable::fit_columns() {
  constexpr int most_width = 320, least_width = 90;  // logical pixels
  fitting_ = true;
  view_->resizeColumnsToContents();
  std::vector<int> widths;
  for (int column = 0; column < sorted_->columnCount(); ++column)
    widths.push_back(std::min(view_->columnWidth(column) + 8, most_width));
  const int room = view_->width() - view_->style()->pixelMetric(QStyle::PM_ScrollBarExtent);
  int over = std::accumulate(widths.begin(), widths.end(), 0) - room;
  for (; over > 0; --over) {
    const auto widest = std::ranges::max_element(widths);
    if (*widest <= least_width) break;
    --*widest;
  }
  for (int column = 0; column < sorted_->columnCount(); ++column)
    view_->setColumnWidth(column, widths[static_cast<std::size_t>(column)]);
  fitting_ = false;
}

void ResultTable::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (fitted_ && !adjusted_) fit_columns();
}

int ResultTable::chosen() const {
  const QModelIndex index = view_->currentIndex();
  return index.isValid() ? sorted_->mapToSource(index).row() : -1;
}

void ResultTable::choose(int row) {
  const QModelIndex index = sorted_->mapFromSource(sorted_->sourceModel()->index(row, 0));
  view_->setCurrentIndex(index);
  view_->scrollTo(index);
}

void ResultTable::show_details() {
  const int row = chosen();
  details_->setText(row < 0 ? nothing_ : details_of_(row));
  details_->setVisible(!details_->text().isEmpty());
}

}  // namespace tilescribe::ui
