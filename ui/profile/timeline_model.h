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
  int row = 0;
  std::vector<std::size_t> windows;  // indices in ProfileSession::windows, in the order of the audio
};

/// A profile arranged for a timeline: rows on which nothing overlaps, each ready for any zoom. Does not
/// depend on pixels.
class TimelineModel {
 public:
  static constexpr int most_window_rows = 4;

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
  explicit TimelineModel(std::shared_ptr<const ProfileSession> session);

  /// The shown session, or null.
  const ProfileSession* session() const { return session_.get(); }
  /// The end of the shown time.
  std::int64_t duration_ns() const { return duration_ns_; }
  /// Whether there is anything to show.
  bool empty() const;

  const std::vector<Lane>& lanes() const { return lanes_; }
  /// The host's spans; ids are indices in ProfileSession::spans. Several rows if spans overlap.
  const std::vector<LevelOfDetail>& host_rows() const { return host_rows_; }
  /// Sorted by begin.
  const std::vector<TimelineBlock>& blocks() const { return blocks_; }
  int window_rows() const { return static_cast<int>(tokens_.size()); }
  /// Tokens of a row's windows, by time.
  const std::vector<TokenMark>& tokens(int row) const { return tokens_[static_cast<std::size_t>(row)]; }
  std::int64_t most_memory_bytes() const { return most_memory_bytes_; }

  /// Short name of a kind.
  const QString& name_of(std::uint32_t kind) const { return names_[kind]; }
  /// Stages that occur, as indices in stage_names().
  const std::vector<std::uint8_t>& stages() const { return stages_; }

  /// Dims everything outside the selection. The range is ignored: it is visible anyway.
  void select(const ProfileSelection& selection);

  /// Measures a range; takes time logarithmic in the number of records.
  TimelineMeasure measure(ProfileSelection::Range range) const;
  /// Gaps in which nothing runs, longest first.
  const std::vector<ProfileGap>& gaps() const { return gaps_; }
  /// Whether another record on its stream runs at the same time, so that its duration includes waiting.
  bool overlaps_others(std::size_t record) const;
  int lane_of(std::size_t record) const { return lane_of_[record]; }

 private:
  void arrange_records();
  void arrange_host();
  void arrange_windows();
  void arrange_tokens();

  std::shared_ptr<const ProfileSession> session_;
  std::int64_t duration_ns_ = 0;
  std::vector<QString> names_;  // by kind
  std::vector<Lane> lanes_;
  std::vector<std::uint16_t> lane_of_;
  std::vector<LevelOfDetail> host_rows_;
  std::vector<TimelineBlock> blocks_;
  std::vector<std::vector<TokenMark>> tokens_;  // by row of windows
  std::vector<std::uint8_t> stages_;
  LevelOfDetail busy_;  // the union of all records
  std::int64_t most_memory_bytes_ = 0;
  bool dimmed_ = false;
  std::vector<ProfileGap> gaps_;
};

}  // namespace tilescribe::ui
