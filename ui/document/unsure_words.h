// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "inference/api/transcript.h"
#include "ui/document/text_search.h"

namespace tilescribe::ui {

/// The words of a segment's text with a token below this probability, in order. Text without spaces, such as
/// Chinese, is taken token by token. Without tokens, as in text that was typed, no word is unsure.
std::vector<TextRange> unsure_words(const Segment& segment, double below);

}  // namespace tilescribe::ui
