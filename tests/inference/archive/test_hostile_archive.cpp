// SPDX-License-Identifier: Apache-2.0
// An archive that somebody else sent: links, pipes and devices where its files and folders should be, and
// files that are none.
#include <QtTest>
#include <functional>

#include <sys/stat.h>

#include "inference/archive/digest.h"
#include "inference/archive/manifest.h"
#include "kernels/core/error.h"
#include "tests/support/archive_folder.h"
#include "tests/support/failure_of.h"

using namespace tilescribe;
using namespace tilescribe::archive;
using test::ArchiveFolder;
using test::bytes_of;
using test::failure_of;
using test::write_bytes;
namespace fs = std::filesystem;

namespace {

std::string no_file(const fs::path& file) {
  return "Expected a regular file at " + file.string() + ", found something else.";
}

Transcript text(const std::string& said) {
  Transcript transcript;
  transcript.segments.push_back(Segment{.start_s = 0.25, .end_s = 0.75, .text = said});
  transcript.duration_s = 1.0;
  return transcript;
}

/// A job with one recording, and a file of the user's beside it.
struct Bench {
  ArchiveFolder folder;
  fs::path mine = folder.path() / "mine";
  std::string wanted = "what is the user's own";
  Archive archive = made();

  Archive made() const {
    write_bytes(mine, wanted);
    folder.add("a.wav", 1);
    return folder.plan();
  }
  fs::path in_job(const std::string& name) const { return folder.job() / name; }
  bool mine_is_whole() const { return bytes_of(mine) == wanted; }
};

/// What can be in a file's place: a link to a file, to nothing, and to a device; a pipe, and a folder.
const std::vector<std::string> kinds{"link", "dangling", "device", "pipe", "folder"};

void put(const std::string& kind, const fs::path& place, const Bench& bench) {
  fs::remove_all(place);
  if (kind == "link") fs::create_symlink(bench.mine, place);
  if (kind == "dangling") fs::create_symlink(bench.folder.path() / "nothing", place);
  if (kind == "device") fs::create_symlink("/dev/zero", place);
  if (kind == "pipe") QCOMPARE(::mkfifo(place.c_str(), 0600), 0);
  if (kind == "folder") fs::create_directory(place);
}

}  // namespace

class HostileArchiveTest : public QObject {
  Q_OBJECT

 private slots:
  void what_is_no_file_is_named_and_left_alone_data() {
    QTest::addColumn<QString>("kind");
    for (const std::string& kind : kinds) QTest::newRow(kind.c_str()) << QString::fromStdString(kind);
  }
  void what_is_no_file_is_named_and_left_alone() {
    QFETCH(QString, kind);
    const Bench bench;
    const Archive& archive = bench.archive;
    const auto at = [&](const fs::path& place, const std::function<void()>& work) {
      put(kind.toStdString(), place, bench);
      std::string found = failure_of(work).toStdString();
      fs::remove_all(place);
      return found;
    };
    const fs::path lock = bench.in_job("shards/0"), log = bench.in_job("logs/shard-0.jsonl"),
                   attempt = bench.in_job("attempts/" + archive.key(0) + ".1"),
                   failed = bench.in_job("attempts/" + archive.key(0) + ".failed");
    QCOMPARE(at(lock, [&] { Shard::take(archive, 0, nullptr); }), no_file(lock));
    QCOMPARE(at(lock, [&] { static_cast<void>(archive.is_held(0)); }), no_file(lock));
    QCOMPARE(at(lock, [&] { merge(archive, true, {}); }), no_file(lock));
    QCOMPARE(at(log, [&] { Shard::take(archive, 0, nullptr); }), no_file(log));
    for (const fs::path& place : {archive.result(0), attempt, failed}) {
      QCOMPARE(at(place, [&] { static_cast<void>(archive.standing(0, false)); }), no_file(place));
      QCOMPARE(at(place, [&] { merge(archive, true, {}); }), no_file(place));
    }
    QVERIFY(bench.mine_is_whole());
    QVERIFY(!fs::exists(bench.folder.path() / "nothing"));
    // Without it all is well.
    const auto shard = Shard::take(archive, 0, nullptr);
    shard->begin(0);
    shard->finish(0, text("First."));
    QCOMPARE(merge(archive, false, {}).texts, 1U);
  }

  /// A link that appears while a shard is at work, or in the folder of what is merged.
  void what_is_written_replaces_a_link_itself() {
    const Bench bench;
    const Archive& archive = bench.archive;
    const auto shard = Shard::take(archive, 0, nullptr);
    shard->begin(0);
    fs::create_symlink(bench.mine, archive.result(0));
    shard->finish(0, text("First."));
    QVERIFY(fs::symlink_status(archive.result(0)).type() == fs::file_type::regular);
    fs::remove(archive.result(0));
    const fs::path failed = bench.in_job("attempts/" + archive.key(0) + ".failed");
    fs::create_symlink(bench.mine, failed);
    shard->begin(0);
    shard->fail(0, {Message("It is no audio."), {}});
    QVERIFY(fs::symlink_status(failed).type() == fs::file_type::regular);
    fs::create_directory(bench.in_job("merged"));
    for (const char* name : {"table.tsv", "failures.tsv", "index.sqlite"})
      fs::create_symlink(bench.mine, bench.in_job("merged") / name);
    const Merged merged = merge(archive, false, {});
    for (const fs::path& file : {merged.table, merged.failures, merged.index})
      QVERIFY(fs::symlink_status(file).type() == fs::file_type::regular);
    fs::create_symlink(bench.mine, bench.in_job("submit.sbatch"));
    save_script(archive, "#!/bin/sh\n");
    fs::remove(bench.in_job("manifest.json"));
    fs::create_symlink(bench.mine, bench.in_job("manifest.json"));
    Wish wish = bench.folder.wish();
    wish.again = true;
    archive::plan(wish, {}, {});
    QVERIFY(bench.mine_is_whole());
    QCOMPARE(Archive(bench.folder.job()).manifest().files.size(), 1U);
  }

  void a_link_in_place_of_a_folder_is_refused() {
    const Bench bench;
    const fs::path elsewhere = bench.folder.path() / "elsewhere";
    fs::create_directory(elsewhere);
    Wish wish = bench.folder.wish();
    wish.again = true;
    for (const char* name : {"results", "attempts", "shards", "logs", "merged"}) {
      const fs::path folder = bench.in_job(name);
      fs::remove_all(folder);
      fs::create_directory_symlink(elsewhere, folder);
      const std::string sentence =
          "Expected a folder of the archive at " + folder.string() + ", found a link or a file.";
      QCOMPARE(failure_of([&] { Archive archive(bench.folder.job()); }).toStdString(), sentence);
      QCOMPARE(failure_of([&] { archive::plan(wish, {}, {}); }).toStdString(), sentence);
      fs::remove(folder);
      fs::create_directory(folder);
    }
    QVERIFY(fs::is_empty(elsewhere));
    // The job itself may lie behind a link: that is the user's.
    fs::create_directory_symlink(bench.folder.job(), bench.folder.path() / "linked");
    QCOMPARE(Archive(bench.folder.path() / "linked").manifest().files.size(), 1U);
  }

  /// Zeros would be read for ever, and a pipe waited for.
  void a_device_is_no_recording() {
    const Bench bench;
    const fs::path pipe = bench.folder.path() / "pipe";
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    for (const fs::path& file : {fs::path("/dev/zero"), pipe, bench.folder.path()}) {
      QCOMPARE(failure_of([&] { sha256_of(file, {}); }).toStdString(), no_file(file));
      Manifest manifest = bench.archive.manifest();
      manifest.files[0].path = file;
      manifest.files[0].stamp.bytes = 0;
      write_manifest(bench.in_job("manifest.json"), manifest);
      const Archive archive(bench.folder.job());
      const auto failure = Shard::take(archive, 0, nullptr)->problem(0, {});
      QVERIFY(failure.has_value());
      QCOMPARE(english(failure->message), no_file(file));
    }
    Manifest manifest = bench.archive.manifest();
    manifest.model.files = {{.name = "zero", .stamp = {}, .sha256 = std::string(64, '0')}};
    write_manifest(bench.in_job("manifest.json"), manifest);
    fs::create_symlink("/dev/zero", bench.folder.model() / "zero");
    QCOMPARE(
        failure_of([&] { Archive(bench.folder.job()).check_model(bench.folder.model(), {}); }).toStdString(),
        no_file(bench.folder.model() / "zero"));
  }
};

QTEST_GUILESS_MAIN(HostileArchiveTest)
#include "test_hostile_archive.moc"
