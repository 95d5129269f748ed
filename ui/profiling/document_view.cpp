// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/document_view.h"

#include <QEvent>
#include <QLabel>
#include <algorithm>
#include <array>

#include "ui/widgets/parts.h"

namespace tilescribe::ui {

DocumentView::DocumentView(ProfileDocument& document, std::vector<ProfileDocument::Part> parts, QWidget& view,
                           std::function<void()> clear, std::function<void()> refresh)
    : QObject(&view),
      document_(document),
      parts_(std::move(parts)),
      view_(view),
      refresh_(std::move(refresh)),
      note_(named("computingNote", new QLabel(tr("computing…"), &view))) {
  note_->setProperty("quiet", true);
  note_->setAutoFillBackground(true);
  note_->setBackgroundRole(QPalette::Base);
  note_->setMargin(6);
  note_->setAttribute(Qt::WA_TransparentForMouseEvents);
  note_->hide();
  moment_.setSingleShot(true);
  moment_.setInterval(150);
  connect(&moment_, &QTimer::timeout, this, &DocumentView::say_so);
  view.installEventFilter(this);
  connect(&document, &ProfileDocument::opened, this, [this, clear = std::move(clear)] {
    clear();
    this->refresh();
  });
  connect(&document, &ProfileDocument::selectionChanged, this, &DocumentView::refresh);
  connect(&document, &ProfileDocument::comparisonChanged, this, &DocumentView::refresh);
  connect(&document, &ProfileDocument::computed, this, [this](ProfileDocument::Part part) {
    if (std::ranges::count(parts_, part) > 0) this->refresh();
  });
}

void DocumentView::refresh() {
  if (!view_.isVisible()) return;
  refresh_();
  if (!is_computing()) {
    moment_.stop();
    note_->hide();
  } else if (!moment_.isActive()) {
    moment_.start();
  }
}

bool DocumentView::is_computing() const {
  return std::ranges::any_of(parts_,
                             [this](ProfileDocument::Part part) { return document_.is_computing(part); });
}

void DocumentView::say_so() {
  note_->adjustSize();
  note_->move(view_.width() - note_->width() - 12, view_.height() - note_->height() - 8);
  note_->setVisible(is_computing());
  note_->raise();
}

bool DocumentView::eventFilter(QObject* watched, QEvent* event) {
  constexpr std::array seen_anew{QEvent::Show, QEvent::PaletteChange, QEvent::FontChange,
                                 QEvent::StyleChange};
  if (std::ranges::count(seen_anew, event->type()) > 0) refresh();
  if (event->type() == QEvent::Resize && note_->isVisible()) say_so();
  return QObject::eventFilter(watched, event);
}

}  // namespace tilescribe::ui
