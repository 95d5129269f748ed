// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "inference/pipeline/opened_model.h"
#include "kernels/core/error.h"

namespace tilescribe {

/// What the windows of files and of live sessions take of a device's memory beside the model, in bytes.
struct WindowMemory {
  std::int64_t encoded = 0;          // one window in the encoder
  std::int64_t encoded_at_once = 1;  // windows
  std::int64_t prompt_row = 0;       // one row of a prompt while it is read
  std::int64_t rows_at_once = 1;     // of prompts
  std::int64_t prompt_rows = 0;      // of one window
  std::int64_t step = 0;             // one row of a decode step
  std::int64_t slot = 0;             // keys and values of one sequence
  std::int64_t draft_rows = 0;       // of a step that checks a live session's draft

  /// So many windows of files, decoded together.
  std::int64_t files(std::int64_t slots) const;
  /// So many live sessions beside them. Each keeps its slot and its steps; the encoder and the reading of
  /// prompts serve one at a time.
  std::int64_t lives(std::int64_t sessions) const;
};

/// Tokens of the longest window's sequence, including its prompt. `instruction`: as for ModelText::prompt;
/// `asked`: as for token_budget.
std::int64_t window_capacity(const OpenedModel& opened, const std::string& instruction, int asked = 0);

/// Tokens of the longest window's prompt.
std::int64_t prompt_tokens(const OpenedModel& opened, const std::string& instruction);

/// `capacity`: as window_capacity counts it.
WindowMemory window_memory(const OpenedModel& opened, const std::string& instruction, std::int64_t capacity);

/// What is kept for live sessions: the prompt of each may be so many tokens longer than the model's own.
inline constexpr std::int64_t own_prompt_tokens = 256;
WindowMemory live_memory(const OpenedModel& opened);

/// How many windows of files fit, at most `most`; 0: not even one does. `sessions`, which take `live`, have
/// their memory before them, or as many of them as leave room for one window.
std::int64_t slots_that_fit(const WindowMemory& memory, const WindowMemory& live, std::int64_t available,
                            std::int64_t most, std::int64_t sessions);

/// Whether the prompt of somebody's own leaves what the model's would leave: so many windows of files, and
/// the memory of live sessions. `own`, `usual`: with one and with the other. Where the model's own prompt
/// does not fit either, it is not the prompt's fault.
bool prompt_fits(const WindowMemory& own, const WindowMemory& usual, const WindowMemory& live,
                 std::int64_t available, std::int64_t slots, std::int64_t sessions);

/// Whether a live session with a prompt of its own may begin: it takes no more than what is kept for it, or
/// leaves room for a window of a file.
bool live_prompt_fits(const WindowMemory& own, const WindowMemory& usual, const WindowMemory& live,
                      std::int64_t available);

/// Why a prompt of so many tokens is refused, which concerns nobody else. In bytes: what it needs, and what
/// there is.
Error prompt_error(std::int64_t tokens, std::int64_t context, std::int64_t needed, std::int64_t available);

/// Throws prompt_error if a live session with this instruction does not fit; empty: the model's own.
void check_live_prompt(const OpenedModel& opened, const std::string& instruction);

/// Throws Error if the device has no memory for so many live sessions beside a file.
void check_memory_for(const OpenedModel& opened, std::int64_t sessions);

}  // namespace tilescribe
