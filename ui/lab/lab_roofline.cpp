// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/lab_roofline.h"

#include <QEvent>
#include <QLabel>
#include <QStackedLayout>
#include <utility>

#include "ui/chart/chart_style.h"
#include "ui/format.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/words.h"

namespace tilescribe::ui {

namespace {

QString tip(const ProfileRow& row) {
  QString text = QStringLiteral("<p><b>%1</b>").arg(QString::fromStdString(row.full_name).toHtmlEscaped());
  if (row.gb_s && row.tflop_s)
    text += QStringLiteral("<br>%1, %2").arg(nice_flop_rate(*row.tflop_s), nice_rate(*row.gb_s));
  if (row.intensity)
    text +=
        QStringLiteral("<br>") + LabRoofline::tr("%1 operations per byte").arg(nice_number(*row.intensity));
  return text + QStringLiteral("<p>%1</p>").arg(words(row.bound_reason).toHtmlEscaped());
}

}  // namespace

LabRoofline::LabRoofline(QWidget* parent)
    : QWidget(parent),
      plot_(new RooflinePlot(this)),
      message_(make_chart_message(QStringLiteral("labRooflineMessage"), this)),
      stack_(new QStackedLayout(this)) {
  setAccessibleName(tr("Roofline"));
  plot_->set_tip(tip);
  connect(plot_, &RooflinePlot::clicked, this, [this](const ProfileRow* row) {
    if (row != nullptr) emit chosen(static_cast<int>(row - rows_->data()));
  });
  QLabel* note = make_note(
      tr("Computed from counted operations and bytes, with the ceilings measured in the same run. The longer "
         "it took, the larger its mark. Disc: memory-bound; square: compute-bound; diamond: near neither "
         "ceiling."),
      this);
  note->setContentsMargins(20, 8, 20, 6);
  auto* page = new QWidget(this);
  make_column(page, {}, 0, {note, {plot_, 1}});
  stack_->addWidget(message_);
  stack_->addWidget(page);
  show_rows({}, {}, false);
}

void LabRoofline::show_rows(const std::vector<OpRow>& rows, const BenchSetting& setting, bool on_gpu) {
  ProfileSetting measured;
  measured.compute = setting.compute;
  measured.ceilings = setting.ceilings;
  rows_ = std::make_shared<const std::vector<ProfileRow>>(bench_roofline(rows, setting, on_gpu));
  plot_->set_rows(rows_, measured);
  const QString& missing = plot_->roofline().missing;
  message_->setText(rows.empty() ? tr("Time a variant to see it under this device's ceilings.") : missing);
  stack_->setCurrentIndex(missing.isEmpty() ? 1 : 0);
  setAccessibleDescription(missing);
}

void LabRoofline::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) plot_->draw();
  QWidget::changeEvent(event);
}

}  // namespace tilescribe::ui
