// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "inference/api/profile.h"
#include "inference/profile/totals.h"
#include "kernels/profile/activity_source.h"
#include "kernels/profile/stage_clock.h"

namespace tilescribe {

/// Builds a ProfileSession and its frames while measurements arrive. Full records are limited; sums include
/// everything. Any thread may use it.
class Telemetry {
 public:
  /// `begin_ns`: when the profile begins, by kernels::record_clock_ns().
  Telemetry(std::int64_t begin_ns, const ProfileOptions& options);

  void take(std::span<const kernels::ActivityRecord> records);
  void take(const std::vector<kernels::StageSpan>& spans);
  /// As in TranscriptionObserver.
  void window_begins(int index, double start_s, double end_s, std::span<const float> samples);
  void token(int window, std::string text);
  void window_ends(int index);
  void drafted(std::int64_t checked, std::int64_t accepted);
  void transcribed(double audio_s, double elapsed_s, bool over);
  void memory(std::int64_t used_bytes);

  /// Sums so far, without what only the source knows. `now`: the host's open stage.
  ProfileFrame frame(const std::optional<kernels::StageSpan>& now);
  /// Everything; nothing is left here. The caller adds settings and costs.
  ProfileSession finish();

 private:
  /// Sums of one kind, for frames.
  struct KindSum {
    std::int64_t calls = 0, own_ns = 0, busy_ns = 0;
  };
  /// A full record, and what it adds to the totals.
  struct Kept {
    ProfileRecord record;
    std::int64_t busy_ns = 0;
    bool waits = false;  // it overlaps an earlier one
  };
  /// A record's names, identified by address. The addresses never change, so strings are rarely compared.
  using Names = std::array<const void*, 6>;
  struct NamesHash {
    std::size_t operator()(const Names& names) const;
  };

  std::int64_t since_begin(std::int64_t clock_ns) const { return clock_ns - begin_ns_; }
  std::uint32_t kind_of(const kernels::ActivityRecord& record);
  void take_one(const kernels::ActivityRecord& record);
  void count_once(const kernels::OpLabel& label, std::uint32_t stream, ProfileRecord& kept);
  void count_gap(std::int64_t from_ns, std::int64_t to_ns);
  void forget_old();

  const std::int64_t begin_ns_;
  const ProfileOptions options_;
  std::mutex mutex_;  // guards all below
  std::vector<ProfileKind> kinds_;
  std::vector<KindSum> sums_;  // one per kind
  std::unordered_map<Names, std::uint32_t, NamesHash> kind_numbers_;
  struct LastOp {
    std::uint64_t run = 0;
    std::int64_t step = -1;
  };
  std::map<std::uint32_t, LastOp> last_op_;  // per stream: the op of its last kernel
  /// An op whose inner ops have kernels, in one place of the work.
  struct Outer {
    std::string_view op;
    std::int32_t layer = -1;
    std::int64_t step = -1;
    std::int64_t record = -1;  // the one with its cost: dropped_ + index in records_; -1: not yet
    kernels::Cost parts{};     // cost of its inner ops until then
    bool is(std::string_view name, const kernels::Place& place) const {
      return op == name && layer == place.layer && step == place.step;
    }
  };
  std::map<std::uint32_t, Outer> outers_;  // per stream: the last one
  std::deque<Kept> records_;
  TotalsBuilder totals_;            // of records no longer kept
  std::int64_t busy_until_ns_ = 0;  // end of what ran so far, by the records' clock
  std::int64_t waiting_ns_ = 0, launch_ns_ = 0;
  std::int64_t audio_ns_ = 0;                    // the host processed audio and nothing ran
  std::deque<kernels::StageSpan> recent_audio_;  // spans that may still overlap gaps
  std::int64_t taken_ = 0, dropped_ = 0;
  std::vector<ProfileSpan> spans_;
  std::vector<ProfileToken> tokens_;
  std::int64_t draft_tokens_ = 0, draft_accepted_ = 0;
  std::map<int, ProfileWindow> windows_;
  std::vector<ProfileMemory> memory_;
  /// A file being transcribed.
  struct File {
    std::int64_t begin_ns = 0;  // by the records' clock
    double audio_s = 0.0;
  };
  std::optional<File> file_;
  double files_audio_s_ = 0.0, files_s_ = 0.0;  // of finished files
  double audio_done_s_ = 0.0;                   // audio transcribed since the profile began
};

}  // namespace tilescribe
