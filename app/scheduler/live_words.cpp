// SPDX-License-Identifier: Apache-2.0
#include "app/scheduler/live_words.h"

#include <utility>

namespace tilescribe {

void LiveWords::begin(const WordRules& rules) {
  if (rewriter_ == nullptr) rewriter_ = std::make_shared<WordRewriter>(rules);
}

/// The white space before the first word stays.
LivePiece LiveWords::rewritten(LivePiece piece) {
  const std::size_t first = piece.text.find_first_not_of(" \n\t");
  if (first == std::string::npos) return piece;
  Segment words;
  words.text = piece.text.substr(first);
  if (!piece.words.empty()) {
    words.start_s = piece.words.front().start_s;
    words.end_s = piece.words.back().end_s;
  }
  words.words = std::move(piece.words);
  words = rewriter_->segment(std::move(words));
  piece.text = piece.text.substr(0, first) + words.text;
  piece.words = std::move(words.words);
  return piece;
}

std::optional<LivePiece> LiveWords::fixed(const LivePiece& piece) {
  if (!works()) return piece;
  if (waiting_.text.empty()) {
    waiting_ = piece;
  } else {
    waiting_.text += piece.text;
    waiting_.end_s = piece.end_s;
    waiting_.closes = piece.closes;
    waiting_.words = piece.words;
  }
  if (!piece.closes) return {};
  return rewritten(std::exchange(waiting_, {}));
}

LivePiece LiveWords::provisional(const LivePiece& piece) {
  if (!works() || (piece.text.empty() && waiting_.text.empty())) return piece;
  if (waiting_.text.empty()) return rewritten(piece);
  LivePiece all = waiting_;
  if (piece.utterance == waiting_.utterance && !piece.text.empty()) {
    all.text += piece.text;
    all.end_s = piece.end_s;
  }
  return rewritten(std::move(all));
}

std::optional<LivePiece> LiveWords::rest() {
  if (!works() || waiting_.text.empty()) return {};
  return rewritten(std::exchange(waiting_, {}));
}

Segment LiveWords::segment(Segment segment) {
  return works() ? rewriter_->segment(std::move(segment)) : segment;
}

std::vector<Message> LiveWords::problems() const {
  return rewriter_ == nullptr ? std::vector<Message>() : rewriter_->problems();
}

}  // namespace tilescribe
