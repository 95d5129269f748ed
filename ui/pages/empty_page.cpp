// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/empty_page.h"

#include <QLabel>
#include <QPainter>
#include <QPushButton>

#include "ui/pages/pages.h"
#include "ui/pages/recent_list.h"
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
constexpr int recent_width = 560;

}  // namespace

EmptyPage::EmptyPage(Shell& shell)
    : recent_(new QWidget(this)), list_(named("recentList", new RecentList(recent_))) {
  auto* title = new QLabel(tr("Drop audio or video here"), this);
  title->setFont(heading_font(title->font(), 1.8));
  QLabel* note = make_note(
      tr("Tilescribe turns speech into text on this computer. Nothing is sent anywhere unasked."), this);
  note->setAlignment(Qt::AlignHCenter);

  QPushButton* open =
      button(shell.action("open"), "emptyOpen", tr("Open files…"), tr("Choose audio or video files"));
  open->setProperty("primary", true);
  QPushButton* record =
      button(shell.action("recordPage"), "emptyRecord", tr("Record…"), tr("Record and read along"));
  record->setIcon(record_icon());
  QPushButton* sample = button(shell.action("sample"), "emptySample", tr("Try the sample"),
                               tr("Transcribe the recording that comes with Tilescribe"));
  QPushButton* library = button(shell.action("libraryPage"), "emptyLibrary", tr("Library"),
                                tr("Everything that was recorded and transcribed"));

  auto* heading = new QLabel(tr("Recent transcripts"), recent_);
  heading->setFont(heading_font(heading->font()));
  list_->setAccessibleName(heading->text());
  make_column(recent_, {0, 20, 0, 0}, 4, {heading, {list_, 1}});
  recent_->setMaximumWidth(recent_width);
  recent_->hide();
  connect(list_, &RecentList::opened, this, &EmptyPage::openRequested);

  QLayout* buttons = make_row(nullptr, {}, 10, {free_room(), open, record, sample, library, free_room()});
  QLayout* recents = make_row(nullptr, {}, 0, {free_room(), {recent_, 100}, free_room()});
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
               recents,
               free_room(6)});
  setFocusProxy(open);
}

void EmptyPage::set_recent(const std::vector<LibraryEntry>& entries) {
  list_->set_entries(entries);
  recent_->setVisible(!entries.empty());
}

void EmptyPage::paintEvent(QPaintEvent* /*event*/) {
  const ThemeColors& colors = colors_of(palette());
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(palette().color(QPalette::Dark), 2, Qt::DashLine, Qt::RoundCap));
  painter.setBrush(colors.base);
  painter.drawRoundedRect(rect().adjusted(edge, edge, -edge, -edge), 16, 16);
}

QPushButton* EmptyPage::button(QAction& action, const char* name, const QString& text, const QString& what) {
  auto* made = named(name, new QPushButton(text, this));
  follow_action(*made, action, what);
  return made;
}

EmptyPage& add_empty_page(Shell& shell) {
  auto* widget = new EmptyPage(shell);
  Page page;
  page.id = page_id::empty;
  page.title = EmptyPage::tr("No files");
  page.widget = widget;
  page.beside_list = false;
  page.turned = [widget](bool visible) {
    if (visible) emit widget->shown();
  };
  shell.add_page(page);
  shell.show_page(page.id);
  widget->setFocus();  // the first button, not a banner's
  return *widget;
}

}  // namespace tilescribe::ui
