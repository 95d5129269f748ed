// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QApplication>
#include <QClipboard>
#include <QMimeData>
#include <QTextBlock>
#include <QtTest>
#include <memory>

#include "tests/support/patience.h"
#include "ui/theme/theme.h"
#include "ui/transcript/transcript_view.h"

namespace tilescribe::test {

/// A transcript in a window of its own, where it can be corrected.
class EditedView {
 protected:
  bool open() {
    theme_ = std::make_unique<ui::Theme>(*qApp);
    theme_->apply(ui::ThemeChoice::light);
    view_ = std::make_unique<ui::TranscriptView>();
    view_->resize(700, 400);
    view_->show();
    view_->setFocus();
    return QTest::qWaitForWindowActive(view_.get(), patience_ms);
  }
  /// Shows segments of these texts, ten seconds each.
  void show(const QStringList& texts) {
    Transcript transcript;
    for (int i = 0; i < texts.size(); ++i)
      transcript.segments.push_back(
          {.start_s = 10.0 * i, .end_s = 10.0 * i + 10.0, .text = texts.at(i).toStdString()});
    document_ = std::make_shared<ui::TranscriptDocument>(transcript);
    view_->set_document(document_);
    view_->set_editable(true);
  }
  QStringList texts() const {
    QStringList all;
    for (const Segment& segment : document_->transcript().segments)
      all << QString::fromStdString(segment.text);
    return all;
  }
  bool agrees() const { return view_->toPlainText() == texts().join(QLatin1Char('\n')) && view_->complete(); }
  void caret(int block, int at) {
    QTextCursor cursor(view_->document()->findBlockByNumber(block));
    cursor.setPosition(cursor.position() + at);
    view_->setTextCursor(cursor);
  }
  QPoint place() const { return {view_->textCursor().positionInBlock(), view_->textCursor().blockNumber()}; }
  QString copied() {
    view_->copy();
    return QApplication::clipboard()->text();
  }
  /// The same of the whole text.
  QString whole() const { return std::unique_ptr<QMimeData>(view_->copied_whole())->text(); }

  std::unique_ptr<ui::Theme> theme_;
  std::unique_ptr<ui::TranscriptView> view_;
  std::shared_ptr<ui::TranscriptDocument> document_;
};

}  // namespace tilescribe::test
