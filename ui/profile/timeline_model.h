// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "inference/api/profile_analysis.h"
#include "ui/scale/level_of_detail.h"

namespace tilescribe::ui {

struct TimelineMeasure {
  std::int64_t length_ns = 0;
  std::int64_t idle_ns = 0;  // without any record, as far as records were kept
  std::int64_t records = 0;  // that overlap it
};

/// A window of audio in a timeline, or several that were computed together and are too many for one row each.
struct TimelineBlock {
  std::int64_t begin_ns = 0, end_ns = 0;
  std::size_t row = 0;
  std::vector<std::size_t> windows;  // indices in ProfileSession::windows, in the order of the audio
};

/// A profile arranged for a timeline: rows on which nothing overlaps, each ready for any zoom. Does not
/// depend on pixels.
struct TimelineModel {
  static constexpr std::size_t most_window_rows = 4;

  /// A row of the host's spans, or a lane of records.
  struct Row {
    QString name;              // empty: that of the row above holds for it
    bool of_host = false;      // ids are indices in ProfileSession::spans; else in ProfileSession::records
    std::uint32_t stream = 0;  // of a lane
    bool of_ops = false;       // a lane timed by a clock around ops; else kernels, copies and fills
    LevelOfDetail detail;
  };
  struct TokenMark {
    std::int64_t at_ns = 0;
    std::size_t token = 0;  // in ProfileSession::tokens
  };

  TimelineModel() = default;
  explicit TimelineModel(std::shared_ptr<const ProfileSession> shown);

  /// Whether there is anything to show.
  bool empty() const;
  std::span<const Row> lanes() const { return std::span(rows).subspan(host_rows); }
  /// Dims everything outside the selection. The range is ignored: it is visible anyway.
  void select(const ProfileSelection& selection);
  /// Measures a range; takes time logarithmic in the number of records.
  TimelineMeasure measure(ProfileSelection::Range range) const;
  /// Whether another record on its stream runs at the same time, so that its duration includes waiting.
  bool overlaps_others(std::size_t record) const;

  std::shared_ptr<const ProfileSession> session;
  std::int64_t duration_ns = 0;                // the end of the shown time
  std::vector<QString> names;                  // by kind, short
  std::vector<Row> rows;                       // the host's, then the lanes
  std::size_t host_rows = 0;                   // several if spans overlap
  std::vector<std::uint16_t> lane_of;          // by record, in lanes()
  std::vector<TimelineBlock> blocks;           // by begin
  std::vector<std::vector<TokenMark>> tokens;  // by row of windows, then by time
  std::vector<std::uint8_t> stages;            // those that occur, as indices in stage_names
  LevelOfDetail busy;                          // the union of all records
  std::vector<ProfileGap> gaps;                // in which nothing runs, longest first
  std::int64_t most_memory_bytes = 0;
};

}  // namespace tilescribe::ui
