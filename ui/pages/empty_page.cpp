// SPDX-License-Identifier: Apache-2.0
#include <QCoreApplication>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

#include "ui/pages/pages.h"
#include "ui/shell/actions.h"
#include "ui/shell/shell.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

namespace {

constexpr int edge = 12;  // from the window's edge to the dashed outline, logical pixels
constexpr int picture_size = 72;

/// With its dashed outline.
class EmptyPage : public QWidget {
  Q_DECLARE_TR_FUNCTIONS(EmptyPage)

 public:
  explicit EmptyPage(Shell& shell) {
    auto* title = new QLabel(tr("Drop audio or video here"), this);
    title->setFont(heading_font(title->font(), 1.8));
    QLabel* note =
        make_note(tr("Tilescribe turns speech into text on this computer. Nothing is sent anywhere."), this);
    note->setAlignment(Qt::AlignHCenter);

    open = button(shell.action("open"), "emptyOpen", tr("Open files…"), tr("Choose audio or video files"));
    open->setProperty("primary", true);
    QPushButton* record =
        button(shell.action("recordPage"), "emptyRecord", tr("Record…"), tr("Record and read along"));
    record->setIcon(record_icon());
    QPushButton* sample = button(shell.action("sample"), "emptySample", tr("Try the sample"),
                                 tr("Transcribe the recording that comes with Tilescribe"));

    QPushButton* library = button(shell.action("libraryPage"), "emptyLibrary", tr("Library"),
                                  tr("Everything that was recorded and transcribed"));

    QLayout* buttons = make_row(nullptr, {}, 10, {free_room(), open, record, sample, library, free_room()});
    auto* picture = new ThemeIcon(picture_size, &ThemeColors::accent, QStringLiteral("waveform"), this);
    make_column(this, {2 * edge, 2 * edge, 2 * edge, 2 * edge}, -1,
                {free_room(5),
                 {picture, 0, Qt::AlignHCenter},
                 fixed_room(14),
                 {title, 0, Qt::AlignHCenter},
                 fixed_room(6),
                 note,
                 fixed_room(20),
                 buttons,
                 free_room(6)});
  }
  QPushButton* open = nullptr;

 protected:
  void paintEvent(QPaintEvent* /*event*/) override {
    const ThemeColors& colors = colors_of(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(palette().color(QPalette::Dark), 2, Qt::DashLine, Qt::RoundCap));
    painter.setBrush(colors.base);
    painter.drawRoundedRect(rect().adjusted(edge, edge, -edge, -edge), 16, 16);
  }

 private:
  QPushButton* button(QAction& action, const char* name, const QString& text, const QString& what) {
    auto* made = named(name, new QPushButton(text, this));
    follow_action(*made, action, what);
    return made;
  }
};

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
