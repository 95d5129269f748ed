// SPDX-License-Identifier: Apache-2.0
#include "inference/pipeline/window_memory.h"

#include <algorithm>

#include "inference/features/mel_window.h"
#include "inference/pipeline/token_budget.h"

namespace tilescribe {

std::int64_t WindowMemory::files(std::int64_t slots) const {
  return std::min(encoded_at_once, slots) * encoded +
         std::min(rows_at_once, slots * prompt_rows) * prompt_row + slots * (step + slot);
}

std::int64_t WindowMemory::lives(std::int64_t sessions) const {
  if (sessions <= 0) return 0;
  return files(1) + (sessions - 1) * (step + slot) + sessions * draft_rows * step;
}

std::int64_t prompt_tokens(const OpenedModel& opened, const std::string& instruction) {
  return std::ssize(opened.text.prompt(features::window_tokens, instruction).ids);
}

std::int64_t window_capacity(const OpenedModel& opened, const std::string& instruction, int asked) {
  return std::min(prompt_tokens(opened, instruction) + token_budget(30.0, asked),
                  opened.model.decoder.context);
}

WindowMemory window_memory(const OpenedModel& opened, const std::string& instruction, std::int64_t capacity) {
  const model::Model& model = opened.model;
  const kernels::Backend& backend = *opened.engine.backend;
  const kernels::Batching batching = backend.batching();
  return {.encoded = model.encoder.window_bytes(features::window_frames),
          .encoded_at_once = batching.encoder_windows,
          .prompt_row = model.decoder.prompt_row_bytes(),
          .rows_at_once = batching.prefill_rows,
          .prompt_rows = prompt_tokens(opened, instruction),
          .step = model.decoder.step_bytes(),
          .slot = model.decoder.slot_bytes(backend, capacity),
          .draft_rows = batching.draft_rows};
}

WindowMemory live_memory(const OpenedModel& opened) {
  const std::int64_t context = opened.model.decoder.context;
  WindowMemory memory =
      window_memory(opened, {}, std::min(window_capacity(opened, {}) + own_prompt_tokens, context));
  memory.prompt_rows = std::min(memory.prompt_rows + own_prompt_tokens, context);
  return memory;
}

std::int64_t slots_that_fit(const WindowMemory& memory, const WindowMemory& live, std::int64_t available,
                            std::int64_t most, std::int64_t sessions) {
  while (sessions > 0 && available < memory.files(1) + live.lives(sessions)) --sessions;
  available -= live.lives(sessions);
  std::int64_t slots = most;
  while (slots > 1 && memory.files(slots) > available) slots /= 2;
  return memory.files(slots) <= available ? slots : 0;
}

bool prompt_fits(const WindowMemory& own, const WindowMemory& usual, const WindowMemory& live,
                 std::int64_t available, std::int64_t slots, std::int64_t sessions) {
  const auto is_at_fault = [&](std::int64_t left) {
    return usual.files(slots) <= left && left < own.files(slots);
  };
  return !is_at_fault(available - live.lives(sessions)) && !is_at_fault(available);
}

bool live_prompt_fits(const WindowMemory& own, const WindowMemory& usual, const WindowMemory& live,
                      std::int64_t available) {
  return own.lives(1) <= live.lives(1) || own.lives(1) + usual.files(1) <= available;
}

Error prompt_error(std::int64_t tokens, std::int64_t context, std::int64_t needed, std::int64_t available) {
  if (tokens >= context)
    return Error("The prompt has {1} tokens, but the model's context holds {2}.", tokens, context);
  return Error(
      "The prompt has {1} tokens, and with it {2} MiB are needed beside the model, but {3} MiB of the GPU's "
      "memory are left.",
      tokens, needed >> 20, available >> 20);
}

void check_live_prompt(const OpenedModel& opened, const std::string& instruction) {
  const auto available = static_cast<std::int64_t>(opened.engine.backend->available_bytes());
  if (available == 0 || instruction.empty()) return;
  const WindowMemory own = window_memory(opened, instruction, window_capacity(opened, instruction)),
                     usual = window_memory(opened, {}, window_capacity(opened, {}));
  if (live_prompt_fits(own, usual, live_memory(opened), available)) return;
  throw prompt_error(own.prompt_rows, opened.model.decoder.context, own.lives(1) + usual.files(1), available);
}

void check_memory_for(const OpenedModel& opened, std::int64_t sessions) {
  const auto available = static_cast<std::int64_t>(opened.engine.backend->available_bytes());
  if (available == 0 || sessions == 0) return;
  const WindowMemory memory = window_memory(opened, {}, window_capacity(opened, {}));
  const std::int64_t needed = memory.files(1) + live_memory(opened).lives(sessions);
  if (needed <= available) return;
  throw Error(
      "{1} live session(s) and a file need {2} MiB beside the model, but {3} MiB of the GPU's memory are "
      "left; "
      "ask for fewer sessions.",
      sessions, needed >> 20, available >> 20);
}

}  // namespace tilescribe
