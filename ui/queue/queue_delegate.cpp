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

constexpr std::array<const char*, 4> action_icons{"close", "retry", "info", "remove"};  // as RowAction
constexpr std::array<const char*, 5> state_icons{"clock", "waveform", "done", "alert",
                                                 "stopped"};  // as JobState

const QueueItem& item_of(const QModelIndex& index) {
  return *static_cast<const QueueModel*>(index.model())->item_at(index.row());
}

QRect box_of(const QStyleOptionViewItem& option) {
  return option.rect.adjusted(outer, 2, -outer, -2);
}

/// All rows have the same height; without a bar the lines are centred vertically.
int name_top(const QStyleOptionViewItem& option, JobState state) {
  return box_of(option).top() + inner + (state == JobState::running ? 0 : bar_space / 2);
}

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
  const QRect box = box_of(option);
  int right = box.right() - 5;
  const int top =
      name_top(option, item_of(index).state) + (QFontMetrics(option.font).height() - button_size) / 2;
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
  const QRect box = box_of(option);

  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  const bool focused = option.state.testFlag(QStyle::State_HasFocus) &&
                       option.state.testFlag(QStyle::State_KeyboardFocusChange);
  paint_row_box(*painter, box, colors, selected, hovered, focused);

  int text_right = box.right() - inner;
  if (buttons_visible(option, state)) {
    for (const Button& button : buttons(option, index)) {
      text_right = button.rect.left() - 4;
      paint_icon(*painter, QLatin1String(action_icons[static_cast<std::size_t>(button.action)]),
                 QRectF(button.rect).adjusted(5, 5, -5, -5), colors.secondary);
    }
  }

  const bool failed = state == JobState::failed;
  const bool lively = state == JobState::running || state == JobState::done;
  const QColor icon_color = failed ? colors.error : lively ? colors.accent : colors.secondary;
  const int text_left = box.left() + inner + icon_size + inner;
  const int name_height = QFontMetrics(option.font).height();
  const QFont state_font = scaled_font(option.font, row_line_scale);
  const int state_height = QFontMetrics(state_font).height();
  const int top = name_top(option, state);
  const char* icon = is_cut_off(item) ? "alert" : state_icons[static_cast<std::size_t>(state)];
  paint_icon(*painter, QLatin1String(icon),
             QRectF(box.left() + inner, top + (name_height - icon_size) / 2.0, icon_size, icon_size),
             icon_color);

  painter->setFont(option.font);
  painter->setPen(colors.text);
  paint_elided(*painter, QRect(text_left, top, std::max(0, text_right - text_left), name_height),
               file_name(item.path), Qt::ElideMiddle);
  const int state_top = top + name_height + 3;
  const int state_width = std::max(0, box.right() - inner - text_left);
  painter->setFont(state_font);
  painter->setPen(failed ? colors.error : colors.secondary);
  paint_elided(*painter, QRect(text_left, state_top, state_width, state_height), row_state_text(item),
               Qt::ElideRight);

  if (state == JobState::running) {
    const QRectF track(text_left, state_top + state_height + 6, state_width, bar_height);
    const double fraction = std::clamp(item.progress.fraction, 0.0, 1.0);
    painter->setPen(Qt::NoPen);
    painter->setBrush(colors.border);
    painter->drawRoundedRect(track, bar_height / 2.0, bar_height / 2.0);
    painter->setBrush(colors.accent);
    const double filled = std::max<double>(bar_height, track.width() * fraction);
    painter->drawRoundedRect(QRectF(track.topLeft(), QSizeF(filled, bar_height)), bar_height / 2.0,
                             bar_height / 2.0);
  }
  painter->restore();
}

QSize QueueDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& /*index*/) const {
  const int lines = QFontMetrics(option.font).height() + 3 +
                    QFontMetrics(scaled_font(option.font, row_line_scale)).height();
  return {200, 2 * 2 + 2 * inner + lines + bar_space};
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
