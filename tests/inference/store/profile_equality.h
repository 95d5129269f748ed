// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "inference/api/profile.h"

/// Whether two profiles are the same, field by field. The bindings name every field, so that a new one does
/// not compile before it is compared.
namespace tilescribe {

inline auto tied(const ProfileKind& value) {
  const auto& [activity, stage, op, variant, part_of, kernel, short_name] = value;
  return std::tie(activity, stage, op, variant, part_of, kernel, short_name);
}

inline auto tied(const ProfileRecord& value) {
  const auto& [start, duration, inner, flops, bytes, step, shared, kind, stream, layer, windows, grid, block,
               registers, threads, replayed] = value;
  return std::tie(start, duration, inner, flops, bytes, step, shared, kind, stream, layer, windows, grid,
                  block, registers, threads, replayed);
}

inline auto tied(const ProfileTotal& value) {
  const auto& [kind, layer, calls, own, busy, shared, composed, flops, bytes, least, most, squares,
               histogram] = value;
  return std::tie(kind, layer, calls, own, busy, shared, composed, flops, bytes, least, most, squares,
                  histogram.counts);
}

inline auto tied(const ProfileSpan& value) {
  const auto& [start, duration, stage, step, windows] = value;
  return std::tie(start, duration, stage, step, windows);
}

inline auto tied(const ProfileToken& value) {
  const auto& [at, window, text] = value;
  return std::tie(at, window, text);
}

inline auto tied(const ProfileWindow& value) {
  const auto& [index, audio_start, audio_end, begin, end, peaks] = value;
  return std::tie(index, audio_start, audio_end, begin, end, peaks);
}

inline auto tied(const ProfileMemory& value) {
  const auto& [at, used] = value;
  return std::tie(at, used);
}

inline auto tied(const BenchCeilings& value) {
  const auto& [read, copy, f32, tf32, bf16, fp8] = value;
  return std::tie(read, copy, f32, tf32, bf16, fp8);
}

/// The first difference, such as "record 3"; empty: there is none.
inline std::string difference(const ProfileSession& a, const ProfileSession& b) {
  const auto of_list = [](const std::string& what, const auto& left, const auto& right) -> std::string {
    if (left.size() != right.size()) return "number of " + what + "s";
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (tied(left[i]) != tied(right[i])) return what + " " + std::to_string(i);
    }
    return {};
  };
  const auto& [setting, kinds, records, totals, spans, tokens, windows, memory, duration, audio, drafts,
               accepted, taken, lost, dropped, cost, every] = a;
  if (std::string found = of_list("kind", kinds, b.kinds); !found.empty()) return found;
  if (std::string found = of_list("record", records, b.records); !found.empty()) return found;
  if (std::string found = of_list("total", totals, b.totals); !found.empty()) return found;
  if (std::string found = of_list("span", spans, b.spans); !found.empty()) return found;
  if (std::string found = of_list("token", tokens, b.tokens); !found.empty()) return found;
  if (std::string found = of_list("window", windows, b.windows); !found.empty()) return found;
  if (std::string found = of_list("memory", memory, b.memory); !found.empty()) return found;
  if (std::tie(duration, audio, drafts, accepted, taken, lost, dropped, cost, every) !=
      std::tie(b.duration_ns, b.audio_s, b.draft_tokens, b.draft_accepted, b.taken, b.lost, b.dropped,
               b.cost_percent, b.detail_every)) {
    return "numbers of the whole";
  }
  const auto& [engine, compute, model, file, source, reason, began, program, full, ceilings] = setting;
  const ProfileSetting& other = b.setting;
  // A file keeps messages in English.
  if (english(engine) != english(other.engine) || english(reason) != english(other.fallback_reason)) {
    return "setting";
  }
  if (std::tie(compute, model, file, source, began, program, full) !=
      std::tie(other.compute, other.model, other.audio, other.source, other.began, other.program,
               other.full)) {
    return "setting";
  }
  return tied(ceilings) == tied(other.ceilings) ? std::string() : "ceilings";
}

}  // namespace tilescribe
