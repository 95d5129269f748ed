// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPlainTextDocumentLayout>
#include <QTextBlock>

namespace tilescribe::ui {

/// Plain text layout with room below each block, so that segments read as separate lines of speech.
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

}  // namespace tilescribe::ui
