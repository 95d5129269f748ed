// SPDX-License-Identifier: Apache-2.0
// What a model's folder shows before it is opened.
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <fstream>
#include <string>

#include "inference/api/error.h"
#include "inference/api/model_folder.h"
#include "inference/api/transcriber.h"

using namespace tilescribe;
namespace fs = std::filesystem;

namespace {

/// Why the model can't be opened; empty: it can.
std::string problem(const std::string& model) {
  try {
    check_model(model);
    return {};
  } catch (...) {
    return english(describe_failure(std::current_exception()).message);
  }
}

}  // namespace

class TestModelCheck : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    const fs::path demo = demo_model_directory();
    for (const char* name : {"config.json", "tokenizer.json", "model.safetensors"})
      fs::create_symlink(demo / name, file(name));
  }

  void a_sound_folder_passes() {
    QCOMPARE(problem(folder_->path().toStdString()), std::string());
    QCOMPARE(problem(""), std::string());  // the demo model
  }

  void what_is_missing_is_said_data() {
    QTest::addColumn<QString>("missing");
    for (const char* name : {"config.json", "tokenizer.json", "model.safetensors"})
      QTest::newRow(name) << QString::fromLatin1(name);
  }
  void what_is_missing_is_said() {
    QFETCH(QString, missing);
    fs::remove(file(missing.toStdString()));
    const std::string sentence = problem(folder_->path().toStdString());
    QVERIFY2(sentence.find(missing.toStdString()) != std::string::npos, sentence.c_str());
  }

  void what_is_cut_or_no_folder_is_said() {
    const fs::path weights = file("model.safetensors");
    fs::remove(weights);
    std::ofstream(weights, std::ios::binary) << "not weights";
    QVERIFY(!problem(folder_->path().toStdString()).empty());
    QVERIFY(problem(weights.string()).find("is not a folder") != std::string::npos);
    QVERIFY(problem((file("no") / "such").string()).find("does not exist") != std::string::npos);
    QVERIFY(problem("random:giant").find("random:nano") != std::string::npos);
  }

 private:
  fs::path file(const std::string& name) const { return fs::path(folder_->path().toStdString()) / name; }

  std::unique_ptr<QTemporaryDir> folder_;
};

QTEST_GUILESS_MAIN(TestModelCheck)
#include "test_model_check.moc"
