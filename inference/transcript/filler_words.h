// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "inference/transcript/word_pattern.h"

/// Words that fill a pause and say nothing. What is no clear case stays: 嗯 alone is an answer, and "mm" a
/// unit.
namespace tilescribe::transcript {

/// um, uh, er, hmm and the like go, with the comma behind them. A sentence still begins with a capital and
/// ends with its mark.
std::vector<TextEdit> english_fillers(const std::string& text);

/// 嗯 and 呃 at the beginning of a clause go, with the comma behind them.
std::vector<TextEdit> chinese_fillers(const std::string& text);

}  // namespace tilescribe::transcript
