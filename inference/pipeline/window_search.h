// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "inference/pipeline/opened_model.h"
#include "inference/search/beam_search.h"

namespace tilescribe {

/// Finds the text of windows, one after another, by a beam search with the model's side files
/// (OpenedModel::search). Its arguments outlive it.
class WindowSearch {
 public:
  /// The model's side files have been read (search_files). `capacity`: tokens of a window's sequence,
  /// including its prompt. Throws Error with figures if the device has no memory for it.
  WindowSearch(OpenedModel& opened, std::int64_t capacity);

  /// What the encoder keeps for it of the next window.
  model::Encoder::Tap& tap() { return tap_; }

  /// The text of the window that was encoded last, of so many samples, with what `heads` attend to meanwhile.
  /// `best` hears of the best text so far. Throws as search::beam_search does.
  generate::Generated find(const generate::Request& request, std::size_t samples,
                           std::span<const layers::HeadPlace> heads,
                           const std::function<void(const search::Hypothesis& text)>& best);

 private:
  void attend(const generate::Request& request, std::span<const layers::HeadPlace> heads,
              generate::Generated& text) const;

  OpenedModel& opened_;
  kernels::Backend& backend_;
  layers::KvCache cache_;
  model::Encoder::Tap tap_;
  std::int32_t steps_ = 0;
};

}  // namespace tilescribe
