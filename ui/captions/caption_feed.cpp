// SPDX-License-Identifier: Apache-2.0
#include "ui/captions/caption_feed.h"

#include <utility>

#include "inference/api/spacing.h"

namespace tilescribe::ui {

namespace {

constexpr int first_words = 200;  // characters of a text that has begun already

/// The second of two texts, with the space between them.
QString spaced(const QString& before, const QString& text) {
  return space_between(before.toStdString(), text.toStdString()) ? QLatin1Char(' ') + text : text;
}

}  // namespace

CaptionFeed::CaptionFeed(QObject* parent) : QObject(parent) {
  pause_.setSingleShot(true);
  connect(&pause_, &QTimer::timeout, this, [this] {
    // Words that are still to become fixed are waited for.
    if (document_ && !document_->tail().text.isEmpty()) return pause_.start();
    emit cleared();
  });
}

void CaptionFeed::set_pause(int milliseconds) {
  pause_.stop();
  pause_.setInterval(milliseconds);
  told();
}

void CaptionFeed::told() {
  if (pause_.interval() > 0) pause_.start();
}

void CaptionFeed::follow(std::shared_ptr<TranscriptDocument> document) {
  if (document_) document_->disconnect(this);
  document_ = std::move(document);
  pause_.stop();
  row_ = -1;
  seen_.clear();
  emit cleared();
  if (!document_) return;
  connect(document_.get(), &TranscriptDocument::changed, this, &CaptionFeed::read);
  if (const QString words = document_->last_words(first_words); !words.isEmpty()) {
    row_ = document_->size() - 1;
    seen_ = QString::fromStdString(document_->transcript().segments.back().text);
    emit appended(words);
  }
  read();
}

void CaptionFeed::read() {
  const std::vector<Segment>& segments = document_->transcript().segments;
  const int rows = document_->size();
  QString more;
  for (int row = std::max(0, row_); row < rows; ++row) {
    const QString text = QString::fromStdString(segments[static_cast<std::size_t>(row)].text);
    if (row > row_) {
      more += spaced(seen_, text);
    } else if (text.startsWith(seen_)) {
      more += text.mid(seen_.size());
    }
    row_ = row;
    seen_ = text;
  }
  if (!more.isEmpty()) emit appended(more);
  const ProvisionalTail& tail = document_->tail();
  emit tailChanged(tail.text.isEmpty() || tail.continues ? tail.text : spaced(seen_, tail.text));
  told();
}

}  // namespace tilescribe::ui
