// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "inference/store/session_file.h"

namespace tilescribe::store {
namespace {

constexpr std::int64_t longest_ns = std::int64_t{1} << 53;  // 104 days; a time is exact in a double, too
constexpr std::int32_t most_layers = 1 << 16;
constexpr double most_summed = 9.2e18;  // below 2^63

bool is_time(std::int64_t ns) {
  return ns >= -longest_ns && ns <= longest_ns;
}
bool is_duration(std::int64_t ns) {
  return ns >= 0 && ns <= longest_ns;
}
bool is_layer(std::int32_t layer) {
  return layer >= -1 && layer < most_layers;
}

std::string entry(const char* what, std::size_t index) {
  return std::string(what) + " " + std::to_string(index);
}

// Adds up numbers that must not be negative.
class Sum {
 public:
  bool add(std::int64_t value) {
    sum_ += static_cast<double>(value);
    return value >= 0 && sum_ < most_summed;
  }

 private:
  double sum_ = 0.0;
};

using Complaint = std::optional<std::string>;

Complaint about_kind(const char* what, std::size_t index, std::uint32_t kind, const ProfileSession& session) {
  if (kind < session.kinds.size()) return {};
  return entry(what, index) + " names kind " + std::to_string(kind) + ", and there are " +
         std::to_string(session.kinds.size());
}

Complaint about_records(const ProfileSession& session) {
  Sum durations, flops, bytes, moved;
  std::int64_t before = -longest_ns;
  for (std::size_t i = 0; i < session.records.size(); ++i) {
    const ProfileRecord& record = session.records[i];
    if (auto complaint = about_kind("record", i, record.kind, session)) return complaint;
    if (!is_time(record.start_ns) || !is_duration(record.duration_ns) || record.inner_ns < 0 ||
        record.inner_ns > record.duration_ns) {
      return entry("record", i) + " starts at " + std::to_string(record.start_ns) + " ns and lasts " +
             std::to_string(record.duration_ns) + " ns, " + std::to_string(record.inner_ns) +
             " ns of them in ops inside";
    }
    if (record.start_ns < before) return entry("record", i) + " starts before the one in front of it";
    before = record.start_ns;
    if (!is_layer(record.layer)) return entry("record", i) + " is of layer " + std::to_string(record.layer);
    if (record.step < -1 || record.windows < 0 || record.threads < 0 || !durations.add(record.duration_ns) ||
        !flops.add(record.flops) || !bytes.add(record.bytes) || !moved.add(record.shared_bytes)) {
      return entry("record", i) + " has a count that is negative or beyond all measure";
    }
  }
  return {};
}

Complaint about_totals(const ProfileSession& session) {
  Sum calls, own, busy, shared, composed, flops, bytes;
  for (std::size_t i = 0; i < session.totals.size(); ++i) {
    const ProfileTotal& total = session.totals[i];
    if (auto complaint = about_kind("total", i, total.kind, session)) return complaint;
    if (!is_layer(total.layer)) return entry("total", i) + " is of layer " + std::to_string(total.layer);
    if (!calls.add(total.calls) || !own.add(total.own_ns) || !busy.add(total.busy_ns) ||
        !shared.add(total.shared_ns) || !composed.add(total.composed) || !flops.add(total.flops) ||
        !bytes.add(total.bytes) || !is_duration(total.least_ns) || !is_duration(total.most_ns) ||
        !std::isfinite(total.squares) || total.squares < 0.0) {
      return entry("total", i) + " has a sum that is negative or beyond all measure";
    }
  }
  return {};
}

Complaint about_times(const ProfileSession& session) {
  for (std::size_t i = 0; i < session.spans.size(); ++i) {
    const ProfileSpan& span = session.spans[i];
    if (!is_time(span.start_ns) || !is_duration(span.duration_ns) || span.windows < 0 || span.step < -1) {
      return entry("span", i) + " has a time or a count beyond all measure";
    }
    if (i > 0 && span.start_ns < session.spans[i - 1].start_ns) {
      return entry("span", i) + " starts before the one in front of it";
    }
  }
  for (std::size_t i = 0; i < session.tokens.size(); ++i) {
    const std::int64_t at = session.tokens[i].at_ns;
    if (!is_time(at)) return entry("token", i) + " has a time beyond all measure";
    if (i > 0 && at < session.tokens[i - 1].at_ns)
      return entry("token", i) + " is earlier than the one before";
  }
  for (std::size_t i = 0; i < session.windows.size(); ++i) {
    const ProfileWindow& window = session.windows[i];
    if (!is_time(window.begin_ns) || !is_time(window.end_ns) || !std::isfinite(window.audio_start_s) ||
        !std::isfinite(window.audio_end_s) || window.index < 0 ||
        !std::all_of(window.peaks.begin(), window.peaks.end(),
                     [](float peak) { return std::isfinite(peak); })) {
      return entry("window", i) + " has a value beyond all measure";
    }
    if (i > 0 && window.index <= session.windows[i - 1].index) {
      return entry("window", i) + " has the index " + std::to_string(window.index) + " out of order";
    }
  }
  for (std::size_t i = 0; i < session.memory.size(); ++i) {
    const ProfileMemory& memory = session.memory[i];
    if (!is_time(memory.at_ns) || memory.used_bytes < 0 ||
        (i > 0 && memory.at_ns < session.memory[i - 1].at_ns)) {
      return entry("reading", i) + " of the memory is out of order or beyond all measure";
    }
  }
  return {};
}

Complaint about_head(const ProfileSession& session) {
  for (std::size_t i = 0; i < session.kinds.size(); ++i) {
    if (session.kinds[i].activity > ProfileActivity::replay) {
      return entry("kind", i) + " is of no known activity";
    }
  }
  if (!is_duration(session.duration_ns) || !std::isfinite(session.audio_s) || session.audio_s < 0.0 ||
      !std::isfinite(session.cost_percent)) {
    return "its duration or its cost is beyond all measure";
  }
  if (session.taken < 0 || session.lost < 0 || session.dropped < 0 || session.detail_every < 1) {
    return "a count of its records is negative";
  }
  const BenchCeilings& ceilings = session.setting.ceilings;
  for (const auto& ceiling : {ceilings.read_gb_s, ceilings.copy_gb_s, ceilings.f32_tflop_s,
                              ceilings.tf32_tflop_s, ceilings.bf16_tflop_s, ceilings.fp8_tflop_s}) {
    if (ceiling && (!std::isfinite(*ceiling) || *ceiling < 0.0)) return "a ceiling is no rate";
  }
  return {};
}

}  // namespace

std::optional<std::string> complaint_about(const ProfileSession& session) {
  for (const auto about : {about_head, about_records, about_totals, about_times}) {
    if (auto complaint = about(session)) return complaint;
  }
  return {};
}

}  // namespace tilescribe::store
