// SPDX-License-Identifier: Apache-2.0
#include "ui/recording/source_picker.h"

#include <QPainter>
#include <QResizeEvent>
#include <QScreen>
#include <algorithm>

#include "ui/format.h"
#include "ui/recording/source_popup.h"
#include "ui/theme/icons.h"

namespace tilescribe::ui {

constexpr int arrow = 14;                         // logical pixels
constexpr int beside_text = 28 + 26 + 8 + arrow;  // padding, icon, gap and arrow
constexpr int widest = 260;

SourcePicker::SourcePicker(QWidget* parent) : QPushButton(parent), popup_(new SourcePopup(this)) {
  setObjectName(QStringLiteral("sourcePicker"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setMaximumWidth(widest);
  setIconSize({26, 18});  // wider than the image: space before the text
  connect(this, &QPushButton::clicked, this, &SourcePicker::open);
  connect(popup_, &SourcePopup::chosen, this, [this](const QString& id) {
    const auto found = std::ranges::find(sources_.sources, id.toStdString(), &AudioSource::id);
    choose(id, found == sources_.sources.end() ? QString() : QString::fromStdString(found->name));
    emit sourceChosen(chosen_, chosen_name_);
  });
  connect(popup_, &SourcePopup::markedChanged, this, [this](const QString& id) {
    if (popup_->isVisible()) emit listenRequested(id);
  });
  connect(popup_, &SourcePopup::resized, this, [this] {
    if (popup_->isVisible()) place_popup();
  });
  connect(popup_, &SourcePopup::closed, this, &SourcePicker::listenEnded);
  update_text();
}

void SourcePicker::set_sources(const SourceList& sources) {
  sources_ = sources;
  if (const AudioSource* source = find(); source != nullptr && !chosen_.isEmpty())
    chosen_name_ = QString::fromStdString(source->name);
  popup_->set_sources(sources_, chosen_);
  update_text();
}

void SourcePicker::choose(const QString& id, const QString& name) {
  chosen_ = id;
  chosen_name_ = name;
  popup_->set_sources(sources_, chosen_);
  update_text();
}

const AudioSource* SourcePicker::find() const {
  const auto found = std::ranges::find_if(sources_.sources, [this](const AudioSource& source) {
    return chosen_.isEmpty() ? source.is_default : source.id == chosen_.toStdString();
  });
  return found == sources_.sources.end() ? nullptr : &*found;
}

bool SourcePicker::present() const {
  return find() != nullptr || (chosen_.isEmpty() && !sources_.sources.empty());
}

QString SourcePicker::chosen_name() const {
  const AudioSource* source = find();
  return source == nullptr ? chosen_name_ : QString::fromStdString(source->name);
}

void SourcePicker::open() {
  popup_->set_sources(sources_, chosen_);
  popup_->show();  // its size is known from here on
  place_popup();
  emit listenRequested(popup_->marked());
}

/// Above the button if there is no room below it, and always on the screen.
void SourcePicker::place_popup() {
  const QRect room = screen()->availableGeometry();
  QPoint place = mapToGlobal(QPoint(0, height() + 4));
  if (place.y() + popup_->height() > room.bottom())
    place.setY(mapToGlobal(QPoint(0, -4)).y() - popup_->height());
  place.setX(std::clamp(place.x(), room.left(), std::max(room.left(), room.right() - popup_->width())));
  place.setY(std::max(place.y(), room.top()));
  popup_->move(place);
}

/// The name is elided to fit, so the minimum is small.
QSize SourcePicker::sizeHint() const {
  return {beside_text + fontMetrics().averageCharWidth() * 8, QPushButton::sizeHint().height()};
}

void SourcePicker::paintEvent(QPaintEvent* event) {
  QPushButton::paintEvent(event);
  QPainter painter(this);
  const QRectF place(width() - arrow - 10.0, (height() - arrow) / 2.0, arrow, arrow);
  paint_icon(painter, QStringLiteral("down"), place,
             palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::PlaceholderText));
}

void SourcePicker::resizeEvent(QResizeEvent* event) {
  QPushButton::resizeEvent(event);
  update_text();
}

void SourcePicker::changeEvent(QEvent* event) {
  QPushButton::changeEvent(event);
  if (event->type() == QEvent::FontChange) update_text();
}

void SourcePicker::update_text() {
  const AudioSource* source = find();
  QString name = chosen_name();
  if (name.isEmpty()) name = tr("The system's default");
  const QString told = source != nullptr || chosen_.isEmpty() ? name : tr("%1 (not connected)").arg(name);
  setIcon(line_icon(source != nullptr && source->monitor ? QStringLiteral("speaker")
                                                         : QStringLiteral("microphone")));
  setText(button_text(fontMetrics().elidedText(told, Qt::ElideMiddle, std::max(40, width() - beside_text))));
  setToolTip(tip_text(tr("Sound comes from: %1").arg(told)));
  setAccessibleName(tr("Sound comes from: %1").arg(told));
}

}  // namespace tilescribe::ui
