// SPDX-License-Identifier: Apache-2.0
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>

#include "ui/format.h"
#include "ui/profiling/document_view.h"
#include "ui/profiling/profile_tables.h"
#include "ui/profiling/row_table.h"
#include "ui/profiling/views.h"
#include "ui/theme/icons.h"
#include "ui/widgets/clear_button.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

class KernelTable : public QWidget {
  Q_DECLARE_TR_FUNCTIONS(tilescribe::ui::KernelTable)

 public:
  KernelTable(ProfileDocument& document, QWidget* parent)
      : QWidget(parent),
        document_(document),
        model_(new KernelTableModel(this)),
        view_(named("kernelTable", new RowTable(document, *model_, this))),
        grouping_(named("kernelGrouping", new GroupingBox({ProfileGrouping::kernel, ProfileGrouping::op,
                                                           ProfileGrouping::variant, ProfileGrouping::stage,
                                                           ProfileGrouping::layer},
                                                          this))),
        count_(new QLabel(this)) {
    view_->setAccessibleName(tr("Kernels"));
    view_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view_->horizontalHeader()->setSectionsMovable(true);
    view_->sortByColumn(KernelTableModel::TotalColumn, Qt::DescendingOrder);
    auto* search = named("kernelSearch", new QLineEdit(this));
    search->setPlaceholderText(tr("Search names, ops, variants"));
    search->setAccessibleName(tr("Search the kernels"));
    ClearButton::add_to(*search);
    search->addAction(line_icon(QStringLiteral("search")), QLineEdit::LeadingPosition)->setText(tr("Search"));
    search->setMaximumWidth(320);
    count_->setProperty("quiet", true);
    auto* caption = new QLabel(grouping_->accessibleName(), this);
    caption->setBuddy(grouping_);
    QLayout* bar = make_row(nullptr, {10, 6, 10, 6}, 8,
                            {caption, grouping_, fixed_room(8), {search, 1}, free_room(0), count_});
    make_column(this, {}, 0, {bar, {view_, 1}});

    auto* view = new DocumentView(
        document, {ProfileDocument::Part::table}, *this, [this] { clear(); }, [this] { refresh(); });
    connect(grouping_, &QComboBox::currentIndexChanged, view, &DocumentView::refresh);
    connect(search, &QLineEdit::textChanged, this, [this](const QString& text) {
      view_->search(text);
      show_count();
    });
  }

 private:
  void clear() {
    rows_.reset();
    model_->set_rows({}, grouping_->grouping());
    show_count();
  }

  void refresh() {
    const ProfileGrouping grouping = grouping_->grouping();
    auto rows = document_.table(grouping);
    if (!rows || rows == rows_) return view_->mark_selected();
    const bool is_first = !rows_;
    rows_ = std::move(rows);
    // A selection has at most one layer.
    view_->setSelectionMode(grouping == ProfileGrouping::layer ? QAbstractItemView::SingleSelection
                                                               : QAbstractItemView::ExtendedSelection);
    model_->set_rows(*rows_, grouping);
    if (is_first) view_->fit_columns(most_name_width);
    view_->set_rows_are(grouping);
    view_->mark_selected();
    show_count();
  }

  void show_count() {
    const int shown = view_->model()->rowCount(), all = model_->rowCount();
    count_->setText(shown != all ? tr("%1 of %2 row(s)", nullptr, all).arg(nice_count(shown), nice_count(all))
                                 : tr("%1 row(s)", nullptr, all).arg(nice_count(all)));
  }

  static constexpr int most_name_width = 300;  // logical pixels; longer ones are whole in the tool tip

  ProfileDocument& document_;
  std::shared_ptr<const ProfileDocument::Rows> rows_;
  KernelTableModel* model_;
  RowTable* view_;
  GroupingBox* grouping_;
  QLabel* count_;
};

QWidget* make_kernel_table(ProfileDocument& document, QWidget* parent) {
  return new KernelTable(document, parent);
}

}  // namespace tilescribe::ui
