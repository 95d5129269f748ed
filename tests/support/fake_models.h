// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "app/machine/models.h"
#include "kernels/core/error.h"

namespace tilescribe::test {

/// Models that take no room, in a folder that is not there. The demo model is installed.
class FakeModels : public Models {
 public:
  FakeModels() {
    installed_.push_back({.name = "Tilescribe demo model",
                          .folder = "/usr/share/tilescribe/models/demo",
                          .origin = ModelOrigin::bundled,
                          .bytes = 25'800'000,
                          .parameters = 12'500'000,
                          .limits = Message::verbatim("It knows only English."),
                          .fit = fit_of(1.1)});
  }

  /// What a download does; it returns when all has come. To be set before. Otherwise it comes at once.
  using Progress = std::function<void(const DownloadProgress&)>;
  std::function<void(const DownloadOptions&, const Progress&, const std::stop_token&)> downloading;
  /// Called before what is there of a download, or a model, is deleted. To be set before.
  std::function<void()> deleting;
  std::string refused;  // a folder that is no model

  static InstalledModel full(const std::filesystem::path& folder, ModelOrigin origin) {
    return {.name = "GLM-ASR-Nano-2512",
            .folder = folder,
            .origin = origin,
            .bytes = 4'522'600'000,
            .parameters = 2'257'843'200,
            .fit = the_fit()};
  }
  void install(const InstalledModel& model) {
    const std::lock_guard lock(mutex_);
    installed_.push_back(model);
  }
  /// What is there of a download.
  void set_part(const PartialDownload& part) {
    const std::lock_guard lock(mutex_);
    part_ = part;
  }
  std::vector<std::string> did() const {  // "download https://…", "add …", "remove …", "discard"
    const std::lock_guard lock(mutex_);
    return did_;
  }

  std::filesystem::path folder() override { return "/home/ada/.local/share/tilescribe/models"; }
  std::vector<InstalledModel> installed() override {
    const std::lock_guard lock(mutex_);
    return installed_;
  }
  MemoryFit fit() override { return the_fit(); }
  std::optional<PartialDownload> partial() override {
    const std::lock_guard lock(mutex_);
    return part_;
  }
  std::filesystem::path download(DownloadOptions options, const Progress& progress,
                                 const std::stop_token& stop) override {
    note("download " + checked_address(options.address));
    if (downloading) downloading(options, progress, stop);
    std::filesystem::path made = (options.folder.empty() ? folder() : options.folder) / published().name;
    install(full(made, ModelOrigin::downloaded));
    return made;
  }
  void discard() override {
    note("discard");
    if (deleting) deleting();
    const std::lock_guard lock(mutex_);
    part_.reset();
  }
  void add(const std::filesystem::path& model) override {
    note("add " + model.string());
    if (model.string() == refused)
      throw Error("Expected a model in {1}, found no config.json.", model.string());
    const auto there = installed();
    if (std::ranges::none_of(there, [&](const auto& one) { return one.folder == model; }))
      install(full(model, ModelOrigin::added));
  }
  void remove(const InstalledModel& model) override {
    note("remove " + model.folder.string());
    if (deleting) deleting();
    const std::lock_guard lock(mutex_);
    std::erase_if(installed_, [&](const InstalledModel& one) { return one.folder == model.folder; });
  }

 private:
  static MemoryFit fit_of(double gb) {
    return {static_cast<std::int64_t>(gb * 1e9), true,
            Message("It needs {1} GB of memory and fits into the {2} GB of this computer.", Real{gb, 1},
                    Real{16.0, 1})};
  }
  static MemoryFit the_fit() { return fit_of(5.6); }
  void note(std::string what) {
    const std::lock_guard lock(mutex_);
    did_.push_back(std::move(what));
  }

  mutable std::mutex mutex_;
  std::vector<InstalledModel> installed_;
  std::vector<std::string> did_;
  std::optional<PartialDownload> part_;
};

}  // namespace tilescribe::test
