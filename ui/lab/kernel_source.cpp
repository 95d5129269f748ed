// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/kernel_source.h"

#include <QFile>
#include <QFileInfo>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <algorithm>

#include "ui/theme/theme.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {
namespace {

constexpr qint64 most_bytes = 4 << 20;

}  // namespace

/// The lines' numbers, left of the text.
class KernelSource::Numbers : public QWidget {
 public:
  explicit Numbers(KernelSource* source) : QWidget(source), source_(*source) {}

 protected:
  void paintEvent(QPaintEvent* event) override { source_.paint_numbers(event); }

 private:
  KernelSource& source_;
};

KernelSource::KernelSource(QWidget* parent) : QPlainTextEdit(parent), numbers_(new Numbers(this)) {
  make_listing(*this);
  setTabStopDistance(fontMetrics().horizontalAdvance(QLatin1Char(' ')) * 4);
  connect(this, &QPlainTextEdit::blockCountChanged, this, &KernelSource::make_room);
  connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect& place, int scrolled) {
    scrolled != 0 ? numbers_->scroll(0, scrolled)
                  : numbers_->update(0, place.y(), numbers_->width(), place.height());
  });
  show_file({});
}

void KernelSource::show_file(const QString& path) {
  path_ = path;
  clear_marks();
  read_again();
}

void KernelSource::read_again() {
  QString text, why = tr("The file's source. Lines that a compiler complains about are marked.");
  QFile file(path_);
  if (QFileInfo(path_).isFile() && file.open(QIODevice::ReadOnly)) {
    const QByteArray bytes = file.read(most_bytes + 1);
    if (bytes.contains('\0')) {
      why = tr("%1 is not text.").arg(QFileInfo(path_).fileName());
    } else if (bytes.size() > most_bytes) {
      why = tr("%1 is longer than %2 MiB.").arg(QFileInfo(path_).fileName()).arg(most_bytes >> 20);
    } else {
      text = QString::fromUtf8(bytes);
      text.replace(QStringLiteral("\r\n"), QStringLiteral("\n"));
    }
  }
  setPlaceholderText(why);
  if (text == toPlainText()) return;
  const int row = verticalScrollBar()->value(), column = horizontalScrollBar()->value();
  setPlainText(text);
  verticalScrollBar()->setValue(row);
  horizontalScrollBar()->setValue(column);
  clear_marks();
}

void KernelSource::mark(int line) {
  const bool first = marks_.empty();
  if (line < 1 || line > blockCount() || !marks_.insert(line).second) return;
  paint_marks();
  if (!first) return;
  setTextCursor(QTextCursor(document()->findBlockByNumber(line - 1)));
  centerCursor();
}

void KernelSource::clear_marks() {
  marks_.clear();
  paint_marks();
}

void KernelSource::paint_marks() {
  const ThemeColors& colors = colors_of(palette());
  QList<QTextEdit::ExtraSelection> lines;
  for (const int line : marks_) {
    const QTextBlock block = document()->findBlockByNumber(line - 1);
    if (!block.isValid()) continue;
    QTextEdit::ExtraSelection one;
    one.cursor = QTextCursor(block);
    one.format.setBackground(mixed(colors.base, colors.error, 0.15));
    one.format.setProperty(QTextFormat::FullWidthSelection, true);
    lines.append(one);
  }
  setExtraSelections(lines);
  numbers_->update();
}

int KernelSource::numbers_width() const {
  const int digits = static_cast<int>(QString::number(blockCount()).size());
  return page_margin + fontMetrics().horizontalAdvance(QLatin1Char('9')) * std::max(digits, 3);
}

void KernelSource::make_room() {
  const bool shown = !document()->isEmpty();
  numbers_->setVisible(shown);
  setViewportMargins(shown ? numbers_width() : 0, 0, 0, 0);
  numbers_->setGeometry(QRect(contentsRect().topLeft(), QSize(numbers_width(), contentsRect().height())));
}

void KernelSource::resizeEvent(QResizeEvent* event) {
  QPlainTextEdit::resizeEvent(event);
  make_room();
}

void KernelSource::changeEvent(QEvent* event) {
  QPlainTextEdit::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) paint_marks();
  if (event->type() == QEvent::FontChange) make_room();
}

void KernelSource::paint_numbers(QPaintEvent* event) {
  const ThemeColors& colors = colors_of(palette());
  QPainter painter(numbers_);
  painter.fillRect(event->rect(), colors.base);
  painter.setFont(font());
  QTextBlock block = firstVisibleBlock();
  for (; block.isValid(); block = block.next()) {
    const QRect place = cursorRect(QTextCursor(block));
    if (place.top() > event->rect().bottom()) return;
    const int line = block.blockNumber() + 1;
    painter.setPen(marks_.contains(line) ? colors.error : colors.secondary);
    painter.drawText(QRect(0, place.top(), numbers_->width(), place.height()),
                     Qt::AlignRight | Qt::AlignVCenter, QString::number(line));
  }
}

}  // namespace tilescribe::ui
