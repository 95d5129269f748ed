// SPDX-License-Identifier: Apache-2.0
#include "ui/captions/caption_feed.h"

#include <utility>

#include "inference/api/spacing.h"

namespace tilescribe::ui {

namespace {

constexpr int first_words = 200;        // characters of a text that has begun already
constexpr int usual_reading_ms = 8000;  // where no pause clears the words

/// The second of two texts, with the space between them.
QString spaced(const QString& before, const QString& text) {
  return space_between(before.toStdString(), text.toStdString()) ? QLatin1Char(' ') + text : text;
}

}  // namespace

CaptionFeed::CaptionFeed(QObject* parent) : QObject(parent) {
  pause_.setSingleShot(true);
  connect(&pause_, &QTimer::timeout, this, [this] {
    // Words that are still to become fixed are waited for.
    if (document_ && !more_to_read_ && !document_->tail().text.isEmpty()) return pause_.start();
    emit cleared();
  });
}

void CaptionFeed::set_pause(int milliseconds) {
  pause_ms_ = milliseconds;
  told();
}

void CaptionFeed::set_more_to_read(bool more) {
  if (std::exchange(more_to_read_, more) != more) told();
}

int CaptionFeed::reading_ms() const {
  return pause_ms_ > 0 ? pause_ms_ : usual_reading_ms;
}

void CaptionFeed::told() {
  pause_.stop();
  if (pause_ms_ > 0 || more_to_read_) pause_.start(reading_ms());
}

void CaptionFeed::let_go() {
  if (document_) document_->disconnect(this);
  document_ = nullptr;
  told();
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
