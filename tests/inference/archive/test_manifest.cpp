// SPDX-License-Identifier: Apache-2.0
// Manifests that nobody planned.
#include <QtTest>
#include <functional>

#include <nlohmann/json.hpp>

#include "inference/archive/manifest.h"
#include "kernels/core/error.h"
#include "tests/support/archive_folder.h"

using namespace tilescribe;
using nlohmann::json;
using test::ArchiveFolder;
using test::bytes_of;
using test::write_bytes;

class ManifestTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    folder_.add("a.wav", 1);
    write_bytes(folder_.path() / "list", "audio/a.wav\nmissing.wav\n");
    archive::Wish wish = folder_.wish(2);
    wish.inputs = {folder_.path() / "list"};
    wish.manifest.options.temperature = 0.7F;
    wish.manifest.options.seed = 18446744073709551615U;
    archive::plan(wish, {}, {});
    planned_ = bytes_of(file());
  }

  void what_is_read_is_what_was_written() {
    write_bytes(file(), planned_);
    const archive::Archive archive(folder_.job());
    QCOMPARE(archive.manifest().options.seed, 18446744073709551615U);
    QCOMPARE(archive.manifest().options.temperature, 0.7F);
    archive::Wish wish = folder_.wish(2);
    wish.inputs = {folder_.path() / "list"};
    wish.manifest.options = archive.manifest().options;
    wish.again = true;
    archive::plan(wish, {}, {});
    QCOMPARE(bytes_of(file()), planned_);
    QCOMPARE(archive::Archive(folder_.job()).key(0), archive.key(0));
  }

  void speakers_are_part_of_the_key() {
    write_bytes(file(), planned_);
    const std::string without = archive::Archive(folder_.job()).key(0);
    json root = json::parse(planned_);
    QVERIFY(!root["settings"].contains("speakers"));
    root["settings"]["speakers"] = "channels";
    write_bytes(file(), root.dump());
    const archive::Archive archive(folder_.job());
    QVERIFY(archive.manifest().options.speakers == Speakers::channels);
    QVERIFY(archive.key(0) != without);
  }

  void the_search_is_part_of_the_key() {
    write_bytes(file(), planned_);
    const std::string without = archive::Archive(folder_.job()).key(0);
    json root = json::parse(planned_);
    QVERIFY(!root["settings"].contains("word_ngram"));
    root["settings"]["word_ngram"] = 1;
    write_bytes(file(), root.dump());
    const archive::Archive archive(folder_.job());
    QVERIFY(archive.manifest().options.word_ngram);
    QVERIFY(archive.key(0) != without);
  }

  void the_type_of_the_cache_is_part_of_the_key() {
    write_bytes(file(), planned_);
    const std::string without = archive::Archive(folder_.job()).key(0);
    json root = json::parse(planned_);
    QVERIFY(!root["settings"].contains("kv_cache"));
    root["settings"]["kv_cache"] = "fp8";
    write_bytes(file(), root.dump());
    const archive::Archive archive(folder_.job());
    QVERIFY(archive.manifest().engine.kv_cache == KvCacheType::fp8);
    QVERIFY(archive.key(0) != without);
  }

  void a_run_takes_what_was_planned_and_the_rest_from_its_machine() {
    archive::Manifest manifest;
    manifest.model.folder = "/models/nano";
    manifest.engine = {.engine = Engine::cuda,
                       .compute = Compute::bf16,
                       .weights = Weights::int8,
                       .kv_cache = KvCacheType::fp8};
    EngineOptions here;
    here.gpu = 1;
    here.threads = 3;
    here.tuned = false;
    EngineOptions expected = here;
    expected.model = "/models/nano";
    expected.engine = Engine::cuda;
    expected.compute = Compute::bf16;
    expected.weights = Weights::int8;
    expected.kv_cache = KvCacheType::fp8;
    QVERIFY(archive::planned_engine(manifest, here) == expected);
    here.model = expected.model = "/elsewhere";
    QVERIFY(archive::planned_engine(manifest, here) == expected);
  }

  // So plans of other models keep their keys.
  void only_a_model_with_words_is_searched() {
    const ArchiveFolder folder;
    folder.add("a.wav", 1);
    archive::Wish wish = folder.wish();
    wish.manifest.options.word_ngram = true;
    archive::plan(wish, {}, {});
    QVERIFY(!archive::Archive(folder.job()).manifest().options.word_ngram);
    write_bytes(folder.model() / "words.safetensors", "words");
    wish.again = true;
    archive::plan(wish, {}, {});
    QVERIFY(archive::Archive(folder.job()).manifest().options.word_ngram);
  }

  void hostile_ones_are_refused_data() {
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* place, const char* value, const char* sentence) {
      QTest::newRow(qPrintable(QString(place) + ' ' + QString(value).left(20))) << place << value << sentence;
    };
    row("/tilescribe_archive", "2", "Expected version 1 as tilescribe_archive in the manifest");
    row("/tilescribe_archive", "\"1\"", "Expected a whole number from 0");
    row("/model", "[]", "Expected an object as model");
    row("/model/folder", "\"../model\"", "Expected an absolute path as model.folder");
    row("/model/files/0/name", "\"../config.json\"", "Expected a plain name");
    row("/model/files/0/sha256", "\"ff\"", "Expected 64 hexadecimal digits as model.files[0].sha256");
    row("/settings/engine", "\"tpu\"", "Expected one of auto, cpu, cuda-baseline or cuda as settings.engine");
    row("/settings/speakers", "\"voices\"", "Expected one of none or channels as settings.speakers");
    row("/settings/word_times", "2", "Expected a whole number from 0 to 1 as settings.word_times");
    row("/settings/word_ngram", "true", "Expected a whole number from 0 to 1 as settings.word_ngram");
    row("/settings/kv_cache", "\"fp4\"", "Expected one of auto or fp8 as settings.kv_cache");
    row("/settings/seed", "-1", "Expected a whole number from 0 on as settings.seed");
    row("/settings/batch", "1e9", "Expected a whole number from 0 to 1024 as settings.batch");
    row("/settings/temperature", "1e300", "Expected a number from 0 to 100 as settings.temperature");
    row("/format", "\"../../x\"", "Expected one of txt, srt, vtt, json or tsv as format");
    row("/shards", "0", "Expected a whole number from 1 to 100000 as shards");
    row("/shards", "18446744073709551615", "Expected a whole number from 1 to 100000 as shards");
    row("/files", "{}", "Expected a list as files");
    row("/files/0", "7", "Expected an object as files[0]");
    row("/files/0/path", "\"a.wav\"", "Expected an absolute path as files[0].path");
    row("/files/0/path", "\"/a\\u0000b\"", "Expected a text without NUL as files[0].path");
    row("/files/0/shard", "2", "Expected a whole number from 0 to 1 as files[0].shard");
    row("/files/0/seconds", "-1", "Expected a number from 0 to 1000000000 as files[0].seconds");
    row("/files/0/sha256", "\"../../../../etc/passwd\"", "Expected 64 hexadecimal digits as files[0].sha256");
  }
  void hostile_ones_are_refused() {
    QFETCH(QString, place);
    QFETCH(QString, value);
    QFETCH(QString, sentence);
    json root = json::parse(planned_);
    root[json::json_pointer(place.toStdString())] = json::parse(value.toStdString());
    write_bytes(file(), root.dump());
    const QString said = refusal();
    QVERIFY2(said.startsWith(sentence), qPrintable(said));
    QVERIFY2(said.endsWith('.') && said.size() < 400, qPrintable(said));
  }

  void too_many_values_are_refused() {
    std::string values = "[0";
    for (int i = 0; i < 900'000; ++i) values += ",0,0,0,0,0,0,0,0,0";
    write_bytes(file(), R"({"files":)" + values + "]}");
    QVERIFY2(refusal().startsWith("At most 8100000 values were expected"), qPrintable(refusal()));
  }

  void so_many_files_can_be_planned() {
    archive::check_count(archive::most_files);
    try {
      archive::check_count(archive::most_files + 1);
      QFAIL("It was taken.");
    } catch (const Error& error) {
      QCOMPARE(std::string(error.what()), std::string("Expected at most 1000000 files in an archive, found "
                                                      "1000001; plan several archives."));
    }
  }

  void every_field_is_missed() {
    const std::function<void(const json::json_pointer&)> without = [&](const json::json_pointer& place) {
      json root = json::parse(planned_);
      const json object = root[place];
      if (!object.is_object()) return;
      for (const auto& [name, value] : object.items()) {
        json less = root;
        less[place].erase(name);
        write_bytes(file(), less.dump());
        QVERIFY2(refusal().contains(QString::fromStdString(name)), name.c_str());
        if (value.is_array() && !value.empty()) without(place / name / std::size_t{0});
        if (value.is_object()) without(place / name);
      }
    };
    without(json::json_pointer());
  }

  void what_is_no_json_is_refused() {
    for (const std::string& bytes : {std::string(), std::string("{"), std::string("[1]"),
                                     std::string(100000, '['), planned_.substr(0, 200)}) {
      write_bytes(file(), bytes);
      QVERIFY(!refusal().isEmpty());
    }
    std::filesystem::remove(file());
    QVERIFY(refusal().contains("archive plan makes one"));
  }

 private:
  std::filesystem::path file() const { return folder_.job() / "manifest.json"; }
  QString refusal() const {
    try {
      archive::Archive archive(folder_.job());
    } catch (const Error& error) {
      return error.what();
    }
    return {};
  }

  ArchiveFolder folder_;
  std::string planned_;
};

QTEST_GUILESS_MAIN(ManifestTest)
#include "test_manifest.moc"
