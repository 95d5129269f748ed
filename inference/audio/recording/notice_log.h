// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "inference/api/capture.h"

namespace tilescribe::audio {

/// The notices of a recording, in order. A device that comes and goes can create two per second for hours.
/// After `most` notices, one says that no more are listed. A full disk is always listed.
class NoticeLog {
 public:
  static constexpr std::size_t most = 1000;

  void add(RecordingNotice notice) {
    if (notices_.size() > most && notice.kind != RecordingNotice::Kind::disk_full) return;
    if (notices_.size() == most && notice.kind != RecordingNotice::Kind::disk_full) {
      notice.message = Message("{1} So much has happened that nothing more is listed here.", notice.message);
    }
    notices_.push_back(std::move(notice));
  }
  const std::vector<RecordingNotice>& all() const { return notices_; }

 private:
  std::vector<RecordingNotice> notices_;
};

}  // namespace tilescribe::audio
