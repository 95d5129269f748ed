// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/layers/sequence_model.h"
#include "inference/transcript/segmenter.h"

namespace tilescribe::align {

/// Finds when words are spoken by what the model itself listens to while it says them, in any language. The
/// heads that follow the sound are chosen on a window of the recording and kept; where they follow it no
/// longer, they are chosen anew. One thread at a time.
class AttentionTimes {
 public:
  AttentionTimes(std::int64_t layers, std::int64_t heads) : layers_(layers), heads_(heads) {}

  /// The heads to ask next: all of them for a choice.
  std::vector<layers::HeadPlace> wanted() const;

  /// Sets `window.words`, one for each of words_of(window.text). `attention` [wanted, tokens, frames] is of
  /// the heads that wanted() named; a frame is 80 ms, from the window's start. Leaves them empty where no
  /// head follows the sound.
  void add_words(WindowText& window, std::span<const layers::HeadPlace> asked,
                 std::span<const float> attention);

 private:
  std::int64_t layers_, heads_;
  std::vector<layers::HeadPlace> chosen_;
  double following_ = 0.0;  // of the best head when it was chosen
  int pass_over_ = 0;       // windows before the next choice, where none follows
};

}  // namespace tilescribe::align
