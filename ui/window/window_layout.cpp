// SPDX-License-Identifier: Apache-2.0
// The main window's layout, and what features put into it.
#include <QCoreApplication>
#include <QPainter>
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <algorithm>
#include <utility>

#include "ui/theme/icons.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/window/main_window.h"

namespace tilescribe::ui {

namespace {

// Logical pixels.
constexpr int least_height = 480;  // of the window
constexpr int least_width = 780;
constexpr int least_width_with_pane = 900;  // list, page and side pane side by side

/// Covers the window while files are dragged over it, and says what dropping does. The mouse passes through.
class DropOverlay : public QWidget {
  Q_DECLARE_TR_FUNCTIONS(DropOverlay)

 public:
  explicit DropOverlay(QWidget* parent) : QWidget(parent) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
  }

 protected:
  void paintEvent(QPaintEvent* /*event*/) override {
    constexpr int margin = 12;  // from the window's edge to the outline
    constexpr int icon_size = 72;
    constexpr int gap = 14;  // between icon and words
    const ThemeColors& colors = colors_of(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    // Opaque, because there may be large words below.
    painter.fillRect(rect(), colors.window);
    painter.setPen(QPen(colors.accent, 3));
    painter.setBrush(colors.base);
    painter.drawRoundedRect(rect().adjusted(margin, margin, -margin, -margin), 16, 16);
    painter.setFont(heading_font(font(), 1.8));
    painter.setPen(colors.text);
    const int line = painter.fontMetrics().height();
    const QPoint middle = rect().center();
    const QRect words(0, middle.y() - line / 2, width(), line);
    painter.drawText(words, Qt::AlignCenter, tr("Drop to transcribe"));
    paint_icon(painter, QStringLiteral("waveform"),
               QRectF(middle.x() - icon_size / 2.0, words.top() - gap - icon_size, icon_size, icon_size),
               colors.accent);
  }
};

/// Wide enough for its pages' buttons, and for about fifty characters of text.
class BesideList : public QStackedWidget {
 public:
  using QStackedWidget::QStackedWidget;
  QSize minimumSizeHint() const override { return QStackedWidget::minimumSizeHint().expandedTo({400, 0}); }
};

/// Banners one above the other, and a line below them where one is shown.
class BannerArea : public QWidget {
 public:
  explicit BannerArea(QWidget* parent)
      : QWidget(parent), rows_(make_column(nullptr, {}, 0, {})), line_(new QWidget(this)) {
    make_column(line_, {0, 10, 0, 0}, 0, {make_hairline(line_)});
    make_column(this, {}, 0, {rows_, line_});
    line_->hide();
  }
  QVBoxLayout* rows() { return rows_; }

 protected:
  bool event(QEvent* event) override {
    if (event->type() == QEvent::LayoutRequest) {
      bool shown = false;
      for (int i = 0; i < rows_->count(); ++i) shown = shown || !rows_->itemAt(i)->widget()->isHidden();
      line_->setVisible(shown);
    }
    return QWidget::event(event);
  }

 private:
  QVBoxLayout* rows_;
  QWidget* line_;
};

QSplitter* make_splitter(QWidget* parent) {
  auto* splitter = new QSplitter(parent);
  splitter->setHandleWidth(1);
  splitter->setChildrenCollapsible(false);
  return splitter;
}

}  // namespace

void MainWindow::make_layout() {
  setMinimumSize(least_width, least_height);
  auto* central = new QWidget(this);
  auto* banner_area = new BannerArea(this);
  banners_ = banner_area->rows();
  failures_ = new FailureBanner(this);
  put(failures_, Place::banner);
  auto* sidebar = new QWidget(this);
  sidebar->setMinimumWidth(256);
  list_column_ = make_column(sidebar, {}, 0, {});
  beside_ = new BesideList(this);
  splitter_ = make_splitter(this);
  splitter_->addWidget(sidebar);
  splitter_->addWidget(beside_);
  splitter_->setStretchFactor(0, 0);
  splitter_->setStretchFactor(1, 1);
  splitter_->setSizes({300, 800});
  whole_ = new QStackedWidget(this);
  whole_->addWidget(splitter_);
  side_pane_ = new QWidget(this);
  make_column(side_pane_, {}, 0, {});
  side_pane_->hide();
  outer_splitter_ = make_splitter(this);
  outer_splitter_->addWidget(whole_);
  outer_splitter_->addWidget(side_pane_);
  outer_splitter_->setStretchFactor(0, 1);
  outer_splitter_->setStretchFactor(1, 0);
  make_column(central, {}, 0, {banner_area, {outer_splitter_, 1}});
  setCentralWidget(central);
  overlay_ = new DropOverlay(this);
}

void MainWindow::put(QWidget* widget, Place place) {
  switch (place) {
    case Place::banner:
      return banners_->addWidget(widget);
    case Place::list_head:
      return list_column_->insertWidget(0, widget);
    case Place::list_row:
      return list_column_->insertWidget(1, widget);
    case Place::list:
      return list_column_->addWidget(widget, 1);
    case Place::side_pane:
      return static_cast<QVBoxLayout*>(side_pane_->layout())->addWidget(widget, 1);
    case Place::status:
      status_ = widget;
      return statusBar()->addWidget(widget);
    case Place::chip:
      return statusBar()->addPermanentWidget(widget);
  }
}

/// Tab goes from the top to the bottom, in whatever order features came and made their widgets.
bool MainWindow::focusNextPrevChild(bool next) {
  std::vector<const QWidget*> areas;
  for (const QBoxLayout* column : {banners_, list_column_}) {
    for (int i = 0; i < column->count(); ++i) areas.push_back(column->itemAt(i)->widget());
  }
  areas.insert(areas.end(), {beside_, whole_, side_pane_, statusBar()});
  std::vector<std::vector<QWidget*>> reached(areas.size());
  for (QWidget* each = nextInFocusChain(); each != this; each = each->nextInFocusChain()) {
    if (each->focusPolicy() == Qt::NoFocus || each->focusProxy() != nullptr) continue;
    const auto area =
        std::ranges::find_if(areas, [each](auto* one) { return one == each || one->isAncestorOf(each); });
    if (area != areas.end()) reached[static_cast<std::size_t>(area - areas.begin())].push_back(each);
  }
  QWidget* before = this;
  for (const auto& widgets : reached) {
    for (QWidget* each : widgets) setTabOrder(std::exchange(before, each), each);
  }
  return QMainWindow::focusNextPrevChild(next);
}

void MainWindow::show_side_pane(bool visible) {
  setMinimumWidth(visible ? least_width_with_pane : least_width);
  side_pane_->setVisible(visible);
}

}  // namespace tilescribe::ui
