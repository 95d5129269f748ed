// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "inference/api/transcript.h"
#include "ui/document/text_search.h"

namespace tilescribe::ui {

/// The word of a segment's text that is heard at this time, in seconds from the start of the audio, and for a
/// moment after it. Length 0: none, or its times are not known.
TextRange heard_word(const Segment& segment, double seconds);

}  // namespace tilescribe::ui
