// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "app/machine/lab.h"
#include "tests/support/fake_transcriber.h"

namespace tilescribe::test {

/// A machine with the devices of fake_devices(), a sample that a test names, and a world's models.
class FakeLab : public Lab {
 public:
  explicit FakeLab(FakeWorld& world, std::filesystem::path sample = "sample.wav") {
    devices = [this] {
      if (probing) probing();
      return fake_devices();
    };
    check_model = [this, &world](const std::string& model) {
      if (checking) checking();
      world.check(model);
    };
    sample_recording = [sample = std::move(sample)] { return sample; };
  }
  FakeLab(const FakeLab&) = delete;
  FakeLab& operator=(const FakeLab&) = delete;

  /// Called when the devices are asked for. To be set before.
  std::function<void()> probing;
  /// Called when a model's folder is looked into. To be set before.
  std::function<void()> checking;
};

}  // namespace tilescribe::test
