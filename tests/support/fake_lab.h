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
  explicit FakeLab(FakeWorld& world, std::filesystem::path sample = "sample.wav")
      : world_(world), sample_(std::move(sample)) {}

  /// Called when the devices are asked for. To be set before.
  std::function<void()> probing;
  /// Called when a model's folder is looked into. To be set before.
  std::function<void()> checking;

  std::vector<DeviceRow> devices() override {
    if (probing) probing();
    return fake_devices();
  }
  void check_model(const std::string& model) override {
    if (checking) checking();
    world_.check(model);
  }
  std::filesystem::path sample_recording() override { return sample_; }

 private:
  FakeWorld& world_;
  std::filesystem::path sample_;
};

}  // namespace tilescribe::test
