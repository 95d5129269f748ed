// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "inference/api/transcript.h"

namespace tilescribe::live {

/// How many tokens of `now` are sure: those that `before`, the last decode of the same speech with less of it
/// heard, began with too, up to the end of a word that another word follows in both. The last word of either
/// is never sure: more of it may come. At least `fixed`, which both begin with. This is local agreement of
/// two (Liu, Niehues, Spanakis 2020; Macháček et al. 2023).
std::size_t agreed_tokens(std::span<const Token> before, std::span<const Token> now, std::size_t fixed);

/// How many tokens stand before the first word that the model doubts: one with a token less probable than
/// `least`. Where speech breaks off, models go on with words of their own, and doubt them.
std::size_t confident_tokens(std::span<const Token> tokens, float least);

}  // namespace tilescribe::live
