// SPDX-License-Identifier: Apache-2.0
// Models on this computer: found, downloaded, added, removed. The demo model's files stand for the full
// one's.
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <fstream>

#include "inference/api/models.h"
#include "inference/api/transcriber.h"
#include "kernels/core/error.h"
#include "tests/support/hub_server.h"

using namespace tilescribe;
using namespace tilescribe::test;
namespace fs = std::filesystem;

namespace {

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::map<std::string, std::string> demo_files() {
  std::map<std::string, std::string> files;
  for (const PublishedFile& file : full_model().files)
    files[file.name] = read(demo_model_directory() / file.name);
  return files;
}

std::string problem_of(const std::function<void()>& work) {
  try {
    work();
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace

class TestInstalledModels : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    models_ = fs::path(folder_->path().toStdString()) / "models";
    own_ = fs::path(folder_->path().toStdString()) / "my model";
  }

  void the_bundled_model_is_always_there() {
    const std::vector<InstalledModel> all = installed_models(models_);
    QCOMPARE(all.size(), std::size_t{1});
    QCOMPARE(all[0].name, std::string("Tilescribe demo model"));
    QVERIFY(all[0].origin == ModelOrigin::bundled && !all[0].limits.empty());
    QVERIFY(all[0].bytes > 25'000'000 && all[0].fit.fits);
    QVERIFY(!problem_of([&] { remove_model(models_, all[0]); }).empty());
    QVERIFY(!fs::exists(models_));  // a look makes nothing
  }

  void the_published_model_comes_from_a_hub_and_goes_without_a_trace() {
    HubServer hub(demo_files());
    const fs::path made = download_model(full_model(), {.folder = models_, .address = hub.address()}, {}, {});
    QCOMPARE(made, models_ / "GLM-ASR-Nano-2512");
    for (const HubRequest& request : hub.requests())
      QVERIFY(request.storage || request.path == "/zai-org/GLM-ASR-Nano-2512/resolve/" +
                                                     full_model().revision + '/' + request.file);
    for (const auto& [name, content] : demo_files()) QVERIFY2(read(made / name) == content, name.c_str());
    QCOMPARE(fs::status(models_).permissions(), fs::perms::owner_all);
    std::vector<InstalledModel> all = installed_models(models_);
    QCOMPARE(all.size(), std::size_t{2});
    QCOMPARE(all[1].name, std::string("GLM-ASR-Nano-2512"));
    QVERIFY(all[1].origin == ModelOrigin::downloaded && all[1].problem.message.empty());
    QVERIFY(all[1].bytes > 25'000'000);

    std::ofstream(made / "notes.txt") << "mine";
    std::ofstream(made / "config.json", std::ios::app) << " ";  // the user's by now
    remove_model(models_, all[1]);
    QVERIFY(fs::exists(made / "notes.txt"));  // what did not come with it stays
    QVERIFY(fs::exists(made / "config.json"));
    QVERIFY(!fs::exists(made / "model.safetensors"));
    QCOMPARE(installed_models(models_).size(), std::size_t{1});

    const auto get = [&] {
      return problem_of(
          [&] { download_model(full_model(), {.folder = models_, .address = hub.address()}, {}, {}); });
    };
    fs::remove(made / "config.json");
    QCOMPARE(get(), made.string() +
                        " holds other files, e.g. notes.txt, where GLM-ASR-Nano-2512 would come. "
                        "Move the folder away, and try again.");
    fs::remove(made / "notes.txt");  // an empty folder is in nobody's way
    QCOMPARE(get(), std::string());
    QCOMPARE(installed_models(models_).size(), std::size_t{2});
  }

  void a_copy_of_a_downloaded_model_is_the_users() {
    HubServer hub(demo_files());
    const fs::path made = download_model(full_model(), {.folder = models_, .address = hub.address()}, {}, {});
    fs::copy(made, own_, fs::copy_options::recursive);
    add_model(models_, own_);
    std::vector<InstalledModel> all = installed_models(models_);
    QCOMPARE(all.size(), std::size_t{3});
    QVERIFY(all[2].folder == own_ && all[2].origin == ModelOrigin::added);
    all[2].origin = ModelOrigin::downloaded;  // whatever the caller believes
    remove_model(models_, all[2]);
    for (const auto& [name, content] : demo_files()) QVERIFY2(read(own_ / name) == content, name.c_str());
    QCOMPARE(installed_models(models_).size(), std::size_t{2});

    const fs::path moved = models_ / "moved";  // listed, since it lies there, but only its user deletes it
    fs::rename(made, moved);
    all = installed_models(models_);
    QVERIFY(all.size() == 2 && all[1].folder == moved && all[1].origin == ModelOrigin::added);
    QCOMPARE(problem_of([&] { remove_model(models_, all[1]); }),
             "moved was not downloaded into " + moved.string() +
                 ", so its files are kept. Move the folder away to remove it.");
    QVERIFY(fs::exists(moved / "model.safetensors"));
  }

  void what_is_no_model_is_not_installed() {
    auto files = demo_files();
    files["config.json"] = "{}";
    HubServer hub(files);
    const std::string found = problem_of(
        [&] { download_model(full_model(), {.folder = models_, .address = hub.address()}, {}, {}); });
    QVERIFY2(found.find("config.json") != std::string::npos, found.c_str());
    QVERIFY(!fs::exists(models_ / "GLM-ASR-Nano-2512"));
    discard_download(full_model(), models_);
    QVERIFY(!fs::exists(models_ / "GLM-ASR-Nano-2512.part"));
  }

  void a_folder_of_the_users_own_is_listed_and_keeps_its_files() {
    fs::create_directories(own_);
    for (const auto& [name, content] : demo_files()) std::ofstream(own_ / name, std::ios::binary) << content;
    add_model(models_, own_.string() + "/");
    add_model(models_, own_);  // once is enough
    std::vector<InstalledModel> all = installed_models(models_);
    QCOMPARE(all.size(), std::size_t{2});
    QCOMPARE(all[1].folder, own_);
    QVERIFY(all[1].origin == ModelOrigin::added);
    QVERIFY(all[1].parameters > 12'000'000);
    fs::remove(own_ / "tokenizer.json");
    all = installed_models(models_);
    QVERIFY2(english(all[1].problem.message).find("tokenizer.json") != std::string::npos,
             english(all[1].problem.message).c_str());
    remove_model(models_, all[1]);
    QVERIFY(fs::exists(own_ / "model.safetensors"));
    QCOMPARE(installed_models(models_).size(), std::size_t{1});
  }

  void a_folder_that_lacks_a_file_is_not_added() {
    fs::create_directories(own_);
    std::ofstream(own_ / "config.json") << read(demo_model_directory() / "config.json");
    const std::string found = problem_of([&] { add_model(models_, own_); });
    QVERIFY2(found.find("model.safetensors") != std::string::npos, found.c_str());
    QCOMPARE(installed_models(models_).size(), std::size_t{1});
  }

  void a_model_needs_as_much_memory_as_its_weights_and_work() {
    const MemoryFit small = memory_fit(12'500'000);
    QVERIFY(small.fits);
    const MemoryFit full = memory_fit(full_model().parameters);
    QCOMPARE(full.needed_bytes, 2 * full_model().parameters + (std::int64_t{1} << 30));
    QVERIFY(english(full.sentence).starts_with("It needs 5.6 GB of memory"));
    const MemoryFit huge = memory_fit(std::int64_t{1} << 50);
    QVERIFY(!huge.fits);
    QVERIFY2(english(huge.sentence).ends_with("it does not fit."), english(huge.sentence).c_str());
  }

 private:
  std::unique_ptr<QTemporaryDir> folder_;
  fs::path models_, own_;
};

QTEST_GUILESS_MAIN(TestInstalledModels)
#include "test_installed_models.moc"
