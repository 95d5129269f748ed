// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/scheduler/scheduler.h"

namespace tilescribe::test {

/// A program's life: which files come again and again, which models take turns, what is spoken.
struct SoakPlan {
  std::vector<std::filesystem::path> files;         // each has a text
  std::vector<std::filesystem::path> broken_files;  // each fails
  std::filesystem::path device_file;                // the device fails on it, but for the CPU
  EngineOptions model;                              // whose texts are compared
  EngineOptions other_model;
  EngineOptions failing_model;                              // whose device fails on `device_file`
  double spoken_s = 180.0;                                  // a round's live session
  std::shared_ptr<const std::vector<std::int16_t>> speech;  // 16 kHz, over and over; none: nobody reads it
  bool same_live_text = true;  // which depends on the machine's speed where a real model writes it
};

/// What this process holds, and those that it started.
struct Held {
  std::size_t bytes = 0;           // allocated by this process and not freed
  std::size_t resident_bytes = 0;  // of this process
  std::size_t started_bytes = 0;   // resident, of the others together
  int handles = 0;                 // of all
  int processes = 0;               // the others
};
/// The processes for files that were read get some seconds to end before it is counted.
Held held_now();

/// One scheduler, round after round. A round that goes wrong throws std::runtime_error and says what it was.
class Soak {
 public:
  Soak(Engines& engines, SoakPlan plan);
  ~Soak();

  /// Files, a live session, a recording; models that are swapped, a device and a microphone that go and come
  /// back, a full disk, a machine that sleeps, a clock that is set back. All texts must be those of the first
  /// round.
  void round(int number);
  /// The files' texts must be those of one that has worked for longer.
  void compare_with(const Soak& older);

 private:
  class LastEvents;

  void open(const EngineOptions& options);
  void check_file(const std::filesystem::path& file);
  void check_broken_file(const std::filesystem::path& file);
  void check_cancelled_file(const std::filesystem::path& file);
  void lose_device();
  void speak(bool sleeps);
  void record(bool disk_is_full, bool source_goes);
  void work();
  void same(const std::string& what, const std::string& text);

  SoakPlan plan_;
  std::unique_ptr<LastEvents> events_;
  std::unique_ptr<Scheduler> scheduler_;
  std::map<std::string, std::string> texts_;  // of the first round
};

}  // namespace tilescribe::test
