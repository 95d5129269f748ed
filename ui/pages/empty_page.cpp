// SPDX-License-Identifier: Apache-2.0
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/pages/pages.h"
#include "ui/shell/actions.h"
#include "ui/shell/shell.h"
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

/// With its dashed outline.
class EmptyPage : public QWidget {
  Q_DECLARE_TR_FUNCTIONS(EmptyPage)

 public:
  explicit EmptyPage(Shell& shell);
  QPushButton* open = nullptr;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QPushButton* button(QAction& action, const char* name, const QString& text, const QString& what);
};

QPushButton* EmptyPage::button(QAction& action, const char* name, const QString& text, const QString& what) {
  auto* made = new QPushButton(text, this);
  made->setObjectName(QLatin1String(name));
  follow_action(*made, action, what);
  return made;
}

EmptyPage::EmptyPage(Shell& shell) {
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

  open = button(shell.action("open"), "emptyOpen", tr("Open files…"), tr("Choose audio or video files"));
  open->setProperty("primary", true);
  QPushButton* record =
      button(shell.action("recordPage"), "emptyRecord", tr("Record…"), tr("Record and read along"));
  record->setIcon(record_icon());
  QPushButton* sample = button(shell.action("sample"), "emptySample", tr("Try the sample"),
                               tr("Transcribe the recording that comes with Tilescribe"));

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

}  // namespace

void add_empty_page(Shell& shell) {
  auto* widget = new EmptyPage(shell);
  Page page;
  page.id = page_id::empty;
  page.title = EmptyPage::tr("No files");
  page.widget = widget;
  page.beside_list = false;
  shell.add_page(page);
  shell.show_page(page.id);
  widget->open->setFocus();  // not a banner's button
}

}  // namespace tilescribe::ui
