// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <cstdint>
#include <memory>
#include <vector>

#include "inference/api/profile_analysis.h"
#include "ui/scale/level_of_detail.h"

namespace tilescribe::ui {

/// Measurements of a time range.
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

  struct Lane {
    ProfileLane lane;
    QString name;
    bool of_ops = false;   // timed by a clock around them; else kernels, copies and fills
    LevelOfDetail detail;  // ids are indices in ProfileSession::records
  };
  struct TokenMark {
    std::int64_t at_ns = 0;
    std::size_t token = 0;  // in ProfileSession::tokens
  };

  TimelineModel() = default;
  explicit TimelineModel(std::shared_ptr<const ProfileSession> shown);

  /// Whether there is anything to show.
  bool empty() const;
  /// The intervals of a lane, or else of one of the host's rows.
  const LevelOfDetail& intervals(bool of_lane, std::size_t row) const;
  /// Dims everything outside the selection. The range is ignored: it is visible anyway.
  void select(const ProfileSelection& selection);
  /// Measures a range; takes time logarithmic in the number of records.
  TimelineMeasure measure(ProfileSelection::Range range) const;
  /// Whether another record on its stream runs at the same time, so that its duration includes waiting.
  bool overlaps_others(std::size_t record) const;

  std::shared_ptr<const ProfileSession> session;
  std::int64_t duration_ns = 0;  // the end of the shown time
  std::vector<QString> names;    // by kind, short
  std::vector<Lane> lanes;
  std::vector<std::uint16_t> lane_of;  // by record
  /// Several if spans overlap; ids are indices in ProfileSession::spans.
  std::vector<LevelOfDetail> host_rows;
  std::vector<TimelineBlock> blocks;           // by begin
  std::vector<std::vector<TokenMark>> tokens;  // by row of windows, then by time
  std::vector<std::uint8_t> stages;            // those that occur, as indices in stage_names()
  LevelOfDetail busy;                          // the union of all records
  std::vector<ProfileGap> gaps;                // in which nothing runs, longest first
  std::int64_t most_memory_bytes = 0;
};

}  // namespace tilescribe::ui
