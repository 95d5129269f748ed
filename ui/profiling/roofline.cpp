// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/roofline.h"

#include <QLabel>
#include <QStackedLayout>

#include "ui/chart/chart_style.h"
#include "ui/format.h"
#include "ui/profile/profiling_texts.h"
#include "ui/profile/row_selection.h"
#include "ui/profiling/document_view.h"
#include "ui/profiling/profile_colors.h"
#include "ui/translations.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/words.h"

namespace tilescribe::ui {

RooflineView::RooflineView(ProfileDocument& document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      plot_(new RooflinePlot(this)),
      message_(make_chart_message(QStringLiteral("rooflineMessage"), this)),
      stack_(new QStackedLayout(this)) {
  setAccessibleName(tr("Roofline"));
  plot_->set_chosen([this](const ProfileRow& row) { return is_chosen(row); });
  plot_->set_tip([](const ProfileRow& row) { return tip(row); });
  connect(plot_, &RooflinePlot::clicked, this, &RooflineView::choose);
  QLabel* note = make_note(
      tr("Computed from counted operations and bytes, with the ceilings measured on this device. The "
         "larger a mark, the more time it took. Disc: memory-bound; square: compute-bound; "
         "diamond: near neither ceiling. Overlapping kernels share one mark."),
      this);
  note->setContentsMargins(12, 8, 12, 6);
  auto* page = new QWidget(this);
  make_column(page, {}, 0, {note, {plot_, 1}});
  stack_->addWidget(message_);
  stack_->addWidget(page);
  const auto clear = [this] {
    rows_.reset();
    fill();
  };
  new DocumentView(document, {ProfileDocument::Part::roofline}, *this, clear, [this] { refresh(); });
  clear();
}

void RooflineView::refresh() {
  auto rows = document_.roofline();
  if (!rows || rows == rows_) return plot_->draw();  // others are chosen, or it looks different
  rows_ = std::move(rows);
  fill();
}

void RooflineView::fill() {
  const ProfileSession* session = document_.session().get();
  plot_->set_rows(rows_, session ? session->setting : ProfileSetting{});
  message_->setText(session ? roofline().missing
                            : tr("Open a profile to see its kernels under the ceilings."));
  stack_->setCurrentIndex(rows_ && roofline().missing.isEmpty() ? 1 : 0);
  setAccessibleDescription(roofline().missing);
}

void RooflineView::choose(const ProfileRow* row) {
  ProfileSelection chosen = document_.selection();
  chosen.kinds.clear();
  if (row != nullptr && !is_chosen(*row)) chosen.kinds.insert(row->kinds.begin(), row->kinds.end());
  document_.select(chosen);
}

bool RooflineView::is_chosen(const ProfileRow& row) const {
  return ui::is_chosen(row, ProfileGrouping::variant, document_.selection());
}

QString RooflineView::tip(const ProfileRow& row) {
  QString text = QStringLiteral("<p><b>%1</b><br>%2</p>")
                     .arg(profile_name(row.name).toHtmlEscaped(), stage_label(row.stage).toHtmlEscaped());
  text += tr("%1 of the time, %2 call(s)", nullptr, plural(row.calls))
              .arg(nice_percent(100.0 * row.share), nice_count(row.calls));
  if (row.gb_s && row.tflop_s) {
    text += QStringLiteral("<br>%1, %2").arg(nice_flop_rate(*row.tflop_s), nice_rate(*row.gb_s));
  }
  if (row.intensity)
    text += QStringLiteral("<br>") + tr("%1 operations per byte").arg(nice_number(*row.intensity));
  if (!row.bound_reason.empty()) {
    text += QStringLiteral("<p>%1</p>").arg(words(row.bound_reason).toHtmlEscaped());
  }
  return text;
}

}  // namespace tilescribe::ui
