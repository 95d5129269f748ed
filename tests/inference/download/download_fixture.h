// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "inference/download/download.h"
#include "kernels/core/error.h"
#include "tests/support/hub_server.h"

namespace tilescribe::test {

namespace fs = std::filesystem;

/// A hub, a model on it, and a folder that it comes into.
class DownloadTest : public QObject {
  Q_OBJECT

 protected:
  static inline const std::string weights = "model.safetensors";

  static std::string noise(std::size_t bytes, unsigned seed) {
    std::mt19937 random(seed);
    std::string content(bytes, '\0');
    for (char& byte : content) byte = static_cast<char>(random());
    return content;
  }

  static std::map<std::string, std::string> contents() {
    return {{"config.json", "{\"a\": 1}"}, {"empty.json", ""}, {weights, noise(1 << 20, 1)}};
  }

  static inline const PublishedModel model{.name = "Tiny",
                                           .repository = "somebody/Tiny",
                                           .revision = "abc123",
                                           .licence = "MIT",
                                           .parameters = 1,
                                           .bytes = 1 << 20,
                                           .files = {{.name = "config.json"},
                                                     {.name = "empty.json"},
                                                     {.name = "extra.json", .optional = true},
                                                     {.name = weights, .weights = true}}};

  static std::string read(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  void begin() {
    folder_ = std::make_unique<QTemporaryDir>();
    hub_ = std::make_unique<HubServer>(contents());
    options_ = {.folder = fs::path(folder_->path().toStdString()) / "models",
                .address = hub_->address(),
                .attempts = 3,
                .first_wait_s = 0.01,
                .stall_s = 30.0,
                .spare_bytes = 0};
    told_.clear();
    checked_ = 0;
  }

  fs::path final() const { return options_.folder / "Tiny"; }
  fs::path part() const { return options_.folder / "Tiny.part"; }

  std::string problem() {
    try {
      const fs::path made = download::download(
          model, options_,
          [this](const fs::path& folder) {
            ++checked_;
            QCOMPARE(folder, part());
            if (refuse_) throw Error("It is none.");
          },
          [this](const DownloadProgress& progress) { told_.push_back(progress); }, {});
      return made == final() ? "" : "another folder: " + made.string();
    } catch (const Error& error) {
      return error.what();
    }
  }

  void expect_problem(const std::string& part_of_sentence) {
    const std::string found = problem();
    QVERIFY2(found.find(part_of_sentence) != std::string::npos, found.c_str());
  }

  void expect_whole() const {
    QVERIFY(!fs::exists(part()));
    for (const auto& [name, content] : contents()) QVERIFY2(read(final() / name) == content, name.c_str());
    QVERIFY(!fs::exists(final() / "extra.json"));
  }

  void expect_kept(std::int64_t bytes) const {
    QVERIFY(!fs::exists(final()));
    const auto partial = partial_download(model, options_.folder);
    QVERIFY(partial.has_value());
    QCOMPARE(partial->bytes, bytes);
  }

  std::unique_ptr<QTemporaryDir> folder_;
  std::unique_ptr<HubServer> hub_;
  DownloadOptions options_;
  std::vector<DownloadProgress> told_;
  int checked_ = 0;
  bool refuse_ = false;
};

}  // namespace tilescribe::test
