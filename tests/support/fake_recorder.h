// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/machine/capture.h"

namespace tilescribe::test {

/// Sources, recorders and kept recordings that a test directs. Recordings grow as the test says, or by
/// themselves, many times as fast as real sound. Nothing is written. Thread-safe.
class FakeSound : public Capture {
 public:
  FakeSound();

  std::unique_ptr<SourceWatch> watch_sources(std::function<void(const SourceList&)> changed) override;
  std::unique_ptr<LevelProbe> probe_level(const std::string& source) override;
  std::unique_ptr<Recorder> start_recording(const RecordOptions& options) override;
  std::vector<RecordingFile> recordings(const std::filesystem::path& folder) override;
  void settle_recording(const std::filesystem::path& file) override;
  int remove_old_recordings(const std::filesystem::path& folder, int days) override;

  /// The sources from now on; watchers hear of it.
  void set_sources(const std::vector<AudioSource>& sources);
  void set_problem(const std::string& sentence);  // no sources, and why
  /// The next start fails with this sentence; empty: it works.
  void refuse(const std::string& sentence);

  /// Called by whoever opens a source, lets go of one or looks through the kept recordings; may hold that up.
  void on_device(std::function<void()> device);

  /// The running recording gets so much longer. Ignored while it is paused or its source is gone.
  void hear(double seconds);
  /// From the next start on, a recording grows by itself: so many times as fast as real sound; 0: only by
  /// hear().
  void set_speed(double speed);
  void set_level(const SoundLevel& level);
  /// The running recording's source goes, with a notice, and comes back.
  void vanish();
  void come_back();
  /// It gives only zeros, with a notice.
  void mute();
  /// The recorder stops by itself, since the disk is full.
  void fill_disk();

  /// Leaves a recording behind, as an earlier run of the program did.
  void leave(const RecordingFile& file);

  int started() const;              // how many recordings were begun
  std::string last_source() const;  // the id that the last one was asked for
  bool recording() const;           // one takes sound
  std::string last_probed()
      const;              // the id of the last source that was listened to; empty: none, or the default
  int listening() const;  // probes that are open
  bool settled(const std::filesystem::path& file) const;
  int kept_days() const;  // of the last call of remove_old_recordings; -1: none

  struct State;

 private:
  std::shared_ptr<State> state_;
};

/// A microphone, another one, and what the computer plays.
std::vector<AudioSource> three_sources();
/// So many, with long names, a third of them monitors.
std::vector<AudioSource> many_sources(int count);

}  // namespace tilescribe::test
