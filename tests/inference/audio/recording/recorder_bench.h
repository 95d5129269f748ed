// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTemporaryDir>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>

#include "inference/audio/recording/recorder.h"
#include "tests/inference/audio/recording/fake_device.h"

namespace tilescribe::test {

inline constexpr std::uintmax_t plenty = std::uintmax_t{1} << 40;

/// A recorder on a fake device, in a folder of its own.
struct Bench {
  QTemporaryDir folder;
  FakeDevice device;
  std::atomic<std::uintmax_t> free_bytes{plenty};
  std::unique_ptr<Recorder> recorder;

  void start() {
    recorder = audio::start_recording(
        {.source = "fake", .folder = folder.path().toStdString()},
        {device.opener(), [this](const std::filesystem::path&) { return free_bytes.load(); }});
  }
  bool is(RecordingState state) const { return recorder->status().state == state; }
  std::size_t kept() const { return static_cast<std::size_t>(recorder->recording()->samples()); }
};

}  // namespace tilescribe::test
