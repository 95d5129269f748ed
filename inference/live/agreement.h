// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "inference/api/transcript.h"

namespace tilescribe::live {

/// How many tokens of `now` are sure. `before` is the last decode of the same speech, of which it had heard
/// less. A token is sure if both decodes agree up to the end of its word, and another word follows in both.
/// The last word of either is never sure, since more of it may come. Returns at least `fixed`, the tokens
/// that both begin with. This is local agreement of two (Liu, Niehues, Spanakis 2020; Macháček et al. 2023).
std::size_t agreed_tokens(std::span<const Token> before, std::span<const Token> now, std::size_t fixed);

/// How many tokens come before the first word that the model doubts: a word with a token less probable than
/// `least`. When speech breaks off, models invent a continuation and give it low probabilities.
std::size_t confident_tokens(std::span<const Token> tokens, float least);

}  // namespace tilescribe::live
