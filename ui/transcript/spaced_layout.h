// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QApplication>
#include <QFont>
#include <QPlainTextDocumentLayout>
#include <QPlainTextEdit>
#include <QTextBlock>
#include <QTextDocument>

#include "ui/theme/theme.h"

namespace tilescribe::ui {

/// Plain text layout with space below each block, so that segments look like separate lines of speech.
class SpacedLayout : public QPlainTextDocumentLayout {
 public:
  using QPlainTextDocumentLayout::QPlainTextDocumentLayout;
  QRectF blockBoundingRect(const QTextBlock& block) const override {
    constexpr int block_gap = 8;  // logical pixels below a segment
    QRectF rect = QPlainTextDocumentLayout::blockBoundingRect(block);
    if (!rect.isNull()) rect.setHeight(rect.height() + block_gap);
    return rect;
  }
};

// Of a view for reading, in logical pixels:
inline constexpr int side_margin = 20;     // around the text
inline constexpr int edge = 8;             // above and below it
inline constexpr int column_letters = 92;  // longest comfortable line

/// The application's font, larger; `zoom` in percent.
inline QFont reading_font(int zoom) {
  return scaled_font(QApplication::font(), 1.15 * zoom / 100.0);
}

/// Of the same length, and one block: whatever Qt takes for the end of one becomes a space.
inline QString one_line(QString text) {
  for (QChar& letter : text) {
    const char16_t code = letter.unicode();
    if (code == u'\n' || code == u'\r' || code == QChar::ParagraphSeparator || code == QChar::LineSeparator ||
        code == 0xFDD0 || code == 0xFDD1)
      letter = QLatin1Char(' ');
  }
  return text;
}

/// Sets up a view for reading speech: selectable, not editable, a frameless column of spaced segments.
inline void show_for_reading(QPlainTextEdit& view) {
  auto* text = new QTextDocument(&view);
  text->setDocumentLayout(new SpacedLayout(text));
  text->setUndoRedoEnabled(false);
  text->setDocumentMargin(4);
  view.setDocument(text);
  view.setReadOnly(true);
  view.setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  view.setTabChangesFocus(true);
  view.setFrameShape(QFrame::NoFrame);
  view.setAcceptDrops(false);
  view.viewport()->setAcceptDrops(false);
  view.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  view.setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
}

}  // namespace tilescribe::ui
