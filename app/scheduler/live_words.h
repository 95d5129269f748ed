// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "inference/api/live.h"

namespace tilescribe {

/// The user's rules for a live session. A rule may need words that come later, so with rules the words of an
/// utterance become fixed together, at its end. Until then they are shown as provisional.
class LiveWords {
 public:
  /// Throws Error if a rule is wrong. A session that continues on another model keeps what it has.
  void begin(const WordRules& rules);

  /// What is told of a fixed piece; nothing: it waits for the end of its utterance.
  std::optional<LivePiece> fixed(const LivePiece& piece);
  /// Behind what waits.
  LivePiece provisional(const LivePiece& piece);
  /// What waits, where no more will come.
  std::optional<LivePiece> rest();
  Segment segment(Segment segment);
  std::vector<Message> problems() const;

 private:
  bool works() const { return rewriter_ != nullptr && !rewriter_->empty(); }
  LivePiece rewritten(LivePiece piece);

  std::shared_ptr<WordRewriter> rewriter_;  // none before the session begins; only its worker has it
  LivePiece waiting_;                       // fixed words of the open utterance, as they were heard
};

}  // namespace tilescribe
