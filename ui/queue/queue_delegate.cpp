// SPDX-License-Identifier: Apache-2.0
#include "ui/queue/queue_delegate.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <array>

#include "ui/queue/queue_model.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

namespace {

// Logical pixels.
constexpr int outer = 6;   // the row's rounded box inside the list
constexpr int inner = 10;  // content inside the box
constexpr int icon_size = 18;
constexpr int button_size = 26;
constexpr int bar_height = 4;
constexpr int bar_space = 6 + bar_height;  // below the state line while running
constexpr int compact_inner = 4;           // above and below the only line of a compact row
constexpr int compact_bar_height = 2;      // at the bottom of its box

constexpr std::array<const char*, 4> action_icons{"close", "retry", "info", "remove"};  // as RowAction
constexpr std::array<const char*, 5> state_icons{"clock", "waveform", "done", "alert",
                                                 "stopped"};  // as JobState

const QueueItem& item_of(const QModelIndex& index) {
  return *static_cast<const QueueModel*>(index.model())->item_at(index.row());
}

QFont state_font(const QFont& font) {
  return scaled_font(font, row_line_scale);
}

int row_height(const QFont& font, bool compact) {
  const int name = QFontMetrics(font).height();
  if (compact) return 2 + 2 * compact_inner + std::max(name, icon_size);
  return 2 * 2 + 2 * inner + name + 3 + QFontMetrics(state_font(font)).height() + bar_space;
}

/// Where the parts of a row stand. A row that is lower than usual is a compact one: all is on one line.
struct RowPlaces {
  RowPlaces(const QStyleOptionViewItem& option, JobState state)
      : compact(option.rect.height() < row_height(option.font, false)),
        box(compact ? option.rect.adjusted(outer, 1, -outer, -1)
                    : option.rect.adjusted(outer, 2, -outer, -2)),
        name_height(QFontMetrics(option.font).height()),
        left(box.left() + inner + icon_size + inner),
        right(std::max(left, box.right() - inner)) {
    // Without a bar the lines are centred vertically.
    const int above = inner + (state == JobState::running ? 0 : bar_space / 2);
    name_top = compact ? box.top() + (box.height() - name_height) / 2 : box.top() + above;
  }
  QRectF icon() const {
    return {qreal(box.left() + inner), name_top + (name_height - icon_size) / 2.0, icon_size, icon_size};
  }
  /// The name, before `end`. In a compact row it leaves the state two fifths, or what the shorter one needs.
  QRect name(const QString& text, const QString& state, const QFont& font, int end) const {
    const int room = end - left;
    const int rest = room - QFontMetrics(font).horizontalAdvance(text) - 1;
    const int taken = std::min(inner + state_width(state, font), std::max(room * 2 / 5, rest));
    return {left, name_top, compact ? room - taken : room, name_height};
  }
  /// The state below the name, or at the end of a compact row.
  QRect state(const QFont& font, const QRect& name, int end) const {
    const int height = QFontMetrics(state_font(font)).height();
    if (!compact) return {left, name_top + name_height + 3, right - left, height};
    const int begin = name.right() + 1 + inner;
    return {begin, name_top + (name_height - height) / 2, std::max(0, end - begin), height};
  }
  static int state_width(const QString& state, const QFont& font) {
    return QFontMetrics(state_font(font)).horizontalAdvance(state) + 1;
  }
  QRectF bar(const QRect& state) const {
    if (compact)
      return {qreal(left), qreal(box.bottom() - compact_bar_height), qreal(right - left), compact_bar_height};
    return {qreal(left), qreal(state.bottom() + 1 + 6), qreal(right - left), bar_height};
  }

  bool compact;
  QRect box;
  int name_height, left, right;  // of the text
  int name_top = 0;
};

std::vector<RowAction> actions_of(const QueueItem& item) {
  if (is_active(item.state)) return {RowAction::cancel};
  std::vector<RowAction> actions{RowAction::remove};
  if (retryable(item)) actions.push_back(RowAction::retry);
  if (item.state == JobState::failed) actions.push_back(RowAction::details);
  return actions;
}

/// Rows that are neither active nor failed show their buttons only while pointed at or chosen.
bool buttons_visible(const QStyleOptionViewItem& option, JobState state) {
  return is_active(state) || state == JobState::failed ||
         option.state.testAnyFlags(QStyle::State_MouseOver | QStyle::State_Selected);
}

void paint_bar(QPainter& painter, const QRectF& track, double fraction, const ThemeColors& colors) {
  const double round = track.height() / 2.0;
  painter.setPen(Qt::NoPen);
  painter.setBrush(colors.border);
  painter.drawRoundedRect(track, round, round);
  painter.setBrush(colors.accent);
  const double filled = std::max(track.height(), track.width() * std::clamp(fraction, 0.0, 1.0));
  painter.drawRoundedRect(QRectF(track.topLeft(), QSizeF(filled, track.height())), round, round);
}

}  // namespace

QString QueueDelegate::action_name(RowAction action, const QueueItem& item) {
  if (action == RowAction::retry) return retry_text(item);
  return action == RowAction::cancel    ? tr("Cancel")
         : action == RowAction::details ? tr("Details")
                                        : tr("Remove from the queue");
}

std::vector<QueueDelegate::Button> QueueDelegate::buttons(const QStyleOptionViewItem& option,
                                                          const QModelIndex& index) {
  std::vector<Button> result;
  const RowPlaces places(option, item_of(index).state);
  int right = places.box.right() - 5;
  const int top = places.name_top + (places.name_height - button_size) / 2;
  for (const RowAction action : actions_of(item_of(index))) {
    const QRect rect(right - button_size, top, button_size, button_size);
    result.push_back({action, rect});
    right -= button_size;
  }
  return result;
}

void QueueDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
  const ThemeColors& colors = colors_of(option.palette);
  const QueueItem& item = item_of(index);
  const JobState state = item.state;
  const bool selected = option.state.testFlag(QStyle::State_Selected);
  const bool hovered = option.state.testFlag(QStyle::State_MouseOver);
  const RowPlaces places(option, state);

  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  const bool focused = option.state.testFlag(QStyle::State_HasFocus) &&
                       option.state.testFlag(QStyle::State_KeyboardFocusChange);
  paint_row_box(*painter, places.box, colors, selected, hovered, focused);

  int text_right = places.right;
  // In a compact row they would take the state's place.
  if (places.compact ? hovered : buttons_visible(option, state)) {
    for (const Button& button : buttons(option, index)) {
      text_right = std::max(places.left, button.rect.left() - 4);
      paint_icon(*painter, QLatin1String(action_icons[static_cast<std::size_t>(button.action)]),
                 QRectF(button.rect).adjusted(5, 5, -5, -5), colors.secondary);
    }
  }

  const bool failed = state == JobState::failed;
  const bool lively = state == JobState::running || state == JobState::done;
  const QColor icon_color = failed ? colors.error : lively ? colors.accent : colors.secondary;
  const char* icon = is_cut_off(item) ? "alert" : state_icons[static_cast<std::size_t>(state)];
  paint_icon(*painter, QLatin1String(icon), places.icon(), icon_color);

  const QString state_line = row_state_text(item);
  painter->setFont(option.font);
  painter->setPen(colors.text);
  const QString name = file_name(item.path);
  const QRect name_place = places.name(name, state_line, option.font, text_right);
  paint_elided(*painter, name_place, name, Qt::ElideMiddle);
  const QRect state_place = places.state(option.font, name_place, text_right);
  painter->setFont(state_font(option.font));
  painter->setPen(failed ? colors.error : colors.secondary);
  paint_elided(*painter, state_place, state_line, Qt::ElideRight);

  if (state == JobState::running)
    paint_bar(*painter, places.bar(state_place), item.progress.fraction, colors);
  painter->restore();
}

QSize QueueDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& /*index*/) const {
  return {200, row_height(option.font, compact_)};
}

bool QueueDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                                const QModelIndex& index) {
  if (event->type() == QEvent::MouseButtonRelease || event->type() == QEvent::MouseButtonPress) {
    const auto* mouse = static_cast<QMouseEvent*>(event);
    if (mouse->button() == Qt::LeftButton) {
      for (const Button& button : buttons(option, index)) {
        if (!button.rect.contains(mouse->position().toPoint())) continue;
        if (event->type() == QEvent::MouseButtonRelease) {
          emit actionTriggered(button.action, item_of(index).id());
        }
        return true;
      }
    }
  }
  return QStyledItemDelegate::editorEvent(event, model, option, index);
}

bool QueueDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                              const QModelIndex& index) {
  if (event->type() == QEvent::ToolTip && index.isValid()) {
    for (const Button& button : buttons(option, index)) {
      if (!button.rect.contains(event->pos())) continue;
      QToolTip::showText(event->globalPos(), action_name(button.action, item_of(index)), view);
      return true;
    }
  }
  return QStyledItemDelegate::helpEvent(event, view, option, index);
}

}  // namespace tilescribe::ui
