// SPDX-License-Identifier: Apache-2.0
#include "ui/library/library_delegate.h"

#include <QLineEdit>
#include <QPainter>
#include <QTextLayout>
#include <algorithm>

#include "ui/format.h"
#include "ui/library/library_model.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

namespace {

// Logical pixels.
constexpr int outer = 14;  // the row's rounded box inside the list
constexpr int inner = 10;  // content inside the box
constexpr int icon_size = 18;
constexpr int hit_inner = 5;
constexpr int lead = 24;  // characters shown before the first match

const LibraryModel& model_of(const QModelIndex& index) {
  return *static_cast<const LibraryModel*>(index.model());
}

QRect box_of(const QStyleOptionViewItem& option) {
  return option.rect.adjusted(outer, 1, -outer, -1);
}

QRect title_of(const QStyleOptionViewItem& option) {
  const QRect box = box_of(option);
  const int left = box.left() + inner + icon_size + inner;
  return {left, box.top() + inner - 2, std::max(0, box.right() - inner - left),
          QFontMetrics(option.font).height()};
}

const char* icon_of(const LibraryEntry& entry) {
  if (entry.damaged) return "alert";
  if (entry.text.empty()) return "microphone";
  return entry.recorded ? "waveform" : "document";
}

/// Whether a word begins there. Where words have no spaces between them, every character does.
bool begins_word(const QString& text, qsizetype at) {
  const auto script = text.at(at).script();
  return at == 0 || !text.at(at - 1).isLetterOrNumber() || script == QChar::Script_Han ||
         script == QChar::Script_Hiragana || script == QChar::Script_Katakana ||
         script == QChar::Script_Hangul;
}

/// The parts of a text that were searched for.
QList<QTextLayout::FormatRange> marks(const QString& text, const std::vector<std::string>& terms,
                                      const QColor& color) {
  QTextCharFormat format;
  format.setBackground(color);
  QList<QTextLayout::FormatRange> found;
  for (const std::string& each : terms) {
    const QString term = QString::fromStdString(each);
    for (qsizetype at = text.indexOf(term, 0, Qt::CaseInsensitive); at >= 0 && !term.isEmpty();
         at = text.indexOf(term, at + term.size(), Qt::CaseInsensitive)) {
      if (begins_word(text, at)) found.append({static_cast<int>(at), static_cast<int>(term.size()), format});
    }
  }
  std::ranges::sort(found, {}, &QTextLayout::FormatRange::start);
  return found;
}

/// A long sentence begins with a word a little before what was found.
QString from_match(const QString& sentence, const std::vector<std::string>& terms,
                   const QFontMetrics& metrics, int width) {
  if (metrics.horizontalAdvance(sentence) <= width) return sentence;
  const auto found = marks(sentence, terms, {});
  if (found.isEmpty()) return sentence;
  const qsizetype end = found.first().start + found.first().length;
  if (metrics.horizontalAdvance(sentence.left(end)) <= width * 3 / 4) return sentence;
  qsizetype begin = std::max(0, found.first().start - lead);
  if (begin > 0 && sentence.at(begin).isLowSurrogate()) --begin;
  while (begin < found.first().start && (!begins_word(sentence, begin) || sentence.at(begin).isSpace()))
    ++begin;
  return QChar(0x2026) + sentence.mid(begin);
}

void paint_sentence(QPainter& painter, const QRect& place, const QString& text,
                    const QList<QTextLayout::FormatRange>& formats) {
  QTextLayout layout(painter.fontMetrics().elidedText(text, Qt::ElideRight, place.width()), painter.font());
  QTextOption one_line;
  one_line.setWrapMode(QTextOption::NoWrap);
  layout.setTextOption(one_line);
  layout.setFormats(formats);
  layout.beginLayout();
  layout.createLine().setLineWidth(place.width());
  layout.endLayout();
  // Its own baseline: a line of another script is taller.
  const qreal higher = layout.lineAt(0).ascent() - painter.fontMetrics().ascent();
  painter.save();
  painter.setClipRect(place.adjusted(0, -hit_inner, 0, hit_inner));
  layout.draw(&painter, QPointF(place.left(), place.top() - higher));
  painter.restore();
}

void paint_entry(QPainter& painter, const QStyleOptionViewItem& option, const LibraryEntry& entry) {
  const ThemeColors& colors = colors_of(option.palette);
  const QRect title = title_of(option);
  const bool quiet = entry.text.empty() || entry.binned;
  paint_icon(painter, QLatin1String(icon_of(entry)),
             QRectF(box_of(option).left() + inner, title.top() + (title.height() - icon_size) / 2.0,
                    icon_size, icon_size),
             entry.damaged ? colors.error
             : quiet       ? colors.secondary
                           : colors.accent);
  painter.setFont(option.font);
  painter.setPen(colors.text);
  paint_elided(painter, title, QString::fromStdString(entry.title), Qt::ElideMiddle);
  painter.setFont(scaled_font(option.font, row_line_scale));
  painter.setPen(colors.secondary);
  paint_elided(painter, title.translated(0, title.height() + 3), entry_text(entry), Qt::ElideRight);
}

void paint_hit(QPainter& painter, const QStyleOptionViewItem& option, const LibraryHit& hit,
               const std::vector<std::string>& terms) {
  const ThemeColors& colors = colors_of(option.palette);
  const QRect title = title_of(option);
  const QRect line(title.left(), box_of(option).top() + hit_inner, title.width(), title.height());
  const QFont time_font = scaled_font(option.font, row_line_scale);
  const int time_width = QFontMetrics(time_font).horizontalAdvance(QStringLiteral("0:00:00")) + inner;
  painter.setFont(time_font);
  painter.setPen(colors.secondary);
  painter.drawText(QRect(line.left(), line.top(), time_width - inner, line.height()),
                   Qt::AlignRight | Qt::AlignVCenter, clock_text(hit.start_s));
  painter.setFont(option.font);
  painter.setPen(colors.text);
  const QRect place = line.adjusted(time_width, 0, 0, 0);
  const QString text = from_match(QString::fromStdString(hit.sentence).simplified(), terms,
                                  painter.fontMetrics(), place.width());
  paint_sentence(painter, place, text, marks(text, terms, colors.match));
}

}  // namespace

void LibraryDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const {
  const LibraryModel& model = model_of(index);
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  ThemeColors colors = colors_of(option.palette);
  colors.base = mixed(colors.base, colors.selected_row, 0.5);  // the list itself is on the base colour
  paint_row_box(*painter, box_of(option), colors, option.state.testFlag(QStyle::State_Selected),
                option.state.testFlag(QStyle::State_MouseOver),
                option.state.testFlag(QStyle::State_HasFocus) &&
                    option.state.testFlag(QStyle::State_KeyboardFocusChange));
  if (const LibraryHit* hit = model.hit(index.row())) {
    paint_hit(*painter, option, *hit, model.view().terms);
  } else {
    paint_entry(*painter, option, *model.entry(index.row()));
  }
  painter->restore();
}

QSize LibraryDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const int line = QFontMetrics(option.font).height();
  if (model_of(index).hit(index.row()) != nullptr) return {200, 2 + 2 * hit_inner + line};
  const int below = QFontMetrics(scaled_font(option.font, row_line_scale)).height();
  return {200, 2 + 2 * (inner - 2) + line + 3 + below};
}

QWidget* LibraryDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& /*option*/,
                                       const QModelIndex& /*index*/) const {
  auto* editor = named("libraryTitle", new QLineEdit(parent));
  editor->setAccessibleName(tr("Title"));
  editor->setMaxLength(200);
  return editor;
}

void LibraryDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                           const QModelIndex& /*index*/) const {
  const int height = editor->sizeHint().height();
  const QRect title = title_of(option);
  editor->setGeometry(title.left() - 6, option.rect.center().y() - height / 2, title.width() + 6, height);
}

}  // namespace tilescribe::ui
