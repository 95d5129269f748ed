// SPDX-License-Identifier: Apache-2.0
#include "ui/window/empty_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace tilescribe::ui {

namespace {

constexpr int edge = 12;  // from the window's edge to the dashed outline, logical pixels
constexpr int picture_size = 72;

class Picture : public QWidget {
 public:
  explicit Picture(QWidget* parent) : QWidget(parent) { setFixedSize(picture_size, picture_size); }

 protected:
  void paintEvent(QPaintEvent* /*event*/) override {
    QPainter painter(this);
    paint_icon(painter, QStringLiteral("waveform"), rect(), colors_of(palette()).accent);
  }
};

}  // namespace

EmptyPage::EmptyPage(QWidget* parent) : QWidget(parent) {
  auto* title = new QLabel(tr("Drop audio or video here"), this);
  QFont large = title->font();
  large.setPointSizeF(large.pointSizeF() * 1.8);
  large.setWeight(QFont::DemiBold);
  title->setFont(large);
  auto* note =
      new QLabel(tr("Tilescribe turns speech into text on this computer. Nothing is sent anywhere."), this);
  note->setProperty("quiet", true);
  note->setWordWrap(true);
  note->setAlignment(Qt::AlignHCenter);

  auto* open = new QPushButton(tr("Open files…"), this);
  open->setObjectName(QStringLiteral("emptyOpen"));
  open->setProperty("primary", true);
  open->setToolTip(tr("Choose audio or video files (Ctrl+O)"));
  auto* record = new QPushButton(tr("Record…"), this);
  record->setObjectName(QStringLiteral("emptyRecord"));
  record->setIcon(record_icon());
  record->setToolTip(tr("Record and read along. Ctrl+R starts at once."));
  connect(record, &QPushButton::clicked, this, &EmptyPage::recordClicked);
  auto* sample = new QPushButton(tr("Try the sample"), this);
  sample->setObjectName(QStringLiteral("emptySample"));
  sample->setToolTip(tr("Transcribe the recording that comes with Tilescribe"));
  connect(open, &QPushButton::clicked, this, &EmptyPage::openClicked);
  connect(sample, &QPushButton::clicked, this, &EmptyPage::sampleClicked);

  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(10);
  buttons->addStretch();
  buttons->addWidget(open);
  buttons->addWidget(record);
  buttons->addWidget(sample);
  buttons->addStretch();

  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(2 * edge, 2 * edge, 2 * edge, 2 * edge);
  column->addStretch(5);
  column->addWidget(new Picture(this), 0, Qt::AlignHCenter);
  column->addSpacing(14);
  column->addWidget(title, 0, Qt::AlignHCenter);
  column->addSpacing(6);
  column->addWidget(note);
  column->addSpacing(20);
  column->addLayout(buttons);
  column->addStretch(6);
}

void EmptyPage::paintEvent(QPaintEvent* /*event*/) {
  const ThemeColors& colors = colors_of(palette());
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(palette().color(QPalette::Dark), 2, Qt::DashLine, Qt::RoundCap));
  painter.setBrush(colors.base);
  painter.drawRoundedRect(rect().adjusted(edge, edge, -edge, -edge), 16, 16);
}

}  // namespace tilescribe::ui
